#!/bin/sh
# Run unit tests under valgrind: no invalid access, no use of what nobody has set, no leak.
# Usage: tests/valgrind/units.sh BUILD [all | MODULE...]; all tests, or those of some modules (live feed); without either
# a selection that takes less than a minute: the interface, data, models, training, explanations and feeds.
# A test takes some 40 times as long as alone.  Nine of ten take less than two seconds alone; the others take hours
# together.  LIMIT=SECONDS in the environment ends a program after that time, which is no failure.  Those that take
# longest, and why:
#   api_model_api, api_train_api, api_model_training_api, run_*, search_searcher, report_figures     train many models
#   network_dense_twin, network_same_bits, network_gradient*, network_far_senders, network_cut_graphs, live_live,
#   invariants_properties_resistance, kernels_activations     compare with slow twins on thousands of random inputs
#   formats_bad_input, formats_tu_reader_places, store_safetensors_hostile     try thousands of damaged files
#   store_ledger_crash, fetch_download_resume     start programs and wait for them
# SG_TEST_THIN=50 lets tests that try thousands of random cases (invariants_wl, text_yaml_writer) try a fiftieth of them.
# Prints a line per program: its name, exit status (0: fine, 124: too slow) and seconds.
# Exit status 77, with a word, where valgrind is not installed.
set -eu
export SG_TEST_THIN="${SG_TEST_THIN:-50}"
build=$(cd "$1" && pwd)
if ! command -v valgrind > /dev/null; then
    echo "valgrind is not installed: the unit tests are not tried with it" >&2
    exit 77
fi
selection="api_array_api api_batch_statistics api_counts_api api_data_api api_labels_api api_lines_api api_model_by_hand
api_prediction_api api_threads_api data_dataset_hold data_items data_record_collector data_splits data_subset
explain_explained_arrays formats_memory_line_array invariants_graph_counts model_predictor feed_feed train_training_session
data_record feed_feed_failures api_callback_errors api_ignored_options api_needed_labels api_refused_values
api_nothing api_refused_structs base_status config_typed_members config_typed_network config_typed_train
formats_import_options text_yaml_writer invariants_what_is_seen"
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
    timeout "${LIMIT:-0}" valgrind --quiet --leak-check=full --show-leak-kinds=definite,indirect --errors-for-leak-kinds=definite,indirect \
        --error-exitcode=99 "$program" > printed 2> complaints || code=$?
    echo "$(basename "$program") $code $(($(date +%s) - begin)) s"
    if [ "$code" -eq 124 ] && [ -n "${LIMIT:-}" ]; then continue; fi
    if [ "$code" -ne 0 ] && [ "$code" -ne 77 ]; then
        failed=1
        cat printed complaints >&2
    fi
done
exit $failed
