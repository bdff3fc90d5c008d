# A model that suits the data, where none is named: train, --explain-choice, run.
sharegnn data make CSL > /dev/null
sharegnn train CSL --explain-choice 2> /dev/null | tee chosen.yml

# What is printed is a file for --layers, and gives the same model as the choice itself.
sharegnn train CSL -q --epochs 4 -o chosen.model > /dev/null
sharegnn train CSL -q --epochs 4 --layers chosen.yml --validation 0.1 -o told.model > /dev/null
cmp chosen.model told.model
sharegnn train CSL --epochs 4 -o chosen.model 2>&1 > /dev/null | sed -n '1,2p'

# A file without layers runs; its folder says what was chosen, and the same experiment again is the same run.
cat > csl.yml << 'END'
data: CSL
protocol: fair
splits: synthetic
train: { epochs: 3 }
END
sharegnn run csl.yml --out run 2>&1 > /dev/null | sed -n 1p
sed -n '/^layers:/,/^train:/p' run/config.yml
sharegnn run csl.yml --out run --resume -q > /dev/null

# What contradicts itself.
sharegnn train CSL --explain-choice -d degree || echo "status $?"
sharegnn train CSL -e 'degree @ edge' -o x.model || echo "status $?"
sharegnn train CSL || echo "status $?"
