/* test_ensemble.c - outputs of several networks as one. */
#include "run/ensemble.h"

#include "support/check.h"

/* Probabilities 3/4, 1/4 and 1/4, 3/4 (outputs log 3, 0 and 0, log 3) have the mean 1/2, 1/2. */
static void classes_are_averaged_as_probabilities(void **state)
{
    (void)state;
    double sum[4] = {0};
    double a[] = {log(3), 0, log(3), 0}, b[] = {0, log(3), 100 + log(3), 100};
    sg_ensemble_add(sum, a, 2, 2, SG_CLASSIFICATION);
    sg_ensemble_add(sum, b, 2, 2, SG_CLASSIFICATION);
    sg_ensemble_mean(sum, 4, 2, SG_CLASSIFICATION);
    check_near(sum[0], log(0.5), 1e-12, 0);
    check_near(sum[1], log(0.5), 1e-12, 0);
    check_near(sum[2], log(0.75), 1e-12, 0); /* a shift of all outputs says nothing */
    check_near(sum[3], log(0.25), 1e-12, 0);
}

/* Sigmoids 1/4 and 3/4 have the mean 1/2, which is the output 0. */
static void labels_are_averaged_as_probabilities(void **state)
{
    (void)state;
    double sum[2] = {0};
    double a[] = {log(3), log(3)}, b[] = {-log(3), log(3)};
    sg_ensemble_add(sum, a, 1, 2, SG_MULTILABEL);
    sg_ensemble_add(sum, b, 1, 2, SG_MULTILABEL);
    sg_ensemble_mean(sum, 2, 2, SG_MULTILABEL);
    check_near(sum[0], 0, 0, 1e-12);
    check_near(sum[1], log(3), 1e-12, 0);
}

static void values_are_averaged_as_they_are(void **state)
{
    (void)state;
    double sum[2] = {0};
    double a[] = {-1, 1e300}, b[] = {4, 0};
    sg_ensemble_add(sum, a, 1, 2, SG_REGRESSION);
    sg_ensemble_add(sum, b, 1, 2, SG_REGRESSION);
    sg_ensemble_mean(sum, 2, 2, SG_REGRESSION);
    assert_true(sum[0] == 1.5 && sum[1] == 5e299);
}

/* Certainty is finite; what is not a number stays so. */
static void extremes(void **state)
{
    (void)state;
    double sum[2] = {0}, sure[] = {2000, -2000};
    sg_ensemble_add(sum, sure, 1, 2, SG_CLASSIFICATION);
    sg_ensemble_mean(sum, 2, 1, SG_CLASSIFICATION);
    assert_true(isfinite(sum[0]) && isfinite(sum[1]) && sum[0] > sum[1]);

    double labels[2] = {0}, certain[] = {2000, -2000};
    sg_ensemble_add(labels, certain, 1, 2, SG_MULTILABEL);
    sg_ensemble_mean(labels, 2, 1, SG_MULTILABEL);
    assert_true(isfinite(labels[0]) && labels[0] > 0 && isfinite(labels[1]) && labels[1] < 0);

    double diverged[2] = {0}, lost[] = {NAN, 1};
    sg_ensemble_add(diverged, lost, 1, 2, SG_CLASSIFICATION);
    sg_ensemble_mean(diverged, 2, 1, SG_CLASSIFICATION);
    assert_true(isnan(diverged[0]));
}

SG_TESTS(cmocka_unit_test(classes_are_averaged_as_probabilities),
         cmocka_unit_test(labels_are_averaged_as_probabilities),
         cmocka_unit_test(values_are_averaged_as_they_are), cmocka_unit_test(extremes))
