"""Graphs that are unusual or wrong: adjacency matrices, names of nodes, far too large numbers, missing values."""
from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from conftest import SMILES

import sharegnn as sg

PATH = np.array([[0, 1, 0], [1, 0, 2], [0, 2, 0]])


def test_adjacency_matrices_are_graphs() -> None:
    sparse = pytest.importorskip("scipy.sparse")
    bonds = [(0, 1), (1, 2)]
    expected = sg.from_graphs([{"edges": bonds, "edge_attributes": [1.0, 2.0], "n_nodes": 3}])
    for kind in (np.array, sparse.csr_matrix, sparse.coo_matrix, sparse.csc_matrix, sparse.lil_matrix, sparse.csr_array):
        for dtype in (int, float, ">i4", "u1"):
            assert sg.from_graphs([kind(PATH.astype(dtype))]).fingerprint == expected.fingerprint
    plain = sg.from_graphs([PATH > 0, np.zeros((2, 2)), sparse.csr_matrix((5, 5))])
    assert plain.edge_labels is None and [g.n_nodes for g in plain] == [3, 2, 5] and plain[0].edges.tolist() == [[0, 1], [1, 2]]
    assert sg.from_graphs(np.stack([PATH > 0] * 4)).shape == (4,)
    weighted = sg.from_graphs([(PATH / 4, ["a", "b", "c"])])
    assert weighted.edge_attributes is not None and weighted.edge_attributes.ravel().tolist() == [0.25, 0.25, 0.5, 0.5]
    assert sg.from_graphs([{"edges": PATH > 0, "node_labels": [1, 2, 3]}])[0].node_labels.ravel().tolist() == [1, 2, 3]  # type: ignore
    # One direction is enough, an entry that says 0 is none, and what occurs twice is added.
    once = sparse.coo_matrix(([1, 0, 2], ([0, 0, 1], [1, 2, 2])), shape=(3, 3))
    assert sg.from_graphs([once]).fingerprint == expected.fingerprint
    twice = sparse.coo_matrix(([1, 1, 1], ([0, 1, 1], [1, 2, 2])), shape=(3, 3))
    assert sg.from_graphs([twice]).fingerprint == expected.fingerprint
    clf = sg.GraphClassifier("degree @ distance 0..1", "degree", epochs=2).fit([PATH > 0, np.ones((4, 4)) - np.eye(4)], [0, 1])
    assert clf.predict_proba(PATH > 0).shape == (1, 2) and clf.predict_proba(sparse.csr_matrix(PATH > 0)).shape == (1, 2)


