"""What docs/python.md promises beyond single functions: defaults, interrupts, threads, files, missing packages."""
from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys
import threading
import time
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from conftest import ROOT, SMILES

import sharegnn as sg
from sharegnn import _structs, errors
from sharegnn._design import Design, Training
from sharegnn.model import build

ESOL = ROOT / "python" / "notebooks" / "esol.csv"
SMALL: dict[str, Any] = {"encoder": "label @ distance 0..1", "decoder": "label"}

# Members of sg_training_options, and the keyword that sets each of them; None: it is for the package alone.
KEYWORD_OF: dict[str, Any] = {
    "item": "validation", "n_items": "validation", "seed": "random_state", "n_threads": "n_jobs", "from": "start_from",
    "from_layers": "start_layers", "n_from_layers": "start_layers", "n_epochs": "epochs", "rate": "schedule",
    "rate_factor": "schedule", "rate_lowest": "schedule", "rate_size": "schedule", "rate_patience": "schedule",
    "warm_up": "schedule", "warm_up_in_steps": "schedule", "init_first": "init", "init_second": "init",
    "bias_init_first": "bias_init", "bias_init_second": "bias_init", "n_freeze": "freeze",
    "n_rates_of": "learning_rate_of", "rate_of": "learning_rate_of", "n_decays_of": "weight_decay_of", "decay_of": "weight_decay_of",
    "item_weight": "class_weight",
    "class_weights": "class_weight",
    # Copies of an estimator, as cross_val_score makes them, would all write to one checkpoint.
    **dict.fromkeys(("checkpoint", "checkpoint_seconds")),
    **dict.fromkeys(("struct_size", "settings", "plan", "epoch", "context", "description", "path", "observer", "cluster")),
}  # fmt: skip


def python(code: str, timeout: float = 300) -> str:
    """What a program of its own prints."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "python") + os.pathsep + os.environ.get("PYTHONPATH", "")}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=timeout)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_every_setting_is_a_keyword() -> None:
    keywords = sg.GraphClassifier().get_params()
    for member, *_ in _structs.sg_training_options._fields_:
        keyword = KEYWORD_OF.get(member, member)
        assert keyword is None or keyword in keywords, f"GraphClassifier has no keyword for {member}"


def test_shards(csl: sg.Dataset) -> None:
    whole, one, four = (sg.GraphClassifier(**SMALL, epochs=2, shards=n).fit(csl).model_.to_bytes() for n in (None, 1, 4))
    assert whole == one != four
    with pytest.raises(sg.Error, match="shards"):
        sg.GraphClassifier(**SMALL, epochs=2, shards=3).fit(csl)


def test_rates_of_layers(csl: sg.Dataset) -> None:
    plain = sg.GraphClassifier(**SMALL, epochs=2)
    still = sg.GraphClassifier(**SMALL, epochs=2, learning_rate_of={0: 1e-9, 1: 1e-9}, weight_decay_of={0: 0.5})
    assert plain.fit(csl).model_.to_bytes() != still.fit(csl).model_.to_bytes()
    with pytest.raises(sg.Error, match="learning_rate_of: there is no layer 9"):
        sg.GraphClassifier(**SMALL, epochs=2, learning_rate_of={9: 1}).fit(csl)


@pytest.mark.parametrize("task, y", [("classification", [0, 1] * 5), ("regression", np.linspace(0, 1, 10))])
def test_defaults_are_the_librarys(task: str, y: Any) -> None:
    data = sg.from_smiles(SMILES, y=y)
    estimator: Any = sg.GraphClassifier() if task == "classification" else sg.GraphRegressor()
    ours = estimator.set_params(**SMALL).fit(data).model_.to_bytes()
    alone = build(data, Design(**SMALL, task=task))
    alone.train(data, Training({}))
    assert ours == alone.to_bytes()


def test_same_bytes_as_the_program_for_targets(program: str, tmp_path: pathlib.Path) -> None:
    source, ours, theirs = f"{ESOL}?target=logS", tmp_path / "ours", tmp_path / "theirs"
    sg.GraphRegressor(**SMALL, epochs=3, loss="huber").fit(sg.load(source)).save(ours)
    command = [program, "train", source, "-e", SMALL["encoder"], "-d", SMALL["decoder"], "--epochs", "3", "-q"]
    subprocess.run([*command, "--set", "loss=huber", "-o", str(theirs)], check=True, stdout=subprocess.DEVNULL)
    assert ours.read_bytes() == theirs.read_bytes()


def test_layers_of_all_kinds(csl: sg.Dataset) -> None:
    layers: list[Any] = [{"encoder": {"heads": [sg.Head(sg.cycles(10), sg.distance(0, 1))], "activation": "relu"}}, {"gin": {"outputs": 4}},
                         {"decoder": {"heads": ["cycles:10"], "outputs": 6}}, {"linear": {"outputs": "classes"}}]  # fmt: skip
    clf = sg.GraphClassifier(layers=layers, epochs=2).fit(csl)
    assert clf.model_.n_layers == 4 and clf.predict(csl).shape == (150,)
    with pytest.raises(ValueError, match="did you mean encoder"):
        sg.GraphClassifier(layers=[{"encodr": {}}]).fit(csl)


def test_sample_weights_in_cross_validation(csl: sg.Dataset) -> None:
    selection = pytest.importorskip("sklearn.model_selection")
    clf = sg.GraphClassifier("cycles:10 @ distance 0,1", "cycles:10", epochs=5, learning_rate=0.1)
    weight = np.linspace(0.5, 1.5, len(csl))
    found = selection.cross_val_score(clf, csl, csl.y, cv=3, fit_params={"sample_weight": weight})
    assert found.shape == (3,)


def test_interrupted_runs_and_fits() -> None:
    """Ctrl-C in a fit keeps the weights of the best epoch; a run that it stopped can go on, with the same results."""
    printed = python("""
