/* metric_report.c - values of all metrics, and of the same metrics on samples that are drawn again.
 *
 * A row has a number per metric and column, those of all columns together first.  The rows of the
 * samples are columns of one array [n_numbers][n_samples], so that each number's samples can be
 * sorted in place.
 *
 * Samples of very many items would take minutes.  They are then smaller than the data: a value of m of n items strays
 * sqrt(n / m) times as far as that of n items, so its distance from the value is made smaller by as much (the m out
 * of n bootstrap of Bickel, Goetze and van Zwet 1997). */
#include "train/metric_report.h"

#include "base/mem.h"
#include "base/observer.h"
#include "base/rng.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_SAMPLES = 400,
    FEWEST_SAMPLES = 100,
    ROW_BUDGET = 2000000, /* items x width that all samples may have together */
    MOST_ROWS = 1 << 18,  /* items x width of one sample: 26 million for the fewest samples */
    SAMPLE_STREAM = 0x626f6f74
};

static const double TAIL = 0.025; /* on either side of the interval */

void sg_metric_report_free(sg_metric_report *report)
{
    sg_free(report->all);
    sg_free(report->column);
    *report = (sg_metric_report){0};
}

bool sg_metric_is_reported(const sg_metric *metric, sg_task task)
{
    return metric != &sg_metric_loss && (metric->tasks & SG_TASK_BIT(task)) != 0;
}

uint32_t sg_metric_report_count(sg_task task)
{
    size_t n = 0;
    uint32_t count = 0;
    const sg_metric *const *metric = sg_metrics(&n);
    for (size_t i = 0; i < n; i++) count += sg_metric_is_reported(metric[i], task);
    return count;
}

/* What is measured, and room for one sample of all parts, one behind the other. */
typedef struct survey {
    const sg_predictions *part; /* [n_parts] */
    uint32_t n_parts, n_samples;
    double share; /* of the items of a part, how many a sample has; 1 where they are few */
    const sg_metric **metric; /* [n_metrics] */
    uint32_t n_metrics;
    uint32_t n_columns; /* 0: there are classes */
    size_t n_numbers;   /* n_metrics * (1 + n_columns) */
    double *output;     /* [items of all parts][width] */
    uint32_t *item;     /* [items of all parts] */
    double *row;        /* [n_numbers] of one part */
    double *weight;     /* [n_numbers] items of the parts that have a value */
    double *sample;     /* [n_numbers][n_samples] */
} survey;

static void survey_free(survey *s)
{
    sg_free(s->metric);
    sg_free(s->output);
    sg_free(s->item);
    sg_free(s->row);
    sg_free(s->weight);
    sg_free(s->sample);
}

static sg_status survey_make(survey *s, sg_error *err)
{
    sg_status status = SG_OK;
    size_t n = 0, n_items = 0;
    const sg_metric *const *metric = sg_metrics(&n);
    const sg_loss *loss = s->part[0].loss;
    const uint32_t width = s->part[0].width;
    for (uint32_t p = 0; p < s->n_parts; p++) n_items += s->part[p].n;
    const size_t rows = n_items * width + 1;
    s->n_samples = ROW_BUDGET / rows > MOST_SAMPLES     ? MOST_SAMPLES
                   : ROW_BUDGET / rows < FEWEST_SAMPLES ? FEWEST_SAMPLES
                                                        : (uint32_t)(ROW_BUDGET / rows);
    s->share = rows > MOST_ROWS ? MOST_ROWS / (double)rows : 1;
    SG_ALLOC(s->metric, n); /* NOLINT(bugprone-sizeof-expression) */
    for (size_t i = 0; i < n; i++)
        if (sg_metric_is_reported(metric[i], loss->task)) s->metric[s->n_metrics++] = metric[i];
    s->n_columns = sg_loss_takes_classes(loss) ? 0 : width;
    s->n_numbers = (size_t)s->n_metrics * (1 + s->n_columns);
    SG_ALLOC(s->output, n_items * width);
    SG_ALLOC(s->item, n_items);
    SG_ALLOC(s->row, s->n_numbers);
    SG_ALLOC(s->weight, s->n_numbers);
    SG_ALLOC(s->sample, s->n_numbers * s->n_samples);
done:
    return status;
}

/* The numbers of one part, or of all parts at once; of metrics that are not for it, NaN. */
static sg_status measure(double *row, const survey *s, const sg_predictions *p, bool is_all,
                         sg_error *err)
{
    sg_status status = SG_OK;
    for (size_t k = 0; k < s->n_numbers; k++) row[k] = NAN;
    for (uint32_t m = 0; m < s->n_metrics; m++) {
        if (s->metric[m]->is_biased != is_all) continue;
        SG_TRY(sg_watch_ask_seldom(err));
        SG_TRY(sg_metric_of(&row[m], s->metric[m], p, err));
        if (s->n_columns > 0)
            SG_TRY(sg_metric_of_columns(row + s->n_metrics + (size_t)m * s->n_columns,
                                        s->metric[m], p, err));
    }
done:
    return status;
}

