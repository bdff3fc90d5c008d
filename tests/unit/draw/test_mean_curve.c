/* test_mean_curve.c - means of trainings that stop at different epochs. */
#include "draw/mean_curve.h"
#include "support/check.h"

/* Five folds as those of a search on DHFR: four stop early, the best goes on alone. */
static void those_that_stopped_keep_their_last_value(void **state)
{
    (void)state;
    sg_mean_curve curve = {0};
    check_ok(sg_mean_curve_make(&curve, 6, &err));
    for (int f = 0; f < 4; f++) {
        for (size_t e = 0; e < 3; e++) sg_mean_curve_add(&curve, e, 80 + (double)e);
        sg_mean_curve_hold(&curve, 3, 82);
    }
    for (size_t e = 0; e < 6; e++) sg_mean_curve_add(&curve, e, 90);
    sg_mean_curve_hold(&curve, 6, 90);
    sg_mean_curve_finish(&curve, 5, 1);
    assert_int_equal(curve.n, 6);
    check_near(curve.mean[0], (4 * 80 + 90) / 5.0, 1e-12, 0);
    for (size_t e = 2; e < 6; e++) check_near(curve.mean[e], (4 * 82 + 90) / 5.0, 1e-12, 0);
    assert_true(curve.low[5] < curve.mean[5] && curve.mean[5] < curve.high[5]);
    check_near(curve.epoch[5], 6, 0, 0);
    sg_mean_curve_free(&curve);
}

static void those_under_way_end_where_half_is_known(void **state)
{
    (void)state;
    sg_mean_curve curve = {0};
    check_ok(sg_mean_curve_make(&curve, 4, &err));
    for (size_t e = 0; e < 4; e++) sg_mean_curve_add(&curve, e, 1);
    for (size_t e = 0; e < 2; e++) sg_mean_curve_add(&curve, e, 3);
    sg_mean_curve_add(&curve, 0, NAN);
    sg_mean_curve_finish(&curve, 3, 1);
    assert_int_equal(curve.n, 2);
    check_near(curve.mean[1], 2, 1e-12, 0);
    sg_mean_curve_free(&curve);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(those_that_stopped_keep_their_last_value),
        cmocka_unit_test(those_under_way_end_where_half_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
