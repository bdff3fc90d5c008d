"""Trainings of every kind of layer and setting, and what is done with their models."""
import json, os, re, shutil

from recording.program import GENERATED, THREADS, timeless_json, with_size


# ---- Trainings -----------------------------------------------------------------------------------

ACTIVATIONS = "tanh relu leaky-relu elu gelu sigmoid identity".split()
LABELINGS = ("none", "label", "degree", "index", "wl:1", "wl:3", "wl:2/degree", "wl-edges:1", "wl-edges:2/degree",
             "cycles:6", "cycles:4-5", "induced-cycles:7", "induced-cycles:5-6", "cliques:4",
             "patterns:triangle,square", "patterns:star,tailed-triangle,clique4,cycle5,edge,0-1.1-2.2-3.3-4",
             "core", "ring", "betweenness:8", "cycles:5+label", "wl:2/core+ring", "wl:2 limit 6",
             "label+degree limit 3")
PAIRS = ("distance 0..3", "distance 0,2", "distance 3", "edge", "path 0..3", "path 2", "cycle-distance 0..3",
         "cycle-distance 1,3")
OPTIMIZERS = {"adam": {}, "adam-decay": {"weight-decay": 0.1}, "adam-decoupled": {"weight-decay": 0.1, "decoupled": True},
              "adam-betas": {"beta1": 0.5, "beta2": 0.9, "epsilon": 1e-3}, "adamw": {"weight-decay": 0.3},
              "sgd": {}, "sgd-momentum": {"momentum": 0.9}, "sgd-decay": {"weight-decay": 0.1, "momentum": 0.5},
              "sgd-decoupled": {"weight-decay": 0.1, "decoupled": True}}
SCHEDULES = ("constant warm-up 2", "constant warm-up 5 steps", "step 2 0.5", "step 1 0.7 warm-up 2 epochs",
             "plateau factor 0.5 patience 1 min 1e-3", "plateau", "cosine", "cosine min 0.01 warm-up 3 steps")
INITS = ("constant 0.1", "uniform -0.3 0.4", "normal 0 0.5", "he", "lower-upper")

ENCODER = {"encoder": {"heads": ["wl:1 @ distance 0..2"], "activation": "tanh"}}
WIDE = {"encoder": {"heads": ["label @ distance 0..3 x3", "degree @ edge x2"], "activation": "tanh"}}
DECODER = {"decoder": {"heads": ["label"], "outputs": "classes"}}
LINEAR = {"linear": {"outputs": "classes"}}
TAIL = {"decoder": {"heads": ["label"], "outputs": 2}}, LINEAR  # behind rows of any length


