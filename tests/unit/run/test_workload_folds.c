/* test_workload_folds.c - folds that are read, taken from the data, made, and made inside others. */
#include "run/workload_parts.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/folder.h"
#include "support/small_data.h"

enum { N_ITEMS = 12 };

/* Twelve graphs called "small" of two classes: 0 1 0 1 ... */
static sg_workload workload_of(const sg_experiment *e)
{
    return (sg_workload){.experiment = e,
                         .data = small_data("0: 1", "1: 1", "0: 1", "1: 1", "0: 1", "1: 1",
                                            "0: 1", "1: 1", "0: 1", "1: 1", "0: 1", "1: 1")};
}

/* How often the fold has each item, over all its parts. */
static void count_items(uint32_t count[N_ITEMS], const sg_fold *fold)
{
    for (int p = 0; p < SG_N_PARTS; p++)
        for (uint32_t i = 0; i < fold->part[p].n; i++) {
            assert_true(fold->part[p].index[i] < N_ITEMS);
            count[fold->part[p].index[i]]++;
        }
}

static void check_part(const sg_index_list *list, const uint32_t *expected, uint32_t n)
{
    assert_int_equal(list->n, n);
    assert_memory_equal(list->index, expected, n * sizeof *expected);
}

/* ---- Split files ------------------------------------------------------------------------------ */

#define ONE_FOLD                                                                               \
    "{\"test\": [0, 1], \"model_selection\": [{\"train\": [5, 3], \"validation\": [7]}]}"

static char *const FAIR = (char[]){"fair"};

/* Splits stand in a folder beside the data, for a file and for a file with settings behind it. */
static void files_stand_beside_the_data(void **state)
{
    (void)state;
    const sg_experiment e = {.protocol = SG_PROTOCOL_FAIR, .splits = FAIR};
    check_write(folder, "splits/fair/small_splits.json", "[" ONE_FOLD "," ONE_FOLD "]");
    static const char *const data[] = {"small.csv", "small.csv?target=a/b"};
    for (int d = 0; d < 2; d++) {
        sg_workload w = workload_of(&e);
        check_ok(sgi_workload_open_splits(&w, path_of(data[d]), &err));
        assert_int_equal(w.n_inner, 1);
        assert_int_equal(sgi_workload_count_folds(&w), 2);
        for (uint32_t f = 0; f < 2; f++) {
            const sg_fold *fold = sgi_workload_fold_at(&w, f);
            assert_ptr_equal(fold, &w.splits.fold[f]);
            check_part(&fold->part[SG_TRAIN], (uint32_t[]){5, 3}, 2);
            check_part(&fold->part[SG_VALIDATION], (uint32_t[]){7}, 1);
            check_part(&fold->part[SG_TEST], (uint32_t[]){0, 1}, 2);
        }
        sg_workload_close(&w);
    }
}

static void check_open_fails(const sg_experiment *e, sg_status code, const char *part)
{
    sg_workload w = workload_of(e);
    check_fails(sgi_workload_open_splits(&w, path_of("small.csv"), &err), code, part);
    sg_workload_close(&w);
}

static void bad_files_are_refused(void **state)
{
    (void)state;
    char name[] = "bad";
    sg_experiment e = {.protocol = SG_PROTOCOL_FAIR, .splits = name};
    check_open_fails(&e, SG_ENOTFOUND, "small has no splits; protocol: k-fold makes its own");
    check_write(folder, "splits/zoo/small_splits.json", "[]");
    check_write(folder, "splits/ant/small_splits.json", "[]");
    check_write(folder, "splits/other/large_splits.json", "[]");
    check_open_fails(&e, SG_ENOTFOUND, "small has splits: ant, zoo");
    check_write(folder, "splits/bad/small_splits.json", "[]");
    check_open_fails(&e, SG_EFORMAT, "the list of folds is empty");
    check_write(
        folder, "splits/bad/small_splits.json",
        "[{\"test\": [0], \"model_selection\": [{\"train\": [], \"validation\": [1]}]}]");
    check_open_fails(&e, SG_EFORMAT, "fold 0 has no training items");
    check_write(folder, "splits/bad/small_splits.json", "[" ONE_FOLD "," ONE_FOLD "]");
    e.protocol = SG_PROTOCOL_FIXED;
    check_open_fails(&e, SG_EINVAL, "the split file has 2 folds, and 1 is needed");
}

