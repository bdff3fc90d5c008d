# A table of molecules in one line: columns and task are found, every row is predicted by a model that has not seen it,
# opponents stand beside the model, intervals come from the errors, and all of it is in files.
{
    echo 'name,smiles,value,kind'
    chain=''
    for n in $(seq 1 40); do
        chain="${chain}C"
        echo "a$n,$chain,$((n * 3)),low"
        echo "b$n,${chain}O,$((n * 3 - 7)),high"
        echo "c$n,${chain}N,$((n * 3 - 4)),high"
    done
} > table.csv
numbers() { sed 's/-\{0,1\}[0-9][0-9.e+-]*/#/g; s/  *-* */ /g'; }
sharegnn train table.csv --out m || echo "status $?"
sharegnn train 'table.csv?target=value&id=name' --out m --epochs 3 2> log | numbers
grep -v -e epoch -e evaluating log
head -1 m.predictions.tsv
wc -l < m.predictions.tsv
cut -f 2 m.predictions.tsv | sort | uniq -c | tr -s ' '
head -1 m.run/predictions.csv
grep -c '<svg' m.html > /dev/null && echo a page
grep folds m.yml
echo 'CCCCO butanol' > new.smi
sharegnn predict m new.smi | numbers
sharegnn predict m - --smiles --coverage 0.5 < new.smi | numbers
sharegnn predict m new.smi --coverage 0 | numbers
sharegnn predict m new.smi --no-trust | numbers
sharegnn predict m new.smi --json | grep -o '"intervals":{"value":'
sharegnn predict m new.smi --coverage 1 2>&1 | head -1

# What is true lies between low and high about as often as promised.
awk -F'\t' 'NR > 1 { n++; held += $1 >= $6 && $1 <= $7 } END { print (held / n > 0.85) }' m.predictions.tsv

# Classes have sets.
sharegnn train 'table.csv?target=kind' --out m --epochs 3 -q 2> /dev/null | grep -o 'beside it, [a-z ]*\|sets of 90 %'
head -1 m.predictions.tsv
sharegnn train 'table.csv?target=kind' --out m --epochs 3 -q --json 2> /dev/null |
    grep -o '"baselines":{"[a-z ]*"\|"a linear[a-z ]*"\|"metrics_of":"[a-z-]*"\|"thirds_by_trust"'
cut -f 1 m.predictions.tsv | sort | uniq -c | wc -l

# Several models: their spread is part of the interval, and MODEL stands for all of them.
sharegnn train 'table.csv?target=value' --out e --epochs 2 --members 3 -q > /dev/null 2>&1
ls e e.*[0-9]
sharegnn predict e new.smi | numbers
sharegnn predict e new.smi --ensemble e.2 2>&1 | numbers

# One part tests where no folds are needed.
rm -rf m.*
sharegnn train 'table.csv?target=value' --out m --epochs 3 --cross 0 -q 2> /dev/null | grep 'on the'
head -1 m.predictions.tsv
wc -l < m.predictions.tsv

# So does the part that a column names: beside the model stand the others, and what it says of the rows.
awk '{ print $0 "," (NR == 1 ? "split" : NR % 5 == 0 ? "test" : "train") }' table.csv > parts.csv
rm -f m.predictions.tsv
sharegnn train 'parts.csv?target=value' --out m --epochs 3 -q 2> /dev/null | grep -o 'on the.*\|beside it, [a-z ]*'
wc -l < m.predictions.tsv

# The folds are trained as the model is, thresholds and all.
sharegnn train 'table.csv?target=kind' --out m --epochs 2 -q --set threshold=f1 --set class-weights=balanced > /dev/null 2>&1
grep 'threshold\|class-weights' m.run/config.yml

# Who says what trains gets that and nothing else.
rm -f m.predictions.tsv
sharegnn train 'table.csv?target=value' --out m --epochs 3 --validation 0.2 -q > /dev/null 2>&1
test ! -e m.predictions.tsv

# Folds of scaffolds: every row is predicted once.
{
    echo 'smiles,value'
    for n in $(seq 3 14); do
        ring=$(printf 'C%.0s' $(seq 2 "$n"))
        for tail in C CC CCC N NC O OC F Cl Br; do echo "C1${ring}1$tail,$n.${#tail}"; done
    done
} > rings.csv
sharegnn train 'rings.csv?target=value' --split scaffold --out s --epochs 2 --quiet 2> /dev/null | grep 'out of fold'
grep split s.yml
wc -l < s.predictions.tsv
python3 - << 'END'
import csv
fold = {}
for row in csv.DictReader(open("s.predictions.tsv"), delimiter="\t"):
    fold.setdefault(int(row["graph"]) // 10, set()).add(row["fold"])
print(all(len(of_scaffold) == 1 for of_scaffold in fold.values()) and len(fold) == 12)
END

# Stratified folds may divide equal molecules, and then a run says so.
for i in 1 2 3 4 5 6; do tail -n +2 rings.csv | head -5; done | (echo 'smiles,value'; cat) > twice.csv
printf 'data: twice.csv?target=value\nprotocol: k-fold\nfolds: 3\ntrain: { epochs: 1 }\n' > twice.yml
sharegnn run twice.yml --out t 2>&1 | grep -o 'note: [0-9]* of 30 molecules have an equal one in another fold'
sharegnn run twice.yml --set split=random --out u 2>&1 | grep 'another fold' || echo 'all equal ones are together'
