# Groups by scaffold are RDKit's, where it is installed, on all tables; but for the listed styles of groups.
. "$SOURCE/tests/support/with_rdkit.sh"
need_tables
cat > groups.py << 'END'
import csv, sys
from rdkit import Chem, RDLogger
from rdkit.Chem.Scaffolds import MurckoScaffold
RDLogger.DisableLog("rdApp.*")
table, groups = sys.argv[1:]
rows = list(csv.DictReader(open(table)))
column = next(c for c in rows[0] if c.lower() in ("smiles", "mol"))
ours = [line.rstrip("\n").split("\t")[2] for line in open(groups)][1:]
assert len(ours) == len(rows), (len(ours), len(rows))
theirs = []
for row in rows:
    molecule = Chem.MolFromSmiles(row[column].strip())
    theirs.append(None if molecule is None else
                  MurckoScaffold.MurckoScaffoldSmiles(mol=molecule, includeChirality=False))
forward, backward, n_other = {}, {}, 0
for our, their in zip(ours, theirs):
    if their is None: continue
    same = forward.setdefault(our, their) == their and backward.setdefault(their, our) == our
    if not same:
        n_other += 1
        print("differs:", our, their, forward[our], backward.get(their), file=sys.stderr)
print("%d molecules, %d scaffolds, %d in other groups" % (len(rows), len(forward), n_other))
END
for table in SAMPL bace delaney-processed tox21; do
    [ -r "$SHAREGNN_SHARED/data/molecules/$table.csv" ] || continue
    sharegnn data split "$SHAREGNN_SHARED/data/molecules/$table.csv?target=&max-rejects=0" --split scaffold \
        --out splits.json --groups groups.tsv > /dev/null 2>&1
    "$python" groups.py "$SHAREGNN_SHARED/data/molecules/$table.csv" groups.tsv
done
