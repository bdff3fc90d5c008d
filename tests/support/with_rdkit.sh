# with_rdkit.sh - for tests that ask RDKit: `python` is a Python that has it; where there is none the test is skipped.
python=
for candidate in python3 /usr/bin/python3; do
    if [ -z "$python" ] && "$candidate" -c 'import rdkit' 2> /dev/null; then python=$candidate; fi
done
[ -n "$python" ] || {
    echo "skipped: RDKit (python3-rdkit) is not installed" >&2
    exit 77
}

. "$SOURCE/tests/support/with_modules.sh"

# Skip the test where the tables of molecules are absent.
need_tables() {
    [ -r "$SHAREGNN_SHARED/data/molecules/bace.csv" ] || {
        echo "skipped: there are no tables of molecules in $SHAREGNN_SHARED/data/molecules" >&2
        exit 77
    }
}
