/* test_key_order.c - the canonical order of keys against sorting. */
#include "base/mem.h"
#include "invariants/key_order.h"
#include "support/check.h"

static int compare(const void *a, const void *b)
{
    const sg_counted_key *x = a, *y = b;
    if (x->count != y->count) return x->count > y->count ? -1 : 1;
    return (x->key.key > y->key.key) - (x->key.key < y->key.key);
}

/* Keys at the ends, keys whose first bits are the same, small and large counts. */
static size_t draw(sg_counted_key *item, sg_rng *rng, size_t max)
{
    const size_t n = sg_rng_below(rng, (uint32_t)max + 1);
    const bool crowded = sg_rng_below(rng, 3) == 0;
    for (size_t i = 0; i < n; i++) {
        uint64_t key = ((uint64_t)sg_rng_below(rng, UINT32_MAX) << 32) | i;
        if (crowded) key = i * 3;
        if (i == 5) key = UINT64_MAX;
        const uint64_t count =
            sg_rng_below(rng, 4) == 0 ? sg_rng_below(rng, 100000) : sg_rng_below(rng, 4);
        item[i] = (sg_counted_key){.key = {key, ~key}, .count = count, .first = i};
    }
    return n;
}

static void the_order_is_that_of_sorting(void **state)
{
    (void)state;
    enum { MAX = 3000 };
    static sg_counted_key item[MAX], expected[MAX];
    sg_rng rng = check_rng("order");
    for (int i = 0; i < 100; i++) {
        const size_t n = draw(item, &rng, i % 10 == 0 ? MAX : 20);
        sg_counted_key **sorted = NULL;
        size_t n_sorted = 0;
        memcpy(expected, item, n * sizeof *item);
        if (n > 0) qsort(expected, n, sizeof *expected, compare);
        check_ok(sg_counted_keys_order(&sorted, &n_sorted, item, n, "x", &err));
        assert_int_equal(n_sorted, n);
        for (size_t k = 0; k < n; k++) {
            assert_true(sorted[k]->key.key == expected[k].key.key);
            assert_int_equal(sorted[k]->id, k);
        }
        sg_free(sorted);
    }
}

static void items_with_the_same_key_are_one(void **state)
{
    (void)state;
    sg_counted_key item[] = {{.key = {9, 1}, .count = 3, .first = 0},
                             {.key = {4, 2}, .count = 4, .first = 1},
                             {.key = {9, 1}, .count = 2, .first = 2},
                             {.key = {9, 1}, .count = 300, .first = 3}};
    sg_counted_key **sorted = NULL;
    size_t n = 0;
    check_ok(sg_counted_keys_order(&sorted, &n, item, 4, "x", &err));
    assert_int_equal(n, 2);
    assert_ptr_equal(sorted[0], &item[0]);
    assert_int_equal(item[0].count, 305);
    assert_int_equal(item[1].id, 1);
    assert_true(item[0].id == 0 && item[2].id == 0 && item[3].id == 0);
    sg_free(sorted);
}

static void keys_that_meet_by_chance_are_refused(void **state)
{
    (void)state;
    sg_counted_key item[] = {{.key = {9, 1}, .count = 3, .first = 0},
                             {.key = {9, 2}, .count = 4, .first = 1}};
    sg_counted_key **sorted = NULL;
    size_t n = 0;
    check_fails(sg_counted_keys_order(&sorted, &n, item, 2, "wl:2", &err), SG_ELIMIT,
                "wl:2: two different contents");
    assert_null(sorted);
}

SG_TESTS(cmocka_unit_test(the_order_is_that_of_sorting),
         cmocka_unit_test(items_with_the_same_key_are_one),
         cmocka_unit_test(keys_that_meet_by_chance_are_refused))
