# Models and data sets as a table, as papers have it.
sharegnn data make CSL --out data > /dev/null 2>&1
cat > good.yml <<'END'
data: CSL
task: classification
protocol: k-fold
folds: 5
model: { kernel: vertex-histogram, labels: "cycles:10", C: [1] }
END
sed 's/cycles:10/degree/' good.yml > bad.yml
sed 's/^data: CSL/data: Other/' good.yml > other.yml
cp -r data/CSL data/Other
for file in data/Other/*; do mv "$file" "data/Other/$(basename "$file" | sed 's/^CSL/Other/')"; done
sharegnn run good.yml --data-dir data --out runs/CSL --quiet > /dev/null
sharegnn run bad.yml --data-dir data --out runs/CSL-degree --quiet > /dev/null
sharegnn run other.yml --data-dir data --out runs/Other --quiet > /dev/null

sharegnn results --table runs/CSL runs/CSL-degree/ runs/Other
sharegnn results --table --markdown runs/CSL runs/CSL-degree
sharegnn results --table --latex runs/CSL-degree runs/Other
fails 2 sharegnn results --table --csv runs/CSL | sed -n 1p
fails 2 sharegnn results --markdown runs/CSL | sed -n 1p
fails 2 sharegnn results --table --jobs runs/CSL | sed -n 1p
