/* test_refused_structs.c - structs that do not say their size, or are cut, are refused by the argument's name. */
#include "unit/api/refused_calls.inc"

/* A result without its size, as programs of version 0.1 have it, by the argument's name. */
static void refuses_results_without_a_size(void **state)
{
    (void)state;
#define SIZELESS(argument, call) check_fails(call, SG_EINVAL, argument "->struct_size: 0")
    SIZELESS("size", sg_data_sizes(&(sg_data_size){0}, data, &err));
    SIZELESS("view", sg_data_view(&(sg_data_arrays){0}, data, &err));
    SIZELESS("repairs", sg_data_repairs(&(sg_graph_repairs){0}, data, &err));
    SIZELESS("summary", sg_data_summarize(&(sg_data_summary){0}, data, 1, &err));
    SIZELESS("format", sg_data_format_at(&(sg_data_format){0}, 0, &err));
    SIZELESS("setting", sg_data_setting_at(&(sg_data_setting){0}, 0, &err));
    SIZELESS("source", sg_data_source_at(&(sg_data_source){0}, 0, &err));
    SIZELESS("view", sg_labels_view(&(sg_labels_arrays){0}, labels, &err));
    SIZELESS("view", sg_power_view(&(sg_power_arrays){0}, NULL, &err));
    SIZELESS("size", sg_live_sizes(&(sg_live_size){0}, NULL, &err));
    SIZELESS("view", sg_pair_trials_view(&(sg_pair_trial_arrays){0}, NULL, &err));
    SIZELESS("options",
             sg_pair_trials_run(&no_trials, data, &(sg_pair_trial_options){0}, &err));
    SIZELESS("witness", sg_power_witness_find(&(sg_power_witness){0}, NULL, 0, 1, &err));
    SIZELESS("kind", sg_labeling_at(&(sg_invariant_kind){0}, 0, &err));
    SIZELESS("entry", sg_reference_at(&(sg_reference_entry){0}, SG_REFERENCE_LAYERS, 0, &err));
    SIZELESS("kind", sg_property_at(&(sg_invariant_kind){0}, 0, &err));
    SIZELESS("relation", sg_labels_compare(&(sg_labels_relation){0}, labels, labels, &err));
    SIZELESS("size",
             sg_triples_measure(&(sg_triples_size){0}, data, labels, labels, "edge", 1, &err));
    SIZELESS("size", sg_model_sizes(&(sg_model_size){0}, model, &err));
    SIZELESS("counts", sg_audit_numbers(&(sg_audit_counts){0}, audit, &err));
    SIZELESS("leak", sg_audit_leak(&(sg_fold_leak){0}, audit, splits, 0, &err));
    SIZELESS("overview", sg_results_overview(&(sg_result_overview){0}, NULL, &err));
    SIZELESS("line", sg_feed_at(&(sg_feed_line){0}, NULL, 0, &err));
    SIZELESS("explanation", sg_explainer_graph(&(sg_explanation){0}, NULL, 0, 0, &err));
    SIZELESS("ranking", sg_explainer_rank(&(sg_ranking){0}, NULL, NULL, &err));
    SIZELESS("comparison", sg_results_compare(&(sg_comparison){0}, NULL, NULL, &err));
    SIZELESS("outline",
             sg_training_preview(&(sg_training_outline){0}, NULL,
                                 &(sg_model_size){.struct_size = sizeof(sg_model_size)}, &err));
}

/* Options without their size, likewise. */
static void refuses_options_without_a_size(void **state)
{
    (void)state;
    const sg_label_options none = {0};
    const sg_model_options options = {
        .struct_size = sizeof options, .decoder = "degree", .labels = &none};
    const sg_explainer_options nested = {.struct_size = sizeof nested, .labels = &none};
    sg_model_size size = {.struct_size = sizeof size};
    sg_training_outline outline = {.struct_size = sizeof outline};
    double score[1];
    SIZELESS("options", sg_data_open(&no_data, "CSL", &(sg_data_options){0}, &err));
    SIZELESS("arrays", sg_data_from_arrays(&no_data, &(sg_graph_arrays){0}, &err));
    SIZELESS("arrays", sg_data_builder_add(builder, &(sg_graph_arrays){0}, &err));
    SIZELESS("options", sg_data_get("x", "x", &(sg_get_options){0}, &err));
    SIZELESS("options", sg_audit_open(&no_audit, data, &(sg_audit_options){0}, &err));
    SIZELESS("options", sg_labels_open(&no_labels, data, "degree", &none, &err));
    SIZELESS("options", sg_model_build(&no_model, data, &(sg_model_options){0}, &err));
    SIZELESS("options->labels", sg_model_build(&no_model, data, &options, &err));
    SIZELESS("options", sg_model_preview(&size, data, &(sg_model_options){0}, &err));
    SIZELESS("training", sg_model_train(NULL, model, data, &(sg_training_options){0}, &err));
    SIZELESS("training", sg_training_preview(&outline, &(sg_training_options){0}, &size, &err));
    SIZELESS("size", sg_training_preview(&outline, NULL, &(sg_model_size){0}, &err));
    SIZELESS("labels", sg_prediction_open(&no_prediction, trained, data, &none, &err));
    SIZELESS("labels", sg_model_predict(score, trained, data, &none, &err));
    SIZELESS("options", sg_feed_open(&no_feed, trained, &(sg_feed_options){0}, &err));
    SIZELESS("options",
             sg_explainer_open(&no_explainer, trained, data, &(sg_explainer_options){0}, &err));
    SIZELESS("options->labels", sg_explainer_open(&no_explainer, trained, data, &nested, &err));
    SIZELESS("options", sg_run(NULL, "x", &(sg_run_options){0}, &err));
#undef SIZELESS
}

