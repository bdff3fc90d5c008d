# An experiment from file to folder; what depends on time or on the last digits of losses is masked.
mask() {
    sed -e 's/time  .* per epoch, .* in all/time  ... per epoch, ... in all/' \
        -e 's/evaluate-c[0-9]*-f[0-9]*-r[0-9]*\.safetensors/MODEL/' \
        -e 's/, [0-9.]* s$/, ... s/'
}
timeless() { sed -e 's/,"seconds_per_epoch".*//' "$1"; }

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
YML

echo "== a run"
sharegnn run csl.yml --threads 1 2> log | mask
mask < log
ls runs/csl
find runs/csl/models -type f | wc -l

echo "== verbose"
{ sharegnn run csl.yml --out verbose --verbose --quiet > /dev/null; } 2>&1

echo "== a run that is there"
fails 1 sharegnn run csl.yml
{ sharegnn run csl.yml --resume > /dev/null; } 2>&1
fails 1 sharegnn run csl.yml --resume --set seed=7
timeless runs/csl/summary.json > one
{ sharegnn run csl.yml --force --quiet --threads 2 > /dev/null; } 2>&1
timeless runs/csl/summary.json > two
cmp one two

echo "== elsewhere, changed, as JSON"
sharegnn run csl.yml -q -o elsewhere --set train.epochs=3 --set 'grid={train.learning-rate: [0.1, 0.2]}' \
    --set runs=1 --data-dir data --json > json
timeless json | grep -o '"protocol":"fair"\|"configurations_total":2\|"runs":1\|"epochs":3'
cmp json elsewhere/summary.json
grep 'epochs:' elsewhere/config.yml
sharegnn run elsewhere/config.yml --out elsewhere --resume --json 2> log | sed 's/,"seconds_per_epoch".*//' > again
cat log
timeless json | cmp - again

echo "== mistakes"
fails 2 sharegnn run
fails 2 sharegnn run csl.yml csl.yml
fails 2 sharegnn run csl.yml --resume --force
fails 2 sharegnn run csl.yml --threads many
fails 1 sharegnn run nothing.yml
fails 1 sharegnn run csl.yml --out new --set train.epoch=3
fails 1 sharegnn run csl.yml --out new --set data=nothing
fails 1 sharegnn run csl.yml --out new --set splits=nothing
fails 1 sharegnn run csl.yml --out csl.yml
mkdir locked
chmod a-w locked
if [ ! -w locked ]; then
    fails 1 sharegnn run csl.yml --out locked/new > text
    grep -q 'nothing can be written to the folder locked' text
fi
sed 's/tanh }$/tahn }/' csl.yml > wrong.yml
fails 1 sharegnn run wrong.yml --out new | cut -d: -f1-3
echo 'lernrate: 1' >> csl.yml
fails 1 sharegnn run csl.yml --out new | cut -d';' -f1
test ! -e new
