"""What somebody in a notebook does with data that nobody prepared."""
from __future__ import annotations

import pickle
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sharegnn as sg

networkx = pytest.importorskip("networkx")
pandas = pytest.importorskip("pandas")

SMILES = ["CCO", "CCN", "CCCO", "CCCN", "c1ccccc1", "CC(=O)O", "CCCCO", "CCCCN", "CO", "CN"] * 3


def weighted(n: int, weight: Any) -> Any:
    graph = networkx.path_graph(n)
    for number, (_, _, values) in enumerate(graph.edges(data=True)):
        values["weight"] = weight(number)
    return graph


def test_targets_may_be_far_from_zero() -> None:
    y = np.array([len(s) for s in SMILES], float)
    for model in (sg.GraphRegressor("label @ distance 0..1", "label", epochs=100), sg.GraphRegressor(epochs=20)):
        near, far = (model.fit(SMILES, y + offset).predict(SMILES) - offset for offset in (0, 1000))
        assert np.abs(near - far).max() < 1e-3
    assert model.set_params(scale="none", epochs=2).fit(SMILES, y + 1000).score(SMILES, y + 1000) < -1
    with pytest.raises(ValueError, match="scale: .*some.* is none of none, std, standard"):
        model.set_params(scale="some").fit(SMILES, y)
    constant = sg.GraphRegressor("label @ distance 0..1", "label", epochs=50).fit(SMILES, np.full(len(SMILES), 0.1))
    assert np.abs(constant.predict(SMILES) - 0.1).max() < 0.1


def test_scaled_targets_give_the_bytes_of_the_program(program: str, tmp_path: Path) -> None:
    import subprocess

    rows = "".join(f"{s},{len(s) + 1000.5}\n" for s in SMILES)
    (tmp_path / "far.csv").write_text("smiles,size\n" + rows)
    data = sg.load(f"{tmp_path / 'far.csv'}?target=size")
    for scale in (None, "std", "none"):
        own = sg.GraphRegressor("label @ distance 0..1", "label", epochs=3, scale=scale).fit(data)
        command = [program, "train", f"{tmp_path / 'far.csv'}?target=size", "-e", "label @ distance 0..1", "-d", "label", "--epochs", "3",
                   "--split", "random", "--shares", "1/0/0", "--vocabulary", "all", "--out", str(tmp_path / "m")]  # fmt: skip
        subprocess.run(command + ([] if scale is None else ["--scale", scale]), check=True, capture_output=True)
        assert (tmp_path / "m").read_bytes() == own.model_.to_bytes()
        (tmp_path / "m").unlink()


def test_labels_that_are_missing_are_left_out_of_scores() -> None:
    from sklearn.model_selection import GridSearchCV, KFold, cross_val_predict, cross_val_score

    rng = np.random.default_rng(0)
    y = np.array([["O" in s, "N" in s] for s in SMILES], float)
    y[rng.random(y.shape) < 0.2] = np.nan
    clf = sg.GraphClassifier("label @ distance 0..1", "label", epochs=60, learning_rate=0.1)
    assert clf.fit(SMILES, y).score(SMILES, y) == 1.0
    wrong = np.where(np.isnan(y), y, 1 - y)
    assert clf.score(SMILES, wrong) == 0.0 and clf.score(SMILES, np.where(wrong == 0, np.nan, y)) == 1.0
    assert cross_val_score(clf, SMILES, y, cv=KFold(3, shuffle=True, random_state=0)).mean() > 0.6
    data = sg.from_smiles(SMILES).with_y(y, as_targets=True)
    assert cross_val_score(clf, data, cv=KFold(3, shuffle=True, random_state=0)).mean() > 0.6
    assert cross_val_score(clf, data, cv=3).shape == (3,)
    assert cross_val_predict(clf, data, cv=3, method="predict_proba").shape == y.shape
    grid = GridSearchCV(clf, {"epochs": [1, 60]}, cv=KFold(3, shuffle=True, random_state=0)).fit(data)
    assert grid.best_params_ == {"epochs": 60}
    with pytest.raises(ValueError, match="no classes or targets of their own"):
        clf.score(SMILES)


