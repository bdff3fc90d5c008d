# Graph kernels: run, saved, predicted and explained like every model.
sharegnn data make CSL --out data > /dev/null
cat > wl.yml <<'END'
data: CSL
task: classification
protocol: k-fold
folds: 5
model: { kernel: wl-subtree, labels: "cycles:10", rounds: 1, svm: linear, C: [0.01, 1] }
END
sharegnn run wl.yml --data-dir data --out run --quiet | sed -n 1p
grep -A3 '^model:' run/config.yml
model=$(ls run/models/*.safetensors | sed -n 1p)
sharegnn predict "$model" CSL --data-dir data 2> /dev/null | sed -n 1,3p | cut -f1,2
sharegnn explain "$model" CSL --data-dir data > explained
sed -n 's/^\(layer 0, decoder\):.*/\1/p' explained
sharegnn model "$model" | grep -E 'decoder|add'

# In a file for a single training, too; C is in the place of an epoch.
cat > histogram.yml <<'END'
model: { kernel: vertex-histogram, labels: "cycles:10", C: [0.1, 10] }
END
sharegnn train CSL --data-dir data --layers histogram.yml --validation 0.2 --out h.sgm --quiet |
    grep -c 'of 2'

# What is wrong is said with its place.
sed 's/wl-subtree/wl-subtre/' wl.yml > wrong.yml
fails 1 sharegnn run wrong.yml --data-dir data --out wrong --quiet
