# Every example of a public header, README.md's program and what the docs mark "c example" compile without
# a warning, against what is installed alone, and run.
# In a header an example begins below a line " * Example...:" or " * Example...?" and is indented by four
# more blanks.  Examples are bodies of a function where `err`, `data` (CSL) and `model` (trained on it) are
# there: tests/examples/shown_example.c.
build=$(dirname "$(readlink -f "$(command -v sharegnn)")")
libraries=$("$SOURCE/tests/install_library" "$build" "$PWD/prefix")
flags=$(PKG_CONFIG_PATH=$libraries/pkgconfig pkg-config --cflags --libs sharegnn)
export LD_LIBRARY_PATH="$libraries"

sharegnn data make CSL --out data > /dev/null 2>&1
cat > csl.yml << 'YML'
data: CSL
protocol: fair
splits: synthetic
layers:
  - encoder: { heads: ["cycles:10 @ distance 0..1"], activation: tanh }
  - decoder: { heads: ["cycles:10"], activation: tanh }
train: { learning-rate: 0.1, epochs: 3 }
YML
sharegnn run csl.yml --out run --quiet > /dev/null
sharegnn train CSL -e 'cycles:10 @ distance 0..2' -d cycles:10 --epochs 100 --quiet -o csl.model > /dev/null

# Write the examples of a header as bodies NAME.1, NAME.2, ...; fail where there is none, and where a
# comment has a statement that is in no example.
examples_of() {
    awk -v name="$2" '
        /^ \* Example.*[:?]$/ { inside = 1; file = name "." ++n; next }
        inside && /^ \*$/ { if (begun[file]) print "" > file; next }
        inside && /^ \*     / { begun[file] = 1; print substr($0, 8) > file; next }
        { inside = 0 }
        /^ \*     .*;$/ { print FILENAME ":" FNR ": code outside of an example" > "/dev/stderr"; bad = 1 }
        END {
            if (n == 0) print FILENAME ": no example" > "/dev/stderr"
            exit bad || n == 0
        }' "$1"
}

# Compile PROGRAM.c and run it.
runs() {
    # shellcheck disable=SC2086
    ${CC:-cc} -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror "$1.c" $flags -lm -o "$1.program"
    echo "== $1"
    ./"$1.program"
}

# The same for the body of a function in the file BODY.
runs_body() {
    frame=$SOURCE/tests/examples/shown_example.c
    { sed '/EXAMPLE/,$d' "$frame" && cat "$1" && sed '1,/EXAMPLE/d' "$frame"; } > "$1.c"
    runs "$1"
}

for header in "$SOURCE/include/sharegnn.h" "$SOURCE"/include/sharegnn/*.h; do
    name=$(basename "$header" .h)
    grep -q '^ \* Complexity: ' "$header" || { echo "$header: no complexity" >&2; exit 1; }
    examples_of "$header" "$name"
    for body in "$name".[0-9]; do runs_body "$body"; done
done

awk '/^```c$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$SOURCE/README.md" > readme.c
runs readme
for page in "$SOURCE"/docs/*.md; do
    grep -q '^```c example$' "$page" || continue
    name=$(basename "$page" .md)
    awk -v name="$name" '/^```c example$/ { file = name "." ++n; next } /^```$/ { file = "" } file { print > file }' "$page"
    for body in "$name".[0-9]; do runs_body "$body"; done
done
