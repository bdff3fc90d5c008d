/* test_gemm.c - products of matrices against three plain loops, for float; test_gemm_double.c
 * includes this file for double. */
#include "layers/real/gemm.h"

#include "support/check.h"

#include <float.h>

#ifdef SG_REAL_DOUBLE
#define PRECISION DBL_EPSILON
#else
#define PRECISION (double)FLT_EPSILON
#endif

enum { SPARE = 7, BEHIND = 64, MAX_CELLS = 1000000 };

static sg_real A[MAX_CELLS], B[MAX_CELLS], C[MAX_CELLS], BEFORE[MAX_CELLS], D[MAX_CELLS];

/* The numbers of all products of a test. */
static sg_rng draw_numbers(const char *name)
{
    sg_rng rng = check_rng(name);
    for (size_t i = 0; i < MAX_CELLS; i++) {
        A[i] = (sg_real)(sg_rng_uniform(&rng) - 0.5);
        B[i] = (sg_real)(sg_rng_uniform(&rng) - 0.5);
        BEFORE[i] = (sg_real)(sg_rng_uniform(&rng) - 0.5);
        D[i] = (sg_real)(sg_rng_uniform(&rng) - 0.5);
    }
    return rng;
}

/* One product: where its matrices are and how they lie. */
typedef struct product {
    sg_gemm_size size;
    sg_matrix a, b;
    size_t c_stride;
    sg_real factor;
    sg_addend plus;
} product;

/* Nothing, what C is, another matrix, or the same row for all rows. */
static sg_addend draw_addend(const product *p, sg_rng *rng)
{
    switch (sg_rng_below(rng, 4)) {
    case 0:
        return (sg_addend){NULL, 0};
    case 1:
        return (sg_addend){C, p->c_stride};
    case 2:
        return (sg_addend){D, p->size.n + sg_rng_below(rng, SPARE)};
    default:
        return (sg_addend){D, 0};
    }
}

static product draw_product(sg_gemm_size size, size_t far, sg_rng *rng)
{
    product p = {.size = size, .factor = 1, .c_stride = size.n + sg_rng_below(rng, SPARE)};
    p.a.transposed = sg_rng_below(rng, 2) == 0;
    p.b.transposed = sg_rng_below(rng, 2) == 0;
    p.plus = draw_addend(&p, rng);
    if (sg_rng_below(rng, 2) == 0) p.factor = (sg_real)0.3;
    p.a.first = A;
    p.b.first = B;
    p.a.stride = (p.a.transposed ? size.m : size.inner) + sg_rng_below(rng, SPARE) + far;
    p.b.stride = (p.b.transposed ? size.inner : size.n) + sg_rng_below(rng, SPARE);
    return p;
}

static double at(sg_matrix m, size_t row, size_t column)
{
    return (double)(m.transposed ? m.first[column * m.stride + row]
                                 : m.first[row * m.stride + column]);
}

static double addend_at(const product *p, size_t row, size_t column)
{
    const sg_real *first = p->plus.first == C ? BEFORE : p->plus.first;
    return first != NULL ? (double)first[row * p->plus.stride + column] : 0;
}

/* C is right, and what lies between its rows and behind it is as it was. */
static void check_product(const product *p)
{
    const sg_gemm_size size = p->size;
    for (size_t i = 0; i < size.m; i++)
        for (size_t j = 0; j < p->c_stride; j++) {
            const size_t place = i * p->c_stride + j;
            double expected = (double)BEFORE[place], scale = fabs(expected);
            if (j < size.n) {
                double sum = 0, sizes = 0;
                for (size_t k = 0; k < size.inner; k++) {
                    const double term = at(p->a, i, k) * at(p->b, k, j);
                    sum += term;
                    sizes += fabs(term);
                }
                expected = (double)p->factor * sum + addend_at(p, i, j);
                scale = sizes + fabs(addend_at(p, i, j));
            }
            if (!(fabs((double)C[place] - expected) <= 20 * PRECISION * scale))
                fail_msg("%zu x %zu x %zu: C[%zu][%zu] = %.17g, expected %.17g", size.m, size.n,
                         size.inner, i, j, (double)C[place], expected);
        }
    assert_memory_equal(C + size.m * p->c_stride, BEFORE + size.m * p->c_stride,
                        BEHIND * sizeof *C);
}

