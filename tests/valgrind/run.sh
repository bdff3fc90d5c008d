#!/bin/sh
# Run the examples under valgrind: no invalid access, no use of what nobody has set, no leak.
# Usage: tests/valgrind/run.sh BUILD [PROGRAM...]; programs are run in place of the examples.
# Exit status 77, with a word, where valgrind is not installed.
set -eu
source=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "$1" && pwd)
shift
if ! command -v valgrind > /dev/null; then
    echo "valgrind is not installed: the examples are not tried with it" >&2
    exit 77
fi
checked() {
    echo "== $*"
    valgrind --quiet --log-file=complaints.%p --leak-check=full --show-leak-kinds=definite,indirect --errors-for-leak-kinds=definite,indirect \
        --error-exitcode=99 "$@" > printed || { cat complaints.* >&2; exit 1; }
}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
if [ $# -gt 0 ]; then
    for program in "$@"; do checked "$program"; done
    exit
fi
libraries=$("$source/tests/install_library" "$build" "$folder/prefix")
flags=$(PKG_CONFIG_PATH=$libraries/pkgconfig pkg-config --cflags --libs sharegnn)
export LD_LIBRARY_PATH="$libraries"
for example in "$source"/examples/*.c; do
    # shellcheck disable=SC2086
    ${CC:-cc} -std=c99 -D_POSIX_C_SOURCE=200809L -g -O1 "$example" $flags -lpthread -lm -o "$(basename "$example" .c)"
done
"$build/sharegnn" data make CSL --out data > /dev/null
mkdir experiment
checked ./arrays_and_threads
checked ./train_and_predict csl.model
checked ./predict_from_file csl.model data/CSL
checked ./compare_labelings CSL degree wl:3 cycles:10
checked ./audit_and_split
checked ./explain_a_graph triangle.svg
checked ./transfer_weights
checked ./run_experiment experiment
checked ./molecules_from_table .
checked ./prediction_service serve alcohol.model service.socket &
service=$!
until [ -S service.socket ]; do kill -0 $service; sleep 0.2; done
printf "CCCCCCO hexanol\nC(\n" | ./prediction_service ask service.socket > answers
grep -q hexanol answers
pkill -TERM -P $service
wait $service
