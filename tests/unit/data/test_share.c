/* test_share.c - every beginning of the order looks like the whole. */
#include "data/share.h"
#include "support/check.h"

enum { N = 97 };

static void beginnings_are_alike(void **state)
{
    (void)state;
    uint32_t item[N], class_of[2 * N], order[N], size[3] = {0};
    for (uint32_t i = 0; i < N; i++) item[i] = 2 * i + 1;
    for (uint32_t g = 0; g < 2 * N; g++) class_of[g] = g % 7 == 0 ? 2 : g % 3 == 0;
    for (uint32_t i = 0; i < N; i++) size[class_of[item[i]]]++;
    for (uint64_t seed = 0; seed < 20; seed++) {
        uint32_t seen[3] = {0};
        bool there[2 * N] = {false};
        sg_rng rng = sg_rng_stream(seed, NULL, 0);
        check_ok(sg_share_order(order, item, N, class_of, &rng, &err));
        for (uint32_t k = 0; k < N; k++) {
            assert_int_equal(order[k] % 2, 1);
            assert_false(there[order[k]]);
            there[order[k]] = true;
            seen[class_of[order[k]]]++;
            for (int c = 0; c < 3; c++) check_near(seen[c], (k + 1.0) * size[c] / N, 0, 1.0001);
        }
    }
}

static void counts(void **state)
{
    (void)state;
    assert_int_equal(sg_share_count(100, 0.05), 5);
    assert_int_equal(sg_share_count(100, 1), 100);
    assert_int_equal(sg_share_count(3, 0.001), 1);
    assert_int_equal(sg_share_count(0, 0.5), 0);
}

static void the_seed_decides(void **state)
{
    (void)state;
    uint32_t item[N], a[N], b[N];
    for (uint32_t i = 0; i < N; i++) item[i] = i;
    sg_rng one = sg_rng_stream(1, NULL, 0), same = one, other = sg_rng_stream(2, NULL, 0);
    check_ok(sg_share_order(a, item, N, NULL, &one, &err));
    check_ok(sg_share_order(b, item, N, NULL, &same, &err));
    assert_memory_equal(a, b, sizeof a);
    check_ok(sg_share_order(b, item, N, NULL, &other, &err));
    assert_memory_not_equal(a, b, sizeof a);
}

static sg_status order_body(void *context, sg_error *err)
{
    const uint32_t item[] = {0, 1, 2};
    uint32_t order[3];
    sg_rng rng = sg_rng_stream(1, NULL, 0);
    return sg_share_order(order, item, 3, context, &rng, err);
}

static void out_of_memory(void **state)
{
    (void)state;
    uint32_t class_of[] = {0, 1, 0};
    assert_int_equal(check_out_of_memory(order_body, class_of), 4);
}

SG_TESTS(cmocka_unit_test(beginnings_are_alike), cmocka_unit_test(counts),
         cmocka_unit_test(the_seed_decides), cmocka_unit_test(out_of_memory))
