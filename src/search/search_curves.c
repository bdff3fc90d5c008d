/* search_curves.c - the learning curves of the halving as a drawing: validation by epoch, a line per candidate and rung.
 *
 * Lines of a rung end where its epochs end, so the drawing shows who went on.  A line is the mean over folds; one that
 * has stopped keeps its last value, or the line would end as the mean of the longest alone. */
#include "search/search_parts.h"

#include "base/mem.h"

#include <math.h>
#include <string.h>

enum {
    WIDTH = 760,
    HEIGHT = 340,
    LEFT = 60,
    RIGHT = 20,
    TOP = 20,
    BOTTOM = 40,
    MOST_CURVES = 200
};

/* The curve of a configuration of the ledger. */
typedef struct curve {
    uint32_t configuration, rung;
    double *sum;     /* [n_epochs] */
    uint32_t *count; /* [n_epochs] folds */
    size_t n_epochs, sum_capacity, count_capacity;
    double last; /* the sum of the last values of folds */
    uint32_t n_last;
} curve;

typedef struct curves {
    curve *row; /* [n] by configuration */
    size_t n, capacity;
    size_t n_epochs;    /* of the longest one */
    double least, most; /* of all values */
} curves;

static void curves_free(curves *c)
{
    for (size_t i = 0; i < c->n; i++) {
        sg_free(c->row[i].sum);
        sg_free(c->row[i].count);
    }
    sg_free(c->row);
    *c = (curves){0};
}

/* ---- Reading -------------------------------------------------------------------------------- */

static sg_status add_job(curve *c, const sg_ledger_epochs *epochs, sg_error *err)
{
    sg_status status = SG_OK;
    double last = NAN;
    for (size_t e = 0; e < epochs->n; e++) {
        const double value = epochs->row[e].score[SG_VALIDATION].metric;
        if (e == c->n_epochs) {
            SG_TRY(sg_grow(&c->sum, &c->sum_capacity, e + 1, sizeof *c->sum, err));
            SG_TRY(sg_grow(&c->count, &c->count_capacity, e + 1, sizeof *c->count, err));
            c->sum[e] = c->last;
            c->count[e] = c->n_last;
            c->n_epochs++;
        }
        if (!isfinite(value)) continue;
        c->sum[e] += value;
        c->count[e]++;
        last = value;
    }
    if (!isfinite(last)) goto done;
    for (size_t e = epochs->n; e < c->n_epochs; e++) {
        c->sum[e] += last;
        c->count[e]++;
    }
    c->last += last;
    c->n_last++;
done:
    return status;
}

/* Jobs come by configuration; the last curve is that of the one before. */
static sg_status curve_of(curve **to, curves *c, const sg_ledger_job *job, sg_error *err)
{
    sg_status status = SG_OK;
    if (c->n == 0 || c->row[c->n - 1].configuration != job->configuration) {
        SG_TRY(sg_grow(&c->row, &c->capacity, c->n + 1, sizeof *c->row, err));
        c->row[c->n++] = (curve){.configuration = job->configuration};
    }
    *to = &c->row[c->n - 1];
done:
    return status;
}

static double value_at(const curve *c, size_t e)
{
    return c->count[e] > 0 ? c->sum[e] / c->count[e] : (double)NAN;
}

static void find_bounds(curves *all)
{
    all->least = INFINITY;
    all->most = -INFINITY;
    for (size_t i = 0; i < all->n; i++) {
        const curve *c = &all->row[i];
        if (c->n_epochs > all->n_epochs) all->n_epochs = c->n_epochs;
        for (size_t e = 0; e < c->n_epochs; e++) {
            const double value = value_at(c, e);
            if (value < all->least) all->least = value;
            if (value > all->most) all->most = value;
        }
    }
}

static sg_status read_curves(curves *all, const sg_search_state *s, sg_error *err)
{
    sg_status status = SG_OK;
    sg_ledger_jobs jobs = {0};
    sg_ledger_epochs epochs = {0};
    SG_TRY(sg_ledger_read_jobs(&jobs, s->ledger, err));
    for (size_t j = 0; j < jobs.n; j++) {
        curve *to = NULL;
        if (s->rung_of == NULL || jobs.row[j].configuration >= s->n_configurations) continue;
        SG_TRY(curve_of(&to, all, &jobs.row[j], err));
        to->rung = s->rung_of[to->configuration];
        SG_TRY(sg_ledger_read_epochs(&epochs, s->ledger, jobs.row[j].id, err));
        SG_TRY(add_job(to, &epochs, err));
        sg_ledger_epochs_free(&epochs);
    }
    find_bounds(all);
done:
    sg_ledger_epochs_free(&epochs);
    sg_ledger_jobs_free(&jobs);
    return status;
}

