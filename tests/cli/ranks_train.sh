# One training that processes of mpirun share: the same model file for any number of them, one message for what is
# wrong, nothing that hangs when a process is killed.
. "$SOURCE/tests/support/with_mpirun.sh"
sharegnn data make CSL --out data > /dev/null 2>&1

echo "== a training"
# Heads that are divided in slices, layers with statistics, random numbers, clipping and averages.
cat > deep.yml <<'YML'
layers:
  - encoder: { heads: ["cycles:10 @ distance 0..2", "degree @ edge"], activation: tanh }
  - linear: { outputs: 12 }
  - batch-norm: {}
  - dropout: { rate: 0.1 }
  - pool: { kind: mean }
  - linear: { outputs: classes }
YML
one="train CSL -e 'cycles:10 @ distance 0..4' -d cycles:10 --validation 0.2 --epochs 4 --learning-rate 0.1 --set shards=8 --quiet"
two="train CSL --layers deep.yml --validation 0.2 --epochs 3 --set shards=16 --set clip=0.5 --set average=0.9 --quiet"
for model in one two; do
    eval "command=\$$model"
    eval "sharegnn $command --out $model.alone" > /dev/null
    for n in 1 2 3 4 8; do
        eval "./ranks $n sharegnn $command --threads $((n % 3 + 1)) --out $model.by$n" > out 2> log || { cat out log; exit 1; }
        cmp "$model.alone" "$model.by$n"
        echo "$model, $n: $(wc -l < log) lines of log"
    done
done
eval "sharegnn ${one% --set shards=8*} --quiet --out none" > /dev/null
cmp -s none one.alone || echo "eight shards have other bits than one"

echo "== one message"
fails 1 ./ranks 3 sharegnn train CSL -d degree --out x
fails 1 ./ranks 5 sharegnn train CSL -d degree --set shards=4 --out x
fails 2 ./ranks 2 sharegnn train CSL -d degree --set shards=6 --out x | head -n 1
fails 2 ./ranks 2 sharegnn train CSL -d degree --set shards=8 --batch-size 4 --out x | head -n 1
fails 1 ./ranks 2 sharegnn train CSL -d degree --set svm='[1]' --out x
fails 1 ./ranks 3 sharegnn train NOWHERE -d degree --out x 2>&1 | sed 's/:.*//'
fails 1 ./ranks 2 sharegnn train CSL -d degree --set shards=2 --out nowhere/x
fails 1 ./ranks 1 sharegnn train CSL -d degree --set shards=2 -q --out x : \
    -n 1 sharegnn train CSL -d degree --set shards=2 --set clip=1 -q --out x
fails 1 ./ranks 1 sharegnn train CSL -d degree --set shards=2 -q --out x : \
    -n 1 sharegnn train CSL -d degree --set shards=2 --seed 3 -q --out x
printf 'smiles,y\nCC,1.5\nCCO,2.5\nCCCO,3.5\n' > good.csv
printf 'smiles,y\nCC,1.5\nCCO,2.5\nCCCN,3.5\n' > other.csv
printf 'smiles,y\nCC,1.5\nC(C,2.5\n' > bad.csv
fails 1 ./ranks 1 sharegnn train good.csv -d degree --set shards=4 -q --out x : \
    -n 2 sharegnn train other.csv -d degree --set shards=4 -q --out x
fails 1 ./ranks 1 sharegnn train good.csv -d degree --set shards=2 -q --out x : \
    -n 1 sharegnn train bad.csv -d degree --set shards=2 -q --out x
fails 1 ./ranks 4 sharegnn train good.csv -d degree --set shards=8 -q --out x
[ ! -e x ]

echo "== a process that is killed"
# It is killed once the training goes on, which a checkpoint shows: mpirun may not end where processes die before
# they know each other.
for victim in 0 1 2; do
    rm -f state
    ./ranks 3 sh -c 'echo $$ > pid$OMPI_COMM_WORLD_RANK; exec sharegnn train CSL -d cycles:10 --epochs 1000000 --set shards=4 --quiet --checkpoint state --every 0 --out x' \
        > /dev/null 2> log &
    mpi=$!
    while [ ! -s state ]; do
        kill -0 $mpi || { echo "no checkpoint is written"; cat log; exit 1; }
        sleep 0.01
    done
    kill -9 "$(cat pid$victim)"
    ranks_ended $mpi
done
rm -f state
[ ! -e x ]
echo "all ranks have ended"

echo "== killed again and again, by other numbers of processes"
# Each but the last is killed as soon as it has written a checkpoint of its own, however fast the machine is.
again="train CSL -e 'cycles:10 @ distance 0..2' -d cycles:10 --validation 0.2 --epochs 1000 --set shards=8 --quiet"
eval "sharegnn $again --out whole" > /dev/null
checkpoint() { stat -c %i:%y state 2> /dev/null || true; }
for n in 0 1 2 3 4 5; do
    size=$((n % 3 + 2))
    before=$(checkpoint)
    ./ranks $size sh -c "echo \$\$ > pid\$OMPI_COMM_WORLD_RANK; exec sharegnn $again --checkpoint state --every 0 --out killed" \
        > /dev/null 2> log &
    mpi=$!
    while [ "$(checkpoint)" = "$before" ]; do
        kill -0 $mpi || { echo "no checkpoint is written"; cat log; exit 1; }
        sleep 0.01
    done
    kill -9 "$(cat pid$((n % size)))" 2> /dev/null || true
    ranks_ended $mpi
    [ ! -e killed ] || { echo "process $n of the list ended before it was killed"; exit 1; }
done
eval "./ranks 3 sharegnn $again --checkpoint state --every 0 --out killed" > /dev/null 2> log || { cat log; exit 1; }
cmp whole killed && echo "the same model"
