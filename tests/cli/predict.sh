# Predict with a trained model: tables, JSON, graphs never seen, data without classes, errors.
# Probabilities are masked: they are compared in the unit tests, by value.
masked()
{
    sed -E 's/[0-9]+\.[0-9]+(e-[0-9]+)?/#/g'
}
sharegnn data make CSL > /dev/null
sharegnn train CSL -e 'cycles:10 @ distance 0..2' -d cycles:10 -o csl.model > /dev/null 2>&1

sharegnn predict csl.model CSL > table 2> log
head -n 3 table | masked
cat log
test "$(wc -l < table)" -eq 151
cut -f 2 table | sort -n | uniq -c
test "$(cut -f 2 table | tail -n +2 | tr '\n' ' ')" = "$(tr '\n' ' ' < data/CSL/CSL_graph_labels.txt)"

sharegnn predict csl.model CSL --json 2> /dev/null > lines
sed -n '1p; 150p' lines | masked
if command -v python3 > /dev/null 2>&1; then
    python3 - << 'END'
import json
lines = [json.loads(line) for line in open("lines")]
table = [line.rstrip("\n").split("\t") for line in open("table")][1:]
for i, (line, row) in enumerate(zip(lines, table, strict=True)):
    assert line["graph"] == i == int(row[0])
    assert line["prediction"] == int(row[1])
    scores = list(line["scores"].values())
    assert abs(sum(scores) - 1) < 1e-9 and scores.index(max(scores)) == line["prediction"]
    assert all(abs(a - float(b)) < 1e-5 for a, b in zip(scores, row[2:-1], strict=True))
    assert line["trust"] == float(row[-1]) == 1
END
fi

# The same bytes for any number of threads and every way to write them.
for n in 1 2 3 8; do sharegnn predict csl.model CSL --threads "$n" 2> /dev/null | cmp table -; done
sharegnn predict csl.model CSL --out file 2> /dev/null
cmp table file
sharegnn predict csl.model CSL -o /dev/stdout 2> /dev/null | cmp table -
mkfifo pipe
timeout 300 cat pipe > received &
sharegnn predict csl.model CSL -o pipe 2> /dev/null
wait $!
cmp table received
sharegnn predict csl.model CSL 2> message | head -n 1 > /dev/null
if grep -v -e '^accuracy' -e '^  ' message; then exit 1; fi

# Without classes, and graphs that the model has never seen.
cp -r data/CSL unknown
cd unknown
rm CSL_graph_labels.txt
for file in CSL_*; do mv "$file" "unknown_${file#CSL_}"; done
cd ..
sharegnn predict csl.model ./unknown 2> log | cmp table -
test ! -s log
sharegnn data make Snowflakes > /dev/null
sharegnn predict csl.model Snowflakes > rows 2> log
head -n 2 rows | cut -f 1,3- | masked
masked < log
cut -f 2 table | tail -n +2 > classes.txt
sharegnn predict csl.model ./unknown --target classes.txt 2>&1 > /dev/null

# A single node.
mkdir single
echo 1 > single/single_graph_indicator.txt
: > single/single_A.txt
sharegnn predict csl.model ./single | cut -f 1,3- | masked

# Values, and several labels.
seq 0 149 | awk '{ print $1 / 4 "," 2 * $1 }' > values.txt
sharegnn train CSL -d cycles:10 --target values.txt -o x.model --column 1 --epochs 5 > /dev/null 2>&1
sharegnn predict x.model CSL --target values.txt 2>&1 > values | masked
head -n 2 values | masked
sharegnn predict x.model CSL --json 2>&1 | masked | head -n 1
sharegnn train CSL -d cycles:10 --target values.txt -o x.model --epochs 2 > /dev/null 2>&1
sharegnn predict x.model CSL | masked | head -n 2
sharegnn predict x.model CSL --json | masked | head -n 1
seq 0 149 | awk '{ print ($1 % 3 ? $1 % 2 : "?") ",1" }' > labels.txt
sharegnn train CSL -d cycles:10 --target labels.txt --task multilabel -o x.model --epochs 60 \
    > /dev/null 2>&1
sharegnn predict x.model CSL --target labels.txt > rows 2> log
head -n 2 rows | cut -f 1-3 | masked
masked < log
sharegnn predict x.model CSL --json | masked | cut -c 1-40 | head -n 1 | sed 's/\[[01]/[?/'

# The program that docs/embedding.md shows is the one that is compiled and run (tests/run_examples).
awk '/^```c$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$SOURCE/docs/embedding.md" > shown.c
cmp shown.c "$SOURCE/examples/predict_from_file.c"

# Errors leave nothing behind.
refuse()
{
    fails "$@" > text
    head -n 1 text
    test ! -e out && test ! -e out.part
}
refuse 2 sharegnn predict
refuse 2 sharegnn predict csl.model
refuse 2 sharegnn predict csl.model CSL more
refuse 1 sharegnn predict none.model CSL -o out
refuse 1 sharegnn predict csl.model NONE -o out
refuse 1 sharegnn predict csl.model CSL --target none.txt -o out
refuse 1 sharegnn predict csl.model CSL -o none/out
refuse 1 sharegnn predict values.txt CSL -o out
refuse 1 sharegnn predict data CSL -o out
head -c 2000 csl.model > cut.model
refuse 1 sharegnn predict cut.model CSL -o out
if [ -e /dev/full ]; then
    refuse 1 sharegnn predict csl.model CSL -o /dev/full
    fails 1 sh -c 'sharegnn predict csl.model CSL > /dev/full' | grep -c 'cannot write'
fi
printf 'layers:\n  - decoder: {heads: ["none"]}\ninput: attributes\n' > attributes.yml
refuse 1 sharegnn train CSL --layers attributes.yml -o out
