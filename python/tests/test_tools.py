"""Invariants, histograms, explanations, experiments, failures."""
from __future__ import annotations

import collections
import pathlib
import pickle
from typing import Any

import numpy as np
import pytest
from conftest import SMILES

import sharegnn as sg


def plain_wl(data: sg.Dataset, rounds: int) -> list[Any]:
    """Weisfeiler and Leman with dictionaries, for a comparison."""
    colors = data.node_labels.ravel().tolist() if data.node_labels is not None else [0] * data.n_nodes
    names: dict[Any, int] = {}
    for _ in range(rounds):
        colors = [
            names.setdefault((c, tuple(sorted(colors[w] for w in data.neighbor[data.arc_offset[v] : data.arc_offset[v + 1]]))), len(names))
            for v, c in enumerate(colors)
        ]  # fmt: skip
    return colors


def test_labels_are_those_of_a_plain_program() -> None:
    data = sg.from_smiles(SMILES)
    for rounds in (1, 2, 3):
        labels, plain = sg.labels(data, f"wl:{rounds}"), plain_wl(data, rounds)
        assert len(set(zip(labels.tolist(), plain))) == len(set(plain)) == labels.n_labels
    assert labels.counts.sum() == data.n_nodes and labels.keys.dtype == np.uint64
    copy = labels[:3].copy()
    del labels
    assert len(copy) == 3


def test_histogram_counts() -> None:
    pytest.importorskip("scipy")
    data = sg.from_smiles(SMILES)
    counts = sg.LabelHistogram("wl:1").fit_transform(data)
    labels = sg.labels(data, "wl:1")
    for g in range(len(data)):
        own = collections.Counter(labels[data.graph_offset[g] : data.graph_offset[g + 1]].tolist())
        assert sorted(own.values()) == sorted(counts[g].data.astype(int).tolist())
    model = sg.LabelHistogram(["label", "wl:1"]).fit(data[:5])
    assert (model.transform(data[:5]) != model.transform(SMILES[:5])).nnz == 0
    assert model.transform(data).shape == (10, len(model.get_feature_names_out()))
    assert np.allclose(sg.LabelHistogram("label", normalize=True).fit_transform(data).sum(axis=1), 1)
    assert sg.LabelHistogram("label", min_count=3).fit(data).n_features_out_ < sg.LabelHistogram("label").fit(data).n_features_out_


def test_rounds_together_are_rounds_alone() -> None:
    data = sg.from_smiles(SMILES)
    expressions = ["wl:0", "wl:1", "degree", "wl:3", "cycles:6+label"]
    for expression, found in zip(expressions, sg.labels(data, expressions)):
        alone = sg.labels(data, expression)
        assert (found == alone).all() and (found.keys == alone.keys).all() and (found.counts == alone.counts).all()
        assert found.expression == expression and not found.flags.writeable
        assert sg.compare_labels(data, found, alone).first_refines
    del data
    assert sg.labels(SMILES, []) == [] and found.sum() >= 0
    with pytest.raises(ValueError, match="is a head"):
        sg.labels(SMILES, ["wl:1", "wl:1 @ edge"])


def plain_triples(data: sg.Dataset, g: int) -> dict[Any, int]:
    """Triples of labels and distances 0 and 1 of a graph, for a comparison."""
    graph, found = data[g], collections.Counter()
    label = graph.node_labels.ravel().tolist()  # type: ignore[union-attr]
    for v in range(graph.n_nodes):
        found[label[v], label[v], 0] += 1
    for v, w in graph.arcs.tolist():
        found[label[v], label[w], 1] += 1
    return found


def test_histogram_of_triples() -> None:
    pytest.importorskip("scipy")
    data = sg.from_smiles(SMILES)
    counts = sg.LabelHistogram("label @ distance 0..1").fit_transform(data)
    plain = [plain_triples(data, g) for g in range(len(data))]
    assert counts.shape == (10, len({t for found in plain for t in found}))
    for g, found in enumerate(plain):
        assert sorted(found.values()) == sorted(counts[g].data.astype(int).tolist())
    triples = sg.triples(data, "label", "distance 0..1")
    assert (triples.counts != counts).nnz == 0 and triples.n_pairs == counts.sum()
    assert len(triples.table) == triples.n_triples and triples.table["count"].sum() == counts.sum()
    assert triples == sg.triples(data, "label", "distance 0..1") and "n_triples=" in repr(triples)
    both = sg.LabelHistogram(["wl:0", "label @ distance 0..1", "wl:1", "wl:2"]).fit(data[:5])
    alone = [sg.LabelHistogram(e).fit(data[:5]).transform(data) for e in both.labeling]
    assert both.transform(data).shape[1] == sum(a.shape[1] for a in alone) == len(both.get_feature_names_out())
    first = 0
    for a in alone:
        assert (both.transform(data)[:, first : first + a.shape[1]] != a).nnz == 0
        first += a.shape[1]
    again = pickle.loads(pickle.dumps(both))
    assert (again.transform(SMILES) != both.transform(SMILES)).nnz == 0
    assert (both.fit_transform(data) != both.transform(data)).nnz == 0
    with pytest.raises(ValueError):
        sg.LabelHistogram([]).fit(data)


