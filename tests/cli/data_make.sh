# Generate, look at, refuse to overwrite, overwrite.
sharegnn data make RingTransfer1
sharegnn data make CSL
sharegnn data info RingTransfer1 CSL
fails 1 sharegnn data make CSL
sharegnn data make CSL --force
sharegnn data make -f --json -- CSL

# The same seed gives the same files, another one others; options may stand anywhere.
sharegnn data make --seed 7 CSL --out=a
sharegnn data make CSL -ob --seed=7
sharegnn data make CSL --out c --seed 8
diff -r a b
if diff -r a/CSL c/CSL > /dev/null; then exit 1; fi
SHAREGNN_DATA=d sharegnn data make CSL
diff -r data/CSL d/CSL

# By path, from another folder, with any number of threads.
sharegnn data info d/CSL > by_path
sharegnn data info CSL --data-dir a --threads 2 > by_folder
SHAREGNN_DATA=d sharegnn data info CSL --threads 1 > by_variable
cmp by_path by_folder
cmp by_path by_variable

# Nowhere to write to.
echo file > blocked
fails 1 sharegnn data make CSL --out blocked > message
grep -q blocked message
