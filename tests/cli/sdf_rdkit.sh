# Molecules that RDKit writes as SD files are those of the SMILES that it read, where it is installed.
. "$SOURCE/tests/support/with_rdkit.sh"
need_tables
cat > write.py << 'END'
import csv, sys
from rdkit import Chem, RDLogger
RDLogger.DisableLog("rdApp.*")
writer, n = Chem.SDWriter("m.sdf"), 0
lines = open("m.smi", "w")
for table in sys.argv[1:]:
    rows = list(csv.DictReader(open(table)))
    column = next(c for c in rows[0] if c.lower() in ("smiles", "mol"))
    for row in rows:
        molecule = Chem.MolFromSmiles(row[column].strip())
        if molecule is None or molecule.GetNumAtoms() == 0: continue
        molecule.SetProp("number", str(n))
        molecule.SetProp("_Name", "m%d" % n)
        writer.write(molecule)
        print(Chem.MolToSmiles(molecule, canonical=False), "m%d" % n, file=lines)
        n += 1
writer.close()
END
cat > compare.py << 'END'
import json
lines, blocks = ([json.loads(line) for line in open(name)] for name in ("lines", "blocks"))
assert len(lines) == len(blocks), (len(lines), len(blocks))
n = 0
for a, b in zip(lines, blocks):
    bonds = lambda graph: sorted((min(e[0], e[1]), max(e[0], e[1]), e[2]) for e in graph["edges"])
    same = sorted(a["nodes"]) == sorted(b["nodes"]) and sorted(e[2] for e in bonds(a)) == sorted(e[2] for e in bonds(b))
    if not same: print("differs:", a["id"], a["nodes"], b["nodes"])
    n += same
print("%d of %d molecules are the same" % (n, len(lines)))
END
"$python" write.py "$SHAREGNN_SHARED"/data/molecules/*.csv
sharegnn data export 'm.smi?max-rejects=0' > lines
sharegnn data export 'm.sdf?target=&max-rejects=0' > blocks
"$python" compare.py

# Stereochemistry of drawings, flat ones of all molecules that have some and solid ones of a few: as RDKit reads them.
cat > draw.py << 'END'
import csv, pathlib, sys
from rdkit import Chem, RDLogger
from rdkit.Chem import AllChem
RDLogger.DisableLog("rdApp.*")
molecules = []
for table in sorted(pathlib.Path(sys.argv[1]).glob("*.csv")):
    with open(table, encoding="utf-8-sig") as file: rows = list(csv.DictReader(file))
    column = next(c for c in rows[0] if c.lower() in ("smiles", "mol"))
    molecules += [Chem.MolFromSmiles(row[column]) for row in rows if set(row[column]) & set("@/\\")]
molecules = [m for m in molecules if m is not None]
def write(name, drawn):
    writer, lines = Chem.SDWriter(name + ".sdf"), open(name + ".smi", "w")
    for i, m in enumerate(drawn):
        again = Chem.MolFromMolBlock(Chem.MolToMolBlock(m))
        m.SetProp("_Name", "m%d" % i)
        writer.write(m)
        print(Chem.MolToSmiles(again), "m%d" % i, file=lines)
    writer.close()
for m in molecules: AllChem.Compute2DCoords(m)
write("flat", molecules)
solid = [Chem.AddHs(m) for m in molecules if m.GetNumAtoms() < 25][::40]
write("solid", [m for m in solid if AllChem.EmbedMolecule(m, randomSeed=7, maxAttempts=5) == 0])
END
cat > same.py << 'END'
import json, sys
from refined import refined
lines, blocks = ({g["id"]: g for g in map(json.loads, open(name))} for name in sys.argv[1:3])
assert list(lines) == list(blocks) and len(lines) > int(sys.argv[3])
other = [name for name in lines if refined(lines[name]) != refined(blocks[name])]
marked = sum(any(x % 50 >= 30 for x in g["nodes"]) or any(e[2] > 5 for e in g["edges"]) for g in blocks.values())
print(len(lines), "drawings,", marked, "with stereochemistry,", len(other), "differ", *other, file=sys.stderr)
print("the same" if len(other) <= len(lines) // 500 and marked > 0.9 * len(lines) else "others")
END
"$python" draw.py "$SHAREGNN_SHARED/data/molecules"
for kind in flat solid; do
    sharegnn data export "$kind.smi?stereo=true&max-rejects=0" > lines
    sharegnn data export "$kind.sdf?target=&stereo=true&max-rejects=0" > blocks
    printf '%s drawings: ' $kind
    "$python" same.py lines blocks 20
done
