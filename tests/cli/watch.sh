# Edits come in, changed predictions go out; bad lines are refused and change nothing.
sharegnn data make CSL > /dev/null
sharegnn train CSL --encoder 'degree @ distance 0..2' --decoder degree --out m.safetensors --epochs 3 --quiet > /dev/null 2>&1

cat > edits.jsonl << 'JSON'
{"remove":"edge","nodes":[0,1]}
{"add":"edge","nodes":[0,1]}
{"undo":1}
{"undo":1}
{"add":"node","graph":1}
{"add":"edge","graph":1,"nodes":[41,0]}

{"remove":"node","graph":1,"node":41}
{"add":"edge","nodes":[0,1]}
{"add":"edge","graph":150,"nodes":[0,1]}
{"remove":"node","graph":1,"node":41}
{"add":"egde","nodes":[0,1]}
nothing
JSON
fails 1 sharegnn watch m.safetensors CSL < edits.jsonl > all.txt
sed 's/0\.\([0-9][0-9][0-9]\)[0-9]*/0.\1/g' all.txt

# As predict says, up to rounding, before and after.
echo '{"add":"edge","nodes":[0,20]}' | sharegnn watch m.safetensors CSL --all > live.jsonl
test "$(wc -l < live.jsonl)" -eq 151
sharegnn predict m.safetensors CSL --json > plain.jsonl
head -n 150 live.jsonl > first.jsonl
paste -d' ' first.jsonl plain.jsonl | awk '{ gsub(/[^0-9.e-]+/, " "); n = NF / 2; for (i = 1; i <= n; i++) if ($i - $(n + i) > 1e-6 || $(n + i) - $i > 1e-6) bad++ } END { print bad + 0, "differ" }'

fails 1 sharegnn watch missing.safetensors CSL < /dev/null
fails 1 sharegnn watch m.safetensors MISSING < /dev/null
fails 2 sharegnn watch m.safetensors
sharegnn train CSL --encoder 'betweenness:4 @ distance 0..1' --decoder degree --out whole.safetensors --epochs 1 --quiet > /dev/null 2>&1
fails 0 sharegnn watch whole.safetensors CSL < /dev/null
