# --json prints one object per line, whatever the names are.
sharegnn data make CSL --json > make.json
odd=$(printf 'o"\\d\td\377\303\251')
mkdir "$odd"
for file in data/CSL/CSL_*; do cp "$file" "$odd/$odd${file#data/CSL/CSL}"; done
sharegnn data info CSL "./$odd" --json > info.json
sharegnn data list --json > list.json

sed 's/"fingerprint":"[0-9a-f]\{16\}"/"fingerprint":"X"/' info.json
cat make.json
test "$(wc -l < info.json)" -eq 2

# The mean has all its digits, as far as it needs them.
sharegnn data make SubstructureCounting > /dev/null
sharegnn data info --json SubstructureCounting >> info.json
grep -q '"classes":null,"targets":6' info.json

if command -v python3 > /dev/null 2>&1; then
    for file in make info list; do
        while IFS= read -r line; do
            printf '%s\n' "$line" | python3 -m json.tool > /dev/null
        done < $file.json
    done
else
    echo "python3 is missing: well-formedness not checked" >&2
fi
