/* gemm.h - products of matrices.
 *
 *     C[m][n] = factor A B + (add ? C : 0),      A: [m][inner], B: [inner][n]
 *
 * Every element of C is summed in the same order, whatever the sizes and whoever calls: the same
 * bits for any division of the work, on all processors that fuse multiplications with additions
 * alike.  Nothing is allocated, and any number of threads may call at once.  That is why this is not
 * a call of a BLAS library: those take memory from a common store, and Debian's serial OpenBLAS
 * does so without a lock.
 *
 * Layer: model; may include everything below.
 */
#ifndef SG_MODEL_REAL_GEMM_H
#define SG_MODEL_REAL_GEMM_H

#include "model/real/real.h"

#include <stdbool.h>
#include <stddef.h>

/* A row-major matrix. */
typedef struct sg_matrix {
    const sg_real *first;
    size_t stride;   /* from row to row        */
    bool transposed; /* its transpose is meant */
} sg_matrix;

typedef struct sg_gemm_size {
    size_t m, n, inner;
} sg_gemm_size;

/* Compute C. */
#define sg_gemm SG_R(sg_gemm)
void sg_gemm(sg_real *c, size_t c_stride, sg_matrix a, sg_matrix b, sg_gemm_size size,
             sg_real factor, bool add);

/* The same with the i-th kind of instructions that this processor has, the portable ones first.
 * Returns false where it has no more.  For tests. */
bool SG_R(sg_gemm_variant)(size_t i, sg_real *c, size_t c_stride, sg_matrix a, sg_matrix b,
                           sg_gemm_size size, sg_real factor, bool add);

#endif