/* ---- The data's own parts --------------------------------------------------------------------- */

static void parts_of_the_data_come_before_files(void **state)
{
    (void)state;
    const sg_experiment e = {.protocol = SG_PROTOCOL_FIXED, .splits = FAIR};
    sg_workload w = workload_of(&e);
    w.data.items.part = sg_alloc(N_ITEMS, 1);
    assert_non_null(w.data.items.part);
    for (uint32_t i = 0; i < N_ITEMS; i++)
        w.data.items.part[i] = i < 9 ? SG_TRAIN : i < 10 ? SG_VALIDATION : SG_TEST;
    check_ok(sgi_workload_open_splits(&w, path_of("nowhere/small.csv"), &err));
    assert_int_equal(sgi_workload_count_folds(&w), 1);
    const sg_fold *fold = sgi_workload_fold_at(&w, 0);
    check_part(&fold->part[SG_TRAIN], (uint32_t[]){0, 1, 2, 3, 4, 5, 6, 7, 8}, 9);
    check_part(&fold->part[SG_VALIDATION], (uint32_t[]){9}, 1);
    check_part(&fold->part[SG_TEST], (uint32_t[]){10, 11}, 2);
    sg_workload_close(&w);
}

/* ---- Made folds ------------------------------------------------------------------------------- */

static void every_item_is_tested_once(void **state)
{
    (void)state;
    const sg_experiment e = {.protocol = SG_PROTOCOL_K_FOLD, .n_folds = 3, .seed = 5};
    sg_workload w = workload_of(&e);
    uint32_t tested[N_ITEMS] = {0};
    check_ok(sgi_workload_open_splits(&w, "nowhere", &err));
    assert_int_equal(sgi_workload_count_folds(&w), 3);
    for (uint32_t f = 0; f < 3; f++) {
        const sg_fold *fold = sgi_workload_fold_at(&w, f);
        uint32_t count[N_ITEMS] = {0}, n_first = 0;
        count_items(count, fold);
        for (uint32_t i = 0; i < N_ITEMS; i++) assert_int_equal(count[i], 1);
        assert_int_equal(fold->part[SG_TEST].n, 4);
        for (uint32_t i = 0; i < 4; i++) {
            tested[fold->part[SG_TEST].index[i]]++;
            n_first += fold->part[SG_TEST].index[i] % 2 == 0;
        }
        assert_int_equal(n_first, 2); /* half of each class */
    }
    for (uint32_t i = 0; i < N_ITEMS; i++) assert_int_equal(tested[i], 1);
    sg_workload_close(&w);
    const sg_experiment too_many = {.protocol = SG_PROTOCOL_K_FOLD, .n_folds = N_ITEMS + 1};
    check_open_fails(&too_many, SG_EINVAL, "13");
}

/* Folds of selection follow those of evaluation, and divide what these do not test. */
static void inner_folds_come_last(void **state)
{
    (void)state;
    const sg_experiment e = {
        .protocol = SG_PROTOCOL_NESTED, .n_folds = 3, .n_inner_folds = 2, .seed = 5};
    sg_workload w = workload_of(&e);
    check_ok(sgi_workload_open_splits(&w, "nowhere", &err));
    assert_int_equal(w.n_inner, 2);
    assert_int_equal(sgi_workload_count_folds(&w), 3 + 6);
    for (uint32_t f = 0; f < 6; f++) {
        const sg_fold *inner = sgi_workload_fold_at(&w, 3 + f),
                      *outer = sgi_workload_fold_at(&w, f / 2);
        assert_ptr_equal(inner, &w.inner.fold[f]);
        uint32_t count[N_ITEMS] = {0};
        count_items(count, inner);
        for (uint32_t i = 0; i < outer->part[SG_TEST].n; i++)
            count[outer->part[SG_TEST].index[i]]++;
        for (uint32_t i = 0; i < N_ITEMS; i++) assert_int_equal(count[i], 1);
    }
    sg_workload_close(&w);
}

