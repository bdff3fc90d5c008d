/* test_short_rows.c - arithmetic on a few numbers against plain loops, for float;
 * test_short_rows_double.c includes this file for double. */
#include "layers/real/prefetch.h"
#include "layers/real/short_rows.h"

#include "support/check.h"

enum { LONGEST = 40, SPARE = 3 };

static void draw(sg_real *number, sg_rng *rng)
{
    for (int i = 0; i < LONGEST + SPARE; i++) number[i] = (sg_real)(sg_rng_uniform(rng) - 0.5);
}

/* All lengths; what stands behind is left alone. */
static void rows_of_all_lengths(void **state)
{
    (void)state;
    sg_rng rng = check_rng("short rows");
    sg_real a[LONGEST + SPARE], b[LONGEST + SPARE], to[LONGEST + SPARE],
        before[LONGEST + SPARE];
    for (size_t n = 0; n <= LONGEST; n++) {
        draw(a, &rng);
        draw(b, &rng);
        draw(before, &rng);
        memcpy(to, before, sizeof to);
        SG_R(sg_short_copy)(to, a, n);
        for (size_t i = 0; i < LONGEST + SPARE; i++)
            assert_true(to[i] == (i < n ? a[i] : before[i]));
        memcpy(to, before, sizeof to);
        SG_R(sg_short_add)(to, a, n);
        for (size_t i = 0; i < LONGEST + SPARE; i++)
            assert_true(to[i] == (i < n ? before[i] + a[i] : before[i]));
        sg_real moved[LONGEST + SPARE];
        memcpy(to, before, sizeof to);
        memcpy(moved, a, sizeof moved);
        SG_R(sg_short_move)(to, moved, n);
        for (size_t i = 0; i < LONGEST + SPARE; i++) {
            assert_true(to[i] == (i < n ? before[i] + a[i] : before[i]));
            assert_true(moved[i] == (i < n ? 0 : a[i]));
        }
        memcpy(to, before, sizeof to);
        SG_R(sg_short_sum)(to, a, b, n);
        for (size_t i = 0; i < LONGEST + SPARE; i++)
            assert_true(to[i] == (i < n ? a[i] + b[i] : before[i]));
        memcpy(to, before, sizeof to);
        SG_R(sg_short_add_times)(to, 2, a, n);
        for (size_t i = 0; i < LONGEST + SPARE; i++)
            assert_true(to[i] == (i < n ? before[i] + 2 * a[i] : before[i]));
    }
}

/* Number i goes to sum i % 8, and the eight are added in a fixed order. */
static void sums_have_their_order(void **state)
{
    (void)state;
    sg_rng rng = check_rng("short sums");
    sg_real a[LONGEST + SPARE], b[LONGEST + SPARE];
    for (size_t n = 0; n <= LONGEST; n++) {
        sg_real sum[SG_SHORT] = {0};
        draw(a, &rng);
        draw(b, &rng);
        for (size_t i = 0; i < n; i++) sum[i % SG_SHORT] += a[i] * b[i];
        const sg_real expected =
            ((sum[0] + sum[4]) + (sum[2] + sum[6])) + ((sum[1] + sum[5]) + (sum[3] + sum[7]));
        assert_true(SG_R(sg_short_total)(sum) == expected);
        assert_true(SG_R(sg_short_dot)(a, b, n) == expected);
    }
}

/* Asking for memory changes nothing and touches nothing, wherever that may be. */
static void asking_for_memory_does_no_harm(void **state)
{
    (void)state;
    static const char text[] = "unchanged";
    sg_prefetch(text, 0);
    sg_prefetch(text, sizeof text);
    sg_prefetch(text, 1 << 20);
    sg_prefetch(NULL, 100);
    assert_string_equal(text, "unchanged");
}

SG_TESTS(cmocka_unit_test(rows_of_all_lengths), cmocka_unit_test(sums_have_their_order),
         cmocka_unit_test(asking_for_memory_does_no_harm))
