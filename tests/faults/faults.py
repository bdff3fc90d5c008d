#!/usr/bin/env python3
"""Let calls of the operating system fail, one at a time, and look at what the program leaves.

    tests/faults/faults.py build/sharegnn build/tests/libfail_at.so              # a sample, for every test run
    tests/faults/faults.py build/sharegnn build/tests/libfail_at.so --every      # every call up to 2,000, then a sample; hours
    tests/faults/faults.py ... --only train,malloc --at 17                       # one of them again

A scene is a command that writes something.  First it runs without a fault, which gives the right files
and the number of calls.  Then call number k fails.  The program may refuse, with status 1 and a message,
or go on.  It may not crash, leave temporary files, or write half a file: each file is missing, as it was
before, or right.  The same command without a fault must then end with the right files.
"""
from __future__ import annotations

import argparse
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

FAULTS = ["write", "fsync", "rename", "open", "mmap", "malloc", "pthread_create"]
EXPERIMENT = """data: CSL
protocol: fair
splits: synthetic
layers:
  - encoder: { heads: ["wl:1 @ distance 0..2"] }
  - decoder: { heads: ["wl:1"] }
train: { epochs: 2 }
"""


class Scene:
    """A command, what it writes, and the command that goes on after a fault."""

    def __init__(self, name: str, words: list[str], outputs: list[str], again: list[str] | None = None) -> None:
        self.name, self.words, self.outputs = name, words, outputs
        self.again = again if again is not None else words


SCENES = [
    Scene("train", ["train", "CSL", "--encoder", "wl:1 @ distance 0..2", "--decoder", "wl:1", "--epochs", "2", "--quiet",
                    "--out", "new.model"], ["new.model"]),
    Scene("checkpoint", ["train", "CSL", "--encoder", "wl:1 @ distance 0..2", "--decoder", "wl:1", "--epochs", "3", "--quiet",
                         "--checkpoint", "kept", "--every", "0", "--out", "kept.model"], ["kept.model"]),
    Scene("run", ["run", "experiment.yml", "--out", "run", "--quiet"], ["run"],
          ["run", "experiment.yml", "--out", "run", "--quiet", "--resume"]),
    Scene("predict", ["predict", "tiny.model", "CSL", "-o", "predictions.csv"], ["predictions.csv"]),
    Scene("lines", ["predict", "molecules.model", "molecules.smi", "--smiles", "--out", "lines.tsv"], ["lines.tsv"]),
    Scene("report", ["report", "done", "--out", "report.html"], ["report.html"]),
    Scene("import", ["data", "import", "molecules.smi", "--name", "Molecules", "--out", "imported", "--force"], ["imported"]),
    Scene("get", ["data", "get", "CSL", "--from", "file://{folder}/server", "--out", "got", "--force"], ["got"]),
]


def content(program: str, folder: pathlib.Path, output: str) -> dict[str, bytes]:
    """What a scene has written, by name; of a run what does not tell the time or how many threads there were."""
    path = folder / output
    if not path.exists():
        return {}
    if path.is_file():
        return {output: path.read_bytes()}
    if output != "run":
        return {str(f.relative_to(folder)): f.read_bytes() for f in sorted(path.rglob("*")) if f.is_file()}
    files = {str(f.relative_to(folder)): f.read_bytes() for f in sorted(path.rglob("*.safetensors"))}
    told = subprocess.run([program, "results", str(path), "--json"], capture_output=True, check=False, env=clean())
    if told.returncode == 0:
        results = json.loads(told.stdout.splitlines()[0])
        files["results"] = json.dumps(without_times(results), sort_keys=True).encode()
    return files


def without_times(value: object) -> object:
    if isinstance(value, dict):
        return {k: without_times(v) for k, v in value.items() if "second" not in k and k not in ("folder", "run", "began", "ended", "threads")}
    if isinstance(value, list):
        return [without_times(v) for v in value]
    return value


def is_whole_with_errors(now: bytes, right: bytes) -> bool:
    """Whether all lines are there, and those that could not be predicted say so: the others are not lost with them."""
    lines, wanted = now.splitlines(), right.splitlines()
    return len(lines) == len(wanted) and all(a == b or b"\terror\t" in a for a, b in zip(lines, wanted))


def clean() -> dict[str, str]:
    return {k: v for k, v in os.environ.items() if k not in ("LD_PRELOAD", "SHAREGNN_DATA") and not k.startswith("SG_FAULT")}


