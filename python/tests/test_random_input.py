"""Random input, most of it wrong: it is taken or refused with an exception, and never crashes."""
from __future__ import annotations

import os
import random
import resource
from types import SimpleNamespace
from typing import Any, Iterator

import numpy as np
import pytest

import sharegnn as sg

hypothesis = pytest.importorskip("hypothesis")
from hypothesis import HealthCheck, given, settings, strategies as st  # noqa: E402
from hypothesis.extra import numpy as arrays  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")
# Tests take seconds; SHAREGNN_EXAMPLES=5000 looks longer.
QUIETLY = settings(max_examples=int(os.environ.get("SHAREGNN_EXAMPLES", "120")), deadline=None, suppress_health_check=list(HealthCheck))
DTYPES = st.sampled_from(["<i4", ">i4", "<i8", "u1", "<u8", "<f8", ">f4", "?", "O", "<U3", "c16"])
NUMBERS = st.one_of(st.integers(-3, 6), st.integers(-(2**70), 2**70), st.floats(), st.none(), st.text(max_size=2), st.booleans())
LISTS = st.lists(st.one_of(NUMBERS, st.lists(NUMBERS, max_size=3), st.tuples(st.integers(0, 4), st.integers(0, 4))), max_size=6)


@st.composite
def some_array(draw: Any) -> Any:
    shape = draw(arrays.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=5))
    made = np.zeros(shape, draw(DTYPES))
    for i in range(made.size):
        try:
            made.flat[i] = np.array(draw(st.one_of(st.integers(-2, 5), st.sampled_from([2**31, -(2**40), 0.5, float("nan")])))).astype(made.dtype)
        except (ValueError, OverflowError, TypeError):
            pass
    return made[..., ::-1] if made.ndim and draw(st.booleans()) else made


ANY = st.one_of(LISTS, some_array(), st.none())
GRAPH = st.one_of(st.tuples(ANY, ANY), st.tuples(ANY, ANY, ANY), ANY,
                  st.dictionaries(st.sampled_from(["edges", "node_labels", "edge_labels", "n_nodes", "node_attributes"]), ANY))
MODEL = sg.GraphClassifier("label @ distance 0..1", "label", epochs=1).fit(["CC", "CO"], [0, 1])
REFUSED = (ValueError, TypeError, IndexError, OverflowError, MemoryError, sg.Error)


@pytest.fixture(scope="module", autouse=True)
def bounded_memory() -> Iterator[None]:
    """Some numbers of nodes are right and huge: they are to end with MemoryError, and not with the machine."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (4 * 2**30, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_AS, before)


def use(data: sg.Dataset) -> None:
    """Touch everything that a data set has."""
    assert len(repr(data)) > 0 and data.fingerprint >= 0
    for graph in data:
        assert graph.edges.shape[1] == 2 and graph.n_nodes >= 0
    assert len(sg.labels(data, "wl:1")) == data.n_nodes


@QUIETLY
@given(st.lists(GRAPH, max_size=4), ANY)
def test_graphs(graphs: Any, y: Any) -> None:
    try:
        data = sg.from_graphs(graphs, y)
    except REFUSED as failure:
        assert str(failure)
        return
    use(data)


@QUIETLY
@given(ANY, ANY, ANY, ANY, ANY, ANY)
def test_flat_arrays(offset: Any, edges: Any, labels: Any, attributes: Any, y: Any, part: Any) -> None:
    try:
        data = sg.from_arrays(offset, edges, labels, node_attributes=attributes, y=y, part=part)
    except REFUSED as failure:
        assert str(failure)
        return
    use(data)


@QUIETLY
@given(st.lists(st.text(alphabet="CNO[]()=#+-123c@\n \0", max_size=8), min_size=1, max_size=5))
def test_smiles(smiles: Any) -> None:
    try:
        data = sg.from_smiles(smiles)
    except REFUSED as failure:
        assert str(failure)
        return
    use(data)


@QUIETLY
@given(st.lists(st.fixed_dictionaries({}, optional={name: ANY for name in ("edge_index", "x", "edge_attr", "y", "batch", "num_nodes")}),
                min_size=1, max_size=3))  # fmt: skip
def test_objects_like_pyg(members: Any) -> None:
    graphs = [SimpleNamespace(**{"edge_index": np.zeros((2, 0), int), **m}) for m in members]
    try:
        data = sg.from_graphs(graphs)
    except REFUSED as failure:
        assert str(failure)
        return
    use(data)


@QUIETLY
@given(ANY, st.one_of(st.none(), st.text(max_size=6)))
def test_weights_and_words(values: Any, text: Any) -> None:
    model = MODEL.model_
    for work in (lambda: model.set_weights(values), lambda: model.set_weights({"layers.1.bias": values}),
                 lambda: sg.labels(["CC"], text), lambda: sg.triples(["CC"], "label", text), lambda: sg.load(text),
                 lambda: sg.from_smiles(["CC"], form=text), lambda: sg.Model.from_bytes(str(text).encode())):  # fmt: skip
        try:
            work()
        except (*REFUSED, OSError) as failure:
            assert str(failure)
    assert model.scores(["CC"]).shape == (1, 2)


@QUIETLY
@given(ANY)
def test_indices(csl: sg.Dataset, key: Any) -> None:
    try:
        found = csl[key]
    except REFUSED:
        return
    assert isinstance(found, (sg.Dataset, sg.Graph))


@QUIETLY
@given(ANY, ANY, ANY)
def test_fitting(x: Any, y: Any, weight: Any) -> None:
    clf = sg.GraphClassifier("label @ distance 0..1", "label", epochs=1)
    for graphs in (x, ["CC", "CO", "CN"]):
        try:
            clf.fit(graphs, y, sample_weight=weight)
        except (*REFUSED, AttributeError) as failure:
            assert str(failure)
        try:
            sg.GraphRegressor("label @ distance 0..1", "label", epochs=1).fit(graphs, y)
        except (*REFUSED, AttributeError) as failure:
            assert str(failure)


def test_objects_die_in_any_order() -> None:
    rng = random.Random(5)
    for _ in range(50):
        data = sg.from_smiles(["CCO", "CN", "CCC"])
        things: list[Any] = [data, data[0], data.neighbor, data[1:], data.with_y([0, 1, 0]), sg.labels(data, "wl:1")]
        clf = sg.GraphClassifier("label @ distance 0..1", "label", epochs=1).fit(things[4])
        things += [clf, clf.model_, clf.weights(), clf.explain(data), clf.model_.explainer(data)]
        things.append(clf.weights()["layers.0.heads.0.weight"].value)
        del data, clf
        rng.shuffle(things)
        while things:
            things.pop()
            for thing in things:
                if isinstance(thing, np.ndarray):
                    assert thing.sum() is not None
