/* test_statistics.c - means, spreads and tests, against hand-worked cases, closed forms and
 * numeric integration. */
#include "kernels/statistics.h"
#include "support/check.h"

/* ---- Means and spreads -------------------------------------------------------------------- */

static void means_and_deviations(void **state)
{
    (void)state;
    const double value[] = {2, 4, 4, 4, 5, 5, 7, 9};
    assert_true(sg_mean(value, 8) == 5);
    check_near(sg_std(value, 8), sqrt(32.0 / 7), 1e-15, 0);
    assert_true(sg_mean(value, 1) == 2);
    assert_true(isnan(sg_std(value, 1)));
    assert_true(isnan(sg_mean(value, 0)));
    assert_true(isnan(sg_std(value, 0)));
    assert_true(sg_std((double[]){3, 3, 3}, 3) == 0);
    assert_true(isnan(sg_mean((double[]){1, NAN}, 2)));
    assert_true(isnan(sg_std((double[]){1, NAN, 2}, 3)));
    /* Where the squares of the values would have no digits left. */
    check_near(sg_std((double[]){1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16}, 4), sqrt(30), 1e-15, 0);
}

static void sizes_weigh(void **state)
{
    (void)state;
    const double value[] = {50, 80};
    const uint32_t size[] = {100, 200};
    check_near(sg_weighted_mean(value, size, 2), 70, 1e-15, 0);
    /* Products 5000 and 16000: deviation 11000 / sqrt(2); mean size 150. */
    check_near(sg_weighted_std(value, size, 2), 11000 / sqrt(2) / 150, 1e-15, 0);
    assert_true(isnan(sg_weighted_std(value, size, 1)));
    assert_true(isnan(sg_weighted_std(value, size, 0)));
    assert_true(isnan(sg_weighted_mean(value, size, 0)));
    assert_true(isnan(sg_weighted_mean(value, (uint32_t[]){0, 0}, 2)));
    assert_true(isnan(sg_weighted_std(value, (uint32_t[]){0, 0}, 2)));
    assert_true(isnan(sg_weighted_mean((double[]){NAN, 1}, size, 2)));
    /* No sum of sizes overflows. */
    check_near(sg_weighted_mean(value, (uint32_t[]){UINT32_MAX, UINT32_MAX}, 2), 65, 1e-15, 0);
}

/* Equal sizes change nothing. */
static void equal_sizes_do_not_weigh(void **state)
{
    (void)state;
    sg_rng rng = check_rng("equal sizes");
    for (int k = 0; k < 100; k++) {
        double value[12];
        uint32_t size[12];
        const uint32_t n = 2 + sg_rng_below(&rng, 11), common = 1 + sg_rng_below(&rng, 1000);
        for (uint32_t i = 0; i < n; i++) {
            value[i] = 100 * sg_rng_uniform(&rng);
            size[i] = common;
        }
        check_near(sg_weighted_mean(value, size, n), sg_mean(value, n), 1e-14, 0);
        check_near(sg_weighted_std(value, size, n), sg_std(value, n), 1e-12, 0);
    }
}

/* Two runs of three folds, worked by hand as the author's scripts do. */
static void the_fair_table(void **state)
{
    (void)state;
    const double value[] = {80, 90, 70, 82, 88, 76};
    const uint32_t size[] = {10, 10, 11, 10, 10, 11};
    /* Run 0: products 800 900 770, sum 2470, mean 823.333; run 1: 820 880 836, sum 2536. */
    const double mean = (2470.0 / 31 + 2536.0 / 31) / 2;
    const double m0 = 2470.0 / 3, m1 = 2536.0 / 3;
    const double s0 = sqrt(((800 - m0) * (800 - m0) + (900 - m0) * (900 - m0) +
                            (770 - m0) * (770 - m0)) /
                           2),
                 s1 = sqrt(((820 - m1) * (820 - m1) + (880 - m1) * (880 - m1) +
                            (836 - m1) * (836 - m1)) /
                           2);
    const sg_mean_std cell = sg_mean_std_of_runs(value, size, 2, 3);
    check_near(cell.mean, mean, 1e-15, 0);
    check_near(cell.std, (s0 + s1) / 2 / (31.0 / 3), 1e-14, 0);

    const sg_mean_std one_fold = sg_mean_std_of_runs(value, size, 2, 1);
    check_near(one_fold.mean, 85, 1e-15, 0);
    assert_true(isnan(one_fold.std));
    const sg_mean_std nothing = sg_mean_std_of_runs(value, size, 0, 3);
    assert_true(isnan(nothing.mean) && isnan(nothing.std));
}

