#!/usr/bin/env python3
"""Run the program on small files that ask for much, and measure what it takes.

    tests/bombs/bombs.py build/sharegnn --count 40             # a cut, for every test run
    tests/bombs/bombs.py build/sharegnn --count 10000          # hours, for tools/nightly
    tests/bombs/bombs.py build/sharegnn --seed 7 --count 1     # one of them again

Every bomb is a file of a random kind, given to a random verb: graphs in any format (data_files.py), networks,
experiments, splits, models, ledgers and edits (other_files.py).  The program must end in time, without a signal,
and its memory must stay below 64 MB + 200 x the size of its files, whether it refuses or not.  Bombs that grow
with the square of a graph are also run with --memory, which must hold.  What may rightly take long, trainings and
experiments with a billion of them, is asked to stop after a while, and must.
"""
from __future__ import annotations

import argparse
import os
import pathlib
import pickle
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field

import data_files
import other_files

BASE, PER_BYTE = 64 << 20, 200
PROGRAM_ALONE = 16 << 20  # what the program takes besides the blocks that it counts
STOPPED = (128 + signal.SIGTERM, -signal.SIGTERM, 128 + signal.SIGINT)
PAIRS = ["distance 0..2", "distance 0..20", "path 0..3", "edge", "walks:2", "paths:3", "cycle-distance 0..4", "resistance within 3",
         "separators within 2", "fwl:1 within 2"]
LABELS = ["degree", "wl:2", "wl:3", "cycles:6", "cliques", "betweenness:10", "core", "fwl:1", "marked-wl:1", "ring", "orbit",
          "closed-walks:4", "index", "induced-cycles:5"]


@dataclass
class Bomb:
    """What a program is told, which file it may read as standard input, and how long it may take."""

    kind: str
    words: list[str]
    source: pathlib.Path | None = None
    is_square: bool = False
    may_last: bool = False
    folder: pathlib.Path = field(default_factory=pathlib.Path)

    def size(self) -> int:
        return sum(f.stat().st_size for f in self.folder.rglob("*") if f.is_file())


def with_data(folder: pathlib.Path, known: pathlib.Path, rng: random.Random) -> Bomb:
    maker = rng.choice(data_files.KINDS)
    data = maker(folder, rng)
    path = pathlib.Path(data.partition("?")[0])
    model = str(known / "tiny.model")
    told = {"smiles": ["--smiles"], "text": ["--text"], "dense": ["--lines", "graph6"], "sparse": ["--lines", "sparse6"]}
    label, pair = rng.choice(LABELS), rng.choice(PAIRS)
    experiment = folder / "bomb.yml"
    experiment.write_text(f"data: '{data}'\nprotocol: k-fold\nfolds: 2\nlayers:\n  - encoder: {{ heads: ['{label} @ {pair}'] }}\n"
                          "  - decoder: { heads: [degree] }\ntrain: { epochs: 1 }\n")
    choices = [
        ["data", "info", data],
        ["data", "audit", data],
        ["data", "import", data, "--name", "X", "--out", str(folder / "imported")],
        ["data", "export", data, "--format", "json-lines"],
        ["data", "split", data, "--split", rng.choice(["random", "scaffold"]), "--out", str(folder / "parts.json")],
        ["labels", data, "--label", label],
        ["labels", data, "--label", label, "--pair", pair],
        ["power", data, "--label", label],
        ["predict", model, data],
        ["predict", model, *told.get(maker.__name__, []), "-"],
        ["explain", model, data],
        ["watch", model, data],
        ["train", data, "--encoder", f"{label} @ {pair}", "--decoder", "degree", "--epochs", "1", "--out", str(folder / "new.model")],
        ["train", data, "--epochs", "1", "--out", str(folder / "new.model")],
        ["run", str(experiment), "--quiet", "--out", str(folder / "run")],
        ["search", data, "--trials", "1", "--quiet", "--out", str(folder / "found")],
    ]
    words = rng.choice(choices)
    return Bomb(maker.__name__, words, path if path.is_file() else None, maker in data_files.SQUARES,
                may_last=words[0] in ("train", "run", "search"))


def without_data(folder: pathlib.Path, known: pathlib.Path, rng: random.Random) -> Bomb:
    maker = rng.choice(other_files.KINDS)
    words = maker(folder, known, rng)
    source = folder / "edits" if words[-1] == "-" else None
    return Bomb(maker.__name__, words[:-1] if source else words, source, may_last=maker.__name__ in ("experiment", "network", "space"))