def test_weights_of_edges_are_used() -> None:
    lengths = sg.from_graphs([weighted(n, lambda i: 0.5 + i) for n in (3, 4)])
    assert lengths.edge_attributes is not None and lengths.edge_attributes.shape == (10, 1) and lengths.edge_labels is None
    orders = sg.from_graphs([weighted(3, lambda i: 1 + i)])
    assert orders.edge_attributes is not None and orders.edge_attributes.ravel().tolist() == [1, 1, 2, 2] and orders.edge_labels is None
    labels = sg.from_graphs([weighted(3, lambda i: 1 + i)], edge_label="weight")
    assert labels.edge_labels is not None and labels.edge_labels.ravel().tolist() == [1, 1, 2, 2] and labels.edge_attributes is None
    graphs = [weighted(5, lambda i, k=k: 0.5 + (i + k) % 3) for k in range(20)]
    reg = sg.GraphRegressor(epochs=2).fit(graphs, np.linspace(0, 1, 20))
    assert "edge-attributes: 1" in reg.choice_.description and "1 edge attribute;" in reg.choice_.reason


def test_what_is_not_used_is_said() -> None:
    graph = networkx.path_graph(3)
    networkx.set_node_attributes(graph, "C", "element")
    networkx.set_edge_attributes(graph, "single", "bond")
    with pytest.warns(UserWarning) as said:
        sg.from_graphs([graph])
    texts = [str(w.message) for w in said]
    assert any("nodes have 'element', which is not used" in t for t in texts) and any("edges have 'bond'" in t for t in texts)
    assert all(w.filename == __file__ for w in said)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sg.from_graphs([graph], node_label="element", edge_label="bond")
        sg.from_graphs(sg.from_graphs([graph], node_label="element", edge_label="bond").to_networkx())


def test_edges_with_two_labels() -> None:
    twice = {"edges": [(0, 1), (1, 2), (0, 1)], "edge_labels": [5, 6, 7]}
    with pytest.warns(UserWarning, match=r"graph 1: the edge \(0, 1\) is there several times with different labels; .*the first one counts \(1 edge"):
        sg.from_graphs([{"edges": [(0, 1)], "edge_labels": [1]}, twice])
    parallel = networkx.MultiGraph([(0, 1, {"label": "a"}), (0, 1, {"label": "b"})])
    with pytest.warns(UserWarning, match="several times with different labels"):
        sg.from_graphs([parallel])
    arcs = networkx.DiGraph([(0, 1, {"label": 5}), (1, 0, {"label": 6})])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        data = sg.from_graphs([arcs])
    assert data.edge_labels is not None and data.edge_labels.ravel().tolist() == [5, 6]
    back = data[0].to_networkx()
    assert back.is_directed() and back.edges[1, 0]["label"] == 6
    with pytest.warns(UserWarning, match="1 arcs of directed graphs have no arc back"):
        sg.from_graphs([networkx.DiGraph([(0, 1)])])


def test_columns_keep_their_names() -> None:
    table = pandas.DataFrame({"logP": np.linspace(0, 1, 30), "logS": np.linspace(2, 1, 30)})
    reg = sg.GraphRegressor("label @ distance 0..1", "label", epochs=2).fit(SMILES, table)
    assert reg.model_.target_names == ["logP", "logS"] and "target logP" in repr(reg.explain("CCO", output=0))
    assert sg.from_smiles(SMILES, y=table).target_names == ["logP", "logS"]
    assert sg.from_smiles(SMILES, y=table.logP).target_names == ["logP"]
    assert sg.from_smiles([*SMILES, "?"], y=pandas.concat([table, table[:1]]), invalid="skip").target_names == ["logP", "logS"]
    labels = (table > 0.5).rename(columns={"logP": "is fatty"})
    clf = sg.GraphClassifier("label @ distance 0..1", "label", epochs=2).fit(SMILES, labels)
    assert clf.model_.target_names == ["is fatty", "logS"]
    nodes = sg.NodeRegressor("label @ distance 0..1", epochs=2).fit(["CC", "CO"], pandas.DataFrame({"charge": [0.5, 1, 2, 3], "mass": 1.5}))
    assert nodes.model_.target_names == ["charge", "mass"]


