/* metrics.c - names, checks, errors of regression, and who computes the rest. */
#define SG_REAL_DOUBLE
#include "train/metric_parts.h"

#include "base/mem.h"
#include "base/nearest.h"
#include "network/real/loss.h"

#include <math.h>
#include <string.h>

static const char *const NAMES[SG_N_METRICS] = {
    [SG_METRIC_LOSS] = "loss",
    [SG_METRIC_ACCURACY] = "accuracy",
    [SG_METRIC_BALANCED_ACCURACY] = "balanced-accuracy",
    [SG_METRIC_ROC_AUC] = "roc-auc",
    [SG_METRIC_F1] = "f1",
    [SG_METRIC_MAE] = "mae",
    [SG_METRIC_RMSE] = "rmse",
};

const char *sg_metric_name(sg_metric metric)
{
    return NAMES[metric];
}

sg_status sg_metric_parse(sg_metric *metric, const char *name, sg_error *err)
{
    sg_nearest nearest = {.wanted = name};
    for (int i = 0; i < SG_N_METRICS; i++) {
        sg_nearest_offer(&nearest, NAMES[i]);
        if (strcmp(name, NAMES[i]) != 0) continue;
        *metric = (sg_metric)i;
        return SG_OK;
    }
    return sg_error_set(err, SG_EINVAL, SG_WHERE,
                        "unknown metric \"%.40s\"%s%s; allowed are loss, accuracy, "
                        "balanced-accuracy, roc-auc, f1, mae and rmse",
                        name, nearest.name != NULL ? ", did you mean " : "",
                        nearest.name != NULL ? nearest.name : "");
}

static bool is_error(sg_metric metric)
{
    return metric == SG_METRIC_MAE || metric == SG_METRIC_RMSE;
}

bool sg_metric_higher_is_better(sg_metric metric)
{
    return metric != SG_METRIC_LOSS && !is_error(metric);
}

static bool is_classification(sg_loss loss)
{
    return loss == SG_LOSS_CROSS_ENTROPY || loss == SG_LOSS_BCE;
}

sg_status sg_metric_check(sg_metric metric, sg_loss loss, sg_error *err)
{
    if (metric == SG_METRIC_LOSS || is_error(metric) != is_classification(loss)) return SG_OK;
    return sg_error_set(
        err, SG_EINVAL, SG_WHERE, "metric %s is not for %s, which has %s", NAMES[metric],
        is_classification(loss) ? "classification" : "regression",
        is_classification(loss) ? "loss, accuracy, balanced-accuracy, roc-auc and f1"
                                : "loss, mae and rmse");
}

sg_status sgi_predictions_check(const sg_predictions *p, sg_error *err)
{
    sg_status status = SG_OK;
    if (p->loss != SG_LOSS_CROSS_ENTROPY)
        SG_REQUIRE(p->width <= p->targets->n_columns, SG_EINVAL,
                   "metric: %u outputs for %u target columns", p->width, p->targets->n_columns);
    for (uint32_t i = 0; i < p->n && p->loss == SG_LOSS_CROSS_ENTROPY; i++)
        SG_REQUIRE(sgi_class(p, i) < p->width, SG_EINVAL,
                   "metric: graph %u is of class %u, but the network knows %u classes, from 0",
                   p->graph[i], sgi_class(p, i), p->width);
done:
    return status;
}

static bool are_finite(const sg_predictions *p)
{
    for (size_t i = 0; i < (size_t)p->n * p->width; i++)
        if (!isfinite(p->output[i])) return false;
    return true;
}

/* Over the columns begin .. end-1 together. */
static double error_of(sg_metric metric, const sg_predictions *p, uint32_t begin, uint32_t end)
{
    double sum = 0;
    uint64_t n = 0;
    for (uint32_t i = 0; i < p->n; i++)
        for (uint32_t c = begin; c < end; c++) {
            const double target = sgi_target(p, i, c);
            if (isnan(target)) continue;
            const double scale = p->scale != NULL ? p->scale[c] : 1;
            const double error = fabs((sgi_output(p, i, c) - target) * scale);
            sum += metric == SG_METRIC_MAE ? error : error * error;
            n++;
        }
    if (n == 0) return NAN;
    return metric == SG_METRIC_MAE ? sum / (double)n : sqrt(sum / (double)n);
}

/* Where all targets are missing the training loss is 0, for the sake of its gradient. */
static double loss_of(const sg_predictions *p)
{
    bool any = false;
    for (uint32_t i = 0; i < p->n && !any; i++)
        for (uint32_t c = 0; c < p->width && !any; c++)
            any = p->loss == SG_LOSS_CROSS_ENTROPY || !isnan(sgi_target(p, i, c));
    if (!any) return NAN;
    return sg_loss_of_f64(NULL, p->output, p->width, p->loss, p->targets, p->graph, p->n);
}

static sg_status column_value(double *value, sg_metric metric, const sg_predictions *p,
                              uint32_t c, sg_error *err)
{
    if (metric == SG_METRIC_ROC_AUC) return sgi_auc_of_column(value, p, c, err);
    *value =
        is_error(metric) ? error_of(metric, p, c, c + 1) : sgi_tally_of_column(metric, p, c);
    return SG_OK;
}

static sg_status mean_of_columns(double *value, sg_metric metric, const sg_predictions *p,
                                 sg_error *err)
{
    sg_status status = SG_OK;
    double sum = 0;
    uint32_t n = 0;
    for (uint32_t c = 0; c < p->width; c++) {
        double one = NAN;
        SG_TRY(column_value(&one, metric, p, c, err));
        if (isnan(one)) continue;
        sum += one;
        n++;
    }
    *value = n > 0 ? sum / n : NAN;
done:
    return status;
}

sg_status sg_metric_of(double *value, sg_metric metric, const sg_predictions *predictions,
                       sg_error *err)
{
    sg_status status = SG_OK;
    const sg_predictions *p = predictions;
    double result = NAN;
    SG_TRY(sg_metric_check(metric, p->loss, err));
    SG_TRY(sgi_predictions_check(p, err));
    if (!are_finite(p))
        result = NAN;
    else if (metric == SG_METRIC_LOSS)
        result = loss_of(p);
    else if (is_error(metric))
        result = error_of(metric, p, 0, p->width);
    else if (p->loss == SG_LOSS_BCE)
        SG_TRY(mean_of_columns(&result, metric, p, err));
    else if (metric == SG_METRIC_ROC_AUC)
        SG_TRY(sgi_auc_of_classes(&result, p, err));
    else
        SG_TRY(sgi_tally_of_classes(&result, metric, p, err));
    *value = result;
done:
    return status;
}

sg_status sg_metric_of_columns(double *value, sg_metric metric,
                               const sg_predictions *predictions, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_predictions *p = predictions;
    double *result = NULL; /* [width] */
    SG_TRY(sg_metric_check(metric, p->loss, err));
    SG_TRY(sgi_predictions_check(p, err));
    SG_REQUIRE(p->loss != SG_LOSS_CROSS_ENTROPY && metric != SG_METRIC_LOSS, SG_EINVAL,
               "metric %s: there is no value per target column", NAMES[metric]);
    SG_ALLOC(result, p->width);
    const bool finite = are_finite(p);
    for (uint32_t c = 0; c < p->width; c++) {
        result[c] = NAN;
        if (finite) SG_TRY(column_value(&result[c], metric, p, c, err));
    }
    memcpy(value, result, p->width * sizeof *value);
done:
    sg_free(result);
    return status;
}
