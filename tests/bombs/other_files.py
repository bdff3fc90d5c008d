"""Files without graphs that are small and ask for much: networks, experiments, splits, models, ledgers, edits.

Each function writes below `folder` and gives the words that the program is told; `known` has the small data
set CSL, a model of it, and the folder of a run.
"""
from __future__ import annotations

import json
import pathlib
import random
import shutil
import sqlite3
import struct

BIG = [1000, 10**5, 10**7, 2**31 - 1, 2**32 - 1, 2**63 - 1, 10**30, -1]

Words = list[str]


def laughs(rng: random.Random) -> str:
    """A YAML text whose aliases name aliases."""
    depth = rng.randrange(2, 40)
    return "a0: &a0 [x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]\n" for i in range(1, depth))


def layers_of(rng: random.Random) -> str:
    big = rng.choice(BIG)
    n = rng.choice([10, 300, 3000])
    return rng.choice([
        f"layers:\n  - linear: {{ outputs: {big} }}\n  - pool: {{}}\n",
        f"layers:\n  - encoder: {{ heads: ['degree @ distance 0..2 x{big}'] }}\n  - decoder: {{ heads: [degree] }}\n",
        f"layers:\n  - encoder: {{ heads: ['wl:{big} @ distance 0..{big}'] }}\n  - decoder: {{ heads: ['wl:{big}'] }}\n",
        f"layers:\n  - encoder: {{ heads: ['degree @ offset {big}x{big}'] }}\n  - decoder: {{ heads: [degree] }}\n",
        f"layers:\n  - encoder: {{ heads: ['degree @ walks:{big}'] }}\n  - decoder: {{ heads: ['degree x{big}'] }}\n",
        "layers:\n" + f"  - linear: {{ outputs: {n} }}\n" * n + "  - pool: {}\n  - linear: { outputs: classes }\n",
        f"layers:\n  - gat: {{ outputs: {n}, heads: {big} }}\n  - pool: {{}}\n  - linear: {{ outputs: classes }}\n",
        "layers: " + "[" * n * 10 + "]" * n * 10 + "\n",
        "layers:\n  - encoder: { heads: [" + ", ".join(["'index @ distance 0..20'"] * n) + "] }\n  - decoder: { heads: [index] }\n",
        laughs(rng) + "layers: *a1\n",
    ])


def network(folder: pathlib.Path, known: pathlib.Path, rng: random.Random) -> Words:
    path = folder / "layers.yml"
    path.write_text(layers_of(rng))
    return ["train", "CSL", "--data-dir", str(known), "--layers", str(path), "--epochs", "1", "--quiet", "--out", str(folder / "new.model")]


def experiment(folder: pathlib.Path, known: pathlib.Path, rng: random.Random) -> Words:
    path = folder / "experiment.yml"
    big, n = rng.choice(BIG), rng.choice([10, 100, 1000])
    values = f"[{', '.join(str(i + 1) for i in range(n))}]"
    path.write_text("data: CSL\nsplits: synthetic\n" + rng.choice([
        layers_of(rng), f"folds: {big}\nprotocol: k-fold\n", f"runs: {big}\n", f"ensemble: {big}\n", f"restarts: {big}\n",
        f"grid: {{ train.patience: {values}, train.batch-size: {values}, train.learning-rate: {values}, noise: {values} }}\n",
        f"train: {{ batch-size: {big}, epochs: 1 }}\n", f"train: {{ patience: {big}, epochs: 1, shards: {big} }}\n", laughs(rng),
        f"model: {{ kernel: wl:{big}, C: {values} }}\n"]) + rng.choice(["", "train: { epochs: 1 }\n"]))
    return ["run", str(path), "--data-dir", str(known), "--quiet", "--out", str(folder / "run")]


def space(folder: pathlib.Path, known: pathlib.Path, rng: random.Random) -> Words:
    path = folder / "space.yml"
    path.write_text(rng.choice([laughs(rng), layers_of(rng), f"grid: {{ train.batch-size: [1, {rng.choice(BIG)}], train.epochs: [1] }}\n"]))
    return ["search", "CSL", "--data-dir", str(known), "--space", str(path), "--trials", "1", "--quiet", "--out", str(folder / "found")]


def splits(folder: pathlib.Path, known: pathlib.Path, rng: random.Random) -> Words:
    path = folder / "splits.json"
    n, big = rng.choice([10, 1000, 50000]), rng.choice(BIG)
    path.write_text(rng.choice(["[" + ",".join(['{"parts":""}'] * n) + "]", json.dumps([{"parts": "." * n}]), "[" * n,
                                json.dumps([{"test": [big], "model_selection": [{"train": [0], "validation": [1]}]}]),
                                json.dumps([{"test": [], "model_selection": [{"train": list(range(150)), "validation": []}] * n}])]))
    told = ["--data-dir", str(known), "--splits", str(path)]
    return rng.choice([["data", "audit", "CSL", *told], ["train", "CSL", *told, "--epochs", "1", "--fold", "1", "--out", str(folder / "m")],
                       ["search", "CSL", *told, "--trials", "1", "--out", str(folder / "found")]])


