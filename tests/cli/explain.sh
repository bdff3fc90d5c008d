# Explain a prediction: tables, JSON whose numbers add up, rankings, errors.
# Numbers of trained models are masked; they are compared in the unit tests, by value.
masked()
{
    sed -E 's/[-+]?[0-9]+\.[0-9]+(e[-+][0-9]+)?/#/g; s/by [0-9]+ gradients/by # gradients/; s/ +/ /g'
}
sharegnn data make CSL > /dev/null
sharegnn train CSL -e 'cycles:10 @ distance 0..2; degree @ distance 0..1' -d cycles:10 -o csl.model \
    --epochs 5 > /dev/null 2>&1

sharegnn explain csl.model CSL --graph 3 > table
grep -cE '^layer [0-9]' table
grep -E '^(graph|layer|contribution)' table | sed 's/output [0-9]*/output #/' | masked
sharegnn explain csl.model CSL -g 3 --layer 0 --head 1 --top 0 | sed '1,2d' | masked | cut -d ' ' -f 4- | sort
sharegnn explain csl.model CSL --graph 3 --json > graph.json
sharegnn explain csl.model CSL --rank --json --top 0 > ranking.json
sharegnn explain csl.model CSL --rank --top 2 | masked | head -n 3
for n in 1 2 3; do
    sharegnn explain csl.model CSL --rank --json --top 0 --threads "$n" | cmp ranking.json -
    sharegnn explain csl.model CSL -g 3 --json --threads "$n" | cmp graph.json -
done

if command -v python3 > /dev/null 2>&1; then
    sharegnn predict csl.model CSL --json 2> /dev/null > predictions
    python3 - << 'END'
import json
e = json.load(open("graph.json"))
predicted = [json.loads(line) for line in open("predictions")][3]
assert e["output"] == str(predicted["prediction"]) and e["value"] == e["outputs"][e["output"]]
for name, score in predicted["scores"].items():
    assert abs(e["scores"][name] - score) < 1e-5
for layer in e["layers"]:
    total = layer["rest"] + layer["gap"]
    for head in layer["heads"]:
        parts = head.get("nodes", []) + head.get("biases", []) + [head.get("bias", 0)]
        parts += [m["contribution"] for m in head.get("messages", [])]
        assert abs(sum(parts) - head["contribution"]) < 1e-12
        total += head["contribution"]
    assert abs(total - e["value"]) < 1e-12
    assert abs(layer["gap"]) <= 1e-6 * max(abs(e["value"]), abs(layer["rest"]))
r = json.load(open("ranking.json"))
assert r["graphs"] == 150 and len(r["ranking"]) > 10
influence = [w["influence"] for w in r["ranking"]]
assert influence == sorted(influence, reverse=True)
END
fi

# Other outputs, and targets.
sharegnn explain csl.model CSL --output 7 --layer 1 --top 1 | sed -n 2p | masked
seq 0 149 > values.txt
sharegnn train CSL -e 'degree @ distance 0..1' -d degree --target values.txt --task regression \
    -o values.model --epochs 2 > /dev/null 2>&1
sharegnn explain values.model CSL --output 'target 0' --top 1 | sed -n 2p | masked

# Graphs by their ids; what is a number of the data is that number.
printf 'id,smiles,y\nethanol,CCO,0.5\n0,CCN,1\nid:x,CCCl,2\nmethane,C,3\n' > named.csv
sharegnn train named.csv -e 'label @ distance 0..1' -d label -o named.model --epochs 1 > /dev/null 2>&1
for graph in 1 0 methane id:0 id:x id:id:x; do
    sharegnn explain named.model named.csv --graph "$graph" | head -n 1
done
sharegnn explain named.model named.csv --graph methane --json --out named.svg | grep -o '"graph":3,"id":"methane"'
grep -o 'graph 3 (methane)' named.svg

# What a label is.
sharegnn explain csl.model CSL --label 'degree #0' --out degree.svg
grep -c '</svg>' degree.svg
sharegnn explain named.model named.csv --label '#1' --out label.svg
sharegnn explain named.model named.csv --label 'label #1' --out label.svg --json

# Paths are called by their edges.
sharegnn train named.csv -e 'label @ path 1..2' -d label -o paths.model --epochs 1 > /dev/null 2>&1
sharegnn explain paths.model named.csv --rank --top 0 | grep -o '[A-Za-z0-9]* -> .*' | sort

refuse()
{
    fails "$@" | head -n 1
}
refuse 2 sharegnn explain
refuse 1 sharegnn explain csl.model CSL --graph x
refuse 1 sharegnn explain named.model named.csv --graph water
refuse 1 sharegnn explain csl.model CSL --label '#0' --out no.svg
refuse 1 sharegnn explain csl.model CSL --label 'degree #1' --out no.svg
refuse 1 sharegnn explain csl.model CSL --label degree --out no.svg
refuse 2 sharegnn explain csl.model CSL --label 'degree #0'
test ! -e no.svg
refuse 1 sharegnn explain csl.model CSL --graph 150
refuse 1 sharegnn explain csl.model CSL --output none
refuse 1 sharegnn explain csl.model CSL --layer 7
refuse 1 sharegnn explain csl.model CSL --layer 0 --head 9
refuse 1 sharegnn explain none.model CSL
refuse 1 sharegnn explain csl.model NONE
