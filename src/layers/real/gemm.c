/* gemm.c - products of matrices, tile by tile.
 *
 * A tile of C is kept in registers while a block of inner terms is added to it: from the left matrix
 * one number at a time, wherever it is; from the right one vectors, which must stand side by side.
 * So columns of the right matrix are copied first, into panels as wide as a tile, unless there are so
 * few rows that copying takes longer than it saves.  Then come the rows, twelve at a time, which are
 * two tiles of six or three of four: they stay in the nearest cache while all panels go by, and C is
 * written along its rows.  Rows of a transposed left matrix are copied, too, if they are pages apart.
 *
 * Blocks of inner terms begin at fixed places, and tiles of all sizes add their terms one after the
 * other; so an element of C has the same bits in whichever tile it is. */
#include "layers/real/gemm.h"

#include "layers/real/asking.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

enum {
    TILE_ROWS = 6,
    WIDE_TILE_ROWS = 4, /* of tiles of three vectors                              */
    TILE_VECTORS = 3,
    TILE_COLUMNS = 48, /* as many as three vectors have, or more   */
    GROUP_ROWS = 12,   /* rows that stay while the panels go by    */
    ROWS_PER_ASK = 64 * GROUP_ROWS,
    FEW_ROWS = 12,                    /* for which the right matrix is not copied */
    BLOCK_INNER = SG_GEMM_BLOCK,      /* terms added to a tile at once            */
    COPIED = 65536 / sizeof(sg_real), /* numbers in panels at once                */
    FAR_APART = 4096                  /* bytes from row to row                    */
};

/* One tile: c[r][j] = factor sum over k of a[r a_stride + k a_step] b[k b_stride + j] + plus[r][j] */
typedef struct tile_product {
    sg_real *c;
    size_t c_stride;
    const sg_real *a;
    size_t a_stride, a_step;
    const sg_real *b;
    size_t b_stride;
    const sg_real *plus; /* NULL: nothing */
    size_t plus_stride;
    size_t inner;
    sg_real factor;
    sg_gemm_parts parts; /* whose sums are added along a tree; {0}: all terms are one sum */
} tile_product;

/* The same further down and to the right. */
static tile_product tile_at(tile_product t, size_t row, size_t column)
{
    t.a += row * t.a_stride;
    t.c += row * t.c_stride + column;
    if (t.plus != NULL) t.plus += row * t.plus_stride + column;
    return t;
}

/* ---- Kinds of processors -------------------------------------------------------------------- */

typedef struct tile_kernels {
    void (*multiply[TILE_VECTORS][TILE_ROWS])(const tile_product *t); /* by size, less 1 */
    void (*copy_pairs)(sg_real *to, size_t to_stride, const sg_real *from, size_t n);
    /* to += from, tiles of TILE_COLUMNS from row to row. */
    void (*add_tile)(sg_real *to, const sg_real *from, size_t n_rows, size_t n_vectors);
    size_t n_lanes; /* columns in a vector */
} tile_kernels;

#define KERNEL                            static
#define NAMED(name)                       name##_portable
#define LANES                             (16 / sizeof(sg_real))
#define MULTIPLY_ADD(sum, scalar, vector) ((sum) += (scalar) * (vector))
#include "layers/real/gemm_kernels.inc"
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
#include "layers/real/gemm_kernels.inc"
#undef KERNEL
#undef NAMED
#undef LANES
#undef MULTIPLY_ADD

#define KERNEL      __attribute__((target("avx512f"))) static
#define NAMED(name) name##_avx512
#define LANES       (64 / sizeof(sg_real))
#ifdef SG_REAL_DOUBLE
#define MULTIPLY_ADD(sum, scalar, vector)                                                      \
    ((sum) = _mm512_fmadd_pd(_mm512_set1_pd(scalar), vector, sum))
#else
#define MULTIPLY_ADD(sum, scalar, vector)                                                      \
    ((sum) = _mm512_fmadd_ps(_mm512_set1_ps(scalar), vector, sum))
#endif
#include "layers/real/gemm_kernels.inc"
#undef KERNEL
#undef NAMED
#undef LANES
#undef MULTIPLY_ADD

static const tile_kernels *const VARIANTS[] = {&kernels_portable, &kernels_avx2,
                                               &kernels_avx512};

static size_t count_runnable(void)
{
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return 1;
    return __builtin_cpu_supports("avx512f") ? 3 : 2;
}
#else
static const tile_kernels *const VARIANTS[] = {&kernels_portable};

static size_t count_runnable(void)
{
    return 1;
}
#endif

/* ---- Panels ----------------------------------------------------------------------------------- */

