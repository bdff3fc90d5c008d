/* test_holdout.c - which items sg_splits_set_aside sets aside. */
#include "data/splits.h"
#include "support/check.h"

#include <math.h>

static const sg_index_list *training(const sg_splits *s)
{
    return &s->fold[0].part[SG_TRAIN];
}

static const sg_index_list *aside(const sg_splits *s)
{
    return &s->fold[0].part[SG_VALIDATION];
}

/* One fold, every item once, both lists ascending. */
static void check_sound(const sg_splits *s, uint32_t n_items)
{
    bool *seen = calloc(n_items + (size_t)1, sizeof *seen);
    const sg_index_list *lists[] = {training(s), aside(s)};
    assert_int_equal(s->n_folds, 1);
    assert_int_equal(s->fold[0].part[SG_TEST].n, 0);
    assert_int_equal(lists[0]->n + lists[1]->n, n_items);
    for (int l = 0; l < 2; l++)
        for (uint32_t i = 0; i < lists[l]->n; i++) {
            const uint32_t item = lists[l]->index[i];
            assert_true(item < n_items && !seen[item]);
            seen[item] = true;
            if (i > 0) assert_true(item > lists[l]->index[i - 1]);
        }
    free(seen);
}

static void every_class_loses_its_share(void **state)
{
    (void)state;
    static const double shares[] = {0, 0.01, 0.1, 0.2, 1.0 / 3, 0.5, 0.9, 0.999, 1};
    sg_rng rng = check_rng("every_class_loses_its_share");
    for (int round = 0; round < 300; round++) {
        uint32_t item_class[400], n_of[7] = {0}, aside_of[7] = {0};
        const uint32_t n = 1 + sg_rng_below(&rng, 400), n_classes = 1 + sg_rng_below(&rng, 7);
        for (uint32_t i = 0; i < n; i++) {
            item_class[i] = sg_rng_below(&rng, n_classes);
            n_of[item_class[i]]++;
        }
        const double share = shares[round % 9];
        sg_splits s = {0};
        check_ok(sg_splits_set_aside(&s, item_class, n, share, (uint64_t)round, &err));
        check_sound(&s, n);
        assert_int_equal(aside(&s)->n, (uint32_t)floor(n * share + 0.5));
        for (uint32_t i = 0; i < aside(&s)->n; i++) aside_of[item_class[aside(&s)->index[i]]]++;
        for (uint32_t c = 0; c < n_classes; c++)
            assert_true(fabs(aside_of[c] - share * n_of[c]) <= 1);
        sg_splits_free(&s);
    }
}

static void without_classes_all_items_are_alike(void **state)
{
    (void)state;
    uint32_t n_first_half = 0;
    sg_splits s = {0};
    check_ok(sg_splits_set_aside(&s, NULL, 1000, 0.3, 5, &err));
    check_sound(&s, 1000);
    assert_int_equal(training(&s)->n, 700);
    for (uint32_t i = 0; i < 300; i++) n_first_half += aside(&s)->index[i] < 500;
    assert_true(n_first_half > 110 && n_first_half < 190);
    sg_splits_free(&s);
}

static void the_seed_decides(void **state)
{
    (void)state;
    sg_splits a = {0}, b = {0}, c = {0};
    check_ok(sg_splits_set_aside(&a, NULL, 100, 0.5, 1, &err));
    check_ok(sg_splits_set_aside(&b, NULL, 100, 0.5, 1, &err));
    check_ok(sg_splits_set_aside(&c, NULL, 100, 0.5, 2, &err));
    assert_memory_equal(aside(&a)->index, aside(&b)->index, 50 * sizeof(uint32_t));
    assert_memory_not_equal(aside(&a)->index, aside(&c)->index, 50 * sizeof(uint32_t));
    sg_splits_free(&a);
    sg_splits_free(&b);
    sg_splits_free(&c);
}

/* The same on every machine and in every version: these were written down once. */
static void the_choice_is_known(void **state)
{
    (void)state;
    static const uint32_t expected[] = {5, 7, 8, 10};
    static const uint32_t item_class[20] = {0, 1, 2, 0, 1, 2, 0, 1, 2, 0,
                                            1, 2, 0, 0, 0, 0, 1, 2, 2, 2};
    static const uint32_t by_class[] = {7, 10, 11, 13, 14, 15, 17};
    sg_splits s = {0};
    check_ok(sg_splits_set_aside(&s, NULL, 20, 0.2, 42, &err));
    assert_int_equal(training(&s)->n, 16);
    assert_memory_equal(aside(&s)->index, expected, sizeof expected);
    sg_splits_free(&s);
    check_ok(sg_splits_set_aside(&s, item_class, 20, 0.35, 42, &err));
    assert_int_equal(aside(&s)->n, 7);
    assert_memory_equal(aside(&s)->index, by_class, sizeof by_class);
    sg_splits_free(&s);
}

static void refuses_what_is_no_share(void **state)
{
    (void)state;
    sg_splits s = {0};
    check_fails(sg_splits_set_aside(&s, NULL, 20, -0.1, 1, &err), SG_EINVAL, "-0.1");
    check_fails(sg_splits_set_aside(&s, NULL, 20, 1.5, 1, &err), SG_EINVAL, "1.5");
    check_fails(sg_splits_set_aside(&s, NULL, 20, NAN, 1, &err), SG_EINVAL, "share");
    assert_null(s.fold);
}

static sg_status set_some_aside(void *context, sg_error *err)
{
    static const uint32_t item_class[] = {0, 1, 0, 1};
    (void)context;
    sg_splits s = {0};
    const sg_status status = sg_splits_set_aside(&s, item_class, 4, 0.5, 1, err);
    sg_splits_free(&s);
    return status;
}

static void survives_lack_of_memory(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(set_some_aside, NULL) > 5);
}

SG_TESTS(cmocka_unit_test(every_class_loses_its_share),
         cmocka_unit_test(without_classes_all_items_are_alike),
         cmocka_unit_test(the_seed_decides), cmocka_unit_test(the_choice_is_known),
         cmocka_unit_test(refuses_what_is_no_share), cmocka_unit_test(survives_lack_of_memory))
