/* search_curves.c - the learning curves of the halving as a drawing: validation by epoch, a line per candidate and round.
 *
 * Lines of a round end where its epochs end, so the drawing shows who went on.  A line is the mean over the folds; a fold
 * that has stopped keeps its last value (mean_curve.h). */
#include "search/search_parts.h"

#include "base/mem.h"
#include "draw/chart.h"
#include "draw/colors.h"
#include "draw/mean_curve.h"
#include "page/html.h"

#include <math.h>
#include <stdio.h>

enum { WIDTH = 420, HEIGHT = 320, MOST_CURVES = 200 };

static const double PERCENT[2] = {0, 100};

/* The curve of a configuration of the ledger. */
typedef struct curve {
    uint32_t configuration, rung;
    sg_mean_curve of;
} curve;

typedef struct curves {
    curve *row; /* [n] by configuration */
    size_t n, capacity;
} curves;

static void curves_free(curves *c)
{
    for (size_t i = 0; i < c->n; i++) sg_mean_curve_free(&c->row[i].of);
    sg_free(c->row);
    *c = (curves){0};
}

/* ---- Reading -------------------------------------------------------------------------------- */

sg_status sgi_search_mean_of_folds(sg_mean_curve *mean, const sg_ledger_epochs *fold, size_t n,
                                   sg_error *err)
{
    sg_status status = SG_OK;
    size_t n_epochs = 0;
    for (size_t f = 0; f < n; f++)
        if (fold[f].n > n_epochs) n_epochs = fold[f].n;
    SG_TRY(sg_mean_curve_make(mean, n_epochs, err));
    for (size_t f = 0; f < n; f++) {
        double last = (double)NAN;
        for (size_t e = 0; e < fold[f].n; e++) {
            const double value = fold[f].row[e].score[SG_VALIDATION].metric;
            last = isfinite(value) ? value : (double)NAN;
            sg_mean_curve_add(mean, e, last);
        }
        sg_mean_curve_hold(mean, fold[f].n, last);
    }
    sg_mean_curve_finish(mean, n, 1);
done:
    return status;
}

/* The folds of one configuration, as they come from the ledger. */
typedef struct folds {
    sg_ledger_epochs *fold; /* [n] */
    size_t n, capacity;
} folds;

static void forget(folds *f)
{
    for (size_t i = 0; i < f->n; i++) sg_ledger_epochs_free(&f->fold[i]);
    f->n = 0;
}

static sg_status add_curve(curves *all, folds *f, uint32_t configuration, uint32_t rung,
                           sg_error *err)
{
    sg_status status = SG_OK;
    if (f->n == 0) goto done;
    SG_TRY(sg_grow(&all->row, &all->capacity, all->n + 1, sizeof *all->row, err));
    all->row[all->n++] = (curve){.configuration = configuration, .rung = rung};
    SG_TRY(sgi_search_mean_of_folds(&all->row[all->n - 1].of, f->fold, f->n, err));
    forget(f);
done:
    return status;
}

/* Jobs come by configuration. */
static sg_status read_curves(curves *all, const sg_search_state *s, sg_error *err)
{
    sg_status status = SG_OK;
    sg_ledger_jobs jobs = {0};
    folds f = {0};
    SG_TRY(sg_ledger_read_jobs(&jobs, s->ledger, err));
    for (size_t j = 0; j < jobs.n; j++) {
        const uint32_t configuration = jobs.row[j].configuration;
        if (s->rung_of == NULL || configuration >= s->n_configurations) continue;
        SG_TRY(sg_grow(&f.fold, &f.capacity, f.n + 1, sizeof *f.fold, err));
        f.fold[f.n++] = (sg_ledger_epochs){0};
        SG_TRY(sg_ledger_read_epochs(&f.fold[f.n - 1], s->ledger, jobs.row[j].id, err));
        if (j + 1 == jobs.n || jobs.row[j + 1].configuration != configuration)
            SG_TRY(add_curve(all, &f, configuration, s->rung_of[configuration], err));
    }
done:
    forget(&f);
    sg_free(f.fold);
    sg_ledger_jobs_free(&jobs);
    return status;
}

/* ---- Drawing -------------------------------------------------------------------------------- */

/* Where a curve stands: candidates of the first round below, the winner above all. */
static uint32_t place_of(const curve *c, uint32_t best)
{
    return c->configuration == best ? SG_N_RUNGS : c->rung;
}

static sg_status draw(sg_text *svg, const curves *all, const sg_search_state *s,
                      uint32_t chosen, sg_error *err)
{
    static const char *const name[SG_N_RUNGS + 1] = {"first round", "second", "last",
                                                     "the winner"};
    sg_status status = SG_OK;
    sg_chart_series *series = NULL;
    size_t n = 0;
    char title[80], metric[80];
    const uint32_t best = s->book.trial[chosen].configuration;
    const size_t step = all->n / MOST_CURVES + 1;
    SG_ALLOC(series, all->n);
    for (uint32_t place = 0; place <= SG_N_RUNGS; place++) {
        bool is_named = false;
        for (size_t i = 0; i < all->n; i++) {
            const curve *c = &all->row[i];
            if (place_of(c, best) != place || c->of.n == 0) continue;
            if (place == 0 && i % step != 0) continue;
            series[n++] = (sg_chart_series){.name = is_named ? NULL : name[place],
                                            .color = place == 0            ? SG_COLOR_UNKNOWN
                                                     : place == SG_N_RUNGS ? SG_COLOR_RAISES
                                                                           : sg_color_series(0),
                                            .is_faint = place < 2,
                                            .x = c->of.epoch,
                                            .y = c->of.mean,
                                            .n = c->of.n};
            is_named = true;
        }
    }
    (void)snprintf(metric, sizeof metric, "validation %.40s%s", s->metric->name,
                   s->metric->in_percent ? " (%)" : "");
    (void)snprintf(title, sizeof title, "validation %.40s by epoch", s->metric->name);
    const sg_chart chart = {
        .title = title,
        .width = WIDTH,
        .height = HEIGHT,
        .x = {.title = "epoch", .kind = SG_SCALE_COUNTS},
        .left = {.title = metric, .within = s->metric->in_percent ? PERCENT : NULL},
        .series = series,
        .n_series = n};
    SG_TRY(sg_chart_draw(svg, &chart, SG_SVG_IN_PAGE, err));
done:
    sg_free(series);
    return status;
}

sg_status sgi_search_curves(sg_text *html, const sg_search_state *s, uint32_t chosen,
                            sg_error *err)
{
    sg_status status = SG_OK;
    curves all = {0};
    sg_text svg = {0};
    bool has_values = false;
    SG_TRY(read_curves(&all, s, err));
    for (size_t i = 0; i < all.n; i++) has_values = has_values || all.row[i].of.n > 0;
    if (!has_values) goto done;
    SG_TRY(draw(&svg, &all, s, chosen, err));
    SG_TRY(sgi_html_figure(
        html, &svg,
        "A line is a candidate in a round, the mean of its folds. A fold that has stopped keeps "
        "its last value. The value of a candidate is that of the best epochs of its folds, which "
        "may lie above the line.",
        err));
done:
    sg_text_free(&svg);
    curves_free(&all);
    return status;
}
