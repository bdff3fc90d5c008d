/* test_pair_loss.c - cosines of pairs, and their derivatives against differences. */
#include "power/pair_loss.h"

#include "base/rng.h"
#include "support/check.h"

enum { ROWS = 6, WIDTH = 4 };

static void known_cosines(void **state)
{
    (void)state;
    /* 45 degrees, opposite, and a row of zeros. */
    const double output[] = {1, 0, 1, 1, 2, 1, -2, -1, 0, 0, 3, 4};
    double gradient[12];
    const double loss = sg_pair_loss(gradient, output, 6, 2, NULL);
    check_near(loss, sqrt(0.5) / 3, 1e-9, 0);
    for (int i = 4; i < 8; i++) check_near(gradient[i], 0, 0, 0);
    assert_true(sg_pair_loss(gradient, output, 0, 2, NULL) == 0);
}

static void derivatives(void **state)
{
    (void)state;
    sg_rng rng = check_rng("derivatives");
    for (int trial = 0; trial < 100; trial++) {
        double output[ROWS * WIDTH], gradient[ROWS * WIDTH], unused[ROWS * WIDTH];
        for (int i = 0; i < ROWS * WIDTH; i++) output[i] = sg_rng_uniform(&rng) * 2 - 0.8;
        (void)sg_pair_loss(gradient, output, ROWS, WIDTH, NULL);
        for (int i = 0; i < ROWS * WIDTH; i++) {
            const double step = 1e-6, at = output[i];
            output[i] = at + step;
            const double above = sg_pair_loss(unused, output, ROWS, WIDTH, NULL);
            output[i] = at - step;
            const double below = sg_pair_loss(unused, output, ROWS, WIDTH, NULL);
            output[i] = at;
            /* A cosine that crosses zero within the step has a kink there. */
            const double found = (above - below) / (2 * step);
            if (fabs(found - gradient[i]) > 1e-6) {
                double x = 0;
                const int row = i / WIDTH / 2 * 2 * WIDTH;
                for (int j = 0; j < WIDTH; j++) x += output[row + j] * output[row + WIDTH + j];
                assert_true(fabs(x) < 1e-4);
            }
        }
    }
}

SG_TESTS(cmocka_unit_test(known_cosines), cmocka_unit_test(derivatives))
