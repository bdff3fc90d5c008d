# Train on generated data: results, the same bytes for any number of threads, tasks, errors.
# Real numbers are masked: they are compared in the unit tests, by value.
masked()
{
    sed -E 's/, [^ ]+ s each/, # s each/; s/"(loss|metric|seconds[a-z_]*)":[0-9][^,}]*/"\1":#/g
            s/(loss|mae) [0-9][^ ,;]*/\1 #/g; s/[0-9]+\.[0-9]+(e-[0-9]+)?/#/g; s/ +/ /g'
}
train()
{
    sharegnn train CSL -e 'cycles:10 @ distance 0..2' -d cycles:10 "$@"
}

sharegnn data make CSL
train --epochs 5 --out csl.model 2> log | masked
masked < log
train --epochs 5 --out again.model --json 2> /dev/null | masked
cmp csl.model again.model

# The same bytes for any number of threads; others for another seed, where chance plays a part.
for n in 1 2 3 8; do
    train --epochs 4 --init he --batch-size 7 --threads "$n" -o "threads$n.model" > /dev/null 2>&1
    cmp threads1.model "threads$n.model"
done
train --epochs 4 --init he --batch-size 7 --seed 43 -o other.model > /dev/null 2>&1
if cmp -s threads1.model other.model; then exit 1; fi

# What the help calls the default is the default; --set says the same as the options.
train -o defaults.model > /dev/null 2>&1
train -o defaults2.model --epochs 200 --learning-rate .01 --batch-size 64 --patience 0 \
    --init 'constant 0.001' --seed 42 --set optimizer=adam --set schedule=constant \
    --set loss=cross-entropy --set metric=accuracy --set precision=float > /dev/null 2>&1
cmp defaults.model defaults2.model
train -o set.model --set epochs=9 --set epochs=5 > /dev/null 2>&1
cmp csl.model set.model

# Held out graphs, a fold, early stopping.
train --epochs 3 --validation 0.1 --json -o x.model 2> log | masked
masked < log
train --epochs 30 --splits data/splits/synthetic/CSL_splits.json --fold 4 --patience 2 \
    --set clip=1 --set average=0.9 --set precision=double -o x.model 2> /dev/null | masked

# Layers from a file; several heads and layers on the command line are the same network.
cat > net.yml << 'END'
task: classification
layers:
  - encoder: {heads: ["cycles:10 @ distance 0..2", "degree @ edge x2 bias degree"], activation: tanh}
  - encoder: {heads: ["degree -> cycles:10 @ distance 1"], activation: tanh}
  - decoder: {heads: ["cycles:10"], outputs: classes, bias: true, pool: mean, activation: tanh}
  - linear: {outputs: classes}
END
sharegnn train CSL --layers net.yml -o file.model --epochs 2 --json 2> /dev/null | masked
sharegnn train CSL -e 'cycles:10 @ distance 0..2 ; degree @ edge x2 bias degree' \
    --encoder='degree->cycles:10 @ distance 1' -d cycles:10 -o options.model --epochs 2 2> /dev/null |
    masked
cmp file.model options.model

# The file may say how to train; options count more.
printf 'train: {epochs: 4, patience: 3, init: he}\n' | cat net.yml - > trained.yml
sharegnn train CSL --layers trained.yml -o file.model --validation 0.1 --json 2> /dev/null | masked
sharegnn train CSL --layers net.yml -o options.model --validation 0.1 --init he --epochs 4 \
    --set patience=3 > /dev/null 2>&1
cmp file.model options.model
sharegnn train CSL --layers trained.yml -o file.model --patience 0 --set epochs=2 -q | masked

# Nothing but the result.
train --epochs 3 -o x.model --quiet 2> log > /dev/null
test ! -s log

# Targets from a file: classes, values, several labels with gaps.
seq 0 149 | sed 's/.*/&/; s/[02468]$/even/; s/.*[13579]$/-1/; s/.*even/7/' > classes.txt
sharegnn train CSL -d degree --target classes.txt -o x.model --epochs 2 2> /dev/null | masked
seq 0 149 | awk '{ print $1 / 4 }' > values.txt
sharegnn train CSL -d cycles:10 --target values.txt -o x.model --epochs 2 2> /dev/null | masked
sharegnn train CSL -d cycles:10 --target classes.txt --task regression -o x.model --epochs 2 \
    2> /dev/null | masked
