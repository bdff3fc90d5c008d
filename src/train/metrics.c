/* metrics.c - names, checks, and which operation of a metric answers a question. */
#include "train/metrics.h"

#include "base/mem.h"
#include "base/nearest.h"
#include "data/task.h"

#include <math.h>
#include <string.h>

void sg_metric_words(sg_words *words, unsigned tasks)
{
    size_t n = 0;
    const sg_metric *const *metric = sg_metrics(&n);
    for (size_t i = 0; i < n; i++)
        if ((metric[i]->tasks & tasks) == tasks) sg_words_add(words, metric[i]->name);
}

sg_status sg_metric_parse(const sg_metric **metric, const char *name, sg_error *err)
{
    size_t n = 0;
    const sg_metric *const *known = sg_metrics(&n);
    sg_nearest nearest = {.wanted = name};
    sg_words words = {0};
    for (size_t i = 0; i < n; i++) {
        sg_nearest_offer(&nearest, known[i]->name);
        if (strcmp(name, known[i]->name) != 0) continue;
        *metric = known[i];
        return SG_OK;
    }
    sg_metric_words(&words, 0);
    return sg_error_set(err, SG_EINVAL, SG_WHERE,
                        "unknown metric \"%.40s\"%s%s; allowed are %s", name,
                        nearest.name != NULL ? ", did you mean " : "",
                        nearest.name != NULL ? nearest.name : "", sg_words_end(&words, "and"));
}

const sg_metric *sg_metric_default(sg_task task)
{
    size_t n = 0, i = 0;
    const sg_metric *const *metric = sg_metrics(&n);
    while (i + 1 < n && (metric[i]->usual_for & SG_TASK_BIT(task)) == 0) i++;
    return metric[i];
}

sg_status sg_metric_check(const sg_metric *metric, const sg_loss *loss, sg_error *err)
{
    sg_words words = {0};
    if ((metric->tasks & SG_TASK_BIT(loss->task)) != 0) return SG_OK;
    sg_metric_words(&words, SG_TASK_BIT(loss->task));
    return sg_error_set(err, SG_EINVAL, SG_WHERE, "metric %s is not for %s, which has %s",
                        metric->name, sg_task_words[loss->task], sg_words_end(&words, "and"));
}

static sg_status check_predictions(const sg_predictions *p, sg_error *err)
{
    sg_status status = SG_OK;
    const bool classes = sg_loss_takes_classes(p->loss);
    SG_REQUIRE(classes || p->width <= p->targets->n_columns, SG_EINVAL,
               "metric: %u outputs for %u target columns", p->width, p->targets->n_columns);
    for (uint32_t i = 0; i < p->n && classes; i++)
        SG_REQUIRE(sg_class_of(p, i) < p->width, SG_EINVAL,
                   "metric: item %u is of class %u, but the network knows %u classes, from 0",
                   p->item[i], sg_class_of(p, i), p->width);
done:
    return status;
}

static bool are_finite(const double *output, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!isfinite(output[i])) return false;
    return true;
}

static sg_status mean_of_columns(double *value, const sg_metric *metric,
                                 const sg_predictions *p, sg_error *err)
{
    sg_status status = SG_OK;
    double sum = 0;
    uint32_t n = 0;
    for (uint32_t c = 0; c < p->width; c++) {
        double one = NAN;
        SG_TRY(metric->of_column(&one, p, c, err));
        if (isnan(one)) continue;
        sum += one;
        n++;
    }
    *value = n > 0 ? sum / n : NAN;
done:
    return status;
}

sg_status sg_metric_of(double *value, const sg_metric *metric,
                       const sg_predictions *predictions, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_predictions *p = predictions;
    double result = NAN;
    SG_TRY(sg_metric_check(metric, p->loss, err));
    SG_TRY(check_predictions(p, err));
    if (!are_finite(p->output, (size_t)p->n * p->width))
        result = NAN;
    else if (metric->of_all != NULL)
        SG_TRY(metric->of_all(&result, p, err));
    else if (sg_loss_takes_classes(p->loss))
        SG_TRY(metric->of_classes(&result, p, err));
    else
        SG_TRY(mean_of_columns(&result, metric, p, err));
    *value = result;
done:
    return status;
}

sg_status sg_metric_of_columns(double *value, const sg_metric *metric,
                               const sg_predictions *predictions, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_predictions *p = predictions;
    double *result = NULL; /* [width] */
    SG_TRY(sg_metric_check(metric, p->loss, err));
    SG_TRY(check_predictions(p, err));
    SG_REQUIRE(!sg_loss_takes_classes(p->loss) && metric->of_column != NULL, SG_EINVAL,
               "metric %s: there is no value per target column", metric->name);
    SG_ALLOC(result, p->width);
    const bool finite = are_finite(p->output, (size_t)p->n * p->width);
    for (uint32_t c = 0; c < p->width; c++) {
        result[c] = NAN;
        if (finite) SG_TRY(metric->of_column(&result[c], p, c, err));
    }
    memcpy(value, result, p->width * sizeof *value);
done:
    sg_free(result);
    return status;
}
