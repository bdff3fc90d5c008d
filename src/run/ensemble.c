/* ensemble.c - probabilities and back: log for classes, logit for labels. */
#include "run/ensemble.h"

#include "model/outputs.h"

#include <float.h>
#include <math.h>

void sg_ensemble_add(double *sum, double *output, size_t n, uint32_t width, sg_task task)
{
    sg_outputs_probabilities(output, n, width, task);
    for (size_t i = 0; i < n * width; i++) sum[i] += output[i];
}

/* Outputs that are not finite are the mark of a training that diverged; a probability that is too
 * small to be told from 0 is not.  What is not a number stays so. */
static double within(double p)
{
    if (p < DBL_MIN) return DBL_MIN;
    return p > 1 - DBL_EPSILON ? 1 - DBL_EPSILON : p;
}

void sg_ensemble_mean(double *sum, size_t n_values, uint32_t n_members, sg_task task)
{
    for (size_t i = 0; i < n_values; i++) {
        const double mean = sum[i] / n_members, p = within(mean);
        sum[i] = task == SG_CLASSIFICATION ? log(p)
                 : task == SG_MULTILABEL   ? log(p) - log1p(-p)
                                           : mean;
    }
}
