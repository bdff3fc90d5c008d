/* gemm.h - products of matrices.
 *
 *     C[m][n] = factor A B + (add ? C : 0),      A: [m][inner], B: [inner][n]
 *
 * Every element of C is summed in the same order, whatever the sizes and whoever calls: the same
 * bits for any division of the work, on all processors that fuse multiplications with additions
 * alike.  Nothing is allocated, and any number of threads may call at once.  Why this is not a call of
 * a BLAS library is in docs/decisions/006-blas.md.
 */
#ifndef SG_LAYERS_REAL_GEMM_H
#define SG_LAYERS_REAL_GEMM_H

#include "layers/real/real.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A row-major matrix. */
typedef struct sg_matrix {
    const sg_real *first;
    size_t stride;   /* from row to row        */
    bool transposed; /* its transpose is meant */
} sg_matrix;

typedef struct sg_gemm_size {
    size_t m, n, inner;
} sg_gemm_size;

/* What a product is added to: [m][n].  It may be C itself, but must not overlap with it otherwise. */
typedef struct sg_addend {
    const sg_real *first; /* NULL: nothing                             */
    size_t stride;        /* from row to row; 0: all rows are the same */
} sg_addend;

/* Compute C. */
#define sg_gemm SG_R(sg_gemm)
void sg_gemm(sg_real *c, size_t c_stride, sg_matrix a, sg_matrix b, sg_gemm_size size,
             sg_real factor, bool add);

/* Compute C = factor A B + plus. */
#define sg_gemm_plus SG_R(sg_gemm_plus)
void sg_gemm_plus(sg_real *c, size_t c_stride, sg_matrix a, sg_matrix b, sg_gemm_size size,
                  sg_real factor, sg_addend plus);

/* Terms that are summed at once: the sums of further ones are added to theirs. */
enum { SG_GEMM_BLOCK = 256 };

/* Stretches of inner terms: number p goes from begin[p] to begin[p + 1]. */
typedef struct sg_gemm_parts {
    const uint32_t *begin; /* [n + 1] from 0 to SG_GEMM_BLOCK at most */
    uint32_t n;            /* a power of two, SG_GEMM_PARTS at most   */
} sg_gemm_parts;
enum { SG_GEMM_PARTS = 1 << 10 };

/* Add the products of all stretches to C, [m][n], summed along a binary tree: ((0 + 1) + (2 + 3)) + ...; with the bits
 * that sg_gemm has for each of them. */
#define sg_gemm_tree SG_R(sg_gemm_tree)
void sg_gemm_tree(sg_real *c, size_t c_stride, sg_matrix a, sg_matrix b, size_t m, size_t n,
                  sg_gemm_parts parts);

/* sg_gemm_plus and sg_gemm_tree with the i-th kind of instructions that this processor has, the portable ones first.
 * Returns false where it has no more.  For tests. */
bool SG_R(sg_gemm_variant)(size_t i, sg_real *c, size_t c_stride, sg_matrix a, sg_matrix b,
                           sg_gemm_size size, sg_real factor, sg_addend plus);
bool SG_R(sg_gemm_tree_variant)(size_t i, sg_real *c, size_t c_stride, sg_matrix a, sg_matrix b,
                                size_t m, size_t n, sg_gemm_parts parts);

#endif
