# A search on generated data: the same for any number of threads, killed and resumed, and what is refused.
sharegnn data make CSL > /dev/null
cat > space.yml << 'END'
layers:
  - encoder: { heads: ["degree @ distance 0..1"] }
  - decoder: { heads: ["cycles:10"], outputs: classes }
train: { epochs: 9, learning-rate: 0.1 }
grid:
  layers.0.heads.0: ["degree @ distance 0..1", "cycles:10 @ distance 0..2"]
  layers.1.heads.0: ["cycles:10", degree]
  train.learning-rate: [0.1, 0.01, 0.3]
END
search()
{
    sharegnn search CSL --space space.yml --trials 10 "$@"
}
timeless()
{
    sed 's/,"seconds".*//' "$1/search.json"
}
search -o one --threads 1 -q
timeless one > one.json
for n in 2 8; do
    search -o "on$n" --threads $n -q > /dev/null
    timeless "on$n" | cmp - one.json
done

# Killed at any moment, it goes on and ends with the same.
for wait in 0.05 0.2 0.4; do
    sharegnn search CSL --space space.yml --trials 10 -o "killed$wait" -q > /dev/null 2>&1 &
    sleep "$wait"
    kill -9 $! 2> /dev/null || true
    wait $! 2> /dev/null || true
    search -o "killed$wait" -q --resume > /dev/null
    timeless "killed$wait" | cmp - one.json
done

# Lines of progress name a best value where the trial has it, and not before.
search -o lines 2> said > /dev/null
grep -q 'round 1: validation accuracy .*, the best of this round so far' said
if grep -q '; best\|rung' said; then exit 1; fi

# What it leaves: a ledger, a plain experiment, a model, a page.
sharegnn results one > /dev/null
sharegnn run one/best.yml --out again -q > /dev/null
sharegnn predict one CSL > /dev/null
grep -q 'What each choice was worth' one/search.html
grep -q 'A fold that has stopped keeps its last value' one/search.html
grep -q '"board":\[{"trial":.*"expected_epoch_seconds":[0-9.e-]*,"epoch_seconds":[0-9.e-]*' one/search.json
sharegnn results one --configurations | head -1 | grep -q 'Epoch'

# Labels that are the same on the data are tried once: all nodes of CSL have four neighbors.
cat > same.yml << 'END'
layers: [decoder: { heads: ["none"], outputs: classes }]
train: { epochs: 3 }
grid:
  layers.0.heads.0: [none, degree, "wl:3", "cycles:10"]
END
sharegnn search CSL --space same.yml --trials 10 -o same -q | head -2

# Proposals at random, and a clock: however slow the machine is, there is a model in the end.
search -o random --random -q > /dev/null
sharegnn search CSL --space space.yml --minutes 0.05 -o quick -q > /dev/null
sharegnn predict quick CSL > /dev/null

# Molecules of a table and nodes of a graph have spaces of their own.
{
    echo smiles,y
    for i in 1 2 3 4 5; do
        for m in CCO CCN c1ccccc1 "CC(=O)O" OCCO NCCN; do echo "$m$(printf 'C%.0s' $(seq $i)),$i.$((i * 3 % 7))"; done
    done
} > table.csv
sharegnn search 'table.csv?target=y' --trials 2 -o table -q > /dev/null 2>&1
grep -q 'gine' table/best.yml
grep -q 'layers.1.depth' table/config.yml
sharegnn predict table 'table.csv?target=y' > /dev/null 2>&1
{
    echo 'id,class,attributes'
    for i in $(seq 0 59); do echo "n$i,$((i % 2)),$((i % 2 + 4 * (i % 3))):1 $((i % 7 + 12)):0.5"; done
} > nodes.csv
cut -d, -f 1-2 nodes.csv > bare.csv
{
    echo 'source,target'
    for i in $(seq 0 57); do echo "n$i,n$((i + 2))"; done
} > edges.csv
sharegnn search 'nodes.csv?edges=edges.csv' --trials 3 --folds 3 -o nodes -q > /dev/null 2>&1
grep -q 'sparse' nodes/best.yml
sharegnn search 'bare.csv?edges=edges.csv' --trials 2 --folds 3 -o bare -q > /dev/null 2>&1
grep -q 'distance 0..2 x8' bare/config.yml
fails 1 sharegnn search CSL --space space.yml --trials 10 -o one -q

# Bad input is one sentence, and nothing is written.
printf 'grid: {}\n' > empty.yml
: > nothing.yml
refused() # WORDS COMMAND: one sentence with these words, exit 1
{
    words=$1
    shift
    fails 1 "$@" -o bad > said 2>&1
    test "$(grep -c . said)" -eq 1
    grep -q "$words" said
    test ! -e bad
    cat said
}
refused 'the space is empty' sharegnn search CSL --space empty.yml
refused 'the document is empty' sharegnn search CSL --space nothing.yml
refused 'no-such.yml' sharegnn search CSL --space no-such.yml
refused 'every candidate of the space is too large' sharegnn search CSL --space space.yml --trials 10 --size 100
refused '200 folds are more than the 150 graphs' sharegnn search CSL --space space.yml --trials 10 --folds 200
refused 'at least 2 are needed' sharegnn search CSL --space space.yml --trials 10 --folds 1
printf 'smiles,y\nCCO,1\nCCN,2\n' > two.csv
refused '2 graphs are too few' sharegnn search 'two.csv?target=y'
(echo smiles,y; for i in 1 2 3 4 5 6 7 8 9 10 11 12; do echo "CCO,a"; done) > class.csv
refused 'the same class' sharegnn search 'class.csv?target=y'
(echo smiles,y; for i in 1 2 3 4 5 6 7 8 9 10 11 12; do echo "CCO,0.5"; done) > constant.csv
refused 'is the same for all graphs' sharegnn search 'constant.csv?target=y'
refused 'there is no fold 7' sharegnn search CSL --space space.yml --splits one/split.json --fold 7
fails 2 sharegnn search CSL --space space.yml --trials 10 -o bad --minutes 1
fails 2 sharegnn search CSL --nested -o bad
test ! -e bad
