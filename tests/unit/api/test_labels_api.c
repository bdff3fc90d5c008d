/* test_labels_api.c - labels and triples through sharegnn.h alone. */
#include "unit/api/two_molecules.inc"

#include "base/mem.h"

#include <dirent.h>
#include <time.h>

static const sg_label_options ALONE = {.struct_size = sizeof ALONE, .n_threads = 1};

static sg_labels *open_labels(const char *expression, const sg_label_options *options)
{
    sg_labels *labels = NULL;
    check_ok(sg_labels_open(&labels, data, expression, options, &err));
    assert_non_null(labels);
    return labels;
}

static void check_equal(const sg_labels *a, const sg_labels *b)
{
    const sg_labels_arrays x = sg_labels_view_of(a), y = sg_labels_view_of(b);
    assert_int_equal(x.n_nodes, y.n_nodes);
    assert_int_equal(x.n_labels, y.n_labels);
    assert_memory_equal(x.label, y.label, x.n_nodes * sizeof *x.label);
    assert_memory_equal(x.key, y.key, x.n_labels * sizeof *x.key);
    assert_memory_equal(x.count, y.count, x.n_labels * sizeof *x.count);
}

/* ---- Labels ------------------------------------------------------------------------------- */

static void nodes_get_dense_labels(void **state)
{
    (void)state;
    sg_labels *labels = open_labels("label", NULL);
    const sg_labels_arrays view = sg_labels_view_of(labels);
    const sg_data_arrays arrays = sg_data_view_of(data);
    uint64_t total = 0;
    assert_int_equal(view.n_nodes, sg_data_sizes_of(data).n_nodes);
    for (uint32_t i = 0; i < view.n_labels; i++) {
        total += view.count[i];
        if (i > 0) assert_true(view.count[i] <= view.count[i - 1]);
    }
    assert_int_equal(total, view.n_nodes);
    for (uint32_t u = 0; u < view.n_nodes; u++)
        for (uint32_t v = 0; v < u; v++)
            assert_int_equal(view.label[u] == view.label[v],
                             arrays.node_label[u] == arrays.node_label[v]);
    sg_labels_close(labels);
    sg_labels_close(NULL);
}

static void threads_change_nothing(void **state)
{
    (void)state;
    const uint32_t n_threads[] = {0, 2, 3, 8};
    sg_labels *alone = open_labels("wl-edges:2+cycles:6 limit 9", &ALONE);
    for (int t = 0; t < 4; t++) {
        const sg_label_options options = {.struct_size = sizeof options,
                                          .n_threads = n_threads[t]};
        sg_labels *labels = open_labels(" wl-edges:2 + cycles:6  limit 9", &options);
        check_equal(labels, alone);
        sg_labels_close(labels);
    }
    sg_labels_close(alone);
}

static void wrong_expressions_are_told(void **state)
{
    (void)state;
    sg_labels *labels = NULL;
    check_fails(sg_labels_open(&labels, data, "wll:2", NULL, &err), SG_EINVAL,
                "\"wll:2\", column 1: unknown labeling \"wll\"; did you mean wl?");
    check_fails(sg_labels_open(&labels, data, "", &ALONE, &err), SG_EINVAL, "column 1");
    assert_int_equal(sg_labels_open(&labels, data, "degree limit 0", NULL, NULL), SG_EINVAL);
    assert_null(labels);
}

static void a_budget_is_kept(void **state)
{
    (void)state;
    sg_dataset *rings = NULL;
    sg_labels *labels = NULL;
    const sg_label_options little = {.struct_size = sizeof little, .n_threads = 2, .budget = 1};
    check_ok(sg_data_generate(&rings, "CSL", 0, &err));
    check_fails(sg_labels_open(&labels, rings, "cycles:10", &little, &err), SG_ELIMIT,
                "cycles: graph 0 (41 nodes, 82 edges)");
    assert_null(labels);
    sg_data_close(rings);
}

static void kinds_are_listed(void **state)
{
    (void)state;
    assert_true(sg_labeling_count() >= 13);
    assert_true(sg_property_count() >= 5);
    for (size_t i = 0; i < sg_labeling_count(); i++) {
        const sg_invariant_kind kind = sg_labeling_of(i);
        assert_non_null(kind.usage);
        assert_non_null(kind.about);
        sg_labels_close(open_labels(kind.example, &ALONE));
    }
    for (size_t i = 0; i < sg_property_count(); i++) {
        const sg_invariant_kind kind = sg_property_of(i);
        assert_non_null(kind.usage);
        assert_non_null(kind.about);
        assert_non_null(kind.example);
    }
    assert_null(sg_labeling_of(sg_labeling_count()).usage);
    assert_null(sg_property_of(SIZE_MAX).usage);
}

