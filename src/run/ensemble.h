/* ensemble.h - the outputs of several networks as one.
 *
 *     for (m = 0; m < n_members; m++) sg_ensemble_add(sum, output[m], n, width, task);
 *     sg_ensemble_mean(sum, n * width, n_members, task);        // outputs again
 *
 * Probabilities are averaged, not outputs; for regression values.  The mean comes back as outputs
 * whose probabilities it is, so that losses and metrics need not know.
 */
#ifndef SG_RUN_ENSEMBLE_H
#define SG_RUN_ENSEMBLE_H

#include "sharegnn/types.h"

#include <stddef.h>

/* Add what output[n][width] say to sum; `output` is overwritten. */
void sg_ensemble_add(double *sum, double *output, size_t n, uint32_t width, sg_task task);

/* Turn n_values sums over n_members into outputs, which are finite where those of all members are. */
void sg_ensemble_mean(double *sum, size_t n_values, uint32_t n_members, sg_task task);

#endif