import os, signal, tempfile, sharegnn as sg
from sharegnn._progress import Bar
def press_at(number):
    # Ctrl-C as soon as so many epochs or trainings are done.
    Bar.update = lambda self, done, text: os.kill(os.getpid(), signal.SIGINT) if done == number else None
data = sg.make("CSL")
heads = ("cycles:10 @ distance 0..2", "cycles:10")
clf = sg.GraphClassifier(*heads, epochs=1000000)
press_at(5)
try:
    clf.fit(data)
except KeyboardInterrupt:
    press_at(-1)
    again = sg.GraphClassifier(*heads, epochs=clf.best_epoch_).fit(data)
    print("fit", clf.best_epoch_ >= 5, (again.weights().flat() == clf.weights().flat()).all(), clf.predict(data[:2]).shape)
try:
    os.kill(os.getpid(), signal.SIGINT)
except KeyboardInterrupt:
    print("handler is back")
home = tempfile.mkdtemp()
sg.make("CSL", folder=home)
experiment = {"data": "CSL", "protocol": "fair", "splits": "synthetic", "runs": 2, "task": "classification",
    "layers": [{"encoder": {"heads": ["cycles:10 @ distance 0,1"]}}, {"decoder": {"heads": ["cycles:10"], "outputs": "classes"}}],
    "train": {"epochs": 50}}
press_at(3)
try:
    sg.run(experiment, home + "/stopped", data_folder=home, n_jobs=1)
except KeyboardInterrupt:
    print("run", sg.open_results(home + "/stopped").overview["is_complete"])
