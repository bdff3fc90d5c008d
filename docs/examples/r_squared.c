/* r_squared.c - the share of the targets' variance that predictions explain, as a metric. */
#include "train/metrics.h"

#include <math.h>

/* The mean of the targets in column c; NaN where all are missing. */
static double mean_target(const sg_predictions *p, uint32_t c)
{
    double sum = 0;
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->n; i++) {
        const double target = sg_target_of(p, i, c);
        if (isnan(target)) continue;
        sum += target;
        n++;
    }
    return n > 0 ? sum / n : NAN;
}

/* 1 - sum (target - output)^2 / sum (target - mean)^2; NaN where all targets are the same. */
static sg_status r_squared_of_column(double *value, const sg_predictions *p, uint32_t c,
                                     sg_error *err)
{
    const double mean = mean_target(p, c);
    double around_output = 0, around_mean = 0;
    (void)err;
    for (uint32_t i = 0; i < p->n; i++) {
        const double target = sg_target_of(p, i, c);
        if (isnan(target)) continue;
        around_output += (target - sg_output_of(p, i, c)) * (target - sg_output_of(p, i, c));
        around_mean += (target - mean) * (target - mean);
    }
    *value = around_mean > 0 ? 1 - around_output / around_mean : NAN;
    return SG_OK;
}

const sg_metric sg_metric_r_squared = {
    .name = "r2",
    .title = "R2",
    .about = "share of the targets' variance that predictions explain",
    .tasks = SG_TASK_BIT(SG_REGRESSION),
    .higher_is_better = true,
    .of_column = r_squared_of_column,
};
