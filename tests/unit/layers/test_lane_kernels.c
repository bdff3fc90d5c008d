/* test_lane_kernels.c - every variant of the kernels against plain loops, and bit by bit against the
 * portable one; for float.  test_lane_kernels_double.c includes this file for double. */
#include "layers/real/lane_kernels.h"

#include "support/check.h"

enum { MAX_NODES = 70, N_CELLS = 500, N_VARIANTS = 2, SIZE = MAX_NODES * SG_MOST_LANES };

#ifdef SG_REAL_DOUBLE
#define TOLERANCE 1e-13
#else
#define TOLERANCE 1e-5
#endif

/* What kernels read, and what each variant wrote. */
static sg_real X[SIZE], WEIGHT[MAX_NODES], W[3 * N_CELLS], OUT[N_VARIANTS][SIZE];
static uint16_t SENDER[MAX_NODES];
static uint32_t OUTER[MAX_NODES], INNER[MAX_NODES];
static uint8_t VALUE[MAX_NODES * MAX_NODES];

static void draw(sg_real *to, size_t n, sg_rng *rng)
{
    for (size_t i = 0; i < n; i++) to[i] = (sg_real)(sg_rng_uniform(rng) - 0.5);
}

static void draw_all(sg_rng *rng, uint32_t n)
{
    draw(X, SIZE, rng);
    draw(WEIGHT, MAX_NODES, rng);
    draw(W, 3 * (size_t)N_CELLS, rng);
    draw(OUT[0], SIZE, rng);
    memcpy(OUT[1], OUT[0], sizeof OUT[1]);
    for (uint32_t i = 0; i < MAX_NODES; i++) {
        SENDER[i] = n > 0 ? (uint16_t)sg_rng_below(rng, n) : 0;
        OUTER[i] = sg_rng_below(rng, N_CELLS);
        INNER[i] = sg_rng_below(rng, N_CELLS);
    }
    for (uint32_t i = 0; i < MAX_NODES * MAX_NODES; i++)
        VALUE[i] = (uint8_t)sg_rng_below(rng, 256);
}

/* All variants wrote the same bits. */
static void check_same(size_t n_variants)
{
    for (size_t i = 1; i < n_variants; i++) assert_memory_equal(OUT[i], OUT[0], sizeof OUT[0]);
}

static size_t count_variants(void)
{
    size_t n = 0;
    while (SG_R(sg_lane_kernels_variant)(n) != NULL) n++;
    assert_in_range(n, 1, N_VARIANTS);
    assert_ptr_equal(SG_R(sg_lane_kernels_best)(), SG_R(sg_lane_kernels_variant)(n - 1));
    return n;
}

static void rows_are_summed(void **state)
{
    (void)state;
    sg_rng rng = check_rng("rows");
    const size_t n_variants = count_variants();
    for (uint32_t i = 0; i < 400; i++) {
        const uint32_t n = sg_rng_below(&rng, MAX_NODES), groups = i % SG_MOST_GROUPS;
        const size_t stride = (groups + (size_t)1) * SG_LANES;
        const uint16_t *sender = i % 3 == 0 ? NULL : SENDER;
        draw_all(&rng, n);
        for (size_t k = 0; k < n_variants; k++)
            SG_R(sg_lane_kernels_variant)(k)->sum_row[groups](OUT[k], WEIGHT, sender, n, X);
        check_same(n_variants);
        for (size_t f = 0; f < stride; f++) {
            double sum = 0;
            for (uint32_t p = 0; p < n; p++)
                sum += (double)WEIGHT[p] *
                       (double)X[(sender != NULL ? sender[p] : p) * stride + f];
            check_near((double)OUT[0][f], sum, 0, TOLERANCE);
        }
    }
}

