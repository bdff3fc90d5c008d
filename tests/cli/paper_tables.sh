# `data info` gives the rows of the paper's two tables of data sets.
if [ ! -f "${SHAREGNN_SHARED:-}/data/NCI1.zip" ]; then
    echo "SKIPPED: no data sets in \$SHAREGNN_SHARED/data (${SHAREGNN_SHARED:-not set})"
    exit 77
fi
cat > expected <<'END'
NCI1 4110 111 29.9 3 119 32.3 2 45 11.5 0 37 2
Mutagenicity 4337 417 30.3 4 112 30.8 3 41 6.3 0 14 2
DHFR 756 71 42.4 20 73 44.5 21 22 14.6 8 9 2
IMDB-BINARY 1000 136 19.8 12 1249 96.5 26 2 1.9 1 1 2
ZINC 12000 37 23.2 9 42 24.9 8 22 12.5 4 21 -
ZINC-full 249456 38 23.2 6 45 24.9 5 23 12.5 3 28 -
RingTransfer1 1200 100 100.0 100 100 100.0 100 50 50.0 50 5 3
RingTransfer2 1200 16 16.0 16 16 16.0 16 8 8.0 8 16 2
RingTransfer3 1200 16 16.0 16 16 16.0 16 8 8.0 8 16 4
CSL 150 41 41.0 41 82 82.0 82 10 6.0 4 1 10
Snowflakes 1000 180 112.5 45 300 187.5 75 18 15.5 13 2 4
SubstructureCounting 5000 30 18.8 10 45 31.3 20 10 4.2 0 1 -
END
names=$(cut -d' ' -f1 expected)
# shellcheck disable=SC2086
SHAREGNN_DATA=$SHAREGNN_SHARED/data sharegnn data info $names > table
sed -e 1,2d -e '/:/d' -e 's/  */ /g' table > rows
diff -u expected rows