/* Some columns of the right matrix: panels of two vectors each, and a last one of one to three. */
typedef struct columns {
    size_t first, n;
    size_t n_paired; /* in panels of two vectors                                           */
    size_t last;     /* width of the last panel, of which n - n_paired columns are used    */
    sg_real *panel;  /* copies, [inner][width] each; NULL: they are read where they are    */
} columns;

static columns columns_of(size_t first, size_t n, size_t n_lanes, sg_real *panel)
{
    const size_t n_vectors = (n + n_lanes - 1) / n_lanes;
    const size_t last = n_vectors <= TILE_VECTORS ? n_vectors : 2 + n_vectors % 2;
    return (columns){first, n, (n_vectors - last) * n_lanes, last * n_lanes, panel};
}

/* What the product of one block of inner terms needs. */
typedef struct block_product {
    const tile_kernels *kernel;
    tile_product tile; /* the first, as far as it is known */
    sg_matrix b;       /* from the block's first term on   */
    size_t m;
} block_product;

static void copy_columns(columns some, const block_product *p)
{
    const size_t inner = p->tile.inner, pair = 2 * p->kernel->n_lanes,
                 n_pairs = some.n_paired / pair;
    const size_t n_last = some.n - some.n_paired;
    const sg_real *from = p->b.first + some.first;
    sg_real *last = some.panel + some.n_paired * inner;
    for (size_t k = 0; k < inner; k++, from += p->b.stride, last += some.last) {
        p->kernel->copy_pairs(some.panel + k * pair, pair * inner, from, n_pairs);
        for (size_t j = 0; j < n_last; j++) last[j] = from[some.n_paired + j];
        for (size_t j = n_last; j < some.last; j++) last[j] = 0;
    }
}

#ifdef SG_REAL_DOUBLE
enum { SQUARE = 1 };

static void transpose_square(sg_real *to, size_t to_stride, const sg_real *from, size_t stride)
{
    (void)to_stride;
    (void)stride;
    *to = *from;
}
#else
enum { SQUARE = 4 };

typedef float square_row __attribute__((vector_size(SQUARE * sizeof(float))));
typedef float square_row_in_memory
    __attribute__((vector_size(SQUARE * sizeof(float)), aligned(sizeof(float)), may_alias));

static void transpose_square(float *to, size_t to_stride, const float *from, size_t stride)
{
    square_row row[SQUARE], half[SQUARE];
    for (size_t i = 0; i < SQUARE; i++)
        row[i] = *(const square_row_in_memory *)(from + i * stride);
    for (size_t i = 0; i < 2; i++) {
        half[i] = __builtin_shufflevector(row[2 * i], row[2 * i + 1], 0, 4, 1, 5);
        half[i + 2] = __builtin_shufflevector(row[2 * i], row[2 * i + 1], 2, 6, 3, 7);
    }
    for (size_t i = 0; i < SQUARE; i += 2) {
        row[i] = __builtin_shufflevector(half[i], half[i + 1], 0, 1, 4, 5);
        row[i + 1] = __builtin_shufflevector(half[i], half[i + 1], 2, 3, 6, 7);
    }
    for (size_t i = 0; i < SQUARE; i++) *(square_row_in_memory *)(to + i * to_stride) = row[i];
}
#endif

/* panel[k][j] = from[j][k], where there are n rows j; zeros behind the n-th. */
static void transpose_panel(sg_real *panel, size_t width, const sg_real *from, size_t stride,
                            size_t n, size_t inner)
{
    const size_t n_square = n / SQUARE * SQUARE, inner_square = inner / SQUARE * SQUARE;
    for (size_t j = 0; j < n_square; j += SQUARE)
        for (size_t k = 0; k < inner_square; k += SQUARE)
            transpose_square(panel + k * width + j, width, from + j * stride + k, stride);
    for (size_t j = 0; j < width; j++)
        for (size_t k = j < n_square ? inner_square : 0; k < inner; k++)
            panel[k * width + j] = j < n ? from[j * stride + k] : 0;
}

static void transpose_columns(columns some, const block_product *p)
{
    const size_t inner = p->tile.inner, pair = 2 * p->kernel->n_lanes, stride = p->b.stride;
    const sg_real *from = p->b.first + some.first * stride;
    for (size_t j = 0; j < some.n_paired; j += pair)
        transpose_panel(some.panel + j * inner, pair, from + j * stride, stride, pair, inner);
    transpose_panel(some.panel + some.n_paired * inner, some.last,
                    from + some.n_paired * stride, stride, some.n - some.n_paired, inner);
}

/* ---- Rows --------------------------------------------------------------------------------------- */

