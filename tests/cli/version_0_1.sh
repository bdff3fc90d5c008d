# What version 0.1 has written is still read: models, runs, a run that was stopped, kept labels.
# Numbers are compared up to digits that depend on the instruction set.
cp -R "$SOURCE/tests/fixtures/v0.1/." .
chmod -R u+w .
cd data || exit 1

# close FILE FILE TOLERANCE: the same text, where numbers may differ by TOLERANCE, relative to those above 1.
close()
{
    awk -v tolerance="$3" '
        function is_number(text) { return text ~ /^-?[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?$/ }
        function size(x) { return x < 0 ? -x : x }
        FNR == NR { old[FNR] = $0; n_old = FNR; next }
        {
            n = split(old[FNR], a, /[\t,:{}\[\]]/)
            if (split($0, b, /[\t,:{}\[\]]/) != n) different = 1
            for (i = 1; i <= n && !different; i++) {
                if (a[i] == b[i]) continue
                if (!is_number(a[i]) || !is_number(b[i])) different = 1
                else if (size(a[i] - b[i]) > tolerance * (size(a[i]) > 1 ? size(a[i]) : 1)) different = 1
            }
            if (different) {
                print FILENAME ":" FNR ": " $0 "\ninstead of " old[FNR]
                failed = 1
                exit
            }
        }
        END {
            if (!failed && FNR != n_old) print FILENAME ": " FNR " lines instead of " n_old
            exit failed || FNR != n_old
        }' "$1" "$2"
}

# A summary without what depends on time.
# All metrics are new.
timeless()
{
    sed -E -e 's/"(seconds_per_epoch|seconds_total|threads)":[^,}]*/"\1":0/g' -e 's/"metrics":\{("[a-z0-9-]+":\{[^}]*\},?)*\},//' "$1"
}

# Models predict what they predicted, as a file and as a stream of lines; they can be looked into.
while read -r name data options; do
    model=../models/$name.model
    # shellcheck disable=SC2086 # options are words
    sharegnn predict "$model" "$data" --trust $options > new 2> /dev/null
    close "../models/$name.predictions" new 1e-4
    sharegnn model "$model" --json > /dev/null
    sharegnn model diff "$model" "$model" > /dev/null
    if [ -z "$options" ]; then
        sharegnn explain "$model" "$data" --graph 1 --steps 64 --json > /dev/null
    fi
done < ../models/list
test "$(wc -l < ../models/list)" -eq "$(find ../models -name '*.model' | wc -l)"
sharegnn predict ../models/every-float.model - --no-trust < classes.jsonl | cut -f 4- > stream
cut -f 4-6 ../models/every-float.predictions > old
close old stream 1e-4
sharegnn predict ../models/every-float.model classes.jsonl --ensemble ../models/every-double.model 2> /dev/null | grep -q spread

# A finished run.
sharegnn results ../run ../run-values > /dev/null
for what in --configurations --jobs --epochs --csv --json --latex; do
    sharegnn results ../run $what > /dev/null
done
sharegnn results ../run --json | sed 's/^.*"data":"classes","protocol"/{"data":"classes","protocol"/' > new
close ../run/summary.json new 0
test "$(sharegnn results ../run --epochs --csv | wc -l)" -eq "$(sharegnn results ../run --jobs --csv |
    awk -F, 'NR > 1 { n += $8 } END { print n + 1 }')"
sharegnn results ../run-values --targets --csv | grep -q 'target 1'
for kind in curves loss confusion threshold occurrences weights; do
    sharegnn plot ../run --kind $kind | grep -q '</svg>'
done
sharegnn plot ../run-values --kind scatter | grep -q '</svg>'
sharegnn report ../run --out run.html --graphs 3 > /dev/null
grep -q '"wl:1' run.html
sharegnn report ../run-values --out values.html --graphs 3 > /dev/null
sharegnn predict ../run classes.jsonl 2> /dev/null | wc -l | grep -qx 25
sharegnn explain ../run-values values.jsonl --json > /dev/null
timeless ../run/summary.json > old
sharegnn run ../run.yml --out ../run --resume --quiet > /dev/null
timeless ../run/summary.json | cmp old -

# A run that was stopped goes on, from its checkpoints, to the same end.
test "$(find ../stopped/checkpoints -type f | wc -l)" -eq 2
sharegnn run ../stopped.yml --out ../stopped --resume > /dev/null 2> log
grep -q '3 done before' log
timeless ../undisturbed.json > old
timeless ../stopped/summary.json > new
close old new 1e-6
test ! -e ../stopped/checkpoints
sharegnn results ../stopped --jobs --csv | grep -c ,done, | grep -qx 6

# Old weights begin a new training.
sharegnn train classes.jsonl --from ../models/every-float.model --freeze 0 --epochs 2 --json -o new.model 2> /dev/null |
    grep -o '"from_layers":.*' > match
grep -q '"new":0' match
if grep -qE '"new":[1-9]' match; then
    cat match
    exit 1
fi
sharegnn train few.jsonl --from ../run --from-layers 0 --epochs 2 -o new.model > /dev/null 2>&1
sharegnn train classes.jsonl --relabel relabel.txt --from ../models/relabeled-float.model --epochs 2 -o new.model > /dev/null 2>&1
cat > from.yml << 'YML'
data: values.jsonl
protocol: k-fold
folds: 2
from: { model: ../run-values, layers: [0] }
layers:
  - encoder: { heads: ["label @ distance 0..2"], activation: tanh }
  - decoder: { heads: ["label"], outputs: targets }
train: { epochs: 2, freeze: [0] }
YML
sharegnn run from.yml --out from --quiet > /dev/null
grep -q '"start":{"from":"../run-values"' from/summary.json

# Kept labels are found, although there is no budget to compute them.
fails 1 sharegnn labels dense.jsonl --label cycles:9 --no-cache --budget 1 > /dev/null
sharegnn labels dense.jsonl --label cycles:9 --cache ../cache --budget 1 --json | grep -q '"histogram":\[12,3\]'