/* ---- The beta function -------------------------------------------------------------------- */

/* Values to 15 digits, computed with 30. */
static void known_values_of_beta(void **state)
{
    (void)state;
    static const struct {
        double a, b, x, value;
    } cases[] = {
        {0.5, 0.5, 0.3, 0.369010119565545},         {2, 3, 0.4, 0.5248},
        {14.5, 0.5, 0.7, 0.00142582741790256},      {100, 50, 0.65, 0.327041677149608},
        {0.5, 1000, 1e-4, 0.345246869102101},       {500, 0.5, 0.999, 0.317310447309717},
        {1e-3, 2, 0.1, 0.998597993879994},          {1000, 1000, 0.5, 0.5},
        {1000, 1000, 0.45, 3.68319886900757828e-6}, {4.5, 0.5, 1e-30, 2.58689939247779e-136},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_near(sg_incomplete_beta(cases[i].x, cases[i].a, cases[i].b), cases[i].value,
                   1e-12, 0);
    assert_true(sg_incomplete_beta(0, 2, 3) == 0);
    assert_true(sg_incomplete_beta(1, 2, 3) == 1);
    assert_true(isnan(sg_incomplete_beta(-0.1, 2, 3)));
    assert_true(isnan(sg_incomplete_beta(1.1, 2, 3)));
    assert_true(isnan(sg_incomplete_beta(0.5, 0, 3)));
    assert_true(isnan(sg_incomplete_beta(0.5, 2, -1)));
    assert_true(isnan(sg_incomplete_beta(NAN, 2, 3)));
}

/* For whole a and b it is the chance of at least a heads in a + b - 1 throws. */
static double beta_by_throws(double x, int a, int b)
{
    const int n = a + b - 1;
    double sum = 0;
    for (int k = a; k <= n; k++) {
        double term = 1;
        for (int i = 0; i < k; i++) term *= x * (n - i) / (k - i);
        for (int i = k; i < n; i++) term *= 1 - x;
        sum += term;
    }
    return sum;
}

static void beta_equals_its_closed_forms(void **state)
{
    (void)state;
    sg_rng rng = check_rng("beta");
    for (int k = 0; k < 2000; k++) {
        const double x = sg_rng_uniform(&rng);
        const double a = 20 * sg_rng_uniform(&rng) + 1e-3, b = 20 * sg_rng_uniform(&rng) + 1e-3;
        check_near(sg_incomplete_beta(x, a, b), 1 - sg_incomplete_beta(1 - x, b, a), 1e-13,
                   1e-13);
        check_near(sg_incomplete_beta(x, a, 1), pow(x, a), 1e-12, 0);
        const int whole_a = 1 + (int)sg_rng_below(&rng, 20),
                  whole_b = 1 + (int)sg_rng_below(&rng, 20);
        check_near(sg_incomplete_beta(x, whole_a, whole_b), beta_by_throws(x, whole_a, whole_b),
                   1e-12, 0);
    }
}

/* ---- Tests -------------------------------------------------------------------------------- */

/* n pairs whose differences have mean t / sqrt(n) and variance 1: n - 1 degrees of freedom. */
static double p_of(double t, int n)
{
    double a[400], b[400] = {0};
    /* +s and -s around the mean; an odd one out sits on it. */
    const double s = sqrt((double)(n - 1) / (n - n % 2)), mean = t / sqrt(n);
    for (int i = 0; i < n; i++) a[i] = mean + (i == n - 1 && n % 2 == 1 ? 0 : i % 2 ? s : -s);
    const sg_t_test test = sg_t_test_paired(a, b, (size_t)n);
    check_near(test.t, t, 1e-11, 1e-12);
    assert_true(test.degrees == n - 1);
    check_near(test.difference, mean, 1e-13, 1e-14);
    return test.p;
}

/* Student's density without its constant, with x = tan(u): all of the axis is -pi/2 .. pi/2, and
 * what is left is a power of the cosine. */
static double integrate_cosine(double from, double to, double power)
{
    const int n = 20000; /* Simpson's rule */
    double sum = 0;
    for (int i = 0; i <= n; i++) {
        const double u = from + (to - from) * i / n;
        sum += (i == 0 || i == n ? 1 : i % 2 ? 4 : 2) * pow(fabs(cos(u)), power);
    }
    return sum * (to - from) / n / 3;
}

static double slow_p(double t, int degrees)
{
    const double half = acos(0), angle = atan(fabs(t) / sqrt(degrees));
    return integrate_cosine(angle, half, degrees - 1) / integrate_cosine(0, half, degrees - 1);
}

static void p_is_the_area_of_the_tails(void **state)
{
    (void)state;
    static const int n_pairs[] = {2, 3, 4, 5, 10, 30, 31, 100, 300};
    static const double t[] = {0, 0.01, 0.5, 1, 2, 2.5, 4, 10};
    for (size_t i = 0; i < sizeof n_pairs / sizeof *n_pairs; i++)
        for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
            check_near(p_of(t[k], n_pairs[i]), slow_p(t[k], n_pairs[i] - 1), 1e-9, 1e-13);
            check_near(p_of(-t[k], n_pairs[i]), slow_p(t[k], n_pairs[i] - 1), 1e-9, 1e-13);
        }
}