/* ---- Comparison --------------------------------------------------------------------------- */

static void check_relation(const char *first, const char *second, bool refines, bool refined)
{
    sg_labels *a = open_labels(first, &ALONE), *b = open_labels(second, &ALONE);
    sg_labels_relation relation = {.struct_size = sizeof relation};
    check_ok(sg_labels_compare(&relation, a, b, &err));
    assert_int_equal(relation.first_refines, refines);
    assert_int_equal(relation.second_refines, refined);
    assert_true(relation.n_joint >= sg_labels_view_of(a).n_labels);
    assert_true(relation.n_joint >= sg_labels_view_of(b).n_labels);
    sg_labels_close(a);
    sg_labels_close(b);
}

static void labelings_are_compared(void **state)
{
    (void)state;
    check_relation("wl:2", "wl:1", true, false);
    check_relation("none", "label", false, true);
    check_relation("label", "wl:0", true, true);
    check_relation("degree", "label", true, false);
    check_relation("index", "label", false, false);
}

static void labels_of_different_data_are_refused(void **state)
{
    (void)state;
    sg_dataset *other = NULL;
    sg_labels *a = open_labels("degree", &ALONE), *b = NULL;
    sg_labels_relation relation = {.struct_size = sizeof relation, .n_joint = 77};
    sg_triples_size size = {.struct_size = sizeof size, .n_triples = 77};
    const sg_data_options options = {
        .struct_size = sizeof options, .folder = SG_TEST_FIXTURES, .n_threads = 1};
    check_ok(sg_data_open(&other, "CYC", &options, &err));
    check_ok(sg_labels_open(&b, other, "degree", &ALONE, &err));
    check_fails(sg_labels_compare(&relation, a, b, &err), SG_EINVAL, "one data set");
    check_fails(sg_triples_measure(&size, data, a, b, "edge", 1, &err), SG_EINVAL,
                "another data set");
    check_fails(sg_triples_measure(&size, data, b, a, "edge", 1, &err), SG_EINVAL,
                "another data set");
    assert_int_equal(relation.n_joint, 77);
    assert_int_equal(size.n_triples, 77);
    sg_labels_close(a);
    sg_labels_close(b);
    sg_data_close(other);
}

/* As many nodes, but others: the same graphs the other way round. */
static void labels_of_data_of_the_same_size_are_refused(void **state)
{
    (void)state;
    sg_dataset *other = NULL, *same = NULL;
    sg_labels *own = open_labels("label", NULL), *theirs = NULL, *again = NULL;
    sg_labels_relation relation = {.struct_size = sizeof relation, .n_joint = 77};
    sg_triples_size size = {.struct_size = sizeof size, .n_triples = 77};
    check_ok(sg_data_select(&other, data, (uint32_t[]){1, 0}, 2, &err));
    check_ok(sg_data_select(&same, data, (uint32_t[]){0, 1}, 2, &err));
    check_ok(sg_labels_open(&theirs, other, "label", NULL, &err));
    check_ok(sg_labels_open(&again, same, "label", NULL, &err));
    check_fails(sg_labels_compare(&relation, own, theirs, &err), SG_EINVAL, "different data");
    check_fails(sg_triples_measure(&size, data, own, theirs, "edge", 1, &err), SG_EINVAL,
                "labels of the senders are of other data than MOL2");
    check_fails(sg_triples_measure(&size, data, theirs, own, "edge", 1, &err), SG_EINVAL,
                "labels of the receivers");
    assert_true(size.n_triples == 77 && relation.n_joint == 77);
    /* A copy is the same data. */
    check_ok(sg_triples_measure(&size, data, own, again, "edge", 1, &err));
    check_ok(sg_labels_compare(&relation, own, again, &err));
    sg_labels_close(own);
    sg_labels_close(theirs);
    sg_labels_close(again);
    sg_data_close(other);
    sg_data_close(same);
}

/* ---- Triples ------------------------------------------------------------------------------ */

