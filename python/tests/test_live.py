"""Graphs that change, limits, splits."""
from __future__ import annotations

import json
import subprocess
import threading
from typing import Any

import numpy as np
import pytest

import sharegnn as sg


def fitted() -> tuple[sg.GraphClassifier, sg.Dataset]:
    data = sg.make("CSL")
    clf = sg.GraphClassifier("wl:2 @ distance 0..2", "wl:2", epochs=3, verbose=False)
    return clf.fit(data), data


def test_edits_give_what_new_graphs_give() -> None:
    clf, data = fitted()
    live = sg.Live(clf, data[:5])
    rng = np.random.default_rng(0)
    edges = [{tuple(e) for e in graph.edges.tolist()} for graph in data[:5]]
    for _ in range(200):
        g, (u, v) = int(rng.integers(5)), sorted(rng.choice(41, 2, replace=False).tolist())
        if (u, v) in edges[g]:
            live.remove_edge(u, v, graph=g)
            edges[g].remove((u, v))
        else:
            live.add_edge(u, v, graph=g)
            edges[g].add((u, v))
    now = live.dataset()
    assert [{tuple(e) for e in graph.edges.tolist()} for graph in now] == edges
    fresh = sg.Live(clf.model_, now)
    for g in range(5):
        assert (live.scores(g) == fresh.scores(g)).all()
        assert np.abs(live.predict_proba(g) - clf.model_.scores(now)[g]).max() < 1e-6
        assert live.predict(g) == clf.predict(now)[g]
    for _ in range(200):
        live.undo()
    assert live.n_undo == 0 and live.dataset().fingerprint == data[:5].fingerprint


def test_the_program_reads_the_same_edits(program: str, tmp_path: Any) -> None:
    clf, data = fitted()
    clf.save(tmp_path / "model")
    data[:1].to_json(tmp_path / "graph.jsonl")
    edits = ['{"add":"edge","nodes":[0,7]}', '{"remove":"node","node":5}', '{"undo":1}']
    command = [program, "watch", str(tmp_path / "model"), str(tmp_path / "graph.jsonl")]
    said = subprocess.run(command, input="\n".join(edits) + "\n", capture_output=True, text=True, check=True).stdout
    live = sg.Live(clf, data[:1])
    for line in edits:
        live.edit(line) if "undo" not in line else live.undo()
    last = json.loads(said.strip().splitlines()[-1])
    assert live.predict(0) == last["prediction"] and live.scores(0).tolist() == list(last["scores"].values())


def test_bad_edits_change_nothing() -> None:
    clf, data = fitted()
    live = sg.Live(clf, data[:2])
    before = live.scores(1)
    for bad in (
        lambda: live.add_edge(*data[1].edges[0], graph=1),
        lambda: live.add_edge(3, 3),
        lambda: live.remove_edge(0, 0),
        lambda: live.remove_node(41),
        lambda: live.add_edge(0, 5, graph=2),
        lambda: live.add_edge(-1, 5),
        lambda: live.add_edge(0, 2**40),
        lambda: live.add_node(label=[1, 2, 3]),
        lambda: live.add_node(attributes=[float("nan")]),
        lambda: live.edit("{"),
        live.undo,
    ):
        with pytest.raises(ValueError):
            bad()
    with pytest.raises(IndexError):
        live.scores(2)
    assert live.n_undo == 0 and (live.scores(1) == before).all()
    assert live.is_local and live.reason == "" and "2 graphs" in repr(live)
    node = live.add_node(graph=1)
    live.add_edge(node, 0, graph=1)
    assert node == 41 and (live.scores(1) != before).any()


def test_live_outlives_the_rest_and_one_thread_edits_at_a_time() -> None:
    clf, data = fitted()
    live = sg.Live(clf, data[:1])
    joined = {tuple(e) for e in data[0].edges.tolist()}
    apart = [(u, v) for u in range(8) for v in range(u + 1, 41) if (u, v) not in joined]
    del clf, data
    failures: list[BaseException] = []

    def work(u: int, v: int) -> None:
        try:
            for _ in range(50):
                live.add_edge(u, v)
                live.scores(0)
                live.remove_edge(u, v)
        except BaseException as failure:  # pylint: disable=broad-except
            failures.append(failure)

    threads = [threading.Thread(target=work, args=pair) for pair in apart[:4]]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_limits_of_memory() -> None:
    data = sg.make("CSL")
    with sg.limits(memory="10 kB"), pytest.raises(MemoryError):
        sg.labels(data, "wl:3")
    with sg.limits(memory="1 GiB"):
        sg.labels(data, "wl:3")
        with sg.limits(memory=10_000), pytest.raises(sg.Error):
            sg.labels(data, "wl:3")
        sg.labels(data, "wl:3")
    with sg.limits(steps=10), pytest.raises(OverflowError):
        sg.labels(data, "cycles:10")
    for wrong in ("much", "-1", "5 apples"):
        with pytest.raises(ValueError), sg.limits(memory=wrong):
            pass
    assert sg.memory_left() > 0


def test_splits(tmp_path: Any) -> None:
    data = sg.make("CSL")
    split = sg.hold_out(data, 0.2, seed=1)
    assert sorted([*split.train, *split.validation]) == list(range(150))
    assert (split.validation == sg.hold_out(data, 0.2, seed=1).validation).all()
    folds = [{"train": list(range(100)), "model_selection": [{"train": list(range(90)), "validation": list(range(90, 100))}], "test": list(range(100, 150))}]
    path = tmp_path / "splits.json"
    path.write_text(json.dumps(folds))
    found = sg.open_splits(path, data)
    assert [len(p) for p in found[0]] == [90, 10, 50]
    parts = sg.from_arrays([0, 1, 2, 3], [], y=[0, 1, 0], part=["train", "validation", "test"])
    assert [p.tolist() for p in sg.splits_of(parts)] == [[0], [1], [2]]
    with pytest.raises(ValueError):
        sg.hold_out(data, 2.0)
    with pytest.raises(ValueError):
        sg.splits_of(data)
