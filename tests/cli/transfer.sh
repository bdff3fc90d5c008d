# Weights that travel: train --from, --freeze, --relabel; models compared; how much a model knows.
# Real numbers are masked: they are compared in the unit tests, by value.
masked()
{
    sed -E 's/, [^ ]+ s each/, # s each/; s/-?[0-9]+\.[0-9]+(e-[0-9]+)?/#/g; s/ +/ /g'
}
train()
{
    sharegnn train "$@" 2> /dev/null
}
sharegnn data make CSL > /dev/null
train CSL -e 'cycles:10 @ distance 0..2' -d cycles:10 --epochs 3 --init he -o old.model > /dev/null

# To its own data, frozen: all weights match, none moves, the same predictions byte by byte.
train CSL --from old.model --freeze 0,1 --epochs 2 -o same.model | masked
sharegnn predict old.model CSL 2> /dev/null > old
sharegnn predict same.model CSL 2> /dev/null > same
cmp old same
sharegnn model diff old.model same.model
train CSL --from old.model --from-layers 0 --epochs 1 --json -o part.model |
    sed -E 's/.*("from_layers":\[[^]]*\]).*/\1/'

# The file of the labels: other numbers, nodes left out; and a model that does not know them.
mkdir -p data/AB
printf '1, 2\n2, 1\n2, 3\n3, 2\n4, 5\n5, 4\n' > data/AB/AB_A.txt
printf '1\n1\n1\n2\n2\n' > data/AB/AB_graph_indicator.txt
printf '0\n1\n3\n0\n3\n' > data/AB/AB_node_labels.txt
printf '0\n1\n' > data/AB/AB_graph_labels.txt
printf '0 6 # carbon\n1 7\n3 - # hydrogen\n' > labels
train AB -e 'label @ distance 0..1' -d label --epochs 1 -o plain.model > /dev/null
train AB --relabel labels -e 'label @ distance 0..1' -d label --epochs 1 -o atoms.model > /dev/null
sharegnn model atoms.model --layer 0 --top 9 | tail -n +2 | masked | cut -d ' ' -f 4- | sort
sharegnn predict plain.model AB --trust 2> /dev/null | cut -f 5-
sharegnn predict plain.model AB --trust --relabel labels 2> /dev/null | cut -f 5-
sharegnn predict plain.model AB --trust --json 2> /dev/null | masked
train AB --from plain.model --relabel labels --epochs 1 -o none.model | masked

# Several models: means and spreads.
sharegnn predict old.model CSL --ensemble same.model --ensemble part.model 2> /dev/null > several
head -n 1 several | tr '\t' '\n' | grep -c spread
sharegnn predict old.model CSL --ensemble same.model --json 2> /dev/null | head -n 1 |
    sed -E 's/.*"spread"/"spread"/' | masked

# The folder of a run stands for its best model.
cat > tiny.yml << 'END'
data: CSL
protocol: k-fold
folds: 5
layers: [{ decoder: { heads: ["cycles:8"] } }]
train: { epochs: 2 }
END
sharegnn run tiny.yml -o runs/tiny -q > /dev/null
sharegnn model runs/tiny | masked
sharegnn predict runs/tiny CSL 2> /dev/null | wc -l

says()
{
    fails "$@" > said
    head -n 1 said
}
says 1 sharegnn train CSL --from nowhere.model -o x
says 2 sharegnn train CSL --from-layers 0 -d degree -o x
says 2 sharegnn train CSL --from old.model --from-layers 0,a -o x
says 1 sharegnn train CSL --from old.model --from-layers 7 -o x
says 2 sharegnn train CSL --from old.model --freeze a -o x
says 2 sharegnn train CSL --from old.model --freeze 2 -o x
says 2 sharegnn train CSL --from old.model -e 'degree @ edge' -o x
says 1 sharegnn predict old.model CSL --ensemble plain.model
says 1 sharegnn predict plain.model AB --relabel nowhere
says 1 sharegnn model data/AB
says 2 sharegnn model old.model --layer 2
says 2 sharegnn model old.model --head 0
says 2 sharegnn model old.model --layer 0 --head 1
says 1 sharegnn model tiny.yml
says 1 sharegnn model diff old.model nowhere.model