@pytest.mark.parametrize("graphs, said", [
    ([PATH, PATH * np.nan], "graph 1: adjacency matrix: nan"),
    ([PATH, np.zeros((3, 4))], r"graph 1: an adjacency matrix is square, but this has the shape \(3, 4\)"),
    ([np.zeros((4, 4)), [(0, 1), (1, 2), (2, 3)]], "graph 1: an adjacency matrix is square"),
    ([np.triu(np.ones((3, 3)))], "graph 0: is this an adjacency matrix, or are these three edges with weights"),
    ([(PATH, None, None, None, [1, 2])], "graph 0: edge_attributes are the entries"),
    ([{"edges": PATH, "n_nodes": 4}], "graph 0: n_nodes is 4, but the adjacency matrix has 3 rows"),
    ([(PATH, [1, 2])], "graph 0: it has 2 node_labels, but 3 nodes"),
    ([np.zeros((4, 4)), {"n_nodes": 3}], "graph 1: it has no adjacency matrix"),
    ([np.zeros((4, 4), complex)], "graph 0: adjacency matrix: numbers are needed"),
    ([(np.array([(0, 1, 0.5), (1, 2, 0.5), (2, 3, 0.5), (3, 4, 1)]),)], "weights of edges are edge_attributes"),
])  # fmt: skip
def test_wrong_matrices_are_named(graphs: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        sg.from_graphs(graphs)


@pytest.mark.parametrize("graphs, said", [
    ([([(0, 2**31)],)], "graph 0: an edge has the node 2147483648, but there are only 1 edges.*'n_nodes': 2147483649"),
    ([([(0, 1)],), ([(0, 2**40)],)], "graph 1: an edge has the node"),
    ([([(0, 1)],), ([(0, 10**6)] * 3,)], "graph 1: an edge has the node 1000000"),
    ([([("a", "b")],)], "graph 0: edges: whole numbers are needed.*networkx graphs may have names"),
    ([([(0, 1)], [1, 2]), ([(0, 1.5)], [1, 2])], "graph 1: edges: 1.5"),
    ([([(0, 1)], [1, 2]), ([(0, 1)], [1, 2.5])], "graph 1: node_label: 2.5"),
    ([([(0, 1)], [1, 2]), ([(0, 1)], ["a", "b"])], "graph 1: its node_labels are words, those of graph 0 are not"),
    ([([(0, 1)], ["a", "b"]), ([(0, 1)], ["a", None])], "graph 1: node_label: None at position 1 is no text"),
    ([([(0, 1)], ["a", "b"]), ([(0, 1)], ["a", float("nan")])], "graph 1: node_label: nan at position 1 is no text"),
    ([([(0, 1)],), ([(0, 1), (1, 2, 3)],)], "graph 1: edges: it is ragged"),
    ([([], None, None, [[1.0]]), ([], None, None, [[np.inf]])], "graph 1: node_attributes: inf"),
])  # fmt: skip
def test_errors_name_the_graph(graphs: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        sg.from_graphs(graphs)


def test_many_nodes_are_taken_where_somebody_says_so() -> None:
    assert sg.from_graphs([{"edges": [(0, 10**6)], "n_nodes": 10**6 + 1}]).n_nodes == 10**6 + 1
    assert sg.from_graphs([([(i, i + 1) for i in range(70000)],)]).n_nodes == 70001


@pytest.mark.parametrize("n", [2**31, 2**32 - 10])
def test_more_nodes_than_memory_are_refused(monkeypatch: pytest.MonkeyPatch, n: int) -> None:
    from sharegnn import _columns

    monkeypatch.setattr(_columns.lib, "sg_memory_left", lambda: 2**30)
    for work in (lambda: sg.from_graphs([{"n_nodes": n}]), lambda: sg.from_arrays([0, n])):
        with pytest.raises(MemoryError, match=f"{n} nodes take more than"):
            work()


@pytest.mark.parametrize("y", [["a", float("nan")], ["a", None], [1, None], np.array(["a", None], object), ["", "a"]])
def test_missing_classes_are_refused(y: Any) -> None:
    with pytest.raises(ValueError, match="y: .* at position . is no class; leave out the graphs without one"):
        sg.from_smiles(["CC", "CO"], y=y)
    with pytest.raises(ValueError, match="y: .* is no class"):
        sg.GraphClassifier(epochs=1).fit(["CC", "CO"], y)


def test_classes_of_pandas() -> None:
    pandas = pytest.importorskip("pandas")
    small = sg.GraphClassifier("label @ distance 0..1", "label", epochs=1)
    for y in (pandas.Series(["a", "b"]), pandas.Categorical(["a", "b"]), pandas.array([1, 2]), pandas.Series(["a", "b"], dtype="string")):
        classes = small.fit(["CC", "CO"], y).classes_
        assert classes.tolist() in (["a", "b"], [1, 2]) and classes.dtype.kind in "Ui"
    for y in (pandas.Series(["a", None]), pandas.array([1, None]), pandas.Series(["a", pandas.NA], dtype="string")):
        with pytest.raises(ValueError, match="at position 1 is no class"):
            small.fit(["CC", "CO"], y)
    with pytest.raises(ValueError, match="y: 1 at position 1 is no text, but others are"):
        small.fit(["CC", "CO"], ["a", 1])


def test_whole_floats_are_what_the_estimator_says() -> None:
    multiclass = pytest.importorskip("sklearn.utils.multiclass")
    for y in ([0.0, 1.0], [1.0, 2.0], [0.5, 1.0], [1, 2], [True, False]):
        data = sg.from_smiles(["CC", "CO"], y=y)
        assert (data.classes is None) == (multiclass.type_of_target(y) == "continuous")
    whole = sg.from_smiles(SMILES, y=[float(i % 3) for i in range(10)])
    settings: Any = {"encoder": "label @ distance 0..1", "decoder": "label", "epochs": 2}
    assert sg.GraphRegressor(**settings).fit(whole).predict(whole).dtype.kind == "f"
    assert sg.GraphRegressor(**settings).fit(whole).model_.task == "regression"
    as_targets = whole.with_y([float(i % 3) for i in range(10)], as_targets=True)
    assert as_targets.classes is None and sg.GraphClassifier(**settings).fit(as_targets).classes_.tolist() == [0, 1, 2]
    assert whole.with_y(np.linspace(0, 1, 10)).targets is not None


@pytest.mark.parametrize("weight, said", [
    ({"actve": 3.0}, "no class 'actve'; the classes are 'active', 'inactive'; did you mean 'active'"),
    ({1: 3.0}, "no class 1"),
    ({"active": -1.0}, "-1 is negative"),
    ({"active": "much"}, "numbers are needed"),
    ("balance", "'balance' is not 'balanced'"),
    ([1.0, 2.0], "a list; 'balanced' or a dictionary"),
])  # fmt: skip
def test_typos_in_class_weights_are_told(weight: Any, said: str) -> None:
    clf = sg.GraphClassifier("label @ distance 0..1", "label", epochs=1, class_weight=weight)
    with pytest.raises(ValueError, match=f"class_weight: .*{said}"):
        clf.fit(["CC", "CO", "C"], ["active", "inactive", "active"])


def test_weights_of_classes_that_a_fold_lacks_are_taken() -> None:
    clf = sg.GraphClassifier("label @ distance 0..1", "label", epochs=1, class_weight={0: 1.0, 1: 2.0, 2: 3.0})
    assert clf.fit(["CC", "CO", "C"], [0, 1, 0]).classes_.tolist() == [0, 1]


def test_names_of_nodes_stay() -> None:
    networkx = pytest.importorskip("networkx")
    friends, path = networkx.Graph([("Anna", "Bert"), ("Bert", ("x", 1))]), networkx.path_graph(3)
    data = sg.from_graphs([friends, path], y=[0, 1])
    names = ["Anna", "Bert", "('x', 1)", "0", "1", "2"]
    for same in (data, pickle.loads(pickle.dumps(data)), data.with_y([1, 0]), data[[0, 1]], sg.concat([data[:1], data[1:]])):
        assert same.node_ids.tolist() == names and same.has_node_ids
    assert sg.concat([data[:1], sg.from_graphs([path])]).node_ids.tolist() == names
    assert not sg.from_graphs([path]).has_node_ids and sg.from_graphs([path]).node_ids.tolist() == [0, 1, 2]
    assert data[0].to_networkx().nodes[1]["id"] == "Bert" and data.fingerprint == data.with_y([0, 1]).fingerprint
    clf = sg.GraphClassifier("degree @ distance 0..1", "degree", epochs=2).fit(data)
    why = clf.explain(friends)
    assert why.nodes.id.tolist() == names[:3] and set(why.messages.receiver_id) == set(names[:3])
    assert (why.messages.sender_id == np.array(names)[why.messages.sender]).all()
    assert "id" not in clf.explain(path).nodes.columns


def test_typos_in_node_y_are_told() -> None:
    networkx = pytest.importorskip("networkx")
    graph = networkx.path_graph(3)
    with pytest.raises(ValueError, match="node_y: no node has 'lable'; they have nothing"):
        sg.from_graphs([graph], node_y="lable")
    networkx.set_node_attributes(graph, 1, "label")
    with pytest.raises(ValueError, match="node_y: no node has 'lable'; they have label"):
        sg.from_graphs([graph], node_y="lable")


def test_a_list_is_needed_and_texts_are_molecules() -> None:
    for wrong in ({"a": ([(0, 1)],)}, "CCO"):
        with pytest.raises(TypeError, match=r"a list of graphs is needed, also for one graph: \[graph\]"):
            sg.from_graphs(wrong)
    reg = sg.GraphRegressor("label @ distance 0..1", "label", epochs=1).fit(["CC", "CO"], [0.5, 1.5])
    with pytest.raises(ValueError, match=r"sharegnn.load\('table.csv'\) opens files"):
        reg.predict("table.csv")
    for estimator in (reg, sg.GraphClassifier("label @ distance 0..1", "label", epochs=1)):
        with pytest.raises(ValueError, match="y: it has 3 dimensions, but there are 2 graphs"):
            estimator.fit(["CC", "CO"], np.zeros((2, 2, 2)))


def test_what_there_is_is_shown() -> None:
    graphs = [{"edges": [(0, 1)], "node_attributes": [[0.5, 1], [2, 3]], "edge_labels": [3], "edge_attributes": [[0.5]]}]
    assert repr(sg.from_graphs(graphs)) == ("<Dataset: 1 graph, 2.0 nodes (2 .. 2), 1.0 edges (1 .. 1), 1 edge label,"
                                            " 2 attributes of nodes, 1 attribute of edges>")  # fmt: skip


def test_labels_of_several_columns_are_yes_or_no() -> None:
    small: Any = {"encoder": "label @ distance 0..1", "epochs": 1}
    with pytest.raises(ValueError, match="y: 5 in column 1 is neither 0 nor 1, nor missing"):
        sg.GraphClassifier(**small, decoder="label").fit(["CC", "CO"], [[0, 5], [1, 1]])
    with pytest.raises(ValueError, match="y: 0.5 in column 0"):
        sg.NodeClassifier(**small).fit(["C", "O"], np.array([[0.5, 1], [1, 1]]))


def test_masked_values_are_refused() -> None:
    edges = np.ma.array([[0, 1], [1, 2]], mask=[[0, 0], [1, 0]])
    with pytest.raises(ValueError, match="graph 0: edges: some of its values are masked"):
        sg.from_graphs([(edges,)])
    assert sg.from_graphs([(np.ma.array([[0, 1], [1, 2]]),)])[0].n_edges == 2
    with pytest.raises(ValueError, match="y: some of its values are masked"):
        sg.from_smiles(["CC", "CO"], y=np.ma.array([1.5, 2.5], mask=[False, True]))


def test_networkx_knows_names_of_labels() -> None:
    pytest.importorskip("networkx")
    graph = sg.from_smiles(["C=O"])[0].to_networkx()
    assert graph.nodes[0] == {"label": 60002, "name": "CH2"} and graph.edges[0, 1]["name"] == "double"
    reg = sg.GraphRegressor("label @ distance 0..1", "label", epochs=1)
    data = sg.from_smiles(["C=O", "CC"]).with_y([0.5, 1.5], target_names=["logS"])
    assert "target logS, value" in repr(reg.fit(data).explain(data))


@pytest.mark.parametrize("wanted", [[99], [-1], [0.5], "some"])
def test_validation_of_no_graphs_is_refused(wanted: object) -> None:
    with pytest.raises(ValueError, match="validation: "):
        sg.GraphClassifier("label @ distance 0..1", "label", epochs=1, validation=wanted).fit(["CCO", "CC", "CCC", "CN"], [0, 1, 0, 1])


def test_one_text_and_sets_are_no_lists_of_molecules() -> None:
    for wrong in ("CCO", {"CCO", "CC"}):
        with pytest.raises(TypeError, match="a list"):
            sg.from_smiles(wrong)
    with pytest.raises(TypeError, match="no order"):
        sg.GraphClassifier(epochs=1).fit({"CCO", "CC"}, [0, 1])


def test_numbers_of_threads() -> None:
    molecules, y = ["CCO", "CC", "CCC", "CN"], [0, 1, 0, 1]
    clf = sg.GraphClassifier("label @ distance 0..1", "label", epochs=1, n_jobs=100_000).fit(molecules, y)
    assert len(clf.predict(molecules)) == 4
    with pytest.raises(ValueError, match="n_jobs: 'two'"):
        sg.GraphClassifier("label @ distance 0..1", "label", epochs=1, n_jobs="two").fit(molecules, y)  # type: ignore[arg-type]
