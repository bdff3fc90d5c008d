# RDKit's opinion on molecules, where it is installed: the same graphs, atom by atom and bond by bond, in
# normal form; and one graph, one set of keys and one prediction for all ways to write a molecule.
. "$SOURCE/tests/support/with_rdkit.sh"
[ -r "$SHAREGNN_SHARED/data/ZINC.zip" ] && "$python" -c '
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    sys.stdout.writelines(z.read("ZINC/ZINC_smiles.txt").decode().splitlines(True))
' "$SHAREGNN_SHARED/data/ZINC.zip" > given.smi
for table in SAMPL bace delaney-processed tox21; do
    [ -r "$SHAREGNN_SHARED/data/molecules/$table.csv" ] && "$python" -c '
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1])))
column = next(c for c in rows[0] if c.lower() in ("smiles", "mol"))
for row in rows: print(row[column].strip())
' "$SHAREGNN_SHARED/data/molecules/$table.csv" >> given.smi
done
cat >> given.smi << 'END'
c1ccc2cccc2cc1
c1cc2cccc3c2c(c1)cc3
[O-][n+]1ccccc1
c1ccc2c(c1)[nH]c1ccccc12
CN(=O)=O
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
OCl(=O)(=O)=O
CN=N#N
C1=CC2=CC3=CC=C(N3)C=C3C=CC(=N3)C=C3C=CC(N3)=CC1=N2
END
cat > oracle.py << 'END'
import json, random, subprocess, sys
from rdkit import Chem, RDLogger
from refined import refined
RDLogger.DisableLog("rdApp.*")
kind = {"SINGLE": 1, "DOUBLE": 2, "TRIPLE": 3, "AROMATIC": 4, "QUADRUPLE": 5}

def run(*words):
    return subprocess.run([sys.argv[1], *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          check=True).stdout.decode()

def write(name, lines):
    with open(name, "w") as file: file.writelines(line + "\n" for line in lines)

def graphs_of(name):
    return [json.loads(line) for line in run("data", "export", "./" + name).splitlines()]

# The styles that docs/molecules.md lists beyond RDKit's own are RDKit's molecules in other words.
def is_listed(m):
    if any(a.GetAtomicNum() == 1 and a.GetIsotope() for a in m.GetAtoms()): return True
    return m.HasSubstructMatch(listed)

listed = Chem.MolFromSmarts("[#15,#16,#33,#34,#52;+,+2,+3]-[#8,#16,#34;-1;X1]")
given = [line.strip() for line in open("given.smi")]
known = [s for s in given if Chem.MolFromSmiles(s) is not None]
write("known.smi", known)
wrong = aromatic = n = 0
for s, g in zip(known, graphs_of("known.smi")):
    m = Chem.MolFromSmiles(s)
    if is_listed(m): continue
    n += 1
    nodes = [10000 * a.GetAtomicNum() + 100 * a.GetFormalCharge() + a.GetTotalNumHs() for a in m.GetAtoms()]
    edges = sorted([*sorted((b.GetBeginAtomIdx(), b.GetEndAtomIdx())), kind[str(b.GetBondType())]]
                   for b in m.GetBonds())
    ours = sorted(g["edges"])
    aromatic += [e for e in edges if e[2] == 4] != [e for e in ours if e[2] == 4]
    if nodes != g["nodes"] or edges != ours:
        wrong += 1
        print("differs:", s, file=sys.stderr)
print(n, "molecules,", wrong, "differ,", aromatic, "in aromatic bonds", file=sys.stderr)
print("graphs:", "as RDKit has them" if wrong <= n // 1000 and aromatic <= n // 1000 else "wrong")

# Other ways to write them: other orders of atoms, Kekule structures, all hydrogens as atoms.
random.seed(1)
some = random.sample(known, min(len(known), 10000))
rewritten = []
for i, s in enumerate(some):
    m = Chem.MolFromSmiles(s)
    if i % 3 == 1: Chem.Kekulize(m, clearAromaticFlags=True)
    if i % 3 == 2: m = Chem.AddHs(m)
    rewritten.append(Chem.MolToSmiles(m, doRandom=True, kekuleSmiles=i % 3 == 1))
write("some.smi", some)
write("rewritten.smi", rewritten)

differ = sum(refined(a) != refined(b) for a, b in zip(graphs_of("some.smi"), graphs_of("rewritten.smi")))
print(len(some), "rewritten,", differ, "differ", file=sys.stderr)
print("rewritten:", "the same graphs" if differ == 0 else "others")

# The keys of all labels together, and predictions.
def keys(name):
    told = json.loads(run("labels", "./" + name, "--label", "wl-edges:3", "--no-cache", "--json"))
    return sorted(told["histogram"]), told["labels"]

print("labels:", "the same" if keys("some.smi") == keys("rewritten.smi") else "others")
with open("table.csv", "w") as file:
    file.write("smiles,y\n")
    for s in some[:400]: file.write(f"{s},{len(s) / 8}\n")
run("train", "table.csv?target=y", "--task", "regression", "-e", "wl-edges:1 @ distance 0..3", "-d", "wl-edges:2",
    "--epochs", "3", "-o", "m.model")
def predictions(name):
    return [json.loads(line)["prediction"] for line in run("predict", "m.model", "./" + name, "--json").splitlines()]
far = max(abs(a - b) for a, b in zip(predictions("some.smi"), predictions("rewritten.smi")))
print("farthest predictions", far, file=sys.stderr)
print("predictions:", "the same" if far < 1e-5 else "others")
END
"$python" oracle.py "$(command -v sharegnn)"
