# Nodes as items: tables, splits, training, prediction, explanations, runs, reports.
{
    echo 'id,class,split,size,attributes'
    i=0
    while [ $i -lt 120 ]; do
        class=red
        [ $((i % 2)) -eq 1 ] && class=blue
        case $((i % 10)) in 0 | 1 | 2 | 3) part=train ;; 4 | 5) part=validation ;; 9) part= ;; *) part=test ;; esac
        [ $((i % 10)) -eq 9 ] && class=
        echo "n$i,$class,$part,$((i % 3)).5,$((i % 2 + 4 * (i % 3))):1 $((i % 7 + 12)):0.5"
        i=$((i + 1))
    done
} > nodes.csv
{
    echo 'source,target'
    i=0
    while [ $i -lt 118 ]; do
        echo "n$i,n$((i + 2))"
        [ $((i % 5)) -eq 0 ] && echo "n$i,n$((i + 1))"
        i=$((i + 1))
    done
} > edges.csv
sharegnn data import --nodes nodes.csv --edges edges.csv --name net -o data
sharegnn data import --nodes nodes.csv --edges edges.csv --name net -o data --json --force | grep -q '"classes":2'

cat > net.yml << 'END'
layers:
  - encoder: { heads: ["degree @ distance 0..2"], activation: tanh }
  - linear: { outputs: classes }
END
for n in 1 2 3 8; do
    sharegnn train net --layers net.yml --epochs 20 --set init=he --threads $n -o $n.model > out 2> /dev/null
    cmp 1.model $n.model
done
grep -q nodes out
grep -q test out
# A share of all nodes would train on those that test.
fails 2 sharegnn train net --layers net.yml --epochs 2 --validation 0.2 -o share.model | head -1
[ ! -e share.model ]
sharegnn train net --layers net.yml --epochs 2 --split random --shares 60/20/20 -o share.model > /dev/null 2>&1
# The table itself can be used in place.
sharegnn train 'nodes.csv?edges=edges.csv' --layers net.yml --epochs 20 --set init=he -o table.model > /dev/null 2>&1
sharegnn predict 1.model net > a 2> said
sharegnn predict table.model 'nodes.csv?edges=edges.csv' > b 2> /dev/null
cmp a b
grep -q 'of 108 nodes are of the predicted class' said
grep -qx 'note: 48 of the nodes are for training, as the data says' said
head -1 a
[ "$(wc -l < a)" -eq 121 ]
sharegnn predict 1.model net --json --trust | head -1 | cut -c1-40
sharegnn predict 1.model net --ensemble 2.model | head -1

# Why this node.
sharegnn explain 1.model net --node n7 | head -1
sharegnn explain 1.model net --node 7 --json | grep -q '"node":7'
sharegnn explain 1.model net --node 7 -o n7.svg > /dev/null
grep -q 'node 7 of graph 0' n7.svg
# Of a large graph the picture has what the node hears; with what is left out, contributions are the output.
awk 'BEGIN { print "id"; for (i = 0; i < 3000; i++) print "b" i }' > big-nodes.csv
awk 'BEGIN { print "source,target"; for (i = 0; i < 3000; i++) for (d = 1; d <= 12; d++) print "b" i ",b" (i + d * d) % 3000 }' > big-edges.csv
sharegnn data import --nodes big-nodes.csv --edges big-edges.csv --name big -o data > /dev/null
sharegnn explain 1.model big --node 2999 -o big.svg > /dev/null
python3 - big.svg n7.svg << 'END'
import re, sys
import xml.etree.ElementTree as tree
for path in sys.argv[1:]:
    root = tree.parse(path).getroot()
    words = " ".join(e.text or "" for e in root.iter() if e.tag.endswith("}text"))
    assert "that the node hears" in words, words
    nodes = {int(e.get("data-node")) for e in root.iter() if e.get("data-node")}
    assert len(nodes) <= 40 and int(re.search(r"node (\d+) of graph", words)[1]) in nodes, nodes
    for layer in root.iter():
        if layer.get("data-layer") is None:
            continue
        total = sum(float(layer.get(f"data-{part}")) for part in ("rest", "gap", "left"))
        for panel in layer.iter():
            if panel.get("data-panel") == "messages":
                total += sum(float(e.get("data-contribution")) for e in panel.iter() if e.get("data-contribution"))
        value = float(layer.get("data-value"))
        assert abs(total - value) < 1e-6 * (1 + abs(value)), (path, total, value)
