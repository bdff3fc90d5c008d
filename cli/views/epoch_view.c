/* epoch_view.c - a bar for terminals, a line per epoch for logs. */
#include "epoch_view.h"

#include "status_line.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

metric_text epoch_view_metric(const epoch_view *view, double value)
{
    metric_text result;
    if (isnan(value))
        memcpy(result.text, "-", 2);
    else
        (void)snprintf(result.text, sizeof result.text, view->is_percent ? "%.2f %%" : "%.5g",
                       value);
    return result;
}

void epoch_view_start(epoch_view *view, const epoch_view *plan)
{
    *view = (epoch_view){.metric = plan->metric,
                         .is_percent = plan->is_percent,
                         .n_epochs = plan->n_epochs,
                         .lines = plan->lines,
                         .quiet = plan->quiet};
    if (!status_line_possible(stderr)) view->lines = true;
    interrupts_begin(&view->signals);
}

/* ---- Lines ------------------------------------------------------------------------------- */

static void write_line(const epoch_view *v, const sg_epoch *e)
{
    static const char *const part[] = {"", "; validation ", "; test "};
    fprintf(stderr, "epoch %" PRIu32 "/%" PRIu32 ": ", e->epoch, v->n_epochs);
    for (int p = 0; p < SG_N_PARTS; p++) {
        if (isnan(e->loss[p]) && isnan(e->metric[p]) && p != SG_TRAIN) continue;
        fprintf(stderr, "%sloss %.5g", part[p], e->loss[p]);
        if (strcmp(v->metric, "loss") != 0)
            fprintf(stderr, ", %s %s", v->metric, epoch_view_metric(v, e->metric[p]).text);
    }
    fputs(e->best && !isnan(e->metric[SG_VALIDATION]) ? " (best)\n" : "\n", stderr);
}

/* ---- The bar ----------------------------------------------------------------------------- */

/* Epochs done, rate, time left at most, the metric that counts. */
static void draw_bar(const epoch_view *v, const sg_epoch *e)
{
    char tail[256];
    const bool chosen = !isnan(v->best.metric[SG_VALIDATION]);
    const double rate = v->seconds > 0 ? v->n_seen / v->seconds : 0;
    const double left = rate > 0 ? ((double)v->n_epochs - v->n_done) / rate : 0;
    const double metric = chosen ? v->best.metric[SG_VALIDATION] : e->metric[SG_TRAIN];
    (void)snprintf(tail, sizeof tail, "%" PRIu32 "/%" PRIu32 ", %.3g/s, %s left, %s%s %s",
                   v->n_done, v->n_epochs, rate, clock_of(left).text, chosen ? "best " : "",
                   v->metric, epoch_view_metric(v, metric).text);
    status_line_draw(stderr, "training",
                     v->n_epochs > 0 ? (double)v->n_done / v->n_epochs : (double)NAN, tail);
}

static void show(epoch_view *v, const sg_epoch *epoch)
{
    const double now = seconds_now();
    if (v->lines) {
        write_line(v, epoch);
    } else if (now - v->drawn >= 0.1) {
        draw_bar(v, epoch);
        v->drawn = now;
    }
}

bool epoch_view_show(void *view, const sg_epoch *epoch)
{
    epoch_view *v = view;
    v->n_done = epoch->epoch;
    v->n_seen++;
    v->seconds += epoch->seconds;
    if (epoch->best) v->best = *epoch;
    if (!v->quiet) show(v, epoch);
    return !interrupted();
}

void epoch_view_stop(epoch_view *view)
{
    if (view->drawn > 0) status_line_clear(stderr);
    interrupts_end(&view->signals);
}
