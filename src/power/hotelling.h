/* hotelling.h - whether the mean of vectors is zero, by Hotelling's T-squared.
 *
 *     t2 = sg_hotelling(difference, 32, 16, 1e-7, room);
 *     apart = t2 > sg_hotelling_threshold(32, 16, 0.95);
 *
 * Reference: Hotelling, The Generalization of Student's Ratio, Ann. Math. Stat. 2 (1931), 360-378.
 */
#ifndef SG_POWER_HOTELLING_H
#define SG_POWER_HOTELLING_H

#include <stddef.h>
#include <stdint.h>

/* Doubles of room that sg_hotelling needs. */
size_t sg_hotelling_room(uint32_t width);

/* n * m' (S + ridge * 1)^-1 m, where m is the mean of value[n][width] and S their covariance with the
 * divisor n - 1.  NaN where the matrix is not positive definite or a value is not finite.
 *
 *   ridge  > 0; without it equal vectors would have no answer
 *
 * Time O(n width^2 + width^3). */
double sg_hotelling(const double *value, uint32_t n, uint32_t width, double ridge,
                    double *room);

/* What T-squared stays below with probability `level` where the mean is zero and the vectors are normal:
 * (n - 1) width / (n - width) times the quantile of F with width and n - width degrees of freedom.
 * NaN unless 0 < width < n and 0 < level < 1. */
double sg_hotelling_threshold(uint32_t n, uint32_t width, double level);

#endif