END
sharegnn explain 1.model net --rank --top 2 | head -1
if sharegnn explain 1.model net --node n999 2> said; then exit 1; fi
cat said
# A GCN has no triples; the rows that its last layer hears are shared out, and add up to the output.
printf 'layers:\n  - sparse: { outputs: 4, columns: 19, gather: gcn, activation: relu }\n  - gcn: { outputs: classes }\n' > gcn.yml
sharegnn train net --layers gcn.yml --epochs 5 -o gcn.model > /dev/null 2>&1
sharegnn explain gcn.model net --node n7 > out
grep -q '^layer 1, gcn: .* from its nodes, exactly$' out
awk '/^layer/ { split($0, part, "[ +]+"); heard = part[9] } /^ *[+-][0-9.]+ +[0-9]+/ { sum += $1; n++ } END {
    if (n < 2 || n > 6 || (sum - heard) ^ 2 > 1e-10) { print n, sum, heard; exit 1 } }' out
grep -q ' 7  n7$' out
if sharegnn explain gcn.model net --rank 2> said; then exit 1; fi
cat said
printf 'layers:\n  - sparse: { outputs: classes, columns: 19 }\n' > alone.yml
sharegnn train net --layers alone.yml --epochs 2 -o alone.model > /dev/null 2>&1
if sharegnn explain alone.model net --node n7 2> said; then exit 1; fi
cat said

# A run by the split of the data, by folds, stopped and reported.
cat > fixed.yml << 'END'
data: net
protocol: fixed
runs: 2
layers:
  - encoder: { heads: ["degree @ distance 0..2"], activation: tanh }
  - linear: { outputs: classes }
train: { epochs: 5 }
END
sharegnn run fixed.yml --out fixed > /dev/null 2>&1
sed 's/fixed/k-fold/; s/runs: 2/folds: 3/' fixed.yml > folds.yml
sharegnn run folds.yml --out folds > /dev/null 2>&1
sharegnn report folds -o report.html > /dev/null 2>&1
grep -q 'node [0-9]* of graph 0\|"n[0-9]*"' report.html
grep -q '"numbers":\[.*that the node hears' report.html

# What cannot be.
refuse()
{
    if sharegnn "$@" 2> said > out; then exit 1; fi
    grep -v '^the data says what trains' said | head -1
}
sed 's/^n3,/n4,/' nodes.csv > twice.csv
refuse data import --nodes twice.csv --edges edges.csv --name bad -o data
sed 's/,n5$/,nobody/' edges.csv > lost.csv
refuse data import --nodes nodes.csv --edges lost.csv --name bad -o data
sed 's/blue,train/blue,test/' nodes.csv > untrained.csv
refuse data import --nodes untrained.csv --edges edges.csv --name bad -o data
refuse data import --nodes nodes.csv --name bad
refuse data import --nodes missing.csv --edges edges.csv --name bad
refuse data import --nodes nodes.csv --edges missing.csv --name bad
refuse data import
[ ! -e data/bad ]
printf 'layers:\n  - encoder: { heads: ["degree @ distance 0..1"] }\n  - decoder: { heads: ["degree"], outputs: classes }\n' > pooled.yml
refuse train net --layers pooled.yml -o x.model
sharegnn data make CSL > /dev/null
refuse train CSL --layers net.yml -o x.model
# Lines as they come have a prediction per node.
{
    echo '{"id": "a", "nodes": [0, 0, 0], "edges": [[0, 1], [1, 2]]}'
    echo '{"nodes": []}'
    echo '{"nodes": [0, 0], "edges": [[0, 1]]}'
} > lines.jsonl
sharegnn predict 1.model - < lines.jsonl 2> said > out || true
cut -f 1-3 out
cat said
head -1 lines.jsonl > one.jsonl
sharegnn predict 1.model one.jsonl | cut -f 2- > a
sharegnn predict 1.model - --lines json-lines < one.jsonl | cut -f 2,4- > b
cmp a b

