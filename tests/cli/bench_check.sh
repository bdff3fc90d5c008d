# Every benchmark once, on tiny data that has the names of the real ones: that they agree with their twins, and
# print their line.
make_data() { # NAME EDGE-LABELS TARGETS: 60 rings of some nodes; labels 0 and 1 tell the classes apart
    mkdir -p "data/$1" data/splits/fair
    awk -v name="data/$1/$1" -v edges="$2" -v targets="$3" '
        function draw(n) { state = (state * 1103515245 + 12345) % 2147483648; return int(state / 65536) % n }
        BEGIN {
            state = 7
            for (g = 1; g <= 60; g++) {
                n = 6 + draw(6)
                print (g % 2) > (name "_graph_labels.txt")
                if (targets) { target = draw(1000) / 100; print target > (name "_graph_attributes.txt") }
                for (v = 1; v <= n; v++) {
                    print g > (name "_graph_indicator.txt")
                    label = draw(3) == 0 ? 2 : draw(5) < 1 + 3 * (g % 2) ? 1 : 0
                    print label > (name "_node_labels.txt")
                    w = v % n + 1
                    print (first + v) ", " (first + w) "\n" (first + w) ", " (first + v) > (name "_A.txt")
                    if (edges) { l = draw(3); print l "\n" l > (name "_edge_labels.txt") }
                }
                first += n
            }
        }'
    awk '
        function list(first, behind,    g) {
            for (g = first; g < behind; g++) printf("%s%d", (g == first ? "" : ", "), g)
        }
        BEGIN {
            printf("[{\"test\": [")
            list(0, 10)
            printf("], \"model_selection\": [{\"train\": [")
            list(20, 60)
            printf("], \"validation\": [")
            list(10, 20)
            print "]}]}]"
        }' > "data/splits/fair/$1_splits.json"
}
make_data NCI1 '' ''
make_data DHFR '' ''
make_data IMDB-BINARY '' ''
make_data ZINC 1 1
make_data ZINC-full 1 1

names="io arrays invariants train peers smiles scale live nodes search"
: > lines
for name in $names; do
    sharegnn bench "$name" --check --data-dir data --threads 2 >> lines 2>> said
    grep -q "^{\"bench\":\"$name\",.*}$" lines
done
fails 1 grep 'left out' said
test "$(grep -c '"bench":"train"' lines)" -eq 3

# What MPI keeps until the end of a process is not our leak.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
ASAN_OPTIONS=detect_leaks=0 sharegnn bench cluster --check --data-dir data --threads 2 > lines 2> said
if grep 'bench cluster: there is no mpirun' said; then exit 0; fi
test "$(grep -c '"bench":"cluster"' lines)" -eq 9
