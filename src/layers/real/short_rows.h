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

/* to += from, which becomes 0 */
static inline void SG_R(sg_short_move)(sg_real *restrict to, sg_real *restrict from, size_t n)
{
    for (; n >= SG_SHORT; n -= SG_SHORT, to += SG_SHORT, from += SG_SHORT)
        for (int i = 0; i < SG_SHORT; i++) {
            to[i] += from[i];
            from[i] = 0;
        }
    for (size_t i = 0; i < n; i++) {
        to[i] += from[i];
        from[i] = 0;
    }
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

/* to += factor from */
static inline void SG_R(sg_short_add_times)(sg_real *restrict to, sg_real factor,
                                            const sg_real *restrict from, size_t n)
{
    for (; n >= SG_SHORT; n -= SG_SHORT, to += SG_SHORT, from += SG_SHORT)
        for (int i = 0; i < SG_SHORT; i++) to[i] += factor * from[i];
    for (size_t i = 0; i < n; i++) to[i] += factor * from[i];
}

/* The sum of eight sums that do not wait for each other. */
static inline sg_real SG_R(sg_short_total)(const sg_real sum[SG_SHORT])
{
    return ((sum[0] + sum[4]) + (sum[2] + sum[6])) + ((sum[1] + sum[5]) + (sum[3] + sum[7]));
}

/* a . b */
static inline sg_real SG_R(sg_short_dot)(const sg_real *a, const sg_real *b, size_t n)
{
    sg_real sum[SG_SHORT] = {0};
    for (; n >= SG_SHORT; n -= SG_SHORT, a += SG_SHORT, b += SG_SHORT)
        for (int i = 0; i < SG_SHORT; i++) sum[i] += a[i] * b[i];
    for (size_t i = 0; i < n; i++) sum[i] += a[i] * b[i];
    return SG_R(sg_short_total)(sum);
}

#endif
