/* max_error.c - the largest error of all predictions, as a metric. */
#include "train/metrics.h"

#include <math.h>

/* The largest |target - output| in the target's unit; NaN where all targets are missing. */
static sg_status max_error_of_column(double *value, const sg_predictions *p, uint32_t c,
                                     sg_error *err)
{
    const double scale = p->scale != NULL ? p->scale[c] : 1;
    double largest = NAN;
    (void)err;
    for (uint32_t i = 0; i < p->n; i++) {
        const double target = sg_target_of(p, i, c);
        if (isnan(target)) continue;
        largest = fmax(largest, fabs((target - sg_output_of(p, i, c)) * scale));
    }
    *value = largest;
    return SG_OK;
}

const sg_metric sg_metric_max_error = {
    .name = "max-error",
    .title = "Max error",
    .about = "largest absolute error",
    .tasks = SG_TASK_BIT(SG_REGRESSION),
    .of_column = max_error_of_column,
};
