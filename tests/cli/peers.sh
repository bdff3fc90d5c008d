# Layers of other models in one network: trained, the same bytes for any number of threads, saved, looked
# at, explained, transferred; batch norms together with averaged weights and clipped gradients.
sharegnn data make CSL
cat > model.yml << 'END'
input: labels
layers:
  - gin: { outputs: 8, activation: relu }
  - norm: batch
  - block:
      depth: 2
      drop-path: 0.1
      layers:
        - gat: { outputs: 8, heads: 2, edges: label @ edge, activation: relu }
        - norm: batch
  - virtual-node: {}
  - gatv2: { outputs: 6, heads: 2, join: mean, edges: none @ edge }
  - gine: { outputs: 6 }
  - gcn: { outputs: 6 }
  - sage: { outputs: 6, gather: max }
  - concat: [1, 8, 12]
  - pool: { kind: sum }
  - linear: { outputs: classes }
train: { learning-rate: 0.01, batch-size: 16, epochs: 3, average: 0.9, clip: 1 }
END
for n in 1 2 8; do
    sharegnn train CSL --layers model.yml --threads "$n" -o "threads$n.model" > /dev/null 2>&1
    cmp threads1.model "threads$n.model"
done
sharegnn model threads1.model | cut -c 1-80
sharegnn predict threads1.model CSL 2> /dev/null | wc -l
sharegnn predict threads1.model CSL --threads 2 > many 2> /dev/null
sharegnn predict threads1.model CSL --threads 1 > one 2> /dev/null
cmp one many
sharegnn explain threads1.model CSL --graph 3 > explained 2> /dev/null
test -s explained

# All weights meet in a model of the same layers.
sharegnn train CSL --layers model.yml --from threads1.model --epochs 1 -o again.model 2> /dev/null |
    sed -n '/^weights from/,/^ *15/p'
