/* gemm.c - products of matrices, tile by tile.
 *
 * A tile of C is kept in registers while a block of inner terms is added to it: from the left matrix
 * one number at a time, wherever it is; from the right one vectors, which must stand side by side.
 * Where they do not, because the right matrix is transposed or its last columns do not fill a
 * vector, those columns are copied first.  The left matrix is copied where it is transposed and its
 * rows are pages apart.  Everything else is read in place: most of our matrices are small, and
 * copying them takes longer than it saves. */
#include "model/real/gemm.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

enum {
    TILE_ROWS = 6,
    BLOCK_INNER = 256,                /* terms added to a tile at once                      */
    COPIED = 65536 / sizeof(sg_real), /* numbers of the left matrix that are copied at once */
    MOST_COLUMNS = 16,                /* of a tile                                          */
    FAR_APART = 4096                  /* bytes from row to row                              */
};

/* One tile: c[n_rows][columns] = factor sum over k of a[r a_stride + k a_step] b[k b_stride + ...] */
typedef struct tile_product {
    sg_real *c;
    size_t c_stride;
    const sg_real *a;
    size_t a_stride, a_step;
    const sg_real *b;
    size_t b_stride;
    size_t inner;
    sg_real factor;
    bool add;
} tile_product;

/* ---- Kinds of processors -------------------------------------------------------------------- */

typedef struct tile_kernels {
    void (*multiply[2][TILE_ROWS])(const tile_product *t); /* by vectors and rows, less 1 */
    size_t n_lanes;                                        /* columns in a vector         */
} tile_kernels;

#define KERNEL                            static
#define NAMED(name)                       name##_portable
#define LANES                             (16 / sizeof(sg_real))
#define MULTIPLY_ADD(sum, scalar, vector) ((sum) += (scalar) * (vector))
#include "model/real/gemm_kernels.inc"
#undef KERNEL
#undef NAMED
#undef LANES
#undef MULTIPLY_ADD

#if defined(__x86_64__)
#define KERNEL      __attribute__((target("avx2,fma"))) static
#define NAMED(name) name##_avx2
#define LANES       (32 / sizeof(sg_real))
#ifdef SG_REAL_DOUBLE
#define MULTIPLY_ADD(sum, scalar, vector)                                                      \
    ((sum) = _mm256_fmadd_pd(_mm256_set1_pd(scalar), vector, sum))
#else
#define MULTIPLY_ADD(sum, scalar, vector)                                                      \
    ((sum) = _mm256_fmadd_ps(_mm256_set1_ps(scalar), vector, sum))
#endif
#include "model/real/gemm_kernels.inc"
#undef KERNEL
#undef NAMED
#undef LANES
#undef MULTIPLY_ADD

static const tile_kernels *const VARIANTS[] = {&kernels_portable, &kernels_avx2};

static size_t count_runnable(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? 2 : 1;
}
#else
static const tile_kernels *const VARIANTS[] = {&kernels_portable};

static size_t count_runnable(void)
{
    return 1;
}
#endif

/* ---- Columns and rows ----------------------------------------------------------------------- */

/* Some columns of the right matrix, `width` numbers for each of `inner` terms, zeros behind the
 * n-th. */
static void copy_columns(sg_real *out, const sg_matrix *b, size_t first_term, size_t n_terms,
                         size_t first, size_t n, size_t width)
{
    if (b->transposed) {
        const sg_real *from = b->first + first * b->stride + first_term;
        for (size_t j = 0; j < n; j++, from += b->stride)
            for (size_t k = 0; k < n_terms; k++) out[k * width + j] = from[k];
    } else {
        const sg_real *from = b->first + first_term * b->stride + first;
        for (size_t k = 0; k < n_terms; k++, from += b->stride)
            for (size_t j = 0; j < n; j++) out[k * width + j] = from[j];
    }
    for (size_t k = 0; k < n_terms && n < width; k++)
        for (size_t j = n; j < width; j++) out[k * width + j] = 0;
}

/* The product of some rows of the left matrix with columns that stand side by side; n of them are
 * C's. */