/* The quantiles of every table of Student's distribution. */
static void known_quantiles(void **state)
{
    (void)state;
    check_near(p_of(12.706204736174705, 2), 0.05, 1e-12, 0);
    check_near(p_of(4.3026527297494639, 3), 0.05, 1e-12, 0);
    check_near(p_of(2.7764451051977944, 5), 0.05, 1e-12, 0);
    check_near(p_of(2.2621571627982055, 10), 0.05, 1e-12, 0);
    check_near(p_of(3.2498355415921263, 10), 0.01, 1e-12, 0);
    check_near(p_of(2.0452296421327043, 30), 0.05, 1e-12, 0);
    check_near(p_of(3.3915288333636506, 100), 0.001, 1e-12, 0);
    for (int i = 0; i < 70; i++) {
        const double t = 0.7 * i;
        check_near(p_of(t, 2), 1 - atan(t) / acos(0), 1e-11, 1e-15);
        check_near(p_of(t, 3), 1 - t / sqrt(t * t + 2), 1e-9, 1e-15);
    }
}

/* Differences 1 3 2 2: mean 2, variance 2/3. */
static void tests_by_hand(void **state)
{
    (void)state;
    const double a[] = {81, 85, 79, 90}, b[] = {80, 82, 77, 88};
    sg_t_test test = sg_t_test_paired(a, b, 4);
    assert_true(test.difference == 2 && test.degrees == 3);
    check_near(test.t, 2 / sqrt(2.0 / 3 / 4), 1e-15, 0);
    check_near(test.p, slow_p(test.t, 3), 1e-10, 0);
    const sg_t_test other_way = sg_t_test_paired(b, a, 4);
    assert_true(other_way.t == -test.t && other_way.p == test.p);

    const sg_t_test corrected = sg_t_test_corrected(a, b, 4, 1.0 / 3);
    check_near(corrected.t, 2 / sqrt(2.0 / 3 * (1.0 / 4 + 1.0 / 3)), 1e-15, 0);
    check_near(corrected.p, slow_p(corrected.t, 3), 1e-10, 0);
    assert_true(corrected.p > test.p);
    test = sg_t_test_corrected(a, b, 4, 0);
    check_near(test.t, 2 / sqrt(2.0 / 3 / 4), 1e-15, 0);
}