class Trial:
    def __init__(self, program: str, library: str, top: pathlib.Path) -> None:
        self.program, self.library, self.top = program, library, top
        self.template = top / "template"
        self.template.mkdir()
        self.call(self.template, ["data", "make", "CSL", "--out", "."])
        (self.template / "server").mkdir()
        shutil.make_archive(str(self.template / "server" / "CSL"), "zip", self.template, "CSL")
        (self.template / "experiment.yml").write_text(EXPERIMENT)
        (self.template / "molecules.smi").write_text("CCO a\nc1ccccc1 b\nCC(=O)O c\n" * 20)
        self.call(self.template, SCENES[0].words[:-1] + ["tiny.model"])
        self.call(self.template, ["run", "experiment.yml", "--out", "done", "--quiet"])
        (self.template / "measured.csv").write_text("smiles,y\n" + "CCO,1\nc1ccccc1,2\nCC(=O)O,3\n" * 4)
        self.call(self.template, ["train", "measured.csv", "--encoder", "label @ distance 0..2", "--decoder", "label",
                                  "--epochs", "2", "--quiet", "--out", "molecules.model"])

    def call(self, folder: pathlib.Path, words: list[str], **fault: str) -> subprocess.CompletedProcess[bytes]:
        words = [w.replace("{folder}", str(folder)) for w in words]
        threads = [] if words[0] == "data" else ["--threads", "2" if fault.get("SG_FAULT") == "pthread_create" else "1"]
        environment = {**clean(), "SHAREGNN_DATA": str(folder), **fault}
        if fault:
            environment["LD_PRELOAD"] = self.library
        done = subprocess.run([self.program, *words, *threads], cwd=folder, env=environment, capture_output=True,
                              stdin=subprocess.DEVNULL, timeout=600, check=False)
        if not fault and done.returncode != 0:
            raise SystemExit(f"{' '.join(words)}: status {done.returncode}: {done.stderr.decode()}")
        return done

    def fresh(self, name: str) -> pathlib.Path:
        folder = self.top / name
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.template, folder)
        return folder

    def right(self, scene: Scene, fault: str) -> tuple[dict[str, bytes], int]:
        folder = self.fresh("right")
        count = self.top / "count"
        self.call(folder, scene.words, SG_FAULT=fault, SG_FAULT_COUNT=str(count))
        return {k: v for o in scene.outputs for k, v in content(self.program, folder, o).items()}, int(count.read_text())

    def leftovers(self, folder: pathlib.Path) -> list[str]:
        known = {f.relative_to(self.template).parts[0] for f in self.template.iterdir()}
        return [str(f.relative_to(folder)) for f in folder.rglob("*")
                if f.is_file() and f.relative_to(folder).parts[0] not in known
                and (".part" in f.name or f.name.startswith(".") or f.name.endswith(".tmp"))]

    def check(self, scene: Scene, fault: str, k: int, on: bool, right: dict[str, bytes]) -> str:
        """What is wrong after call k failed; the empty text where nothing is."""
        folder = self.fresh("broken")
        settings = {"SG_FAULT": fault, "SG_FAULT_AT": str(k), **({"SG_FAULT_ON": "1"} if on else {})}
        done = self.call(folder, scene.words, **settings)
        if done.returncode not in (0, 1):
            return f"status {done.returncode}: {done.stderr.decode(errors='replace')[-200:]}"
        if done.returncode == 1 and not done.stderr.strip() and fault != "write":
            return "status 1 without a message"
        now = {n: b for o in scene.outputs for n, b in content(self.program, folder, o).items()}
        if done.returncode == 0 and now != right:
            return "status 0, but other files than without a fault"
        if scene.name != "run":
            half = [n for n, b in now.items() if right.get(n) != b
                    and not (scene.name == "lines" and is_whole_with_errors(b, right.get(n, b"")))]
            if half:
                return f"half-written: {half}"
        if scene.name not in ("run", "get"):
            left = self.leftovers(folder)
            if left:
                return f"left behind: {left}"
        words = scene.again if (folder / "run").exists() or scene.name != "run" else scene.words
        again = subprocess.run([self.program, *[w.replace("{folder}", str(folder)) for w in words],
                                *([] if words[0] == "data" else ["--threads", "2" if fault == "pthread_create" else "1"])],
                               cwd=folder, env={**clean(), "SHAREGNN_DATA": str(folder)}, capture_output=True, check=False)
        if again.returncode != 0:
            return f"the same command without a fault: status {again.returncode}: {again.stderr.decode()[-200:]}"
        now = {n: b for o in scene.outputs for n, b in content(self.program, folder, o).items()}
        return "" if now == right else "other files than right after the same command without a fault"


def numbers(n_calls: int, every: bool, rng: random.Random) -> list[int]:
    if every:
        return list(range(1, min(n_calls, 2000) + 1)) + sorted(rng.sample(range(2001, n_calls + 1), min(200, n_calls - 2000))
                                                               if n_calls > 2000 else [])
    return sorted({1, n_calls, rng.randint(1, max(1, n_calls)), rng.randint(1, max(1, n_calls))} & set(range(1, n_calls + 1)))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("library")
    parser.add_argument("--every", action="store_true")
    parser.add_argument("--only", default="", help="SCENE, or SCENE,FAULT")
    parser.add_argument("--at", type=int)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    rng = random.Random(given.seed)
    n_trials = n_bad = 0
    with tempfile.TemporaryDirectory() as top:
        trial = Trial(os.path.abspath(given.program), os.path.abspath(given.library), pathlib.Path(top))
        for scene in SCENES:
            for fault in FAULTS:
                if not f"{scene.name},{fault},".startswith(given.only + "," if given.only else ""):
                    continue
                right, n_calls = trial.right(scene, fault)
                for k in [given.at] if given.at else numbers(n_calls, given.every, rng):
                    for on in (False, True) if given.every else (n_trials % 2 == 1,):
                        n_trials += 1
                        wrong = trial.check(scene, fault, k, on, right)
                        if wrong:
                            n_bad += 1
                            print(f"{scene.name}: {fault} number {k} of {n_calls}{' and all later ones' if on else ''}: {wrong}",
                                  flush=True)
    print(f"{n_trials} faults, {n_bad} bad")
    return 1 if n_bad or n_trials == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
