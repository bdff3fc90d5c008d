# Benchmarks are a program of their own, which sharegnn starts from its own folder.
program=$(readlink -f "$(command -v sharegnn)")
"$program-bench" --help > help
sharegnn bench --help | cmp - help

# The words and the exit status go through as they are.
sharegnn data make CSL --out 'two words' > /dev/null
sharegnn bench io --data CSL --data-dir='two words' > line
grep -q '^{"bench":"io",.*"data":"CSL",' line
test "$(wc -l < line)" -eq 1
fails 2 sharegnn bench trian
fails 2 sharegnn bench io smiles

# A program without its neighbor says what is missing.
cp "$program" alone
fails 1 ./alone bench io > missing
touch sharegnn-bench
fails 1 ./alone bench io > locked
sed "s|$PWD|FOLDER|" missing locked
