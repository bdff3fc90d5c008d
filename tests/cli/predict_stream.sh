# Predict lines of standard input as they come: order, bad lines, formats, the same values as of files.
cat > known.csv << 'END'
smiles,y
CCO,1
c1ccccc1O,0
CC(C)C,1
C1CC1,0
CC(=O)O,1
CCN,0
END
sharegnn train known.csv -e 'wl:1 @ distance 0..2' -d label --epochs 100 -o m.model > /dev/null 2>&1
masked()
{
    sed -E 's/[0-9]+\.[0-9]+(e-[0-9]+)?/#/g'
}
ends_with_1()
{
    status=0
    "$@" || status=$?
    test "$status" -eq 1
}

# Good lines; the last one has no newline.
printf 'CCO\nc1ccccc1O\r\nCC(C)C' | sharegnn predict m.model - --smiles > table
masked < table
printf 'CCO\nc1ccccc1O\nCC(C)C\n' > some.smi
sharegnn predict m.model some.smi 2> /dev/null | tail -n +2 | cut -f 2- > values
tail -n +2 table | cut -f 2- | cmp values -
sharegnn predict m.model - --smiles < /dev/null

# Bad lines are told one by one, and in the end.
printf 'CCO a b\nC1CC\n\nCCN\n' > bad
ends_with_1 sharegnn predict m.model - --smiles < bad > table 2> log
masked < table
cat log
ends_with_1 sharegnn predict m.model - --smiles --json --trust < bad > lines 2> /dev/null
masked < lines
ends_with_1 sharegnn predict m.model - --smiles -o file < bad 2> /dev/null
test "$(wc -l < file)" -eq 5

# Other formats; JSON needs no flag.
sharegnn data export some.smi > some.jsonl
sharegnn predict m.model - < some.jsonl | tail -n +2 | cut -f 2- | cmp values -
sharegnn predict m.model - --json-lines < some.jsonl | tail -n +2 | cut -f 2- | cmp values -
sharegnn predict m.model - --lines json-lines < some.jsonl | tail -n +2 | cut -f 2- | cmp values -
fails 1 sharegnn predict m.model - --lines csv < some.jsonl
echo 'Some words.' | sharegnn predict m.model - --text | masked
fails 1 sharegnn predict m.model - < some.smi
fails 1 sharegnn predict m.model - --smiles < .

# The same bytes for any number of threads; bytes that are no text; a reader that has seen enough.
i=0
while [ "$i" -lt 300 ]; do
    cat some.smi bad
    i=$((i + 1))
done > many
ends_with_1 sharegnn predict m.model - --smiles --threads 1 < many > one 2> /dev/null
test "$(wc -l < one)" -eq 2101
for n in 2 3; do
    ends_with_1 sharegnn predict m.model - --smiles --threads "$n" < many > other 2> /dev/null
    cmp one other
done
ends_with_1 sharegnn predict m.model - --smiles < "$(command -v sharegnn)" 2> /dev/null > garbage
cut -f 2 garbage | sort | uniq -c | sort -n | tail -n 1 | tr -d ' 0-9'
sharegnn predict m.model - --smiles < many 2> message | head -n 1 > /dev/null
if grep -v 'could not be predicted' message; then exit 1; fi

# Answers come before the input ends: the head and a line are read while the other end is still open.
mkfifo questions answers
sharegnn predict m.model - --smiles < questions > answers &
exec 3> questions 4< answers
echo CCO >&3
read -r _ <&4
read -r number _ <&4
test "$number" -eq 1
exec 3>&-
test "$(wc -l <&4)" -eq 0
exec 4<&-
wait

# Several models, as of a file.
sharegnn train known.csv -e 'wl:1 @ distance 0..1' -d label --epochs 50 -o n.model > /dev/null 2>&1
sharegnn predict m.model some.smi --ensemble n.model 2> /dev/null | tail -n +2 | cut -f 2- > means
sharegnn predict m.model - --smiles --ensemble n.model < some.smi > table
masked < table
tail -n +2 table | cut -f 2- | cmp means -

# A file as a data set and as lines: what is wrong gets a line of its own.
sharegnn predict m.model some.smi --smiles | tail -n +2 | cut -f 2- | cmp values -
cp bad bad.smi
fails 1 sharegnn predict m.model bad.smi > rows
masked < rows
ends_with_1 sharegnn predict m.model bad.smi --smiles > lines 2> log
masked < lines
cat log
fails 1 sharegnn predict m.model none.smi --smiles

# What cannot be.
for words in '--smiles --text' '--smiles --target some.smi' '--smiles --bonds odd'; do
    status=0
    # shellcheck disable=SC2086 # words are words
    sharegnn predict m.model - $words < /dev/null 2> message || status=$?
    test "$status" -eq 2
    head -n 1 message
done
