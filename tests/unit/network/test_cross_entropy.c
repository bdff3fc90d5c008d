/* test_cross_entropy.c - the loss of one row of outputs in both precisions: by hand, by differences,
 * and for outputs of any size. */
#include "network/cross_entropy.h"

#include "support/check.h"

static void rows_by_hand(void **state)
{
    (void)state;
    /* softmax(0, log 2, log 5) = (1/8, 2/8, 5/8) */
    const double out[3] = {0, log(2), log(5)}, share[3] = {0.125, 0.25, 0.625};
    const float out32[3] = {0, (float)log(2), (float)log(5)};
    for (uint32_t right = 0; right < 3; right++) {
        double d_out[3];
        float d_out32[3];
        check_near(sg_cross_entropy_f64(d_out, out, 3, right, 2), -2 * log(share[right]), 1e-15,
                   0);
        check_near(sg_cross_entropy_f32(d_out32, out32, 3, right, 2), -2 * log(share[right]),
                   1e-6, 0);
        for (uint32_t c = 0; c < 3; c++) {
            const double expected = 2 * (share[c] - (c == right));
            check_near(d_out[c], expected, 1e-15, 0);
            check_near((double)d_out32[c], expected, 1e-6, 0);
        }
    }
}

static void derivatives_are_optional(void **state)
{
    (void)state;
    const double out[2] = {1, 3};
    const float out32[2] = {1, 3};
    double d_out[2];
    float d_out32[2];
    assert_true(sg_cross_entropy_f64(NULL, out, 2, 0, 1) ==
                sg_cross_entropy_f64(d_out, out, 2, 0, 1));
    assert_true(sg_cross_entropy_f32(NULL, out32, 2, 0, 1) ==
                sg_cross_entropy_f32(d_out32, out32, 2, 0, 1));
    /* These outputs are the same in float, and sums are in double. */
    assert_true(sg_cross_entropy_f32(NULL, out32, 2, 0, 1) ==
                sg_cross_entropy_f64(NULL, out, 2, 0, 1));
}

static void derivatives_are_those_of_differences(void **state)
{
    (void)state;
    enum { WIDTH = 6 };
    sg_rng rng = check_rng("cross-entropy");
    for (int i = 0; i < 100; i++) {
        double out[WIDTH], d_out[WIDTH], sum = 0;
        const uint32_t right = sg_rng_below(&rng, WIDTH);
        for (int c = 0; c < WIDTH; c++) out[c] = 8 * sg_rng_uniform(&rng) - 4;
        (void)sg_cross_entropy_f64(d_out, out, WIDTH, right, 0.5);
        for (int c = 0; c < WIDTH; c++) {
            const double at = out[c], h = 1e-6;
            out[c] = at + h;
            const double above = sg_cross_entropy_f64(NULL, out, WIDTH, right, 0.5);
            out[c] = at - h;
            const double below = sg_cross_entropy_f64(NULL, out, WIDTH, right, 0.5);
            out[c] = at;
            check_near(d_out[c], (above - below) / (2 * h), 0, 1e-8);
            sum += d_out[c];
        }
        check_near(sum, 0, 0, 1e-15); /* adding a constant to all outputs changes nothing */
    }
}

static void outputs_may_be_of_any_size(void **state)
{
    (void)state;
    const float large[2] = {1e38F, -1e38F};
    float d_large[2];
    check_near(sg_cross_entropy_f32(d_large, large, 2, 0, 1), 0, 0, 0);
    check_near(sg_cross_entropy_f32(d_large, large, 2, 1, 1), 2e38, 1e-6, 0);
    check_near((double)d_large[0], 1, 0, 0);
    check_near((double)d_large[1], -1, 0, 0);
    const double one = -700;
    double d_one = 9;
    check_near(sg_cross_entropy_f64(&d_one, &one, 1, 0, 3), 0, 0, 0); /* the only class */
    check_near(d_one, 0, 0, 0);
}

SG_TESTS(cmocka_unit_test(rows_by_hand), cmocka_unit_test(derivatives_are_optional),
         cmocka_unit_test(derivatives_are_those_of_differences),
         cmocka_unit_test(outputs_may_be_of_any_size))
