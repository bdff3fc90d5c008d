/* decisions.c - one number per column, found by a search on the validation items.
 *
 * The cross entropy is a convex function of 1/temperature, so a golden section finds its least value. */
#include "train/decisions.h"

#include "base/mem.h"
#include "base/observer.h"
#include "base/sort.h"
#include "kernels/statistics.h"

#include <math.h>
#include <string.h>

enum { N_STEPS = 60, MOST_THRESHOLDS = 256 };

static const double MOST_TEMPERATURE = 20;

/* ---- Temperature ------------------------------------------------------------------------------ */

/* log(1 + exp(x)) without overflow. */
static double softplus(double x)
{
    return x > 0 ? x + log1p(exp(-x)) : log1p(exp(x));
}

/* The cross entropy of an item whose outputs are multiplied by `factor`. */
static double loss_of_class(const double *output, uint32_t width, uint32_t item_class,
                            double factor)
{
    const double most = factor * output[sg_largest(output, width)];
    double sum = 0;
    for (uint32_t c = 0; c < width; c++) sum += exp(factor * output[c] - most);
    return log(sum) + most - factor * output[item_class];
}

static double loss_of(const sg_predictions *p, uint32_t column, double factor)
{
    const bool classes = sg_loss_takes_classes(p->loss);
    double sum = 0;
    for (uint32_t i = 0; i < p->n; i++) {
        if (classes) {
            sum += loss_of_class(p->output + (size_t)i * p->width, p->width, sg_class_of(p, i),
                                 factor);
            continue;
        }
        const double target = sg_target_of(p, i, column),
                     output = factor * sg_output_of(p, i, column);
        if (!isnan(target)) sum += softplus(output) - target * output;
    }
    return sum;
}

/* Whether both values, or more than one class, occur: else every temperature may be too high. */
static bool differ(const sg_predictions *p, uint32_t column)
{
    double first = NAN;
    for (uint32_t i = 0; i < p->n; i++) {
        const double target = sg_loss_takes_classes(p->loss) ? (double)sg_class_of(p, i)
                                                             : sg_target_of(p, i, column);
        if (isnan(first)) first = target;
        if (!isnan(target) && target != first) return true;
    }
    return false;
}

double sg_temperature_fit(const sg_predictions *predictions, uint32_t column)
{
    static const double golden = 0.6180339887498949;
    double low = 1 / MOST_TEMPERATURE, high = MOST_TEMPERATURE;
    if (!differ(predictions, column)) return 1;
    for (int step = 0; step < N_STEPS && sg_watch_ask_seldom(NULL) == SG_OK; step++) {
        const double a = high - golden * (high - low), b = low + golden * (high - low);
        if (loss_of(predictions, column, a) < loss_of(predictions, column, b))
            high = b;
        else
            low = a;
    }
    return 2 / (low + high);
}

/* ---- Threshold -------------------------------------------------------------------------------- */

static int compare_values(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* How much is said for a column, or for the second class and against the first: log odds. */
static double odds_of(const sg_predictions *p, uint32_t i, uint32_t column)
{
    const double *output = p->output + (size_t)i * p->width;
    return sg_loss_takes_classes(p->loss) ? output[1] - output[0] : output[column];
}

/* The value of the metric where decisions are made at these log odds. */
static sg_status value_at(double *value, const sg_predictions *p, const sg_metric *metric,
                          uint32_t column, double odds, double *shift, sg_error *err)
{
    sg_predictions shifted = *p;
    const bool classes = sg_loss_takes_classes(p->loss);
    shifted.shift = shift;
    shift[classes ? 1 : column] = odds;
    return classes ? metric->of_classes(value, &shifted, err)
                   : metric->of_column(value, &shifted, column, err);
}

sg_status sg_threshold_fit(double *threshold, const sg_predictions *predictions,
                           const sg_metric *metric, uint32_t column, double temperature,
                           sg_error *err)
{
    sg_status status = SG_OK;
    const sg_predictions *p = predictions;
    double *odds = NULL, *shift = NULL, best = NAN, at = 0;
    uint32_t n = 0;
    SG_ALLOC(odds, p->n);
    SG_ALLOC(shift, p->width);
    for (uint32_t i = 0; i < p->n; i++)
        if (sg_loss_takes_classes(p->loss) || !isnan(sg_target_of(p, i, column)))
            odds[n++] = odds_of(p, i, column);
    SG_TRY(sg_sort(odds, n, sizeof *odds, compare_values, err));
    SG_TRY(value_at(&best, p, metric, column, 0, shift, err));
    const uint32_t step = 1 + n / MOST_THRESHOLDS;
    for (uint32_t i = step; i < n; i += step) {
        const double between = odds[i - 1] + (odds[i] - odds[i - 1]) / 2;
        double value = NAN;
        if (odds[i - 1] == odds[i]) continue;
        SG_TRY(sg_watch_ask_seldom(err));
        SG_TRY(value_at(&value, p, metric, column, between, shift, err));
        if (isnan(value) || value <= best) continue;
        best = value;
        at = between;
    }
    *threshold = fmin(fmax(sg_sigmoid(at / temperature), 1e-12), 1 - 1e-12);
done:
    sg_free(shift);
    sg_free(odds);
    return status;
}

/* ---- Both ------------------------------------------------------------------------------------- */

static sg_status set_temperature(sg_outputs *outputs, const sg_predictions *p, sg_error *err)
{
    sg_status status = SG_OK;
    const bool classes = sg_loss_takes_classes(p->loss);
    SG_ALLOC(outputs->temperature, outputs->n);
    for (uint32_t c = 0; c < outputs->n; c++)
        outputs->temperature[c] =
            classes && c > 0 ? outputs->temperature[0] : sg_temperature_fit(p, c);
    SG_TRY(sg_watch_ask(err));
done:
    return status;
}

static sg_status set_threshold(sg_outputs *outputs, const sg_metric *metric,
                               const sg_predictions *p, sg_error *err)
{
    sg_status status = SG_OK;
    const bool classes = sg_loss_takes_classes(p->loss);
    SG_REQUIRE(!classes || outputs->n == 2, SG_EINVAL,
               "train.threshold: there are %u classes; a threshold is for two, or for labels",
               outputs->n);
    SG_ALLOC(outputs->threshold, outputs->n);
    for (uint32_t c = classes ? 1 : 0; c < outputs->n; c++)
        SG_TRY(sg_threshold_fit(&outputs->threshold[c], p, metric, c,
                                outputs->temperature != NULL ? outputs->temperature[c] : 1,
                                err));
    if (classes) outputs->threshold[0] = 1 - outputs->threshold[1];
done:
    return status;
}

sg_status sg_calibrate(sg_outputs *outputs, const sg_train_options *options,
                       const sg_predictions *predictions, sg_error *err)
{
    sg_status status = SG_OK;
    sg_free(outputs->temperature);
    sg_free(outputs->threshold);
    outputs->temperature = outputs->threshold = NULL;
    if (outputs->task == SG_REGRESSION || predictions->n == 0) goto done;
    if (options->calibrate) SG_TRY(set_temperature(outputs, predictions, err));
    if (options->threshold != NULL)
        SG_TRY(set_threshold(outputs, options->threshold, predictions, err));
done:
    return status;
}
