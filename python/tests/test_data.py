"""Data sets: choosing, views, pickles, and graphs of every origin."""
from __future__ import annotations

import gc
import pickle
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from conftest import SMILES

import sharegnn as sg


def test_choosing(csl: sg.Dataset) -> None:
    assert csl.shape == (150,) and len(csl) == 150
    assert csl[:7].shape == (7,) and csl[[3, 1]].shape == (2,) and csl[::-1][0].n_nodes == 41
    assert len(csl[csl.y == 3]) == (csl.y == 3).sum()
    assert csl[[5]].fingerprint == csl[np.array([5])].fingerprint == csl[5:6].fingerprint
    assert csl[-1].number == 149 and csl[[-1]].fingerprint == csl[[149]].fingerprint
    assert [g.number for g in csl][:3] == [0, 1, 2]
    for wrong in (150, -151, [0, 150], np.zeros(3, bool), [[1]], [0.5]):
        with pytest.raises((IndexError, ValueError)):
            csl[wrong]  # type: ignore[index, call-overload]


def test_views_keep_the_data() -> None:
    data = sg.make("CSL")
    neighbors, part = data.neighbor, data[3].edges
    before = neighbors.copy()
    assert neighbors.base is not None and not neighbors.flags.writeable
    with pytest.raises(ValueError):
        neighbors[0] = 1
    del data
    gc.collect()
    assert (neighbors == before).all() and part.shape == (82, 2)


def test_views_are_no_copies(csl: sg.Dataset) -> None:
    again = sg.Dataset(csl._handle)
    assert again.neighbor.ctypes.data == csl.neighbor.ctypes.data


def test_borrowed_arrays_are_used_in_place() -> None:
    offset = np.array([0, 2, 3], np.uint32)
    labels = np.array([[4], [5], [6]], np.int32)
    data = sg.from_arrays(offset, [(0, 1)], labels, copy=False)
    assert data.node_labels is not None and data.node_labels.ctypes.data == labels.ctypes.data
    place = labels.ctypes.data
    del labels, offset
    gc.collect()
    assert data.node_labels.ctypes.data == place and data.node_labels.ravel().tolist() == [4, 5, 6]


def test_pickle(csl: sg.Dataset) -> None:
    again = pickle.loads(pickle.dumps(csl))
    assert again.fingerprint == csl.fingerprint and (again.y == csl.y).all()
    molecules = sg.from_smiles(SMILES, y=np.linspace(0.5, 1.25, 10), ids=[f"m{i}" for i in range(10)])
    again = pickle.loads(pickle.dumps(molecules))
    assert again.fingerprint == molecules.fingerprint and list(again.ids) == list(molecules.ids)
    assert again.node_label_name(60003) == molecules.node_label_name(60003)
    words = sg.from_graphs([([(0, 1)], ["a", "b"]), ([], ["b"])], y=["yes", "no"])
    again = pickle.loads(pickle.dumps(words))
    assert again.fingerprint == words.fingerprint and list(again.y) == ["yes", "no"]


def test_networkx_round_trip() -> None:
    networkx = pytest.importorskip("networkx")
    data = sg.from_smiles(SMILES)
    again = sg.from_graphs(data.to_networkx())
    assert again.fingerprint == data.fingerprint
    graph = networkx.MultiDiGraph()
    graph.add_nodes_from(["x", "y", "z"], label=1)
    graph.add_edges_from([("x", "y"), ("x", "y"), ("y", "x"), ("z", "z"), ("y", "z")])
    made = sg.from_graphs([graph])
    assert made[0].edges.tolist() == [[0, 1], [1, 2]] and made.repairs()["self_loops"] > 0
    graph.nodes["x"]["label"] = None
    with pytest.raises(ValueError, match="graph 0: not all of its nodes have 'label'"):
        sg.from_graphs([graph])
    attributes = networkx.path_graph(3)
    for v in attributes:
        attributes.nodes[v]["attributes"] = [0.5 * v, 1.0]
    assert sg.from_graphs([attributes])[0].node_attributes.tolist() == [[0, 1], [0.5, 1], [1, 1]]  # type: ignore


