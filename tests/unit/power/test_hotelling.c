/* test_hotelling.c - T-squared against numbers worked out by hand and by the definition. */
#include "power/hotelling.h"

#include "base/rng.h"
#include "support/check.h"

enum { MOST = 8, COPIES = 40 };

/* One number per vector: the square of Student's t. */
static void one_number(void **state)
{
    (void)state;
    const double value[] = {1, 2, 3, 4};
    double room[3];
    assert_int_equal(sg_hotelling_room(1), 3);
    /* mean 2.5, variance 5/3: 4 * 6.25 / (5/3) = 15. */
    check_near(sg_hotelling(value, 4, 1, 1e-300, room), 15, 1e-12, 0);
    check_near(sg_hotelling(value, 4, 1, 5.0 / 6, room), 10, 1e-12, 0);
}

/* Two numbers: mean (1, 0), covariance ((1, 0.5), (0.5, 1)) with its inverse ((4, -2), (-2, 4)) / 3. */
static void two_numbers(void **state)
{
    (void)state;
    const double a = 1.5, b = 0.8660254037844386; /* (1, .5; .5, 1) = rows of a factor */
    const double value[] = {1 + a / 1.5, 0.5 + b,  1 + a / 1.5, 0.5 - b,
                            1 - a / 1.5, -0.5 + b, 1 - a / 1.5, -0.5 - b};
    double room[8];
    /* Sums of squares: 4 and 4, of products 2; over n - 1 = 3 the covariance is ((4, 2), (2, 4)) / 3. */
    check_near(sg_hotelling(value, 4, 2, 1e-300, room), 4 * 1.0, 1e-9, 0);
}

/* The definition: solve (S + ridge) x = m by Gauss and Jordan. */
static double slow_hotelling(const double *value, uint32_t n, uint32_t width, double ridge)
{
    double m[MOST] = {0}, s[MOST][MOST + 1] = {{0}}, sum = 0;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < width; j++) m[j] += value[i * width + j] / n;
    for (uint32_t j = 0; j < width; j++) {
        for (uint32_t k = 0; k < width; k++) {
            for (uint32_t i = 0; i < n; i++)
                s[j][k] += (value[i * width + j] - m[j]) * (value[i * width + k] - m[k]);
            s[j][k] = s[j][k] / (n - 1) + (j == k ? ridge : 0);
        }
        s[j][width] = m[j];
    }
    for (uint32_t j = 0; j < width; j++)
        for (uint32_t k = 0; k < width; k++) {
            if (k == j) continue;
            const double factor = s[k][j] / s[j][j];
            for (uint32_t i = j; i <= width; i++) s[k][i] -= factor * s[j][i];
        }
    for (uint32_t j = 0; j < width; j++) sum += m[j] * s[j][width] / s[j][j];
    return n * sum;
}

static void equals_its_slow_twin(void **state)
{
    (void)state;
    sg_rng rng = check_rng("equals_its_slow_twin");
    for (int i = 0; i < 200; i++) {
        double value[COPIES * MOST], room[MOST * MOST + 2 * MOST];
        const uint32_t width = 1 + sg_rng_below(&rng, MOST),
                       n = width + 2 + sg_rng_below(&rng, 30);
        for (uint32_t j = 0; j < n * width; j++) value[j] = sg_rng_uniform(&rng) - 0.3;
        check_near(sg_hotelling(value, n, width, 1e-7, room),
                   slow_hotelling(value, n, width, 1e-7), 1e-8, 1e-12);
    }
}

/* Equal vectors have no variance: the ridge alone decides. */
static void equal_vectors(void **state)
{
    (void)state;
    double value[12], room[15];
    for (int i = 0; i < 12; i++) value[i] = i % 3 == 0 ? 0.01 : 0;
    check_near(sg_hotelling(value, 4, 3, 1e-7, room), 4 * 1e-4 / 1e-7, 1e-9, 0);
    for (int i = 0; i < 12; i++) value[i] = 0;
    check_near(sg_hotelling(value, 4, 3, 1e-7, room), 0, 0, 0);
}

/* BREC's number, and quantiles of F from printed tables. */
static void thresholds(void **state)
{
    (void)state;
    check_near(sg_hotelling_threshold(32, 16, 0.95), 72.34, 0, 0.01);
    check_near(sg_hotelling_threshold(11, 1, 0.95), 4.9646, 0, 1e-4);
    check_near(sg_hotelling_threshold(12, 2, 0.95), 11.0 * 2 / 10 * 4.1028, 0, 1e-3);
    assert_true(isnan(sg_hotelling_threshold(16, 16, 0.95)));
    assert_true(isnan(sg_hotelling_threshold(16, 0, 0.95)));
    assert_true(isnan(sg_hotelling_threshold(16, 4, 1)));
}

SG_TESTS(cmocka_unit_test(one_number), cmocka_unit_test(two_numbers),
         cmocka_unit_test(equals_its_slow_twin), cmocka_unit_test(equal_vectors),
         cmocka_unit_test(thresholds))
