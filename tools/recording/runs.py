"""Runs of experiments: small ones of every kind, and those of experiments/ cut to a few epochs."""
import json, os, re, shutil, signal, subprocess, sys, time

from recording.program import GENERATED, ROOT, Record, THREADS, ledger, timeless_csv, timeless_json
from recording.trainings import DECODER, ENCODER, LINEAR, SETTINGS


# ---- Runs ----------------------------------------------------------------------------------------


def put_run(program, record, name, folder):
    """Everything in a run's folder that does not depend on time."""
    record.put(name + "/config.yml", program.bytes_of(folder, "config.yml"))
    record.put(name + "/summary.json", timeless_json(program.bytes_of(folder, "summary.json")))
    record.put(name + "/ledger", ledger(program.at(folder, "results.sqlite")))
    models = program.at(folder, "models")
    for model in sorted(os.listdir(models)) if os.path.isdir(models) else []:
        record.put(f"{name}/models/{model}", program.bytes_of(models, model))
    for what in ("jobs", "epochs", "configurations"):
        record.put(f"{name}/results-{what}", timeless_csv(program.run("results", folder, "--" + what, "--csv")))


def content_of_run(program, folder):
    """The same in one piece, to compare runs."""
    kept = Record(None)
    put_run(program, kept, "run", folder)
    return kept.text()


def run_cases():
    """Name, experiment: every word of an experiment file."""
    plain = {"data": "classes.jsonl", "protocol": "k-fold", "folds": 3, "layers": [ENCODER, DECODER], "train": SETTINGS,
             "vocabulary": "all"}
    values = {**plain, "data": "values.jsonl", "task": "regression",
              "layers": [ENCODER, {"decoder": {"heads": ["label"], "outputs": "targets"}}]}
    grid = {"layers.0.heads.0": ["label @ edge", "wl:2 @ distance 0..3"], "train.learning-rate": [0.1, 0.01]}
    csl = {**plain, "data": "CSL", "splits": "synthetic", "layers": [
        {"encoder": {"heads": ["cycles:8 @ distance 0..1"], "activation": "tanh"}}, {"decoder": {"heads": ["cycles:8"]}}]}
    del csl["folds"]
    csl_grid = {"train.learning-rate": [0.1, 0.01, 0.03], "train.init": ["he", "constant 0.1"]}
    yield "k-fold", {**plain, "runs": 2, "save": "all"}
    yield "k-fold-double", {**plain, "train": {**SETTINGS, "precision": "double"}, "save": "all"}
    yield "grid", {**plain, "grid": grid, "test": "all"}
    yield "fair", {**csl, "protocol": "fair", "runs": 2, "grid": csl_grid}
    yield "fair-per-fold", {**csl, "protocol": "fair-per-fold", "grid": csl_grid, "save": "all"}
    yield "standard", {**csl, "protocol": "standard", "grid": csl_grid}
    yield "nested", {**plain, "protocol": "nested", "folds": 3, "inner-folds": 2, "grid": grid}
    yield "fixed", {**{key: plain[key] for key in ("layers", "train", "vocabulary")}, "data": "texts.csv", "protocol": "fixed", "runs": 3}
    yield "ensemble", {**plain, "ensemble": 3, "save": "all"}
    yield "restarts", {**plain, "restarts": 3, "seed": 9, "save": "all"}
    yield "vocabulary-train", {**plain, "vocabulary": "train", "save": "all"}
    yield "vocabulary-train-share", {**plain, "vocabulary": "train", "train": {**SETTINGS, "share": 0.3}, "ensemble": 2}
    yield "scale-std", {**values, "scale": "std", "report": "scaled"}
    yield "scale-standard", {**values, "scale": "standard", "runs": 2, "train": {**SETTINGS, "loss": "huber"}}
    yield "target", {**values, "target": [1], "ensemble": 2}
    yield "multilabel", {**values, "data": "flags.jsonl", "task": "multilabel", "target": [2, 1]}
    yield "shares", {**plain, "grid": {"train.share": [0.2, 0.5, 1]}, "test": "all", "save": "none"}
    yield "relabel", {**plain, "relabel": "relabel.txt"}
    yield "from", {**plain, "data": "two.jsonl", "from": {"model": "work/runs/k-fold.1", "layers": [0]},
                   "train": {**SETTINGS, "freeze": [0]}}
    yield "from-all", {**plain, "from": "work/runs/ensemble.1", "ensemble": 2}
    yield "thresholds", {**plain, "layers": [{"encoder": {"heads": ["wl:1 @ distance 0..3"], "at-least": 2}}, DECODER],
                         "grid": {"layers.0.at-least": [1, 4, 16]}, "test": "all"}
    yield "dropout", {**plain, "noise": 0.3, "layers": [ENCODER, {"dropout": {"rate": 0.4}}, DECODER], "runs": 2,
                      "train": {**SETTINGS, "patience": 3, "epochs": 12, "average": 0.9}}


