# No texts overlap in figures and pictures, and none leaves them, also where names are long.
if ! command -v python3 > /dev/null 2>&1; then
    echo "SKIPPED: python3 is missing, nobody can read the pictures"
    exit 77
fi
sharegnn data make CSL --out . > /dev/null
mv CSL a-data-set-with-a-name-that-is-much-longer-than-names-should-ever-be
cd a-data-set-with-a-name-that-is-much-longer-than-names-should-ever-be
for file in CSL_*; do mv "$file" "a-data-set-with-a-name-that-is-much-longer-than-names-should-ever-be${file#CSL}"; done
cd ..
cat > grid.yml << 'END'
data: ./a-data-set-with-a-name-that-is-much-longer-than-names-should-ever-be
protocol: k-fold
folds: 3
layers:
  - encoder: { heads: ["cycles:10 @ distance 0..1"], activation: tanh }
  - decoder: { heads: ["cycles:10"], outputs: classes }
train: { epochs: 6, learning-rate: 0.1 }
grid:
  layers.0.at-least: [1, 2, 4, 8]
END
sharegnn run grid.yml --out run --quiet > /dev/null
for kind in curves loss confusion threshold calibration occurrences weights; do
    sharegnn plot run --kind "$kind" --out "$kind.svg"
done
{
    echo 'smiles,a column with a name that is much longer than names should ever be,id'
    i=0
    for molecule in CCO c1ccccc1O 'CC(=O)N' 'C[NH+](C)C' 'CC#N' c1ccncc1 CCCl 'OCC(=O)[O-]' c1ccc2ccccc2c1 CN; do
        i=$((i + 1))
        echo "$molecule,$i,a-molecule-whose-name-is-as-long-as-names-of-molecules-often-are-$i"
    done
} > long.csv
cat > long.yml << 'END'
data: "long.csv?target=a column with a name that is much longer than names should ever be&id=id"
protocol: k-fold
folds: 2
task: regression
save: all
layers:
  - encoder: { heads: ["wl-edges:1 @ distance 0..2"] }
  - decoder: { heads: ["label"] }
train: { epochs: 3, learning-rate: 0.05 }
END
sharegnn run long.yml --out long --quiet > /dev/null
for kind in scatter residuals; do sharegnn plot long --kind "$kind" --out "$kind.svg"; done
data='long.csv?target=a column with a name that is much longer than names should ever be&id=id'
for model in long/models/*; do
    sharegnn explain "$model" "$data" --graph 1 --out molecule.svg > /dev/null
    sharegnn explain "$model" "$data" --graph 1 --arrows --out arrows.svg > /dev/null
    break
done
"$SOURCE"/tools/svg_overlaps ./*.svg
