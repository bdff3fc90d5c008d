/* test_counts_api.c - counts of labels and triples through sharegnn.h alone. */
#include "unit/api/two_molecules.inc"

static const char *const ROUNDS[] = {"wl:0", "wl:1", "wl:2", "cycles:6"};

static void labels_are_those_of_labelings(void **state)
{
    (void)state;
    sg_counts *counts = NULL;
    check_ok(sg_label_counts_open(&counts, data, ROUNDS, 4, NULL, &err));
    const sg_counts_arrays view = sg_counts_view_of(counts);
    assert_int_equal(view.n_graphs, sg_data_sizes_of(data).n_graphs);
    assert_int_equal(view.n_nodes, sg_data_sizes_of(data).n_nodes);
    assert_int_equal(view.n_blocks, 4);
    assert_int_equal(view.block[4], view.n_columns);
    assert_null(view.receiver_key);
    for (uint32_t b = 0; b < 4; b++) {
        sg_labels *labels = NULL;
        check_ok(sg_labels_open(&labels, data, ROUNDS[b], NULL, &err));
        const sg_labels_arrays one = sg_labels_view_of(labels);
        assert_int_equal(view.block[b + 1] - view.block[b], one.n_labels);
        assert_memory_equal(view.label[b], one.label, one.n_nodes * sizeof *one.label);
        assert_memory_equal(view.key + view.block[b], one.key, one.n_labels * sizeof *one.key);
        assert_memory_equal(view.total + view.block[b], one.count,
                            one.n_labels * sizeof *one.count);
        sg_labels_close(labels);
    }
    uint64_t sum = 0;
    for (uint64_t e = 0; e < view.row[view.n_graphs]; e++) sum += view.count[e];
    assert_int_equal(sum, (uint64_t)4 * view.n_nodes);
    sg_counts_close(counts);
    sg_counts_close(NULL);
}

static void threads_change_nothing(void **state)
{
    (void)state;
    sg_counts *counts[2] = {NULL, NULL};
    for (uint32_t t = 0; t < 2; t++) {
        const sg_label_options options = {.struct_size = sizeof options,
                                          .n_threads = 1 + 2 * t};
        check_ok(sg_label_counts_open(&counts[t], data, ROUNDS, 4, &options, &err));
    }
    const sg_counts_arrays a = sg_counts_view_of(counts[0]), b = sg_counts_view_of(counts[1]);
    assert_int_equal(a.n_columns, b.n_columns);
    assert_memory_equal(a.row, b.row, (a.n_graphs + 1) * sizeof *a.row);
    assert_memory_equal(a.column, b.column, a.row[a.n_graphs] * sizeof *a.column);
    assert_memory_equal(a.count, b.count, a.row[a.n_graphs] * sizeof *a.count);
    sg_counts_close(counts[0]);
    sg_counts_close(counts[1]);
}

static void triples_are_those_that_are_measured(void **state)
{
    (void)state;
    sg_labels *labels = NULL, *sender = NULL;
    sg_counts *counts = NULL;
    sg_triples_size size = {.struct_size = sizeof size};
    check_ok(sg_labels_open(&labels, data, "wl:1", NULL, &err));
    check_ok(sg_labels_open(&sender, data, "degree", NULL, &err));
    check_ok(sg_triples_measure(&size, data, labels, sender, "distance 0..3", 1, &err));
    check_ok(
        sg_triple_counts_open(&counts, data, "degree -> wl:1 @ distance 0..3 x2", NULL, &err));
    const sg_counts_arrays view = sg_counts_view_of(counts);
    assert_int_equal(view.n_columns, size.n_triples);
    assert_null(view.label);
    assert_non_null(view.value_key);
    uint64_t sum = 0;
    for (uint64_t e = 0; e < view.row[view.n_graphs]; e++) sum += view.count[e];
    assert_int_equal(sum, size.n_pairs);
    sg_counts_close(counts);
    check_ok(sg_triple_counts_open(
        &counts, data, "degree -> wl:1 @ distance 0..3 at-least 3 at-most 9", NULL, &err));
    const sg_counts_arrays some = sg_counts_view_of(counts);
    assert_true(some.n_columns < size.n_triples && some.n_columns > 0);
    for (uint32_t c = 0; c < some.n_columns; c++)
        assert_true(some.total[c] >= 3 && some.total[c] <= 9);
    sg_counts_close(counts);
    sg_labels_close(labels);
    sg_labels_close(sender);
}