def run_case(program, record, name, experiment):
    if not record.wants(f"run/{name}/"):
        return
    program.write(f"work/runs/{name}.yml", json.dumps(experiment))
    first = None
    for n in THREADS:
        folder = f"work/runs/{name}.{n}"
        program.run("run", f"work/runs/{name}.yml", "--out", folder, "--quiet", "--threads", n)
        got = content_of_run(program, folder)
        first = first or got
        record.same("run/" + name, first, got, f"with {n} threads")
        if n > 1:
            shutil.rmtree(program.at(folder))
    folder = f"work/runs/{name}.1"
    put_run(program, record, "run/" + name, folder)
    if experiment.get("save") != "none":
        record.put(f"run/{name}/predict", program.run("predict", folder, experiment["data"], "--json", "--no-trust", *(
            ("--relabel", experiment["relabel"]) if "relabel" in experiment else ())))


def figure_case(program, record):
    """Figures and a page of a run of version 0.1: its times do not change any more."""
    fixture = os.path.join(ROOT, "tests", "fixtures", "v0.1")
    if not os.path.isdir(os.path.join(fixture, "run")):
        record.fault("figures: tests/fixtures/v0.1/run is absent")
        return
    folder = program.at("work/figures")
    shutil.copytree(fixture, folder)
    for kind in ("curves", "loss", "confusion", "occurrences", "weights", "threshold"):
        for ending in ("svg", "png"):
            program.run("plot", folder + "/run", "--kind", kind, "--out", f"{folder}/x.{ending}", "--data-dir", folder)
            record.put(f"figures/{kind}.{ending}", program.bytes_of(f"{folder}/x.{ending}"))
    program.run("report", folder + "/run", "--out", folder + "/x.html", "--graphs", 5, "--data-dir", folder)
    version = program.version.split()[-1]
    record.put("figures/report.html", program.bytes_of(folder + "/x.html").replace(version, b"VERSION"))
    for words in ([], ["--csv"], ["--json"], ["--latex"], ["--jobs"], ["--epochs"], ["--configurations"]):
        said = program.run("results", folder + "/run", *words).replace(folder.encode(), b"FOLDER")
        record.put("figures/results" + "".join(words), said)


def resumed_case(program, record):
    """A run that is stopped by a signal, some time, goes on to the same end as one that is not."""
    experiment = {"data": "CSL", "protocol": "fair", "splits": "synthetic", "runs": 2, "ensemble": 2, "save": "all",
                  "vocabulary": "all", "layers": [
        {"encoder": {"heads": ["cycles:10 @ distance 0..4", "degree @ edge"], "activation": "tanh"}}, {"dropout": {"rate": 0.2}},
        {"decoder": {"heads": ["cycles:10"], "activation": "tanh"}}, LINEAR],
        "train": {"learning-rate": 0.01, "init": "he", "average": 0.9, "schedule": "plateau patience 20"}}
    for epochs in (150, 600, 2400):  # more where all trainings were over before they could be stopped
        program.write("work/long.yml", json.dumps({**experiment, "train": {**experiment["train"], "epochs": epochs}}))
        words = ("run", "work/long.yml", "--threads", 2)
        program.run(*words, "--out", "work/whole", "--quiet", "--force")
        n_stops = sum(stopped(program, *words, "--out", "work/stopped", "--resume", "--quiet") for _ in range(3))
        program.run(*words, "--out", "work/stopped", "--resume", "--quiet")
        record.same("run/resumed", content_of_run(program, "work/whole"), content_of_run(program, "work/stopped"),
                    f"from one that was not stopped ({n_stops} checkpoints, {epochs} epochs)")
        shutil.rmtree(program.at("work/stopped"))
        if epochs == 150:
            put_run(program, record, "run/resumed", "work/whole")
        if n_stops > 0:
            return
    record.fault("run/resumed: no checkpoint was left in any run")