static void rows_are_spread(void **state)
{
    (void)state;
    static sg_real before[SIZE];
    sg_rng rng = check_rng("spreading");
    const size_t n_variants = count_variants();
    for (uint32_t i = 0; i < 400; i++) {
        const uint32_t n = sg_rng_below(&rng, MAX_NODES), groups = i % SG_MOST_GROUPS;
        const size_t stride = (groups + (size_t)1) * SG_LANES;
        const uint16_t *sender = i % 3 == 0 ? NULL : SENDER;
        draw_all(&rng, n);
        memcpy(before, OUT[0], sizeof before);
        for (size_t k = 0; k < n_variants; k++)
            SG_R(sg_lane_kernels_variant)(k)->spread_row[groups](OUT[k], WEIGHT, sender, n, X);
        check_same(n_variants);
        for (size_t u = 0; u < MAX_NODES; u++)
            for (size_t f = 0; f < stride; f++) {
                double sum = (double)before[u * stride + f];
                for (uint32_t p = 0; p < n; p++)
                    if ((sender != NULL ? sender[p] : p) == u)
                        sum += (double)WEIGHT[p] * (double)X[f];
                check_near((double)OUT[0][u * stride + f], sum, 0, TOLERANCE);
            }
    }
}

static void cells_are_multiplied_both_ways(void **state)
{
    (void)state;
    sg_rng rng = check_rng("cells");
    const size_t n_variants = count_variants();
    for (uint32_t i = 0; i < 200; i++) {
        const uint32_t n = sg_rng_below(&rng, MAX_NODES), groups = i % SG_MOST_GROUPS;
        const size_t stride = (groups + (size_t)1) * SG_LANES;
        const bool transposed = i % 3 == 0;
        draw_all(&rng, n);
        SG_R(sg_cell_product)
        c = {.w = W,
             .outer = OUTER,
             .inner = INNER,
             .value = VALUE,
             .outer_step = transposed ? 1 : n,
             .inner_step = transposed ? n : 1,
             .x = X,
             .n = n};
        for (size_t k = 0; k < n_variants; k++) {
            c.out = OUT[k];
            SG_R(sg_lane_kernels_variant)(k)->multiply_cells[groups](&c);
        }
        check_same(n_variants);
        for (size_t o = 0; o < n; o++)
            for (size_t f = 0; f < stride; f++) {
                double sum = 0;
                for (size_t u = 0; u < n; u++)
                    sum += (double)W[OUTER[o] + INNER[u] +
                                     VALUE[o * c.outer_step + u * c.inner_step]] *
                           (double)X[u * stride + f];
                check_near((double)OUT[0][o * stride + f], sum, 0, TOLERANCE);
            }
    }
}

static void columns_are_summed(void **state)
{
    (void)state;
    enum { MOST_ROWS = 11, DY_STRIDE = 33 };
    static sg_real dy[MOST_ROWS * DY_STRIDE];
    sg_rng rng = check_rng("columns");
    const size_t n_variants = count_variants();
    for (uint32_t i = 0; i < 400; i++) {
        SG_R(sg_column_product)
        c = {.dy = dy,
             .dy_stride = DY_STRIDE - i % 2,
             .n_rows = sg_rng_below(&rng, MOST_ROWS + 1),
             .columns = X,
             .k = sg_rng_below(&rng, 30),
             .stride = (size_t)SG_LANES * sg_rng_below(&rng, 9)};
        draw_all(&rng, 1);
        draw(dy, sizeof dy / sizeof *dy, &rng);
        for (size_t v = 0; v < n_variants; v++) {
            c.term = OUT[v];
            SG_R(sg_lane_kernels_variant)(v)->multiply_columns(&c);
        }
        check_same(n_variants);
        for (size_t r = 0; r < c.n_rows; r++)
            for (size_t u = 0; u < c.stride; u++) {
                double sum = 0;
                for (size_t f = 0; f < c.k; f++)
                    sum += (double)dy[r * c.dy_stride + f] * (double)X[f * c.stride + u];
                check_near((double)OUT[0][r * c.stride + u], sum, 0, TOLERANCE);
            }
    }
}

static void groups_of_lanes_are_filled_up(void **state)
{
    (void)state;
    static const uint32_t CASES[][2] = {{0, 0},  {1, 8},   {7, 8},   {8, 8},
                                        {9, 16}, {16, 16}, {25, 32}, {32, 32}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        assert_int_equal(sg_whole_lanes(CASES[i][0]), CASES[i][1]);
}

SG_TESTS(cmocka_unit_test(groups_of_lanes_are_filled_up), cmocka_unit_test(rows_are_summed),
         cmocka_unit_test(rows_are_spread), cmocka_unit_test(cells_are_multiplied_both_ways),
         cmocka_unit_test(columns_are_summed))
