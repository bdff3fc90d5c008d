/* test_splits.c - folds are disjoint, complete, even and reproducible. */
#include "data/splits.h"
#include "support/check.h"

/* Every item is in exactly one part of the fold, and the parts are ascending. */
static void check_partition(const sg_fold *fold, uint32_t n_items)
{
    uint32_t *n_seen = calloc(n_items + 1, sizeof *n_seen);
    for (int part = 0; part < 3; part++) {
        const sg_index_list *list = &fold->part[part];
        for (uint32_t i = 0; i < list->n; i++) {
            assert_true(list->index[i] < n_items);
            assert_true(i == 0 || list->index[i - 1] < list->index[i]);
            n_seen[list->index[i]]++;
        }
    }
    for (uint32_t i = 0; i < n_items; i++) assert_int_equal(n_seen[i], 1);
    free(n_seen);
}

static uint32_t count_class(const sg_index_list *list, const uint32_t *item_class, uint32_t c)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < list->n; i++) n += item_class[list->index[i]] == c;
    return n;
}

/* `n` is `total / n_parts`, rounded up or down. */
static void check_even(uint32_t n, uint32_t total, uint32_t n_parts)
{
    assert_in_range(n, total / n_parts, (total + n_parts - 1) / n_parts);
}

static void check_splits(const sg_splits *splits, const uint32_t *item_class, uint32_t n_items,
                         uint32_t n_folds, uint32_t n_classes)
{
    uint32_t *n_tested = calloc(n_items, sizeof *n_tested);
    assert_int_equal(splits->n_folds, n_folds);
    for (uint32_t f = 0; f < n_folds; f++) {
        const sg_fold *fold = &splits->fold[f];
        const uint32_t n_rest = n_items - fold->part[SG_TEST].n;
        check_partition(fold, n_items);
        check_even(fold->part[SG_TEST].n, n_items, n_folds);
        assert_int_equal(fold->part[SG_VALIDATION].n, n_rest / n_folds);
        assert_true(fold->part[SG_TRAIN].n > 0);
        for (uint32_t i = 0; i < fold->part[SG_TEST].n; i++)
            n_tested[fold->part[SG_TEST].index[i]]++;
        for (uint32_t c = 0; c < n_classes; c++) {
            const uint32_t n_test = count_class(&fold->part[SG_TEST], item_class, c);
            const uint32_t n_validation =
                count_class(&fold->part[SG_VALIDATION], item_class, c);
            const uint32_t n_class =
                n_test + n_validation + count_class(&fold->part[SG_TRAIN], item_class, c);
            check_even(n_test, n_class, n_folds);
            check_even(n_validation, n_class - n_test, n_folds);
        }
    }
    for (uint32_t i = 0; i < n_items; i++) assert_int_equal(n_tested[i], 1);
    free(n_tested);
}

static void random_classes_are_spread_evenly(void **state)
{
    (void)state;
    sg_rng rng = check_rng("splits");
    for (int round = 0; round < 300; round++) {
        const uint32_t n_items = 2 + sg_rng_below(&rng, 120);
        const uint32_t n_folds = 2 + sg_rng_below(&rng, n_items < 12 ? n_items - 1 : 11);
        const uint32_t n_classes = 1 + sg_rng_below(&rng, 5);
        uint32_t item_class[122];
        for (uint32_t i = 0; i < n_items; i++) item_class[i] = sg_rng_below(&rng, n_classes);
        sg_splits splits = {0};
        check_ok(sg_splits_make(&splits, item_class, n_items, n_folds, &rng, &err));
        check_splits(&splits, item_class, n_items, n_folds, n_classes);
        sg_splits_free(&splits);
    }
}

static void works_without_classes(void **state)
{
    (void)state;
    sg_rng rng = check_rng("splits without classes");
    sg_splits splits = {0};
    check_ok(sg_splits_make(&splits, NULL, 1200, 10, &rng, &err));
    check_splits(&splits, NULL, 1200, 10, 0);
    for (uint32_t f = 0; f < 10; f++) { /* as the published splits */
        assert_int_equal(splits.fold[f].part[SG_TRAIN].n, 972);
        assert_int_equal(splits.fold[f].part[SG_VALIDATION].n, 108);
        assert_int_equal(splits.fold[f].part[SG_TEST].n, 120);
    }
    sg_splits_free(&splits);
}

static bool same_tests(const sg_splits *a, const sg_splits *b)
{
    for (uint32_t f = 0; f < a->n_folds; f++) {
        const sg_index_list *x = &a->fold[f].part[SG_TEST], *y = &b->fold[f].part[SG_TEST];
        if (x->n != y->n || memcmp(x->index, y->index, x->n * sizeof *x->index) != 0)
            return false;
    }
    return true;
}

static void same_stream_makes_the_same_folds(void **state)
{
    (void)state;
    sg_splits splits[3] = {{0}};
    for (uint64_t i = 0; i < 3; i++) {
        sg_rng rng = sg_rng_stream(i / 2, NULL, 0); /* seeds 0, 0, 1 */
        check_ok(sg_splits_make(&splits[i], NULL, 100, 5, &rng, &err));
    }
    assert_true(same_tests(&splits[0], &splits[1]));
    assert_false(same_tests(&splits[0], &splits[2]));
    for (int i = 0; i < 3; i++) sg_splits_free(&splits[i]);
}