def targets(folder: pathlib.Path, known: pathlib.Path, rng: random.Random) -> Words:
    path = folder / "targets.txt"
    n, big = rng.choice([10, 1000, 30000]), rng.choice(BIG)
    path.write_text(rng.choice([f"{big}\n" * 150, (",".join(["1"] * n) + "\n") * (150 if n < 1000 else 2), "1\n" * n,
                                "".join(f"{i}\n" for i in range(150)), "1" * n]))
    return ["train", "CSL", "--data-dir", str(known), "--target", str(path), "--epochs", "1", "--quiet", "--out", str(folder / "m")]


def relabel(folder: pathlib.Path, known: pathlib.Path, rng: random.Random) -> Words:
    path = folder / "relabel.txt"
    big = rng.choice(BIG)
    path.write_text(rng.choice([f"0 {big}\n", f"{big} 0\n", "".join(f"{i} {i * 1000}\n" for i in range(20000)), "0 -\n"]))
    return ["predict", str(known / "tiny.model"), "CSL", "--data-dir", str(known), "--relabel", str(path)]


def model(folder: pathlib.Path, known: pathlib.Path, rng: random.Random) -> Words:
    """A model whose header or network lies."""
    path = folder / "lying.model"
    data = (known / "tiny.model").read_bytes()
    size = struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8:8 + size])
    big = rng.choice(BIG)
    name = rng.choice([k for k in header if k != "__metadata__"])
    kind = rng.randrange(6)
    if kind == 0:
        path.write_bytes(struct.pack("<Q", rng.choice([2**20, 2**31, 2**63])) + data[8:])
    else:
        if kind == 1:
            header[name]["shape"] = [big]
        elif kind == 2:
            header[name]["data_offsets"] = [0, big]
        elif kind == 3:
            header["__metadata__"].pop("checksum", None)
            header["__metadata__"]["model"] = rng.choice([laughs(rng), layers_of(rng), "- " * 100000])
        elif kind == 4:
            header["__metadata__"].pop("checksum", None)
            header["__metadata__"]["model"] = header["__metadata__"]["model"].replace("outputs: 10", f"outputs: {big}")
        else:
            header["__metadata__"]["note"] = "x" * 100000
        text = json.dumps(header).encode()
        path.write_bytes(struct.pack("<Q", len(text)) + text + data[8 + size:])
    told = ["CSL", "--data-dir", str(known)]
    return rng.choice([["model", str(path)], ["model", "diff", str(path), str(known / "tiny.model")], ["predict", str(path), *told],
                       ["explain", str(path), *told], ["watch", str(path), *told],
                       ["train", *told, "--from", str(path), "--encoder", "wl:1 @ distance 0..3", "--decoder", "wl:1", "--epochs", "1",
                        "--quiet", "--out", str(folder / "m")]])


def ledger(folder: pathlib.Path, known: pathlib.Path, rng: random.Random) -> Words:
    """A run whose data base says what never was."""
    path = folder / "run"
    shutil.copytree(known / "run", path)
    big = rng.choice(BIG[:6])
    change = rng.choice([
        f"UPDATE job SET n_epochs = {big}", f"UPDATE job SET best_epoch = {big}", f"UPDATE job SET fold = {big}",
        f"UPDATE epoch SET epoch = {big}", f"UPDATE configuration SET weights_total = {big}, plan_bytes = {big}",
        f"UPDATE prediction SET graph = {min(big, 2**32 - 1)}", f"UPDATE prediction SET output = zeroblob({min(big, 10**6)})",
        "UPDATE configuration SET weights = '" + "[" * 50000 + "'", "UPDATE configuration SET yaml = '" + laughs(rng) + "'",
        f"UPDATE job SET train_size = {big}", "UPDATE run SET value = '" + "9" * 50000 + "'", f"UPDATE job SET configuration = {big}"])
    with sqlite3.connect(path / "results.sqlite") as base:
        base.execute("PRAGMA ignore_check_constraints = 1")
        try:
            base.execute(change)
        except sqlite3.Error:
            base.execute("UPDATE job SET seed = -1")
    base.close()
    kind = rng.choice(["curves", "loss", "confusion", "scatter", "heat-map", "occurrences", "weights"])
    return rng.choice([["results", str(path)], ["results", str(path), "--jobs"], ["results", str(path), "--epochs"],
                       ["results", str(path), "--targets", "--json"], ["plot", str(path), "--kind", kind, "--data-dir", str(known)],
                       ["report", str(path), "--data-dir", str(known), "--out", str(folder / "page.html")]])


def edits(folder: pathlib.Path, known: pathlib.Path, rng: random.Random) -> Words:
    path = folder / "edits"
    big, n = rng.choice(BIG), rng.choice([1, 100, 5000])
    path.write_text((rng.choice([{"add": "node"}, {"undo": big}, {"remove": "node", "node": big}, {"add": "edge", "nodes": [0, big]},
                                 {"add": "edge", "graph": big, "nodes": [0, 1]}, {"add": "node", "label": big},
                                 {"add": "node", "attributes": [0.5] * 1000}, {"set": "node", "node": 0, "label": big}]).__repr__()
                     .replace("'", '"') + "\n") * n)
    return ["watch", str(known / "tiny.model"), "CSL", "--data-dir", str(known), "-"]


KINDS = [network, experiment, space, splits, targets, relabel, model, ledger, edits]
