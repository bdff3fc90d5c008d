"""Estimators among scikit-learn's tools, and the same bytes as the program's."""
from __future__ import annotations

import os
import pathlib
import pickle
import subprocess
import threading
from typing import Any

import numpy as np
import pytest
from conftest import SMILES, shared

import sharegnn as sg

sklearn = pytest.importorskip("sklearn")
from sklearn.base import clone, is_classifier, is_regressor  # noqa: E402
from sklearn.exceptions import NotFittedError  # noqa: E402
from sklearn.model_selection import GridSearchCV, cross_val_predict, cross_val_score  # noqa: E402
from sklearn.pipeline import make_pipeline  # noqa: E402
from sklearn.preprocessing import FunctionTransformer  # noqa: E402

QUICK: dict[str, Any] = {"encoder": "cycles:10 @ distance 0,1", "decoder": "cycles:10", "epochs": 20, "learning_rate": 0.1}


def test_parameters() -> None:
    clf = sg.GraphClassifier(**QUICK)
    assert is_classifier(clf) and is_regressor(sg.GraphRegressor())
    assert clone(clf).get_params() == clf.get_params() and clf.get_params()["epochs"] == 20
    assert clf.set_params(epochs=3).epochs == 3
    with pytest.raises(NotFittedError):
        clf.predict(SMILES)
    assert "epochs=3" in repr(clf)


def test_tools(csl: sg.Dataset) -> None:
    clf = sg.GraphClassifier(**QUICK)
    assert cross_val_score(clf, csl, csl.y, cv=3).mean() == 1.0
    assert cross_val_predict(clf, csl, csl.y, cv=3, method="predict_proba").shape == (150, 10)
    search = GridSearchCV(clf, {"epochs": [1, 20], "encoder": ["cycles:10 @ distance 0,1"]}, cv=3).fit(csl, csl.y)
    assert search.best_params_["epochs"] == 20 and search.predict(csl[:2]).tolist() == csl.y[:2].tolist()  # type: ignore
    pipeline = make_pipeline(FunctionTransformer(), clf).fit(csl, csl.y)
    assert pipeline.score(csl, csl.y) == 1.0


def test_joblib_gives_the_same(csl: sg.Dataset) -> None:
    clf = sg.GraphClassifier(**{**QUICK, "epochs": 4})
    alone = cross_val_predict(clf, csl, csl.y, cv=3, method="predict_proba")
    joblib = pytest.importorskip("joblib")
    for backend in ("loky", "threading", "multiprocessing"):
        with joblib.parallel_backend(backend, n_jobs=2):
            assert (cross_val_predict(clf, csl, csl.y, cv=3, method="predict_proba", n_jobs=2) == alone).all()


def test_workers_take_one_thread() -> None:
    joblib = pytest.importorskip("joblib")
    from sharegnn._library import threads

    found = joblib.Parallel(n_jobs=2)(joblib.delayed(threads)(None) for _ in range(4))
    assert found == [1] * 4 and threads(None) == 0


def test_pickle(csl: sg.Dataset) -> None:
    clf = sg.GraphClassifier(**QUICK).fit(csl)
    again = pickle.loads(pickle.dumps(clf))
    assert (again.predict_proba(csl) == clf.predict_proba(csl)).all() and (again.classes_ == clf.classes_).all()
    assert again.model_.to_bytes() == clf.model_.to_bytes()
    assert pickle.loads(pickle.dumps(sg.GraphClassifier())).get_params() == sg.GraphClassifier().get_params()


@pytest.mark.parametrize("settings, options", [
    ({}, []),
    ({"validation": 0.1, "patience": 5, "random_state": 7}, ["--validation", "0.1", "--patience", "5", "--seed", "7"]),
    ({"optimizer": "adamw", "schedule": "cosine", "clip": 1.0, "average": 0.9, "precision": "double"},
     ["--set", "optimizer=adamw", "--set", "schedule=cosine", "--set", "clip=1.0", "--set", "average=0.9",
      "--set", "precision=double"]),
    ({"init": "uniform -0.1 0.1", "batch_size": 16, "optimizer": "sgd", "momentum": 0.9, "metric": "loss"},
     ["--init", "uniform -0.1 0.1", "--batch-size", "16", "--set", "optimizer=sgd", "--set", "momentum=0.9",
      "--set", "metric=loss"]),
])  # fmt: skip
def test_same_bytes_as_the_program(program: str, mutag: sg.Dataset, tmp_path: pathlib.Path, settings: Any, options: Any) -> None:
    ours, theirs = tmp_path / "ours.model", tmp_path / "theirs.model"
    heads = {"encoder": "wl:1 @ distance 0..3", "decoder": "wl:1", "epochs": 6}
    sg.GraphClassifier(**heads, **settings).fit(mutag, mutag.y).save(ours)
    command = [program, "train", str(shared() / "MUTAG.zip"), "-e", heads["encoder"], "-d", "wl:1", "--epochs", "6", "-q"]
    subprocess.run([*command, "-o", str(theirs), *options], check=True, stdout=subprocess.DEVNULL)
    assert ours.read_bytes() == theirs.read_bytes()


