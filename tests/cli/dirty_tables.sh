# Tables as they are: bad rows are left out and listed, tasks and columns are found and said.
{
    echo 'Compound ID,structure,logS,toxic,Set'
    for i in $(seq 1 300); do
        echo "m$i,$(printf 'C%.0s' $(seq 1 $((1 + i % 7))))O,$((i % 50)).5,$((i % 2)),$([ $((i % 5)) -eq 0 ] && echo Test || echo Train)"
    done
    echo 'bad1,CX,1.5,0,Train'
    echo 'bad2,CCO,>4.5,1,Train'
} > dirty.csv

# Imported: the column of molecules is found, the bad rows are named.
sharegnn data import dirty.csv --target logS --out data 2>&1
cat data/dirty/rejects.csv
sharegnn data import dirty.csv --target toxic --out data --name toxic 2>&1
sharegnn data import dirty.csv --target logS --bounds value --out data --name bounds --json 2> /dev/null
fails 1 sharegnn data import dirty.csv --target logS --max-rejects 0.5% --out data --name none
test ! -e data/none

# An empty cell is called so; runs say what they took the table for and what they left out.
sed '3s/,.*C*O,/,,/' dirty.csv > empty.csv
sharegnn data import empty.csv --target logS --out data --name empty > /dev/null 2>&1
grep 'no molecule' data/empty/rejects.csv
printf 'data: "dirty.csv?target=logS"\nprotocol: k-fold\nsplit: random\nfolds: 2\ntrain: { epochs: 1 }\n' > run.yml
sharegnn run run.yml --out run 2>&1 > /dev/null | grep '^note'
sharegnn run run.yml --out run --force --quiet 2>&1 > /dev/null

# What could be predicted, where nobody says it.
fails 1 sharegnn train dirty.csv --decoder label --out m.model
test ! -e m.model

# Trained: the same, beside the model.
sharegnn train 'dirty.csv?target=logS' --decoder label --epochs 2 --quiet --out m.model 2>&1 > /dev/null
cat m.model.rejects.csv
fails 1 sharegnn train 'dirty.csv?target=logS' --decoder label --max-rejects 1 --out m.model

# Predicted: bad rows stay in their places, with their ids and, if wanted, all of their columns.
printf 'id,smiles,note\r\na,CCO,"one, two"\r\nb,C(,three\r\nc,CC,\r\n' > new.csv
fails 1 sharegnn predict m.model new.csv | sed 's/[0-9]*\.[0-9]*/#/'
fails 1 sharegnn predict m.model new.csv --all-columns | sed 's/[0-9]*\.[0-9]*/#/'
fails 1 sharegnn predict m.model new.csv --all-columns --json | sed 's/[0-9]*\.[0-9]*/#/g'
printf 'CCO first\nC( second\n' > new.smi
fails 1 sharegnn predict m.model new.smi --smiles | cut -f 1-3 | sed "s/[0-9]*\.[0-9]*/#/"

# Many columns of 0 and 1; numbers of which nobody knows whether they are classes.
{
    echo 'smiles,NR-a,NR-b,SR-c,count'
    for i in $(seq 1 60); do echo "$(printf 'C%.0s' $(seq 1 $((1 + i % 7))))N,$((i % 2)),$([ $((i % 3)) -eq 0 ] || echo $((i / 2 % 2))),1,$i"; done
} > many.csv
sharegnn data import many.csv --target 'NR-*' --target SR-c --out data 2>&1
sharegnn data import many.csv --target count --out data --name count 2>&1

# Decimal commas are no thousands: where semicolons separate cells they are read, else hundreds of words are hardly
# classes; --target of train is a file.
{
    echo 'smiles;logS'
    for i in $(seq 100 160); do echo "$(printf 'C%.0s' $(seq 1 $((1 + i % 9))))O;-0,$i"; done
} > comma.csv
sharegnn data import comma.csv --target logS --out data 2>&1
head -2 data/comma/comma_graph_attributes.txt
sed 's/;/,"/; s/$/"/' comma.csv | tail -n +2 | sed '1i smiles,logS' > quoted.csv
sharegnn data import quoted.csv --target logS --out data 2>&1
fails 1 sharegnn train many.csv --target count --encoder 'label @ distance 0..1' --decoder label --out x.model

# A target that is found by its name is said where other columns could be meant.
printf 'mol,Class,pIC50\nCCO,1,4.5\nCCC,0,3.25\nCCN,1,5.5\n' > named.csv
sharegnn data import named.csv --out named 2>&1 | grep called
printf 'smiles,class\nCCO,1\nCCC,0\n' > alone.csv
sharegnn data import alone.csv --out alone 2>&1 | grep called || echo 'nothing else could be meant'

# Several columns of molecules; names are ids.
printf 'drawn,as_smiles,Compound name,y\nCCO,OCC,ethanol,1.5\nCCC,CCC,propane,2.5\nC(,CCN,broken,0.5\n' > several.csv
sharegnn data import 'several.csv?smiles=drawn&max-rejects=50%' --out several 2>&1
cat several/several/rejects.csv
printf 'drawn,redrawn,y\nCCO,OCC,1.5\nCCC,CCC,2.5\n' > twice.csv
sharegnn data import twice.csv --out twice 2>&1 | grep molecules

# A column of parts is named, and what it does to the test is said: equal molecules, contradictions.
{
    echo 'smiles,Split,y'
    for i in $(seq 1 30); do echo "$(printf 'C%.0s' $(seq 1 "$i")),$([ $((i % 3)) -eq 0 ] && echo test || echo train),$i.5"; done
    echo 'C(C)CC,test,7.5'
    echo 'OCC,train,1.5'
    echo 'CCO,valid,1.5'
} > parts.csv
sharegnn train parts.csv -d label --epochs 1 -q -o x.model 2>&1 | grep 'note\|says'
sharegnn data split parts.csv --split 'column Split' -o parts.json 2>&1 | grep 'note'
sharegnn data split parts.csv --split 'file parts.json' -o again.json 2>&1 | grep 'note'
