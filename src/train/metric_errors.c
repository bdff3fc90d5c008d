/* metric_errors.c - how far predictions of numbers are off. */
#include "train/metrics.h"

#include <math.h>

/* What is added up: the error itself or its square.  Its mean over columns begin .. end-1 together;
 * NaN where all targets are missing. */
static double mean_error(bool squared, const sg_predictions *p, uint32_t begin, uint32_t end)
{
    double sum = 0;
    uint64_t n = 0;
    for (uint32_t i = 0; i < p->n; i++)
        for (uint32_t c = begin; c < end; c++) {
            const double target = sg_target_of(p, i, c);
            if (isnan(target)) continue;
            const double scale = p->scale != NULL ? p->scale[c] : 1;
            const double error = fabs((sg_output_of(p, i, c) - target) * scale);
            sum += squared ? error * error : error;
            n++;
        }
    return n > 0 ? sum / (double)n : NAN;
}

static sg_status absolute_errors_of_column(double *value, const sg_predictions *p, uint32_t c,
                                           sg_error *err)
{
    (void)err;
    *value = mean_error(false, p, c, c + 1);
    return SG_OK;
}

static sg_status absolute_errors(double *value, const sg_predictions *p, sg_error *err)
{
    (void)err;
    *value = mean_error(false, p, 0, p->width);
    return SG_OK;
}

const sg_metric sg_metric_mae = {
    .name = "mae",
    .title = "MAE",
    .about = "mean absolute error over all targets",
    .tasks = SG_TASK_BIT(SG_REGRESSION),
    .usual_for = SG_TASK_BIT(SG_REGRESSION),
    .of_column = absolute_errors_of_column,
    .of_all = absolute_errors,
};

static sg_status squared_errors_of_column(double *value, const sg_predictions *p, uint32_t c,
                                          sg_error *err)
{
    (void)err;
    *value = sqrt(mean_error(true, p, c, c + 1));
    return SG_OK;
}

static sg_status squared_errors(double *value, const sg_predictions *p, sg_error *err)
{
    (void)err;
    *value = sqrt(mean_error(true, p, 0, p->width));
    return SG_OK;
}

const sg_metric sg_metric_rmse = {
    .name = "rmse",
    .title = "RMSE",
    .about = "root of the mean squared error over all targets",
    .tasks = SG_TASK_BIT(SG_REGRESSION),
    .of_column = squared_errors_of_column,
    .of_all = squared_errors,
};