static void differences_without_variance(void **state)
{
    (void)state;
    const double a[] = {0.1, 0.3, 0.7}, lower[] = {0.1 - 8, 0.3 - 8, 0.7 - 8};
    sg_t_test test = sg_t_test_paired(a, a, 3);
    assert_true(test.difference == 0 && test.t == 0 && test.p == 1);
    const double c[] = {0.1, 0.1, 0.1}, zero[] = {0, 0, 0};
    test = sg_t_test_paired(c, zero, 3);
    assert_true(test.difference == 0.1 && isinf(test.t) && test.t > 0 && test.p == 0);
    test = sg_t_test_corrected(zero, c, 3, 0.1);
    assert_true(isinf(test.t) && test.t < 0 && test.p == 0);
    assert_true(sg_t_test_paired(a, lower, 3).p < 1e-20);
    test = sg_t_test_paired(a, zero, 1);
    assert_true(test.difference == 0.1 && isnan(test.t) && isnan(test.p));
    test = sg_t_test_paired(a, zero, 0);
    assert_true(isnan(test.difference) && isnan(test.t) && isnan(test.p));
    test = sg_t_test_paired((double[]){1, NAN, 3}, zero, 3);
    assert_true(isnan(test.t) && isnan(test.p));
}

static void softmax_is_a_distribution(void **state)
{
    (void)state;
    double even[] = {7, 7, 7, 7}, large[] = {1000, 1000 + log(3)}, one[] = {-5},
           broken[] = {1, (double)NAN, 2}, gone[] = {0, -(double)INFINITY};
    sg_softmax(even, 4);
    for (int i = 0; i < 4; i++) check_near(even[i], 0.25, 0, 0);
    sg_softmax(large, 2);
    check_near(large[0], 0.25, 1e-12, 0);
    check_near(large[1], 0.75, 1e-12, 0);
    sg_softmax(one, 1);
    check_near(one[0], 1, 0, 0);
    sg_softmax(broken, 3);
    for (int i = 0; i < 3; i++) assert_true(isnan(broken[i]));
    sg_softmax(gone, 2);
    check_near(gone[0], 1, 0, 0);
    check_near(gone[1], 0, 0, 0);
}

static void sigmoids_stay_within_bounds(void **state)
{
    (void)state;
    check_near(sg_sigmoid(0), 0.5, 0, 0);
    check_near(sg_sigmoid(log(3)), 0.75, 1e-15, 0);
    check_near(sg_sigmoid(-log(3)), 0.25, 1e-15, 0);
    check_near(sg_sigmoid(1e4), 1, 0, 0);
    check_near(sg_sigmoid(-1e4), 0, 0, 0);
    assert_true(isnan(sg_sigmoid((double)NAN)));
}

static void the_first_of_the_largest(void **state)
{
    (void)state;
    assert_int_equal(sg_largest((double[]){1, 5, -2, 5}, 4), 1);
    assert_int_equal(sg_largest((double[]){-3}, 1), 0);
    assert_int_equal(sg_largest(NULL, 0), 0);
}

/* Sample by sample as all at once, also where the mean is large. */
static void samples_one_by_one(void **state)
{
    (void)state;
    static const double SAMPLES[3][2] = {{1, 1e9 + 1}, {2, 1e9 + 2}, {6, 1e9 + 6}};
    double mean[2] = {0}, squares[2] = {0};
    for (uint32_t i = 0; i < 3; i++) sg_add_sample(mean, squares, SAMPLES[i], 2, i);
    sg_spread(squares, 2, 3);
    check_near(mean[0], 3, 1e-15, 0);
    check_near(mean[1], 1e9 + 3, 1e-15, 0);
    check_near(squares[0], sqrt(14 / 3.0), 1e-15, 0);
    check_near(squares[1], sqrt(14 / 3.0), 1e-9, 0);
}

SG_TESTS(cmocka_unit_test(the_first_of_the_largest), cmocka_unit_test(samples_one_by_one),
         cmocka_unit_test(softmax_is_a_distribution),
         cmocka_unit_test(sigmoids_stay_within_bounds), cmocka_unit_test(means_and_deviations),
         cmocka_unit_test(sizes_weigh), cmocka_unit_test(equal_sizes_do_not_weigh),
         cmocka_unit_test(the_fair_table), cmocka_unit_test(known_values_of_beta),
         cmocka_unit_test(beta_equals_its_closed_forms),
         cmocka_unit_test(p_is_the_area_of_the_tails), cmocka_unit_test(known_quantiles),
         cmocka_unit_test(tests_by_hand), cmocka_unit_test(differences_without_variance))