def stopped(program, *words):
    """Start a run and stop it a moment after it has opened its ledger; whether a training was left half done."""
    journal = program.at("work/stopped/results.sqlite-wal")
    process = program.start(*words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while process.poll() is None and not os.path.exists(journal):
        time.sleep(0.01)
    time.sleep(0.3)
    process.send_signal(signal.SIGTERM)  # not SIGINT, which programs in the background ignore
    return process.wait() != 0 and os.path.isdir(program.at("work/stopped/checkpoints"))


# ---- Experiments ---------------------------------------------------------------------------------


def split_items(text):
    """The items of a list in YAML's short form, as they stand."""
    items, depth, quoted, item = [], 0, False, ""
    for letter in text:
        if letter == '"':
            quoted = not quoted
        if not quoted:
            depth += letter in "[{"
            depth -= letter in "]}"
        if letter == "," and depth == 0 and not quoted:
            items.append(item.strip())
            item = ""
        else:
            item += letter
    return items + [item.strip()]


def grid_of(text):
    """{path: [items]} of the grid in an experiment file: lists in short form, or an item per line."""
    axes, path = {}, None
    inside = False
    for line in text.splitlines():
        if re.match(r"\S", line):
            inside = line.startswith("grid:")
        elif inside and (match := re.match(r"  ([\w.-]+):\s*(.*)$", line)):
            path = match[1]
            axes[path] = match[2]
        elif inside and path is not None and (match := re.match(r"\s*(?:- )?(.*)$", line)):
            separator = ", " if re.match(r"\s*- ", line) and axes[path] else " "
            axes[path] += separator + match[1]
    result = {}
    for path, text in axes.items():
        text = text.strip()
        if text.startswith("[") and text.endswith("]"):
            text = text[1:-1]
        result[path] = split_items(text)
    return result


def changes_of(name, text):
    """What makes an experiment short: --set words."""
    def at_most(word, n):
        match = re.search(rf"^{word}: (\d+)", text, re.M)
        return [f"{word}={min(int(match[1]), n)}"] if match else []

    heavy = "zinc" in name.lower()
    small = name.startswith(("synthetic", "fair-random/CSL", "fair-random/Ring"))
    changes = [f"train.epochs={1 if heavy else 3}", *at_most("runs", 2 if small else 1), *at_most("ensemble", 2),
               *at_most("restarts", 2), *at_most("folds", 2)]
    if not re.search("^vocabulary:", text, re.M):  # what version 0.1 took where nothing is said
        changes += ["vocabulary=all"]
    if "250k" in name:
        changes += ["train.share=0.02"]
    for path, items in grid_of(text).items():
        n = 3 if path.startswith(("layers.0.encoder", "train")) else 2
        chosen = [items[i * (len(items) - 1) // (n - 1)] for i in range(min(n, len(items)))] if len(items) > 1 else items
        changes.append(f"grid.{path}=[{', '.join(dict.fromkeys(chosen))}]")
    return [word for change in changes for word in ("--set", change)]


def experiments(program, quick):
    """Name, text: those that come first have others that start from them."""
    found = []
    for folder, _, names in os.walk(os.path.join(ROOT, "experiments")):
        for name in names:
            if name.endswith(".yml"):
                path = os.path.relpath(os.path.join(folder, name), os.path.join(ROOT, "experiments"))
                with open(os.path.join(folder, name)) as file:
                    found.append((path[:-4], file.read()))
    skipped = {}
    for name, text in sorted(found, key=lambda item: (re.search("^from:", item[1], re.M) is not None, item[0])):
        said = re.search(r"^data: *(\S+)", text, re.M)
        if said is None:  # a network alone, for `power --trained`
            continue
        data = said[1].split("?")[0]
        if quick and data not in GENERATED:
            continue
        if not any(os.path.exists(os.path.join(program.data, data + ending)) for ending in ("", ".zip")):
            skipped.setdefault(data, []).append(name)
            continue
        yield name, text
    for data, names in skipped.items():
        print(f"SKIPPED: {data} is absent, so {', '.join(sorted(names))} cannot run", file=sys.stderr)


def experiment_case(program, record, name, text):
    if not record.wants(f"experiment/{name}/"):
        return
    folder = "runs/" + name
    words = ("run", f"experiments/{name}.yml", *changes_of(name, text), "--quiet")
    heavy = "zinc" in name.lower()
    program.run(*words, "--out", folder, "--threads", 2 if heavy else 1)
    put_run(program, record, "experiment/" + name, folder)
    if not heavy:
        program.run(*words, "--out", folder + ".again", "--threads", 8)
        record.same("experiment/" + name, content_of_run(program, folder), content_of_run(program, folder + ".again"),
                    "with 8 threads")
        shutil.rmtree(program.at(folder + ".again"))
    if not re.search(r"transfer/NCI1$", name):
        shutil.rmtree(program.at(folder))
