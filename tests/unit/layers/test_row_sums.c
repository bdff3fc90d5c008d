/* test_row_sums.c - sums of chosen rows against plain loops, for float; test_row_sums_double.c includes this
 * file for double. */
#include "layers/real/row_sums.h"

#include "support/check.h"

enum { WIDEST = 40, N_ROWS = 9 };

/* All widths and numbers of terms, bit for bit: terms are added in their order. */
static void sums_have_the_bits_of_plain_loops(void **state)
{
    (void)state;
    sg_rng rng = check_rng("row sums");
    sg_real x[N_ROWS * WIDEST], to[WIDEST + 1], expected[WIDEST + 1];
    for (size_t width = 0; width <= WIDEST; width++)
        for (uint32_t n = 0; n <= SG_ROW_TERMS; n += n < 4 ? 1 : 20) {
            SG_R(sg_row_terms) terms = {.n = n};
            for (size_t i = 0; i < N_ROWS * WIDEST; i++)
                x[i] = (sg_real)(sg_rng_uniform(&rng) - 0.5);
            for (uint32_t i = 0; i < n; i++) {
                terms.factor[i] = (sg_real)(sg_rng_uniform(&rng) - 0.5);
                terms.row[i] = sg_rng_below(&rng, N_ROWS);
            }
            for (size_t f = 0; f <= WIDEST; f++)
                to[f] = expected[f] = (sg_real)sg_rng_uniform(&rng);
            for (uint32_t i = 0; i < n; i++)
                for (size_t f = 0; f < width; f++)
                    expected[f] += terms.factor[i] * x[terms.row[i] * width + f];
            SG_R(sg_row_terms_add)(to, &terms, x, width);
            assert_memory_equal(to, expected, sizeof to);
            SG_R(sg_row_terms_some)(to, &terms, x, width, 0);
            assert_memory_equal(to, expected, sizeof to);
        }
}

/* Rows may be wider than what is added. */
static void rows_may_be_apart(void **state)
{
    (void)state;
    const SG_R(sg_row_terms) terms = {.factor = {2, -1}, .row = {1, 0}, .n = 2};
    const sg_real x[] = {1, 2, 9, 3, 4, 9};
    sg_real to[] = {10, 20, 7};
    SG_R(sg_row_terms_add_apart)(to, &terms, x, 3, 2);
    assert_true(to[0] == 10 + 6 - 1 && to[1] == 20 + 8 - 2 && to[2] == 7);
}

SG_TESTS(cmocka_unit_test(rows_may_be_apart),
         cmocka_unit_test(sums_have_the_bits_of_plain_loops))