# The part of a graph is that of its nodes; those without a class are in none.
{
    echo '{"nodes": [0, 1, 0], "edges": [[0, 1], [1, 2]], "node_classes": ["a", "b", null], "split": "train"}'
    echo '{"nodes": [1, 0], "edges": [[0, 1]], "node_classes": ["b", null], "split": "test"}'
    echo '{"nodes": [1, 0], "edges": [[0, 1]], "node_classes": ["b", "a"], "split": "validation"}'
} > parts.jsonl
printf 'layers:\n  - encoder: { heads: ["label @ distance 0..1"] }\n  - linear: { outputs: classes }\n' > parts.yml
sharegnn train parts.jsonl --layers parts.yml --epochs 2 -o parts.model 2>&1 | head -1
sharegnn data import parts.jsonl --name parts -o data > /dev/null 2>&1
rm data/parts/parts_node_parts.txt
printf 'train\ntest\nvalidation\n' > data/parts/parts_graph_parts.txt
sharegnn train parts --layers parts.yml --epochs 2 -o parts.model 2>&1 | head -1
for split in train train test; do echo '{"nodes": [0, 1], "edges": [[0, 1]], "target": "a", "split": "'$split'"}'; done > whole.jsonl
echo '{"nodes": [0, 0], "edges": [[0, 1]], "target": "b", "split": "train"}' >> whole.jsonl
fails 2 sharegnn train whole.jsonl --epochs 2 --validation 0.5 -o whole.model | head -1

# Data with known answers.
sharegnn data make MarkedTrees -o made | tail -1
sharegnn data make BlockModel -o made --json | grep -o '"answer":.*within 2,'

# No tree of a test root is trained on; on one graph, all of it is.
for name in synthetic/MarkedTrees fixed/BlockModel; do
    sharegnn data audit "made/${name#*/}" --splits "made/splits/${name}_splits.json" --quiet | tail -1
done

# Directed graphs and self-loops, where they are asked for.
sharegnn data import --nodes nodes.csv --edges edges.csv --name arcs -o data --directed --self-loops > /dev/null 2>&1
cat data/arcs/arcs_arc_rules.txt
[ "$(wc -l < data/arcs/arcs_A.txt)" -eq "$(($(wc -l < edges.csv) - 1))" ]
sharegnn data info arcs | tail -1
printf 'layers:\n  - encoder: { heads: ["in-degree @ distance 0..2", "out-degree @ arc"], activation: tanh }\n  - gcn: { outputs: classes }\n' > arcs.yml
for n in 1 2 8; do
    sharegnn train arcs --layers arcs.yml --epochs 5 --set init=he --threads $n -o arcs$n.model > /dev/null 2>&1
    cmp arcs1.model arcs$n.model
done
sharegnn train 'nodes.csv?edges=edges.csv&directed=yes&self-loops=keep' --layers arcs.yml --epochs 5 --set init=he -o table.model > /dev/null 2>&1
sharegnn predict arcs1.model arcs > a 2> /dev/null
sharegnn predict table.model 'nodes.csv?edges=edges.csv&directed&self-loops' > b 2> /dev/null
cmp a b
sharegnn explain arcs1.model arcs --node n7 -o n7.svg > /dev/null
sed 's/in-degree @ distance 0..2/cycles:5 @ distance 0..2/' arcs.yml > cycles.yml
refuse train arcs --layers cycles.yml -o x.model
sed 's/@ arc/@ path 0..2/' arcs.yml > path.yml
refuse train arcs --layers path.yml -o x.model
# The place is that of the layer, also in experiments.
printf 'layers:\n  - linear: { outputs: 4 }\n  - encoder: { heads: ["label @ path 0..2"] }\n  - gcn: { outputs: classes }\n' > deep.yml
refuse train arcs --layers deep.yml -o x.model
{ printf 'data: arcs\nprotocol: fixed\ntrain: { epochs: 1 }\n'; cat deep.yml; } > arcs_run.yml
refuse run arcs_run.yml --out arcs_run
[ ! -e x.model ] && [ ! -e arcs_run ]
echo 'CC ethane' > one.smi
refuse data info 'one.smi?directed'
refuse data info 'net?directed=perhaps'
printf '{"nodes": 2, "edges": [[0, 1]], "directed": true}\n{"nodes": 2, "edges": [[0, 1]]}\n' > mixed.jsonl
refuse data info 'mixed.jsonl?max-rejects=0'
printf 'undirected\n' > data/arcs/arcs_arc_rules.txt
refuse data info arcs

