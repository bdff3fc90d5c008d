# Targets of a regression; all that is checked of numbers is that they are there.
mkdir -p data/T/ data/splits/fixed
i=1
while [ $i -le 30 ]; do
    n=$((2 + i % 4))
    v=1
    while [ $v -le $n ]; do
        total=$((${total:-0} + 1))
        echo $i >> data/T/T_graph_indicator.txt
        echo $(((i + v) % 3)) >> data/T/T_node_labels.txt
        if [ $v -gt 1 ]; then echo "$total, $((total - 1))" >> data/T/T_A.txt; fi
        v=$((v + 1))
    done
    echo "$n.5, $((i % 3))" >> data/T/T_graph_attributes.txt
    i=$((i + 1))
done
list() { seq -s, "$1" "$2"; }
echo "[{\"test\": [$(list 20 29)], \"model_selection\": [{\"train\": [$(list 0 14)], \"validation\": [$(list 15 19)]}]}]" \
    > data/splits/fixed/T_splits.json
cat > t.yml <<'YML'
data: T
protocol: fixed
runs: 2
layers:
  - decoder: { heads: ["label"] }
train: { epochs: 5, batch-size: 5 }
YML
sharegnn run t.yml -q | sed 's/[0-9]\.[0-9]*/N/g; s/time .*/time/'
sharegnn results runs/t --targets | sed 's/[0-9]\.[0-9]*/N/g'
sharegnn results runs/t --targets --csv | sed 's/[0-9]*\.[0-9]*/N/g'
sharegnn results runs/t --targets --latex | sed 's/[0-9]\.[0-9]*/N/g'
sharegnn results runs/t --targets --json | sed 's/[0-9]*\.[0-9]*/N/g'
sharegnn results runs/t --latex | sed 's/[0-9]*\.[0-9]*/N/g'
sharegnn run t.yml -q --out other --set seed=1 > /dev/null
sharegnn results --compare runs/t other | sed 's/[0-9]*\.[0-9]*/N/g; s/[+-]N/N/; s/ *N/ N/g' | sed 's/^\(runs.t\|other\) has the.*/.../'
