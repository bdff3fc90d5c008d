# Run folders and models that somebody has changed: they are refused with a reason, and nothing asks for gigabytes.
sharegnn data make CSL > /dev/null
cat > e.yml <<'END'
data: CSL
protocol: fair
splits: synthetic
save: all
layers:
  - encoder: { heads: ["wl:1 @ distance 0..2"] }
  - decoder: { heads: ["wl:1"] }
train: { epochs: 3 }
END
sharegnn run e.yml --out good --quiet > /dev/null

# Sanitizers take more address space than any limit leaves.
limit() { case ${CC:-cc} in *fsanitize*) ;; *) ulimit -v "$1" ;; esac; }

# A ledger that tells of four billion epochs.
cp -r good many
python3 -c '
import sqlite3
db = sqlite3.connect("many/results.sqlite")
db.execute("UPDATE job SET n_epochs = 4294967295")
db.commit()'
for verb in 'plot many --kind curves --out x.svg' 'report many --out x.html' 'results many --epochs' 'results many --jobs'; do
    status=0
    # shellcheck disable=SC2086
    (limit 400000; exec sharegnn $verb) > shown 2>&1 || status=$?
    test $status -le 1
    ! grep -qi 'memory' shown
done

# Weights that are finite, and predictions that are not.
cat > huge.py <<'END'
import json, struct, sys
data = bytearray(open(sys.argv[1], "rb").read())
n = struct.unpack("<Q", data[:8])[0]
header = json.loads(data[8:8 + n])
for name, tensor in header.items():
    if name.endswith("weight"):
        begin, end = tensor["data_offsets"]
        for at in range(8 + n + begin, 8 + n + end, 4):
            data[at:at + 4] = struct.pack("<f", 3e38)
header["__metadata__"].pop("checksum")  # else the file is refused because of it
text = json.dumps(header).encode()
text += b" " * (-len(text) % 8)
open(sys.argv[2], "wb").write(struct.pack("<Q", len(text)) + text + data[8 + n:])
END
python3 huge.py good/models/evaluate-c0-f0-r0.safetensors huge.model
fails 1 sharegnn predict huge.model CSL > message
grep -q 'is not a finite number' message
test "$(grep -c . message)" -eq 1
sharegnn explain huge.model CSL --graph 0 --out picture.svg > message # computes in double precision
! grep -q 'nan' message picture.svg
cp good/models/evaluate-c0-f0-r0.safetensors fine.model
sharegnn data export CSL --format json-lines 2> /dev/null | head -n 3 > lines.jsonl
sharegnn predict fine.model - < lines.jsonl > /dev/null
fails 1 sharegnn predict huge.model - < lines.jsonl > message
! grep -q '[^a-z]nan' message

# Models that are gone, cut or swapped come back.
cp -r good damaged
rm damaged/models/evaluate-c0-f1-r0.safetensors
head -c 200 good/models/evaluate-c0-f2-r0.safetensors > damaged/models/evaluate-c0-f2-r0.safetensors
mv damaged/models/evaluate-c0-f3-r0.safetensors swap
mv damaged/models/evaluate-c0-f4-r0.safetensors damaged/models/evaluate-c0-f3-r0.safetensors
mv swap damaged/models/evaluate-c0-f4-r0.safetensors
sharegnn run e.yml --out damaged --resume > shown 2>&1
grep -q '4 again because models are gone or changed' shown
for model in good/models/*; do
    cmp "$model" "damaged/models/${model##*/}"
done
sharegnn run e.yml --out damaged --resume > shown 2>&1
! grep -q 'again because' shown

# Jobs of a run that was killed are not running.
sed -i 's/epochs: 3/epochs: 1000000/' e.yml
sharegnn run e.yml --out killed --quiet --checkpoint 1 --threads 1 > /dev/null 2>&1 &
pid=$!
while ! sharegnn results killed --jobs 2> /dev/null | grep -q running; do
    kill -0 $pid # else it never runs
    sleep 0.05
done
kill -KILL $pid
wait $pid || true
sharegnn results killed --jobs > shown
grep -q stopped shown
! grep -q running shown
sharegnn results good --targets > shown 2>&1
grep -q 'good: the run has classes and no targets' shown
