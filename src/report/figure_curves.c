/* figure_curves.c - learning curves with bands over folds and runs.
 *
 * Trainings stop at different epochs.  A mean over those that are left would jump whenever one
 * stops, and in the end show the slowest alone; the curve therefore ends where fewer than half of
 * them are left. */
#include "report/figures.h"

#include "base/mem.h"
#include "draw/chart.h"
#include "draw/colors.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { WIDTH = 540, HEIGHT = 300, MOST_POINTS = 500 };

sgi_metric_words sgi_metric_title(const sg_results *results)
{
    sgi_metric_words words;
    (void)snprintf(words.text, sizeof words.text, "%.50s%s", results->overview.metric,
                   results->overview.in_percent ? " (%)" : "");
    return words;
}

static uint32_t best_configuration(const sg_results *results)
{
    for (size_t c = 0; c < results->configurations.n; c++)
        if (results->configuration[c].rank == 0) return (uint32_t)c;
    return 0;
}

bool sgi_job_counts(const sg_results *results, const sg_result_job *job)
{
    const sg_result_overview *o = &results->overview;
    if (!job->is_done) return false;
    if (o->is_complete)
        return job->stage == SG_EVALUATING && job->fold < o->n_folds &&
               job->configuration == o->chosen[job->fold];
    return job->configuration == best_configuration(results) &&
           (job->stage == SG_EVALUATING || o->n_done[SG_EVALUATING] == 0);
}

/* Running mean and sum of squared deviations (Welford) of every epoch. */
typedef struct curve {
    double *epoch, *mean, *square, *low, *high; /* [n] */
    uint32_t *n_values;                         /* [n] */
    size_t n;
} curve;

static void curve_free(curve *c)
{
    sg_free(c->epoch);
    sg_free(c->mean);
    sg_free(c->square);
    sg_free(c->low);
    sg_free(c->high);
    sg_free(c->n_values);
}

static sg_status curve_make(curve *c, size_t n, sg_error *err)
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

static void curve_add(curve *c, size_t i, double value)
{
    if (isnan(value)) return;
    const double before = value - c->mean[i];
    c->n_values[i]++;
    c->mean[i] += before / c->n_values[i];
    c->square[i] += before * (value - c->mean[i]);
}

/* Turn sums into bands, keep every `stride`-th epoch, and forget where too few are left. */
static void curve_finish(curve *c, size_t n_jobs, size_t stride)
{
    size_t kept = 0;
    for (size_t i = 0; i < c->n; i += stride) {
        const uint32_t n = c->n_values[i];
        if (n == 0 || 2 * (size_t)n < n_jobs) continue;
        const double std = n > 1 ? sqrt(c->square[i] / (n - 1)) : 0;
        c->epoch[kept] = (double)i + 1;
        c->mean[kept] = c->mean[i];
        c->low[kept] = c->mean[i] - std;
        c->high[kept] = c->mean[i] + std;
        kept++;
    }
    c->n = kept;
}

/* As long as no training is done, those that are under way have to do. */
static bool has_curve(const sg_results *r, const sg_result_job *job)
{
    const sg_result_overview *o = &r->overview;
    return sgi_job_counts(r, job) ||
           (o->n_done[SG_SELECTING] == 0 && o->n_done[SG_EVALUATING] == 0 && job->n_epochs > 0);
}

/* How many jobs have curves, and the epochs of the longest one.  Those are counted: a damaged ledger may
 * say that there are billions. */
static sg_status count_jobs(size_t *n_jobs, size_t *n_epochs, sg_results *r, sg_error *err)
{
    sg_status status = SG_OK;
    *n_jobs = *n_epochs = 0;
    for (size_t j = 0; j < r->jobs.n; j++) {
        const sg_epoch *epoch = NULL;
        size_t n = 0;
        if (!has_curve(r, &r->job[j])) continue;
        SG_TRY(sg_results_epochs(&epoch, &n, r, j, err));
        ++*n_jobs;
        if (n > *n_epochs) *n_epochs = n;
    }
done:
    return status;
}

static sg_status collect(curve part[3], sg_results *r, bool of_loss, sg_error *err)
{
    sg_status status = SG_OK;
    for (size_t j = 0; j < r->jobs.n; j++) {
        const sg_epoch *epoch = NULL;
        size_t n = 0;
        if (!has_curve(r, &r->job[j])) continue;
        SG_TRY(sg_results_epochs(&epoch, &n, r, j, err));
        for (size_t i = 0; i < n; i++)
            for (int p = 0; p < 3 && epoch[i].epoch >= 1 && epoch[i].epoch <= part[p].n; p++)
                curve_add(&part[p], epoch[i].epoch - 1,
                          of_loss ? epoch[i].loss[p] : epoch[i].metric[p]);
    }
done:
    return status;
}

static sg_status draw(sg_text *svg, const curve part[3], const sg_results *r, bool of_loss,
                      sg_svg_kind kind, sg_error *err)
{
    static const char *const name[3] = {"training", "validation", "test"};
    sg_chart_series series[3] = {{0}};
    size_t n_series = 0;
    for (int p = 0; p < 3; p++)
        if (part[p].n > 0)
            series[n_series++] = (sg_chart_series){.name = name[p],
                                                   .color = sg_color_series((uint64_t)p),
                                                   .x = part[p].epoch,
                                                   .y = part[p].mean,
                                                   .low = part[p].low,
                                                   .high = part[p].high,
                                                   .n = part[p].n};
    const sgi_metric_words metric = sgi_metric_title(r);
    char title[160];
    (void)snprintf(title, sizeof title, "%.60s: %s by epoch", r->overview.data,
                   of_loss ? "loss" : r->overview.metric);
    const sg_chart chart = {.title = title,
                            .width = WIDTH,
                            .height = HEIGHT,
                            .x = {.title = "epoch", .kind = SG_SCALE_SNUG},
                            .left = {.title = of_loss ? "loss" : metric.text},
                            .series = series,
                            .n_series = n_series};
    return sg_chart_draw(svg, &chart, kind, err);
}

sg_status sgi_figure_curves(sg_text *svg, sg_results *r, bool of_loss, sg_svg_kind kind,
                            sg_error *err)
{
    sg_status status = SG_OK;
    curve part[3] = {{0}};
    size_t n_jobs = 0, n_epochs = 0;
    SG_TRY(count_jobs(&n_jobs, &n_epochs, r, err));
    SG_REQUIRE(n_jobs > 0 && n_epochs > 0, SG_EINVAL, "%s: no training has left an epoch yet",
               r->overview.folder);
    for (int p = 0; p < 3; p++) SG_TRY(curve_make(&part[p], n_epochs, err));
    SG_TRY(collect(part, r, of_loss, err));
    for (int p = 0; p < 3; p++) curve_finish(&part[p], n_jobs, n_epochs / MOST_POINTS + 1);
    SG_TRY(draw(svg, part, r, of_loss, kind, err));
done:
    for (int p = 0; p < 3; p++) curve_free(&part[p]);
    return status;
}
