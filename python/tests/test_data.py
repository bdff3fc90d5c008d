"""Data sets: choosing, views, pickles, and graphs of every origin."""
from __future__ import annotations

import gc
import pathlib
import pickle
import shutil
import subprocess
import sys
from types import ModuleType, SimpleNamespace
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
    smiles = [*SMILES, "C[S+]([O-])C", "[H][H]", "[Na+].[Cl-]", "*CC", "C1CC2CC1CC2", "CC(C)(C)c1ccc(O)cc1", "[2H]C", ""]
    molecules = [chem.MolFromSmiles(s) for s in smiles[:-1]]
    data = sg.from_graphs(molecules)
    assert data.fingerprint == sg.from_smiles(smiles[:-1]).fingerprint and data.form == "form=normal"
    assert sg.from_graphs([chem.AddHs(m) for m in molecules]).fingerprint == data.fingerprint
    assert data.node_label_name(70000 + 100) == "N+"
    # Nodes are in the order of the atoms, however RDKit writes the molecule.
    order = [3, 0, 5, 1, 4, 2, 6]
    turned = chem.RenumberAtoms(chem.MolFromSmiles("Oc1ccncc1"), order)
    labels = sg.from_graphs([turned]).node_labels
    assert labels is not None and [int(v) // 10000 for v in labels.ravel()] == [a.GetAtomicNum() for a in turned.GetAtoms()]
    bonds = {tuple(sorted((b.GetBeginAtomIdx(), b.GetEndAtomIdx()))) for b in turned.GetBonds()}
    assert {tuple(e) for e in sg.from_graphs([turned])[0].edges.tolist()} == bonds
    with pytest.raises(TypeError, match="graph 1"):
        sg.from_graphs([molecules[0], None])


def test_models_know_how_molecules_were_read(program: str, tmp_path: Any) -> None:
    smiles = ["Cc1ccccc1", "CC1=CC=CC=C1", "CN(=O)=O", "CCO.Cl"] * 3
    written = sg.from_smiles(smiles, form="form=as-written")
    assert written.form is None and sg.from_smiles(smiles, form="salts=strip").form == "form=normal&salts=strip"
    for form, said in ((None, "form=normal"), ("form=as-written", "form=as-written"), ("salts=strip", "form=normal&salts=strip")):
        data = sg.from_smiles(smiles, y=[0, 0, 1, 1] * 3, form=form)
        again = pickle.loads(pickle.dumps(data))
        clf = sg.GraphClassifier("wl:1 @ distance 0..2", "wl:1", epochs=5).fit(again[:12])
        assert clf.model_.form == said
        # Texts are read as the model's molecules were, by the program, too.
        assert (clf.predict_proba(smiles) == clf.predict_proba(data)).all()
        clf.save(tmp_path / "model")
        (tmp_path / "all.smi").write_text("\n".join(smiles))
        command = [program, "predict", str(tmp_path / "model"), str(tmp_path / "all.smi"), "--no-trust"]
        lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
        shown = [[float(v) for v in line.split()[-2:]] for line in lines[-12:]]
        assert np.allclose(shown, clf.predict_proba(smiles), atol=1e-3)
    with pytest.raises(ValueError, match="salts"):
        sg.from_smiles(smiles, form="salts=sugar")


def test_invalid_smiles_are_skipped_on_demand() -> None:
    smiles: list[Any] = ["CC", "C1CC", "CO", None, "", "CN", float("nan"), "C\nC"] * 70
    with pytest.warns(UserWarning, match=r"350 of 560 SMILES .* SMILES 1 \('C1CC'\) at column 2: SMILES: ring bond 1"):
        data = sg.from_smiles(smiles, y=list(range(8)) * 70, ids=range(560), invalid="skip")
    assert data.y is not None and data.y[:3].tolist() == [0, 2, 5] and data.ids[:3].tolist() == ["0", "2", "5"]
    assert len(data) == 210 and list(data.skipped)[:5] == [1, 3, 4, 6, 7] and "never closed" in data.skipped[9]
    assert sg.from_smiles(["CC", "CO"], invalid="skip").skipped == {}
    with pytest.raises(ValueError, match="neither 'raise' nor 'skip'"):
        sg.from_smiles(["C"], invalid="no")
    with pytest.raises(ValueError, match="none of 2 lines"):
        sg.from_smiles(["(", "("], invalid="skip")


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
    assert data.shape == (2,)
    real = SimpleNamespace(edge_index=ring, x=Tensor([[0.5], [1.5], [2.5]]), edge_attr=Tensor(np.arange(6)), num_nodes=3)
    data = sg.from_graphs([real])
    assert data.node_attributes is not None and data.edge_labels is not None
    members = SimpleNamespace(**data[0].pyg_members())
    assert sg.from_graphs([members]).fingerprint == data.fingerprint
    with pytest.raises(sg.Error, match="torch"):
        data.to_pyg()
    with pytest.raises(ValueError, match="graph 1: edge_index needs two rows"):
        sg.from_graphs([one_hot, SimpleNamespace(edge_index=Tensor(np.zeros((3, 2), int)))])
    with pytest.raises(ValueError, match="graph 0: it has 2 rows in edge_attr, but 6 edges"):
        sg.from_graphs([SimpleNamespace(edge_index=ring, x=Tensor(np.eye(3)), edge_attr=Tensor([1, 2]))])


def test_batches_like_pyg() -> None:
    graphs = sg.from_smiles(SMILES, y=np.linspace(0, 1, 10))
    rows = [SimpleNamespace(**graph.pyg_members()) for graph in graphs]
    of = np.repeat(np.arange(10), [r.num_nodes for r in rows])
    index = np.concatenate([r.edge_index + graphs.graph_offset[i] for i, r in enumerate(rows)], axis=1)
    members = {name: np.concatenate([getattr(r, name) for r in rows]) for name in ("x", "edge_attr", "y")}
    batch = SimpleNamespace(edge_index=Tensor(index), batch=Tensor(of), num_graphs=10, **members)
    assert sg.from_graphs([batch]).fingerprint == sg.from_graphs(rows).fingerprint
    mixed = np.random.default_rng(0).permutation(index.shape[1])
    batch.edge_index, batch.edge_attr = Tensor(index[:, mixed]), members["edge_attr"][mixed]
    assert sg.from_graphs([batch]).fingerprint == sg.from_graphs(rows).fingerprint
    assert sg.from_graphs([batch, rows[0]]).shape == (11,)
    reg = sg.GraphRegressor("label @ distance 0..1", "label", epochs=2).fit(rows, graphs.y)
    assert (reg.predict(batch) == reg.predict(rows)).all() and reg.predict(rows[3]).shape == (1,)
    for wrong in (of[::-1], of[:-1], of - 1, np.append(of[:-1], 2**31)):
        batch.num_graphs = None
        batch.batch = Tensor(wrong)
        with pytest.raises(ValueError):
            sg.from_graphs([batch])


def test_to_pyg(monkeypatch: pytest.MonkeyPatch) -> None:
    torch, package, module = ModuleType("torch"), ModuleType("torch_geometric"), ModuleType("torch_geometric.data")
    torch.as_tensor = Tensor  # type: ignore[attr-defined]
    module.Data = SimpleNamespace  # type: ignore[attr-defined]
    for name, made in (("torch", torch), ("torch_geometric", package), ("torch_geometric.data", module)):
        monkeypatch.setitem(sys.modules, name, made)
    edges = [(0, 1), (1, 2)]
    both = sg.from_graphs([{"edges": edges, "node_labels": [1, 2, 3], "node_attributes": [[0.5], [1], [2]],
                            "edge_labels": [7, 8], "edge_attributes": [[0.25], [4.0]]}], y=["yes"])  # fmt: skip
    graph = both.to_pyg()[0]
    assert graph.edge_index.values.dtype == np.int64 and graph.edge_index.values.shape == (2, 4)
    assert graph.x.values.dtype == np.float32 and graph.node_labels.values.ravel().tolist() == [1, 2, 3]
    assert graph.edge_labels.values.ravel().tolist() == [7, 7, 8, 8] and graph.y.values.tolist() == [0]
    graph.num_nodes = 3
    again = sg.from_graphs([graph])
    assert again.with_y(None).fingerprint == both.with_y(None).fingerprint
    molecules = sg.from_smiles(SMILES, y=np.linspace(0, 1, 10))
    assert sg.from_graphs(molecules.to_pyg()).with_y(None)[4].edges.tolist() == molecules[4].edges.tolist()


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


def test_concat_keeps_names_and_forms(csl: sg.Dataset) -> None:
    first, second = sg.from_smiles(SMILES[:4], ids="abcd"), sg.from_smiles(SMILES[4:], ids="efghij")
    both = sg.concat([first, second[2], second])
    assert both.form == "form=normal" and both.node_label_name(60003) == "CH3" and both.ids[4:6].tolist() == ["g", "e"]
    assert both.with_y(None)[[0, 1, 2, 3, *range(5, 11)]].fingerprint == sg.from_smiles(SMILES, ids="abcdefghij").fingerprint
    words = [sg.from_graphs([([(0, 1)], [a, "x"])], y=[a]) for a in "ab"]
    assert sg.concat(words)[1].to_networkx().nodes[0]["label"] == "b" and sg.concat(words).classes.tolist() == ["a", "b"]  # type: ignore[union-attr]
    for wrong, said in (([first, csl], "others have none"), ([first, sg.from_smiles(["C"], form="form=as-written", ids="x")], "different ways"),
                        ([], "none")):  # fmt: skip
        with pytest.raises(ValueError, match=said):
            sg.concat(wrong)


def test_files(csl: sg.Dataset, tmp_path: Any) -> None:
    csl.to_json(tmp_path / "csl.jsonl")
    csl.write(tmp_path, "other")
    assert len(sg.load(tmp_path / "csl.jsonl")) == 150
    assert sg.load("other", folder=tmp_path).fingerprint == csl.fingerprint
    assert "150 graphs" in repr(csl) and csl.summary()["nodes"]["max"] == 41


BAD = [
    ([], "there are none"),
    ([([(0, 1)], [1])], "graph 0: the edge"),
    ([([(0, 1)], [1.5, 2])], "not a whole number"),
    ([([(0, 1)], [float("nan"), 2])], "not a whole number"),
    ([([(0, 1)], [2**40, 2])], "is not within"),
    ([([(0, -1)], [1, 2])], "graph 0: the edge"),
    ([([(0, 1, 2), (1, 2, 3), (1, 2, 3)], [1, 2])], "rows of two nodes"),
    ([([(0, 1), (1,)], [1, 2])], "ragged"),
    ([([(0, 1)], [1, 2]), ([(0, 1)],)], "graph 1: it has no node_labels"),
    ([([(0, 1)], [1, 2], [1, 2])], "edge_labels"),
    ([{"edges": [(0, 1)], "labels": [1]}], "what is 'labels'"),
    ([{"n_nodes": 2**32}], "too many"),
    ([{"n_nodes": -1}], "negative"),
    ([object()], "an object is no graph"),
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


def test_files_of_all_kinds(tmp_path: pathlib.Path) -> None:
    data = sg.from_smiles(SMILES, y=[i % 2 for i in range(10)], ids=range(10))
    (tmp_path / "all.smi").write_text("".join(f"{s} {i}\n" for i, s in enumerate(SMILES)))
    (tmp_path / "all.csv").write_text("id,structure,y\n" + "".join(f"{i},{s},{i % 2}\n" for i, s in enumerate(SMILES)))
    data.to_json(tmp_path / "all.jsonl")
    data.write(tmp_path, "all")
    shutil.make_archive(str(tmp_path / "packed" / "all"), "zip", tmp_path, "all")
    assert sg.load(tmp_path / "all.smi").fingerprint == data.with_y(None).fingerprint
    table = sg.load(f"{tmp_path / 'all.csv'}?smiles=structure&target=y")
    assert table.with_y(table.y).fingerprint == data.fingerprint
    for found in (sg.load(tmp_path / "all"), sg.load("all", folder=tmp_path), sg.load(tmp_path / "packed" / "all.zip")):
        assert found.fingerprint == data.fingerprint and found.ids.tolist() == [str(i) for i in range(10)]
    lines = sg.load(tmp_path / "all.jsonl")
    assert len(lines) == 10 and lines.y is not None and data.y is not None and lines.y.tolist() == data.y.tolist()
    assert lines.neighbor.tolist() == data.neighbor.tolist()
