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
search -o three --threads 3 -q > /dev/null
timeless one > one.json
timeless three | cmp - one.json

# Killed at any moment, it goes on and ends with the same.
for wait in 0.05 0.2 0.4; do
    sharegnn search CSL --space space.yml --trials 10 -o "killed$wait" -q > /dev/null 2>&1 &
    sleep "$wait"
    kill -9 $! 2> /dev/null || true
    wait $! 2> /dev/null || true
    search -o "killed$wait" -q --resume > /dev/null
    timeless "killed$wait" | cmp - one.json
done

# What it leaves: a ledger, a plain experiment, a model, a page.
sharegnn results one > /dev/null
sharegnn run one/best.yml --out again -q > /dev/null
sharegnn predict one CSL > /dev/null
grep -q 'What each choice was worth' one/search.html
fails 1 sharegnn search CSL --space space.yml --trials 10 -o one -q

# Bad input is one sentence, and nothing is written.
printf 'grid: {}\n' > empty.yml
fails 1 sharegnn search CSL --space empty.yml -o bad
fails 1 sharegnn search CSL --space space.yml --trials 10 -o bad --size 100
fails 1 sharegnn search CSL --space space.yml --trials 10 -o bad --folds 200
printf 'smiles,y\nCCO,1\nCCN,2\n' > two.csv
fails 1 sharegnn search 'two.csv?target=y' -o bad
(echo smiles,y; for i in 1 2 3 4 5 6 7 8 9 10 11 12; do echo "CCO,a"; done) > same.csv
fails 1 sharegnn search 'same.csv?target=y' -o bad
(echo smiles,y; for i in 1 2 3 4 5 6 7 8 9 10 11 12; do echo "CCO,0.5"; done) > constant.csv
fails 1 sharegnn search 'constant.csv?target=y' -o bad
fails 2 sharegnn search CSL --space space.yml --trials 10 -o bad --minutes 1
fails 2 sharegnn search CSL --nested -o bad
test ! -e bad
