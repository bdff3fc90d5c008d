/* mean_curve.c - the mean of several trainings, epoch by epoch. */
#include "draw/mean_curve.h"

#include "base/mem.h"

#include <math.h>

void sg_mean_curve_free(sg_mean_curve *c)
{
    sg_free(c->epoch);
    sg_free(c->mean);
    sg_free(c->square);
    sg_free(c->low);
    sg_free(c->high);
    sg_free(c->n_values);
    *c = (sg_mean_curve){0};
}

sg_status sg_mean_curve_make(sg_mean_curve *c, size_t n, sg_error *err)
{
    sg_status status = SG_OK;
    SG_ALLOC(c->epoch, n);
    SG_ALLOC(c->mean, n);
    SG_ALLOC(c->square, n);
    SG_ALLOC(c->low, n);
    SG_ALLOC(c->high, n);
    SG_ALLOC(c->n_values, n);
    c->n = n;
done:
    return status;
}

void sg_mean_curve_add(sg_mean_curve *c, size_t i, double value)
{
    if (isnan(value)) return;
    const double before = value - c->mean[i];
    c->n_values[i]++;
    c->mean[i] += before / c->n_values[i];
    c->square[i] += before * (value - c->mean[i]);
}

void sg_mean_curve_hold(sg_mean_curve *c, size_t from, double value)
{
    for (size_t i = from; i < c->n; i++) sg_mean_curve_add(c, i, value);
}

void sg_mean_curve_finish(sg_mean_curve *c, size_t n_trainings, size_t stride)
{
    size_t kept = 0;
    for (size_t i = 0; i < c->n; i += stride) {
        const uint32_t n = c->n_values[i];
        if (n == 0 || 2 * (size_t)n < n_trainings) continue;
        const double std = n > 1 ? sqrt(c->square[i] / (n - 1)) : 0;
        c->epoch[kept] = (double)i + 1;
        c->mean[kept] = c->mean[i];
        c->low[kept] = c->mean[i] - std;
        c->high[kept] = c->mean[i] + std;
        kept++;
    }
    c->n = kept;
}
