#!/bin/sh
# find_package.sh BUILD - a CMake project finds the installed library, also after it was moved, and links it
# shared and static.
set -eu
build=$1
source=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM

"$source/tests/install_library" "$build" "$folder/first" > /dev/null
mv "$folder/first" "$folder/moved prefix"
if grep -r -e "$build" -e "$source" "$folder/moved prefix/lib"*/cmake "$folder/moved prefix/lib"*/pkgconfig; then
    echo "the installed files know where the library was built" >&2
    exit 1
fi
cmake -S "$source/tests/packages/consumer" -B "$folder/consumer" \
    -DCMAKE_PREFIX_PATH="$folder/moved prefix" > /dev/null
cmake --build "$folder/consumer" > /dev/null

printf 'CCO\nc1ccccc1\n' > "$folder/two.smi"
"$folder/moved prefix/bin/sharegnn" --version | sed 's/sharegnn \(.*\)/\1: 2 graphs/' > "$folder/wanted"
for kind in shared static; do
    "$folder/consumer/with_$kind" "$folder/two.smi" | diff "$folder/wanted" -
done
ldd "$folder/consumer/with_shared" | grep -q 'libsharegnn\.so\.0 => .*moved prefix'
if ldd "$folder/consumer/with_static" | grep libsharegnn; then
    echo "the static program needs the shared library" >&2
    exit 1
fi

# Versions that do not fit are refused.
for version in 0.0 0.1 1.0; do
    sed "s/sharegnn 0.2/sharegnn $version/" "$source/tests/packages/consumer/CMakeLists.txt" \
        > "$folder/CMakeLists.txt"
    if cmake -S "$folder" -B "$folder/refused" -DCMAKE_PREFIX_PATH="$folder/moved prefix" \
        > /dev/null 2> "$folder/message"; then
        echo "version $version is accepted" >&2
        exit 1
    fi
    tr '\n' ' ' < "$folder/message" | grep -q "compatible"
done
