/* test_refusals.c - every public function refuses NULL where something is due, by the argument's name.
 *
 * A row of the table is a call that lacks one argument; tools/unrefused names the arguments that have no row. */
#include "unit/api/refused_calls.inc"

/* What an earlier call has left in the error is gone. */
#define REFUSED(argument, call)                                                                \
    do {                                                                                       \
        sg_error err = {.status = SG_EIO, .where = "before.c:1", .text = "before"};            \
        const sg_status refused_ = (call);                                                     \
        if (refused_ != SG_EINVAL || err.status != SG_EINVAL ||                                \
            strstr(err.text, argument ": it is NULL") == NULL)                                 \
            fail_msg("%s: status %d, text \"%s\"", #call, (int)refused_, err.text);            \
    } while (0)

static void refuses_limits(void **state)
{
    (void)state;
    sg_account *no_account = NULL;
    const sg_limits limits = {.struct_size = sizeof limits}, older = {.struct_size = 8};
    REFUSED("account", sg_account_open(NULL, &limits, &err));
    REFUSED("limits", sg_account_open(&no_account, NULL, &err));
    check_fails(sg_account_open(&no_account, &older, &err), SG_EINVAL, "limits");
    assert_null(no_account);
}

static void refuses_data(void **state)
{
    (void)state;
    const sg_graph_arrays arrays = {.struct_size = sizeof arrays};
    sg_data_summary summary = {.struct_size = sizeof summary};
    REFUSED("data", sg_data_open(NULL, "CSL", NULL, &err));
    REFUSED("name", sg_data_open(&no_data, NULL, NULL, &err));
    REFUSED("data", sg_data_from_arrays(NULL, &arrays, &err));
    REFUSED("arrays", sg_data_from_arrays(&no_data, NULL, &err));
    REFUSED("builder", sg_data_builder_open(NULL, "X", &err));
    REFUSED("builder", sg_data_builder_add(NULL, &arrays, &err));
    REFUSED("arrays", sg_data_builder_add(builder, NULL, &err));
    REFUSED("data", sg_data_builder_finish(NULL, builder, &err));
    REFUSED("builder", sg_data_builder_finish(&no_data, NULL, &err));
    REFUSED("chosen", sg_data_select(NULL, data, NULL, 0, &err));
    REFUSED("data", sg_data_select(&no_data, NULL, NULL, 0, &err));
    REFUSED("graph", sg_data_select(&no_data, data, NULL, 1, &err));
    REFUSED("data", sg_data_read_targets(NULL, "x", false, &err));
    REFUSED("path", sg_data_read_targets(data, NULL, false, &err));
    REFUSED("data", sg_data_relabel(NULL, "x", &err));
    REFUSED("data", sg_data_name_elements(NULL, "x", &err));
    REFUSED("path", sg_data_relabel(data, NULL, &err));
    REFUSED("path", sg_data_name_elements(data, NULL, &err));
    REFUSED("data", sg_data_write(NULL, "x", "x", false, &err));
    REFUSED("folder", sg_data_write(data, NULL, "x", false, &err));
    REFUSED("name", sg_data_write(data, "x", NULL, false, &err));
    REFUSED("text", sg_data_graph_json(NULL, data, 0, &err));
    REFUSED("data", sg_data_graph_json(&no_text, NULL, 0, &err));
    REFUSED("text", sg_data_graph_line(NULL, data, 0, "json-lines", &err));
    REFUSED("data", sg_data_graph_line(&no_text, NULL, 0, "json-lines", &err));
    REFUSED("format", sg_data_graph_line(&no_text, data, 0, NULL, &err));
    REFUSED("description", sg_data_choose(NULL, NULL, data, NULL, &err));
    REFUSED("data", sg_data_choose(&no_text, NULL, NULL, NULL, &err));
    REFUSED("summary", sg_data_summarize(NULL, data, 1, &err));
    REFUSED("data", sg_data_summarize(&summary, NULL, 1, &err));
}

static void refuses_sources_and_splits(void **state)
{
    (void)state;
    REFUSED("name", sg_data_make(NULL, NULL, "x", 0, false, &err));
    REFUSED("folder", sg_data_make(NULL, "CSL", NULL, 0, false, &err));
    REFUSED("answer", sg_data_answer(NULL, "CSL", 0, &err));
    REFUSED("name", sg_data_answer(&no_text, NULL, 0, &err));
    REFUSED("data", sg_data_generate(NULL, "CSL", 0, &err));
    REFUSED("name", sg_data_generate(&no_data, NULL, 0, &err));
    REFUSED("name", sg_data_get(NULL, "x", NULL, &err));
    REFUSED("folder", sg_data_get("x", NULL, NULL, &err));
    REFUSED("path", sg_data_find(NULL, "x", NULL, &err));
    REFUSED("name", sg_data_find(&no_text, NULL, NULL, &err));
    REFUSED("path", sg_data_home(NULL, &err));
    REFUSED("splits", sg_splits_open(NULL, "x", 1, &err));
    REFUSED("path", sg_splits_open(&no_splits, NULL, 1, &err));
    REFUSED("splits", sg_splits_open_for(NULL, "x", data, &err));
    REFUSED("path", sg_splits_open_for(&no_splits, NULL, data, &err));
    REFUSED("data", sg_splits_open_for(&no_splits, "x", NULL, &err));
    REFUSED("splits", sg_splits_of_data(NULL, data, 1, &err));
    REFUSED("data", sg_splits_of_data(&no_splits, NULL, 1, &err));
    REFUSED("splits", sg_splits_hold_out(NULL, data, 0.1, 1, &err));
    REFUSED("data", sg_splits_hold_out(&no_splits, NULL, 0.1, 1, &err));
}

static void refuses_labels(void **state)
{
    (void)state;
    sg_labels_relation relation = {.struct_size = sizeof relation};
    sg_triples_size size = {.struct_size = sizeof size};
    uint64_t n_pairs;
    REFUSED("labels", sg_labels_open(NULL, data, "degree", NULL, &err));
    REFUSED("data", sg_labels_open(&no_labels, NULL, "degree", NULL, &err));
    REFUSED("expression", sg_labels_open(&no_labels, data, NULL, NULL, &err));
    REFUSED("power", sg_power_open(NULL, data, "degree", NULL, &err));
    REFUSED("data", sg_power_open(&no_power, NULL, "degree", NULL, &err));
    REFUSED("invariant", sg_power_open(&no_power, data, NULL, NULL, &err));
    const sg_live_change change = {.struct_size = sizeof change};
    sg_live_size live_size = {.struct_size = sizeof live_size};
    double live_score = 0;
    REFUSED("live", sg_live_open(NULL, trained, data, NULL, &err));
    REFUSED("model", sg_live_open(&no_live, NULL, data, NULL, &err));
    REFUSED("data", sg_live_open(&no_live, trained, NULL, NULL, &err));
    REFUSED("live", sg_live_edit(NULL, NULL, &change, &err));
    REFUSED("live", sg_live_edit_json(NULL, NULL, NULL, "{}", 2, NULL, &err));
    REFUSED("live", sg_live_undo(NULL, NULL, &err));
    REFUSED("score", sg_live_predict(NULL, NULL, 0, &err));
    REFUSED("live", sg_live_predict(&live_score, NULL, 0, &err));
    REFUSED("size", sg_live_sizes(NULL, NULL, &err));
    REFUSED("live", sg_live_sizes(&live_size, NULL, &err));
    REFUSED("data", sg_live_data(NULL, NULL, &err));
    REFUSED("live", sg_live_data(&no_data, NULL, &err));
    const sg_pair_trial_options trial = {.struct_size = sizeof trial};
    REFUSED("trials", sg_pair_trials_run(NULL, data, &trial, &err));
    REFUSED("data", sg_pair_trials_run(&no_trials, NULL, &trial, &err));
    REFUSED("options", sg_pair_trials_run(&no_trials, data, NULL, &err));
    REFUSED("options->description", sg_pair_trials_run(&no_trials, data, &trial, &err));
    REFUSED("relation", sg_labels_compare(NULL, labels, labels, &err));
    REFUSED("first", sg_labels_compare(&relation, NULL, labels, &err));
    REFUSED("second", sg_labels_compare(&relation, labels, NULL, &err));
    REFUSED("size", sg_triples_measure(NULL, data, labels, labels, "edge", 1, &err));
    REFUSED("data", sg_triples_measure(&size, NULL, labels, labels, "edge", 1, &err));
    REFUSED("receiver", sg_triples_measure(&size, data, NULL, labels, "edge", 1, &err));
    REFUSED("sender", sg_triples_measure(&size, data, labels, NULL, "edge", 1, &err));
    REFUSED("property", sg_triples_measure(&size, data, labels, labels, NULL, 1, &err));
    REFUSED("n_pairs", sg_pairs_measure(NULL, data, "edge", 1, &err));
    REFUSED("data", sg_pairs_measure(&n_pairs, NULL, "edge", 1, &err));
    REFUSED("property", sg_pairs_measure(&n_pairs, data, NULL, 1, &err));
}

/* Results that take constant time: without a place, of nothing, and behind the last one. */
static void refuses_views(void **state)
{
    (void)state;
    sg_data_size size = {.struct_size = sizeof size};
    sg_data_arrays arrays = {.struct_size = sizeof arrays};
    sg_graph_repairs repairs = {.struct_size = sizeof repairs};
    sg_labels_arrays labels_view = {.struct_size = sizeof labels_view};
    sg_model_size model_size = {.struct_size = sizeof model_size};
    sg_audit_counts counts = {.struct_size = sizeof counts};
    sg_result_overview overview = {.struct_size = sizeof overview};
    sg_feed_line line = {.struct_size = sizeof line};
    sg_data_format format = {.struct_size = sizeof format};
    sg_data_setting setting = {.struct_size = sizeof setting};
    sg_data_source source = {.struct_size = sizeof source};
    sg_invariant_kind kind = {.struct_size = sizeof kind};
    REFUSED("size", sg_data_sizes(NULL, data, &err));
    REFUSED("data", sg_data_sizes(&size, NULL, &err));
    REFUSED("view", sg_data_view(NULL, data, &err));
    REFUSED("data", sg_data_view(&arrays, NULL, &err));
    REFUSED("repairs", sg_data_repairs(NULL, data, &err));
    REFUSED("data", sg_data_repairs(&repairs, NULL, &err));
    sg_power_arrays power_view = {.struct_size = sizeof power_view};
    sg_power_witness witness = {.struct_size = sizeof witness};
    sg_pair_trial_arrays trial_view = {.struct_size = sizeof trial_view};
    REFUSED("view", sg_pair_trials_view(NULL, NULL, &err));
    REFUSED("trials", sg_pair_trials_view(&trial_view, NULL, &err));
    REFUSED("view", sg_power_view(NULL, NULL, &err));
    REFUSED("power", sg_power_view(&power_view, NULL, &err));
    REFUSED("witness", sg_power_witness_find(NULL, NULL, 0, 1, &err));
    REFUSED("power", sg_power_witness_find(&witness, NULL, 0, 1, &err));
    REFUSED("view", sg_labels_view(NULL, labels, &err));
    REFUSED("labels", sg_labels_view(&labels_view, NULL, &err));
    REFUSED("size", sg_model_sizes(NULL, model, &err));
    REFUSED("model", sg_model_sizes(&model_size, NULL, &err));
    REFUSED("counts", sg_audit_numbers(NULL, audit, &err));
    REFUSED("audit", sg_audit_numbers(&counts, NULL, &err));
    REFUSED("overview", sg_results_overview(NULL, NULL, &err));
    REFUSED("results", sg_results_overview(&overview, NULL, &err));
    REFUSED("line", sg_feed_at(NULL, NULL, 0, &err));
    REFUSED("feed", sg_feed_at(&line, NULL, 0, &err));
    REFUSED("format", sg_data_format_at(NULL, 0, &err));
    REFUSED("setting", sg_data_setting_at(NULL, 0, &err));
    REFUSED("source", sg_data_source_at(NULL, 0, &err));
    REFUSED("kind", sg_labeling_at(NULL, 0, &err));
    REFUSED("kind", sg_property_at(NULL, 0, &err));
    REFUSED("entry", sg_reference_at(NULL, SG_REFERENCE_LAYERS, 0, &err));
    check_fails(sg_data_format_at(&format, 99, &err), SG_EINVAL, "there is not a format 99");
    check_fails(sg_data_setting_at(&setting, 99, &err), SG_EINVAL, "there is no setting 99");
    assert_string_equal(sg_data_setting_of(0).key, "smiles");
    assert_null(sg_data_setting_of(99).key);
    check_fails(sg_data_source_at(&source, 999, &err), SG_EINVAL, "no data set 999");
    check_fails(sg_labeling_at(&kind, 99, &err), SG_EINVAL, "there is no labeling 99");
    check_fails(sg_property_at(&kind, 99, &err), SG_EINVAL, "there is no pair property 99");
}

static void refuses_models(void **state)
{
    (void)state;
    const sg_model_options options = {.struct_size = sizeof options, .decoder = "degree"},
                           lost = {.struct_size = sizeof lost, .n_encoders = 1},
                           holed = {.struct_size = sizeof holed,
                                    .encoder = (const char *const[]){NULL},
                                    .n_encoders = 1};
    const sg_model_size size = {.struct_size = sizeof size},
                        odd = {.struct_size = sizeof odd, .task = SG_N_TASKS};
    sg_model_size made = {.struct_size = sizeof made};
    sg_training_outline outline = {.struct_size = sizeof outline};
    sg_layer_match match[4];
    uint64_t n_weights[4];
    REFUSED("model", sg_model_build(NULL, data, &options, &err));
    REFUSED("data", sg_model_build(&no_model, NULL, &options, &err));
    REFUSED("options", sg_model_build(&no_model, data, NULL, &err));
    REFUSED("options->encoder", sg_model_build(&no_model, data, &lost, &err));
    REFUSED("options->encoder[0]", sg_model_build(&no_model, data, &holed, &err));
    REFUSED("size", sg_model_preview(NULL, data, &options, &err));
    REFUSED("data", sg_model_preview(&made, NULL, &options, &err));
    REFUSED("options", sg_model_preview(&made, data, NULL, &err));
    REFUSED("outline", sg_training_preview(NULL, NULL, &size, &err));
    REFUSED("size", sg_training_preview(&outline, NULL, NULL, &err));
    check_fails(sg_training_preview(&outline, NULL, &odd, &err), SG_EINVAL, "size->task: 3");
    REFUSED("model", sg_model_train(NULL, NULL, data, NULL, &err));
    REFUSED("data", sg_model_train(NULL, model, NULL, NULL, &err));
    REFUSED("match", sg_model_match(NULL, model, model, NULL, 0, &err));
    REFUSED("model", sg_model_match(match, NULL, model, NULL, 0, &err));
    REFUSED("from", sg_model_match(match, model, NULL, NULL, 0, &err));
    REFUSED("n_weights", sg_model_layer_weights(NULL, model, &err));
    REFUSED("model", sg_model_layer_weights(n_weights, NULL, &err));
    REFUSED("model", sg_model_save(NULL, "x", &err));
    REFUSED("path", sg_model_save(model, NULL, &err));
    REFUSED("model", sg_model_open(NULL, "x", &err));
    REFUSED("path", sg_model_open(&no_model, NULL, &err));
}

static void refuses_predictions(void **state)
{
    (void)state;
    double score[1];
    sg_trust trust[1];
    sg_state_size size = {.struct_size = sizeof size};
    const sg_model *const none[] = {NULL}, *const one[] = {model};
    double agreed = 77;
    uint64_t n_compared = 77;
    REFUSED("score", sg_model_predict(NULL, model, data, NULL, &err));
    REFUSED("model", sg_model_predict(score, NULL, data, NULL, &err));
    REFUSED("data", sg_model_predict(score, model, NULL, NULL, &err));
    REFUSED("value", sg_model_agreement(NULL, &n_compared, model, data, score, &err));
    REFUSED("n", sg_model_agreement(&agreed, NULL, model, data, score, &err));
    REFUSED("model", sg_model_agreement(&agreed, &n_compared, NULL, data, score, &err));
    REFUSED("data", sg_model_agreement(&agreed, &n_compared, model, NULL, score, &err));
    REFUSED("score", sg_model_agreement(&agreed, &n_compared, model, data, NULL, &err));
    sg_measure measured[16];
    uint32_t n_measured = 0;
    REFUSED("measure", sg_model_measures(NULL, &n_measured, model, data, score, NULL, 0, &err));
    REFUSED("n", sg_model_measures(measured, NULL, model, data, score, NULL, 0, &err));
    REFUSED("model",
            sg_model_measures(measured, &n_measured, NULL, data, score, NULL, 0, &err));
    REFUSED("data",
            sg_model_measures(measured, &n_measured, model, NULL, score, NULL, 0, &err));
    REFUSED("score",
            sg_model_measures(measured, &n_measured, model, data, NULL, NULL, 0, &err));
    assert_true(agreed == 77 && n_compared == 77);
    REFUSED("prediction", sg_prediction_open(NULL, model, data, NULL, &err));
    REFUSED("model", sg_prediction_open(&no_prediction, NULL, data, NULL, &err));
    REFUSED("data", sg_prediction_open(&no_prediction, model, NULL, NULL, &err));
    REFUSED("trust", sg_prediction_trust(NULL, no_prediction, &err));
    REFUSED("prediction", sg_prediction_trust(trust, NULL, &err));
    REFUSED("mean", sg_models_predict(NULL, score, one, 1, data, NULL, &err));
    REFUSED("spread", sg_models_predict(score, NULL, one, 1, data, NULL, &err));
    REFUSED("model", sg_models_predict(score, score, NULL, 1, data, NULL, &err));
    REFUSED("model[0]", sg_models_predict(score, score, none, 1, data, NULL, &err));
    REFUSED("data", sg_models_predict(score, score, one, 1, NULL, NULL, &err));
    REFUSED("feed", sg_feed_open(NULL, model, NULL, &err));
    REFUSED("model", sg_feed_open(&no_feed, NULL, NULL, &err));
    REFUSED(
        "options->other",
        sg_feed_open(&no_feed, model,
                     &(sg_feed_options){.struct_size = sizeof(sg_feed_options), .n_others = 1},
                     &err));
    REFUSED("feed", sg_feed_push(NULL, "x", 1, &err));
    REFUSED("feed", sg_feed_end(NULL, &err));
    REFUSED("prediction", sg_prediction_run(score, NULL, NULL, 0, &err));
    REFUSED("size", sg_prediction_state_size(NULL, no_prediction, 0, NULL, 0, &err));
    REFUSED("prediction", sg_prediction_state_size(&size, NULL, 0, NULL, 0, &err));
    REFUSED("state", sg_prediction_states(NULL, 1, no_prediction, 0, NULL, 0, &err));
    REFUSED("prediction", sg_prediction_states(score, 1, NULL, 0, NULL, 0, &err));
}

/* What handles that are open lack. */
static void refuses_parts_of_calls(void **state)
{
    (void)state;
    const sg_feed_options lines = {.struct_size = sizeof lines, .format = "json-lines"};
    sg_state_size size = {.struct_size = sizeof size};
    const uint32_t first = 0;
    double score[10];
    sg_prediction *prediction = NULL;
    sg_explainer *explainer = NULL;
    sg_live *live = NULL;
    sg_feed *feed = NULL;
    check_ok(sg_prediction_open(&prediction, trained, data, NULL, &err));
    REFUSED("score", sg_prediction_run(NULL, prediction, &first, 1, &err));
    REFUSED("item", sg_prediction_run(score, prediction, NULL, 1, &err));
    REFUSED("graph", sg_prediction_state_size(&size, prediction, 0, NULL, 1, &err));
    REFUSED("graph", sg_prediction_states(score, 10, prediction, 0, NULL, 1, &err));
    check_ok(sg_explainer_open(&explainer, trained, data, NULL, &err));
    REFUSED("explanation", sg_explainer_picture(&no_text, explainer, NULL, NULL, &err));
    check_ok(sg_live_open(&live, trained, data, NULL, &err));
    REFUSED("change", sg_live_edit(NULL, live, NULL, &err));
    REFUSED("text", sg_live_edit_json(NULL, NULL, live, NULL, 2, NULL, &err));
    check_ok(sg_feed_open(&feed, trained, &lines, &err));
    REFUSED("bytes", sg_feed_push(feed, NULL, 1, &err));
    sg_feed_close(feed);
    sg_live_close(live);
    sg_explainer_close(explainer);
    sg_prediction_close(prediction);
}

static void refuses_explanations(void **state)
{
    (void)state;
    sg_explanation explanation = {.struct_size = sizeof explanation};
    sg_ranking ranking = {.struct_size = sizeof ranking};
    REFUSED("explainer", sg_explainer_open(NULL, model, data, NULL, &err));
    REFUSED("model", sg_explainer_open(&no_explainer, NULL, data, NULL, &err));
    REFUSED("data", sg_explainer_open(&no_explainer, model, NULL, NULL, &err));
    REFUSED("explanation", sg_explainer_graph(NULL, NULL, 0, 0, &err));
    REFUSED("explanation", sg_explainer_node(NULL, NULL, 0, 0, 0, &err));
    REFUSED("explainer", sg_explainer_node(&explanation, NULL, 0, 0, 0, &err));
    REFUSED("explainer", sg_explainer_graph(&explanation, NULL, 0, 0, &err));
    REFUSED("ranking", sg_explainer_rank(NULL, NULL, NULL, &err));
    REFUSED("explainer", sg_explainer_rank(&ranking, NULL, NULL, &err));
    REFUSED("svg", sg_explainer_picture(NULL, NULL, &explanation, NULL, &err));
    REFUSED("explainer", sg_explainer_picture(&no_text, NULL, &explanation, NULL, &err));
    REFUSED("svg", sg_explainer_label_picture(NULL, NULL, 0, 0, &err));
    REFUSED("explainer", sg_explainer_label_picture(&no_text, NULL, 0, 0, &err));
    REFUSED("path", sg_picture_write(NULL, "<svg/>", &err));
    REFUSED("svg", sg_picture_write("x.svg", NULL, &err));
}

static void refuses_inspections(void **state)
{
    (void)state;
    sg_fold_leak leak = {.struct_size = sizeof leak};
    REFUSED("contents", sg_contents_open(NULL, model, &err));
    REFUSED("model", sg_contents_open(&no_contents, NULL, &err));
    REFUSED("diff", sg_model_diff_open(NULL, model, model, &err));
    REFUSED("first", sg_model_diff_open(&no_diff, NULL, model, &err));
    REFUSED("second", sg_model_diff_open(&no_diff, model, NULL, &err));
    REFUSED("audit", sg_audit_open(NULL, data, NULL, &err));
    REFUSED("data", sg_audit_open(&no_audit, NULL, NULL, &err));
    REFUSED("leak", sg_audit_leak(NULL, audit, splits, 0, &err));
    REFUSED("audit", sg_audit_leak(&leak, NULL, splits, 0, &err));
    REFUSED("splits", sg_audit_leak(&leak, audit, NULL, 0, &err));
}

static void refuses_runs_and_reports(void **state)
{
    (void)state;
    const sg_run_options options = {.struct_size = sizeof options, .folder = "x"},
                         nowhere = {.struct_size = sizeof nowhere},
                         lost = {.struct_size = sizeof lost, .folder = "x", .n_set = 1},
                         holed = {.struct_size = sizeof holed,
                                  .folder = "x",
                                  .set = (const char *const[]){NULL},
                                  .n_set = 1};
    const sg_epoch *epoch;
    const sg_result_target_metric *metric;
    const sg_result_prediction *prediction;
    sg_comparison comparison = {.struct_size = sizeof comparison};
    size_t n;
    const sg_search_options search = {.struct_size = sizeof search};
    REFUSED("data", sg_search(NULL, NULL, &search, &err));
    REFUSED("options", sg_search(NULL, "x", NULL, &err));
    REFUSED("options->folder", sg_search(NULL, "x", &search, &err));
    REFUSED("path", sg_run(NULL, NULL, &options, &err));
    REFUSED("options", sg_run(NULL, "x", NULL, &err));
    REFUSED("options->folder", sg_run(NULL, "x", &nowhere, &err));
    REFUSED("options->set", sg_run(NULL, "x", &lost, &err));
    REFUSED("options->set[0]", sg_run(NULL, "x", &holed, &err));
    REFUSED("results", sg_results_open(NULL, "x", &err));
    REFUSED("folder", sg_results_open(&no_results, NULL, &err));
    REFUSED("epoch", sg_results_epochs(NULL, &n, NULL, 0, &err));
    REFUSED("n", sg_results_epochs(&epoch, NULL, NULL, 0, &err));
    REFUSED("results", sg_results_epochs(&epoch, &n, NULL, 0, &err));
    REFUSED("metric", sg_results_target_metrics(NULL, &n, NULL, 0, &err));
    REFUSED("n", sg_results_target_metrics(&metric, NULL, NULL, 0, &err));
    REFUSED("results", sg_results_target_metrics(&metric, &n, NULL, 0, &err));
    REFUSED("prediction", sg_results_predictions(NULL, &n, NULL, 0, &err));
    REFUSED("n", sg_results_predictions(&prediction, NULL, NULL, 0, &err));
    REFUSED("results", sg_results_predictions(&prediction, &n, NULL, 0, &err));
    REFUSED("comparison", sg_results_compare(NULL, NULL, NULL, &err));
    REFUSED("first", sg_results_compare(&comparison, NULL, NULL, &err));
    REFUSED("path", sg_report_write(NULL, NULL, NULL, &err));
    REFUSED("results", sg_report_write("x", NULL, NULL, &err));
    REFUSED("svg", sg_figure_draw(NULL, NULL, SG_FIGURE_CURVES, 0, NULL, &err));
    REFUSED("results", sg_figure_draw(&no_text, NULL, SG_FIGURE_CURVES, 0, NULL, &err));
}

static void refuses_what_has_not_been_trained(void **state)
{
    (void)state;
    static const char text[] = "model: it has not been trained";
    double score[150 * 10];
    check_fails(sg_model_predict(score, model, data, NULL, &err), SG_EINVAL, text);
    check_fails(sg_prediction_open(&no_prediction, model, data, NULL, &err), SG_EINVAL, text);
    check_fails(sg_explainer_open(&no_explainer, model, data, NULL, &err), SG_EINVAL, text);
    check_fails(sg_feed_open(&no_feed, model, NULL, &err), SG_EINVAL, text);
    /* Of several models the one that is meant. */
    sg_model *learned = NULL;
    double spread[150 * 10];
    const sg_model_options form = {.struct_size = sizeof form, .decoder = "degree"};
    const sg_training_options training = {.struct_size = sizeof training, .n_epochs = 1};
    check_ok(sg_model_build(&learned, data, &form, &err));
    check_ok(sg_model_train(NULL, learned, data, &training, &err));
    const sg_model *const both[] = {learned, model};
    const sg_feed_options fed = {.struct_size = sizeof fed, .other = &both[1], .n_others = 1};
    check_fails(sg_models_predict(score, spread, both, 2, data, NULL, &err), SG_EINVAL,
                "model[1]: it has not been trained");
    check_fails(sg_feed_open(&no_feed, learned, &fed, &err), SG_EINVAL,
                "other[0]: it has not been trained");
    sg_model_close(learned);
}

/* As many graphs, but others. */
static void refuses_splits_of_other_data(void **state)
{
    (void)state;
    uint32_t *graph = malloc(sg_data_sizes_of(data).n_graphs * sizeof *graph);
    const uint32_t n = sg_data_sizes_of(data).n_graphs;
    sg_dataset *other = NULL;
    sg_splits *theirs = NULL, *ours = NULL;
    sg_fold_leak leak = {.struct_size = sizeof leak, .n_test = 77};
    for (uint32_t g = 0; g < n; g++) graph[g] = n - 1 - g;
    check_ok(sg_data_select(&other, data, graph, n, &err));
    check_ok(sg_splits_hold_out(&theirs, other, 0.2, 1, &err));
    check_ok(sg_splits_hold_out(&ours, data, 0.2, 1, &err));
    check_fails(sg_audit_leak(&leak, audit, theirs, 0, &err), SG_EINVAL, "other data");
    assert_int_equal(leak.n_test, 77);
    check_ok(sg_audit_leak(&leak, audit, ours, 0, &err));
    sg_splits_close(ours);
    sg_splits_close(theirs);
    sg_data_close(other);
    free(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuses_splits_of_other_data),
        cmocka_unit_test(refuses_limits),
        cmocka_unit_test(refuses_data),
        cmocka_unit_test(refuses_sources_and_splits),
        cmocka_unit_test(refuses_labels),
        cmocka_unit_test(refuses_views),
        cmocka_unit_test(refuses_models),
        cmocka_unit_test(refuses_predictions),
        cmocka_unit_test(refuses_parts_of_calls),
        cmocka_unit_test(refuses_explanations),
        cmocka_unit_test(refuses_inspections),
        cmocka_unit_test(refuses_runs_and_reports),
        cmocka_unit_test(refuses_what_has_not_been_trained),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
