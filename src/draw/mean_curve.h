/* mean_curve.h - the mean of several trainings, epoch by epoch.
 *
 * Trainings stop at different epochs.  A mean over those that are left would jump whenever one
 * stops, and in the end show the slowest alone; a training that is done therefore keeps its last
 * value up to the end of the longest.  Of trainings that are under way nobody knows how they go on:
 * the curve ends where fewer than half of the values are known.
 *
 *     SG_TRY(sg_mean_curve_make(&curve, n_epochs, err));        // of the longest training
 *     for (size_t i = 0; i < n; i++) sg_mean_curve_add(&curve, i, value[i]);
 *     sg_mean_curve_hold(&curve, n, value[n - 1]);
 *     sg_mean_curve_finish(&curve, n_trainings, 1);
 *     sg_mean_curve_free(&curve);
 */
#ifndef SG_DRAW_MEAN_CURVE_H
#define SG_DRAW_MEAN_CURVE_H

#include "base/status.h"

#include <stddef.h>
#include <stdint.h>

/* Before sg_mean_curve_finish, running means and sums of squared deviations (Welford). */
typedef struct sg_mean_curve {
    double *epoch; /* [n] from 1 */
    double *mean, *square;
    double *low, *high; /* [n] the mean minus and plus a standard deviation */
    uint32_t *n_values; /* [n] */
    size_t n;
} sg_mean_curve;

/* A curve of n epochs without values.  Fails with SG_ENOMEM; free it then, too. */
sg_status sg_mean_curve_make(sg_mean_curve *curve, size_t n, sg_error *err);
void sg_mean_curve_free(sg_mean_curve *curve);

/* A value of epoch i, from 0; NaN is none. */
void sg_mean_curve_add(sg_mean_curve *curve, size_t i, double value);

/* A training has ended: it keeps this value in all epochs from `from` on. */
void sg_mean_curve_hold(sg_mean_curve *curve, size_t from, double value);

/* Turn sums into bands, keep every `stride`-th epoch, and forget epochs that fewer than half of the
 * trainings have values of. */
void sg_mean_curve_finish(sg_mean_curve *curve, size_t n_trainings, size_t stride);

#endif
