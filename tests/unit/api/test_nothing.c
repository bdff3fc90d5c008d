/* test_nothing.c - what functions give that cannot fail where they are given NULL: nothing. */
#include "unit/api/refused_calls.inc"

/* An array that is not there has no entries: its count is set all the same. */
#define NONE(count, call)                                                                      \
    do {                                                                                       \
        (count) = 7;                                                                           \
        assert_null(call);                                                                     \
        assert_int_equal(count, 0);                                                            \
    } while (0)

/* Functions without an error give nothing. */
static void gives_nothing_of_nothing(void **state)
{
    (void)state;
    size_t n = 7;
    uint32_t n_graphs = 7;
    uint64_t n_weights = 7;
    char text[32];
    assert_null(sg_data_name(NULL));
    assert_int_equal(sg_data_sizes_of(NULL).n_graphs, 0);
    assert_null(sg_data_view_of(NULL).graph_offset);
    assert_null(sg_data_node_label_name(NULL, 0));
    assert_null(sg_data_edge_label_name(NULL, 0));
    assert_null(sg_data_node_label_word(NULL, 0));
    assert_null(sg_data_edge_label_word(NULL, 0));
    assert_null(sg_data_class_word(NULL, 0));
    assert_null(sg_data_target_name(NULL, 0));
    assert_null(sg_data_node_attribute_name(NULL, 0));
    assert_null(sg_data_edge_attribute_name(NULL, 0));
    assert_null(sg_data_graph_id(NULL, 0));
    assert_null(sg_data_node_id(NULL, 0));
    assert_int_equal(sg_data_repairs_of(NULL).self_loops, 0);
    assert_int_equal(sg_data_fingerprint(NULL), 0);
    assert_int_equal(sg_splits_folds(NULL), 0);
    NONE(n_graphs, sg_splits_part(&n_graphs, NULL, 0, SG_TRAIN));
    NONE(n_weights, sg_weights_view(&n_weights, NULL, 0));
    assert_null(sg_splits_part(NULL, splits, 0, SG_TRAIN));
    assert_null(sg_splits_part(&n_graphs, splits, 0, SG_N_PARTS));
    assert_null(sg_part_word((sg_part)99));
    assert_null(sg_task_word((sg_task)99));
    assert_int_equal(sg_labels_view_of(NULL).n_labels, 0);
    assert_int_equal(sg_model_sizes_of(NULL).n_layers, 0);
    assert_int_equal(sg_model_class(NULL, 0), 0);
    assert_null(sg_model_class_word(NULL, 0));
    assert_null(sg_model_target(NULL, 0));
    assert_int_equal(sg_feed_count(NULL), 0);
    assert_null(sg_feed_line_of(NULL, 0).score);
    NONE(n, sg_explainer_labelings(&n, NULL));
    NONE(n, sg_explainer_heads(&n, NULL));
    assert_int_equal(sg_explainer_node_name(text, 32, NULL, 0, 0), 0);
    assert_int_equal(sg_explainer_label_name(text, 32, NULL, 0, 0), 0);
    assert_int_equal(sg_explainer_label_words(text, 32, NULL, 0, 0), 0);
    assert_int_equal(sg_explainer_weight_name(text, 32, NULL, 0, 0), 0);
    NONE(n, sg_contents_layers(&n, NULL));
    assert_null(sg_contents_layers(NULL, contents));
    NONE(n, sg_contents_labelings(&n, NULL));
    assert_int_equal(sg_contents_largest(NULL, 3, contents, 0, 0), 0);
    sg_contents_key_text(text, NULL, 1);
    NONE(n, sg_model_diff_layers(&n, NULL));
    assert_int_equal(sg_model_diff_largest(NULL, 3, NULL), 0);
    assert_int_equal(sg_audit_numbers_of(NULL).n_graphs, 0);
    NONE(n, sg_audit_groups(&n, NULL));
    assert_null(sg_results_overview_of(NULL).folder);
    NONE(n, sg_results_axes(&n, NULL));
    NONE(n, sg_results_configurations(&n, NULL));
    NONE(n, sg_results_jobs(&n, NULL));
    sg_explanation_free(NULL);
    sg_ranking_free(NULL);
    sg_comparison_free(NULL);
}

static void closes_nothing(void **state)
{
    (void)state;
    sg_data_close(NULL);
    sg_data_builder_close(NULL);
    sg_splits_close(NULL);
    sg_labels_close(NULL);
    sg_model_close(NULL);
    sg_prediction_close(NULL);
    sg_feed_close(NULL);
    sg_explainer_close(NULL);
    sg_contents_close(NULL);
    sg_model_diff_close(NULL);
    sg_audit_close(NULL);
    sg_results_close(NULL);
    sg_counts_close(NULL);
    sg_weights_close(NULL);
    sg_power_close(NULL);
    sg_pair_trials_close(NULL);
    sg_live_close(NULL);
    sg_account_close(NULL);
    sg_watch_close(NULL);
    sg_text_release(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(gives_nothing_of_nothing),
                                       cmocka_unit_test(closes_nothing)};
    return cmocka_run_group_tests(tests, open_all, close_all);
}
