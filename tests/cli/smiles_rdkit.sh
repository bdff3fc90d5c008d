# RDKit's opinion on molecules, where it is installed: the same graphs, atom by atom and bond by bond.
# RDKit decides by itself what is aromatic; the strings are its own, so that both mean the same.
python=
for candidate in python3 /usr/bin/python3; do
    if [ -z "$python" ] && "$candidate" -c 'import rdkit' 2> /dev/null; then python=$candidate; fi
done
[ -n "$python" ] || {
    echo "skipped: RDKit (python3-rdkit) is not installed" >&2
    exit 77
}
[ -r "$SHAREGNN_SHARED/data/ZINC.zip" ] && "$python" -c '
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    sys.stdout.writelines(z.read("ZINC/ZINC_smiles.txt").decode().splitlines(True)[::8])
' "$SHAREGNN_SHARED/data/ZINC.zip" > given.smi
cat >> given.smi << 'END'
c1ccc2cccc2cc1
c1cc2cccc3c2c(c1)cc3
[O-][n+]1ccccc1
c1ccc2c(c1)[nH]c1ccccc12
C[S+](C)[O-]
[Na+].[Cl-]
C/C=C\C#N
OB(O)c1ccccc1
[H]C([H])([H])O
c1cc[se]c1
O=c1[nH]c(=O)c2[nH]cnc2[nH]1
C1CC2CCC1CC2
F[P-](F)(F)(F)(F)F
[13CH3]O
[Fe+2]
c1ccc(cc1)c1ccccc1
END
cat > oracle.py << 'END'
import json, subprocess, sys
from rdkit import Chem, RDLogger
RDLogger.DisableLog("rdApp.*")
kind = {"SINGLE": 1, "DOUBLE": 2, "TRIPLE": 3, "AROMATIC": 4, "QUADRUPLE": 5}
smiles = []
for line in open("given.smi"):
    for variant in range(2):
        m = Chem.MolFromSmiles(line.strip())
        if variant: m = Chem.MolFromSmiles(Chem.MolToSmiles(m, doRandom=True))
        s = Chem.MolToSmiles(m, canonical=not variant)
        smiles.append(s)
open("ours.smi", "w").write("".join(s + "\n" for s in smiles))
ours = subprocess.run([sys.argv[1], "data", "export", "./ours.smi"], stdout=subprocess.PIPE, check=True)
wrong = 0
for s, line in zip(smiles, ours.stdout.decode().splitlines()):
    m = Chem.MolFromSmiles(s)
    g = json.loads(line)
    nodes = [10000 * a.GetAtomicNum() + 100 * a.GetFormalCharge() + a.GetTotalNumHs() for a in m.GetAtoms()]
    edges = sorted([*sorted((b.GetBeginAtomIdx(), b.GetEndAtomIdx())), kind[str(b.GetBondType())]]
                   for b in m.GetBonds())
    if nodes != g["nodes"] or edges != sorted(g["edges"]):
        wrong += 1
        print("differs:", s)
print(len(smiles), "molecules,", wrong, "differ", file=sys.stderr)
print("done" if wrong == 0 else "wrong")
END
"$python" oracle.py "$(command -v sharegnn)"
