# What can be made or fetched, and what is here: known data sets and the user's own.
sharegnn data list > nothing
grep -q 'None is here yet' nothing
grep -q '  RingTransfer1 .*1200' nothing
sharegnn data make CSL > /dev/null
mkdir -p data/Mine data/NotData
for file in data/CSL/CSL_*; do cp "$file" "data/Mine/Mine${file#data/CSL/CSL}"; done
sharegnn data list | sed -n '/Already here/,$p'
sharegnn data list --json | grep '"path":"'  | sed 's/"about":"[^"]*"/"about":"X"/'
sharegnn data list --data-dir elsewhere | grep 'None is here yet'