/* ---- Shares ----------------------------------------------------------------------------------- */

/* The training items of every fold, each once; the first two are one of each class. */
static void shares_are_ordered_where_one_is_wanted(void **state)
{
    (void)state;
    const sg_experiment e = {
        .protocol = SG_PROTOCOL_NESTED, .n_folds = 3, .n_inner_folds = 2, .seed = 5};
    sg_workload w = workload_of(&e);
    sg_configuration configuration[2] = {{.train.share = 1}, {.train.share = 1}};
    check_ok(sgi_workload_open_splits(&w, "nowhere", &err));
    w.configuration = configuration;
    w.n_configurations = 2;
    check_ok(sgi_workload_order_shares(&w, &err));
    assert_null(w.share);
    configuration[1].train.share = 0.5;
    check_ok(sgi_workload_order_shares(&w, &err));
    for (uint32_t f = 0; f < sgi_workload_count_folds(&w); f++) {
        const sg_index_list *list = &sgi_workload_fold_at(&w, f)->part[SG_TRAIN];
        uint32_t count[N_ITEMS] = {0};
        for (uint32_t i = 0; i < list->n; i++) {
            count[list->index[i]]++;
            count[w.share[f][i]]++;
        }
        for (uint32_t i = 0; i < N_ITEMS; i++) assert_true(count[i] == 0 || count[i] == 2);
        assert_int_not_equal(w.share[f][0] % 2, w.share[f][1] % 2);
    }
    w.configuration = NULL;
    w.n_configurations = 0;
    sg_workload_close(&w);
}

/* ---- Memory ----------------------------------------------------------------------------------- */

static void forget_folds(sg_workload *w)
{
    for (uint32_t f = 0; w->share != NULL && f < sgi_workload_count_folds(w); f++)
        sg_free(w->share[f]);
    sg_free(w->share);
    w->share = NULL;
    sg_splits_free(&w->splits);
    sg_splits_free(&w->inner);
}

static sg_status open_folds(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    sg_workload *w = context;
    SG_TRY(sgi_workload_open_splits(w, path_of("small.csv"), err));
    SG_TRY(sgi_workload_order_shares(w, err));
done:
    forget_folds(w);
    return status;
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    sg_experiment e = {
        .protocol = SG_PROTOCOL_NESTED, .n_folds = 2, .n_inner_folds = 2, .splits = FAIR};
    sg_configuration configuration = {.train.share = 0.5};
    sg_workload w = workload_of(&e);
    w.configuration = &configuration;
    w.n_configurations = 1;
    assert_true(check_out_of_memory(open_folds, &w) >= 30);
    e.protocol = SG_PROTOCOL_FAIR;
    check_write(folder, "splits/fair/small_splits.json", "[" ONE_FOLD "]");
    assert_true(check_out_of_memory(open_folds, &w) >= 5);
    w.configuration = NULL;
    w.n_configurations = 0;
    sg_workload_close(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(files_stand_beside_the_data, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(bad_files_are_refused, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(parts_of_the_data_come_before_files, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(every_item_is_tested_once, make_folder, remove_folder),
        cmocka_unit_test(inner_folds_come_last),
        cmocka_unit_test(shares_are_ordered_where_one_is_wanted),
        cmocka_unit_test_setup_teardown(survives_any_failing_allocation, make_folder,
                                        remove_folder)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
