# Which graphs an invariant tells apart: table, pairs, witnesses, JSON, errors.  Seconds are left out.
without_seconds() { sed 's/ *[0-9]*\.[0-9]*$//; s/ *seconds$//; s/"seconds":[0-9.e-]*,//g'; }

# Two triangles and a hexagon; the 4 x 4 rook's graph and the Shrikhande graph.
cat > pairs.jsonl << 'JSON'
{"nodes":6,"edges":[[0,1],[1,2],[2,0],[3,4],[4,5],[5,3]]}
{"nodes":6,"edges":[[0,1],[1,2],[2,3],[3,4],[4,5],[5,0]]}
JSON
awk 'BEGIN {
    for (kind = 0; kind < 2; kind++) {
        line = ""
        for (v = 0; v < 16; v++)
            for (w = 0; w < v; w++) {
                x = (int(v / 4) - int(w / 4) + 4) % 4
                y = (v % 4 - w % 4 + 4) % 4
                joined = kind == 0 ? x == 0 || y == 0 : (x == 0 && y % 2) || (y == 0 && x % 2) || (x == y && x % 2)
                if (joined) line = line (line == "" ? "" : ",") "[" v "," w "]"
            }
        print "{\"nodes\":16,\"edges\":[" line "]}"
    }
}' >> pairs.jsonl
sharegnn data export pairs.jsonl --format graph6 -o pairs.g6 > /dev/null 2>&1
sharegnn data export pairs.jsonl --format sparse6 -o pairs.s6 > /dev/null 2>&1
cat pairs.g6 pairs.s6

sharegnn power pairs.g6 --label wl:3 --label fwl:2 --encoder 'label @ distance 0..3' --encoder 'label @ marked-wl:2' \
    | without_seconds
sharegnn power pairs.s6 --pairs --witness --label closed-walks:3 --encoder 'label @ distance 0..2' | without_seconds
sharegnn power pairs.g6 --pairs --witness --json --label degree --encoder 'label @ distance 0..2' | without_seconds
sharegnn power pairs.g6 --all --pairs > all.txt
grep -c '@' all.txt

# What one invariant cannot do is said; the others are there.
sharegnn power pairs.g6 --label degree --label marked-wl:2 --budget 100 | without_seconds

# So is it for pairs, whose budget is the same.
for pair in walks:6 paths:6 fwl:2 marked-wl:2 resistance separators 'separators within 2'; do
    fails 1 sharegnn power pairs.g6 --encoder "label @ $pair" --budget 100
done

# Words for what tells a pair apart; labels that have the whole graph in them are listed apart.
sharegnn power pairs.g6 --pairs --witness --label orbit --label degree+cycles:4 --encoder 'label @ paths:3' \
    --encoder 'label @ resistance' --encoder 'label @ marked-wl:2' | without_seconds

# Trained networks: distances tell the first pair apart, never the second.
cat > distance.yml << 'YAML'
layers:
  - encoder: { heads: ["none @ distance 0..3 x4"], activation: tanh }
  - pool: { kind: mean }
  - linear: { outputs: classes }
train: { learning-rate: 0.01, init: uniform -0.5 0.5 }
YAML
sharegnn power pairs.g6 --pairs --trained distance.yml --seeds 3 --threads 1
sharegnn power pairs.g6 --pairs --trained distance.yml --seeds 2 --json | sed 's/,"apart".*//'

for network in "$SOURCE"/experiments/brec/*.yml; do
    sharegnn power pairs.g6 --pairs --trained "$network" --seeds 1 | tail -n 1
done

head -n 3 pairs.g6 > odd.g6
fails 2 sharegnn power odd.g6 --pairs --label degree
fails 2 sharegnn power pairs.g6
fails 2 sharegnn power pairs.g6 --witness --label degree
fails 1 sharegnn power pairs.g6 --label wll:3
fails 1 sharegnn power pairs.g6 --label marked-wl:2 --budget 100
fails 2 sharegnn power pairs.g6 --trained distance.yml
fails 2 sharegnn power pairs.g6 --pairs --trained distance.yml --label degree
fails 1 sharegnn power pairs.g6 --pairs --trained missing.yml
sed 's/encoder/encodre/' distance.yml > wrong.yml
fails 1 sharegnn power pairs.g6 --pairs --trained wrong.yml
