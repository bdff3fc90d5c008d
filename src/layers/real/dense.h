/* dense.h - the gradient of a matrix of weights, Y = A W + b, for slices that own some of its rows. */
#ifndef SG_LAYERS_REAL_DENSE_H
#define SG_LAYERS_REAL_DENSE_H

#include "layers/gradient_slice.h"
#include "layers/real/gemm.h"
#include "layers/real/short_rows.h"

/* A product that was made: A is [n_rows][in], dY [n_rows][out]. */
typedef struct SG_R(sg_dense) {
    const sg_real *a, *dy;
    size_t in, out, n_rows;
} SG_R(sg_dense);

/* Add to the gradient of the slice's rows of W, which begins at parameter `first` of the layer. */
static inline void SG_R(sg_dense_weights)(sg_real *gradient, const SG_R(sg_dense) *d,
                                          const sg_gradient_slice *t, size_t first)
{
    if (d->n_rows == 0) return;
    sg_gemm(gradient, d->out, (sg_matrix){d->a + (t->begin - first) / d->out, d->in, true},
            (sg_matrix){d->dy, d->out, false},
            (sg_gemm_size){(t->end - t->begin) / d->out, d->out, d->n_rows}, 1, true);
}

/* Add to the gradient of b. */
static inline void SG_R(sg_dense_bias)(sg_real *gradient, const SG_R(sg_dense) *d)
{
    for (size_t r = 0; r < d->n_rows; r++)
        SG_R(sg_short_add)(gradient, d->dy + r * d->out, d->out);
}

/* Add to the gradient of a slice, of b or of rows of W, which begins at parameter `first`. */
static inline void SG_R(sg_dense_gradient)(sg_real *gradient, const SG_R(sg_dense) *d,
                                           const sg_gradient_slice *t, size_t first)
{
    if (t->kind == SG_GRADIENT_BIAS)
        SG_R(sg_dense_bias)(gradient, d);
    else
        SG_R(sg_dense_weights)(gradient, d, t, first);
}

#endif