def test_triples_and_relations(csl: sg.Dataset) -> None:
    labels = sg.labels(csl, "cycles:10")
    assert sg.triples(csl, labels, "distance 0,1").n_triples == 20
    assert sg.compare_labels(csl, labels, "degree").first_refines
    with pytest.raises(ValueError):
        sg.labels(csl, "cycle:10")
    with pytest.raises(ValueError):
        sg.compare_labels(csl, labels, sg.labels(csl[:3], "degree"))


def test_explanations() -> None:
    clf = sg.GraphClassifier("label @ distance 0..2", "label", epochs=20, learning_rate=0.1)
    clf.fit(SMILES, ["O" if "O" in s else "N" for s in SMILES])
    why = clf.explain(SMILES, 2)
    layers, messages = why.layers, why.messages
    assert np.allclose(layers.rest + layers.contribution + layers.gap, why.value)
    assert np.isclose(messages.contribution.sum(), layers.contribution[0])
    assert np.isclose(why.triples.contribution.sum(), messages.contribution[messages.triple.notna()].sum())
    assert len(why.nodes) == 7 and why.nodes.name[6] == "OH" and np.isclose(why.scores.sum(), 1)
    assert why._repr_svg_().count("<svg") == 1 and why.svg(top=1, layer=0, head=0, by_contribution=True)
    ranking = clf.rank(SMILES, top=3)
    assert len(ranking.table) == 3 and "distance" in ranking.table.triple[0] and "<table" in ranking._repr_html_()
    explainer = clf.model_.explainer(SMILES)
    assert len(explainer.heads) == 2 and len(explainer.weight_table(0)) == explainer.heads.weights[0]
    for wrong in ((99, None), (0, 99)):
        with pytest.raises((IndexError, ValueError)):
            explainer.explain(*wrong)


def test_runs(tmp_path: pathlib.Path) -> None:
    sg.make("CSL", folder=tmp_path)
    experiment = {
        "data": "CSL", "task": "classification", "protocol": "fair", "splits": "synthetic", "runs": 1,
        "layers": [{"encoder": {"heads": ["cycles:10 @ distance 0,1"], "activation": "tanh"}},
                   {"decoder": {"heads": ["cycles:10"], "outputs": "classes"}}],
        "train": {"epochs": 4}, "grid": {"train.learning-rate": [0.1, 0.01]},
    }  # fmt: skip
    first = sg.run(experiment, tmp_path / "first", data_folder=tmp_path)
    assert len(first.folds) == 5 and len(first.configurations) == 2 and first.overview["is_complete"]
    assert len(first.epochs) == 4 * len(first.jobs) and {"part", "graph", "output_9"} <= set(first.predictions.columns)
    assert first.summary and "Results of CSL" in repr(first) and "<table" in first._repr_html_()
    second = sg.run(experiment, tmp_path / "second", data_folder=tmp_path, set={"train.epochs": 2})
    difference = sg.compare(first, second)
    assert difference.first.shape == (5,) and np.isclose(difference.difference, (difference.first - difference.second).mean())
    assert "<svg" in sg.plot(first, "curves") and first.report(tmp_path / "page.html", tmp_path)._repr_html_()
    assert first.model().predict(sg.make("CSL")).shape == (150,)
    with pytest.raises(FileExistsError):
        sg.run(experiment, tmp_path / "first", data_folder=tmp_path)
    assert len(sg.run(experiment, tmp_path / "first", data_folder=tmp_path, resume=True).folds) == 5
    with pytest.raises(ValueError):
        sg.run({**experiment, "protocol": "unfair"}, tmp_path / "third", data_folder=tmp_path)


def test_failures_are_exceptions(tmp_path: pathlib.Path, csl: sg.Dataset) -> None:
    with pytest.raises(FileNotFoundError) as failure:
        sg.load("no-such-data")
    assert isinstance(failure.value, sg.Error) and failure.value.where
    with pytest.raises(OSError):
        sg.GraphClassifier("degree @ edge", "degree", epochs=1).fit(csl).save(tmp_path / "none" / "file")
    (tmp_path / "broken.model").write_text("broken")
    with pytest.raises(ValueError):
        sg.open_model(tmp_path / "broken.model")
    csl.write(tmp_path, "CSL")
    with pytest.raises(FileExistsError):
        csl.write(tmp_path, "CSL")
    with pytest.raises(OverflowError):
        sg.labels(csl, "cycles:10", budget=1)
    with pytest.raises(ValueError):
        sg.load("a\0b")
    with pytest.raises(TypeError):
        sg.plot(3)