seq 0 149 | awk '{ print ($1 % 3 ? $1 % 2 : "?") ",1," (int($1 / 50) == 1) }' > labels.txt
sharegnn train CSL -d cycles:10 --target labels.txt --task multilabel --column 2 --column 0 \
    -o x.model --epochs 2 2> /dev/null | masked

# Wrong usage.
rm x.model
refuse()
{
    fails "$@" > text
    head -n 1 text
    test ! -e x.model && test ! -e x.model.part
}
try()
{
    status=$1
    shift
    refuse "$status" sharegnn train CSL -o x.model "$@"
}
refuse 2 sharegnn train
refuse 2 sharegnn train CSL -d degree
try 2 -e 'degree @ edge'
try 2 -d degree --layers net.yml
try 2 -d degree --epochs 0
try 2 -d degree --learning-rate fast
try 2 -d degree --learning-rate -1
try 2 -d degree --learning-rate nan
try 2 -d degree --init random
try 2 -d degree --patience 5
try 2 -d degree --validation 1
try 2 -d degree --validation 0.001
try 2 -d degree --validation 0.999
try 2 -d degree --validation 0.1 --splits data/splits/synthetic/CSL_splits.json
try 2 -d degree --fold 1
try 2 -d degree --fold 5 --splits data/splits/synthetic/CSL_splits.json
try 2 -d degree --task regresion
try 2 -d degree --task nothing
try 2 -d degree --set clip
try 2 -d degree --set Clip=1
try 2 -d degree --set clip=
try 2 -d degree --set "clip=1
epochs: 3"
try 2 -d degree --set clip=tight
try 2 -d degree --set 'clip=[1'
try 2 -d degree --set 'clip=1: 2'
try 2 -d degree --set clp=1
try 2 -d degree --set optimizer=adm
try 2 -d degree --set epochs=3 --epochs 4
try 2 -d degree --set metric=mae
try 2 -d degree --set loss=mae
try 2 -d degree --set momentum=0.5
try 2 -d degree --freeze 1
try 2 -d degree --set patience=5
try 2 --layers trained.yml

# Settings are looked at before labels are computed, which would fail here.
try 1 -d cycles:10 --budget 1
try 2 -d cycles:10 --budget 1 --set epoch=3

# What fails.
refuse 1 sharegnn train NONE -d degree -o x.model
try 1 -d degre
try 1 -d degree -e degree
try 1 -d degree -e 'degree @ edge ;'
try 1 -d degree -e 'degree @ edg'
try 1 -d degree -e 'degree @ edge x0'
try 1 -d degree --task regression
try 1 -d degree --column 0 --task multilabel
try 1 -d degree --target none.txt
try 1 -d degree --target values.txt --column 1
try 1 -d degree --splits none.json
try 1 --layers none.yml
printf 'layers:\n  - decoder: {heads: ["degree"], outputs: 3}\n' > bad.yml
try 1 --layers bad.yml
printf 'layers: []\0' > bad.yml
try 1 --layers bad.yml
printf 'layers:\n  - decodr: {heads: ["degree"]}\n' > bad.yml
try 1 --layers bad.yml
printf 'layers:\n  - decoder: {heads: ["wl:x"]}\n' > bad.yml
try 1 --layers bad.yml
printf 'layers:\n  - decoder: {heads: ["degree"]}\ntrain:\n  epoch: 3\n' > bad.yml
try 1 --layers bad.yml
printf 'layers:\n  - decoder: {heads: ["degree"]}\ntrain: {epochs: 3, loss: mae}\n' > bad.yml
try 1 --layers bad.yml
cp bad.yml settings
try 1 --layers settings
head -n 5 values.txt > few.txt
try 1 -d degree --target few.txt
refuse 1 sharegnn train CSL -d degree -o none/x.model
refuse 1 sharegnn train CSL -d degree -o .
mkdir locked
chmod a-w locked
if [ ! -w locked ]; then
    fails 1 sharegnn train CSL -d degree -o locked/x.model > text
    grep -q 'Permission denied' text
fi

# A model that is there survives a failure, and is replaced by a success.
cp csl.model kept.model
fails 1 sharegnn train CSL -d degre -o kept.model > /dev/null
cmp csl.model kept.model
train --epochs 1 -o kept.model > /dev/null 2>&1
if cmp -s csl.model kept.model; then exit 1; fi
find . -name '*.part'
