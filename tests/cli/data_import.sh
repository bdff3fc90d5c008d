# Tables, lines and images: as data sets where they are, imported, exported, trained and predicted.
cat > mol.csv << 'END'
name,smiles,logS,toxic,split
ethanol,CCO,1.1,no,train
benzene,c1ccccc1,-1.6,yes,train
acetate,CC(=O)[O-],,no,test
"phenol, pure",Oc1ccccc1,0.5,yes,test
END
sharegnn data info 'mol.csv?target=toxic&id=name'
sharegnn data import mol.csv --target logS --id name --out data --name molecules
sharegnn data import mol.csv --target toxic --id name --out data --name classes --json
fails 1 sharegnn data import mol.csv --target toxic --out data --name classes
sharegnn data export classes --data-dir data | sed -n 3,4p
cat data/molecules/molecules_node_label_names.txt
cat data/classes/classes_class_names.txt

# The same labels have the same keys, wherever they are read from.
sharegnn labels classes --data-dir data --label wl-edges:1 --json > imported.json
sharegnn labels mol.csv --label wl-edges:1 --json > direct.json
sed 's/"data":"[^"]*"//' imported.json > 1
sed 's/"data":"[^"]*"//' direct.json > 2
cmp 1 2

# Words as classes and ids go through training and prediction.
sharegnn train 'mol.csv?target=toxic&id=name' --encoder 'label @ distance 0..2' --decoder label \
    --out tox.model --seed 1 > /dev/null 2>&1
printf 'CCCO propanol\nc1ccncc1 pyridine\n' > new.smi
sharegnn predict tox.model new.smi | cut -f 1-3
sharegnn predict tox.model new.smi --json | sed 's/"scores".*//'
sharegnn predict tox.model data/classes 2>&1 > /dev/null | sed 's/.*: //'

# Texts.
printf 'text,label\n"Good, good film",pos\nA bad film,neg\n' > t.csv
sharegnn data export t.csv
sharegnn data export t.csv --format json-lines | wc -l
fails 1 sharegnn data export t.csv --format smiles
fails 1 sharegnn data export t.csv --format smiles -o none.smi > /dev/null
[ ! -e none.smi ]
printf 'Bw\nDQc\n' > two.g6
sharegnn data export two.g6 -o again.g6
cmp two.g6 again.g6
sharegnn labels t.csv --label label --pair 'distance 1..3' | head -4

# Images.
printf 'a,b,c,d,label\n0,1,2,3,1\n3,2,1,0,0\n' > p.csv
sharegnn data export 'p.csv?image=2x2' | head -1
sharegnn labels 'p.csv?image=2x2' --label none --pair 'offset 3x3 111/101/111' | head -4

# Errors.
printf 'CCO\nC(C\n' > bad.smi
fails 1 sharegnn data info bad.smi
fails 1 sharegnn data info 'mol.csv?targets=x'
fails 1 sharegnn data info 'mol.csv?target=loggs'
fails 1 sharegnn data info nothing.smi
