/* target_scale.c - mean and deviation of the targets that are there.
 *
 * A target that does not vary has no deviation to divide by: its unit is 1, and centered it is 0, which every network
 * learns.  The mean of equal values may differ from them by a rounding error, so deviations as small as that
 * are none, either. */
#include "model/target_scale.h"

#include "base/mem.h"
#include "kernels/statistics.h"

#include <math.h>

const char *const sg_target_scale_words[SG_N_TARGET_SCALES] = {
    [SG_SCALE_NONE] = "none", [SG_SCALE_STD] = "std", [SG_SCALE_STANDARD] = "standard"};

/* A deviation below this share of the mean comes from rounding. */
static const double ROUNDING = 1e-14;

/* A number by which values can be divided so that their squares neither overflow nor vanish; 1 where they do not. */
static double safe_unit(const double *value, size_t n)
{
    double largest = 0;
    for (size_t i = 0; i < n; i++) largest = fmax(largest, fabs(value[i]));
    return largest > 1e100 || (largest > 0 && largest < 1e-100) ? largest : 1;
}

/* Mean and standard deviation of a column over the items that have it; 1 where it does not vary. */
static sg_status measure_column(double *mean, double *std, const sg_dataset *data,
                                uint32_t column, const uint32_t *item, uint32_t n_items,
                                sg_error *err)
{
    sg_status status = SG_OK;
    const sg_value_table *target = &data->items.target;
    double *value = NULL;
    size_t n = 0;
    SG_ALLOC(value, n_items);
    for (uint32_t i = 0; i < n_items; i++) {
        const size_t row = item != NULL ? item[i] : i;
        const double v = target->value[row * target->n_columns + column];
        if (!isnan(v)) value[n++] = v;
    }
    const double unit = safe_unit(value, n);
    for (size_t i = 0; i < n && unit != 1; i++) value[i] /= unit;
    *mean = n > 0 ? sg_mean(value, n) * unit : 0;
    *std = sg_std(value, n) * unit;
    if (!(*std > ROUNDING * fabs(*mean))) *std = 1;
done:
    sg_free(value);
    return status;
}

sg_status sg_outputs_scale(sg_outputs *outputs, sg_target_scale scale, const sg_dataset *data,
                           const uint32_t *item, uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    if (outputs->task != SG_REGRESSION || scale == SG_SCALE_NONE) goto done;
    for (uint32_t c = 0; c < outputs->n; c++) {
        double mean = 0;
        SG_TRY(measure_column(&mean, &outputs->scale[c], data, outputs->target_column[c], item,
                              item != NULL ? n : sg_item_count(data), err));
        outputs->offset[c] = scale == SG_SCALE_STANDARD ? mean : 0;
    }
done:
    return status;
}
