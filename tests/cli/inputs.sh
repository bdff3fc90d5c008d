# What nodes begin with: labels of an expression, attributes, side by side; embeddings; standardizing.
# Graphs of three nodes whose class is whether the first of two large attributes is above its mean.
mkdir A
awk 'BEGIN {
    srand(7)
    for (g = 1; g <= 60; g++) {
        c = g % 2
        print c > "A/A_graph_labels.txt"
        for (v = 1; v <= 3; v++) {
            print g > "A/A_graph_indicator.txt"
            print v % 2 > "A/A_node_labels.txt"
            printf "%.3f, %.3f\n", 5000 + (c ? 1 : -1) * (1 + rand()), 900000 > "A/A_node_attributes.txt"
        }
        b = 3 * (g - 1)
        printf "%d, %d\n%d, %d\n", b + 1, b + 2, b + 2, b + 1 > "A/A_A.txt"
        if (g % 3 == 0) printf "%d, %d\n%d, %d\n", b + 2, b + 3, b + 3, b + 2 > "A/A_A.txt"
    }
}'

accuracy() { sed -n 's/^  train .* \([0-9.]*\) %$/\1/p'; }

cat > features.yml <<'END'
input: [labels wl:1, attributes]
layers:
  - standardize: {}
  - embedding: { labels: degree, outputs: 3, beside: true }
  - linear: { outputs: 8, activation: tanh }
  - pool: { kind: mean }
  - linear: { outputs: classes }
train: { epochs: 60, learning-rate: 0.02, batch-size: 20 }
END
sharegnn train ./A --layers features.yml --out m.sgm --quiet | accuracy

# Without standardizing, numbers like these teach it nothing.
grep -v standardize features.yml > raw.yml
test "$(sharegnn train ./A --layers raw.yml --out raw.sgm --quiet | accuracy)" != 100.00

# The file knows all of it, and predicts graphs that it has not seen.
sharegnn predict m.sgm ./A 2> /dev/null | wc -l
mkdir B
printf '1\n1\n1\n' > B/B_graph_indicator.txt
printf '1\n' > B/B_graph_labels.txt
printf '1\n0\n9\n' > B/B_node_labels.txt
printf '5001.5, 900000\n5001.2, 900000\n5001.9, 900000\n' > B/B_node_attributes.txt
printf '1, 2\n2, 1\n' > B/B_A.txt
sharegnn predict m.sgm ./B 2> /dev/null | cut -f1,2

# What is wrong is said with its place.
sed 's/labels wl:1, attributes/labels wl:1, atributes/' features.yml > wrong.yml
fails 1 sharegnn train ./A --layers wrong.yml --out x.sgm --quiet
sed 's/- embedding.*/- norm: {}/; s/- standardize: {}/- norm: {}/; s/- linear: { outputs: 8, activation: tanh }/- standardize: {}/' features.yml > wrong.yml
fails 1 sharegnn train ./A --layers wrong.yml --out x.sgm --quiet
