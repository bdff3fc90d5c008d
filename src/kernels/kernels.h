/* kernels.h - arithmetic on whole arrays, the same bits on every machine.
 *
 * A table holds all kernels for one precision and one kind of processor; take the best one once
 * and call through it:
 *
 *     const sg_kernels_f32 *k = sg_kernels_f32_best();
 *     k->forward[SG_ACTIVATION_TANH](y, x, n);
 *     double norm2 = k->sum_squares(gradient, n);
 *
 * Every table gives the same bits as every other of its precision: only additions,
 * multiplications, divisions and square roots are used, in a fixed order, none fused, and no
 * function of the C library.  What a NaN looks like inside is the exception.
 *
 * Arrays need no alignment and may have any length, 0 included.  An output may be the very same
 * array as an input, or apart from it; it may not overlap it otherwise.  Nothing is allocated and
 * nothing can fail.
 */
#ifndef SG_KERNELS_KERNELS_H
#define SG_KERNELS_KERNELS_H

#include "kernels/activation.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Columns that a batch norm works on at once: a cache line of floats. */
enum { SG_NORM_COLUMNS = 16 };

#define SG_REAL        float
#define SG_TYPED(name) name##_f32
#include "kernels/kernels_decl.inc"
#undef SG_REAL
#undef SG_TYPED

#define SG_REAL        double
#define SG_TYPED(name) name##_f64
#include "kernels/kernels_decl.inc"
#undef SG_REAL
#undef SG_TYPED

/* The fastest table for this processor. */
const sg_kernels_f32 *sg_kernels_f32_best(void);
const sg_kernels_f64 *sg_kernels_f64_best(void);

/* All tables that this processor can run, the portable one first; NULL from some i on.  For tests
 * and benchmarks. */
const sg_kernels_f32 *sg_kernels_f32_variant(size_t i);
const sg_kernels_f64 *sg_kernels_f64_variant(size_t i);

#endif