def network_cases():
    """Name, data, network, settings: every layer and every option of it."""
    def case(name, *layers, data="classes.jsonl", **more):
        train = more.pop("train", {})
        return name, data, {**more, "layers": list(layers)}, train

    def encoder(*heads, **more):
        return {"encoder": {"heads": list(heads), **more}}

    def decoder(*heads, **more):
        return {"decoder": {"heads": list(heads), **more}}

    for kind in ACTIVATIONS:
        yield case(f"activation-{kind}", encoder("wl:1 @ distance 0..2", activation=kind),
                   {"linear": {"outputs": 5, "activation": kind}}, {"activation": {"kind": kind}},
                   decoder("label", outputs=4, activation=kind), LINEAR)
    for labeling in LABELINGS:
        yield case(f"labeling-{labeling}", encoder(f"{labeling} @ distance 0..1", activation="tanh"),
                   decoder(labeling), data="two.jsonl")
    for pair in PAIRS:
        yield case(f"pair-{pair}", encoder(f"label @ {pair}", f"degree -> wl:1 @ {pair} bias degree", activation="relu"),
                   *TAIL)
    for kind in ("ones", "labels", "attributes"):
        yield case(f"input-{kind}", ENCODER, *TAIL, input=kind)
        yield case(f"input-{kind}-noise", {"linear": {"outputs": 3}}, WIDE, *TAIL, input=kind, noise=0.5)
    for width in (1, 2, 7, 8, 9, 16, 17, 33, 100):  # rows and lanes of every length
        yield case(f"width-{width}", {"linear": {"outputs": width, "activation": "tanh"}}, ENCODER,
                   {"norm": {"affine": True}}, encoder("label @ edge x2", "label @ distance 0..2 x3", bias="degree"),
                   decoder("label", outputs=width), LINEAR, input="attributes")
    for pool in ("sum", "mean", "max"):
        yield case(f"pool-{pool}", WIDE, {"pool": {"kind": pool}}, LINEAR)
    for pool in ("sum", "mean"):
        for bias in (False, True):
            yield case(f"decoder-{pool}-{'bias' if bias else 'plain'}", WIDE,
                       decoder("label", "degree x2", "wl:1", pool=pool, bias=bias, outputs=3),
                       {"linear": {"outputs": "classes", "bias": bias}})
    yield case("decoder-alone", DECODER)
    yield case("norm", WIDE, {"norm": {"affine": False}}, {"linear": {"outputs": 6}}, {"norm": {"affine": True}},
               decoder("label", outputs=6), {"norm": {"affine": True}}, LINEAR)
    yield case("dropout", {"dropout": {"rate": 0.1}}, WIDE, {"dropout": {}}, decoder("label", outputs=8),
               {"dropout": {"rate": 0.3}}, LINEAR)
    yield case("residual-input", encoder("wl:1 @ distance 1..2"), {"residual": {}}, DECODER)
    yield case("residual-from", {"linear": {"outputs": 4}}, encoder("label @ edge"), {"residual": {"from": 0}},
               encoder("label @ distance 0..2"), {"residual": {"from": 2}}, {"residual": {"from": 0}},
               decoder("degree", outputs=4), {"linear": {"outputs": 16}}, {"residual": {"from": 6}}, LINEAR)
    yield case("repeat", {"encoder": {**ENCODER["encoder"], "repeat": 3}}, DECODER)
    yield case("copies", encoder("label @ distance 0..2 x3 bias label", "wl:1 @ edge x2", "label @ distance 0..2"),
               decoder("label x2", "degree", outputs=2), LINEAR)
    yield case("bias", encoder("label @ edge", "degree @ edge bias wl:1", bias="degree", activation="tanh"), *TAIL)
    yield case("thresholds", encoder("wl:1 @ distance 0..2", "wl:1 @ edge at-most 40", "wl:2 @ edge at-least 1",
                                     **{"at-least": 3, "at-most": 200}), *TAIL)
    yield case("arrows", encoder("label -> degree @ edge", "degree -> label @ distance 0..2 x2",
                                 "none -> wl:1 @ path 0..1"), *TAIL)
    yield case("deep", *[ENCODER] * 5, DECODER)
    yield case("wide-heads", encoder(*[f"label @ distance {d}" for d in range(6)], *["degree @ edge"] * 5), WIDE,
               {"linear": {"outputs": 24, "activation": "leaky-relu"}}, decoder("label", "degree", outputs=10), LINEAR)
    # Other data.
    yield case("words", encoder("label @ distance 0..2", "label limit 3 @ edge", activation="tanh"), *TAIL,
               data="words.jsonl")
    yield case("texts", encoder("label @ offset 3x1 101", "label @ offset 5x1"), {"residual": {"from": 0}}, *TAIL,
               data="texts.csv")
    yield case("images", encoder("none @ offset 3x3 x4 bias none", activation="relu"),
               encoder("none @ offset 5x5 11111/10000/10011/10001/11111", "index @ distance 0"),
               decoder("index", outputs=8, pool="sum", activation="relu"), {"dropout": {}}, LINEAR,
               data="images.csv?image=6x5", input="attributes")
    yield case("molecules", encoder("wl-edges:1 @ path 0..3", "ring+label @ edge", activation="tanh"),
               decoder("wl-edges:1", outputs=3), LINEAR, data="molecules.csv?target=kind&form=as-written")
    yield case("kekule", encoder("wl-edges:1 @ path 0..3"), decoder("wl-edges:1"),
               data="molecules.csv?target=weight&bonds=kekule&form=as-written")
    yield case("csl", encoder("cycles:10 @ distance 0..2", activation="tanh"), decoder("cycles:10"), data="CSL")
    yield case("rings", encoder("label @ distance 8", activation="tanh"), encoder("label @ distance 4"), DECODER,
               data="RingTransfer3")
    # So many pairs that they are not listed one by one.
    few = {"epochs": 2, "batch-size": 128}
    yield case("implicit", encoder("label @ distance 0..50", activation="tanh"), DECODER, data="RingTransfer1", train=few)
    yield case("implicit-wide", {"linear": {"outputs": 6}},
               encoder("label @ distance 0..50 x2", "degree @ distance 0..50", "label -> degree @ distance 0..40 at-least 9",
                       bias="label", activation="tanh"), decoder("label", outputs=4), LINEAR,
               data="RingTransfer1", input="labels", train=few)
    yield case("implicit-snowflakes", encoder("degree @ cycle-distance 0..30", "degree+label @ distance 0..30 x2"), *TAIL,
               data="Snowflakes", train=few)


