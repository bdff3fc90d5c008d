/* exact_sum.h - sums of doubles without any rounding, so that their order does not matter.
 *
 * A sum of numbers that come and go must not remember how it came about: after ten thousand edits it must
 * have the bits of a sum made afresh.  So it is kept as one long integer, wide enough for every double.
 *
 *     sg_exact_sum sum = {0};
 *     sg_exact_add(&sum, 0.1);
 *     sg_exact_add(&sum, -0.1);              // taking away is adding the negative
 *     sg_exact_value(&sum) == 0
 *
 * Reference: Kulisch and Miranker, The Arithmetic of the Digital Computer, SIAM Review 28 (1986), 1-40.
 */
#ifndef SG_LIVE_EXACT_SUM_H
#define SG_LIVE_EXACT_SUM_H

#include <stdint.h>

/* Bits of all doubles from 2^-1074 to below 2^1024, and 64 more for sums of many, in words of 32 whose
 * carries wait in the upper halves. */
enum { SG_EXACT_WORDS = 68 };

/* {0} is 0. */
typedef struct sg_exact_sum {
    int64_t word[SG_EXACT_WORDS]; /* word i counts 2^(32 i - 1088)                       */
    uint32_t n_waiting;           /* additions since carries were last passed on         */
    uint64_t n_infinite[3];       /* how often +infinity, -infinity and NaN were added    */
} sg_exact_sum;

/* Add a number; infinities and NaN are counted and can be taken away again by adding their negative. */
void sg_exact_add(sg_exact_sum *sum, double value);

/* Take a number away that was added before. */
void sg_exact_remove(sg_exact_sum *sum, double value);

/* The sum, rounded once to the nearest double, ties to even. */
double sg_exact_value(const sg_exact_sum *sum);

#endif