static void multiply(const product *p, size_t variant)
{
    memcpy(C, BEFORE, (p->size.m * p->c_stride + BEHIND) * sizeof *C);
    assert_true(SG_R(sg_gemm_variant)(variant, C, p->c_stride, p->a, p->b, p->size, p->factor,
                                      p->plus));
}

static bool has_variant(size_t i)
{
    sg_real c = 0;
    const sg_matrix none = {&c, 1, false};
    return SG_R(sg_gemm_variant)(i, &c, 1, none, none, (sg_gemm_size){0, 0, 0}, 1,
                                 (sg_addend){NULL, 0});
}

static void check_all_variants(const product *p)
{
    for (size_t i = 0; has_variant(i); i++) {
        multiply(p, i);
        check_product(p);
    }
}

static void products_are_sums_of_products(void **state)
{
    (void)state;
    sg_rng rng = draw_numbers("products");
    for (int i = 0; i < 400; i++) {
        const sg_gemm_size size = {sg_rng_below(&rng, 40), sg_rng_below(&rng, 40),
                                   sg_rng_below(&rng, 40)};
        const product p = draw_product(size, 0, &rng);
        check_all_variants(&p);
    }
}

static void long_and_far_apart(void **state)
{
    (void)state;
    sg_rng rng = draw_numbers("long products");
    static const sg_gemm_size SIZES[] = {{1, 1, 600},    {7, 33, 257},   {130, 5, 300},
                                         {200, 20, 64},  {3, 100, 512},  {90, 17, 256},
                                         {13, 300, 260}, {23, 140, 100}, {40, 1000, 20}};
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++)
        for (size_t far = 0; far <= 1100; far += 1100)
            for (int repeat = 0; repeat < 6; repeat++) {
                const product p = draw_product(SIZES[i], far, &rng);
                check_all_variants(&p);
            }
}

/* The bits of an element do not depend on which other elements are computed with it. */
static void check_stripe(product p, size_t row, size_t column)
{
    static sg_real whole[MAX_CELLS];
    const sg_gemm_size size = p.size;
    const bool onto_c = p.plus.first == C;
    const size_t n_bytes = size.m * p.c_stride * sizeof *C, first = row * p.c_stride + column;
    memcpy(whole, BEFORE, n_bytes);
    if (onto_c) p.plus.first = whole;
    sg_gemm_plus(whole, p.c_stride, p.a, p.b, size, p.factor, p.plus);
    memcpy(C, BEFORE, n_bytes);
    p.a.first += row * (p.a.transposed ? 1 : p.a.stride);
    p.b.first += column * (p.b.transposed ? p.b.stride : 1);
    if (onto_c) p.plus.first = C;
    if (p.plus.first != NULL) p.plus.first += row * p.plus.stride + column;
    sg_gemm_plus(C + first, p.c_stride, p.a, p.b,
                 (sg_gemm_size){size.m - row, size.n - column, size.inner}, p.factor, p.plus);
    for (size_t r = row; r < size.m; r++)
        assert_memory_equal(C + r * p.c_stride + column, whole + r * p.c_stride + column,
                            (size.n - column) * sizeof *C);
}

static void stripes_have_the_bits_of_the_whole(void **state)
{
    (void)state;
    sg_rng rng = draw_numbers("parts of products");
    for (int i = 0; i < 300; i++) {
        const sg_gemm_size size = {1 + sg_rng_below(&rng, 50), 1 + sg_rng_below(&rng, 150),
                                   sg_rng_below(&rng, 600)};
        const size_t far = i % 3 == 0 ? 1100 : 0;
        const product p = draw_product(size, far, &rng);
        const size_t row = sg_rng_below(&rng, (uint32_t)size.m);
        check_stripe(p, row, sg_rng_below(&rng, (uint32_t)size.n));
    }
}

