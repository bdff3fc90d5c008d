/* metric_fit.c - how well predictions of numbers follow their targets, whatever the unit: R2 and the
 * rank correlation of Spearman. */
#include "train/metrics.h"

#include "base/mem.h"
#include "base/sort.h"

#include <math.h>

/* The targets of a column that are known, and what was said about them. */
typedef struct pairs {
    double *target, *output; /* [n] */
    size_t n;
} pairs;

static void pairs_free(pairs *of)
{
    sg_free(of->target);
    sg_free(of->output);
}

static sg_status pairs_make(pairs *of, const sg_predictions *p, uint32_t c, sg_error *err)
{
    sg_status status = SG_OK;
    SG_ALLOC(of->target, p->n);
    SG_ALLOC(of->output, p->n);
    for (uint32_t i = 0; i < p->n; i++) {
        const double target = sg_target_of(p, i, c);
        if (isnan(target)) continue;
        of->target[of->n] = target;
        of->output[of->n++] = sg_output_of(p, i, c);
    }
done:
    return status;
}

static double mean_of(const double *value, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += value[i];
    return sum / (double)n;
}

/* 1 - sum (target - output)^2 / sum (target - mean)^2; NaN where all targets are the same. */
static sg_status r2_of_column(double *value, const sg_predictions *p, uint32_t c, sg_error *err)
{
    sg_status status = SG_OK;
    pairs of = {0};
    SG_TRY(pairs_make(&of, p, c, err));
    const double mean = mean_of(of.target, of.n);
    double around_output = 0, around_mean = 0;
    for (size_t i = 0; i < of.n; i++) {
        around_output += (of.target[i] - of.output[i]) * (of.target[i] - of.output[i]);
        around_mean += (of.target[i] - mean) * (of.target[i] - mean);
    }
    *value = around_mean > 0 ? 1 - around_output / around_mean : NAN;
done:
    pairs_free(&of);
    return status;
}

const sg_metric sg_metric_r2 = {
    .name = "r2",
    .title = "R2",
    .about = "share of the targets' variance that predictions explain",
    .tasks = SG_TASK_BIT(SG_REGRESSION),
    .higher_is_better = true,
    .of_column = r2_of_column,
};

/* ---- Ranks ------------------------------------------------------------------------------------ */

typedef struct placed {
    double value;
    size_t at;
} placed;

static int compare_values(const void *a, const void *b)
{
    const double x = ((const placed *)a)->value, y = ((const placed *)b)->value;
    return (x > y) - (x < y);
}

/* Replace values by their ranks from 1; equal ones get the mean of theirs. */
static sg_status rank(double *value, size_t n, sg_error *err)
{
    sg_status status = SG_OK;
    placed *order = NULL; /* [n] */
    SG_ALLOC(order, n);
    for (size_t i = 0; i < n; i++) order[i] = (placed){value[i], i};
    SG_TRY(sg_sort(order, n, sizeof *order, compare_values, err));
    for (size_t begin = 0, end; begin < n; begin = end) {
        for (end = begin; end < n && order[end].value == order[begin].value; end++) {
        }
        for (size_t i = begin; i < end; i++)
            value[order[i].at] = ((double)begin + (double)end + 1) / 2;
    }
done:
    sg_free(order);
    return status;
}

/* Pearson's correlation; NaN where one of both does not vary. */
static double correlation(const double *a, const double *b, size_t n)
{
    const double mean_a = mean_of(a, n), mean_b = mean_of(b, n);
    double both = 0, squares_a = 0, squares_b = 0;
    for (size_t i = 0; i < n; i++) {
        both += (a[i] - mean_a) * (b[i] - mean_b);
        squares_a += (a[i] - mean_a) * (a[i] - mean_a);
        squares_b += (b[i] - mean_b) * (b[i] - mean_b);
    }
    return squares_a > 0 && squares_b > 0 ? both / sqrt(squares_a * squares_b) : NAN;
}

static sg_status spearman_of_column(double *value, const sg_predictions *p, uint32_t c,
                                    sg_error *err)
{
    sg_status status = SG_OK;
    pairs of = {0};
    SG_TRY(pairs_make(&of, p, c, err));
    SG_TRY(rank(of.target, of.n, err));
    SG_TRY(rank(of.output, of.n, err));
    *value = correlation(of.target, of.output, of.n);
done:
    pairs_free(&of);
    return status;
}

const sg_metric sg_metric_spearman = {
    .name = "spearman",
    .title = "Spearman",
    .about = "correlation of the ranks of targets and predictions, -1 to 1",
    .tasks = SG_TASK_BIT(SG_REGRESSION),
    .higher_is_better = true,
    .of_column = spearman_of_column,
};
