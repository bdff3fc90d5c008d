# The overview fits on a screen; every verb explains itself, with the defaults of here and now.
sharegnn
sharegnn > overview
sharegnn --help | cmp - overview
sharegnn -h | cmp - overview
sharegnn help | cmp - overview
test "$(wc -l < overview)" -le 40
test "$(wc -L < overview)" -le 80

sharegnn --version
sharegnn help data
sharegnn data --help > group
sharegnn help data | cmp - group

# shellcheck disable=SC2086
for name in 'data list' 'data make' 'data get' 'data info' 'data import' 'data export' 'data audit' run results \
    train predict explain model 'model diff' report plot bench help; do
    echo "---- $name"
    sharegnn help $name | tee text
    sharegnn $name --help | cmp - text
    sharegnn $name some thing --nonsense -h | cmp - text
    sharegnn --help $name | cmp - text
    test "$(wc -L < text)" -le 80
done

echo ---- live
SHAREGNN_DATA=/elsewhere sharegnn data make --help | grep -A1 -e --out
