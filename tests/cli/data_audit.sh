# Duplicates: groups, contradictions, folds.
mkdir -p data/AB
printf '1, 2\n2, 1\n3, 4\n4, 3\n5, 6\n6, 5\n7, 8\n8, 7\n' > data/AB/AB_A.txt
printf '1\n1\n2\n2\n3\n3\n4\n4\n' > data/AB/AB_graph_indicator.txt
printf '0\n1\n1\n0\n0\n0\n0\n0\n' > data/AB/AB_node_labels.txt
printf '0\n0\n0\n5\n' > data/AB/AB_graph_labels.txt
printf '[{"test": [1, 3], "model_selection": [{"train": [0, 2], "validation": []}]}]' > splits.json
sharegnn data audit AB
sharegnn data audit AB --quiet --splits splits.json
sharegnn data audit AB --json --splits splits.json
sharegnn data make CSL > /dev/null
sharegnn data audit CSL --quiet
sharegnn data audit CSL --quiet --budget 1
for n in 1 2 3 8; do sharegnn data audit CSL --json --threads "$n" | cksum; done | uniq | wc -l
fails 1 sharegnn data audit nowhere
fails 1 sharegnn data audit AB --splits nowhere.json