/* A struct that is cut behind any member but its last one is none of version 0.2.  What is within the
 * last eight bytes may be padding. */
#define CUT(type, argument, call)                                                              \
    for (size_t size = sizeof(size_t); size + 8 <= sizeof(type); size += 4) {                  \
        type cut = {.struct_size = size};                                                      \
        check_fails(call, SG_EINVAL, argument "->struct_size: ");                              \
    }

static void refuses_results_that_are_cut(void **state)
{
    (void)state;
    CUT(sg_data_size, "size", sg_data_sizes(&cut, data, &err))
    CUT(sg_data_arrays, "view", sg_data_view(&cut, data, &err))
    CUT(sg_graph_repairs, "repairs", sg_data_repairs(&cut, data, &err))
    CUT(sg_data_summary, "summary", sg_data_summarize(&cut, data, 1, &err))
    CUT(sg_data_format, "format", sg_data_format_at(&cut, 0, &err))
    CUT(sg_data_source, "source", sg_data_source_at(&cut, 0, &err))
    CUT(sg_labels_arrays, "view", sg_labels_view(&cut, labels, &err))
    CUT(sg_invariant_kind, "kind", sg_labeling_at(&cut, 0, &err))
    CUT(sg_reference_entry, "entry", sg_reference_at(&cut, SG_REFERENCE_LAYERS, 0, &err))
    CUT(sg_labels_relation, "relation", sg_labels_compare(&cut, labels, labels, &err))
    CUT(sg_triples_size, "size",
        sg_triples_measure(&cut, data, labels, labels, "edge", 1, &err))
    CUT(sg_model_size, "size", sg_model_sizes(&cut, model, &err))
    CUT(sg_audit_counts, "counts", sg_audit_numbers(&cut, audit, &err))
    CUT(sg_fold_leak, "leak", sg_audit_leak(&cut, audit, splits, 0, &err))
    CUT(sg_result_overview, "overview", sg_results_overview(&cut, NULL, &err))
    CUT(sg_coverage, "coverage", sg_model_coverage(&cut, model, data, NULL, 0.9, &err))
    CUT(sg_feed_line, "line", sg_feed_at(&cut, NULL, 0, &err))
    CUT(sg_explanation, "explanation", sg_explainer_graph(&cut, NULL, 0, 0, &err))
    CUT(sg_ranking, "ranking", sg_explainer_rank(&cut, NULL, NULL, &err))
    CUT(sg_comparison, "comparison", sg_results_compare(&cut, NULL, NULL, &err))
}

static void refuses_options_that_are_cut(void **state)
{
    (void)state;
    CUT(sg_data_options, "options", sg_data_open(&no_data, "CSL", &cut, &err))
    CUT(sg_choice_options, "options", sg_data_choose(&no_text, NULL, data, &cut, &err))
    CUT(sg_graph_arrays, "arrays", sg_data_from_arrays(&no_data, &cut, &err))
    CUT(sg_label_options, "options", sg_labels_open(&no_labels, data, "degree", &cut, &err))
    CUT(sg_audit_options, "options", sg_audit_open(&no_audit, data, &cut, &err))
    CUT(sg_model_options, "options", sg_model_build(&no_model, data, &cut, &err))
    CUT(sg_training_options, "training", sg_model_train(NULL, model, data, &cut, &err))
    CUT(sg_feed_options, "options", sg_feed_open(&no_feed, trained, &cut, &err))
    CUT(sg_explainer_options, "options",
        sg_explainer_open(&no_explainer, trained, data, &cut, &err))
    CUT(sg_run_options, "options", sg_run(NULL, "none.yml", &cut, &err))
    CUT(sg_held_out, "held_out", sg_model_calibrate(model, data, &cut, &err))
    CUT(sg_search_options, "options", sg_search(NULL, "none", &cut, &err))
    CUT(sg_get_options, "options", sg_data_get("CSL", "x", &cut, &err))
    sg_training_outline outline = {.struct_size = sizeof outline};
    CUT(sg_model_size, "size", sg_training_preview(&outline, NULL, &cut, &err))
    char *svg = NULL;
    sg_explainer *explainer = NULL;
    check_ok(sg_explainer_open(&explainer, trained, data, NULL, &err));
    CUT(sg_explanation, "explanation", sg_explainer_picture(&svg, explainer, &cut, NULL, &err))
    sg_explainer_close(explainer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuses_results_that_are_cut),
        cmocka_unit_test(refuses_options_that_are_cut),
        cmocka_unit_test(refuses_results_without_a_size),
        cmocka_unit_test(refuses_options_without_a_size),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
