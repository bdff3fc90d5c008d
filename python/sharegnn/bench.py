"""How fast the package is: ``python -m sharegnn.bench``, one JSON line per figure.

Each line has what was measured, the value, the bound that must hold and whether it holds.  Times are the best of
several repetitions.  `--data` names NCI1 (default: found like any data set); without it the figures on NCI1 are
left out.  `--program` is the command line program that fitting is compared with.
"""
from __future__ import annotations

import argparse
import ctypes
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from typing import Any, Callable, Optional

import numpy as np

from . import _structs
from ._library import Array, address, call, lib, library_path, new, version
from .data import Dataset
from .errors import Error
from .estimators import GraphClassifier
from .histogram import LabelHistogram
from .inputs import from_arrays, from_graphs, from_smiles, load
from .invariants import labels

_WORDS = ["CCO", "c1ccccc1C(=O)NCC", "CC(C)CC1=CC=C(C=C1)C(C)C(=O)O", "CN1C=NC2=C1C(=O)N(C(=O)N2C)C", "C[N+](C)(C)CC([O-])=O"]


def best(work: Callable[[], Any], repeat: int = 5) -> float:
    """The shortest of several times, in seconds."""
    times = []
    for _ in range(repeat):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return min(times)


class Report:
    """Prints figures and remembers whether all of them hold."""

    def __init__(self) -> None:
        self.good = True

    def say(self, what: str, value: float, unit: str, bound: float, at_least: bool, **more: Any) -> None:
        """One figure; it must be at least, or at most, the bound."""
        holds = value >= bound if at_least else value <= bound
        self.good = self.good and holds
        word = "at_least" if at_least else "at_most"
        line = {"bench": what, "value": round(value, 4), "unit": unit, word: bound, "holds": holds, **more}
        print(json.dumps(line), flush=True)


def _paths(n_graphs: int, n: int) -> tuple[Array, Array, Array]:
    """Paths of n nodes as flat arrays."""
    offset = np.arange(0, n_graphs * n + 1, n, dtype=np.uint32)
    first = np.arange(n_graphs * n, dtype=np.uint32).reshape(n_graphs, n)[:, :-1].ravel()
    return offset, np.stack([first, first + 1], axis=1), np.arange(n_graphs * n, dtype=np.int32) % 5


def data_in(report: Report) -> None:
    """Graphs from Python."""
    offset, edges, node_labels = _paths(50_000, 20)
    seconds = best(lambda: from_arrays(offset, edges, node_labels))
    report.say("nodes from flat arrays", 1e6 / seconds, "nodes/s", 10e6, True)
    one = np.stack([np.arange(19), np.arange(1, 20)], axis=1)
    graphs = [(one.copy(), np.arange(20) % 5) for _ in range(10_000)]
    seconds = best(lambda: from_graphs(graphs))
    report.say("nodes from a list of small arrays", 200_000 / seconds, "nodes/s", 1e6, True)
    smiles = _WORDS * 20_000
    seconds = best(lambda: from_smiles(smiles))
    report.say("SMILES", len(smiles) / seconds, "SMILES/s", 150e3, True)


def predict_overhead(report: Report) -> None:
    """What predict adds to the library's own time, for 1,000 molecules in memory."""
    data = from_smiles(_WORDS * 200)
    model = GraphClassifier("wl:2 @ distance 0..6", "wl:2", epochs=2, verbose=False)
    model.fit(data, np.arange(len(data)) % 2)
    score = np.empty((len(data), 2))
    options = new(_structs.sg_label_options)
    arguments = (address(score), model.model_.handle, data._handle, ctypes.byref(options))
    inside = best(lambda: call(lib.sg_model_predict, *arguments), 20)
    outside = best(lambda: model.predict(data), 20)
    report.say("predict adds", 1000 * (outside - inside), "ms", 5, False, library_ms=round(1000 * inside, 3))


