/* figure_folds.c - the test metric of every fold and run, and what can be said about their mean. */
#include "report/figures.h"

#include "base/mem.h"
#include "draw/chart.h"
#include "draw/colors.h"

#include <math.h>
#include <stdio.h>

enum { HEIGHT = 240 };

/* Two-sided 95 % points of Student's t, by degrees of freedom from 1 on. */
static const double T95[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306,
                             2.262,  2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
                             2.110,  2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064,
                             2.060,  2.056, 2.052, 2.048, 2.045, 2.042};

bool sgi_mean_interval(double *low, double *high, const double *value, uint32_t n)
{
    double mean = 0, square = 0;
    if (n < 2) return false;
    for (uint32_t i = 0; i < n; i++) mean += value[i] / n;
    for (uint32_t i = 0; i < n; i++) square += (value[i] - mean) * (value[i] - mean);
    if (!isfinite(square)) return false;
    const uint32_t freedom = n - 1, most = sizeof T95 / sizeof *T95;
    const double t = freedom <= most ? T95[freedom - 1] : 1.96 + 2.5 / freedom;
    const double half = t * sqrt(square / freedom / n);
    *low = mean - half;
    *high = mean + half;
    return true;
}

sg_status sgi_figure_folds(sg_text *svg, sg_results *r, sg_svg_kind kind, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_result_overview *o = &r->overview;
    double *x = NULL, *y = NULL;
    size_t n = 0;
    SG_REQUIRE(o->is_complete && o->n_folds > 1, SG_EINVAL,
               "%s: a figure of folds needs a complete run with several folds", o->folder);
    SG_ALLOC(x, r->jobs.n);
    SG_ALLOC(y, r->jobs.n);
    for (size_t j = 0; j < r->jobs.n; j++) {
        const sg_result_job *job = &r->job[j];
        if (job->stage != SG_EVALUATING || !sgi_job_counts(r, job)) continue;
        x[n] = job->fold + (o->n_runs > 1 ? 0.3 * (job->run / (o->n_runs - 1.0) - 0.5) : 0);
        y[n++] = job->metric[sgi_results_test_part(r)];
    }
    const double ends[2] = {-0.4, o->n_folds - 0.6}, mean[2] = {o->test_mean, o->test_mean};
    double low = NAN, high = NAN;
    (void)sgi_mean_interval(&low, &high, o->fold, o->n_folds);
    const double lower[2] = {low, low}, upper[2] = {high, high};
    const sg_chart_series series[] = {{.name = "mean over folds, 95 % interval",
                                       .color = sg_color_series(2),
                                       .x = ends,
                                       .y = mean,
                                       .low = isnan(low) ? NULL : lower,
                                       .high = isnan(low) ? NULL : upper,
                                       .n = 2},
                                      {.name = "a training",
                                       .color = sg_color_series(0),
                                       .mark = SG_MARK_POINTS,
                                       .x = x,
                                       .y = y,
                                       .n = n}};
    const sgi_metric_words metric = sgi_metric_title(r);
    char title[160];
    (void)snprintf(title, sizeof title, "%.60s: test %s by fold", o->data, o->metric);
    const sg_chart chart = {
        .title = title,
        .width = sgi_figure_width(kind),
        .height = HEIGHT,
        .x = {.title = "fold", .kind = SG_SCALE_COUNTS, .apart = 30},
        .left = {.title = metric.text, .within = o->in_percent ? SGI_PERCENT : NULL},
        .series = series,
        .n_series = 2};
    SG_TRY(sg_chart_draw(svg, &chart, kind, err));
done:
    sg_free(y);
    sg_free(x);
    return status;
}
