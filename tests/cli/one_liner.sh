# A table of molecules in one line: columns and task are found, a tenth tests, opponents stand beside the model, and
# what it says of the tested molecules is in a file.
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
sharegnn train table.csv --out m || echo "status $?"
sharegnn train 'table.csv?target=value' --out m --epochs 3 2> log | sed 's/[0-9][0-9.e+-]*/#/g; s/  *-* */ /g'
grep -v epoch log
head -1 m.predictions.tsv
wc -l < m.predictions.tsv
cut -f 1 m.predictions.tsv | grep -c '^-*[0-9]'
sharegnn train 'table.csv?target=kind' --out m --epochs 3 -q 2> /dev/null | grep -o 'beside it, [a-z ]*'
sharegnn train 'table.csv?target=kind' --out m --epochs 3 -q --json 2> /dev/null |
    grep -o '"baselines":{"[a-z ]*"\|"a linear[a-z ]*"\|"metrics_of":"[a-z]*"'
cut -f 1 m.predictions.tsv | sort | uniq -c | wc -l

# Who says what trains gets that and nothing else.
rm -f m.predictions.tsv
sharegnn train 'table.csv?target=value' --out m --epochs 3 --validation 0.2 -q > /dev/null 2>&1
test ! -e m.predictions.tsv
