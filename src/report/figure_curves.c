/* figure_curves.c - learning curves with bands over folds and runs. */
#include "report/figures.h"

#include "base/mem.h"
#include "draw/chart.h"
#include "draw/colors.h"
#include "draw/mean_curve.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { HEIGHT = 300, MOST_POINTS = 500, MOST_FOLDS = 30 };

const double SGI_PERCENT[2] = {0, 100};

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

/* One training, thin behind the means, and its best epoch. */
typedef struct fold_curve {
    double *epoch, *value; /* [n] */
    size_t n;
    double best_epoch, best_value;
} fold_curve;

typedef struct fold_curves {
    fold_curve *fold; /* [n] */
    size_t n;
    int part; /* that is drawn: validation, or test where nothing is validated */
} fold_curves;

static void fold_curves_free(fold_curves *f)
{
    for (size_t i = 0; f->fold != NULL && i < f->n; i++) {
        sg_free(f->fold[i].epoch);
        sg_free(f->fold[i].value);
    }
    sg_free(f->fold);
}

static double value_of(const sg_epoch *epoch, int part, bool of_loss)
{
    return of_loss ? epoch->loss[part] : epoch->metric[part];
}

static sg_status fold_curve_make(fold_curve *f, const sg_epoch *epoch, size_t n, int part,
                                 bool of_loss, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t stride = n / MOST_POINTS + 1;
    f->best_epoch = f->best_value = NAN;
    SG_ALLOC(f->epoch, n);
    SG_ALLOC(f->value, n);
    for (size_t i = 0; i < n; i++) {
        const double value = value_of(&epoch[i], part, of_loss);
        if (epoch[i].best) {
            f->best_epoch = epoch[i].epoch;
            f->best_value = value;
        }
        if (i % stride != 0) continue;
        f->epoch[f->n] = epoch[i].epoch;
        f->value[f->n++] = value;
    }
done:
    return status;
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

static void add_epochs(sg_mean_curve part[3], const sg_epoch *epoch, size_t n, bool of_loss,
                       bool ended)
{
    for (int p = 0; p < 3; p++) {
        double last = NAN;
        uint32_t n_seen = 0;
        for (size_t i = 0; i < n; i++) {
            if (epoch[i].epoch < 1 || epoch[i].epoch > part[p].n) continue;
            last = value_of(&epoch[i], p, of_loss);
            n_seen = epoch[i].epoch > n_seen ? epoch[i].epoch : n_seen;
            sg_mean_curve_add(&part[p], epoch[i].epoch - 1, last);
        }
        if (ended) sg_mean_curve_hold(&part[p], n_seen, last);
    }
}

static sg_status collect(sg_mean_curve part[3], sg_results *r, bool of_loss, sg_error *err)
{
    sg_status status = SG_OK;
    for (size_t j = 0; j < r->jobs.n; j++) {
        const sg_epoch *epoch = NULL;
        size_t n = 0;
        if (!has_curve(r, &r->job[j])) continue;
        SG_TRY(sg_results_epochs(&epoch, &n, r, j, err));
        add_epochs(part, epoch, n, of_loss, r->job[j].is_done);
    }
done:
    return status;
}

static sg_status collect_folds(fold_curves *f, sg_results *r, bool of_loss, sg_error *err)
{
    sg_status status = SG_OK;
    SG_ALLOC(f->fold, MOST_FOLDS);
    for (size_t j = 0; j < r->jobs.n && f->n < MOST_FOLDS; j++) {
        const sg_epoch *epoch = NULL;
        size_t n = 0;
        if (!has_curve(r, &r->job[j])) continue;
        SG_TRY(sg_results_epochs(&epoch, &n, r, j, err));
        if (n == 0) continue;
        f->n++;
        SG_TRY(fold_curve_make(&f->fold[f->n - 1], epoch, n, f->part, of_loss, err));
    }
done:
    return status;
}

/* Thin curves with their best epochs; a single training is its own mean. */
static size_t add_folds(sg_chart_series *series, const fold_curves *f)
{
    const char *color = sg_color_series((uint64_t)f->part);
    size_t n_series = 0;
    for (size_t i = 0; i < f->n; i++) {
        const fold_curve *fold = &f->fold[i];
        if (f->n > 1)
            series[n_series++] = (sg_chart_series){.color = color,
                                                   .is_faint = true,
                                                   .x = fold->epoch,
                                                   .y = fold->value,
                                                   .n = fold->n};
        series[n_series++] = (sg_chart_series){.name = i == 0 ? "best epoch" : NULL,
                                               .color = color,
                                               .mark = SG_MARK_POINTS,
                                               .x = &fold->best_epoch,
                                               .y = &fold->best_value,
                                               .n = 1};
    }
    return n_series;
}

static sg_status draw(sg_text *svg, const sg_mean_curve part[3], const fold_curves *folds,
                      const sg_results *r, bool of_loss, sg_svg_kind kind, sg_error *err)
{
    static const char *const name[3] = {"training", "validation", "test"};
    sg_chart_series series[3 + 2 * MOST_FOLDS] = {{0}};
    size_t n_series = add_folds(series, folds);
    for (int p = 0; p < 3; p++)
        if (part[p].n > 0)
            series[n_series++] = (sg_chart_series){.name = name[p],
                                                   .color = sg_color_series((uint64_t)p),
                                                   .dash = sg_chart_dash((uint64_t)p),
                                                   .x = part[p].epoch,
                                                   .y = part[p].mean,
                                                   .low = part[p].low,
                                                   .high = part[p].high,
                                                   .n = part[p].n};
    const sgi_metric_words metric = sgi_metric_title(r);
    const bool in_percent = r->overview.in_percent && !of_loss;
    char title[160];
    (void)snprintf(title, sizeof title, "%.60s: %s by epoch", r->overview.data,
                   of_loss ? "loss" : r->overview.metric);
    const sg_chart chart = {.title = title,
                            .width = sgi_figure_width(kind),
                            .height = HEIGHT,
                            .x = {.title = "epoch", .kind = SG_SCALE_COUNTS},
                            .left = {.title = of_loss ? "loss" : metric.text,
                                     .within = in_percent ? SGI_PERCENT : NULL},
                            .series = series,
                            .n_series = n_series};
    return sg_chart_draw(svg, &chart, kind, err);
}

sg_status sgi_figure_curves(sg_text *svg, sg_results *r, bool of_loss, sg_svg_kind kind,
                            sg_error *err)
{
    sg_status status = SG_OK;
    sg_mean_curve part[3] = {{0}};
    fold_curves folds = {0};
    size_t n_jobs = 0, n_epochs = 0;
    SG_TRY(count_jobs(&n_jobs, &n_epochs, r, err));
    SG_REQUIRE(n_jobs > 0 && n_epochs > 0, SG_EINVAL, "%s: no training has left an epoch yet",
               r->overview.folder);
    for (int p = 0; p < 3; p++) SG_TRY(sg_mean_curve_make(&part[p], n_epochs, err));
    SG_TRY(collect(part, r, of_loss, err));
    for (int p = 0; p < 3; p++)
        sg_mean_curve_finish(&part[p], n_jobs, n_epochs / MOST_POINTS + 1);
    folds.part = part[SG_VALIDATION].n > 0 ? SG_VALIDATION : SG_TEST;
    SG_TRY(collect_folds(&folds, r, of_loss, err));
    SG_TRY(draw(svg, part, &folds, r, of_loss, kind, err));
done:
    fold_curves_free(&folds);
    for (int p = 0; p < 3; p++) sg_mean_curve_free(&part[p]);
    return status;
}