def training_cases():
    """Name, data, network, settings: every option of training; "validated" ones hold graphs out."""
    plain = {"layers": [ENCODER, DECODER]}
    for name, more in OPTIMIZERS.items():
        yield f"optimizer-{name}", "classes.jsonl", plain, {"optimizer": name.split("-")[0], **more}
    for schedule in SCHEDULES:
        yield f"schedule-{schedule}", "classes.jsonl", plain, {"schedule": schedule, "epochs": 16, "learning-rate": 0.5}
    yield "validated-plateau", "classes.jsonl", plain, {"schedule": "plateau patience 1", "epochs": 16, "learning-rate": 0.5}
    for init in INITS:
        layers = [{"encoder": {"heads": ["wl:1 @ distance 0..2 bias label x2"]}},
                  {"linear": {"outputs": 3}}, {"norm": {"affine": True}}, *TAIL]
        yield f"init-{init}", "classes.jsonl", {"layers": layers}, {"init": init, "bias-init": init}
    values = {"layers": [ENCODER, {"decoder": {"heads": ["label"], "outputs": "targets"}}]}
    yield "loss-bce", "flags.jsonl", {**values, "task": "multilabel"}, {"loss": "bce"}
    for loss in ("mae", "mse", "huber"):
        yield f"loss-{loss}", "values.jsonl", {**values, "task": "regression"}, {"loss": loss}
        for metric in ("mae", "rmse", "loss"):
            yield f"validated-{loss}-{metric}", "values.jsonl", {**values, "task": "regression"}, \
                {"loss": loss, "metric": metric, "epochs": 30}
    for metric in ("roc-auc", "accuracy", "f1", "loss"):
        yield f"validated-bce-{metric}", "flags.jsonl", {**values, "task": "multilabel"}, {"metric": metric, "epochs": 30}
    for metric in ("accuracy", "balanced-accuracy", "f1", "loss"):
        yield f"validated-{metric}", "classes.jsonl", plain, {"metric": metric, "epochs": 30}
    yield "validated-roc-auc", "two.jsonl", plain, {"metric": "roc-auc", "epochs": 30}
    yield "one-value", "value.jsonl", {**values, "task": "regression"}, {}
    yield "clip", "classes.jsonl", plain, {"clip": 0.05}
    yield "average", "classes.jsonl", plain, {"average": 0.9}
    yield "average-clip-dropout", "classes.jsonl", {"layers": [ENCODER, {"dropout": {}}, DECODER], "noise": 0.2}, \
        {"average": 0.8, "clip": 0.1, "optimizer": "adamw", "weight-decay": 0.1, "schedule": "cosine"}
    yield "freeze", "classes.jsonl", {"layers": [ENCODER, {"norm": {"affine": True}}, DECODER]}, \
        {"freeze": [0, 1], "optimizer": "adamw", "weight-decay": 0.5}
    yield "share", "classes.jsonl", plain, {"share": 0.4}
    yield "validated-patience", "classes.jsonl", plain, {"patience": 2, "epochs": 40}
    for size in (1, 7, 1000):
        yield f"batch-{size}", "classes.jsonl", plain, {"batch-size": size}


