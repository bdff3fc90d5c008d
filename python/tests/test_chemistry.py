"""Molecules: structural formulas, trust, rows of tables that are left out, splits, readable features."""
from __future__ import annotations

import pathlib
import pickle
import re
import subprocess
import warnings
from typing import Any

import numpy as np
import pytest
from conftest import ROOT, SMILES

import sharegnn as sg

ESOL = ROOT / "python" / "notebooks" / "esol.csv"
SMALL: dict[str, Any] = {"encoder": "label @ distance 0..1", "decoder": "label", "epochs": 3}


def texts(svg: str) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)<", svg)


def test_pictures_of_molecules_are_structural_formulas(tmp_path: pathlib.Path) -> None:
    smiles = ["CC(=O)O", "C#N", "c1ccccc1O", "CCO"]
    (tmp_path / "acids.csv").write_text("smiles,y\n" + "\n".join(f"{s},{i}.5" for i, s in enumerate(smiles)) + "\n")
    table = sg.load(f"{tmp_path / 'acids.csv'}?target=y")
    kinds: list[Any] = [smiles, table, pickle.loads(pickle.dumps(table)), sg.from_smiles(smiles, y=[1.5, 2, 3, 4], ids="abcd"), table[:]]
    try:
        from rdkit import Chem
    except ImportError:
        pass
    else:
        kinds.append([Chem.MolFromSmiles(s) for s in smiles])
    for graphs in kinds:
        why = sg.GraphRegressor(**SMALL).fit(graphs, [0.5, 1.0, 2.0, 3.0]).explain(graphs, 0)
        formula, arrows = why._repr_svg_(), why.svg(arrows=True)
        # Symbols of acetic acid, whose carbons are corners.
        assert texts(formula).count("O") == 2 and texts(formula).count("H") == 1 and "CH3" not in texts(formula)
        assert "CH3" in texts(arrows) and "CH3" in texts(why.svg(top=2)) and why.svg(credit="sender") != formula
        with pytest.raises(ValueError, match="credit: 'nobody' is none of half, receiver, sender"):
            why.svg(credit="nobody")


