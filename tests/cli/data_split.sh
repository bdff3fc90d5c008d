# Data is divided at random, by scaffold, by a column or by a file; what belongs together stays together.
{
    echo 'id,smiles,y,split,Model'
    for i in $(seq 0 99); do
        chain=$(printf 'C%.0s' $(seq 1 $((1 + i % 9))))
        case $((i % 4)) in
        0) smiles=c1ccccc1$chain ;;
        1) smiles=C1CCCC1$chain ;;
        2) smiles=${chain}O ;;
        3) smiles=c1ccncc1$chain ;;
        esac
        echo "m$i,$smiles,$((i / 3 % 2)),$([ $((i % 10)) -eq 0 ] && echo test || { [ $((i % 10)) -eq 1 ] && echo val || echo train; }),$((i % 3))"
    done
} > t.csv
sharegnn data split t.csv --out random.json 2>&1
sharegnn data split t.csv --split scaffold --folds 4 --shares 70/10/20 --out scaffold.json --groups groups.tsv 2>&1
cut -f 3 groups.tsv | sort | uniq -c | sed 's/^ *//'
sharegnn data split t.csv --split 'column split' --out column.json --json
sharegnn data split t.csv --split 'file column.json' --out again.json
cmp column.json again.json
sharegnn data split t.csv --seed 7 --out other.json > /dev/null 2>&1
if cmp -s random.json other.json; then exit 1; fi
sharegnn data split t.csv --seed 42 --out same.json > /dev/null 2>&1
cmp random.json same.json
fails 2 sharegnn data split t.csv | head -1
fails 2 sharegnn data split t.csv --shares 1/2 --out x.json | head -1
fails 1 sharegnn data split t.csv --shares 50/10/10 --out x.json
fails 1 sharegnn data split t.csv --split best --out x.json
fails 1 sharegnn data split t.csv --split 'column Model' --out x.json
fails 1 sharegnn data split t.csv --folds 300 --out x.json
test ! -e x.json

# A table that has a column called split trains as it says, and the parts are beside the model.
sharegnn train t.csv -d label --epochs 2 --quiet -o m.model 2>&1 | grep 'says\|note\|written'
cmp m.model.splits.json column.json
sharegnn train 't.csv?split=' -d label --epochs 2 --quiet --split scaffold --folds 4 --shares 70/10/20 --fold 1 \
    -o s.model 2>&1 | grep 'says\|note\|written'
cmp s.model.splits.json scaffold.json
fails 2 sharegnn train t.csv -d label -o m.model --split random --validation 0.1 | head -1
fails 2 sharegnn train t.csv -d label -o m.model --folds 3 | head -1

# Experiments.
cat > e.yml << 'END'
data: t.csv
protocol: k-fold
split: scaffold
shares: 70/10/20
folds: 4
layers: [{decoder: {heads: [label]}}]
train: {epochs: 2}
END
sharegnn run e.yml --out run > /dev/null 2>&1
cmp run/splits.json scaffold.json
cat run/data.txt
sed 's/^protocol.*/protocol: fixed/; /^folds/d; /^shares/d; s/^split.*/split: column split/' e.yml > c.yml
sharegnn run c.yml --out crun > /dev/null 2>&1
cmp crun/splits.json column.json
sed 's/^split.*/split: best/' e.yml > bad.yml
fails 1 sharegnn run bad.yml --out brun
sed 's/^split.*/split: column split/' e.yml > bad.yml
fails 1 sharegnn run bad.yml --out brun
sed '/^split/d' e.yml > bad.yml
fails 1 sharegnn run bad.yml --out brun
