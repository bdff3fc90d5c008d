# What stands beside the metrics of a training: tables of many labels, and opponents that see what the model sees.
python3 - << 'END'
import random
random.seed(3)
molecules = ["C" * (1 + i % 7) + "OCN"[i % 3] + "C" * (i % 4) for i in range(60)]
with open("labels.csv", "w") as file:
    file.write("smiles,a,b,c,d\n")
    for i, smiles in enumerate(molecules):
        file.write(f"{smiles},{int('N' in smiles)},{int('O' in smiles)},{i % 2},1\n")
with open("images.csv", "w") as file: # the class is the bright corner: pixels tell it, and nothing else does
    file.write("label," + ",".join(f"p{i}" for i in range(16)) + "\n")
    for i in range(160):
        pixels = [random.randint(0, 3) for _ in range(16)]
        pixels[0 if i % 2 else 15] = 12
        file.write(f"{i % 2}," + ",".join(map(str, pixels)) + "\n")
END
# Labels by metrics are one table; a label that is always true has no area.
sharegnn train 'labels.csv?target=a&target=b&target=c&target=d' --epochs 2 --cross 2 --quiet -o labels > out 2> /dev/null
if grep -q '^ *a, ' out; then exit 1; fi
grep -q '^ *a  *[0-9]' out
grep -q '^ *d .* - ' out
grep -q 'where it cannot be computed' out
grep -q 'roc-auc .*f1\|f1 .*roc-auc' out
# An image is judged beside a linear model of its pixels.
sharegnn train 'images.csv?image=4x4' --epochs 2 --cross 2 --quiet -o images > out 2> /dev/null
grep -q 'beside it, a linear model of the attributes of every node: .*accuracy \(9[0-9]\|100\)' out