def _program(named: Optional[str]) -> Optional[str]:
    beside = os.path.join(os.path.dirname(library_path()), "sharegnn")
    for path in (named, os.environ.get("SHAREGNN_PROGRAM"), beside, shutil.which("sharegnn")):
        if path and os.path.exists(path):
            return path
    return None


def fit_against_program(report: Report, data: Dataset, path: str, program: str, epochs: int) -> None:
    """Fitting against the program, both with everything from labels to the model file."""
    estimator = GraphClassifier("wl:2 @ distance 0..6", "wl:2", epochs=epochs, verbose=False)
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = os.path.join(folder, "ours"), os.path.join(folder, "theirs")
        command = [program, "train", path, "-e", "wl:2 @ distance 0..6", "-d", "wl:2", "--epochs", str(epochs), "-q"]

        def run_program() -> None:
            subprocess.run([*command, "-o", theirs], check=True, stdout=subprocess.DEVNULL)

        def run_package() -> None:
            estimator.fit(load(path)).save(ours)

        # One after the other in turns, so that a busy machine is busy for both.
        times = [(best(run_package, 1), best(run_program, 1)) for _ in range(5)]
        with open(ours, "rb") as a, open(theirs, "rb") as b:
            same = a.read() == b.read()
    package, alone = min(t[0] for t in times), min(t[1] for t in times)
    report.say("fit on NCI1, as a multiple of the program's time", package / alone, "x", 1.05, False,
               seconds=round(package, 3), graphs=len(data), same_bytes=same)  # fmt: skip


def labels_against_library(report: Report, data: Dataset) -> None:
    """Labels against the call of the library alone."""
    from ._library import opened

    options = new(_structs.sg_label_options)

    def inside() -> None:
        opened(lib.sg_labels_close, lib.sg_labels_open, data._handle, b"wl:3", ctypes.byref(options))

    times = [(best(inside, 3), best(lambda: labels(data, "wl:3"), 3)) for _ in range(10)]
    alone, package = min(t[0] for t in times), min(t[1] for t in times)
    report.say("labels of NCI1, as a multiple of the library's time", package / alone, "x", 1.1, False,
               library_ms=round(1000 * alone, 3))  # fmt: skip


Edges = list[dict[int, dict[int, float]]]
Colors = list[dict[int, int]]


def grakel_features(edges: Edges, first: Colors, rounds: int) -> Any:
    """The features of the Weisfeiler-Leman subtree kernel by GraKeL's algorithm, step by step.

    As in its WeisfeilerLehman with VertexHistogram: graphs are dictionaries of dictionaries, a node's new label is
    the text of its own label and of its neighbors' sorted labels, all texts of a round are sorted and numbered, and
    the counts of every graph become a sparse matrix.
    """
    from scipy import sparse

    n_labels, parts, colors = 0, [], first
    for r in range(rounds + 1):
        texts: list[dict[int, Any]] = list(colors)
        if r > 0:
            texts = []
            for own, near in zip(colors, edges):
                texts.append({v: str(own[v]) + "," + str(sorted([own[w] for w in near[v].keys()])) for v in near})
        names = {}
        for text in sorted({t for own in texts for t in own.values()}):
            names[text] = n_labels
            n_labels += 1
        colors = [{v: names[t] for v, t in own.items()} for own in texts]
        parts.append(_grakel_histogram(colors))
    return sparse.hstack(parts, format="csr")


def _grakel_histogram(colors: Colors) -> Any:
    from scipy import sparse

    rows, columns, counts = [], [], []
    place: dict[int, int] = {}
    for g, own in enumerate(colors):
        for color, n in Counter(own.values()).items():
            rows.append(g)
            columns.append(place.setdefault(color, len(place)))
            counts.append(n)
    return sparse.csr_matrix((counts, (rows, columns)), shape=(len(colors), len(place)))


