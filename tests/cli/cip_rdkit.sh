# RDKit's opinion on R and S, E and Z, where it is installed: the letters of pictures of molecules of the four tables.
. "$SOURCE/tests/support/with_rdkit.sh"
need_tables
cat > oracle.py << 'END_OF_ORACLE'
import csv, pathlib, random, re, subprocess, sys
from rdkit import Chem, RDLogger
from rdkit.Chem import rdCIPLabeler
RDLogger.DisableLog("rdApp.*")
random.seed(1)
sharegnn, tables, n_asked = sys.argv[1], pathlib.Path(sys.argv[2]), 250

given = []
for table in sorted(tables.glob("*.csv")):
    with open(table, encoding="utf-8-sig") as file: rows = list(csv.DictReader(file))
    column = next(c for c in rows[0] if c.lower() in ("smiles", "mol"))
    given += [row[column] for row in rows if set(row[column]) & set("@/\\")]
given = [s for s in sorted(set(given)) if Chem.MolFromSmiles(s) is not None]
given = [s for s in random.sample(given, n_asked) if "[H]" not in s]
with open("x.smi", "w") as file: file.writelines(f"{s} {i}\n" for i, s in enumerate(given))
with open("y.txt", "w") as file: file.writelines(f"{i % 2}\n" for i in range(len(given)))
said = [sharegnn, "train", "x.smi?stereo=true&max-rejects=100%", "--target", "y.txt", "-d", "label", "--epochs", "1", "-q", "-o", "m"]
subprocess.run(said, check=True, stdout=subprocess.DEVNULL)

def letters(i):
    told = subprocess.run([sharegnn, "explain", "m", "x.smi", "--graph", str(i), "--out", "x.svg"],
                          check=True, stdout=subprocess.DEVNULL)
    with open("x.svg") as file: svg = file.read()
    return {tuple(map(int, atoms.split())): letter
            for atoms, letter in re.findall(r'data-stereo="([0-9 ]+)"[^>]*>([RSEZ])<', svg)}

def names(smiles):
    m = Chem.MolFromSmiles(smiles)
    rdCIPLabeler.AssignCIPLabels(m)
    found = {(a.GetIdx(),): a.GetProp("_CIPCode") for a in m.GetAtoms() if a.HasProp("_CIPCode")}
    found.update({tuple(sorted((b.GetBeginAtomIdx(), b.GetEndAtomIdx()))): b.GetProp("_CIPCode")
                  for b in m.GetBonds() if b.HasProp("_CIPCode")})
    return found

same = other = alone = 0
for i, s in enumerate(given):
    ours, theirs = letters(i), names(s)
    for atoms, letter in ours.items():
        same += theirs.get(atoms) == letter
        other += theirs.get(atoms) != letter
        if theirs.get(atoms) != letter: print("other letter:", s, atoms, letter, theirs.get(atoms), file=sys.stderr)
    alone += len(set(theirs) - set(ours))
print(f"{len(given)} molecules: {same} letters as RDKit, {other} others, {alone} that RDKit alone has", file=sys.stderr)
print("letters:", "as RDKit" if same > 500 and 200 * other <= same else "others")
print("without a letter:", "few" if 10 * alone <= same else "many")
END_OF_ORACLE
"$python" oracle.py "$(command -v sharegnn)" "$SHAREGNN_SHARED/data/molecules"
