# The overview fits on a screen; every verb explains itself, with the defaults of here and now.
sharegnn
sharegnn > overview
sharegnn --help | cmp - overview
sharegnn -h | cmp - overview
sharegnn help | cmp - overview
test "$(wc -l < overview)" -le 42
test "$(wc -L < overview)" -le 80

sharegnn --version
sharegnn help data
sharegnn data --help > group
sharegnn help data | cmp - group

# shellcheck disable=SC2086
for name in 'data list' 'data make' 'data get' 'data info' 'data import' 'data export' 'data audit' 'data split' run results \
    train predict explain model 'model diff' report plot bench version help; do
    echo "---- $name"
    sharegnn help $name | tee text
    sharegnn $name --help | cmp - text
    sharegnn $name some thing --nonsense -h | cmp - text
    sharegnn --help $name | cmp - text
    test "$(wc -L < text)" -le 80
done

echo ---- live
SHAREGNN_DATA=/elsewhere sharegnn data make --help | grep -A1 -e --out

sharegnn help labels > text
test "$(wc -L < text)" -le 80

# Lists of words come from the tables that files are read with.
sharegnn help help | sed -n '/^Lists:/,/^$/p' | awk 'NF > 1 { print $1 }' > lists
for list in $(cat lists); do
    sharegnn help "$list" > text
    test "$(wc -L < text)" -le 80
    test "$(wc -l < text)" -ge 4
done
sharegnn help layers | sed -n '/^  linear/,/^  norm/p'
fails 2 sharegnn help layers linear