def test_trust_is_the_share_that_is_known(program: str, tmp_path: pathlib.Path) -> None:
    reg = sg.GraphRegressor("wl:1 @ distance 0..2", "wl:1", epochs=2).fit(SMILES, np.linspace(0, 1, 10))
    strange = ["CCO", "C[Si](C)C", "CCN", "CCCC"]
    with pytest.warns(sg.LowTrustWarning, match=r"the model knows less than half of 1 graph: 1; its predictions for it") as said:
        reg.predict(strange)
    assert said[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        reg.predict(SMILES)
    table = reg.trust(strange)
    assert table.trust[0] == 1 and table.trust[1] < 0.5
    known = 1 - (table.unknown_labels + table.unknown_pairs) / (table.n_labels + table.n_pairs)
    assert np.allclose(table.trust, known) and table.columns[0] == "trust"
    # The program shows the same numbers in its column of that name.
    reg.save(tmp_path / "model")
    (tmp_path / "strange.smi").write_text("\n".join(strange) + "\n")
    shown = subprocess.run([program, "predict", str(tmp_path / "model"), str(tmp_path / "strange.smi")], capture_output=True, text=True, check=True)
    lines = [line.split("\t") for line in shown.stdout.splitlines()]
    at = lines[0].index("trust")
    assert np.allclose([float(line[at]) for line in lines[1:]], table.trust, atol=1e-4)


def test_ids_are_in_the_warning() -> None:
    reg = sg.GraphRegressor(**SMALL).fit(SMILES, np.linspace(0, 1, 10))
    data = sg.from_smiles(["[Fe]", "[Ni]", "CC"], ids=["iron", "nickel", "ethane"])
    with pytest.warns(sg.LowTrustWarning, match=r"2 graphs: 0 \(iron\), 1 \(nickel\); its predictions for them"):
        reg.predict(data)


def test_rows_that_are_left_out_can_be_seen(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "dirty.csv"
    path.write_text("name,smiles,y,set\na,CCO,1.5,train\nb,C1CC,2.5,train\nc,C(C,3,test\nd,CN,3.5,test\n")
    with pytest.warns(UserWarning, match="2 of 4 rows of dirty cannot be read and are left out, see rejects; line 3: "):
        data = sg.load(f"{path}?target=y&id=name&split=set&max-rejects=2&columns=all")
    found = data.rejects
    assert found.line.tolist() == [3, 4] and found.row.tolist() == [1, 2] and found.column.tolist() == ["smiles", "smiles"]
    assert found.id.tolist() == ["b", "c"] and found.smiles.tolist() == ["C1CC", "C(C"] and all(found.reason)
    assert data.table.name.tolist() == ["a", "d"] and data.ids.tolist() == ["a", "d"]
    with pytest.raises(ValueError, match="max-rejects"):
        sg.load(f"{path}?target=y")
    clean = sg.load(f"{ESOL}?target=logS")
    assert len(clean.rejects) == 0 and list(clean.rejects.columns) == ["row", "line", "column", "id", "reason"]
    assert clean.task.task == "regression" and not clean.task.is_doubtful
    with pytest.raises(ValueError, match="columns=all"):
        clean.table
    with pytest.raises(ValueError, match=r"no targets; .*columns may be meant: .*logS \(numbers from"):
        sg.GraphRegressor(**SMALL).fit(sg.load(f"{ESOL}?smiles=smiles"))


def test_splits_by_rules(tmp_path: pathlib.Path) -> None:
    data = sg.load(f"{ESOL}?target=logS")
    assert data.y is not None
    for rule in ("random", "scaffold"):
        train, validation, test = split = data.split(rule, seed=3)
        assert sorted([*train, *validation, *test]) == list(range(len(data))) and len(train) >= 0.7 * len(data)
        group = data.groups(rule)
        assert not set(group[train]) & set(group[test]) and not set(group[train]) & set(group[validation])
        assert all((a == b).all() for a, b in zip(split, data.split(rule, seed=3)))
        folds = data.split(rule, folds=4, path=tmp_path / f"{rule}.json")
        assert sorted(v for fold in folds for v in fold.test) == list(range(len(data)))
        again = sg.open_splits(tmp_path / f"{rule}.json", data)
        assert all((a.test == b.test).all() and (a.train == b.train).all() for a, b in zip(folds, again))
    assert any("scaffold" in note for note in data.split("scaffold").notes)
    assert not all((a == b).all() for a, b in zip(data.split(seed=1), data.split(seed=2)) if len(a) == len(b))
    (tmp_path / "parts.csv").write_text("smiles,y,set\nCCO,1.5,train\nCC,2.5,test\nCN,3.5,valid\n")
    parts = sg.load(f"{tmp_path / 'parts.csv'}?target=y&split=set").split("column set")
    assert [part.tolist() for part in parts] == [[0], [2], [1]]
    for wrong, said in ((dict(rule="scafold"), "scafold"), (dict(shares=(1, 2)), "shares"), (dict(shares=(1, 2, 3)), "share"),
                        (dict(rule="column x"), "esol")):  # fmt: skip
        with pytest.raises(ValueError, match=said):
            data.split(**wrong)
    selection = pytest.importorskip("sklearn.model_selection")
    folds = selection.GroupKFold(3)
    assert selection.cross_val_score(sg.GraphRegressor(**SMALL), data, data.y, cv=folds, groups=data.groups()).shape == (3,)


def test_features_have_names() -> None:
    pytest.importorskip("scipy")
    data = sg.from_smiles(["CCO", "CC(=O)O", "c1ccccc1O"])
    names = sg.LabelHistogram(["label", "wl:1", "wl:2", "wl-edges:1", "degree"]).fit(data).get_feature_names_out()
    assert {"label: CH3", "wl:1: C(CH3,O,OH)", "wl:2: CH3(CH2(CH3,OH))", "wl-edges:1: C(double O,single CH3,single OH)",
            "degree: degree 3"} <= set(names)  # fmt: skip
    for labeling in (["label", "wl:3", "wl:40"], "cycles:6+label", "wl:1 @ distance 0..2", "label -> degree @ edge", ["wl:1", "label @ edge"]):
        histogram = sg.LabelHistogram(labeling, min_count=2).fit(data)
        names = histogram.get_feature_names_out()
        assert len(set(names)) == len(names) == histogram.n_features_out_ == histogram.transform(data).shape[1]
        again = pickle.loads(pickle.dumps(sg.LabelHistogram(labeling, min_count=2).fit(data)))
        assert (again.get_feature_names_out() == names).all()
    triples = sg.LabelHistogram("label @ distance 0..1").fit(["CO"]).get_feature_names_out()
    assert "label @ distance 0..1: CH3 -> OH at distance 1" in triples
    # A name says which nodes are counted: the column of CH3 next to OH is 1 for methanol alone.
    histogram = sg.LabelHistogram("wl:1").fit(["CO", "CC"])
    column = histogram.get_feature_names_out().tolist().index("wl:1: CH3(OH)")
    assert histogram.transform(["CO", "CC"]).toarray()[:, column].tolist() == [1, 0]
    unlabeled = sg.LabelHistogram("wl:1").fit([([(0, 1), (1, 2)],)]).get_feature_names_out()
    assert set(unlabeled) == {"wl:1: o(o)", "wl:1: o(o,o)"}
    with pytest.raises(ValueError):
        sg.LabelHistogram("label").get_feature_names_out()


def test_what_is_not_there_can_be_fetched(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileNotFoundError, match=r"sharegnn.download\('PROTEINS'\), or `sharegnn data get PROTEINS`"):
        sg.load("PROTEINS")
    with pytest.raises(FileNotFoundError, match="did you mean 'MUTAG'"):
        sg.load("MUTTAG")
    with pytest.raises(FileNotFoundError) as failure:
        sg.load("some/where.csv")
    assert "download" not in str(failure.value)
    # A collection of its own, as a folder that a server would have.
    sg.make("CSL", folder=tmp_path / "made")
    with pytest.raises((OSError, ValueError)):
        sg.download("CSL", tmp_path / "fetched", address="http://127.0.0.1:9/")