press_at(-1)
stopped = sg.run(experiment, home + "/stopped", data_folder=home, resume=True)
whole = sg.run(experiment, home + "/whole", data_folder=home)
columns = ["fold", "run", "best_epoch", "test_metric", "test_loss"]
print("same", stopped.jobs[columns].equals(whole.jobs[columns]), len(whole.jobs))
""")
    assert printed.splitlines() == ["fit True True (2,)", "handler is back", "run False", "same True 10"]


def test_other_threads_go_on_while_the_library_computes(csl: sg.Dataset) -> None:
    ticks: list[float] = []
    done = threading.Event()

    def tick() -> None:
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.001)

    clock = threading.Thread(target=tick)
    clock.start()
    begin = time.monotonic()
    sg.triples(csl[[0] * 6000], "cycles:10", "distance 0..10", n_jobs=1)
    end = time.monotonic()
    done.set()
    clock.join()
    inside = [t for t in ticks if begin < t < end]
    assert len(inside) >= 3, "the GIL was held"  # how many there are is up to the machine


def test_models_can_be_used_and_changed_by_several_threads(csl: sg.Dataset) -> None:
    model = sg.GraphClassifier("cycles:10 @ distance 0,1", "cycles:10", epochs=3).fit(csl).model_
    first = model.weights().flat()
    second = first * 0.5
    expected = [model.scores(csl[:20])]
    model.set_weights(second)
    expected.append(model.scores(csl[:20]))
    failures: list[str] = []

    def predict() -> None:
        for _ in range(40):
            found = model.scores(csl[:20])
            if not any((found == e).all() for e in expected):
                failures.append("a prediction with half of the weights")

    threads = [threading.Thread(target=predict) for _ in range(3)]
    for thread in threads:
        thread.start()
    for i in range(40):
        model.set_weights(first if i % 2 else second)
    for thread in threads:
        thread.join()
    assert failures == []


def test_forked_children_fit(csl: sg.Dataset) -> None:
    clf = sg.GraphClassifier("cycles:10 @ distance 0,1", "cycles:10", epochs=3).fit(csl)
    child = os.fork()
    if child == 0:
        same = sg.GraphClassifier("cycles:10 @ distance 0,1", "cycles:10", epochs=3).fit(csl).model_.to_bytes() == clf.model_.to_bytes()
        os._exit(0 if same else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_files_have_the_safetensors_layout(tmp_path: pathlib.Path) -> None:
    clf = sg.GraphClassifier(**SMALL, epochs=2).fit(SMILES, [0, 1] * 5)
    clf.save(tmp_path / "model.safetensors")
    content = (tmp_path / "model.safetensors").read_bytes()
    size = int.from_bytes(content[:8], "little")
    header = json.loads(content[8 : 8 + size])
    assert all(isinstance(v, str) for v in header.pop("__metadata__", {}).values())
    kinds = {"F32": "<f4", "F64": "<f8", "I32": "<i4", "I64": "<i8", "U32": "<u4", "U64": "<u8", "U8": "u1"}
    stretches = sorted(t["data_offsets"] for t in header.values())
    assert stretches[0][0] == 0 and stretches[-1][1] == len(content) - 8 - size
    assert all(a[1] == b[0] for a, b in zip(stretches, stretches[1:]))
    weights = clf.weights()
    for name, tensor in header.items():
        begin, end = tensor["data_offsets"]
        values = np.frombuffer(content[8 + size + begin : 8 + size + end], kinds[tensor["dtype"]]).reshape(tensor["shape"])
        if name in weights:
            assert (values.ravel() == weights[name].value.ravel()).all()
    assert set(weights) <= set(header)


def test_every_status_is_an_exception() -> None:
    words = {"SG_EINVAL": ValueError, "SG_ENOMEM": MemoryError, "SG_EIO": OSError, "SG_EFORMAT": ValueError,
             "SG_ENOTFOUND": FileNotFoundError, "SG_EEXIST": FileExistsError, "SG_ELIMIT": OverflowError}  # fmt: skip
    for word, kind in words.items():
        failure = errors.of_status(getattr(_structs, word), "it failed", "file.c:1")
        assert isinstance(failure, kind) and isinstance(failure, sg.Error) and failure.where == "file.c:1"
        assert str(failure) == "it failed"
    assert type(errors.of_status(12345, "")) is sg.Error


def test_progress(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tqdm", None)
    sg.GraphClassifier(**SMALL, epochs=3, verbose=True).fit(SMILES, [0, 1] * 5)
    shown = capsys.readouterr().err
    assert "/3 epochs" in shown and "loss" in shown and shown.endswith("\r" + " " * 78 + "\r")
    sg.GraphClassifier(**SMALL, epochs=3).fit(SMILES, [0, 1] * 5)
    sg.GraphClassifier(**SMALL, epochs=3, verbose=False).fit(SMILES, [0, 1] * 5)
    assert capsys.readouterr().err == ""
    made = []

    class Bar:
        n = 0

        def __init__(self, **options: Any) -> None:
            made.append((self, options))

        def set_postfix_str(self, text: str) -> None:
            assert text.startswith("loss ")

        def close(self) -> None:
            made.append("closed")

    auto = ModuleType("tqdm.auto")
    auto.tqdm = Bar  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "tqdm", ModuleType("tqdm"))
    monkeypatch.setitem(sys.modules, "tqdm.auto", auto)
    sg.GraphClassifier(**SMALL, epochs=3, verbose=True).fit(SMILES, [0, 1] * 5)
    assert made[0][1]["total"] == 3 and made[0][0].n == 3 and made[-1] == "closed"


def test_packages_that_are_missing_are_named() -> None:
    printed = python("""
