/* test_power.c - whole powers against repeated multiplication. */
#include "optim/power.h"

#include "support/check.h"

static void powers_by_hand(void **state)
{
    (void)state;
    assert_true(sg_power(7, 0) == 1);
    assert_true(sg_power(0, 0) == 1);
    assert_true(sg_power(0, 5) == 0);
    assert_true(sg_power(-2, 3) == -8);
    assert_true(sg_power(3, 13) == 1594323);
    assert_true(sg_power(2, 1023) == 0x1p1023);
    assert_true(sg_power(0.5, 1074) == 0x1p-1074);
    assert_true(sg_power(-1, UINT64_MAX) == -1);
    assert_true(isinf(sg_power(2, 1024)));
    assert_true(sg_power(0.999, UINT64_MAX) == 0);
}

static void powers_are_products(void **state)
{
    (void)state;
    sg_rng rng = check_rng("powers");
    for (int i = 0; i < 50; i++) {
        const double base = 0.5 + sg_rng_uniform(&rng);
        double product = 1;
        for (uint64_t n = 0; n < 200; n++, product *= base)
            check_near(sg_power(base, n), product, 1e-13, 0);
    }
}

SG_TESTS(cmocka_unit_test(powers_by_hand), cmocka_unit_test(powers_are_products))
