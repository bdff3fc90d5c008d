# The code that a page shows is the file that is compiled and tested.
shows()
{
    awk '/^```c$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$SOURCE/docs/$1.md" >shown.c
    cmp shown.c "$SOURCE/docs/examples/$2.c"
}
shows adding-a-labeling eccentricity
shows adding-a-layer scale_layer
shows adding-a-pair-property common_neighbors
shows adding-a-metric r_squared
shows adding-a-format graph6

# Every labeling and pair property that the program knows is in docs/invariants.md, and no other.
sharegnn labels --help >help.txt
grep -oE '^\| `[^`]+`' "$SOURCE/docs/invariants.md" | sed 's/^| `//; s/`$//; s/[: ].*//' | sort -u >documented
sed -n '/^Labels (join/,/^Examples/p' help.txt | grep -oE '^  [a-z-]+' | sed 's/ *//' | sort -u >known
diff documented known