/* Copy the items of a part behind `at` others; with a random stream, draw a sample of them. */
static sg_predictions take(const survey *s, size_t at, const sg_predictions *p, sg_rng *rng)
{
    sg_predictions taken = *p;
    double *output = s->output + at * p->width;
    if (rng != NULL) taken.n = (uint32_t)ceil(p->n * s->share);
    for (uint32_t i = 0; i < taken.n; i++) {
        const uint32_t from = rng != NULL ? sg_rng_below(rng, p->n) : i;
        s->item[at + i] = p->item[from];
        memcpy(output + (size_t)i * p->width, p->output + (size_t)from * p->width,
               p->width * sizeof *output);
    }
    taken.item = s->item + at;
    taken.output = output;
    return taken;
}

/* Add the numbers of a part, weighted by its items. */
static sg_status add_part(double *number, size_t stride, const survey *s,
                          const sg_predictions *part, bool is_all, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(measure(s->row, s, part, is_all, err));
    for (size_t k = 0; k < s->n_numbers; k++) {
        if (isnan(s->row[k])) continue;
        number[k * stride] += s->row[k] * part->n;
        s->weight[k] += part->n;
    }
done:
    return status;
}

/* The means over all parts, and what is measured of all at once; with a random stream, of samples of
 * them. */
static sg_status measure_parts(double *number, size_t stride, const survey *s, sg_rng *rng,
                               sg_error *err)
{
    sg_status status = SG_OK;
    for (size_t k = 0; k < s->n_numbers; k++) number[k * stride] = s->weight[k] = 0;
    sg_predictions all = s->part[0];
    all.n = 0;
    all.item = s->item;
    all.output = s->output;
    for (uint32_t p = 0; p < s->n_parts; p++) {
        const sg_predictions part = take(s, all.n, &s->part[p], rng);
        all.n += part.n;
        SG_TRY(add_part(number, stride, s, &part, false, err));
    }
    SG_TRY(add_part(number, stride, s, &all, true, err));
    for (size_t k = 0; k < s->n_numbers; k++)
        number[k * stride] = s->weight[k] > 0 ? number[k * stride] / s->weight[k] : NAN;
done:
    return status;
}

static int compare_values(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The value below which a share of the sorted ones lies, between its two neighbours. */
static double quantile(const double *sorted, size_t n, double share)
{
    const double at = share * (double)(n - 1);
    const size_t below = (size_t)at;
    const double part = at - (double)below;
    return below + 1 < n ? sorted[below] * (1 - part) + sorted[below + 1] * part
                         : sorted[below];
}

/* Move samples so that their mean is the value; what is biased is an error and never below 0. */
static void move_onto(double value, double *sample, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += sample[i];
    for (size_t i = 0; i < n; i++) sample[i] = fmax(0, sample[i] + value - sum / (double)n);
}

/* What a number's samples say; those that are not defined are left out.  Samples of a share of the items stray
 * farther than those of all. */
static sg_metric_value conclude(const survey *s, const sg_metric *metric, double value,
                                double *sample)
{
    const uint32_t n_samples = s->n_samples;
    sg_metric_value made = {metric, value, (double)NAN, (double)NAN};
    size_t n = 0;
    for (uint32_t i = 0; i < n_samples; i++)
        if (!isnan(sample[i])) sample[n++] = sample[i];
    if (isnan(value) || n < n_samples / 2) return made;
    if (metric->is_biased) move_onto(value, sample, n);
    qsort(sample, n, sizeof *sample, compare_values);
    made.low = quantile(sample, n, TAIL);
    made.high = quantile(sample, n, 1 - TAIL);
    if (s->share < 1) {
        made.low = value + (made.low - value) * sqrt(s->share);
        made.high = value + (made.high - value) * sqrt(s->share);
    }
    return made;
}

static sg_status conclude_all(sg_metric_report *r, const survey *s, const double *value,
                              sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n = s->n_samples;
    const uint32_t n_columns = s->n_columns;
    r->n_metrics = s->n_metrics;
    r->n_columns = n_columns;
    SG_ALLOC(r->all, s->n_metrics);
    if (n_columns > 0) SG_ALLOC(r->column, (size_t)n_columns * s->n_metrics);
    for (uint32_t m = 0; m < s->n_metrics; m++) {
        r->all[m] = conclude(s, s->metric[m], value[m], s->sample + m * n);
        for (uint32_t c = 0; c < n_columns; c++) {
            const size_t k = s->n_metrics + (size_t)m * n_columns + c;
            r->column[(size_t)c * s->n_metrics + m] =
                conclude(s, s->metric[m], value[k], s->sample + k * n);
        }
    }
done:
    return status;
}

sg_status sg_metric_report_make(sg_metric_report *report, const sg_predictions *predictions,
                                uint32_t n_parts, sg_error *err)
{
    sg_status status = SG_OK;
    sg_metric_report made = {0};
    survey s = {.part = predictions, .n_parts = n_parts};
    double *value = NULL; /* [n_numbers] */
    sg_rng rng = sg_rng_stream(SAMPLE_STREAM, NULL, 0);
    SG_TRY(survey_make(&s, err));
    SG_ALLOC(value, s.n_numbers);
    SG_TRY(measure_parts(value, 1, &s, NULL, err));
    for (uint32_t i = 0; i < s.n_samples; i++) {
        SG_TRY(sg_watch_ask_seldom(err));
        SG_TRY(measure_parts(s.sample + i, s.n_samples, &s, &rng, err));
    }
    SG_TRY(conclude_all(&made, &s, value, err));
    *report = made;
    made = (sg_metric_report){0};
done:
    sg_free(value);
    survey_free(&s);
    sg_metric_report_free(&made);
    return status;
}