def prepare(folder: pathlib.Path, known: pathlib.Path, rng: random.Random) -> Bomb:
    """Make a bomb in a process of its own: the peak of a program counts what its parent held when it began."""
    child = os.fork()
    if child == 0:
        files = folder / "files"
        files.mkdir()
        bomb = (with_data if rng.random() < 0.75 else without_data)(files, known, rng)
        bomb.folder = files
        (folder / "bomb").write_bytes(pickle.dumps(bomb))
        os._exit(0)
    os.waitpid(child, 0)
    made = pickle.loads((folder / "bomb").read_bytes())
    assert isinstance(made, Bomb)
    return made


def run(command: list[str], folder: pathlib.Path, bomb: Bomb, seconds: float) -> tuple[int, int, float, str]:
    """Exit status, peak memory in bytes, seconds, the last line of its messages."""
    begin = time.monotonic()
    reads = command[-1] == "-" or bomb.kind == "edits"
    source = bomb.source if reads and bomb.source else pathlib.Path(os.devnull)
    stops = begin + (20 if bomb.may_last else seconds)
    with open(source, "rb") as given, open(folder / "messages", "wb") as messages, open(os.devnull, "wb") as nowhere:
        process = subprocess.Popen(command, stdin=given, stdout=nowhere, stderr=messages, cwd=folder)
        asked = False
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid != 0:
                break
            now = time.monotonic()
            if now > stops + 60 or (now > stops and not bomb.may_last):
                process.kill()
            elif now > stops and not asked:
                asked = True
                process.terminate()
            time.sleep(0.005)
    process.returncode = 0
    text = (folder / "messages").read_text(errors="replace").strip().splitlines()
    return os.waitstatus_to_exitcode(status), usage.ru_maxrss * 1024, time.monotonic() - begin, text[-1] if text else ""


def with_memory(words: list[str], bytes_allowed: int) -> list[str]:
    verbs = 2 if words[0] == "data" else 1
    return [*words[:verbs], "--memory", str(bytes_allowed), *words[verbs:]]


def make_known(program: str, top: pathlib.Path) -> str:
    """CSL, a model of it and a run; a text where that failed."""
    (top / "run.yml").write_text("data: CSL\nsplits: synthetic\nlayers:\n  - encoder: { heads: ['wl:1 @ distance 0..2'] }\n"
                                 "  - decoder: { heads: ['wl:1'] }\ntrain: { epochs: 2 }\n")
    for words in (["data", "make", "CSL", "--out", "."],
                  ["train", "CSL", "--encoder", "degree @ distance 0..3", "--decoder", "degree", "--epochs", "1", "--quiet",
                   "--data-dir", ".", "--out", "tiny.model"],
                  ["run", "run.yml", "--data-dir", ".", "--quiet", "--out", "run"]):
        made = subprocess.run([program, *words], cwd=top, capture_output=True, text=True, check=False)
        if made.returncode != 0:
            return made.stderr
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0, help="of the first bomb; the next has the next number")
    parser.add_argument("--seconds", type=float, default=300, help="that one run may take")
    parser.add_argument("--verbose", action="store_true")
    given = parser.parse_args()
    program = str(pathlib.Path(given.program).resolve())
    bad = 0
    largest = 0.0
    outcomes: dict[int, int] = {}
    with tempfile.TemporaryDirectory() as top:
        known = pathlib.Path(top)
        problem = make_known(program, known)
        if problem:
            print(problem, file=sys.stderr)
            return 1
        known_size = sum(f.stat().st_size for f in [*known.rglob("CSL/*.txt"), known / "tiny.model"])
        for seed in range(given.seed, given.seed + given.count):
            with tempfile.TemporaryDirectory() as name:
                folder = pathlib.Path(name)
                bomb = prepare(folder, known, random.Random(seed))
                allowed = BASE + PER_BYTE * (bomb.size() + known_size)
                words = bomb.words
                if bomb.is_square and seed % 2 == 1:
                    words = with_memory(words, allowed - PROGRAM_ALONE)
                size = bomb.size()
                status, peak, seconds, text = run([program, *words], folder, bomb, given.seconds)
                outcomes[status] = outcomes.get(status, 0) + 1
                largest = max(largest, peak / allowed)
                is_bad = status not in (0, 1, 2, *(STOPPED if bomb.may_last else ())) or peak > allowed or (status == 1 and not text)
                bad += is_bad
                if given.verbose or is_bad:
                    print(f"seed {seed}: {'BAD: ' if is_bad else ''}{bomb.kind} of {size} bytes: {' '.join(words)[:150]}: status {status}, "
                          f"{peak >> 20} MB of {allowed >> 20}, {seconds:.1f} s: {text[:160]}", flush=True)
    print(f"{given.count} bombs, {bad} bad; exit statuses {outcomes}; the most memory was {100 * largest:.0f} % of what is allowed")
    return 1 if bad else 0


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.exit(main())
