# Labels of graphs that processes of mpirun divide: the same output for any number of them.
. "$SOURCE/tests/support/with_mpirun.sh"
sharegnn data make CSL --out data > /dev/null 2>&1
printf 'smiles\nCC(=O)Oc1ccccc1C(=O)O\nCCO\nC1CC1\n' > few.csv

echo "== the same labels"
sharegnn labels CSL --no-cache --label cycles:10 --pair 'distance 0..3' --out one > alone
for n in 1 2 3 4 8; do
    ./ranks $n sharegnn labels CSL --no-cache --label cycles:10 --pair 'distance 0..3' --out by$n > out
    cmp alone out
    cmp one by$n
done
head -n 2 alone
sharegnn labels few.csv --no-cache --label 'wl:1 limit 4' --json > alone
./ranks 5 sharegnn labels few.csv --label 'wl:1 limit 4' --json | cmp alone - && cat alone
./ranks 2 sharegnn labels CSL --compare degree cycles:10

echo "== a file in parts"
for i in 1 2 3 4 5 6 7 8 9; do
    printf 'CC(=O)Oc1ccccc1C(=O)O a%s\nCN1C=NC2=C1C(=O)N(C)C(=O)N2C c%s\n\nC\n' $i $i
done > many.smi
sharegnn labels many.smi --no-cache --label wl:1 --pair 'distance 0..2' --out one > alone
for n in 1 2 3 4 8; do
    ./ranks $n sharegnn labels many.smi --no-cache --label wl:1 --pair 'distance 0..2' --out by$n > out
    cmp alone out
    cmp one by$n
done
head -n 2 alone

echo "== one message"
{ cat many.smi; echo "C(C bad"; } > bad.smi
fails 1 ./ranks 3 sharegnn labels bad.smi
fails 2 ./ranks 3 sharegnn labels CSL --compare degree | head -n 1
fails 2 ./ranks 2 sharegnn labels CSL --cache here | head -n 1
fails 1 ./ranks 2 sharegnn labels CSL --label nonsense
fails 1 ./ranks 2 sharegnn labels CSL --label cycles:10 --budget 3
fails 1 ./ranks 2 sharegnn labels CSL --out nowhere/x
fails 1 ./ranks 1 sharegnn labels CSL --label wl:1 : -n 1 sharegnn labels CSL --label wl:2
printf 'smiles\nCC\nCCN\n' > other.csv
fails 1 ./ranks 1 sharegnn labels few.csv --out x : -n 1 sharegnn labels other.csv --out x
[ ! -e x ]
