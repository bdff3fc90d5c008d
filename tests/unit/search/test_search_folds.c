/* test_search_folds.c - who validates candidates, and data with which nothing can be searched. */
#include "search/search_folds.h"

#include "base/mem.h"
#include "sharegnn.h"
#include "support/check.h"

#include <string.h>

enum { MOST = 4000 };

/* Graphs of one node; class i % n_classes, target value i % n_values. */
static sg_dataset *points(uint32_t n, uint32_t n_classes, uint32_t n_values)
{
    static uint32_t offset[MOST + 1];
    static int64_t class[MOST];
    static double target[MOST];
    sg_dataset *data = NULL;
    for (uint32_t i = 0; i < n; i++) {
        offset[i + 1] = i + 1;
        class[i] = n_classes > 0 ? i % n_classes : 0;
        target[i] = n_values > 0 ? i % n_values : 0;
    }
    const sg_graph_arrays arrays = {.struct_size = sizeof arrays,
                                    .n_graphs = n,
                                    .graph_offset = offset,
                                    .graph_class = n_classes > 0 ? class : NULL,
                                    .target = n_values > 0 ? target : NULL};
    check_ok(sg_data_from_arrays(&data, &arrays, &err));
    return data;
}

/* Every item trains or validates in every fold, and validates in at most one. */
static void check_folds(const sg_search_folds *folds, uint32_t n)
{
    static uint8_t seen[MOST];
    memset(seen, 0, sizeof seen);
    for (uint32_t f = 0; f < folds->inner.n_folds; f++) {
        const sg_fold *fold = &folds->inner.fold[f];
        assert_int_equal(fold->part[SG_TRAIN].n + fold->part[SG_VALIDATION].n, n);
        assert_int_equal(fold->part[SG_TEST].n, 0);
        for (uint32_t i = 0; i < fold->part[SG_VALIDATION].n; i++)
            assert_int_equal(seen[fold->part[SG_VALIDATION].index[i]]++, 0);
    }
}

static void few_items_validate_in_turn(void **state)
{
    (void)state;
    sg_dataset *data = points(200, 2, 0);
    sg_search_folds folds = {0};
    check_ok(sg_search_folds_make(&folds, data, SG_CLASSIFICATION, NULL, 0, 1, &err));
    assert_int_equal(folds.inner.n_folds, 5);
    assert_true(folds.careful);
    check_folds(&folds, 200);
    assert_int_equal(folds.last.fold[0].part[SG_TEST].n, 0);
    sg_search_folds_free(&folds);
    sg_data_close(data);
}

static void many_items_are_held_out(void **state)
{
    (void)state;
    sg_dataset *data = points(2000, 2, 0);
    sg_search_folds folds = {0};
    check_ok(sg_search_folds_make(&folds, data, SG_CLASSIFICATION, NULL, 0, 1, &err));
    assert_int_equal(folds.inner.n_folds, 1);
    assert_int_equal(folds.inner.fold[0].part[SG_VALIDATION].n, 400);
    assert_false(folds.careful);
    check_folds(&folds, 2000);
    sg_search_folds_free(&folds);
    sg_data_close(data);
}

static void test_items_are_outside(void **state)
{
    (void)state;
    sg_dataset *data = points(100, 2, 0);
    uint32_t item[100];
    for (uint32_t i = 0; i < 100; i++) item[i] = i;
    const sg_fold outer = {.part = {[SG_TRAIN] = {item, 60},
                                    [SG_VALIDATION] = {item + 60, 20},
                                    [SG_TEST] = {item + 80, 20}}};
    sg_search_folds folds = {0};
    check_ok(sg_search_folds_make(&folds, data, SG_CLASSIFICATION, &outer, 4, 1, &err));
    assert_int_equal(folds.inner.n_folds, 4);
    check_folds(&folds, 80);
    for (uint32_t f = 0; f < 4; f++)
        for (int p = 0; p < SG_N_PARTS; p++)
            for (uint32_t i = 0; i < folds.inner.fold[f].part[p].n; i++)
                assert_true(folds.inner.fold[f].part[p].index[i] < 80);
    assert_int_equal(folds.last.fold[0].part[SG_TRAIN].n, 60);
    assert_int_equal(folds.last.fold[0].part[SG_TEST].n, 20);
    sg_search_folds_free(&folds);
    sg_data_close(data);
}

static void what_teaches_nothing_is_refused(void **state)
{
    (void)state;
    static const struct {
        uint32_t n, n_classes, n_values, n_folds;
        const char *text;
    } cases[] = {{2, 2, 0, 0, "2 graphs are too few"},
                 {50, 1, 0, 0, "the same class"},
                 {50, 0, 1, 0, "target 0 is the same for all graphs"},
                 {20, 2, 0, 21, "21 folds are more than the 20 graphs"},
                 {20, 2, 0, 1, "1 fold leaves none to train on"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sg_dataset *data = points(cases[i].n, cases[i].n_classes, cases[i].n_values);
        sg_search_folds folds = {0};
        const sg_task task = cases[i].n_classes > 0 ? SG_CLASSIFICATION : SG_REGRESSION;
        check_fails(sg_search_folds_make(&folds, data, task, NULL, cases[i].n_folds, 1, &err),
                    SG_EINVAL, cases[i].text);
        assert_null(folds.inner.fold);
        sg_data_close(data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_items_validate_in_turn),
        cmocka_unit_test(many_items_are_held_out),
        cmocka_unit_test(test_items_are_outside),
        cmocka_unit_test(what_teaches_nothing_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
