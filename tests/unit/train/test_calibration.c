/* test_calibration.c - the expected calibration error against numbers worked out by hand. */
#include "train/calibration.h"

#include "support/check.h"

#include <math.h>

static void errors_by_hand(void **state)
{
    (void)state;
    sg_calibration c = {0};
    assert_true(isnan(sg_calibration_error(&c)));
    sg_calibration_add(&c, 0.8, true);
    check_near(sg_calibration_error(&c), 20, 1e-12, 0);
    /* the same bin: 0.8 + 0.75 against one member; 0 is in the first bin, 1 in the last */
    sg_calibration_add(&c, 0.75, false);
    check_near(sg_calibration_error(&c), 100 * 0.55 / 2, 1e-12, 0);
    sg_calibration_add(&c, 0, false);
    sg_calibration_add(&c, 1, true);
    check_near(sg_calibration_error(&c), 100 * 0.55 / 4, 1e-12, 0);
    assert_int_equal(c.bin[0].n, 1);
    assert_int_equal(c.bin[SG_CALIBRATION_BINS - 1].n, 1);
    assert_int_equal(c.bin[11].n, 2);
    assert_int_equal(c.bin[11].n_members, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
