# Processes that mpirun starts and that share a run: the same bytes as one process, one message for what is
# wrong, nothing that hangs when a process is killed.
. "$SOURCE/tests/support/with_mpirun.sh"
timeless() { sed -e 's/,"seconds_per_epoch".*//' "$1/summary.json"; }

sharegnn data make CSL --out data > /dev/null 2>&1
cat > csl.yml <<'YML'
data: CSL
protocol: fair
splits: synthetic
runs: 2
save: all
layers:
  - encoder: { heads: ["cycles:10 @ distance 0..1"], activation: tanh }
  - decoder: { heads: ["cycles:10"], activation: tanh }
train: { learning-rate: 0.1, epochs: 20, init: uniform -0.1 0.1 }
grid: { train.learning-rate: [0.1, 0.05, 0.01] }
YML
sharegnn run csl.yml --out one --quiet > /dev/null
timeless one > wanted

echo "== a run"
for n in 1 2 3 4 8; do
    ./ranks $n sharegnn run csl.yml --out "by$n" --quiet > out 2> log || { cat out log; exit 1; }
    timeless "by$n" | cmp - wanted
    diff -r one/models "by$n/models"
    for file in predictions.csv config.yml; do cmp "one/$file" "by$n/$file"; done
    echo "$n: $(grep -c 'fair: accuracy' out) result, $(wc -l < log) lines of log"
done

echo "== one message"
fails 2 ./ranks 3 sharegnn run csl.yml --nonsense | head -n 1
fails 2 ./ranks 3 sharegnn data info CSL | head -n 1
fails 1 ./ranks 3 sharegnn run nowhere.yml
fails 1 ./ranks 2 sharegnn run csl.yml --out one
sed 's/0\.05/0.06/' csl.yml > other.yml
fails 1 ./ranks 1 sharegnn run csl.yml --out x : -n 1 sharegnn run other.yml --out x
fails 1 ./ranks 1 sharegnn run csl.yml --out x : -n 1 sharegnn run csl.yml --out x --data-dir nowhere
binary=$(readlink -f "$(command -v sharegnn)")
cp "$binary" other_build
cp "$(dirname "$binary")/libsharegnn-mpi.so" .
printf ' ' >> other_build
fails 1 ./ranks 1 sharegnn run csl.yml --out x : -n 1 ./other_build run csl.yml --out x
rm libsharegnn-mpi.so
fails 1 ./ranks 2 ./other_build run csl.yml --out x
mkdir elsewhere
fails 1 ./ranks 1 sharegnn run csl.yml --out x --quiet : -n 1 --wdir "$PWD/elsewhere" \
    sharegnn run ../csl.yml --data-dir ../data --out x --quiet
[ ! -e x ] || rm -r x

echo "== a process that is killed"
cat > slow.yml <<'YML'
data: CSL
protocol: fair
splits: synthetic
save: all
layers:
  - encoder: { heads: ["cycles:10 @ distance 0..1"], activation: tanh }
  - decoder: { heads: ["cycles:10"], activation: tanh }
train: { learning-rate: 0.1, epochs: 3000, init: uniform -0.1 0.1 }
YML
sharegnn run slow.yml --out slow --quiet > /dev/null
timeless slow > wanted
# mpirun itself sometimes waits for ever for processes that have ended; ours are gone by then.
for victim in 0 1 2; do
    touch begun
    LIMIT=40 ./ranks 3 sh -c 'echo $$ > pid$OMPI_COMM_WORLD_RANK; exec sharegnn run slow.yml --out killed --resume --quiet --checkpoint 1' \
        > /dev/null 2> log &
    mpi=$!
    tries=0
    # Once it has written something, all processes know each other; it is killed then, if it is not over.
    while [ -z "$(find killed -type f -newer begun 2> /dev/null)" ] && kill -0 $mpi 2> /dev/null; do
        tries=$((tries + 1))
        [ $tries -lt 3000 ] || { echo "nothing is written"; exit 1; }
        sleep 0.01
    done
    kill -9 "$(cat pid$victim)" 2> /dev/null || true
    wait $mpi && echo "it was done already" > done || true
    rm -f pid0 pid1 pid2
done
./ranks 2 sharegnn run slow.yml --out killed --resume --quiet > /dev/null
timeless killed | cmp - wanted
diff -r slow/models killed/models
cmp slow/predictions.csv killed/predictions.csv
echo "the same in the end"
