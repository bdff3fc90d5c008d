# A run as an HTML page and as single figures; times and sizes are masked.
sharegnn data make CSL --out data > /dev/null 2>&1
cat > csl.yml <<'YML'
data: CSL
protocol: fair
splits: synthetic
layers:
  - encoder: { heads: ["cycles:10 @ distance 0..1"], activation: tanh }
  - decoder: { heads: ["cycles:10"], activation: tanh }
train: { learning-rate: 0.1, epochs: 4, init: uniform -0.1 0.1 }
YML
sharegnn run csl.yml --quiet --out run > /dev/null

echo "== a page"
sharegnn report run --out page.html --graphs 4 | sed 's/[0-9.]* MB/... MB/'
sharegnn report run --out again.html --graphs 4 --threads 1 --json | sed 's/"bytes":[0-9]*/"bytes":.../'
cmp page.html again.html
grep -c 'id="data"' page.html
test "$(wc -c < page.html)" -lt 5000000
if grep -E '(src|href)="?(http|//)' page.html; then exit 1; fi

echo "== figures"
for kind in curves loss confusion occurrences weights; do
    sharegnn plot run --kind $kind --out $kind.svg
    sharegnn plot run --kind $kind | cmp - $kind.svg
    grep -c '</svg>' $kind.svg
done

echo "== data in a file"
sharegnn data export CSL --out csl.jsonl > /dev/null
sed 's/^data: .*/data: csl.jsonl/; s/^protocol: .*/protocol: k-fold/; s/^splits: .*/folds: 3/' csl.yml > file.yml
sharegnn run file.yml --quiet --out file > /dev/null
sharegnn report file --out file.html --graphs 2 | sed 's/[0-9.]* MB/... MB/'
grep -c 'id="data"' file.html
sharegnn plot file --kind confusion --out confusion.svg

echo "== classes that are words"
{ echo smiles,kind; for i in 1 2 3 4 5 6; do echo CCO,alcohol; echo CCN,amine; echo CCCO,alcohol; echo CCCN,amine; done; } > kinds.csv
cat > kinds.yml <<'YML'
data: kinds.csv?smiles=smiles&target=kind
protocol: k-fold
folds: 3
layers:
  - encoder: { heads: ["label @ distance 0..1"], activation: tanh }
  - decoder: { heads: ["label"], activation: tanh }
train: { learning-rate: 0.1, epochs: 4, init: uniform -0.1 0.1 }
YML
sharegnn run kinds.yml --quiet --out kinds > /dev/null
sharegnn report kinds --out kinds.html --graphs 2 > /dev/null
grep -o '"outputs":\[[^]]*\]' kinds.html
sharegnn plot kinds --kind confusion | grep -o '>amine<' | sort -u
sharegnn explain kinds 'kinds.csv?smiles=smiles&target=kind' --graph 1 --out kinds.svg > /dev/null
grep -o 'true class amine' kinds.svg
sharegnn model kinds | grep classes
sharegnn model kinds --json | tr -d ' \n' | grep -o '"outputs":\[[^]]*\]'
sharegnn explain kinds 'kinds.csv?smiles=smiles&target=kind' --graph 1 --output amine | grep -o 'output [a-z]*'
sharegnn data audit 'kinds.csv?smiles=smiles&target=kind' | grep -o 'same: 0 ([a-z]*)'

echo "== a target that has a name"
{ echo smiles,few,many; for i in 1 2 3 4 5 6; do echo CCO,0.5,100; echo CCN,0.25,300; echo CCCO,0.5,200; done; } > named.csv
sed 's/^data: .*/data: named.csv?smiles=smiles\&target=few\&target=many/; s/^folds: .*/&\ntarget: many/' kinds.yml > named.yml
sharegnn run named.yml --quiet --out named > /dev/null
sharegnn plot named --kind scatter | grep -o '<text[^>]*>[1-3]00<' | grep -o '[1-3]00' | sort -u
sharegnn report named --out named.html --graphs 2 > /dev/null
grep -oE '"targets":\[[1-3]00\]' named.html | head -n 1 | sed 's/[1-3]/N/'

echo "== labels that are there or not"
{ echo smiles,sour,sweet; for i in 1 2 3 4 5 6; do echo CCO,0,1; echo CCN,1,; echo CCCO,0,0; echo CCCN,1,1; done; } > labels.csv
sed 's/^data: .*/data: labels.csv?smiles=smiles\&target=sour\&target=sweet\ntask: multilabel/' kinds.yml > labels.yml
sharegnn run labels.yml --quiet --out labels > /dev/null
sharegnn plot labels --kind roc --out roc.svg
grep -oE '>(sour|sweet): 0|>true positive rate<' roc.svg | sort -u
sharegnn report labels --out labels.html --graphs 2 > /dev/null
grep -o 'Guessing gives the line' labels.html

echo "== what cannot be"
fails 1 sharegnn plot run --kind scatter
fails 1 sharegnn plot run --kind roc
fails 1 sharegnn plot run --kind heat-map
fails 1 sharegnn plot run --kind weights --head 7
fails 2 sharegnn plot run --kind curve | head -n 1
fails 2 sharegnn report run | head -n 1
fails 1 sharegnn report nowhere --out x.html
fails 1 sharegnn report run --out no/such/folder/x.html
test ! -e x.html

echo "== without data and without a model"
mv data elsewhere
sharegnn report run --out page.html > /dev/null
grep -c 'With the data' page.html
sharegnn report run --out page.html --data-dir elsewhere > /dev/null
rm run/models/*
sharegnn report run --out page.html --data-dir elsewhere > /dev/null
grep -c 'With a saved model' page.html