# Weights of edges, binned.
awk -F, 'NR == 1 { print $0 ",weight" } NR > 1 { print $0 "," NR % 4 / 2 }' edges.csv > weights.csv
sharegnn data import --nodes nodes.csv --edges weights.csv --name weighted -o data > /dev/null 2>&1
printf 'layers:\n  - encoder: { heads: ["none @ edge-bins 0.5,1"], activation: tanh }\n  - linear: { outputs: classes }\n' > bins.yml
sharegnn train weighted --layers bins.yml --epochs 5 --set init=he -o bins.model > /dev/null 2>&1
sharegnn explain bins.model weighted --rank > ranked
grep -q 'edge below 0.5' ranked
grep -q 'edge from 1' ranked

# Repairs are said when tables are imported; arcs that are there twice are one, and their weights are added.
printf 'id,class,split\na,x,train\nb,y,train\nc,x,test\n' > three.csv
printf 'source,target,weight\na,b,1\na,b,2\nb,c,1\nc,c,5\n' > twice.csv
sharegnn data import --nodes three.csv --edges twice.csv --name three -o data 2>&1
sharegnn data import --nodes three.csv --edges twice.csv --name loops -o data --directed --self-loops > /dev/null 2>&1
paste -s -d ' ' data/loops/loops_A.txt
paste -s -d ' ' data/loops/loops_edge_attributes.txt
# Without directions the first row of an edge counts, for both of its arcs.
printf 'source,target,weight,label\na,b,1,k\nb,a,5,l\nc,b,2,l\nb,c,2,l\na,a,1,k\na,a,2,k\n' > both.csv
sharegnn data import --nodes three.csv --edges both.csv --name both -o data 2>&1
paste -s -d ' ' data/both/both_A.txt
paste -s -d ' ' data/both/both_edge_attributes.txt
paste -s -d ' ' data/both/both_edge_labels.txt
sharegnn data import --nodes three.csv --edges both.csv --name ways -o data --directed 2>&1
paste -s -d ' ' data/ways/ways_edge_attributes.txt

# Every kind of input that cannot be is refused with its place, and nothing is written.
none()
{
    refuse data import "$@" --name bad -o data
    [ ! -e data/bad ]
}
sed '5s/,[^,]*$/,nan/' weights.csv > nan.csv
none --nodes nodes.csv --edges nan.csv
sed '5s/,[^,]*$/,inf/' weights.csv > inf.csv
none --nodes nodes.csv --edges inf.csv
sed 's/^n3,blue,train/n3,blue,train and test/' nodes.csv > masks.csv
none --nodes masks.csv --edges edges.csv
sed 's/^n3,blue,train/n3,,train/' nodes.csv > targetless.csv
none --nodes targetless.csv --edges edges.csv
sed 's/^\(n[0-9]*\),[a-z]*,[a-z]*,/\1,,,/' nodes.csv > nothing.csv
none --nodes nothing.csv --edges edges.csv
sed 's/^id,class,/id,color,/' nodes.csv > colors.csv
none --nodes colors.csv --edges edges.csv
sed '7s/^n[0-9]*,/,/' nodes.csv > nameless.csv
none --nodes nameless.csv --edges edges.csv
printf '{"nodes": 2, "edges": [[0, 1]], "node_classes": [1, 0], "node_split": {"train": [0, 1], "test": [1]}}\n' > masks.jsonl
none 'masks.jsonl?max-rejects=0'
printf '{"nodes": 2, "edges": [[0, 1]], "node_classes": [1, 0], "node_split": {"train": [0, 1], "test": [7]}}\n' > beyond.jsonl
none 'beyond.jsonl?max-rejects=0'
printf '{"nodes": 2, "edges": [[0, 1]], "node_classes": [1, 0, 1]}\n' > three.jsonl
none 'three.jsonl?max-rejects=0'
printf '{"nodes": 2, "edges": [[0, 1]], "node_classes": [null, null]}\n' > none.jsonl
none 'none.jsonl?max-rejects=0'

printf '{"nodes": 2, "edges": [[0, 1]], "node_classes": [1, 0], "node_split": ["train", "test"]}\n' > untrained.jsonl
none 'untrained.jsonl?max-rejects=0'
printf '{"nodes": 2, "edges": [[0, 1]], "node_classes": [1, null], "node_split": ["train", "test"]}\n' > unknown.jsonl
none 'unknown.jsonl?max-rejects=0'
printf '{"nodes": 2, "edges": [[0, 1]], "node_classes": [1.5, 2]}\n' > fractions.jsonl
none 'fractions.jsonl?max-rejects=0'

