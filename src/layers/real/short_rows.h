/* short_rows.h - arithmetic on a few numbers, often five to thirty.
 *
 * Loops over an unknown, small number of numbers take longer to enter than to run; in groups of eight
 * and two they do not.
 */
#ifndef SG_LAYERS_REAL_SHORT_ROWS_H
#define SG_LAYERS_REAL_SHORT_ROWS_H

#include "layers/real/real.h"

#include <stddef.h>

enum { SG_SHORT = 8 };

/* to = from */
static inline void SG_R(sg_short_copy)(sg_real *restrict to, const sg_real *restrict from,
                                       size_t n)
{
    for (; n >= SG_SHORT; n -= SG_SHORT, to += SG_SHORT, from += SG_SHORT)
        for (int i = 0; i < SG_SHORT; i++) to[i] = from[i];
    for (; n >= 2; n -= 2, to += 2, from += 2)
        for (int i = 0; i < 2; i++) to[i] = from[i];
    if (n > 0) *to = *from;
}

/* to += from */
static inline void SG_R(sg_short_add)(sg_real *restrict to, const sg_real *restrict from,
                                      size_t n)
{
    for (; n >= SG_SHORT; n -= SG_SHORT, to += SG_SHORT, from += SG_SHORT)
        for (int i = 0; i < SG_SHORT; i++) to[i] += from[i];
    for (; n >= 2; n -= 2, to += 2, from += 2)
        for (int i = 0; i < 2; i++) to[i] += from[i];
    if (n > 0) *to += *from;
}

/* to = a + b */
static inline void SG_R(sg_short_sum)(sg_real *restrict to, const sg_real *restrict a,
                                      const sg_real *restrict b, size_t n)
{
    for (; n >= SG_SHORT; n -= SG_SHORT, to += SG_SHORT, a += SG_SHORT, b += SG_SHORT)
        for (int i = 0; i < SG_SHORT; i++) to[i] = a[i] + b[i];
    for (; n >= 2; n -= 2, to += 2, a += 2, b += 2)
        for (int i = 0; i < 2; i++) to[i] = a[i] + b[i];
    if (n > 0) *to = *a + *b;
}

#endif