def test_names_are_words() -> None:
    reg = sg.GraphRegressor("wl:1 @ distance 0..1", "wl:1", epochs=2).fit(SMILES, np.linspace(0, 1, 30))
    names = set(reg.weights()["layers.0.heads.0.weight"].frame().name)
    assert "OH(CH2) -> CH2(CH2,OH) at distance 1" in names
    again = pickle.loads(pickle.dumps(reg))
    assert not set(again.weights()["layers.0.heads.0.weight"].frame().name) & names
    assert set(again.weights(SMILES)["layers.0.heads.0.weight"].frame().name) == names
    found = sg.labels([[(0, 1), (1, 2), (1, 3)]], "degree")
    assert [found.names[v] for v in found] == ["degree 1", "degree 3", "degree 1", "degree 1"]
    assert np.sort(found).names == found.names and set(sg.labels(["CCO"], "label").names) == {"CH3", "CH2", "OH"}  # type: ignore[attr-defined]
    assert list(found.table.columns) == ["name", "count", "key"]


def test_pictures_name_nodes_and_degrees() -> None:
    import re

    friends = networkx.Graph([("ann", "bob"), ("bob", "carl"), ("carl", "ann"), ("carl", "dora")])
    graphs = [friends, networkx.path_graph(4), networkx.cycle_graph(5)]
    clf = sg.GraphClassifier("degree @ distance 0..1", "degree", epochs=2).fit(graphs, [1, 0, 1])
    picture = str(clf.explain(graphs, 0).svg())
    texts = re.findall(r">([^<]*)</text>", picture)
    assert [t for t in texts if t in friends] == ["ann", "bob", "carl", "dora"]
    after = texts[texts.index("Invariant labels: degree") + 1 :]
    assert after[:4] == ["2", "2", "3", "1"] and "node 2 (carl)" in picture


def test_experiments_take_numbers_of_numpy(tmp_path: Path) -> None:
    sg.make("CSL", folder=tmp_path)
    experiment = {
        "data": "CSL", "protocol": "fair", "splits": "synthetic", "runs": np.int64(1),
        "layers": [{"encoder": {"heads": [sg.Head("cycles:10", sg.distance(0, 1))]}},
                   {"decoder": {"heads": ["cycles:10"], "outputs": "classes"}}],
        "train": {"epochs": np.int32(2), "learning-rate": np.float32(0.5)}, "grid": {"train.batch-size": np.array([16, 32])},
    }  # fmt: skip
    results = sg.run(experiment, tmp_path / "run", data_folder=tmp_path, set={"seed": np.int64(7)})
    assert results.overview["n_configurations"] == 2 and results.overview["is_complete"]


def test_settings_of_layers_and_the_vocabulary(program: str, tmp_path: Path) -> None:
    import subprocess

    data = sg.make("CSL", folder=tmp_path)
    base = {"encoder": "cycles:10 @ distance 0,1", "decoder": "cycles:10", "epochs": 3, "learning_rate": 0.1}
    own = sg.GraphClassifier(**base, learning_rate_of={0: 0.001}, weight_decay_of={1: np.float32(0.5)}).fit(data)  # type: ignore[arg-type]
    command = [program, "train", "CSL", "--data-dir", str(tmp_path), "-e", "cycles:10 @ distance 0,1", "-d", "cycles:10", "--epochs", "3",
               "--learning-rate", "0.1", "--set", "learning-rate-of={0: 0.001}", "--set", "weight-decay-of={1: 0.5}",
               "--out", str(tmp_path / "m")]  # fmt: skip
    subprocess.run(command, check=True, capture_output=True)
    assert (tmp_path / "m").read_bytes() == own.model_.to_bytes()
    smiles = [*SMILES[:20], "BrCl"]
    some = [sg.GraphRegressor("label @ distance 0..1", "label", epochs=1, validation=[20], vocabulary=v) for v in ("train", "all")]
    few, many = (reg.fit(smiles, np.linspace(0, 1, 21)).model_.n_weights for reg in some)
    assert few < many
    with pytest.raises(ValueError, match="vocabulary: 'some' is neither"):
        sg.GraphClassifier(vocabulary="some").fit(SMILES[:2], [0, 1])


def test_a_cluster_of_one(tmp_path: Path) -> None:
    sg.make("CSL", folder=tmp_path)
    experiment = {"data": "CSL", "protocol": "fair", "splits": "synthetic", "runs": 1, "train": {"epochs": 1},
                  "layers": [{"decoder": {"heads": ["cycles:10"], "outputs": "classes"}}]}  # fmt: skip
    with sg.Cluster() as ranks:
        assert (ranks.rank, ranks.size) == (0, 1) and ranks.threads >= 1
        results = sg.run(experiment, tmp_path / "run", data_folder=tmp_path, cluster=ranks)
    assert results.overview["is_complete"]
    with pytest.raises(ValueError, match="it is joined by"):
        ranks.size