/* A tile of which only n columns are C's. */
static void multiply_narrow(void (*multiply)(const tile_product *t), tile_product t,
                            size_t n_rows, size_t n)
{
    sg_real aside[TILE_ROWS * TILE_COLUMNS];
    tile_product whole = t;
    whole.c = aside;
    whole.c_stride = TILE_COLUMNS;
    whole.plus = NULL;
    multiply(&whole);
    for (size_t r = 0; r < n_rows; r++)
        for (size_t j = 0; j < n; j++) {
            const sg_real product = aside[r * TILE_COLUMNS + j];
            t.c[r * t.c_stride + j] =
                t.plus != NULL ? product + t.plus[r * t.plus_stride + j] : product;
        }
}

/* A tile, and what makes it. */
typedef struct tile_maker {
    const tile_kernels *kernel;
    void (*multiply)(const tile_product *t);
    size_t n_rows, n_vectors;
} tile_maker;

/* The sum over n parts from `first` on in room[0]; each level has a room. */
static void sum_parts(sg_real (*room)[TILE_ROWS * TILE_COLUMNS], const tile_maker *maker,
                      const tile_product *t, uint32_t first, uint32_t n)
{
    if (n > 1) {
        sum_parts(room, maker, t, first, n / 2);
        sum_parts(room + 1, maker, t, first + n / 2, n / 2);
        maker->kernel->add_tile(room[0], room[1], maker->n_rows, maker->n_vectors);
        return;
    }
    const uint32_t begin = t->parts.begin[first];
    tile_product part = *t;
    part.a += begin * t->a_step;
    part.b += begin * t->b_stride;
    part.inner = t->parts.begin[first + 1] - begin;
    part.c = room[0];
    part.c_stride = TILE_COLUMNS;
    part.plus = NULL;
    maker->multiply(&part);
}

/* A tile whose terms are summed part by part and added to n columns of C. */
static void multiply_parts(const tile_maker *maker, const tile_product *t, size_t n)
{
    enum { LEVELS = 11 }; /* of SG_GEMM_PARTS */
    sg_real room[LEVELS][TILE_ROWS * TILE_COLUMNS];
    sum_parts(room, maker, t, 0, t->parts.n);
    for (size_t r = 0; r < maker->n_rows; r++)
        for (size_t j = 0; j < n; j++)
            t->c[r * t->c_stride + j] += room[0][r * TILE_COLUMNS + j];
}

/* Some rows times a panel of which n columns are C's, in tiles of about the same height.  C is far
 * away more often than not, and is asked for before its tile is computed. */
static void multiply_panel(const tile_kernels *kernel, tile_product t, size_t n_rows, size_t n,
                           size_t width)
{
    const size_t n_vectors = width / kernel->n_lanes;
    const size_t most = n_vectors == TILE_VECTORS ? WIDE_TILE_ROWS : TILE_ROWS;
    for (size_t n_tiles = (n_rows + most - 1) / most; n_tiles > 0; n_tiles--) {
        const size_t here = (n_rows + n_tiles - 1) / n_tiles;
        void (*const multiply)(const tile_product *) =
            kernel->multiply[n_vectors - 1][here - 1];
        for (size_t r = 0; r < here; r++) {
            __builtin_prefetch(t.c + r * t.c_stride, 1);
            __builtin_prefetch(t.c + r * t.c_stride + n - 1, 1);
        }
        if (t.parts.n > 0)
            multiply_parts(&(tile_maker){kernel, multiply, here, n_vectors}, &t, n);
        else if (n == width)
            multiply(&t);
        else
            multiply_narrow(multiply, t, here, n);
        t = tile_at(t, here, 0);
        n_rows -= here;
    }
}

/* Some rows times all panels. */
static void multiply_group(const block_product *p, columns some, tile_product t, size_t n_rows)
{
    const size_t pair = 2 * p->kernel->n_lanes;
    for (size_t j = 0; j < some.n;) {
        const size_t width = j < some.n_paired ? pair : some.last;
        const size_t n = some.n - j < width ? some.n - j : width;
        tile_product first = tile_at(t, 0, some.first + j);
        first.b = some.panel != NULL ? some.panel + j * t.inner : p->b.first + some.first + j;
        first.b_stride = some.panel != NULL ? width : p->b.stride;
        multiply_panel(p->kernel, first, n_rows, n, width);
        j += n;
    }
}

/* Rows of the left matrix that stand in columns, side by side; the next ones are asked for. */
static void copy_group(sg_real *to, const sg_real *from, size_t step, size_t inner,
                       size_t n_rows)
{
    for (size_t k = 0; k < inner; k++, from += step, to += n_rows) {
        __builtin_prefetch(from + (size_t)2 * GROUP_ROWS);
        if (n_rows == GROUP_ROWS)
            memcpy(to, from, GROUP_ROWS * sizeof *to);
        else
            for (size_t r = 0; r < n_rows; r++) to[r] = from[r];
    }
}

