# Lines that processes of mpirun predict together: the same output for any number of them.
. "$SOURCE/tests/support/with_mpirun.sh"
printf 'smiles,y\nCCO,1.5\nc1ccccc1O,0.5\nCC(C)C,1\nC1CC1,0\nCC(=O)O,1\nC,0\nN#C,1\n' > known.csv
sharegnn train known.csv --layers /dev/stdin --epochs 3 -q --out m > /dev/null 2>&1 <<'YML'
layers: [{encoder: {heads: ["wl:1 @ distance 0..3"]}}, {decoder: {heads: [label]}}]
YML
for i in 1 2 3 4 5 6 7 8 9; do
    printf 'CC(=O)Oc1ccccc1C(=O)O a%s\nCN1C=NC2=C1C(=O)N(C)C(=O)N2C c%s\nC(C bad%s\n\nC%s\n' $i $i $i $i
done > lines.smi

echo "== the same lines"
sharegnn predict m lines.smi --smiles --out alone 2> /dev/null || echo "exit $?"
for n in 1 2 3 4 8; do
    ./ranks $n sharegnn predict m lines.smi --smiles --threads 1 --out by$n 2> log || echo "$n: exit $?"
    cmp alone by$n
done
cat log
./ranks 3 sharegnn predict m - --smiles --json < lines.smi > by3 2> /dev/null || true
sharegnn predict m - --smiles --json < lines.smi > alone 2> /dev/null || true
cmp alone by3 && wc -l < by3
printf 'CCO\n' | ./ranks 4 sharegnn predict m - --smiles | tail -n 1 | cut -f 1
printf '' | ./ranks 2 sharegnn predict m - --smiles --no-trust

echo "== one message"
fails 1 ./ranks 3 sharegnn predict nothing lines.smi --smiles
fails 1 ./ranks 2 sharegnn predict m nowhere.smi --smiles
fails 1 ./ranks 2 sharegnn predict m lines.smi --smiles --out nowhere/x
fails 2 ./ranks 2 sharegnn predict m known.csv | head -n 1
fails 2 ./ranks 2 sharegnn predict m lines.smi --smiles --text | head -n 1
sharegnn train known.csv -d degree --epochs 1 -q --out other > /dev/null 2>&1
fails 1 ./ranks 1 sharegnn predict m lines.smi --smiles : -n 1 sharegnn predict other lines.smi --smiles