static void multiply_rows(const tile_kernels *kernel, tile_product t, size_t n_rows, size_t n,
                          size_t width)
{
    sg_real aside[TILE_ROWS * MOST_COLUMNS];
    for (size_t i = 0; i < n_rows; i += TILE_ROWS) {
        tile_product part = t;
        const size_t left = n_rows - i, here = left < TILE_ROWS ? left : TILE_ROWS;
        void (*const multiply)(const tile_product *) =
            kernel->multiply[width / kernel->n_lanes - 1][here - 1];
        part.a = t.a + i * t.a_stride;
        part.c = t.c + i * t.c_stride;
        if (n == width) {
            multiply(&part);
            continue;
        }
        part.c = aside;
        part.c_stride = width;
        part.add = false;
        multiply(&part);
        for (size_t r = 0; r < here; r++) {
            sg_real *c = t.c + (i + r) * t.c_stride;
            for (size_t j = 0; j < n; j++)
                c[j] = t.add ? c[j] + aside[r * width + j] : aside[r * width + j];
        }
    }
}

/* What the product of one block of inner terms needs. */
typedef struct block_product {
    const tile_kernels *kernel;
    tile_product tile; /* a, c: of the block's first row and column */
    size_t first_term;
    size_t m, n;
} block_product;

static void multiply_block(const block_product *p, const sg_matrix *b)
{
    sg_real columns[BLOCK_INNER * MOST_COLUMNS];
    const size_t n_lanes = p->kernel->n_lanes;
    for (size_t j = 0; j < p->n;) {
        const size_t left = p->n - j, width = left > n_lanes ? 2 * n_lanes : n_lanes;
        const size_t n = left < width ? left : width;
        tile_product t = p->tile;
        t.c += j;
        if (b->transposed || n < width) {
            copy_columns(columns, b, p->first_term, t.inner, j, n, width);
            t.b = columns;
            t.b_stride = width;
        } else {
            t.b = b->first + p->first_term * b->stride + j;
            t.b_stride = b->stride;
        }
        multiply_rows(p->kernel, t, p->m, n, width);
        j += n;
    }
}

/* The same for a left matrix that is transposed and whose rows are far apart. */
static void multiply_copied(const block_product *p, const sg_matrix *b)
{
    sg_real rows[COPIED];
    const size_t at_once = COPIED / p->tile.inner / TILE_ROWS * TILE_ROWS;
    for (size_t i = 0; i < p->m; i += at_once) {
        block_product part = *p;
        part.m = p->m - i < at_once ? p->m - i : at_once;
        for (size_t k = 0; k < p->tile.inner; k++)
            memcpy(rows + k * part.m, p->tile.a + k * p->tile.a_step + i,
                   part.m * sizeof *rows);
        part.tile.a = rows;
        part.tile.a_step = part.m;
        part.tile.c += i * p->tile.c_stride;
        multiply_block(&part, b);
    }
}

static void multiply(const tile_kernels *kernel, tile_product tile, sg_matrix a, sg_matrix b,
                     sg_gemm_size size)
{
    const bool add = tile.add;
    for (size_t i = 0; i < size.m && size.inner == 0 && !add; i++)
        memset(tile.c + i * tile.c_stride, 0, size.n * sizeof *tile.c);
    for (size_t k = 0; k < size.inner; k += BLOCK_INNER) {
        const size_t left = size.inner - k;
        tile.a = a.first + (a.transposed ? k * a.stride : k);
        tile.inner = left < BLOCK_INNER ? left : BLOCK_INNER;
        tile.add = add || k > 0;
        const block_product block = {
            .kernel = kernel, .tile = tile, .first_term = k, .m = size.m, .n = size.n};
        if (a.transposed && a.stride * sizeof *tile.a >= FAR_APART)
            multiply_copied(&block, &b);
        else
            multiply_block(&block, &b);
    }
}

bool SG_R(sg_gemm_variant)(size_t i, sg_real *c, size_t c_stride, sg_matrix a, sg_matrix b,
                           sg_gemm_size size, sg_real factor, bool add)
{
    if (i >= count_runnable()) return false;
    const tile_product tile = {.c = c,
                               .c_stride = c_stride,
                               .a_stride = a.transposed ? 1 : a.stride,
                               .a_step = a.transposed ? a.stride : 1,
                               .factor = factor,
                               .add = add};
    multiply(VARIANTS[i], tile, a, b, size);
    return true;
}

void sg_gemm(sg_real *c, size_t c_stride, sg_matrix a, sg_matrix b, sg_gemm_size size,
             sg_real factor, bool add)
{
    (void)SG_R(sg_gemm_variant)(count_runnable() - 1, c, c_stride, a, b, size, factor, add);
}
