/* run_view.c - a bar for terminals, a line per job for logs. */
#include "run_view.h"

#include "counted.h"
#include "plan_line.h"
#include "status_line.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

metric_words metric_in_words(double value, bool is_percent)
{
    metric_words words = {"-"};
    if (!isnan(value))
        (void)snprintf(words.text, sizeof words.text, is_percent ? "%.1f" : "%.4g", value);
    return words;
}

void run_view_start(run_view *view, bool quiet, bool verbose)
{
    *view = (run_view){.quiet = quiet, .verbose = verbose};
    progress_start(&view->preparing, quiet ? (double)INFINITY : 1);
}

/* ---- The bar ----------------------------------------------------------------------------- */

/* How far the stage is: epochs that are done and still to come, as far as that can be known.  Jobs that
 * are done tell how many epochs a job takes. */
typedef struct estimate {
    double share;   /* of the stage that is done  */
    double rate;    /* epochs per second          */
    double seconds; /* left; NaN: nobody knows    */
} estimate;

static estimate estimate_of(const run_view *v, const sg_run_event *e)
{
    const double each =
        v->n_jobs > 0 ? (double)v->job_epochs / v->n_jobs : (double)e->max_epochs;
    const double trained = (double)(e->n_epochs - v->epochs_before);
    const double under_way = fmax(trained - (double)v->job_epochs, 0);
    const double left = fmax(each * (e->n_jobs - e->n_done) - under_way, 0);
    const double passed = seconds_now() - v->started;
    const double total = each * e->n_jobs;
    const double rate = passed > 0 ? trained / passed : 0;
    return (estimate){.share = total > 0 ? 1 - left / total : 0,
                      .rate = rate,
                      .seconds = rate > 0 ? left / rate : NAN};
}

/* Take note of a job that is done.  Without memory the bar goes without its mean. */
static void note_validation(run_view *v, const sg_run_event *e)
{
    if (isnan(e->validation)) return;
    if (e->configuration >= v->n_means) {
        const uint32_t n = e->configuration + 1;
        fold_mean *more = realloc(v->mean, n * sizeof *more);
        if (more == NULL) return;
        memset(more + v->n_means, 0, (n - v->n_means) * sizeof *more);
        v->mean = more;
        v->n_means = n;
    }
    v->mean[e->configuration].sum += e->validation;
    v->mean[e->configuration].n++;
}

/* The best of the configurations that were trained most often: a single lucky fold says nothing. */
static fold_mean best_mean(const run_view *v, bool higher_is_better)
{
    fold_mean best = {0};
    for (uint32_t c = 0; c < v->n_means; c++) {
        const fold_mean m = v->mean[c];
        if (m.n == 0 || m.n < best.n) continue;
        const bool is_better =
            best.n > 0 && (higher_is_better ? m.sum > best.sum : m.sum < best.sum);
        if (m.n > best.n || is_better) best = m;
    }
    return best;
}

static void draw_bar(const run_view *v, const sg_run_event *e)
{
    char tail[256], left[48] = "", best[96] = "";
    const estimate now = estimate_of(v, e);
    if (!isnan(now.seconds))
        (void)snprintf(left, sizeof left, ", %s left", clock_of(now.seconds).text);
    const fold_mean mean = best_mean(v, e->higher_is_better);
    if (mean.n > 0)
        (void)snprintf(best, sizeof best, ", %s%s %s", mean.n > 1 ? "mean " : "", e->metric,
                       metric_in_words(mean.sum / mean.n, e->in_percent).text);
    (void)snprintf(tail, sizeof tail, "%" PRIu32 "/%" PRIu32 ", %.3g epochs/s%s%s", e->n_done,
                   e->n_jobs, now.rate, left, best);
    status_line_draw(v->preparing.out, e->stage, now.share, tail);
}

/* ---- Lines ------------------------------------------------------------------------------- */

