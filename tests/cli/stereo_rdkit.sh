# RDKit's opinion on stereochemistry, where it is installed: labels at the same atoms and double bonds, one graph for
# all ways to write a molecule, and other graphs for mirror images.
. "$SOURCE/tests/support/with_rdkit.sh"
need_tables
cat > oracle.py << 'END'
import csv, json, pathlib, random, subprocess, sys
from rdkit import Chem, RDLogger
from refined import refined
RDLogger.DisableLog("rdApp.*")
random.seed(1)

def graphs_of(lines):
    with open("x.smi", "w") as file: file.writelines(f"{s} {i}\n" for i, s in enumerate(lines))
    told = subprocess.run([sys.argv[1], "data", "export", "x.smi?stereo=true&max-rejects=100%"], check=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.decode()
    made = {int(g["id"]): g for g in map(json.loads, told.splitlines())}
    return [made.get(i) for i in range(len(lines))]

given = {}
for table in sorted(pathlib.Path(sys.argv[2]).glob("*.csv")):
    with open(table, encoding="utf-8-sig") as file: rows = list(csv.DictReader(file))
    column = next(c for c in rows[0] if c.lower() in ("smiles", "mol"))
    given.update({row[column]: Chem.MolFromSmiles(row[column]) for row in rows if set(row[column]) & set("@/\\")})
molecules = [(s, m) for s, m in given.items() if m is not None]
graphs = graphs_of([s for s, _ in molecules])
assert None not in graphs and len(graphs) > 2000

# Labels where RDKit sees centers and bonds whose neighbors are not all different to it, stereochemistry aside, are none.
NONE, ANY = Chem.BondStereo.STEREONONE, Chem.BondStereo.STEREOANY
def apart(rank, atom, but=-1):
    found = [rank[a.GetIdx()] for a in atom.GetNeighbors() if a.GetIdx() != but]
    return len(set(found)) == len(found)

n_centers = n_bonds = wrong = 0
tied = set()
for i, ((s, m), g) in enumerate(zip(molecules, graphs)):
    if len(g["nodes"]) != m.GetNumAtoms(): continue
    rank = list(Chem.CanonicalRankAtoms(m, breakTies=False, includeChirality=False))
    marked = [a for a in m.GetAtoms() if a.GetChiralTag() != Chem.ChiralType.CHI_UNSPECIFIED]
    if not all(apart(rank, a) for a in marked): tied.add(i)
    centers = {a.GetIdx() for a in marked if apart(rank, a)}
    bonds = {tuple(sorted((b.GetBeginAtomIdx(), b.GetEndAtomIdx()))) for b in m.GetBonds()
             if b.GetStereo() not in (NONE, ANY) and apart(rank, b.GetBeginAtom(), b.GetEndAtomIdx())
             and apart(rank, b.GetEndAtom(), b.GetBeginAtomIdx())}
    n_centers += len(centers)
    n_bonds += len(bonds)
    if centers != {v for v, x in enumerate(g["nodes"]) if x % 50 >= 30} or \
            bonds != {tuple(sorted(e[:2])) for e in g["edges"] if e[2] > 5}:
        wrong += 1
        print("other places:", s, file=sys.stderr)
print(len(molecules), "molecules,", n_centers, "centers,", n_bonds, "double bonds", file=sys.stderr)
print("places:", "as RDKit has them" if wrong == 0 else "others")

# Other ways to write them; RDKit must read them as the same molecule itself, which it does not always.
ways = []
for i, (s, m) in enumerate(molecules):
    kekule = Chem.Mol(m)
    Chem.Kekulize(kekule, clearAromaticFlags=True)
    for text in (Chem.MolToSmiles(m, doRandom=True), Chem.MolToSmiles(Chem.AddHs(m), doRandom=True),
                 Chem.MolToSmiles(kekule, doRandom=True, kekuleSmiles=True)):
        again = Chem.MolFromSmiles(text)
        if again is not None and Chem.MolToSmiles(again) == Chem.MolToSmiles(m): ways.append((i, text))
differ = 0
for (i, text), g in zip(ways, graphs_of([text for _, text in ways])):
    if refined(g) != refined(graphs[i]):
        differ += 1
        print("other graph:", molecules[i][0], text, file=sys.stderr)
print(len(ways), "rewritten", file=sys.stderr)
print("rewritten:", "the same graphs" if differ == 0 and len(ways) > 6000 else "others")

mirrored = []
for s, m in molecules:
    other = Chem.Mol(m)
    for a in other.GetAtoms(): a.InvertChirality()
    mirrored.append(Chem.MolToSmiles(other))
n_other = wrong = 0
for i, g in enumerate(graphs_of(mirrored)):
    same = refined(g) == refined(graphs[i])
    n_other += not same
    if same != (mirrored[i] == Chem.MolToSmiles(molecules[i][1])) and i not in tied:
        wrong += 1
        print("mirror image:", molecules[i][0], file=sys.stderr)
print(n_other, "mirror images are others", file=sys.stderr)
print("mirror images:", "other graphs where RDKit says other molecules" if wrong == 0 and n_other > 1000 else "wrong")
END
"$python" oracle.py "$(command -v sharegnn)" "$SHAREGNN_SHARED/data/molecules"