import sys
for name in ("pandas", "networkx", "sklearn", "scipy", "rdkit", "tqdm", "matplotlib", "torch", "joblib"):
    sys.modules[name] = None
import sharegnn as sg
data = sg.from_smiles(["CCO", "CC", "CO", "CN"], y=[1, 0, 1, 0])
clf = sg.GraphClassifier("label @ distance 0..1", "label", epochs=30, learning_rate=0.1)
try:
    clf.predict(data)
except ValueError as failure:
    print(type(failure).__name__)
print(clf.fit(data).score(data, data.y), clf.set_params(epochs=3).get_params()["epochs"])
for work in (lambda: clf.explain(data).messages, lambda: data.to_networkx(), lambda: sg.LabelHistogram("label").fit_transform(data),
             lambda: data.to_pyg(), lambda: sg.plot(clf)):
    try:
        work()
    except sg.Error as failure:
        print(type(failure).__name__, isinstance(failure, ImportError), failure)
""")
    lines = printed.splitlines()
    assert lines[:2] == ["NotFittedError", "1.0 3"] and all(line.startswith("MissingPackageError True") for line in lines[2:])
    for line, package in zip(lines[2:], ("pandas", "networkx", "scipy", "torch", "matplotlib")):
        assert package in line


def test_one_graph_and_tables() -> None:
    pandas = pytest.importorskip("pandas")
    ring = {"edges": [(0, 1), (1, 2), (2, 0)], "node_labels": [1, 1, 1]}
    clf = sg.GraphClassifier(**SMALL, epochs=2).fit([ring, ([(0, 1)], [1, 2])], ["ring", "path"])
    for one in (ring, ([(0, 1), (1, 2), (2, 0)], [1, 1, 1]), (np.array([(0, 1), (1, 2), (2, 0)]), np.ones(3, int))):
        assert (clf.predict_proba(one) == clf.predict_proba([ring])).all()
    table = pandas.DataFrame({"smiles": SMILES, "y": np.arange(10.0)})
    reg = sg.GraphRegressor(**SMALL, epochs=2).fit(table.smiles, table.y)
    assert (reg.predict(table[["smiles"]]) == reg.predict(SMILES)).all()
    with pytest.raises(ValueError, match="columns smiles, y"):
        reg.predict(table)
    with pytest.raises(ValueError, match="no node has 'kind'; they have color"):
        networkx = pytest.importorskip("networkx")
        graph = networkx.path_graph(2)
        networkx.set_node_attributes(graph, 3, "color")
        sg.from_graphs([graph], node_label="kind")


def test_graphs_without_nodes_or_edges() -> None:
    data = sg.from_graphs([{"n_nodes": 0}, {"n_nodes": 3}, {"edges": [(0, 1)]}], y=[0, 1, 0])
    assert [g.n_nodes for g in data] == [0, 3, 2] and data[0].to_networkx().number_of_nodes() == 0
    clf = sg.GraphClassifier("degree @ distance 0..1", "degree", epochs=2).fit(data)
    assert np.isfinite(clf.predict_proba(data)).all() and clf.explain(data, 0).n_nodes == 0
    assert len(clf.explain(data, 0).messages) == 0 and "<svg" in clf.explain(data, 0).svg()


@pytest.mark.parametrize("settings, said", [
    ({"optimizer": "adamm"}, r'^optimizer: unknown optimizer "adamm"; allowed are'),
    ({"batch_size": 0}, r'^batch_size: "0" is not a whole number'),
    ({"epochs": "many"}, r'^epochs: "many" is not a whole number'),
    ({"learning_rate": float("nan")}, "^learning_rate: "),
    ({"layers": [{"encoder": {"heads": 3}}]}, "^layers.0.encoder.heads: "),
    ({"random_state": -1}, "^random_state: -1 is no seed"),
    ({"patience": 3}, "^patience: without validation graphs"),
    ({"input": "zeros"}, "^input: .zeros. is none of"),
    ({"encoder": "wl2 @ edge"}, "did you mean wl"),
])  # fmt: skip
def test_errors_speak_of_keywords(settings: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        sg.GraphClassifier(**{**SMALL, "epochs": 2, **settings}).fit(SMILES, [0, 1] * 5)


def test_an_encoder_alone_has_a_decoder() -> None:
    settings: Any = {"encoder": "label @ distance 0..1", "epochs": 2}
    alone = sg.GraphClassifier(**settings).fit(SMILES, [0, 1] * 5)
    assert alone.model_.to_bytes() == sg.GraphClassifier(**settings, decoder="wl:2").fit(SMILES, [0, 1] * 5).model_.to_bytes()
    assert sg.GraphClassifier(decoder="label", epochs=2).fit(SMILES, [0, 1] * 5).model_.n_layers == 1


def test_whole_floats_are_whole_numbers() -> None:
    clf = sg.GraphClassifier(**SMALL, epochs=np.float64(4), batch_size=2.0).fit(SMILES, [0, 1] * 5)  # type: ignore[arg-type]
    assert len(clf.history_) == 4


def test_experiments_as_dictionaries_have_no_lines(tmp_path: pathlib.Path) -> None:
    with pytest.raises(ValueError, match="^experiment: layers: "):
        sg.run({"data": "CSL", "layers": []}, tmp_path / "run")


def test_short_descriptions(csl: sg.Dataset) -> None:
    clf = sg.GraphClassifier("cycles:10 @ distance 0,1", "cycles:10", epochs=2).fit(csl)
    weights = clf.weights()
    assert repr(weights).startswith("<Weights: layers.0.heads.0.weight [20], ")
    assert repr(weights["layers.0.heads.0.weight"]) == "<Tensor layers.0.heads.0.weight: 20 triples (cycles:10 @ distance 0,1)>"
    assert repr(csl[3]) == "<Graph 3 of CSL: 41 nodes, 82 edges>" and "class" in repr(clf.explain(csl[3]))
    assert {"GraphClassifier", "load", "labels"} <= set(dir(sg)) and "test_loss" not in clf.epochs_.columns


def test_plots(csl: sg.Dataset) -> None:
    pytest.importorskip("matplotlib")
    clf = sg.GraphClassifier("cycles:10 @ distance 0,1", "cycles:10", epochs=2, validation=0.2).fit(csl)
    for what in (clf, clf.rank(csl[:5]), clf.explain(csl, 2)):
        assert "<svg" in sg.plot(what)._repr_svg_()
    with pytest.raises(TypeError, match="no fitted estimator"):
        sg.plot(sg.GraphClassifier())