SETTINGS = {"epochs": 4, "batch-size": 16, "learning-rate": 0.05, "init": "uniform -0.5 0.5"}


def plain_name(name):
    return re.sub(r"[^A-Za-z0-9.:+-]+", "_", name)


def train_case(program, record, case, precision):
    name, data, network, settings = case
    name = f"train/{plain_name(name)}/{precision}"
    if not record.wants(name + "/"):
        return
    folder = "work/" + name
    settings = {**SETTINGS, **settings, "precision": precision}
    program.write(folder + "/net.yml", json.dumps({**network, "train": settings}))
    held_out = ("--validation", 0.2, "--vocabulary", "all") if "/validated" in name else ()
    unit = ("--scale", "none") if data in ("value.jsonl", "values.jsonl") or "target=weight" in data else ()
    first = None
    for n in THREADS:
        model = f"{folder}/{n}.model"
        said = program.run("train", data, "--layers", folder + "/net.yml", *held_out, *unit, "--out", model, "--json", "--quiet",
                           "--threads", n)
        got = program.bytes_of(model), re.sub(r'/\d\.model"', '.model"', timeless_json(said))
        first = first or got
        record.same(name, first, got, f"with {n} threads")
    record.put(name + "/model", first[0])
    record.put(name + "/said", first[1])
    model = f"{folder}/1.model"
    # What a model predicts, for data that it knows and, where there is something like it, for others.
    others = [data, "new.jsonl"] if data == "classes.jsonl" else [data]
    for i, other in enumerate(others):
        table = program.run("predict", model, other, "--json", "--trust", "--threads", 1)
        record.same(name, table, program.run("predict", model, other, "--json", "--trust", "--threads", 8),
                    "in predictions with 8 threads")
        record.put(f"{name}/predict{'-new' * i}.json", table)
    record.put(name + "/model.json", with_size(program.run("model", model, "--json"), first[0]))
    if precision == "float":
        record.put(name + "/predict", program.run("predict", model, data, "--no-trust"))
    if data in ("classes.jsonl", "two.jsonl", "value.jsonl", "values.jsonl", "flags.jsonl", "molecules.csv?target=kind&form=as-written",
                "words.jsonl", "CSL"):
        record.put(name + "/explain.json", program.run("explain", model, data, "--graph", 3, "--steps", 300, "--json"))
    if data == "classes.jsonl":
        lines = program.bytes_of("new.jsonl")
        stream = program.run("predict", model, "-", "--json", "--no-trust", "--threads", 2, given=lines)
        record.put(name + "/stream", stream)
    shutil.rmtree(program.at(folder))