def test_layers_and_heads(csl: sg.Dataset) -> None:
    text = sg.GraphClassifier(**QUICK).fit(csl)
    head = sg.Head(sg.cycles(10), "distance 0,1")
    assert sg.GraphClassifier(**{**QUICK, "encoder": head}).fit(csl).model_.to_bytes() == text.model_.to_bytes()
    layers = [{"encoder": {"heads": [head]}}, {"dropout": {"rate": 0.1}},
              {"decoder": {"heads": ["cycles:10"], "outputs": 8}}, {"linear": {"outputs": "classes"}}]  # fmt: skip
    assert sg.GraphClassifier(layers=layers, epochs=2).fit(csl).model_.n_layers == 4
    two = sg.GraphClassifier(encoder=[head, [head, "degree @ edge"]], decoder="degree", epochs=2).fit(csl)
    assert two.model_.n_layers >= 3
    with pytest.raises(ValueError):
        sg.GraphClassifier(layers=["encoder"]).fit(csl)


def test_classes_of_all_kinds() -> None:
    for y in (["a", "b"] * 5, [3, -1] * 5, [True, False] * 5, np.array([1.0, 2.0] * 5), np.array(["x", "y"] * 5, object)):
        clf = sg.GraphClassifier("label @ distance 0..1", "label", epochs=30, learning_rate=0.1).fit(SMILES, y)
        assert clf.classes_.tolist() == np.unique(y).tolist() and set(clf.predict(SMILES)) <= set(np.unique(y))
        assert np.allclose(clf.predict_proba(SMILES).sum(axis=1), 1) and clf.decision_function(SMILES).shape == (10,)
    for wrong in ([1] * 10, [1, 2], [0.5, 1.5] * 5, [float("nan"), 1] * 5, None):
        with pytest.raises(ValueError):
            sg.GraphClassifier(epochs=1).fit(SMILES, wrong)


def test_several_labels_and_targets() -> None:
    y = np.array([[0, 1.0, np.nan], [1, 0, 1]] * 5)
    clf = sg.GraphClassifier("label @ distance 0..1", "label", epochs=3).fit(SMILES, y)
    assert clf.predict_proba(SMILES).shape == (10, 3) and set(clf.predict(SMILES).ravel()) <= {0, 1}
    reg = sg.GraphRegressor("label @ distance 0..1", "label", epochs=50).fit(SMILES, y)
    assert reg.predict(SMILES).shape == (10, 3) and np.isfinite(reg.score(SMILES, y))
    one = sg.GraphRegressor("label @ distance 0..1", "label", epochs=50).fit(SMILES, y[:, 0])
    assert one.predict(SMILES).shape == (10,)
    assert cross_val_score(one, np.array(SMILES), y[:, 0], cv=2).shape == (2,)


def test_weights_of_items(csl: sg.Dataset) -> None:
    plain = sg.GraphClassifier(**QUICK).fit(csl).model_.to_bytes()
    assert sg.GraphClassifier(**QUICK).fit(csl, sample_weight=np.ones(150)).model_.to_bytes() == plain
    assert sg.GraphClassifier(**QUICK, class_weight="balanced").fit(csl).model_.to_bytes() == plain
    wrong = np.array(csl.y)
    wrong[::10] = (wrong[::10] + 1) % 10
    weight = np.where(np.arange(150) % 10 == 0, 0.0, 1.0)
    first = sg.GraphClassifier(**QUICK).fit(csl, csl.y, sample_weight=weight)
    second = sg.GraphClassifier(**QUICK).fit(csl, wrong, sample_weight=weight)
    assert (first.weights().flat() == second.weights().flat()).all() and first.model_.to_bytes() != plain
    only = sg.GraphClassifier("label @ distance 0", "label", epochs=50, learning_rate=0.1, class_weight={0: 100.0, 1: 0.01})
    assert (only.fit(["CC", "CC", "CC", "CO"], [0, 1, 1, 1]).predict(["CC"]) == [0]).all()
    reg = sg.GraphRegressor("label @ distance 0", "label", epochs=300, learning_rate=0.05)
    assert abs(reg.fit(["CC", "CC"], [0.0, 1.0], sample_weight=[0.0, 1.0]).predict(["CC"])[0] - 1) < 0.3
    for bad in ([1.0], -np.ones(150), np.zeros(150), np.full(150, np.nan)):
        with pytest.raises(ValueError):
            sg.GraphClassifier(**QUICK).fit(csl, sample_weight=bad)


