# What runs have found, in all formats; times and losses are masked.
sharegnn data make CSL --out data > /dev/null 2>&1
cat > csl.yml <<'YML'
data: CSL
protocol: fair
splits: synthetic
runs: 2
layers:
  - encoder: { heads: ["cycles:10 @ distance 0..1"], activation: tanh }
  - decoder: { heads: ["cycles:10"], activation: tanh }
train: { learning-rate: 0.1, epochs: 60, init: uniform -0.1 0.1 }
grid:
  train.learning-rate: [0, 0.1]
  layers.0.heads: [["cycles:10 @ distance 0..1"], ["cycles:10 @ edge"]]
YML
mask() {
    sed -e 's/time  .* per epoch, .* in all/time  ... per epoch, ... in all/' \
        -e 's/evaluate-c[0-9]*-f[0-9]*-r[0-9]*\.safetensors/MODEL/'
}
sharegnn run csl.yml --quiet > /dev/null
sharegnn run csl.yml --quiet --out runs/never --set 'grid={}' --set train.learning-rate=0 \
    --set 'train.init=constant 0' > /dev/null

echo "== one run"
sharegnn results runs/csl | mask
LC_ALL=C.UTF-8 sharegnn results runs/csl | grep -q ' ± '

echo "== runs"
sharegnn results runs/csl runs/never | awk '{ print $1, $2, $3, $4, $5, $6, $7, NF }'
sharegnn results runs/csl --csv | cut -d, -f1-8,11-12
sharegnn results runs/csl runs/never --json | cut -d, -f1-9
sharegnn results runs/csl runs/never --latex | sed 's/\$0\.0[0-9]*\$/$TIME$/'

echo "== configurations"
sharegnn results runs/csl --configurations --csv | cut -d, -f2-5,7-
sharegnn results runs/csl -c | sed 's/ 0\.[0-9]\{4\} / LOSS /; s/ 2\.[0-9]* / LOSS /'
sharegnn results runs/csl runs/never -c --json | sed 's/"loss":[0-9.]*/"loss":X/'

echo "== jobs and epochs"
sharegnn results runs/csl --jobs --csv | cut -d, -f2-8 | head -n 4
sharegnn results runs/csl --jobs | wc -l
sharegnn results runs/csl --jobs | tail -n 1 | awk '{ print $1, $4, $5, $6, $7, $9, $10, $11 }'
sharegnn results runs/csl --epochs --json | tail -n 1 | grep -o '"epoch":60,"best":"[*]*"'
sharegnn results runs/csl --epochs | wc -l

echo "== two runs"
sharegnn results --compare runs/csl runs/never
sharegnn results --compare runs/never runs/csl --csv
sharegnn results --compare runs/csl runs/csl --json | grep -o '"better":null,"significant":false'

echo "== a run that has hardly begun, and none"
cp -r runs/csl begun
rm begun/summary.json
sharegnn results begun
sharegnn results begun --json
fails 1 sharegnn results --compare runs/csl begun
fails 1 sharegnn results nothing
fails 1 sharegnn results runs/csl data
echo '{' > begun/summary.json
fails 1 sharegnn results begun

echo "== mistakes"
fails 2 sharegnn results
fails 2 sharegnn results runs/csl --csv --json
fails 2 sharegnn results runs/csl --jobs --epochs
fails 2 sharegnn results --compare runs/csl
fails 2 sharegnn results --compare runs/csl runs/never --latex