static void in_order_cuts_the_list(void **state)
{
    (void)state;
    sg_splits splits = {0};
    check_ok(sg_splits_in_order(&splits, 7, 3, 2, &err));
    assert_int_equal(splits.n_folds, 1);
    check_partition(&splits.fold[0], 7);
    assert_int_equal(splits.fold[0].part[SG_TRAIN].n, 3);
    assert_int_equal(splits.fold[0].part[SG_TRAIN].index[2], 2);
    assert_int_equal(splits.fold[0].part[SG_VALIDATION].n, 2);
    assert_int_equal(splits.fold[0].part[SG_VALIDATION].index[0], 3);
    assert_int_equal(splits.fold[0].part[SG_TEST].n, 2);
    assert_int_equal(splits.fold[0].part[SG_TEST].index[1], 6);
    sg_splits_free(&splits);

    check_ok(sg_splits_in_order(&splits, 5, 5, 0, &err));
    assert_int_equal(splits.fold[0].part[SG_TRAIN].n, 5);
    assert_int_equal(splits.fold[0].part[SG_TEST].n, 0);
    sg_splits_free(&splits);
    assert_null(splits.fold);
    sg_splits_free(&splits);
}

static void refuses_what_cannot_be_split(void **state)
{
    (void)state;
    sg_splits splits = {0};
    sg_rng rng = sg_rng_stream(0, NULL, 0);
    check_fails(sg_splits_make(&splits, NULL, 10, 1, &rng, &err), SG_EINVAL, "not 1");
    check_fails(sg_splits_make(&splits, NULL, 3, 4, &rng, &err), SG_EINVAL, "at most 3");
    check_fails(sg_splits_in_order(&splits, 10, 8, 3, &err), SG_EINVAL, "the 10 there are");
    check_fails(sg_splits_in_order(&splits, 10, UINT32_MAX, 2, &err), SG_EINVAL, "4294967295");
    assert_null(splits.fold);
}

static sg_status make_both(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    sg_splits folds = {0}, one = {0};
    sg_rng rng = sg_rng_stream(0, NULL, 0);
    SG_TRY(sg_splits_make(&folds, context, 6, 3, &rng, err));
    SG_TRY(sg_splits_in_order(&one, 6, 2, 2, err));
done:
    sg_splits_free(&one);
    sg_splits_free(&folds);
    return status;
}

static void survives_lack_of_memory(void **state)
{
    (void)state;
    uint32_t item_class[6] = {0, 1, 0, 1, 0, 1};
    assert_true(check_out_of_memory(make_both, item_class) > 15);
}

/* Items say themselves where they belong; a tenth of the training items validates if none does. */
static void follows_parts(void **state)
{
    (void)state;
    enum { N = 60 };
    uint8_t part[N];
    uint32_t item_class[N], n_of_class[2] = {0};
    sg_splits splits = {0};
    sg_rng rng = check_rng("follows_parts");
    for (uint32_t i = 0; i < N; i++) {
        part[i] = i < 40   ? SG_TRAIN
                  : i < 55 ? SG_TEST
                           : SG_NO_PART; /* 40 train, 15 test, 5 do neither */
        item_class[i] = i % 2;
    }
    check_ok(sg_splits_of_parts(&splits, part, item_class, N, &rng, &err));
    assert_int_equal(splits.n_folds, 1);
    assert_int_equal(splits.fold[0].part[SG_TRAIN].n, 36);
    assert_int_equal(splits.fold[0].part[SG_VALIDATION].n, 4);
    assert_int_equal(splits.fold[0].part[SG_TEST].n, 15);
    assert_int_equal(splits.fold[0].part[SG_TEST].index[0], 40);
    for (uint32_t i = 0; i < 4; i++) {
        assert_true(splits.fold[0].part[SG_VALIDATION].index[i] < 40);
        n_of_class[item_class[splits.fold[0].part[SG_VALIDATION].index[i]]]++;
    }
    assert_int_equal(n_of_class[0], 2);
    assert_int_equal(part[splits.fold[0].part[SG_VALIDATION].index[0]], 0);
    sg_splits_free(&splits);
    part[7] = 1;
    check_ok(sg_splits_of_parts(&splits, part, NULL, N, &rng, &err));
    assert_int_equal(splits.fold[0].part[SG_TRAIN].n, 39);
    assert_int_equal(splits.fold[0].part[SG_VALIDATION].n, 1);
    assert_int_equal(splits.fold[0].part[SG_VALIDATION].index[0], 7);
    sg_splits_free(&splits);
    check_fails(sg_splits_of_parts(&splits, (uint8_t[]){2, 1}, NULL, 2, &rng, &err), SG_EINVAL,
                "no item is for training");
}

static sg_status make_of_parts(void *context, sg_error *err)
{
    sg_splits splits = {0};
    sg_rng rng = sg_rng_stream(1, (uint64_t[]){2}, 1);
    (void)context;
    const sg_status status = sg_splits_of_parts(&splits, (uint8_t[20]){0}, NULL, 20, &rng, err);
    sg_splits_free(&splits);
    return status;
}

static void follows_parts_without_memory(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(make_of_parts, NULL) > 4);
}

SG_TESTS(cmocka_unit_test(follows_parts), cmocka_unit_test(follows_parts_without_memory),
         cmocka_unit_test(random_classes_are_spread_evenly),
         cmocka_unit_test(works_without_classes),
         cmocka_unit_test(same_stream_makes_the_same_folds),
         cmocka_unit_test(in_order_cuts_the_list),
         cmocka_unit_test(refuses_what_cannot_be_split),
         cmocka_unit_test(survives_lack_of_memory))
