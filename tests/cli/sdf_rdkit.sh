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