def further_cases(program, record):
    """Transfer, ensembles, streams, contents, pictures, splits, targets from files, relabeling."""
    def train(model, *words):
        for n in THREADS:
            program.run("train", *words, "--out", f"work/more/{model}.{n}", "--quiet", "--threads", n)
            record.same("more/" + model, program.bytes_of(f"work/more/{model}.1"),
                        program.bytes_of(f"work/more/{model}.{n}"), f"with {n} threads")
        os.rename(program.at(f"work/more/{model}.1"), program.at(f"work/more/{model}.model"))
        record.put(f"more/{model}.model", program.bytes_of(f"work/more/{model}.model"))
        return f"work/more/{model}.model"

    def put(name, *words, **more):
        record.put("more/" + name, program.run(*words, **more))

    def layers(name, encoders, decoder):
        """A file of layers that are squashed, as those of -e and -d were in version 0.1."""
        listed = [*({"encoder": {"heads": heads.split(" ; "), "activation": "tanh"}} for heads in encoders),
                  {"decoder": {"heads": [decoder], "activation": "tanh"}},
                  *([LINEAR] if any(" ; " in heads for heads in encoders) else [])]
        program.write(f"work/more/{name}.yml", json.dumps({"layers": listed}))
        return "--layers", f"work/more/{name}.yml"

    os.makedirs(program.at("work/more"), exist_ok=True)
    base = ("--epochs", 5, "--batch-size", 16, "--init", "normal 0 0.5")
    a = train("a", "classes.jsonl", *layers("a", ["wl:1 @ distance 0..2 ; wl:1 @ distance 0..2 ; degree @ edge"], "label"), *base)
    b = train("b", "classes.jsonl", *layers("b", ["wl:1 @ distance 0..2", "label @ edge"], "wl:1"), *base, "--seed", 7)
    train("defaults", "two.jsonl", *layers("defaults", ["wl:1 @ distance 0..2"], "label"), "--epochs", 20)
    program.write("work/more/folds.json", json.dumps([{"test": [], "model_selection": [{"train": [0], "validation": [1]}]}, {
        "test": list(range(40, 60)), "model_selection": [{"train": list(range(30)), "validation": list(range(30, 40))}]}]))
    train("fold", "classes.jsonl", *layers("fold", [], "wl:1"), *base, "--splits", "work/more/folds.json", "--fold", 1, "--patience", 3,
          "--vocabulary", "all")
    program.write("work/more/targets.txt", "".join("?" * (i % 4 == 0) + str(i / 8) * (i % 4 > 0) + f", {i % 5}\n"
                                                   for i in range(60)))
    train("targets", "classes.jsonl", *layers("targets", [], "wl:1"), *base, "--target", "work/more/targets.txt", "--task", "regression",
          "--scale", "none")
    train("columns", "flags.jsonl", *layers("columns", [], "wl:1"), *base, "--task", "multilabel", "--column", 2, "--column", 0)
    # Weights that travel.
    train("from", "new.jsonl", "--from", a, *base)
    train("from-other-task", "values.jsonl", "--from", a, *base, "--scale", "none")
    train("from-frozen", "classes.jsonl", "--from", b, "--from-layers", "0,1", "--freeze", "0", *base)
    c = train("relabeled", "classes.jsonl", "--relabel", "relabel.txt", *layers("relabeled", ["label @ distance 0..2"], "label"), *base)
    train("from-relabeled", "two.jsonl", "--relabel", "relabel.txt", "--from", c, *base)
    put("predict-relabeled", "predict", c, "new.jsonl", "--relabel", "relabel.txt", "--json", "--trust")
    put("diff.json", "model", "diff", a, b, "--json")
    put("diff-from", "model", "diff", a, "work/more/from.model")
    # Ensembles and streams.
    put("ensemble", "predict", a, "new.jsonl", "--ensemble", b, "--ensemble", "work/more/from.model", "--no-trust")
    put("ensemble.json", "predict", a, "new.jsonl", "--ensemble", b, "--json", "--trust")
    put("ensemble-stream", "predict", a, "-", "--ensemble", b, "--json", "--trust", given=program.bytes_of("new.jsonl"))
    m = train("molecules", "molecules.csv?target=kind&form=as-written", *layers("molecules", ["wl-edges:1 @ path 0..3"], "label"), *base)
    put("smiles-stream", "predict", m, "-", "--smiles", "--no-trust", given=program.bytes_of("new.smi"), status=1)
    put("smiles-stream.json", "predict", m, "-", "--smiles", "--json", "--trust", given=program.bytes_of("new.smi"), status=1)
    put("smiles-kekule", "predict", m, "new.smi", "--smiles", "--bonds", "kekule", status=1)
    t = train("texts", "texts.csv", *layers("texts", ["label @ offset 3x1"], "label"), *base)
    put("text-stream", "predict", t, "-", "--text", "--no-trust", given=b"A good film, but a dull plot.\nLoud and long\n\xff\n", status=1)
    # Inside of models.
    for layer in (0, 1):
        put(f"weights-{layer}", "model", a, "--layer", layer, "--top", 30)
        put(f"weights-{layer}.json", "model", m, "--layer", layer, "--top", 30, "--json")
    put("overview", "model", b)
    for name, model, data, graph in (("a", a, "classes.jsonl", 5), ("b", b, "new.jsonl", "g7"), ("m", m, "molecules.csv", "m11")):
        put(f"explain-{name}", "explain", model, data, "--graph", graph)
        put(f"explain-{name}.json", "explain", model, data, "--graph", graph, "--json")
        put(f"rank-{name}.json", "explain", model, data, "--rank", "--top", 20, "--json", "--steps", 16)
        for kind in ("svg", "png"):
            program.run("explain", model, data, "--graph", graph, "--out", f"work/more/picture.{kind}")
            record.put(f"more/picture-{name}.{kind}", program.bytes_of(f"work/more/picture.{kind}"))
    put("explain-output", "explain", b, "new.jsonl", "--output", 2, "--layer", 0, "--json", "--graph", 1)