# Masks in files of splits: nodes in two lists, nodes that do not exist, classes that nobody trains.
mkdir -p data/splits/masks
printf 'data: data/net\nsplits: masks\nlayers:\n  - gcn: { outputs: classes }\ntrain: { epochs: 1 }\n' > masks.yml
for lists in '[0, 1, 2], "validation": [3]}], "test": [2, 4]' '[0, 1], "validation": [3]}], "test": [120]' \
    '[0, 2], "validation": [1]}], "test": [4]' '[0, 1], "validation": [9]}], "test": [4]'; do
    printf '[\n{"model_selection": [{"train": %s}]\n' "$lists" > data/splits/masks/net_splits.json
    refuse run masks.yml --out masks
    [ ! -e masks ]
done

# What is called targets is numbers, what is called classes is classes; whatever the format.
printf '{"nodes": 3, "edges": [[0, 1]], "node_targets": [1, 2, 1]}\n' > numbers.jsonl
printf '{"nodes": 3, "edges": [[0, 1]], "node_classes": [1, 2, 1]}\n' > classes.jsonl
for name in numbers classes; do
    sharegnn data import $name.jsonl --name $name -o data
    sharegnn data info $name.jsonl | awk 'NR == 3 { print $1, $NF }'
    sharegnn data info ./data/$name | awk 'NR == 3 { print $1, $NF }'
done
for part in train test; do
    printf '1\n0\n1\n' > data/classes/classes_node_classes.txt
    printf 'train\n%s\ntrain\n' $part > data/classes/classes_node_parts.txt
    sharegnn data info ./data/classes 2>&1 | awk 'NR == 3 || /class/ { print $1, $NF }'
done

# Splits and audits mean the same by equal graphs: attributes count where nodes have no labels.
awk 'BEGIN {
    for (g = 0; g < 60; g++)
        printf("{\"nodes\": [{\"attributes\": [%d]}, {\"attributes\": [1]}], \"edges\": [[0, 1]], \"node_classes\": [%d, %d]}\n", g % 30, g % 2, 1 - g % 2)
}' > alike.jsonl
sharegnn data split alike.jsonl -o alike.json 2>&1
sharegnn data audit alike.jsonl --splits alike.json --quiet

# Tables in the layout of Cora: 2,708 papers of seven classes, 1,433 words, the parts of the public split.
awk 'BEGIN {
    split("a b c d e f g", class, " ")
    print "id,class,split,attributes"
    for (i = 0; i < 2708; i++) {
        c = i % 7
        part = i < 140 ? "train" : i < 640 ? "validation" : i >= 1708 ? "test" : ""
        words = ""
        for (k = 0; k < 18; k++) words = words (k > 0 ? " " : "") (k * 79 + (k < 6 ? c * 11 : i * 7 % 78)) ":1"
        print "paper" i "," class[c + 1] "," part "," words
    }
}' > cora_nodes.csv
awk 'BEGIN {
    print "source,target"
    for (i = 0; i < 2708; i++) { print "paper" i ",paper" (i + 7) % 2708; print "paper" i ",paper" (i * 5 + 3) % 2708 }
}' > cora_edges.csv
sharegnn data import --nodes cora_nodes.csv --edges cora_edges.csv --name Cora -o data 2> /dev/null
sed 's/runs: 20/runs: 1/; s/epochs: 200/epochs: 15/' "$SOURCE/experiments/nodes/Cora.yml" > cora.yml
sharegnn run cora.yml --out cora > /dev/null 2>&1
sharegnn results cora --json | grep -o '"complete":true'

# Mini-batches of nodes: the same bits for any number of threads, refused where a layer looks at whole graphs.
cat > cora_layers.yml <<'END'
layers:
  - sparse: { outputs: 8, columns: 1433, gather: gcn, scale: rows, dropout: 0.5, activation: relu }
  - encoder: { heads: ["degree @ distance 0..1"] }
  - linear: { outputs: classes }
END
for threads in 1 2 8; do
    sharegnn train data/Cora --layers cora_layers.yml --epochs 3 --set batch-nodes=20 --threads $threads \
        -o "cora$threads.model" > /dev/null 2>&1
done
cmp cora1.model cora2.model && cmp cora1.model cora8.model && echo 'the same bits'
printf 'layers:\n  - gcn: { outputs: 8 }\n  - virtual-node: {}\n  - linear: { outputs: classes }\n' > whole.yml
sharegnn train data/Cora --layers whole.yml --epochs 1 --set batch-nodes=20 -o whole.model 2>&1 | grep 'batches of nodes'