def test_search(tmp_path: Path) -> None:
    data = sg.from_smiles(SMILES, y=["O" in s for s in SMILES])
    found = sg.search(data, tmp_path / "found", "training", trials=3, verbose=False)
    assert found.summary["trials"] == 3 and len(found.trials) >= 3 and "layers" in found.best
    assert found.model().predict(SMILES).shape == (30,) and "3 trials" in repr(found) and "<table" in found._repr_html_()
    with pytest.raises(FileExistsError, match="resume=True"):
        sg.search(data, tmp_path / "found", "training", trials=3)
    assert len(sg.search(data, tmp_path / "found", "training", trials=3, resume=True, verbose=False).trials) == len(found.trials)
    with pytest.raises(ValueError, match="no classes or targets"):
        sg.search(["CC", "CO"], tmp_path / "none")


def test_several_attributes_by_their_names() -> None:
    graph = networkx.path_graph(3)
    networkx.set_node_attributes(graph, {0: 0.5, 1: 1.5, 2: 2.5}, "charge")
    networkx.set_node_attributes(graph, 3, "mass")
    data = sg.from_graphs([graph], node_attributes=["charge", "mass"])
    assert data.node_attributes is not None and data.node_attributes.tolist() == [[0.5, 3], [1.5, 3], [2.5, 3]]
    with pytest.raises(ValueError, match="1.5 .*is not a whole number; such numbers are attributes: node_attributes='charge'|0.5 at"):
        sg.from_graphs([graph], node_label="charge")


def test_targets_of_all_sizes() -> None:
    y = np.array([len(s) for s in SMILES], float)
    reg = sg.GraphRegressor("label @ distance 0..1", "label", epochs=50)
    wanted = reg.fit(SMILES, y).predict(SMILES)
    for size in (1e300, 1e-300):
        assert np.abs(reg.fit(SMILES, y * size).predict(SMILES) / size - wanted).max() < 0.01


WRONG = [
    (lambda: sg.GraphRegressor("label @ edge", "label").fit(["C", "CC"], [np.nan] * 2), ValueError, "y: all values are missing"),
    (lambda: sg.GraphClassifier().fit(["C", "CC"], {0: 1}), TypeError, "y: a list or an array is needed, not a dict"),
    (lambda: sg.from_graphs([networkx.path_graph(2)], node_attributes=5), TypeError, "node_attributes: a name or a list"),  # type: ignore[arg-type]
    (lambda: sg.from_graphs([networkx.path_graph(2)], node_label=["a"]), TypeError, "node_label: a name is needed"),  # type: ignore[arg-type]
    (lambda: sg.load(None), TypeError, "name: a text or a path is needed, not None"),
    (lambda: sg.load(""), ValueError, "name: it is empty"),
    (lambda: sg.make(5), TypeError, "name: a text or a path is needed, not an int"),  # type: ignore[arg-type]
    (lambda: sg.open_model(None), TypeError, "path: a text or a path is needed, not None"),
    (lambda: sg.open_results(3), TypeError, "folder: a text"),
    (lambda: sg.run(5), TypeError, "experiment: a file or a dictionary is needed, not an int"),  # type: ignore[arg-type]
    (lambda: sg.from_graphs([5]), TypeError, "graph 0: an int is no graph; graphs are networkx graphs"),
    (lambda: sg.from_graphs(None), TypeError, "graphs: None; a list of graphs is needed"),  # type: ignore[arg-type]
    (lambda: sg.from_smiles(5), TypeError, "smiles: an int; a list"),  # type: ignore[arg-type]
    (lambda: sg.from_graphs([{"n_nodes": "x"}]), ValueError, "graph 0: n_nodes: whole numbers are needed"),
    (lambda: sg.from_smiles(["C"], ids=5), TypeError, "ids: a list of names is needed, not an int"),  # type: ignore[arg-type]
    (lambda: sg.concat([5]), TypeError, "graphs: an int is neither a Graph nor a Dataset"),  # type: ignore[list-item]
    (lambda: sg.make("CSL")["a"], IndexError, "a list of numbers, not by a str"),  # type: ignore[call-overload]
    (lambda: sg.hold_out(sg.make("CSL"), None), ValueError, "share: None is no share"),  # type: ignore[arg-type]
    (lambda: sg.GraphClassifier(validation=2.0).fit(["C", "CC"], [0, 1]), ValueError, "validation: 2.0 is no share"),
    (lambda: sg.GraphClassifier(random_state="x").fit(["C", "CC"], [0, 1]), ValueError, "random_state: 'x' is no seed"),
    (lambda: sg.GraphClassifier(layers=5).fit(["C", "CC"], [0, 1]), TypeError, "layers: a list of layers is needed, not an int"),  # type: ignore[arg-type]
    (lambda: sg.Live(None, ["C"]), TypeError, "model: a fitted estimator or a Model is needed, not None"),
]