static void multiply_rows(const block_product *p, columns some)
{
    sg_real group[GROUP_ROWS * BLOCK_INNER];
    const bool far = p->tile.a_stride == 1 && p->tile.a_step * sizeof *group >= FAR_APART;
    for (size_t i = 0; i < p->m; i += GROUP_ROWS) {
        if (i % ROWS_PER_ASK == ROWS_PER_ASK - GROUP_ROWS && sg_rows_stop()) return;
        const size_t n = p->m - i < GROUP_ROWS ? p->m - i : GROUP_ROWS;
        tile_product t = tile_at(p->tile, i, 0);
        if (far) {
            copy_group(group, t.a, t.a_step, t.inner, n);
            t.a = group;
            t.a_step = n;
        }
        multiply_group(p, some, t, n);
    }
}

/* Columns that fill vectors are multiplied where they are if there are few rows; all others as many at
 * once as there is memory for copies. */
static void multiply_block(const block_product *p, size_t n)
{
    sg_real panel[COPIED];
    const size_t n_lanes = p->kernel->n_lanes, inner = p->tile.inner > 0 ? p->tile.inner : 1;
    const size_t at_once = COPIED / inner / n_lanes * n_lanes;
    size_t j = 0;
    if (!p->b.transposed && p->m <= FEW_ROWS) {
        j = n / n_lanes * n_lanes;
        multiply_rows(p, columns_of(0, j, n_lanes, NULL));
    }
    while (j < n) {
        const columns some = columns_of(j, n - j < at_once ? n - j : at_once, n_lanes, panel);
        if (p->b.transposed)
            transpose_columns(some, p);
        else
            copy_columns(some, p);
        multiply_rows(p, some);
        j += some.n;
    }
}

/* ---- Products ----------------------------------------------------------------------------------- */

bool SG_R(sg_gemm_variant)(size_t i, sg_real *c, size_t c_stride, sg_matrix a, sg_matrix b,
                           sg_gemm_size size, sg_real factor, sg_addend plus)
{
    if (i >= count_runnable()) return false;
    block_product p = {.kernel = VARIANTS[i],
                       .tile = {.c = c,
                                .c_stride = c_stride,
                                .a_stride = a.transposed ? 1 : a.stride,
                                .a_step = a.transposed ? a.stride : 1,
                                .plus = plus.first,
                                .plus_stride = plus.stride,
                                .factor = factor},
                       .b = b,
                       .m = size.m};
    size_t k = 0;
    do {
        const size_t left = size.inner - k;
        p.tile.inner = left < BLOCK_INNER ? left : BLOCK_INNER;
        p.tile.a = a.first + k * p.tile.a_step;
        p.b.first = b.first + (b.transposed ? k : k * b.stride);
        multiply_block(&p, size.n);
        p.tile.plus = c;
        p.tile.plus_stride = c_stride;
        k += p.tile.inner;
    } while (k < size.inner);
    return true;
}

bool SG_R(sg_gemm_tree_variant)(size_t i, sg_real *c, size_t c_stride, sg_matrix a, sg_matrix b,
                                size_t m, size_t n, sg_gemm_parts parts)
{
    if (i >= count_runnable()) return false;
    const block_product p = {.kernel = VARIANTS[i],
                             .tile = {.c = c,
                                      .c_stride = c_stride,
                                      .a = a.first,
                                      .a_stride = a.transposed ? 1 : a.stride,
                                      .a_step = a.transposed ? a.stride : 1,
                                      .inner = parts.begin[parts.n],
                                      .factor = 1,
                                      .parts = parts},
                             .b = b,
                             .m = m};
    multiply_block(&p, n);
    return true;
}

void sg_gemm_tree(sg_real *c, size_t c_stride, sg_matrix a, sg_matrix b, size_t m, size_t n,
                  sg_gemm_parts parts)
{
    (void)SG_R(sg_gemm_tree_variant)(count_runnable() - 1, c, c_stride, a, b, m, n, parts);
}

void sg_gemm_plus(sg_real *c, size_t c_stride, sg_matrix a, sg_matrix b, sg_gemm_size size,
                  sg_real factor, sg_addend plus)
{
    (void)SG_R(sg_gemm_variant)(count_runnable() - 1, c, c_stride, a, b, size, factor, plus);
}

void sg_gemm(sg_real *c, size_t c_stride, sg_matrix a, sg_matrix b, sg_gemm_size size,
             sg_real factor, bool add)
{
    sg_gemm_plus(c, c_stride, a, b, size, factor, (sg_addend){add ? c : NULL, c_stride});
}