static void write_stage(const run_view *v, const sg_run_event *e)
{
    fprintf(v->preparing.out, "%s: %s", e->stage, counted(e->n_jobs, "job", "jobs").text);
    if (e->n_done > 0) fprintf(v->preparing.out, ", %" PRIu32 " done before", e->n_done);
    if (e->n_lost > 0)
        fprintf(v->preparing.out, ", %" PRIu32 " again because models are gone or changed",
                e->n_lost);
    fputc('\n', v->preparing.out);
}

/* Which job: "configuration 0, fold 3, run 1". */
static void write_place(FILE *out, const sg_run_event *e)
{
    fprintf(out, "configuration %" PRIu32 ", fold %" PRIu32 ", run %" PRIu32, e->configuration,
            e->fold, e->run);
}

static void write_metric(FILE *out, const char *part, double value, const sg_run_event *e)
{
    if (!isnan(value))
        fprintf(out, ", %s %s", part, metric_in_words(value, e->in_percent).text);
}

static void write_job(const run_view *v, const sg_run_event *e)
{
    FILE *out = v->preparing.out;
    fprintf(out, "%s %" PRIu32 "/%" PRIu32 ": ", e->stage, e->n_done, e->n_jobs);
    write_place(out, e);
    fprintf(out, ": best epoch %" PRIu32, e->best_epoch);
    write_metric(out, "validation", e->validation, e);
    write_metric(out, "test", e->test, e);
    fprintf(out, ", %.*f s\n", e->seconds < 10 ? 1 : 0, e->seconds);
}

/* A job that takes long. */
static void write_under_way(const run_view *v, const sg_run_event *e)
{
    FILE *out = v->preparing.out;
    fprintf(out, "%s: ", e->stage);
    write_place(out, e);
    fprintf(out, ": epoch %" PRIu64 ", best so far %" PRIu32, e->job_epochs, e->best_epoch);
    write_metric(out, "validation", e->validation, e);
    fputc('\n', out);
}

/* ---- Events ------------------------------------------------------------------------------ */

static void count(run_view *v, const sg_run_event *e)
{
    if (e->kind == SG_RUN_STAGE) {
        v->started = seconds_now();
        v->epochs_before = e->n_epochs;
        v->job_epochs = 0;
        v->n_jobs = 0;
        v->n_means = 0;
    } else if (e->kind == SG_RUN_JOB) {
        v->job_epochs += e->job_epochs;
        v->n_jobs++;
        note_validation(v, e);
    }
}

static void show(run_view *v, const sg_run_event *e)
{
    const double now = seconds_now();
    if (!v->preparing.bar) {
        if (e->kind == SG_RUN_STAGE) write_stage(v, e);
        if (e->kind == SG_RUN_JOB) write_job(v, e);
        if (e->kind == SG_RUN_UNDER_WAY) write_under_way(v, e);
    } else if (e->kind == SG_RUN_STAGE || now - v->drawn >= 0.1) {
        draw_bar(v, e);
        v->drawn = now;
    }
}

bool run_view_show(void *view, const sg_run_event *event)
{
    run_view *v = view;
    if (event->kind == SG_RUN_PREPARING) {
        const sg_observer *inner = &v->preparing.observer;
        return inner->progress(inner->context, &event->preparing);
    }
    if (event->kind == SG_RUN_PLAN) {
        if (v->verbose) plan_line_print(&event->plan);
        return !interrupted();
    }
    if (event->kind == SG_RUN_CHOICE) {
        if (!v->quiet) fprintf(v->preparing.out, "chosen: %s\n", event->choice);
        return !interrupted();
    }
    count(v, event);
    if (!v->quiet) show(v, event);
    return !interrupted();
}

void run_view_stop(run_view *view)
{
    if (view->drawn > 0) status_line_clear(view->preparing.out);
    progress_stop(&view->preparing);
    free(view->mean);
    view->mean = NULL;
    view->n_means = 0;
}