@pytest.mark.parametrize("call, kind, text", WRONG)
def test_messages_say_what_is_needed(call: Any, kind: type[Exception], text: str) -> None:
    with pytest.raises(kind, match=text):
        call()


def test_scores_need_a_value_for_each_prediction() -> None:
    y = np.arange(len(SMILES), dtype=float)
    reg = sg.GraphRegressor("label @ distance 0", "label", epochs=2).fit(SMILES, y)
    clf = sg.GraphClassifier("label @ distance 0", "label", epochs=2).fit(SMILES, ["O" in s for s in SMILES])
    many = sg.GraphClassifier("label @ distance 0", "label", epochs=2).fit(SMILES, np.stack([y % 2, y % 3 > 0], 1).astype(float))
    for model, wrong in ((reg, y[:2]), (reg, y[:29]), (reg, np.stack([y, y], 1)), (clf, [True]), (clf, [True] * 31), (many, y), (many, np.ones((3, 2)))):
        with pytest.raises(ValueError, match="y: 30 x [12] values are needed, one row for each prediction, not"):
            model.score(SMILES, wrong)
    for weight in ([1.0, 2.0], -np.ones(30)):
        with pytest.raises(ValueError, match="sample_weight"):
            reg.score(SMILES, y, sample_weight=weight)
    words = sg.GraphClassifier("label @ distance 0", "label", epochs=2).fit(SMILES, ["a", "b"] * 15)
    assert words.score(SMILES, [1] * 30) == 0.0 and clf.score(SMILES, ["a"] * 30) == 0.0


def test_what_a_weight_means_does_not_depend_on_other_graphs() -> None:
    graphs = [weighted(4, lambda i, k=k: 1.0 + k % 2) for k in range(20)]
    odd = weighted(4, lambda i: 2.5)
    alone, together = sg.from_graphs(graphs[1:2]), sg.from_graphs(graphs + [odd])
    assert alone.edge_labels is None and together.edge_labels is None
    assert np.array_equal(together[1].edge_attributes, alone[0].edge_attributes)
    assert sg.from_graphs(graphs[:1])[0].edge_attributes.tolist() == [[1.0]] * 3
    clf = sg.GraphClassifier(epochs=30, learning_rate=0.05).fit(graphs, [k % 2 for k in range(20)])
    whole = clf.predict_proba(graphs)
    assert np.allclose(clf.predict_proba(graphs + [odd])[:20], whole, atol=1e-6)
    assert all(np.allclose(clf.predict_proba([g]), whole[i], atol=1e-6) for i, g in enumerate(graphs[:4]))


def test_a_table_is_no_list_of_its_column_names() -> None:
    table = pandas.DataFrame({"CO": SMILES[:3]})
    assert len(sg.from_smiles(table)) == len(sg.from_graphs(table)) == 3
    with pytest.raises(ValueError, match="a table with the columns CO, CN; give the one with the graphs"):
        sg.from_smiles(table.assign(CN=1))


def test_outputs_are_explained_by_name() -> None:
    clf = sg.GraphClassifier("label @ distance 0..1", "label", epochs=2).fit(SMILES, ["alcohol" if "O" in s else "other" for s in SMILES])
    assert clf.explain(SMILES, 1, output="other").output == clf.explain(SMILES, 1, output=1).output == 1
    with pytest.raises(ValueError, match="output: there is no 'ester'; there are alcohol, other"):
        clf.explain(SMILES, 1, output="ester")
    reg = sg.GraphRegressor("label @ distance 0..1", "label", epochs=2).fit(SMILES, pandas.DataFrame({"a": range(30), "b": range(30)}))
    assert reg.explain(SMILES, 0, output="b").output == 1


def test_long_smiles_are_cut_in_messages() -> None:
    with pytest.raises(sg.Error) as failure:
        sg.from_smiles(["C" + "(" * 100000])
    assert len(str(failure.value)) < 400
