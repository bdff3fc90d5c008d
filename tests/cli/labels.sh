# Labels of a generated data set: counts, histogram, triples, comparison, file, JSON, errors.
sharegnn data make CSL
sharegnn labels CSL --label cycles:10 --pair 'distance 0,1'
LC_ALL=C.UTF-8 sharegnn labels CSL --label cycles:10 | grep -q '█' # bars as the locale has them
sharegnn labels CSL --label 'cycles:10 limit 3' --json
sharegnn labels CSL --compare degree cycles:10
sharegnn labels CSL --compare cycles:10 'cycles:10+label' --json
sharegnn labels CSL --label degree --out degrees.txt --threads 3 > /dev/null
test "$(wc -l < degrees.txt)" -eq 6150
sort -u degrees.txt
test ! -e degrees.txt.part

# What is no plain file is written to, not replaced.
mkfifo pipe
timeout 300 cat pipe > received.txt &
sharegnn labels CSL --label degree --out pipe > /dev/null
wait $!
cmp degrees.txt received.txt
test -p pipe
ln -s /dev/null null
sharegnn labels CSL --label degree --out null > /dev/null
test -L null
sharegnn labels CSL --label degree --out /dev/stdout > both.txt
head -n 6150 both.txt | cmp degrees.txt -
test "$(wc -l < both.txt)" -gt 6150
sharegnn labels CSL --label degree --out /dev/stdout | cmp both.txt -

# The same bytes for any number of threads.
for n in 1 2 3 8; do
    sharegnn labels CSL --label wl:3/degree+cycles:8 --out "labels$n.txt" --threads "$n" >/dev/null
    cmp labels1.txt "labels$n.txt"
done

# What takes long is kept, by content, and found again; a damaged file is computed anew.
sharegnn data make SubstructureCounting >/dev/null
for i in 1 2 3; do
    sharegnn labels SubstructureCounting --label patterns:0-1.1-2.2-3.3-4.4-5 --cache cache --json
    for file in cache/*.labels; do
        [ $i -eq 1 ] && [ -e "$file" ] && printf 'damage' | dd of="$file" conv=notrunc bs=1 seek=100 2>/dev/null
        true
    done
done | cut -c1-100

fails 1 sharegnn labels CSL --label wll:2
fails 1 sharegnn labels CSL --label cycles:2
fails 1 sharegnn labels CSL --label degree+
fails 1 sharegnn labels CSL --label 'degree limit'
fails 1 sharegnn labels CSL --pair 'distanc 3'
fails 1 sharegnn labels CSL --pair 'distance 5..1'
fails 1 sharegnn labels CSL --label cycles:30 --budget 1000
fails 1 sharegnn labels CSL --label degree --out missing/folder/file
fails 2 sharegnn labels CSL --compare degree
fails 2 sharegnn labels CSL degree