/* ---- Drawing -------------------------------------------------------------------------------- */

static double x_of(const curves *all, size_t e)
{
    const double part = all->n_epochs > 1 ? (double)e / (double)(all->n_epochs - 1) : 0;
    return LEFT + part * (WIDTH - LEFT - RIGHT);
}

static double y_of(const curves *all, double value)
{
    const double range = all->most - all->least;
    return HEIGHT - BOTTOM -
           (range > 0 ? (value - all->least) / range : 0.5) * (HEIGHT - TOP - BOTTOM);
}

static sg_status draw_curve(sg_text *html, const curves *all, const curve *c, bool is_best,
                            sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_text_add(html, err, "<polyline class=\"%s\" points=\"",
                       is_best        ? "w"
                       : c->rung == 0 ? "r0"
                       : c->rung == 1 ? "r1"
                                      : "r2"));
    for (size_t e = 0; e < c->n_epochs; e++)
        if (c->count[e] > 0)
            SG_TRY(
                sg_text_add(html, err, "%.1f,%.1f ", x_of(all, e), y_of(all, value_at(c, e))));
    SG_TRY(sg_text_add(html, err, "\"/>\n"));
done:
    return status;
}

static sg_status draw_axes(sg_text *html, const curves *all, const char *metric, sg_error *err)
{
    sg_status status = SG_OK;
    for (int i = 0; i <= 4; i++) {
        const double value = all->least + (all->most - all->least) * i / 4;
        const size_t e = (all->n_epochs - 1) * (size_t)i / 4;
        SG_TRY(sg_text_add(html, err,
                           "<line class=g x1=%d x2=%d y1=%.1f y2=%.1f /><text x=%d y=%.1f "
                           "text-anchor=end>%.4g</text>\n<text x=%.1f y=%d "
                           "text-anchor=middle>%zu</text>\n",
                           LEFT, WIDTH - RIGHT, y_of(all, value), y_of(all, value), LEFT - 6,
                           y_of(all, value) + 4, value, x_of(all, e), HEIGHT - BOTTOM + 18,
                           e + 1));
    }
    SG_TRY(sg_text_add(html, err,
                       "<text x=%d y=%d>validation %s</text><text x=%d y=%d "
                       "text-anchor=end>epochs</text>\n",
                       LEFT, TOP - 6, metric, WIDTH - RIGHT, HEIGHT - 6));
done:
    return status;
}

static sg_status draw(sg_text *html, const curves *all, const sg_search_state *s,
                      uint32_t chosen, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t best = s->book.trial[chosen].configuration;
    const size_t step = all->n / MOST_CURVES + 1;
    SG_TRY(
        sg_text_add(html, err,
                    "<svg viewBox=\"0 0 %d %d\" role=img aria-label=\"validation by epoch\" "
                    "style=\"max-width:%dpx\"><style>polyline{fill:none}.r0{stroke:#b8c4ce}"
                    ".r1{stroke:#5b8db8}.r2{stroke:#0b3d63;stroke-width:1.5}.w{stroke:#c2410c;"
                    "stroke-width:2.5}.g{stroke:#e4e4e4}text{font:12px sans-serif}</style>\n",
                    (int)WIDTH, (int)HEIGHT, (int)WIDTH));
    SG_TRY(draw_axes(html, all, s->metric->name, err));
    for (uint32_t rung = 0; rung < SG_N_RUNGS; rung++)
        for (size_t i = 0; i < all->n; i++)
            if (all->row[i].rung == rung && (rung > 0 || i % step == 0) &&
                all->row[i].configuration != best)
                SG_TRY(draw_curve(html, all, &all->row[i], false, err));
    for (size_t i = 0; i < all->n; i++)
        if (all->row[i].configuration == best)
            SG_TRY(draw_curve(html, all, &all->row[i], true, err));
    SG_TRY(sg_text_add(html, err, "</svg>\n"));
done:
    return status;
}

sg_status sgi_search_curves(sg_text *html, const sg_search_state *s, uint32_t chosen,
                            sg_error *err)
{
    sg_status status = SG_OK;
    curves all = {0};
    SG_TRY(read_curves(&all, s, err));
    if (all.n_epochs == 0 || !(all.least <= all.most)) goto done;
    SG_TRY(sg_text_add(html, err,
                       "<h2>Learning curves</h2>\n<p>A line is a candidate on a rung, the mean "
                       "of its folds: pale on the first rung, darker on the second, darkest on "
                       "the last one. The winner is orange.</p>\n"));
    SG_TRY(draw(html, &all, s, chosen, err));
done:
    curves_free(&all);
    return status;
}
