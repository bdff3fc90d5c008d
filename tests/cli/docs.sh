# The code that a page shows is the file that is compiled and tested.
shows()
{
    awk '/^```c$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$SOURCE/$1.md" >shown.c
    cmp shown.c "$SOURCE/$2.c"
    echo "$1.md" >>tested
}
shows docs/adding-a-labeling docs/examples/eccentricity
shows docs/adding-a-layer docs/examples/scale_layer
shows docs/adding-a-pair-property docs/examples/common_neighbors
shows docs/adding-a-metric docs/examples/max_error
shows docs/adding-a-format docs/examples/edge_list
shows docs/embedding examples/predict_from_file
shows README examples/arrays_and_threads
# The README promises 40 lines, without comments and blank lines.
test "$(grep -cvE '^ *($|/\*|\*)' "$SOURCE/examples/arrays_and_threads.c")" -le 40

# No page shows other code.  shown_examples.sh runs README.md's program, too, and what is marked "c example",
# tutorials.sh the programs that have a name.
(cd "$SOURCE" && find README.md docs -name '*.md' -exec grep -l '^```c$' {} +) | sort >showing
sort tested | diff - showing
find "$SOURCE/README.md" "$SOURCE/docs" -name '*.md' -exec awk '
    /^```/ { inside = !inside; code = $0 ~ /^```c( |$)/ }
    /^```c example$/ && FILENAME ~ /\/docs\/[^\/]*$/ { next }
    /^```c / && FILENAME !~ /\/tutorials\/[^\/]*$/ { print FILENAME ":" FNR ": " $0 }
    inside && !code && /sg_[a-z_]+.*[;{]$/ { print FILENAME ":" FNR ": " $0 }' {} + >untested
diff untested /dev/null

# Every labeling and pair property that the program knows is in docs/invariants.md, and no other.
sharegnn labels --help >help.txt
grep -oE '^\| `[^`]+`' "$SOURCE/docs/invariants.md" | sed 's/^| `//; s/`$//; s/[: ].*//' | sort -u >documented
sed -n '/^Labels (join/,/^Examples/p' help.txt | grep -oE '^  [a-z-]+' | sed 's/ *//' | sort -u >known
diff documented known

# Every layer that the program knows is in docs/models.md, with all its members, and no other.
sharegnn help layers | awk '/^  [a-z]/ { layer = $1; print layer } /^    [a-z]/ { print layer, $1 }' | sort >known
awk -F'|' '/^\| layer/ { inside = 1 } !/^\|/ { inside = 0 }
    inside && /^\| `/ {
        split($2, name, "`"); print name[2]
        n = split($3, piece, "`")
        for (i = 2; i <= n; i += 2) { split(piece[i], word, /[: ]/); print name[2], word[1] }
    }' "$SOURCE/docs/models.md" | sort >documented
diff documented known

# A newcomer reads the README in one sitting; its sentences fit a terminal.
test "$(wc -l <"$SOURCE/README.md")" -le 150
awk '/^```/ { inside = !inside } !inside && !/^\|/ && length($0) > 100 { print FILENAME ":" FNR ": " length($0) }' \
    "$SOURCE/README.md" >long
diff long /dev/null

# Every topic is in the overview of sharegnn.h.
for header in "$SOURCE"/include/sharegnn/*.h; do
    grep -q "^ \*     sharegnn/$(basename "$header") " "$SOURCE/include/sharegnn.h" || {
        echo "include/sharegnn.h does not list $(basename "$header")"
        exit 1
    }
done

# No link of a page is broken, and every page has a place in the site (make docs).
if git -C "$SOURCE" rev-parse >/dev/null 2>&1; then
    "$SOURCE/tools/site" "$(command -v sharegnn)" site
    if command -v mkdocs >/dev/null; then (cd site && mkdocs build --quiet) && test -f site/site/index.html; fi
fi