static void triples_are_measured(void **state)
{
    (void)state;
    sg_labels *none = open_labels("none", &ALONE), *index = open_labels("index", &ALONE);
    const sg_data_size sizes = sg_data_sizes_of(data);
    sg_triples_size size = {.struct_size = sizeof size};
    check_ok(sg_triples_measure(&size, data, none, none, "distance 0..1", 2, &err));
    assert_int_equal(size.n_triples, 2);
    assert_int_equal(size.n_values, 2);
    assert_int_equal(size.n_pairs, sizes.n_nodes + sizes.n_arcs);
    check_ok(sg_triples_measure(&size, data, none, none, "distance 1", 0, &err));
    assert_int_equal(size.n_triples, 1);
    assert_int_equal(size.n_pairs, sizes.n_arcs);
    check_ok(sg_triples_measure(&size, data, index, none, "distance 0", 1, &err));
    assert_int_equal(size.n_triples, sg_labels_view_of(index).n_labels);
    check_ok(sg_triples_measure(&size, data, none, none, "distance 0..1023", 1, &err));
    assert_int_equal(size.n_triples, size.n_values);
    assert_true(size.n_values < 50);
    check_fails(sg_triples_measure(&size, data, none, none, "distnce 3", 1, &err), SG_EINVAL,
                "did you mean distance?");
    sg_labels_close(none);
    sg_labels_close(index);
}

/* ---- Progress and cache ------------------------------------------------------------------- */

/* An observer that takes its time, so that a result is worth keeping. */
typedef struct watcher {
    uint32_t n_reports;
    bool slow;
    bool answer;
} watcher;

static bool on_progress(void *context, const sg_progress *progress)
{
    watcher *w = context;
    const struct timespec pause = {.tv_nsec = 70000000};
    assert_string_equal(progress->stage, "labeling");
    w->n_reports++;
    if (w->slow) (void)nanosleep(&pause, NULL);
    return w->answer;
}

static void pairs_are_measured(void **state)
{
    (void)state;
    uint64_t n_pairs = 0;
    for (uint32_t n_threads = 1; n_threads <= 3; n_threads++) {
        check_ok(sg_pairs_measure(&n_pairs, data, "distance 0", n_threads, &err));
        assert_int_equal(n_pairs, sg_data_sizes_of(data).n_nodes);
        check_ok(sg_pairs_measure(&n_pairs, data, "edge", n_threads, &err));
        assert_int_equal(n_pairs,
                         sg_data_sizes_of(data).n_nodes + sg_data_sizes_of(data).n_arcs);
    }
    check_fails(sg_pairs_measure(&n_pairs, data, "distanse 3", 1, &err), SG_EINVAL, "distance");
}

static void the_observer_can_stop(void **state)
{
    (void)state;
    watcher w = {.answer = false};
    const sg_observer observer = {on_progress, &w};
    const sg_label_options options = {
        .struct_size = sizeof options, .n_threads = 1, .observer = &observer};
    sg_labels *labels = NULL;
    check_fails(sg_labels_open(&labels, data, "wl:2", &options, &err), SG_ECANCELED, "stopped");
    assert_null(labels);
    assert_int_equal(w.n_reports, 1);
}

static size_t count_files(const char *folder)
{
    size_t n = 0;
    DIR *all = opendir(folder);
    if (all == NULL) return 0;
    for (struct dirent *entry; (entry = readdir(all)) != NULL;) n += entry->d_name[0] != '.';
    closedir(all);
    return n;
}

/* Whether labeling had to be done; the labels must be the same in any case. */
static bool is_computed(const char *expression, const char *cache, bool slow)
{
    watcher w = {.slow = slow, .answer = true};
    const sg_observer observer = {on_progress, &w};
    const sg_label_options options = {
        .struct_size = sizeof options, .n_threads = 1, .cache = cache, .observer = &observer};
    sg_labels *labels = open_labels(expression, &options);
    sg_labels *plain = open_labels(expression, &ALONE);
    check_equal(labels, plain);
    sg_labels_close(labels);
    sg_labels_close(plain);
    return w.n_reports > 0;
}

static void slow_results_are_kept(void **state)
{
    (void)state;
    char *folder = check_folder();
    assert_true(is_computed("wl:2 limit 5", folder, true));
    assert_int_equal(count_files(folder), 1);
    assert_false(is_computed("wl:2 limit 5", folder, true));
    assert_false(is_computed("  wl:2\tlimit 05", folder, true));
    assert_true(is_computed("wl:3", folder, true));
    assert_int_equal(count_files(folder), 2);
    check_folder_remove(folder);
}

static void fast_results_are_not_worth_a_file(void **state)
{
    (void)state;
    char *folder = check_folder();
    assert_true(is_computed("degree", folder, false));
    assert_int_equal(count_files(folder), 0);
    check_folder_remove(folder);
}

