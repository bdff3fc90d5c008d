"""Random input, most of it wrong: it is taken or refused with an exception, and never crashes."""
from __future__ import annotations

import ctypes
import os
import random
import resource
from types import SimpleNamespace
from typing import Any, Callable, Iterator

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


def taken(work: Callable[[], Any], *more: type[Exception]) -> Any:
    """What comes of some input; None where it is refused, with a sentence."""
    try:
        return work()
    except (*REFUSED, *more) as failure:
        assert str(failure)
        return None


def use(data: sg.Dataset) -> None:
    """Touch everything that a data set has."""
    assert len(repr(data)) > 0 and data.fingerprint >= 0
    for graph in data:
        assert graph.edges.shape[1] == 2 and graph.n_nodes >= 0
    assert len(sg.labels(data, "wl:1")) == data.n_nodes


@QUIETLY
@given(st.lists(GRAPH, max_size=4), ANY)
def test_graphs(graphs: Any, y: Any) -> None:
    data = taken(lambda: sg.from_graphs(graphs, y))
    if data is not None:
        use(data)


@QUIETLY
@given(ANY, ANY, ANY, ANY, ANY, ANY)
def test_flat_arrays(offset: Any, edges: Any, labels: Any, attributes: Any, y: Any, part: Any) -> None:
    data = taken(lambda: sg.from_arrays(offset, edges, labels, node_attributes=attributes, y=y, part=part))
    if data is not None:
        use(data)


@QUIETLY
@given(st.lists(st.text(alphabet="CNO[]()=#+-123c@\n \0", max_size=8), min_size=1, max_size=5))
def test_smiles(smiles: Any) -> None:
    data = taken(lambda: sg.from_smiles(smiles))
    if data is not None:
        use(data)


@QUIETLY
@given(st.lists(st.fixed_dictionaries({}, optional={name: ANY for name in ("edge_index", "x", "edge_attr", "y", "batch", "num_nodes")}),
                min_size=1, max_size=3))  # fmt: skip
def test_objects_like_pyg(members: Any) -> None:
    graphs = [SimpleNamespace(**{"edge_index": np.zeros((2, 0), int), **m}) for m in members]
    data = taken(lambda: sg.from_graphs(graphs))
    if data is not None:
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
        taken(lambda: clf.fit(graphs, y, sample_weight=weight), AttributeError)
        taken(lambda: sg.GraphRegressor("label @ distance 0..1", "label", epochs=1).fit(graphs, y), AttributeError)


NAMES = st.one_of(st.integers(-2, 5), st.text(max_size=3), st.tuples(st.integers(0, 2), st.text(max_size=1)), st.floats(allow_nan=False))
VALUES = st.one_of(st.integers(-3, 3), st.floats(), st.none(), st.text(max_size=2), st.lists(st.floats(-1, 1), max_size=2))


@st.composite
def some_networkx(draw: Any) -> Any:
    """Directed or not, with several edges and loops, names and attributes of all kinds."""
    networkx = pytest.importorskip("networkx")
    graph = draw(st.sampled_from([networkx.Graph, networkx.DiGraph, networkx.MultiGraph, networkx.MultiDiGraph]))()
    graph.add_nodes_from(draw(st.lists(NAMES, max_size=4)))
    graph.add_edges_from(draw(st.lists(st.tuples(NAMES, NAMES), max_size=6)))
    key, of_edges = draw(st.sampled_from(["label", "attributes", "y", "color", "weight"])), draw(st.booleans())
    for things in [graph.nodes.values()] + [graph.edges.values()] * of_edges:
        for data in things:
            if draw(st.booleans()):
                data[key] = draw(VALUES)
    if draw(st.booleans()):
        graph.graph["y"] = draw(VALUES)
    return graph


@QUIETLY
@given(st.lists(some_networkx(), min_size=1, max_size=3), ANY, st.sampled_from([None, "y", "color", "nothing"]))
def test_networkx(graphs: Any, y: Any, node_y: Any) -> None:
    data = taken(lambda: sg.from_graphs(graphs, y, node_y=node_y))
    if data is None:
        return
    use(data)
    assert [g.n_nodes for g in data] == [len(g) for g in graphs]
    if data.has_node_ids:
        assert data.node_ids.tolist() == [str(v).replace("\0", "") for g in graphs for v in g]
    assert [sorted(map(tuple, g.edges)) for g in data.to_networkx()] == [sorted(map(tuple, g.edges.tolist())) for g in data]


@st.composite
def some_matrix(draw: Any) -> Any:
    sparse = pytest.importorskip("scipy.sparse")
    n, m = draw(st.integers(0, 5)), draw(st.integers(0, 5))
    values = draw(arrays.arrays(draw(st.sampled_from(["<i8", ">f4", "?", "<f8"])), (n, draw(st.sampled_from([n, n, n, m])))))
    return draw(st.sampled_from([np.asarray, sparse.csr_matrix, sparse.coo_matrix]))(values)


