# A training that is kept in a file: killed at any moment, it goes on and ends with the same model file.
sharegnn data make CSL --out data > /dev/null 2>&1
base="train CSL -e 'cycles:10 @ distance 0..2' -d cycles:10 --validation 0.2 --learning-rate 0.1 --threads 1 -q"

echo "== a process that is killed"
command="$base --epochs 300 --set shards=4"
eval "sharegnn $command --out whole" > /dev/null
# Each but the last is killed once it has written a checkpoint of its own, however fast the machine is.
killed=0
for n in 0 1 2 3 4 5 6 7; do
    touch started
    eval "exec sharegnn $command --checkpoint state --every 0 --out killed" > /dev/null 2> log &
    pid=$!
    while kill -0 $pid 2> /dev/null && ! [ state -nt started ]; do :; done
    kill -9 $pid 2> /dev/null || true
    status=0
    wait $pid 2> /dev/null || status=$?
    [ $status -ne 137 ] || killed=$((killed + 1))
    [ ! -e killed ] || break
done
[ $killed -gt 0 ]
[ -e killed ] || eval "sharegnn $command --checkpoint state --every 0 --out killed" > /dev/null 2> log
cmp whole killed && echo "the same model"
ls state state.2 2> /dev/null || echo "no checkpoint is left"

echo "== a process that is stopped"
command="${base% -q} --epochs 400000"
eval "exec sharegnn $command --checkpoint state --out stopped" > out 2> log &
pid=$!
while ! grep -q '^epoch 2/' log; do
    kill -0 $pid
    sleep 0.05
done
kill -TERM $pid
wait $pid || true
tail -n 1 log | sed 's/epoch [0-9]*/epoch N/'
[ -s state ] && [ ! -e stopped ]
fails 1 sharegnn train CSL -d degree --checkpoint state --out x
rm state

echo "== several models"
command="$base --epochs 3 --members 2"
eval "sharegnn $command --out plain" > /dev/null
eval "sharegnn $command --checkpoint state --every 0 --out kept" > /dev/null
cmp plain kept
cmp plain.2 kept.2 && echo "the same models"
ls state state.2 2> /dev/null || echo "no checkpoint is left"

echo "== messages"
fails 2 sharegnn train CSL -d degree --every 3 --out x | head -n 1
fails 1 sharegnn train CSL -d degree --checkpoint nowhere/state --out x
printf 'no checkpoint' > state
fails 1 sharegnn train CSL -d degree --checkpoint state --out x
[ ! -e x ]
