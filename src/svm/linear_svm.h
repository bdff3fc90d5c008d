/* linear_svm.h - a linear support vector machine.
 *
 *     minimize  |w|^2 / 2 + sum over rows i: cost[i] max(0, 1 - sign[i] w . x[i])
 *
 * by dual coordinate descent (Hsieh, Chang, Lin, Keerthi and Sundararajan, ICML 2008): one multiplier
 * per row between 0 and its cost, moved one at a time, in a random order that the seed decides.
 *
 *     SG_TRY(sg_svm_solve(w, &rows, sign, cost, &(sg_svm_options){.tolerance = 1e-3, .passes = 1000},
 *                         err));
 *
 * A bias is a feature that is 1 in all rows.
 */
#ifndef SG_SVM_LINEAR_SVM_H
#define SG_SVM_LINEAR_SVM_H

#include "base/status.h"

#include <stddef.h>

/* Sparse rows, borrowed. */
typedef struct sg_svm_rows {
    const uint64_t *begin;   /* [n_rows + 1] */
    const uint32_t *feature; /* [begin[n_rows]] 0 .. n_features-1 */
    const double *value;
    uint32_t n_rows, n_features;
} sg_svm_rows;

typedef struct sg_svm_options {
    double tolerance; /* largest violation of the conditions of the optimum         */
    uint32_t passes;  /* over all rows, at most                                     */
    uint64_t seed;
} sg_svm_options;

/* Find w[0 .. n_features).
 *
 *   sign  [n_rows] 1 or -1
 *   cost  [n_rows] of a row that is on the wrong side, 0 or more
 *
 * Fails with SG_ENOMEM or SG_ECANCELED; w is unchanged then.  Time O(numbers) for a pass. */
sg_status sg_svm_solve(double *w, const sg_svm_rows *rows, const int8_t *sign,
                       const double *cost, const sg_svm_options *options, sg_error *err);

#endif