static void adding_is_optional(void **state)
{
    (void)state;
    const sg_real two[] = {2}, three[] = {3};
    const sg_matrix a = {two, 1, false}, b = {three, 1, false};
    const sg_gemm_size one = {1, 1, 1}, none = {1, 1, 0};
    sg_real c = 100;
    sg_gemm(&c, 1, a, b, one, 1, true);
    assert_true(c == 106);
    sg_gemm(&c, 1, a, b, one, 10, false);
    assert_true(c == 60);
    sg_gemm(&c, 1, a, b, none, 1, true);
    assert_true(c == 60);
    sg_gemm(&c, 1, a, b, none, 1, false);
    assert_true(c == 0);
}

enum { MOST_PARTS = 16 };

/* Stretches of the inner terms, some of which are empty. */
static sg_gemm_parts draw_parts(uint32_t begin[MOST_PARTS + 1], size_t inner, sg_rng *rng)
{
    const sg_gemm_parts parts = {begin, 1U << sg_rng_below(rng, 5)};
    begin[0] = 0;
    for (uint32_t p = 1; p <= parts.n; p++)
        begin[p] = begin[p - 1] + sg_rng_below(rng, 1 + (uint32_t)inner - begin[p - 1]);
    begin[parts.n] = (uint32_t)inner;
    return parts;
}

/* The sum of n parts from `first` on, each a product of its own, in sum[0 .. m x n). */
static void sum_by_hand(sg_real *sum, const product *p, sg_gemm_parts parts, uint32_t first,
                        uint32_t n, size_t variant)
{
    const size_t cells = p->size.m * p->size.n;
    if (n == 1) {
        const size_t k = parts.begin[first];
        const sg_matrix a = {p->a.first + k * (p->a.transposed ? p->a.stride : 1), p->a.stride,
                             p->a.transposed},
                        b = {p->b.first + k * (p->b.transposed ? 1 : p->b.stride), p->b.stride,
                             p->b.transposed};
        assert_true(SG_R(sg_gemm_variant)(
            variant, sum, p->size.n, a, b,
            (sg_gemm_size){p->size.m, p->size.n, parts.begin[first + 1] - k}, 1,
            (sg_addend){NULL, 0}));
        return;
    }
    sum_by_hand(sum, p, parts, first, n / 2, variant);
    sum_by_hand(sum + cells, p, parts, first + n / 2, n / 2, variant);
    for (size_t i = 0; i < cells; i++) sum[i] += sum[cells + i];
}

/* C is what it was before and D, [m][n], with the same bits. */
static void check_sum(const product *p)
{
    for (size_t r = 0; r < p->size.m; r++)
        for (size_t c = 0; c < p->c_stride; c++) {
            const size_t place = r * p->c_stride + c;
            const sg_real more = c < p->size.n ? D[r * p->size.n + c] : 0;
            assert_true(C[place] == BEFORE[place] + more);
        }
}

static void parts_are_added_along_a_tree(void **state)
{
    (void)state;
    sg_rng rng = draw_numbers("trees of products");
    for (int i = 0; i < 200; i++) {
        const sg_gemm_size size = {1 + sg_rng_below(&rng, 60), 1 + sg_rng_below(&rng, 130),
                                   sg_rng_below(&rng, 1 + SG_GEMM_BLOCK)};
        const product p = draw_product(size, i % 3 == 0 ? 3000 : 0, &rng);
        uint32_t begin[MOST_PARTS + 1];
        const sg_gemm_parts parts = draw_parts(begin, size.inner, &rng);
        for (size_t v = 0; has_variant(v); v++) {
            sum_by_hand(D, &p, parts, 0, parts.n, v);
            memcpy(C, BEFORE, (size.m * p.c_stride + BEHIND) * sizeof *C);
            assert_true(
                SG_R(sg_gemm_tree_variant)(v, C, p.c_stride, p.a, p.b, size.m, size.n, parts));
            check_sum(&p);
        }
        /* The fastest kind, which comes last. */
        memcpy(C, BEFORE, (size.m * p.c_stride + BEHIND) * sizeof *C);
        sg_gemm_tree(C, p.c_stride, p.a, p.b, size.m, size.n, parts);
        check_sum(&p);
    }
}

SG_TESTS(cmocka_unit_test(parts_are_added_along_a_tree),
         cmocka_unit_test(products_are_sums_of_products), cmocka_unit_test(long_and_far_apart),
         cmocka_unit_test(stripes_have_the_bits_of_the_whole),
         cmocka_unit_test(adding_is_optional))
