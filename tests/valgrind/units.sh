#!/bin/sh
# Run unit tests under valgrind: no invalid access, no use of what nobody has set, no leak.
# Usage: tests/valgrind/units.sh BUILD [all | MODULE...]; all tests, or those of some modules (live stream); without either
# a selection that takes less than a minute: the interface, data, models, training, explanations and streams.  All of them
# take hours on a busy machine.
# Prints a line per program.  Exit status 77, with a word, where valgrind is not installed.
set -eu
build=$(cd "$1" && pwd)
if ! command -v valgrind > /dev/null; then
    echo "valgrind is not installed: the unit tests are not tried with it" >&2
    exit 77
fi
selection="api_array_api api_batch_statistics api_counts_api api_data_api api_labels_api api_lines_api api_model_by_hand
api_prediction_api api_threads_api data_dataset_hold data_items data_record_collector data_splits data_subset
explain_explained_arrays formats_memory_line_array invariants_graph_counts model_predictor stream_feed train_training_session"
shift
if [ $# -eq 0 ]; then
    programs=$(for name in $selection; do echo "$build/tests/unit_$name"; done)
else
    [ "$1" != all ] || set -- ''
    programs=$(for module in "$@"; do
        find "$build/tests" -maxdepth 1 -name "unit_${module:+${module}_}*" -type f -perm -u+x | sort
    done)
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
failed=0
for program in $programs; do
    [ -x "$program" ] || { echo "$program is not built" >&2; exit 1; }
    begin=$(date +%s)
    code=0
    valgrind --quiet --leak-check=full --show-leak-kinds=definite,indirect --errors-for-leak-kinds=definite,indirect \
        --error-exitcode=99 "$program" > printed 2> complaints || code=$?
    echo "$(basename "$program") $code $(($(date +%s) - begin)) s"
    if [ "$code" -ne 0 ] && [ "$code" -ne 77 ]; then
        failed=1
        cat printed complaints >&2
    fi
done
exit $failed
