# Molecules unlike those of the training have little trust and a warning: elements that were never there, sizes far
# outside, values that no target is near; also in streams.
{
    echo 'smiles,value'
    chain=''
    for n in $(seq 1 12); do
        chain="${chain}C"
        echo "$chain,$((n * 3))"
        echo "${chain}O,$((n * 3 - 7))"
        echo "${chain}N,$((n * 3 - 4))"
    done
} > table.csv
cat > net.yml << 'END'
input: [labels, labels degree]
layers:
  - linear: { outputs: 4 }
  - gine: { outputs: 4 }
  - pool: { kind: sum }
  - linear: { outputs: targets }
END
long=$(printf 'C%.0s' $(seq 1 300))
printf '%s\n' "CCCO propanol" "$long chain" "CC[GeH3] germane" "CC#CC butyne" > new.smi
train() { sharegnn train 'table.csv?target=value' --layers net.yml --epochs 5 --out "$@" > /dev/null 2>&1; }
train m
sharegnn predict m new.smi 2>&1 | cut -f 2,4-
sharegnn predict m - --smiles < new.smi | cut -f 2,4
sharegnn predict m - --smiles --json < new.smi 2> /dev/null | grep -o '"trust".*'
sharegnn predict m new.smi --no-trust | head -1

echo "-- rows that cannot be read count in the numbers of others"
printf '%s\n' "CCCO propanol" "Xx bad" "$long chain" > bad.smi
sharegnn predict m bad.smi 2>&1 | cut -f 1,2 | grep 'chain\|bad'
