#!/usr/bin/env python3
"""Run the program on small files that ask for much, and measure what it takes.

    tests/bombs/bombs.py build/sharegnn --count 40             # a cut, for every test run
    tests/bombs/bombs.py build/sharegnn --count 10000          # hours, for tools/nightly
    tests/bombs/bombs.py build/sharegnn --seed 7 --count 1     # one of them again

Every bomb is a file of a random kind in a random format, given to a random verb.  The program must end
in time, without a signal, and its memory must stay below 64 MB + 200 x the size of its files, whether it
refuses or not.  Bombs that grow with the square of a graph are also run with --memory, which must hold.
"""
from __future__ import annotations

import argparse
import json
import os
import pathlib
import pickle
import random
import resource
import struct
import subprocess
import sys
import tempfile
import time
import zipfile
import zlib

BASE, PER_BYTE = 64 << 20, 200
PROGRAM_ALONE = 16 << 20  # what the program takes besides the blocks that it counts


def edges_of(kind: str, n: int, rng: random.Random) -> list[tuple[int, int]]:
    if kind == "star":
        return [(0, i) for i in range(1, n)]
    if kind == "path":
        return [(i, i + 1) for i in range(n - 1)]
    if kind == "ring":
        return [(i, (i + 1) % n) for i in range(n)]
    if kind == "clique":
        n = min(n, 300)
        return [(i, j) for i in range(n) for j in range(i)]
    if kind == "broom":
        return [(i, i + 1) for i in range(n // 2)] + [(0, i) for i in range(n // 2 + 1, n)]
    if kind == "two stars":
        return [(0, i) for i in range(2, n)] + [(1, i) for i in range(2, n)]
    return [(rng.randrange(n), rng.randrange(n)) for _ in range(2 * n)]


SHAPES = ["star", "path", "ring", "clique", "broom", "two stars", "random"]


def write_json(path: pathlib.Path, n: int, edges: list[tuple[int, int]], copies: int) -> None:
    lines = [json.dumps({"nodes": n, "edges": edges, "target": word}, separators=(",", ":")) + "\n" for word in "ab"]
    path.write_text("".join(lines[i % 2] for i in range(copies)))


def write_tu(path: pathlib.Path, n: int, edges: list[tuple[int, int]], packed: bool) -> None:
    name = path.name.removesuffix(".zip")
    files = {
        f"{name}_A.txt": "".join(f"{u + 1}, {v + 1}\n{v + 1}, {u + 1}\n" for u, v in edges if u != v),
        f"{name}_graph_indicator.txt": "1\n" * n,
    }
    if packed:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for file, text in files.items():
                archive.writestr(f"{name}/{file}", text)
        return
    path.mkdir()
    for file, text in files.items():
        (path / file).write_text(text)


def png(width: int, height: int) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = zlib.compress(bytes((width + 1) * height), 9)
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def sparse6(n: int) -> str:
    digits = [n >> shift & 63 for shift in range(30, -1, -6)]
    return ":~~" + "".join(chr(63 + d) for d in digits) + "\n"


class Bomb:
    """A file, what it is, and whether its pairs grow with a square."""

    def __init__(self, folder: pathlib.Path, rng: random.Random) -> None:
        self.rng = rng
        makers = [self.claim, self.many_claims, self.sparse, self.graph, self.graphs, self.smiles, self.zip,
                  self.repeated_arcs, self.picture, self.text, self.table, self.nested, self.long_line]
        maker = rng.choice(makers)
        self.kind = maker.__name__
        self.path = maker(folder)
        self.square = self.kind in ("graph", "graphs", "smiles", "zip", "text", "table")

    def size(self) -> int:
        if self.path.is_dir():
            return sum(f.stat().st_size for f in self.path.rglob("*") if f.is_file())
        return self.path.stat().st_size

    def claim(self, folder: pathlib.Path) -> pathlib.Path:
        path = folder / "claim.jsonl"
        path.write_text(json.dumps({"nodes": self.rng.choice([4194304, 4194305, 10**6, 10**9, 2**32, 10**18])}) + "\n")
        return path

    def many_claims(self, folder: pathlib.Path) -> pathlib.Path:
        path = folder / "claims.jsonl"
        path.write_text((json.dumps({"nodes": self.rng.randrange(1, 4194305)}) + "\n") * self.rng.randrange(2, 200))
        return path

    def sparse(self, folder: pathlib.Path) -> pathlib.Path:
        path = folder / "sparse.s6"
        path.write_text("".join(sparse6(self.rng.randrange(1, 1 << 24)) for _ in range(self.rng.randrange(1, 50))))
        return path

    def graph(self, folder: pathlib.Path) -> pathlib.Path:
        n = int(10 ** self.rng.uniform(2, 4.8))
        path = folder / "graph.jsonl"
        write_json(path, n, edges_of(self.rng.choice(SHAPES), n, self.rng), 1)
        return path

    def graphs(self, folder: pathlib.Path) -> pathlib.Path:
        n = int(10 ** self.rng.uniform(2, 3.6))
        path = folder / "graphs.jsonl"
        write_json(path, n, edges_of(self.rng.choice(SHAPES), n, self.rng), self.rng.randrange(2, 40))
        return path

    def smiles(self, folder: pathlib.Path) -> pathlib.Path:
        n = int(10 ** self.rng.uniform(2, 4.7))
        path = folder / "molecule.smi"
        line = self.rng.choice(["[U]" + "(C)" * (n - 1), "C" * n, "C1" + "C" * n + "1", ".".join("C" * n)])
        path.write_text(line + "\n")
        return path

    def zip(self, folder: pathlib.Path) -> pathlib.Path:
        n = int(10 ** self.rng.uniform(2, 4.7))
        path = folder / "graph.zip"
        write_tu(path, n, edges_of(self.rng.choice(SHAPES), n, self.rng), True)
        return path

    def repeated_arcs(self, folder: pathlib.Path) -> pathlib.Path:
        path = folder / "arcs.zip"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("arcs/arcs_A.txt", "1, 2\n" * int(10 ** self.rng.uniform(4, 7)))
            archive.writestr("arcs/arcs_graph_indicator.txt", "1\n1\n")
        return path

    def picture(self, folder: pathlib.Path) -> pathlib.Path:
        path = folder / "pictures"
        path.mkdir()
        (path / "one.png").write_bytes(png(self.rng.randrange(1, 4097), self.rng.randrange(1, 4097)))
        return path

    def text(self, folder: pathlib.Path) -> pathlib.Path:
        path = folder / "text.txt"
        n = int(10 ** self.rng.uniform(2, 4.5))
        words = [f"w{self.rng.randrange(n)}" for _ in range(n)] if self.rng.random() < 0.5 else ["a"] * n
        path.write_text(" ".join(words) + "\n")
        return path

    def table(self, folder: pathlib.Path) -> pathlib.Path:
        path = folder / "table.csv"
        n = int(10 ** self.rng.uniform(1, 4))
        path.write_text("smiles,y\n" + ("[U]" + "(C)" * n + ",1\n") * self.rng.randrange(1, 10))
        return path

    def nested(self, folder: pathlib.Path) -> pathlib.Path:
        path = folder / "nested.jsonl"
        depth = self.rng.randrange(1, 200000)
        path.write_text('{"nodes":' + "[" * depth + "]" * depth + "}\n")
        return path

    def long_line(self, folder: pathlib.Path) -> pathlib.Path:
        path = folder / "long.jsonl"
        path.write_text('{"nodes":[' + ",".join(["1"] * self.rng.randrange(1, 200000)) + "]}\n")
        return path


PAIRS = ["distance 0..2", "distance 0..20", "path 0..3", "edge", "walks:2", "paths:3", "cycle-distance 0..4"]
LABELS = ["degree", "wl:2", "wl:3", "cycles:6", "cliques", "betweenness:10", "core", "fwl:1", "marked-wl:1"]


def commands(bomb: Bomb, folder: pathlib.Path, model: pathlib.Path, rng: random.Random) -> list[str]:
    data = str(bomb.path) + {"picture": "?image", "text": "?text"}.get(bomb.kind, "")
    told = {"smiles": ["--smiles"], "text": ["--text"]}.get(bomb.kind, [])
    label, pair = rng.choice(LABELS), rng.choice(PAIRS)
    heads = f"{label} @ {pair}"
    choices = [
        ["data", "info", data],
        ["data", "audit", data],
        ["data", "import", data, "--name", "X", "--out", str(folder / "imported")],
        ["data", "export", data, "--format", "json-lines"],
        ["labels", data, "--label", label],
        ["labels", data, "--label", label, "--pair", pair],
        ["power", data, "--label", label],
        ["predict", str(model), data],
        ["predict", str(model), *told, "-"],
        ["explain", str(model), data],
        ["train", data, "--encoder", heads, "--decoder", "degree", "--epochs", "1", "--out", str(folder / "new.model")],
    ]
    return rng.choice(choices)


def prepare(folder: pathlib.Path, model: pathlib.Path, rng: random.Random) -> tuple[Bomb, list[str]]:
    """Make a bomb in a process of its own: the peak of a program counts what its parent held when it began."""
    child = os.fork()
    if child == 0:
        bomb = Bomb(folder, rng)
        bomb_words = commands(bomb, folder, model, rng)
        (folder / "bomb").write_bytes(pickle.dumps((bomb, bomb_words)))
        os._exit(0)
    os.waitpid(child, 0)
    made = pickle.loads((folder / "bomb").read_bytes())
    assert isinstance(made, tuple)
    return made


def run(command: list[str], folder: pathlib.Path, source: pathlib.Path, seconds: float) -> tuple[int, int, float, str]:
    """Exit status, peak memory in bytes, seconds, the last line of its messages."""
    begin = time.monotonic()
    standard_input = open(source, "rb") if source.is_file() and command[-1] == "-" else subprocess.DEVNULL
    with open(folder / "messages", "wb") as messages, open(os.devnull, "wb") as nowhere:
        process = subprocess.Popen(command, stdin=standard_input, stdout=nowhere, stderr=messages)
        deadline = begin + seconds
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid != 0:
                break
            if time.monotonic() > deadline:
                process.kill()
            time.sleep(0.005)
    process.returncode = 0
    text = (folder / "messages").read_text(errors="replace").strip().splitlines()
    return os.waitstatus_to_exitcode(status), usage.ru_maxrss * 1024, time.monotonic() - begin, text[-1] if text else ""


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
        model = pathlib.Path(top) / "tiny.model"
        for words in (["data", "make", "CSL", "--out", top],
                      ["train", "CSL", "--encoder", "wl:1 @ distance 0..3", "--decoder", "wl:1", "--epochs", "1", "--quiet",
                       "--data-dir", top, "--out", str(model)]):
            made = subprocess.run([program, *words], cwd=top, capture_output=True, text=True, check=False)
            if made.returncode != 0:
                print(made.stderr, file=sys.stderr)
                return 1
        for seed in range(given.seed, given.seed + given.count):
            rng = random.Random(seed)
            with tempfile.TemporaryDirectory() as name:
                folder = pathlib.Path(name)
                bomb, words = prepare(folder, model, rng)
                allowed = BASE + PER_BYTE * (bomb.size() + model.stat().st_size)
                if bomb.square and seed % 2 == 1:
                    words[1:1] = ["--memory", str(allowed - PROGRAM_ALONE)]
                    if words[0] == "data":
                        words[0:4] = [words[0], words[3], words[1], words[2]]
                status, peak, seconds, text = run([program, *words], folder, bomb.path, given.seconds)
                outcomes[status] = outcomes.get(status, 0) + 1
                largest = max(largest, peak / allowed)
                if given.verbose or status not in (0, 1) or peak > allowed:
                    print(f"seed {seed}: {bomb.kind} of {bomb.size()} bytes: {' '.join(words)[:150]}: status {status}, "
                          f"{peak >> 20} MB of {allowed >> 20}, {seconds:.1f} s: {text[:160]}", flush=True)
                if status not in (0, 1) or peak > allowed:
                    bad += 1
    print(f"{given.count} bombs, {bad} bad; exit statuses {outcomes}; the most memory was {100 * largest:.0f} % of what is allowed")
    return 1 if bad else 0


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.exit(main())
