# Models and data sets as a table, as papers have it.
sharegnn data make CSL --out data > /dev/null 2>&1
cat > good.yml <<'END'
data: CSL
task: classification
protocol: k-fold
folds: 5
model: { kernel: vertex-histogram, labels: "cycles:10", C: [1] }
END
sed 's/cycles:10/degree/' good.yml > bad.yml
sed 's/^data: CSL/data: Other/' good.yml > other.yml
cp -r data/CSL data/Other
for file in data/Other/*; do mv "$file" "data/Other/$(basename "$file" | sed 's/^CSL/Other/')"; done
sharegnn run good.yml --data-dir data --out runs/CSL --quiet > /dev/null
sharegnn run bad.yml --data-dir data --out runs/CSL-degree --quiet > /dev/null
sharegnn run other.yml --data-dir data --out runs/Other --quiet > /dev/null

sharegnn results --table runs/CSL runs/CSL-degree/ runs/Other
sharegnn results --table --markdown runs/CSL runs/CSL-degree
sharegnn results --table --latex runs/CSL-degree runs/Other
fails 2 sharegnn results --table --csv runs/CSL | sed -n 1p
fails 2 sharegnn results --markdown runs/CSL | sed -n 1p
fails 2 sharegnn results --table --jobs runs/CSL | sed -n 1p

# More than two models: what is unlikely to be chance for one is likely for one of several (p = 0.03 and 0.5 here).
results_of() { # MODEL METRIC-OF-EACH-FOLD...: a run that has these results on its test graphs
    cp -r runs/CSL "runs/CSL-$1"
    python3 - "$@" <<'END'
import json, sys
path = "runs/CSL-" + sys.argv[1] + "/summary.json"
with open(path) as file:
    summary = json.load(file)
summary["folds"] = [float(metric) for metric in sys.argv[2:]]
summary["test_mean"] = sum(summary["folds"]) / len(summary["folds"])
with open(path, "w") as file:
    json.dump(summary, file)
END
}
results_of close 96 92 90 88 84
results_of equal 90 100 99 100 99.9
results_of far 50 40 50 45 41
sharegnn results --table runs/CSL runs/CSL-close
sharegnn results --table runs/CSL runs/CSL-close runs/CSL-equal
sharegnn results --table runs/CSL runs/CSL-close runs/CSL-equal runs/CSL-far
sharegnn results --table --markdown runs/CSL runs/CSL-close runs/CSL-equal runs/CSL-far
sharegnn results --table --latex runs/CSL runs/CSL-close runs/CSL-equal runs/CSL-far

# A sign of deviations is one column wide.
LC_ALL=C.UTF-8 sharegnn results --table --markdown runs/CSL runs/CSL-close | PYTHONIOENCODING=utf-8 python3 -c '
import sys
rows = [line.rstrip() for line in sys.stdin if line.startswith("| ")]
assert any("±" in row for row in rows) and len({len(row) for row in rows}) == 1, rows'