def lean_features(neighbors: list[list[list[int]]], first: list[list[int]], rounds: int) -> list[dict[int, int]]:
    """The same counts with as little Python as possible: lists, tuples in place of texts, no matrix."""
    names: dict[Any, int] = {}
    features: list[dict[int, int]] = [{} for _ in first]
    colors = [[names.setdefault((0, c), len(names)) for c in own] for own in first]
    for r in range(rounds + 1):
        if r > 0:
            colors = [
                [names.setdefault((r, own[v], tuple(sorted([own[w] for w in near[v]]))), len(names)) for v in range(len(own))]
                for own, near in zip(colors, neighbors)
            ]  # fmt: skip
        for counts, own in zip(features, colors):
            for c in own:
                counts[c] = counts.get(c, 0) + 1
    return features


def _same_counts(ours: Any, other: Any) -> bool:
    """Whether two matrices are the same but for the order of their columns."""
    if ours.shape != other.shape:
        return False
    weight = np.random.default_rng(0).integers(1, 2**40, ours.shape[0])
    ours, other = ours.astype(np.int64), other.astype(np.int64)
    return bool((np.sort(ours.T @ weight) == np.sort(other.T @ weight)).all())


def against_plain_python(report: Report, data: Dataset, rounds: int = 3) -> None:
    """Features of the subtree kernel against GraKeL's algorithm; both give the same matrix."""
    neighbors, edges, first = [], [], []
    for graph in data:
        near: list[list[int]] = [[] for _ in range(graph.n_nodes)]
        for u, v in graph.arcs.tolist():
            near[u].append(v)
        neighbors.append(near)
        edges.append({v: {w: 1.0 for w in own} for v, own in enumerate(near)})
        first.append(graph.node_labels[:, 0].tolist() if graph.node_labels is not None else [0] * graph.n_nodes)
    colors = [dict(enumerate(own)) for own in first]
    transformer = LabelHistogram([f"wl:{r}" for r in range(rounds + 1)])
    same = _same_counts(transformer.fit_transform(data), grakel_features(edges, colors, rounds))
    seconds = best(lambda: transformer.fit_transform(data), 20)
    slow = best(lambda: grakel_features(edges, colors, rounds), 3)
    lean = best(lambda: lean_features(neighbors, first, rounds), 3)
    report.say("subtree features of NCI1 against GraKeL's algorithm in Python", slow / seconds, "x", 60, True,
               ms=round(1000 * seconds, 2), plain_ms=round(1000 * slow, 1), same_counts=same,
               against_leanest_python=round(lean / seconds, 1))  # fmt: skip


def main(arguments: Optional[list[str]] = None) -> int:
    """Measure everything; 1 where a figure does not hold."""
    parser = argparse.ArgumentParser(prog="python -m sharegnn.bench", description=(__doc__ or "").split("\n\n")[1])
    parser.add_argument("--data", default="NCI1", help="NCI1: its name or path")
    parser.add_argument("--program", help="the program sharegnn")
    parser.add_argument("--epochs", type=int, default=50, help="of fitting")
    parser.add_argument("--only", help="figures whose functions match this pattern")
    chosen = parser.parse_args(arguments)
    report = Report()
    figures: list[tuple[str, Callable[[], None]]] = [
        ("data_in", lambda: data_in(report)),
        ("predict_overhead", lambda: predict_overhead(report)),
    ]
    try:
        data = load(chosen.data)
    except Error as failure:
        print(f"without NCI1: {failure}", file=sys.stderr)
    else:
        program = _program(chosen.program)
        if program is None:
            print("without the program: --program names it", file=sys.stderr)
        else:
            fit = lambda: fit_against_program(report, data, chosen.data, program, chosen.epochs)  # noqa: E731
            figures.append(("fit", fit))
        figures.append(("labels", lambda: labels_against_library(report, data)))
        figures.append(("plain_python", lambda: against_plain_python(report, data)))
    print(json.dumps({"sharegnn": version(), "cores": os.cpu_count(), "python": sys.version.split()[0]}))
    for name, measure in figures:
        if chosen.only is None or re.search(chosen.only, name):
            measure()
    return 0 if report.good else 1


if __name__ == "__main__":
    sys.exit(main())
