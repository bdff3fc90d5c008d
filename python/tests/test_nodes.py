"""Classes and targets of nodes: data, estimators, explanations, the same bytes as the program."""
from __future__ import annotations

import pickle
import subprocess
from typing import Any

import networkx
import numpy as np
import pytest
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV, GroupKFold, cross_val_predict, cross_val_score

import sharegnn as sg

LAYERS = [
    {"encoder": {"heads": ["degree @ distance 0..2"], "activation": "tanh"}},
    {"linear": {"outputs": "classes"}},
]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A citation network as two tables; every tenth node has no class."""
    folder = tmp_path_factory.mktemp("net")
    parts = ["train"] * 4 + ["validation"] * 2 + ["test"] * 3 + [""]
    with open(folder / "nodes.csv", "w", encoding="utf-8") as file:
        file.write("id,class,split,size\n")
        for i in range(120):
            name = "" if i % 10 == 9 else ("red", "blue")[i % 2]
            file.write(f"n{i},{name},{parts[i % 10]},{i % 3}.5\n")
    with open(folder / "edges.csv", "w", encoding="utf-8") as file:
        file.write("source,target\n")
        for i in range(118):
            file.write(f"n{i},n{i + 2}\n" + (f"n{i},n{i + 1}\n" if i % 5 == 0 else ""))
    return f"{folder}/nodes.csv?edges={folder}/edges.csv"


def ladders() -> sg.Dataset:
    """Graphs whose nodes at the ends are of another class than those in the middle."""
    graphs = [networkx.ladder_graph(n) for n in range(3, 13)]
    ends = [[0 if graph.degree(v) == 2 else 1 for v in graph] for graph in graphs]
    return sg.from_graphs(graphs, node_y=ends)


def test_tables_of_nodes(table: str) -> None:
    data = sg.load(table)
    assert (data.item, data.n_items, len(data)) == ("node", 120, 1)
    assert data.y is not None and data.y[9] is None and data.y[0] == "red" and data.y[1] == "blue"
    assert data.node_ids[17] == "n17"
    assert data.part is not None and data.part[:10].tolist() == [0, 0, 0, 0, 1, 1, 2, 2, 2, 3]
    assert "2 classes of nodes" in repr(data)
    split = sg.splits_of(data)
    assert [len(p) for p in split] == [48, 24, 36]


def test_same_bytes_as_the_program(table: str, program: str, tmp_path: Any) -> None:
    layers = tmp_path / "net.yml"
    layers.write_text('layers:\n  - encoder: { heads: ["degree @ distance 0..2"], activation: tanh }\n  - linear: { outputs: classes }\n')
    command = [program, "train", table, "--layers", str(layers), "--epochs", "20", "--set", "init=he", "-q"]
    subprocess.run([*command, "-o", str(tmp_path / "theirs")], check=True, capture_output=True)
    clf = sg.NodeClassifier(layers=LAYERS, epochs=20, verbose=False).fit(sg.load(table))
    clf.save(tmp_path / "ours")
    assert (tmp_path / "ours").read_bytes() == (tmp_path / "theirs").read_bytes()
    lines = subprocess.run([program, "predict", str(tmp_path / "ours"), table], capture_output=True, text=True, check=True)
    assert [line.split("\t")[3] for line in lines.stdout.splitlines()[1:]] == clf.predict(sg.load(table)).tolist()


def test_a_model_of_nodes_has_a_row_for_every_node(table: str) -> None:
    clf = sg.NodeClassifier(layers=LAYERS, epochs=2, verbose=False).fit(sg.load(table))
    assert clf.model_.item == "node" and "of nodes" in repr(clf.model_)
    big = networkx.cycle_graph(5000)
    assert clf.predict_proba(big).shape == (5000, 2)
    assert clf.model_.scores([big, big]).shape == (10000, 2)
    data = sg.from_graphs([big, big])
    assert (clf.predict(data.nodes[[7, 9000]]) == clf.predict(data)[[7, 9000]]).all()
    graphs = sg.GraphClassifier(epochs=1, verbose=False).fit(sg.make("CSL"))
    with pytest.raises(ValueError, match="predicts graphs"):
        graphs.predict(sg.make("CSL").nodes)


def test_scikit_learn_splits_nodes() -> None:
    data = ladders()
    clf = sg.NodeClassifier("degree @ distance 0..1 x4", epochs=60, learning_rate=0.1)
    assert cross_val_score(clf, data.nodes, data.y, cv=3).min() == 1.0
    folds = GroupKFold(3)
    assert cross_val_score(clf, data.nodes, data.y, groups=data.nodes.graph, cv=folds).min() == 1.0
    found = cross_val_predict(clf, data.nodes, data.y, cv=3, method="predict_proba")
    assert found.shape == (data.n_nodes, 2)
    search = GridSearchCV(clf, {"epochs": [1, 60]}, cv=3).fit(data.nodes, data.y)
    assert search.best_params_ == {"epochs": 60}
    assert "decoder" not in clf.get_params() and clone(clf).get_params() == clf.get_params()
    assert sg.NodeClassifier().get_params()["init"] is None
    with pytest.raises(TypeError):
        sg.NodeClassifier(decoder="wl:2")
    again = pickle.loads(pickle.dumps(clf.fit(data)))
    assert (again.predict(data) == clf.predict(data)).all()


def test_only_the_classes_of_the_given_nodes_are_seen() -> None:
    data = ladders()
    train = np.arange(data.n_nodes) % 3 == 0
    lies = np.where(train, data.y, 1 - np.asarray(data.y))
    settings: dict[str, Any] = {"encoder": "degree @ distance 0..1 x4", "epochs": 10, "verbose": False}
    honest = sg.NodeClassifier(**settings).fit(data.nodes[train], np.asarray(data.y)[train])
    other = data.with_node_y(lies)
    fooled = sg.NodeClassifier(**settings).fit(other.nodes[train], lies[train])
    assert (honest.predict_proba(data) == fooled.predict_proba(data)).all()
    missing = np.where(train, np.asarray(data.y, float), np.nan)
    sparse = sg.NodeClassifier(**settings).fit(data, missing)
    assert (honest.predict_proba(data) == sparse.predict_proba(data)).all()
    assert sparse.classes_.tolist() == [0, 1] and sparse.classes_.dtype.kind == "i"


def test_weights_validation_and_regression() -> None:
    data = ladders()
    values = np.asarray(data.y, float) + 0.25
    reg = sg.NodeRegressor("degree @ distance 0..1 x4", epochs=200, learning_rate=0.1, validation=0.2, patience=50)
    assert reg.fit(data, values).score(data, values) > 0.9
    two = np.stack([values, np.where(np.arange(len(values)) % 2, np.nan, values)], axis=1)
    assert reg.fit(data, two).predict(data).shape == (data.n_nodes, 2)
    clf = sg.NodeClassifier("degree @ distance 0..1 x4", epochs=5, class_weight="balanced")
    weight = np.ones(data.n_nodes)
    assert clf.fit(data, sample_weight=weight).predict_proba(data).shape == (data.n_nodes, 2)
    many = sg.NodeClassifier("degree @ distance 0..1 x4", epochs=5).fit(data, np.stack([data.y, 1 - np.asarray(data.y)], axis=1))
    assert many.predict(data).shape == (data.n_nodes, 2)
    mask = np.arange(data.n_nodes) % 4 == 0
    assert clf.set_params(validation=mask, class_weight=None).fit(data).history_[0]["validation_loss"] > 0


def test_validation_beside_parts(table: str) -> None:
    """A share of all nodes would let those train that the data tests with."""
    data = sg.load(table)
    clf = sg.NodeClassifier(layers=LAYERS, epochs=2, validation=0.2)
    with pytest.raises(ValueError, match="validation: the data set says which nodes train"):
        clf.fit(data)
    known = np.asarray(data.part) < 2
    assert clf.fit(data.nodes[known]).predict(data).shape == (data.n_nodes,)
    mask = np.asarray(data.part) == 1
    masked = sg.NodeClassifier(layers=LAYERS, epochs=3, validation=mask).fit(data)
    own = sg.NodeClassifier(layers=LAYERS, epochs=3).fit(data)
    assert (masked.predict_proba(data) == own.predict_proba(data)).all()


def test_data_keeps_classes_of_nodes() -> None:
    words = sg.from_graphs([networkx.path_graph(3), networkx.path_graph(2)], node_y=[["a", "b", None], ["", "a"]])
    assert words.y is not None and words.y.tolist() == ["a", "b", None, None, "a"]
    numbers = sg.from_arrays([0, 3, 5], [(0, 1), (3, 4)], node_y=[4, np.nan, 7, 4, 4], node_part=["train", "none", "test", "train", "test"])
    assert numbers.classes is not None and numbers.classes.tolist() == [4, 7]
    targets = sg.from_arrays([0, 3, 5], [(0, 1), (3, 4)], node_y=[0.5, np.nan, 7, 4, 4])
    assert targets.targets is not None and targets.targets.shape == (5, 1)
    for data in (words, numbers, targets):
        again = pickle.loads(pickle.dumps(data))
        assert again.item == "node" and again.fingerprint == data.fingerprint
        both = sg.concat([data, data[[1]]])
        assert both.y is not None and len(both.y) == 7 and both.n_items == 7
        np.testing.assert_array_equal(both.y[5:], np.asarray(data.y)[3:])
        np.testing.assert_array_equal(data[1].y, np.asarray(data.y)[3:])
        assert [n.get("y") for _, n in data[1].to_networkx().nodes(data=True)] is not None
    assert words[0].pyg_members()["y"].tolist() == [0, 1, -1]
    assert sg.from_graphs(words.to_networkx(), node_y="y").fingerprint == words.fingerprint
    with pytest.raises(ValueError, match="not to both"):
        sg.from_graphs([networkx.path_graph(2)], y=[1], node_y=[[0, 1]])
    with pytest.raises(ValueError, match="graph 0, which has 2 nodes"):
        sg.from_graphs([networkx.path_graph(2)], node_y=[[0, 1, 1]])
    with pytest.raises(ValueError, match="others of graphs"):
        sg.concat([words, sg.from_graphs([networkx.path_graph(2)], y=[1])])


def test_refusals() -> None:
    data = ladders()
    with pytest.raises(ValueError, match="NodeClassifier"):
        sg.GraphClassifier().fit(data)
    with pytest.raises(ValueError, match="but there are"):
        sg.NodeClassifier().fit(data, [1, 2])
    with pytest.raises(ValueError, match="no classes"):
        sg.NodeClassifier().fit(sg.make("CSL"))
    with pytest.raises(ValueError, match="two classes"):
        sg.NodeClassifier().fit(data, np.zeros(data.n_nodes))
    with pytest.raises(ValueError, match="NodeRegressor"):
        sg.NodeClassifier().fit(data, np.full(data.n_nodes, 0.5))
    with pytest.raises(IndexError):
        data.nodes[[data.n_nodes]]
    with pytest.raises(IndexError):
        data.nodes[np.ones(3, bool)]


def test_explanations_of_nodes() -> None:
    data = ladders()
    clf = sg.NodeClassifier("degree @ distance 0..1", epochs=20, learning_rate=0.1).fit(data)
    why = clf.explain(data, graph=1, node=2)
    assert "node 2 of graph 1" in repr(why) and "<svg" in why._repr_svg_()
    assert set(why.messages.receiver) == {2}
    number = int(data.graph_offset[1]) + 2
    assert clf.explain(data.nodes[number]).value == why.value
    with pytest.raises(ValueError, match="say which one"):
        clf.explain(data)
    named = networkx.relabel_nodes(networkx.ladder_graph(4), dict(enumerate("abcdefgh")))
    assert clf.explain(named, node="c").value == why.value
    with pytest.raises(ValueError, match="graph 0 has no node 'z'; it has 8"):
        clf.explain(named, node="z")
    with pytest.raises(IndexError, match="no node 8 in graph 0"):
        clf.explain(named, node=8)
    with pytest.raises(IndexError, match="no node -1"):
        clf.explain(named, node=-1)
    with pytest.raises(TypeError, match="number or the name of a node"):
        clf.explain(named, node=1.5)
    assert len(clf.rank(data).rows) > 0
    assert len(clf.trust(data)) == len(data)


def sparse_net(n: int = 60) -> tuple[Any, Any, Any]:
    """Edges, a sparse matrix of words and classes that the words tell."""
    from scipy import sparse

    rng = np.random.default_rng(3)
    y = np.arange(n) % 3
    words = sparse.lil_matrix((n, 40))
    for v in range(n):
        words[v, y[v] * 10 + rng.integers(0, 10, 3)] = 1
        words[v, 30 + rng.integers(0, 10)] = 2
    return [(v, (v + 3) % n) for v in range(n)], words, y


def test_sparse_attributes() -> None:
    edges, words, y = sparse_net()
    for matrix in (words, words.tocsr(), words.tocoo(), words.tocsc()):
        data = sg.from_arrays([0, 60], edges, node_attributes=matrix, node_y=y)
        assert (data.sparse_attributes != words.tocsr()).nnz == 0 and data.node_attributes is None
    for other in (data.with_node_y(y), pickle.loads(pickle.dumps(data)), sg.concat([data, data])[:1]):
        assert (other.sparse_attributes != data.sparse_attributes).nnz == 0
    both = sg.concat([data, data])
    assert both.sparse_attributes.shape[0] == 120 and both.sparse_attributes.nnz == 2 * words.tocsr().nnz
    layers = [{"sparse": {"outputs": 8, "columns": 40, "gather": "gcn", "activation": "relu"}}, {"linear": {"outputs": "classes"}}]
    model = sg.NodeClassifier(layers=layers, epochs=60, learning_rate=0.05, init="he").fit(data.nodes)
    assert model.score(data.nodes) > 0.9
    small = sg.NodeClassifier(layers=layers, epochs=20, learning_rate=0.05, init="he", batch_nodes=10).fit(data.nodes)
    assert small.score(data.nodes) > 0.9
    with pytest.raises(ValueError, match="60 nodes"):
        sg.from_arrays([0, 60], edges, node_attributes=words[:59])
    broken = words.tocsr().copy()
    broken.data[5] = np.nan
    with pytest.raises(ValueError, match="node 1 is not a finite number"):
        sg.from_arrays([0, 60], edges, node_attributes=broken)


def test_directed_arrays() -> None:
    data = sg.from_arrays([0, 3], [(0, 1), (1, 2), (2, 2)], directed=True, self_loops=True, node_y=[0, 1, 0])
    assert data.is_directed and data.keeps_self_loops and data.neighbor.tolist() == [1, 2, 2]
    for other in (data.with_node_y([1, 0, 1]), pickle.loads(pickle.dumps(data)), sg.concat([data, data])):
        assert other.is_directed and other.keeps_self_loops and other.neighbor[:3].tolist() == [1, 2, 2]
    with pytest.raises(ValueError, match="directed"):
        sg.concat([data, sg.from_arrays([0, 2], [(0, 1)], node_y=[0, 1])])


def test_names_of_nodes_and_attributes(table: str) -> None:
    """What columns and nodes are called in DataFrames, networkx graphs and tables stays, and models insist on it."""
    pandas = pytest.importorskip("pandas")
    edges = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)]
    frame = pandas.DataFrame({"age": [1.0, 2, 3, 4, 5, 6], "size": [6.0, 5, 4, 3, 2, 1]})
    weights = pandas.Series([1.0, 2, 1, 2, 1], name="trust")
    people = ["ann", "bob", "cyd", "dan", "eva", "fox"]
    data = sg.from_arrays([0, 6], edges, node_attributes=frame, edge_attributes=weights, node_y=list("xyxyxy"), node_ids=people)
    assert data.node_attribute_names == ["age", "size"] and data.edge_attribute_names == ["trust"]
    assert data.node_ids.tolist() == people
    for again in (data[[0]], pickle.loads(pickle.dumps(data)), sg.concat([data, data])):
        assert again.node_attribute_names == ["age", "size"] and again.edge_attribute_names == ["trust"]
        assert again.node_ids.tolist()[:6] == people
    layers = [{"gcn": {"outputs": 4, "weight": 0, "activation": "relu"}}, {"linear": {"outputs": "classes"}}]
    clf = sg.NodeClassifier(layers=layers, input="attributes", epochs=2, verbose=False).fit(data)
    turned = sg.from_arrays([0, 6], edges, node_attributes=frame[["size", "age"]], edge_attributes=weights)
    with pytest.raises(ValueError, match='attribute 0 of nodes was called "age" .* it is "size"'):
        clf.predict(turned)
    other = sg.from_arrays([0, 6], edges, node_attributes=frame, edge_attributes=weights.rename("distance"))
    with pytest.raises(ValueError, match='attribute 0 of edges was called "trust"'):
        clf.predict(other)
    nameless = sg.from_arrays([0, 6], edges, node_attributes=frame.to_numpy(), edge_attributes=weights.to_numpy())
    assert nameless.node_attribute_names is None
    assert clf.predict(nameless).tolist() == clf.predict(data).tolist()
    graph = networkx.path_graph(people)
    networkx.set_node_attributes(graph, dict(zip(people, frame["age"])), "age")
    networkx.set_edge_attributes(graph, 2.5, "weight")
    drawn = sg.from_graphs([graph], node_attributes=["age"])
    assert drawn.node_attribute_names == ["age"] and drawn.edge_attribute_names == ["weight"]
    assert drawn.node_ids.tolist() == people
    assert sg.load(table).node_attribute_names is not None
    with pytest.raises(ValueError, match="node_attribute_names: .*same columns"):
        sg.concat([data, turned])
    with pytest.raises(ValueError, match="node_ids: 6 names are needed"):
        sg.from_arrays([0, 6], edges, node_ids=["ann"])
