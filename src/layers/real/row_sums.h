/* row_sums.h - sums of chosen rows, each with a factor:  to += sum over i of factor[i] x[row[i]]
 *
 *     SG_R(sg_row_terms) terms = {.n = 0};
 *     terms.factor[terms.n] = 0.5, terms.row[terms.n++] = 7;
 *     SG_R(sg_row_terms_add)(to, &terms, x, width);
 *
 * The terms of a sum are added one after the other, in their order, whatever the width; but columns are kept in
 * registers meanwhile, sixteen or four at a time.  Longer sums are made of several lists.
 */
#ifndef SG_LAYERS_REAL_ROW_SUMS_H
#define SG_LAYERS_REAL_ROW_SUMS_H

#include "layers/real/real.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { SG_ROW_TERMS = 64 };

/* The first n terms of a sum, or its next ones. */
typedef struct SG_R(sg_row_terms) {
    sg_real factor[SG_ROW_TERMS];
    uint64_t row[SG_ROW_TERMS];
    uint32_t n;
} SG_R(sg_row_terms);

/* Some columns of a sum, which are as many as the compiler knows. */
static inline void SG_R(sg_row_terms_some)(sg_real *restrict to,
                                           const SG_R(sg_row_terms) *terms,
                                           const sg_real *restrict x, size_t width, size_t n)
{
    sg_real sum[16];
    for (size_t f = 0; f < n; f++) sum[f] = to[f];
    for (uint32_t i = 0; i < terms->n; i++) {
        const sg_real factor = terms->factor[i], *row = x + terms->row[i] * width;
        for (size_t f = 0; f < n; f++) sum[f] += factor * row[f];
    }
    for (size_t f = 0; f < n; f++) to[f] = sum[f];
}

/* Add the terms to to[0 .. width); the rows of x are `stride` apart. */
static inline void SG_R(sg_row_terms_add_apart)(sg_real *restrict to,
                                                const SG_R(sg_row_terms) *terms,
                                                const sg_real *restrict x, size_t stride,
                                                size_t width)
{
    size_t f = 0;
    for (; f + 16 <= width; f += 16) SG_R(sg_row_terms_some)(to + f, terms, x + f, stride, 16);
    for (; f + 4 <= width; f += 4) SG_R(sg_row_terms_some)(to + f, terms, x + f, stride, 4);
    for (; f < width; f++) SG_R(sg_row_terms_some)(to + f, terms, x + f, stride, 1);
}

/* The same where they are side by side. */
static inline void SG_R(sg_row_terms_add)(sg_real *restrict to, const SG_R(sg_row_terms) *terms,
                                          const sg_real *restrict x, size_t width)
{
    SG_R(sg_row_terms_add_apart)(to, terms, x, width, width);
}

#endif