def label_cases(program, record):
    for labeling in LABELINGS:
        for data in ("classes.jsonl", "CSL", "molecules.csv"):
            if data == "CSL" and "patterns" in labeling and "clique4" in labeling:
                continue  # takes long
            if not record.wants(f"labels/{plain_name(labeling)}/{data.split('.')[0]}"):
                continue
            for n in THREADS:
                said = program.run("labels", data, "--as-written", "--label", labeling, "--pair", "distance 0..3", "--no-cache", "--json",
                                   "--out", "work/labels", "--threads", n)
                got = said, program.bytes_of("work/labels")
                name = f"labels/{plain_name(labeling)}/{data.split('.')[0]}"
                if n == 1:
                    first = got
                    record.put(name + ".json", got[0])
                    record.put(name, got[1])
                record.same(name, first, got, f"with {n} threads")
    for pair in PAIRS:
        if not record.wants(f"labels/pair/{plain_name(pair)}"):
            continue
        record.put(f"labels/pair/{plain_name(pair)}", program.run("labels", "classes.jsonl", "--label", "wl:1",
                                                                  "--pair", pair, "--no-cache"))
    record.put("labels/compare", program.run("labels", "classes.jsonl", "--compare", "wl:1", "cycles:6+label", "--json"))


def data_cases(program, record):
    def put(name, *words):
        record.put("data/" + name, program.run("data", *words))

    for name in GENERATED:
        program.run("data", "make", name, "--out", "work/made", "--seed", 3)
    for folder in (program.data, program.at("work/made")):
        for name in GENERATED:
            for file in sorted(os.listdir(os.path.join(folder, name))):
                record.put(f"data/{os.path.basename(folder)}/{file}", program.bytes_of(folder, name, file))
    for folder, _, names in os.walk(program.at("work/made/splits")):
        for name in names:
            record.put(f"data/made/{name}", program.bytes_of(folder, name))
    shutil.rmtree(program.at("work/made"))
    files = "classes.jsonl values.jsonl flags.jsonl words.jsonl texts.csv molecules.csv".split()
    for name in files + ["images.csv?image=6x5", "molecules.csv?target=weight&bonds=kekule"]:
        put("export-" + plain_name(name), "export", name, "--as-written")
    for name in files + ["CSL"]:
        put("info-" + name, "info", name, "--json", "--as-written")
        put("audit-" + name, "audit", name, "--json", "--as-written")
    for name in ("molecules.csv", "texts.csv", "flags.jsonl"):
        program.run("data", "import", name, "--as-written", "--out", "work/imported", "--name", "imported", "--force")
        for file in sorted(os.listdir(program.at("work/imported/imported"))):
            record.put(f"data/import-{name}/{file}", program.bytes_of("work/imported/imported", file))
