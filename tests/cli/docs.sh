# The code that docs/adding-a-labeling.md shows is the file that is compiled and tested.
awk '/^```c$/ { inside = 1; next } /^```$/ { inside = 0 } inside' \
    "$SOURCE/docs/adding-a-labeling.md" >shown.c
cmp shown.c "$SOURCE/docs/examples/eccentricity.c"

# Every labeling and pair property that the program knows is in docs/invariants.md, and no other.
sharegnn labels --help >help.txt
grep -oE '^\| `[^`]+`' "$SOURCE/docs/invariants.md" | sed 's/^| `//; s/`$//; s/[: ].*//' | sort -u >documented
sed -n '/^Labels (join/,/^Examples/p' help.txt | grep -oE '^  [a-z-]+' | sed 's/ *//' | sort -u >known
diff documented known