def test_rdkit_is_smiles() -> None:
    chem = pytest.importorskip("rdkit.Chem")
    molecules = [chem.MolFromSmiles(s) for s in SMILES]
    data = sg.from_graphs(molecules)
    written = sg.from_smiles([chem.MolToSmiles(m, canonical=False) for m in molecules])
    assert data.fingerprint == written.fingerprint
    assert sg.from_graphs([chem.AddHs(m) for m in molecules]).fingerprint == data.fingerprint
    assert data.node_label_name(70000 + 100) == "N+"
    with pytest.raises(TypeError, match="graph 1"):
        sg.from_graphs([molecules[0], None])


class Tensor:
    """As far as torch's tensors matter here."""

    def __init__(self, values: Any) -> None:
        self.values = np.asarray(values)

    def detach(self) -> "Tensor":
        return self

    def cpu(self) -> "Tensor":
        return self

    def numpy(self) -> Any:
        return self.values

    def __len__(self) -> int:
        return len(self.values)


def test_objects_like_pyg() -> None:
    ring = Tensor([[0, 1, 1, 2, 2, 0], [1, 0, 2, 1, 0, 2]])
    one_hot = SimpleNamespace(edge_index=ring, x=Tensor(np.eye(3)), y=Tensor([1]))
    lonely = SimpleNamespace(edge_index=Tensor(np.zeros((2, 0), int)), x=Tensor(np.eye(3)[:1]), y=Tensor([0]))
    data = sg.from_graphs([one_hot, lonely])
    assert data.node_labels is not None and data.node_labels.ravel().tolist() == [0, 1, 2, 0]
    assert data.y is not None and data.y.tolist() == [1, 0]
    real = SimpleNamespace(edge_index=ring, x=Tensor([[0.5], [1.5], [2.5]]), edge_attr=Tensor(np.arange(6)), num_nodes=3)
    data = sg.from_graphs([real])
    assert data.node_attributes is not None and data.edge_labels is not None
    members = SimpleNamespace(**data[0].pyg_members())
    assert sg.from_graphs([members]).fingerprint == data.fingerprint
    with pytest.raises(sg.Error, match="torch"):
        data.to_pyg()


def test_arrays_of_all_kinds() -> None:
    edges = np.array([(0, 1), (1, 2)])
    data = [sg.from_graphs([(edges.astype(t), np.array([1, 2, 3], t))]) for t in ("<i4", ">i8", "u1", "f4", "<i2")]
    assert len({d.fingerprint for d in data}) == 1
    strided = np.zeros((4, 4), int)
    strided[::2, ::2] = edges
    assert sg.from_graphs([(strided[::2, ::2], [1, 2, 3])]).fingerprint == data[0].fingerprint
    assert sg.from_graphs([(np.asfortranarray(edges), [1, 2, 3])]).fingerprint == data[0].fingerprint
    assert sg.from_graphs([(np.array([[0, 1], [1, 2], [0, 1]]).T, [1, 2, 3])])[0].n_edges == 2
    flat = sg.from_arrays([0, 3], edges, [1, 2, 3])
    assert flat.fingerprint == data[0].fingerprint
    rows = sg.from_arrays([0, 3], node_labels=[1, 2, 3], arc_offset=[0, 1, 3, 4], neighbor=[1, 0, 2, 1])
    assert rows.fingerprint == flat.fingerprint


def test_smiles() -> None:
    data = sg.from_smiles(SMILES, y=[i % 2 for i in range(10)], ids=range(10))
    assert data.ids[3] == "3" and data.name == "smiles" and data.y is not None
    assert sg.from_graphs(SMILES).fingerprint == sg.from_smiles(np.array(SMILES, object)).fingerprint
    assert sg.from_smiles(["c1ccccc1"], kekule=True).fingerprint != sg.from_smiles(["c1ccccc1"]).fingerprint
    with pytest.raises(ValueError, match=r"SMILES 1 \('CC\('\)"):
        sg.from_smiles(["C", "CC("])


