# Links, pipes and limits in the place of files: nothing that is not ours is written to, nothing waits
# for ever, and an output is whole or not there.
sharegnn data make CSL > /dev/null
sharegnn labels CSL --label degree -o expected > /dev/null

nothing_left()
{
    if find . -name '*.part-*' | grep .; then
        echo "temporary files are left" >&2
        exit 1
    fi
}

# A file, or a link, that has a name like a temporary one is left alone.
echo precious > victim
ln -s victim out.part
sharegnn labels CSL --label degree -o out > /dev/null
cmp out expected
test "$(cat victim)" = precious
test -L out.part
rm out.part out
echo mine > out.part
sharegnn labels CSL --label degree -o out > /dev/null
test "$(cat out.part)" = mine
rm out.part out

# A link is followed and stays a link.
mkdir elsewhere
echo old > elsewhere/target
ln -s elsewhere/target out
sharegnn labels CSL --label degree -o out > /dev/null
test -L out
cmp elsewhere/target expected
test "$(ls elsewhere)" = target
rm -r out elsewhere
ln -s nowhere/target out
fails 1 sharegnn labels CSL --label degree -o out > message
grep -q 'out: cannot write' message
test ! -e nowhere
rm out

# Several writers: one whole result, whoever comes last.
for i in 1 2 3 4 5 6; do
    sharegnn labels CSL --label degree -o out > /dev/null &
done
wait
cmp out expected
rm out
nothing_left

# What a killed process left is removed when the same file is written again; other names are not.
echo half > out.part-0123456789abcdef
echo half > out.part-fresh
touch -d '5 minutes ago' out.part-0123456789abcdef out.part-fresh
sharegnn labels CSL --label degree -o out > /dev/null
test ! -e out.part-0123456789abcdef
test -e out.part-fresh
rm out.part-fresh out

# A file that may not grow is a failure with a message; nothing half-written stays.
fails 1 sh -c 'ulimit -f 1; exec sharegnn labels CSL --label degree -o out' > message
grep -q 'out: cannot write: File too large' message
test ! -e out
fails 1 sh -c 'ulimit -f 1; exec sharegnn train CSL --decoder degree --epochs 1 --out model' > message
grep -qi 'too large' message
test ! -e model
nothing_left

# A pipe without a writer is refused at once.
mkfifo pipe pipe.jsonl
for arguments in '--splits pipe' '--layers pipe'; do
    # shellcheck disable=SC2086
    fails 1 timeout 300 sharegnn train CSL --out model $arguments $(
        case "$arguments" in --splits*) echo '--decoder degree' ;; esac
    ) > message
    grep -q 'pipe: not a plain file' message
done
fails 1 timeout 300 sharegnn data info ./pipe.jsonl > message
grep -q 'not a plain file' message

# A device has no end.
ln -s /dev/zero zero.jsonl
ln -s /dev/zero zero.csv
ln -s /dev/zero zero.smi
ln -s /dev/zero zero.yml
for file in zero.jsonl zero.csv zero.smi; do
    fails 1 timeout 300 sharegnn data info ./$file > message
    grep -q 'not a plain file' message
done
fails 1 timeout 300 sharegnn run zero.yml --out run > message
grep -q 'not a plain file' message

# What a shell gives for <(command) is a pipe with a writer.
sharegnn train CSL --decoder degree --epochs 1 --splits /dev/stdin --out model > /dev/null < /dev/null 2> message || true
! grep -q 'not a plain file' message
