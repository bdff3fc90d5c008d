# All metrics of runs are those of scikit-learn and scipy, computed from the out-of-fold predictions; the
# predictions have ids, folds and trust.  Skipped where scikit-learn is missing.
# The system's Python may have it where another one comes first.
python=python3
if /usr/bin/python3 -c 'import sklearn' 2> /dev/null; then python=/usr/bin/python3; fi
if ! "$python" -c 'import sklearn.metrics, scipy.stats' 2> /dev/null; then
    echo "SKIPPED: python3 has no scikit-learn or scipy (Debian: python3-sklearn)"
    exit 77
fi

# Molecules of random lengths and atoms, with a number, a class of three and two labels.
python3 - << 'END'
import random
random.seed(7)
with open("m.csv", "w") as out, open("c.csv", "w") as classes, open("l.csv", "w") as labels:
    out.write("id,smiles,y\n"), classes.write("id,smiles,y\n"), labels.write("id,smiles,a,b\n")
    for i in range(150):
        smiles = "".join(random.choice("CCCNO") for _ in range(random.randint(2, 9)))
        y = smiles.count("O") - smiles.count("N") + random.gauss(0, 0.5)
        out.write(f'"m,{i}",{smiles},{y:.3f}\n')
        classes.write(f'"m,{i}",{smiles},{"low" if y < -0.5 else "high" if y > 0.5 else "mid"}\n')
        a, b = int(y > 0), int(smiles.count("C") > 4)
        labels.write(f'm{i},{smiles},{"" if i % 7 == 0 else a},{b}\n')
END

run() {
    cat > "$1.yml" << END
data: $2
task: $3
protocol: k-fold
folds: 3
layers:
  - encoder: { heads: ["label @ distance 0..2"] }
  - decoder: { heads: ["label"] }
train: { epochs: 60, learning-rate: 0.1 }
END
    sharegnn run "$1.yml" -o "$1" --quiet > /dev/null 2>&1
    sharegnn results "$1" --predictions "$1.csv.out"
    sharegnn results "$1" --predictions - | cmp - "$1.csv.out"
}
run r 'm.csv?target=y&id=id' regression
run c 'c.csv?target=y&id=id' classification
run l 'l.csv?target=a&target=b&id=id' multilabel
head -n 1 r.csv.out c.csv.out l.csv.out
fails 1 sharegnn results . --predictions x
fails 2 sharegnn results r c --predictions x | head -n 1
test ! -e x

cat > check.py << 'END'
import csv, json, math, sys
import numpy as np
from scipy.stats import spearmanr
from sklearn import metrics as m

def ece(p, right):
    bins = np.clip(np.ceil(np.asarray(p) * 15) - 1, 0, 14)
    return sum(abs(np.sum(p[bins == b]) - np.sum(right[bins == b])) for b in range(15)) / len(p)

def of_numbers(y, said):
    return {"mae": m.mean_absolute_error(y, said), "rmse": math.sqrt(m.mean_squared_error(y, said)),
            "r2": m.r2_score(y, said), "spearman": spearmanr(y, said)[0]}

def of_labels(y, p):
    said = p > 0.5
    return {"accuracy": 100 * m.accuracy_score(y, said), "balanced-accuracy": 100 * m.balanced_accuracy_score(y, said),
            "roc-auc": 100 * m.roc_auc_score(y, p), "pr-auc": 100 * m.average_precision_score(y, p),
            "f1": 100 * m.f1_score(y, said), "mcc": m.matthews_corrcoef(y, said), "ece": 100 * ece(p, y)}

def of_classes(y, said, p, names):
    one = np.array([[n == k for k in names] for n in y])
    sure = p[np.arange(len(y)), [names.index(s) for s in said]]
    return {"accuracy": 100 * m.accuracy_score(y, said), "balanced-accuracy": 100 * m.balanced_accuracy_score(y, said),
            "roc-auc": 100 * np.mean([m.roc_auc_score(one[:, k], p[:, k]) for k in range(len(names))]),
            "pr-auc": 100 * np.mean([m.average_precision_score(one[:, k], p[:, k]) for k in range(len(names))]),
            "f1": 100 * m.f1_score(y, said, average="macro"), "mcc": m.matthews_corrcoef(y, said),
            "ece": 100 * ece(sure, np.asarray(y) == np.asarray(said))}

# Means over folds, but for the calibration error, which is that of all items together.
def check(name, of, folds, weights, found):
    values = [of(fold) for fold in folds]
    together = of([row for fold in folds for row in fold])
    for metric, found_value in found.items():
        wanted = together[metric] if metric == "ece" else np.average([v[metric] for v in values], weights=weights)
        # Outputs that differ in their last bits only are ties as probabilities.
        allowed = 1e-3 if metric.endswith("auc") else 1e-6
        close = abs(wanted - found_value["value"]) < allowed * max(1, abs(wanted))
        inside = found_value["low"] <= found_value["value"] <= found_value["high"]
        if not close or not inside:
            sys.exit(f"{name} {metric}: {found_value}, scikit-learn {wanted}")
        values[0].pop(metric)
    if values[0]:
        sys.exit(f"{name}: no {values[0]}")

for run in "rcl":
    rows = list(csv.DictReader(open(run + ".csv.out")))
    summary = json.load(open(run + "/summary.json"))
    assert sorted(int(r["graph"]) for r in rows) == list(range(150)), "every molecule once"
    assert all(0 <= float(r["trust"]) <= 1 for r in rows) and any(float(r["trust"]) < 1 for r in rows)
    folds = [[r for r in rows if r["fold"] == str(f)] for f in range(3)]
    sizes = [len(f) for f in folds]
    number = lambda fold, key: np.array([float(r[key]) for r in fold])
    if run == "r":
        assert rows[0]["id"].startswith("m,")
        check(run, lambda f: of_numbers(number(f, "y"), number(f, "prediction(y)")), folds, sizes, summary["metrics"])
    if run == "c":
        names = ["high", "low", "mid"]
        check(run, lambda f: of_classes([r["class"] for r in f], [r["prediction"] for r in f],
                                        np.stack([number(f, f"p({n})") for n in names], 1), names), folds,
              sizes, summary["metrics"])
    if run == "l":
        for target, found in zip("ab", summary["target_metrics"]):
            known = [[r for r in f if r[target] != ""] for f in folds]
            check(run + target, lambda f: of_labels(number(f, target), number(f, f"p({target})")), known,
                  sizes, found["metrics"])
print("scikit-learn agrees")
END
"$python" check.py
