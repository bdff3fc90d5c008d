# What the loader looks for, and where: the product needs no BLAS, and nobody looks into the current
# folder, which is what an empty entry of a search path means.
if ! command -v ldd > /dev/null || ! command -v readelf > /dev/null; then
    echo "SKIPPED: ldd or readelf is missing; what the programs link was not checked" >&2
    exit 77
fi
build=$(dirname "$(readlink -f "$(command -v sharegnn)")")
libraries=$("$SOURCE/tests/install_library" "$build" "$PWD/installed")

for program in "$build/sharegnn" "$build/sharegnn-bench" "$build/libsharegnn.so" \
    installed/bin/sharegnn installed/bin/sharegnn-bench "$libraries/libsharegnn.so"; do
    ldd "$program" > needed
    if [ "$(basename "$program")" != sharegnn-bench ] && grep -i blas needed; then
        echo "$program needs a BLAS" >&2
        exit 1
    fi
    if grep 'not found' needed; then
        echo "$program does not find a library" >&2
        exit 1
    fi
    readelf -d "$program" | sed -n 's/.*(R.*PATH).*\[\(.*\)\]$/:\1:/p' > path
    if grep '::' path; then
        echo "$program looks for libraries in the current folder" >&2
        exit 1
    fi
done
fails 2 installed/bin/sharegnn bench nonsense > message