static void mistakes_are_named(void **state)
{
    (void)state;
    sg_counts *counts = NULL;
    const char *const wrong[] = {"wl:0", "wk:1"}, *const none[] = {NULL};
    check_fails(sg_label_counts_open(&counts, data, wrong, 2, NULL, &err), SG_EINVAL, "wk");
    check_fails(sg_label_counts_open(&counts, data, none, 1, NULL, &err), SG_EINVAL,
                "expression[0]: it is NULL");
    check_fails(sg_label_counts_open(&counts, data, wrong, 0, NULL, &err), SG_EINVAL, "n is 0");
    check_fails(sg_triple_counts_open(&counts, data, "wl:1 @ distanse 3", NULL, &err),
                SG_EINVAL, "distanse");
    assert_null(counts);
}

static void refuses_what_is_missing(void **state)
{
    (void)state;
    sg_counts *counts = NULL;
    sg_counts_arrays view = {.struct_size = sizeof view};
    const sg_label_options sizeless = {0};
    check_fails(sg_label_counts_open(NULL, data, ROUNDS, 4, NULL, &err), SG_EINVAL, "counts");
    check_fails(sg_label_counts_open(&counts, NULL, ROUNDS, 4, NULL, &err), SG_EINVAL, "data");
    check_fails(sg_label_counts_open(&counts, data, NULL, 4, NULL, &err), SG_EINVAL,
                "expression");
    check_fails(sg_label_counts_open(&counts, data, ROUNDS, 4, &sizeless, &err), SG_EINVAL,
                "options->struct_size");
    check_fails(sg_triple_counts_open(NULL, data, "wl:1 @ edge", NULL, &err), SG_EINVAL,
                "counts");
    check_fails(sg_triple_counts_open(&counts, NULL, "wl:1 @ edge", NULL, &err), SG_EINVAL,
                "data");
    check_fails(sg_triple_counts_open(&counts, data, NULL, NULL, &err), SG_EINVAL, "head");
    check_fails(sg_counts_view(NULL, counts, &err), SG_EINVAL, "view");
    check_fails(sg_counts_view(&view, NULL, &err), SG_EINVAL, "counts");
    view.struct_size = sizeof view - 8;
    check_fails(sg_counts_view(&view, counts, &err), SG_EINVAL, "view->struct_size");
    assert_null(counts);
}

static bool refuse(void *context, const sg_progress *progress)
{
    (void)context, (void)progress;
    return false;
}

static void observers_stop_it(void **state)
{
    (void)state;
    const sg_observer observer = {refuse, NULL};
    const sg_label_options options = {.struct_size = sizeof options, .observer = &observer};
    sg_counts *counts = NULL;
    check_fails(sg_label_counts_open(&counts, data, ROUNDS, 4, &options, &err), SG_ECANCELED,
                "");
    check_fails(sg_triple_counts_open(&counts, data, "wl:1 @ edge", &options, &err),
                SG_ECANCELED, "");
    assert_null(counts);
}

static sg_status count_all(void *context, sg_error *err)
{
    (void)context;
    sg_counts *counts = NULL;
    const sg_label_options options = {.struct_size = sizeof options, .n_threads = 1};
    sg_status status = sg_label_counts_open(&counts, data, ROUNDS, 4, &options, err);
    sg_counts_close(counts);
    if (status != SG_OK) return status;
    counts = NULL;
    status = sg_triple_counts_open(&counts, data, "wl:1 @ distance 0..2", &options, err);
    sg_counts_close(counts);
    return status;
}

static void no_memory_leaves_nothing_behind(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(count_all, NULL) > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(labels_are_those_of_labelings),
                                       cmocka_unit_test(threads_change_nothing),
                                       cmocka_unit_test(triples_are_those_that_are_measured),
                                       cmocka_unit_test(mistakes_are_named),
                                       cmocka_unit_test(refuses_what_is_missing),
                                       cmocka_unit_test(observers_stop_it),
                                       cmocka_unit_test(no_memory_leaves_nothing_behind)};
    return cmocka_run_group_tests(tests, open_data, close_data);
}
