#!/bin/sh
# The shared library keeps the binary interface of version 0.2, as recorded: no function goes, no struct changes
# but at its end.
# Usage: tests/abi/check.sh BUILD [--record]; --record writes tests/abi/sharegnn-0.2.xml anew.
#        tests/abi/check.sh --dumps RECORD NOW compares two dumps.
# Exit status 77: nothing could be compared.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
headers=$here/../../include/sharegnn
library=$1/libsharegnn.so
record=$here/sharegnn-0.2.xml

compare() {
    abidiff --no-added-syms --no-show-locs --suppressions "$here/grows.suppr" "$1" "$2" &&
        python3 "$here/layout.py" "$1" "$2" "$headers"
}

skip() {
    echo "abi: $1: the binary interface is NOT compared with the recorded one" >&2
    exit 77
}
[ "$(uname -m)" = x86_64 ] || skip "the record is of x86_64"
command -v abidiff > /dev/null || skip "abidiff is not installed (Debian package abigail-tools)"
command -v python3 > /dev/null || skip "python3 is not installed"
if [ "$1" = --dumps ]; then
    compare "$2" "$3"
    exit
fi

# Types that no public header has are left out.
dump() {
    abidw --headers-dir "$headers" --drop-private-types --no-show-locs --no-comp-dir-path --no-corpus-path \
        --out-file "$1" "$library"
    # Where it was built does not matter.
    sed -i "s#path='[^']*/\(src\|include\)/#path='\1/#" "$1"
}

if [ "${2:-}" = --record ]; then
    dump "$record"
    exit 0
fi

# Every symbol that is exported has the version.
odd=$(nm -D --defined-only "$library" | awk '$2 != "A" && $3 !~ /^sg_.*@@SHAREGNN_/')
[ -z "$odd" ] || { echo "abi: exported without a version, or not sg_:" >&2; echo "$odd" >&2; exit 1; }

# Functions that came later may still change.
nm -D --defined-only "$library" | sed -n 's/.* \(sg_[a-z0-9_]*\)@@SHAREGNN_.*/\1/p' | while read -r name; do
    grep -q "elf-symbol name='$name'" "$record" || echo "abi: $name is not in the record"
done

now=$(mktemp)
trap 'rm -f "$now"' EXIT
dump "$now"
compare "$record" "$now" ||
    { echo "abi: see CONTRIBUTING.md, \"The binary interface\"" >&2; exit 1; }