def test_concat_and_y(csl: sg.Dataset) -> None:
    both = sg.concat([csl[:2], csl[5], csl[3:4]])
    assert both.fingerprint == csl.with_y(None)[[0, 1, 5, 3]].with_y(csl.y[[0, 1, 5, 3]]).fingerprint  # type: ignore
    assert sg.from_graphs([csl[4], csl[2]]).y.tolist() == csl.y[[4, 2]].tolist()  # type: ignore[index, union-attr]
    table = csl.with_y(np.ones((150, 2)), target_names=["a", "b"])
    assert table.target_names == ["a", "b"] and table.y is not None and table.y.shape == (150, 2)
    with pytest.raises(ValueError, match="149 values, but there are 150 graphs"):
        csl.with_y(np.ones(149))


def test_files(csl: sg.Dataset, tmp_path: Any) -> None:
    csl.to_json(tmp_path / "csl.jsonl")
    csl.write(tmp_path, "other")
    assert len(sg.load(tmp_path / "csl.jsonl")) == 150
    assert sg.load("other", folder=tmp_path).fingerprint == csl.fingerprint
    assert "150 graphs" in repr(csl) and csl.summary()["nodes"]["max"] == 41


BAD = [
    ([], "there are none"),
    ([([(0, 1)], [1])], "graph 0: the edge"),
    ([([(0, 1)], [1.5, 2])], "no whole number"),
    ([([(0, 1)], [float("nan"), 2])], "no whole number"),
    ([([(0, 1)], [2**40, 2])], "is not within"),
    ([([(0, -1)], [1, 2])], "graph 0: the edge"),
    ([([(0, 1, 2), (1, 2, 3), (1, 2, 3)], [1, 2])], "rows of two nodes"),
    ([([(0, 1), (1,)], [1, 2])], "ragged"),
    ([([(0, 1)], [1, 2]), ([(0, 1)],)], "graph 1: it has no node_labels"),
    ([([(0, 1)], [1, 2], [1, 2])], "edge_labels"),
    ([{"edges": [(0, 1)], "labels": [1]}], "what is 'labels'"),
    ([{"n_nodes": 2**32}], "too many"),
    ([{"n_nodes": -1}], "negative"),
    ([object()], "what is a object"),
    ([([(0, 1)], [1, 2]), 17], "graph 1"),
    ([{"edges": [(0, 1)], "node_attributes": [[1.0], [float("inf")]]}], "not finite"),
]


@pytest.mark.parametrize("graphs, said", BAD)
def test_what_is_wrong_is_said(graphs: Any, said: str) -> None:
    with pytest.raises((ValueError, TypeError), match=said):
        sg.from_graphs(graphs)


def test_flat_arrays_that_are_wrong() -> None:
    for arguments in (
        dict(graph_offset=[]),
        dict(graph_offset=[1, 2]),
        dict(graph_offset=[0, 3, 2]),
        dict(graph_offset=[0, 2**33]),
        dict(graph_offset=[0, 2], edges=[(0, 2)]),
        dict(graph_offset=[0, 2], edges=[(0, 1)], edge_labels=[1, 2]),
        dict(graph_offset=[0, 2], node_labels=[1]),
        dict(graph_offset=[0, 2], arc_offset=[0, 1, 2]),
        dict(graph_offset=[0, 2], arc_offset=[0, 1, 9], neighbor=[1, 0]),
        dict(graph_offset=[0, 2], y=[1, 2]),
        dict(graph_offset=[0, 2], ids=["a", "b"]),
        dict(graph_offset=[0, 2], part=["training"]),
        dict(graph_offset=[[0, 2]]),
    ):
        with pytest.raises(ValueError):
            sg.from_arrays(**arguments)  # type: ignore[arg-type]
