/* search_view.c - the best so far, and the time that is left. */
#include "search_view.h"

#include "run_view.h"
#include "status_line.h"

#include <inttypes.h>
#include <math.h>

void search_view_start(search_view *view, bool quiet)
{
    *view = (search_view){.quiet = quiet};
    progress_start(&view->signals, (double)INFINITY);
}

void search_view_stop(search_view *view)
{
    if (view->drawn > 0) status_line_clear(view->signals.out);
    progress_stop(&view->signals);
}

static void draw_bar(search_view *v, const sg_search_event *e)
{
    char tail[200], left[48] = "";
    const double now = seconds_now();
    if (now - v->drawn < 0.1) return;
    double share = e->n_trials > 0 ? (double)e->n_done / e->n_trials
                                   : e->seconds / (e->seconds + e->seconds_left);
    if (e->kind == SG_SEARCH_BEST) share = 1;
    if (!isnan(e->seconds_left))
        (void)snprintf(left, sizeof left, ", %s left", clock_of(e->seconds_left).text);
    (void)snprintf(tail, sizeof tail, "%" PRIu32 " tried%s, best %s %s", e->n_done, left,
                   e->metric, metric_in_words(e->best, e->in_percent).text);
    status_line_draw(v->signals.out, e->kind == SG_SEARCH_BEST ? "training" : "searching",
                     share, tail);
    v->drawn = now;
}

static void write_line(const search_view *v, const sg_search_event *e)
{
    FILE *out = v->signals.out;
    if (e->kind == SG_SEARCH_TRIAL)
        fprintf(out, "trial %" PRIu32 ", round %" PRIu32 ": validation %s %s%s\n", e->trial,
                e->rung + 1, e->metric, metric_in_words(e->value, e->in_percent).text,
                e->value == e->best ? ", the best of this round so far" : "");
    if (e->kind == SG_SEARCH_SKIPPED)
        fprintf(out, "trial %" PRIu32 " is skipped: %s\n", e->trial, e->text);
}

bool search_view_show(void *view, const sg_search_event *event)
{
    search_view *v = view;
    if (!v->quiet && v->signals.bar) draw_bar(v, event);
    if (!v->quiet && !v->signals.bar) write_line(v, event);
    return !interrupted();
}