def test_start_from(csl: sg.Dataset, tmp_path: pathlib.Path) -> None:
    first = sg.GraphClassifier(**QUICK).fit(csl)
    first.save(tmp_path / "first.model")
    second = sg.GraphClassifier(**{**QUICK, "epochs": 1, "learning_rate": 0.0, "start_from": tmp_path / "first.model"}).fit(csl)
    assert (second.weights().flat() == first.weights().flat()).all()
    like = sg.GraphClassifier(None, None, epochs=1, start_from=first.model_, freeze=[0]).fit(csl)
    assert (like.weights()["layers.0.heads.0.weight"].value == first.weights()["layers.0.heads.0.weight"].value).all()


def test_weights(csl: sg.Dataset) -> None:
    model = sg.GraphClassifier(**QUICK).fit(csl).model_
    weights = model.weights()
    before = weights.flat()
    assert len(before) == model.n_weights and np.isfinite(before).all()
    table = weights["layers.0.heads.0.weight"].frame()
    assert len(table) == 20 and " -> " in table.name[0] and " at distance" in table.name[0]
    model.set_weights({"layers.1.bias": np.zeros_like(weights["layers.1.bias"].value)})
    assert (model.weights()["layers.1.bias"].value == 0).all()
    model.set_weights(before)
    assert (model.weights().flat() == before).all()
    for wrong in ({"nothing": before}, before[:-1], {"layers.1.bias": [1.0]}, np.full_like(before, np.nan)):
        with pytest.raises(ValueError):
            model.set_weights(wrong)  # type: ignore[arg-type]
    assert model.states(csl[:2], 0).shape[0] == 82 and model.states(csl[:2], 1).shape == (2, 10)
    assert model.trust(csl[:2])["unknown_pairs"].tolist() == [0, 0]


def test_threads_fit_side_by_side(csl: sg.Dataset) -> None:
    made: list[Any] = [None] * 3

    def fit(i: int) -> None:
        made[i] = sg.GraphClassifier(**{**QUICK, "epochs": 5}).fit(csl, csl.y).model_.to_bytes()

    workers = [threading.Thread(target=fit, args=(i,)) for i in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert made[0] is not None and made[0] == made[1] == made[2]


def test_fork(csl: sg.Dataset) -> None:
    clf = sg.GraphClassifier(**QUICK).fit(csl)
    expected = clf.predict_proba(csl)
    child = os.fork()
    if child == 0:
        os._exit(0 if (clf.predict_proba(csl) == expected).all() else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_data_that_dies(csl: sg.Dataset) -> None:
    clf = sg.GraphClassifier(**QUICK)
    clf.fit(sg.make("CSL")[::2].with_y(np.arange(75) % 2))
    assert clf.predict(sg.make("CSL")).shape == (150,)


def test_the_data_chooses() -> None:
    data = sg.make("CSL")
    clf = sg.GraphClassifier(epochs=4).fit(data)
    assert clf.choice_ is not None and "cycles:10" in clf.choice_.description
    assert clf.model_.train is not None and len(clf.epochs_) == 4
    assert str(sg.choose(data, "classification")).startswith("# 150 graphs")
    assert sg.GraphClassifier("degree @ edge", "degree", epochs=1).fit(data).choice_ is None
    with pytest.raises(ValueError, match="^input, noise: "):
        sg.GraphClassifier(noise=0.5).fit(data)
    with pytest.raises(ValueError, match="^task: "):
        sg.choose(data, "guessing")


def test_what_would_be_ignored_is_refused() -> None:
    """The library's refusals arrive as errors that name what is wrong."""
    with pytest.raises(ValueError, match='scale: "std" is for regression, not for classification'):
        sg.GraphClassifier(scale="std", epochs=1).fit(SMILES, [0, 1] * (len(SMILES) // 2) + [0] * (len(SMILES) % 2))
    with pytest.raises(ValueError, match="ids must be UTF-8"):
        sg.from_smiles(["C na\udcefve"])
    with pytest.raises(ValueError, match="found a newline within the line"):
        sg.from_smiles(["C one\nCC two"])