static void a_damaged_file_is_replaced(void **state)
{
    (void)state;
    char *folder = check_folder(), name[256] = "";
    assert_true(is_computed("wl:2", folder, true));
    DIR *all = opendir(folder);
    assert_non_null(all);
    for (struct dirent *entry; (entry = readdir(all)) != NULL;)
        if (entry->d_name[0] != '.') (void)snprintf(name, sizeof name, "%s", entry->d_name);
    closedir(all);
    check_write(folder, name, "something else");
    assert_true(is_computed("wl:2", folder, true));
    assert_false(is_computed("wl:2", folder, true));
    assert_int_equal(count_files(folder), 1);
    check_folder_remove(folder);
}

static void a_cache_that_cannot_be_written_does_no_harm(void **state)
{
    (void)state;
    assert_true(is_computed("wl:2", "/proc/no/such/folder", true));
    assert_true(is_computed("wl:2", "/dev/null", true));
}

static void simple_keys_have_words(void **state)
{
    (void)state;
    sg_labels *degrees = NULL;
    sg_counts *counts = NULL;
    char text[4][32];
    check_ok(sg_labels_open(&degrees, data, "degree", NULL, &err));
    const sg_labels_arrays view = sg_labels_view_of(degrees);
    check_ok(sg_keys_text(text[0], view.key, 1, &err));
    assert_memory_equal(text[0], "degree ", 7);
    check_ok(sg_triple_counts_open(&counts, data, "degree @ distance 2", NULL, &err));
    check_ok(sg_keys_text(text[0], sg_counts_view_of(counts).value_key, 1, &err));
    assert_string_equal(text[0], "distance 2");
    const uint64_t nothing[] = {0x123456789abcdef0, 1};
    check_ok(sg_keys_text(text[0], nothing, 2, &err));
    assert_string_equal(text[0], "123456789abcdef0");
    assert_string_equal(text[1], "0000000000000001");
    check_ok(sg_keys_text(text[0], nothing, 0, &err));
    check_fails(sg_keys_text(NULL, nothing, 2, &err), SG_EINVAL, "text");
    check_fails(sg_keys_text(text[0], NULL, 2, &err), SG_EINVAL, "key");
    sg_counts_close(counts);
    sg_labels_close(degrees);
}

/* ---- Memory ------------------------------------------------------------------------------- */

static sg_status use_everything(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_label_options options = {
        .struct_size = sizeof options, .n_threads = 1, .cache = context};
    sg_labels *a = NULL, *b = NULL;
    sg_labels_relation relation = {.struct_size = sizeof relation};
    sg_triples_size size = {.struct_size = sizeof size};
    SG_TRY(sg_labels_open(&a, data, "wl:2+label limit 5", &options, err));
    SG_TRY(sg_labels_open(&b, data, "degree", &options, err));
    SG_TRY(sg_labels_compare(&relation, a, b, err));
    SG_TRY(sg_triples_measure(&size, data, a, b, "distance 0..3", 2, err));
done:
    sg_labels_close(a);
    sg_labels_close(b);
    return status;
}

/* The first result comes from the cache, the second is computed. */
static void survives_failing_allocations(void **state)
{
    (void)state;
    char *folder = check_folder();
    assert_true(is_computed("wl:2+label limit 5", folder, true));
    assert_true(check_out_of_memory(use_everything, NULL) > 20);
    assert_true(check_out_of_memory(use_everything, folder) > 20);
    check_folder_remove(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_get_dense_labels),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(wrong_expressions_are_told),
        cmocka_unit_test(a_budget_is_kept),
        cmocka_unit_test(kinds_are_listed),
        cmocka_unit_test(labelings_are_compared),
        cmocka_unit_test(labels_of_different_data_are_refused),
        cmocka_unit_test(labels_of_data_of_the_same_size_are_refused),
        cmocka_unit_test(triples_are_measured),
        cmocka_unit_test(pairs_are_measured),
        cmocka_unit_test(the_observer_can_stop),
        cmocka_unit_test(slow_results_are_kept),
        cmocka_unit_test(fast_results_are_not_worth_a_file),
        cmocka_unit_test(a_damaged_file_is_replaced),
        cmocka_unit_test(a_cache_that_cannot_be_written_does_no_harm),
        cmocka_unit_test(simple_keys_have_words),
        cmocka_unit_test(survives_failing_allocations),
    };
    return cmocka_run_group_tests(tests, open_data, close_data);
}
