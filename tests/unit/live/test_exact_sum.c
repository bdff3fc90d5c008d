/* test_exact_sum.c - sums have the same bits in any order, and are rounded once. */
#include "live/exact_sum.h"

#include "base/rng.h"
#include "support/check.h"

#include <float.h>

enum { MOST = 300 };

static double sum_of(const double *value, int n)
{
    sg_exact_sum sum = {0};
    for (int i = 0; i < n; i++) sg_exact_add(&sum, value[i]);
    return sg_exact_value(&sum);
}

static void known_sums(void **state)
{
    (void)state;
    assert_true(sum_of(NULL, 0) == 0);
    assert_true(sum_of((double[]){0.1}, 1) == 0.1);
    assert_true(sum_of((double[]){-2.5, 1}, 2) == -1.5);
    assert_true(sum_of((double[]){1e300, 1, -1e300}, 3) == 1);
    assert_true(sum_of((double[]){DBL_MAX, DBL_MAX, -DBL_MAX}, 3) == DBL_MAX);
    assert_true(sum_of((double[]){DBL_MAX, DBL_MAX}, 2) == INFINITY);
    assert_true(sum_of((double[]){5e-324, 5e-324}, 2) == 1e-323);
    assert_true(sum_of((double[]){5e-324, -1e-323}, 2) == -5e-324);
    assert_true(sum_of((double[]){DBL_MIN, -5e-324}, 2) == DBL_MIN - 5e-324);
    /* 1 + 2^-53 is halfway: to even; a grain more goes up. */
    assert_true(sum_of((double[]){1, 0x1p-53}, 2) == 1);
    assert_true(sum_of((double[]){1, 0x1p-53, 5e-324}, 3) == 1 + DBL_EPSILON);
    assert_true(sum_of((double[]){1, 0x1p-52, 0x1p-53}, 3) == 1 + 2 * DBL_EPSILON);
    assert_true(sum_of((double[]){-1, -0x1p-53}, 2) == -1);
}

static void infinities(void **state)
{
    (void)state;
    sg_exact_sum sum = {0};
    sg_exact_add(&sum, 3);
    sg_exact_add(&sum, INFINITY);
    assert_true(sg_exact_value(&sum) == INFINITY);
    sg_exact_add(&sum, -INFINITY);
    assert_true(isnan(sg_exact_value(&sum)));
    sg_exact_remove(&sum, INFINITY);
    assert_true(sg_exact_value(&sum) == -INFINITY);
    sg_exact_remove(&sum, -INFINITY);
    sg_exact_add(&sum, NAN);
    assert_true(isnan(sg_exact_value(&sum)));
    sg_exact_remove(&sum, NAN);
    assert_true(sg_exact_value(&sum) == 3);
}

static double draw(sg_rng *rng)
{
    const double size = ldexp(sg_rng_uniform(rng), (int)sg_rng_below(rng, 200) - 100);
    return sg_rng_below(rng, 2) ? size : -size;
}

/* long double has 64 digits: sums of a few numbers of like size are exact in it. */
static void as_wider_numbers_say(void **state)
{
    (void)state;
    volatile long double one = 1;
    if (one + LDBL_EPSILON == one) skip(); /* valgrind computes with doubles */
    sg_rng rng = check_rng("as_wider_numbers_say");
    for (int i = 0; i < 20000; i++) {
        double value[6];
        long double wide = 0;
        for (int j = 0; j < 6; j++) {
            value[j] = (sg_rng_uniform(&rng) - 0.5) * (1 + sg_rng_below(&rng, 64));
            wide += value[j];
        }
        assert_true(sum_of(value, 6) == (double)wide);
    }
}

static void order_and_history_do_not_matter(void **state)
{
    (void)state;
    sg_rng rng = check_rng("order_and_history_do_not_matter");
    for (int i = 0; i < 100; i++) {
        double value[MOST];
        uint32_t order[MOST];
        sg_exact_sum sum = {0};
        for (uint32_t j = 0; j < MOST; j++) {
            value[j] = draw(&rng);
            order[j] = j;
            sg_exact_add(&sum, value[j]);
        }
        const double expected = sg_exact_value(&sum);
        sg_rng_shuffle(&rng, order, MOST);
        sg_exact_sum again = {0};
        for (uint32_t j = 0; j < MOST; j++) {
            const double passing = draw(&rng);
            sg_exact_add(&again, passing);
            sg_exact_add(&again, value[order[j]]);
            sg_exact_remove(&again, passing);
        }
        assert_true(sg_exact_value(&again) == expected);
        for (uint32_t j = 0; j < MOST; j++) sg_exact_remove(&again, value[j]);
        assert_true(sg_exact_value(&again) == 0);
    }
}

SG_TESTS(cmocka_unit_test(known_sums), cmocka_unit_test(infinities),
         cmocka_unit_test(as_wider_numbers_say),
         cmocka_unit_test(order_and_history_do_not_matter))