@QUIETLY
@given(st.lists(st.one_of(some_matrix(), st.tuples(some_matrix(), ANY)), min_size=1, max_size=3))
def test_adjacency_matrices(graphs: Any) -> None:
    data = taken(lambda: sg.from_graphs(graphs))
    if data is None:
        return
    use(data)
    if all(not isinstance(g, tuple) and g.shape[0] == g.shape[1] > 3 for g in graphs):
        for graph, matrix in zip(data, graphs):
            dense = np.asarray(matrix.todense() if hasattr(matrix, "todense") else matrix) != 0
            wanted = np.triu(dense | dense.T, 1)
            assert graph.n_nodes == len(dense) and graph.edges.tolist() == np.argwhere(wanted).tolist()


@QUIETLY
@given(ANY, ANY, st.one_of(ANY, st.dictionaries(NUMBERS, NUMBERS, max_size=3)), ANY)
def test_values_of_graphs(y: Any, ids: Any, class_weight: Any, weight: Any) -> None:
    molecules = sg.from_smiles(["CC", "CO", "CN"])
    for work in (lambda: molecules.with_y(y), lambda: molecules.with_y(y, as_targets=True), lambda: molecules.with_node_y(y),
                 lambda: sg.from_smiles(["CC", "CO", "CN"], y=y, ids=ids), lambda: sg.from_arrays([0, 1, 3], node_y=y, part=ids)):  # fmt: skip
        data = taken(work)
        if data is not None:
            use(data)
            assert data.y is None or len(data.y) == data.n_items
    for kind in (sg.GraphClassifier, sg.NodeClassifier):
        clf: Any = kind("label @ distance 0..1", epochs=1, class_weight=class_weight)
        y = [0, 1, 0] if kind is sg.GraphClassifier else [0, 1, 0, 1, 1, 0]
        taken(lambda: clf.fit(molecules, y, sample_weight=weight), AttributeError)


@QUIETLY
@given(st.text(max_size=8), ANY, ANY, ANY)
def test_splits(csl: sg.Dataset, rule: Any, shares: Any, folds: Any, seed: Any) -> None:
    for work in (lambda: csl.split(rule), lambda: csl.split(shares=shares), lambda: csl.split(folds=folds), lambda: csl.split(seed=seed),
                 lambda: csl.groups(rule), lambda: sg.hold_out(csl, seed)):  # fmt: skip
        taken(work, OSError)


SETTINGS = sorted(set(sg.GraphClassifier().get_params()) - {"n_jobs", "verbose", "epochs", "budget"})


@QUIETLY
@given(st.sampled_from(SETTINGS), st.one_of(ANY, NUMBERS, st.sampled_from(["adam", "mse", "he", "cosine", "degree @ edge", "none"])))
def test_settings(name: str, value: Any) -> None:
    for kind, y in ((sg.GraphClassifier, [0, 1, 0]), (sg.GraphRegressor, [0.5, 1, 2])):
        own = {"encoder": "label @ distance 0..1", "decoder": "label", "epochs": 1, name: value}
        taken(lambda: kind(**own).fit(["CC", "CO", "CN"], y), AttributeError, OSError, RuntimeError)


@QUIETLY
@given(ANY, NUMBERS, NUMBERS)
def test_uses_of_a_model(graphs: Any, number: Any, other: Any) -> None:
    model = MODEL.model_
    for use_it in (lambda: MODEL.predict(graphs), lambda: MODEL.score(graphs, [number]), lambda: MODEL.score(["CC", "CO"], graphs),
                   lambda: MODEL.explain(["CC", "CO"], number, other), lambda: MODEL.trust(graphs), lambda: model.states(["CC"], number),
                   lambda: MODEL.rank(["CC"], number), lambda: MODEL.weights(graphs), lambda: model.explainer(["CC"]).rank(graphs),
                   lambda: model.explainer(["CC"]).weight_table(number), lambda: model.explainer(["CC"]).weight_name(number, other),
                   lambda: model.explainer(["CC"]).explain().svg(top=number, layer=other), lambda: sg.concat(graphs),
                   lambda: sg.LabelHistogram(graphs).fit(["CC"]), lambda: sg.choose(graphs)):  # fmt: skip
        taken(use_it, AttributeError, ctypes.ArgumentError)
    assert model.scores(["CC"]).shape == (1, 2)


@QUIETLY
@given(st.lists(st.tuples(st.sampled_from(["add_edge", "remove_edge", "add_node", "remove_node", "set_node", "undo"]),
                          st.lists(st.one_of(st.integers(-1, 4), NUMBERS), max_size=4)), max_size=12))  # fmt: skip
def test_edits(edits: Any) -> None:
    live = sg.Live(MODEL, ["CCO", "CN"])
    for name, arguments in edits:
        taken(lambda: getattr(live, name)(*arguments), AttributeError, ctypes.ArgumentError)
    for graph in range(2):
        assert np.isfinite(live.predict_proba(graph)).all()


@QUIETLY
@given(st.dictionaries(st.sampled_from(["data", "layers", "train", "runs", "splits", "grid", "protocol", "folds"]),
                       st.one_of(ANY, NUMBERS, st.sampled_from(["CSL", "fair"])), max_size=4))  # fmt: skip
def test_experiments(tmp_path_factory: Any, experiment: Any) -> None:
    taken(lambda: sg.run({**experiment, "data": "nothing"}, tmp_path_factory.mktemp("run") / "r"), OSError)


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
