# Files that ask for much: what is refused names the file, the number and the option, and what can be
# computed in pieces takes little memory.

# A model of 3 MB whose states have 360,000 numbers per node.
cat > wide.yml <<'END'
layers:
  - encoder: { heads: ["none @ edge x600"] }
  - encoder: { heads: ["none @ edge x600"] }
  - pool: { kind: mean }
  - linear: { outputs: targets }
END
line='{"nodes":[1,1,1,1,1,1,1,1,1,1],"edges":[[0,1],[1,2],[2,3]],"target":"'
printf '%sa"}\n{"nodes":[1],"edges":[],"target":"b"}\n' "$line" > two.jsonl
for i in $(seq 30); do
    printf '%sa"}\n%sb"}\n' "$line" "$line"
done > many.jsonl
sharegnn train two.jsonl --layers wide.yml --epochs 1 --quiet --out wide.model > /dev/null
sharegnn predict wide.model many.jsonl --memory 250M > predictions 2> message
test "$(grep -c . predictions)" -ge 60
fails 1 sharegnn predict wide.model many.jsonl --memory 20M > message
grep -q '^wide.model, many.jsonl: model: states of 10 nodes with up to 360000 numbers each need' message
grep -q 'raise it with --memory' message
fails 1 sharegnn train many.jsonl --layers wide.yml --epochs 1 --memory 250M --out new.model > message
grep -q '^many.jsonl: model: states of 600 nodes' message
test ! -e new.model

# Pairs of a star: refused before they take memory, whatever gives them a value.
python3 -c '
n = 20000
print("{\"nodes\":%d,\"edges\":[%s]}" % (n, ",".join("[0,%d]" % i for i in range(1, n))))' > star.jsonl
for pair in 'distance 0..2' 'path 0..3' 'cycle-distance 0..4'; do
    fails 1 sharegnn labels star.jsonl --label degree --pair "$pair" --memory 40M > message
    grep -q '^star.jsonl: .*pairs of 20000 nodes or more are more than the budget allows' message
    grep -q -- '--budget' message
done

# Sanitizers take more address space than any limit leaves.
limit() { case ${CC:-cc} in *fsanitize*) ;; *) ulimit -v "$1" ;; esac; }

# A header of 60,000 columns: what is kept of a column grows with what is in it.
{ printf smiles; head -c 60000 /dev/zero | sed 's/\x00/,y/g'; printf '\nC,1\n'; } > columns.csv
(limit 130000; fails 1 sharegnn data info columns.csv) > message
grep -q 'columns.csv:2: found 2 fields, but the header has 60001' message

# An edit without an end is refused as a line, and takes no memory; the next edit is read.
sharegnn train two.jsonl --decoder none --epochs 1 --quiet --out small.model > /dev/null
{ head -c 30000000 /dev/zero | tr '\0' '['; printf '\n{"add":"edge","graph":0,"nodes":[4,5]}\n'; } > edits
(limit 60000; fails 1 sharegnn watch small.model two.jsonl) < edits > message
grep -q 'line 1: the line is longer than 4194304 bytes' message
grep -q '1 of 2 lines were refused' message

# Messages that once named an empty range, or nothing at all.
printf 'layers:\n  - residual: { from: 1 }\n  - decoder: { heads: [none] }\n' > first.yml
fails 1 sharegnn train two.jsonl --layers first.yml --epochs 1 --out new.model > message
grep -q 'first.yml:2:23: layers.0.residual.from: no layer comes before it; leave it out' message
fails 1 sharegnn model first.yml > message
grep -q 'first.yml: it is a text; a model is a safetensors file' message
