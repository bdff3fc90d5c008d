/* figure_targets.c - what was predicted for the targets of test graphs against what is true: a cloud
 * of points for numbers, ROC curves for labels that are there or not. */
#include "report/figures.h"

#include "base/mem.h"
#include "draw/chart.h"
#include "draw/colors.h"
#include "kernels/statistics.h"
#include "run/experiment_outputs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CIRCLES = 800, SIDE = 420 };

/* ---- Numbers ---------------------------------------------------------------------------------- */

/* A column of targets with its unit, and its points. */
typedef struct target {
    uint32_t column;
    double scale, offset; /* target = scale * output + offset */
    char name[64];
    double *truth, *guess;      /* [n] */
    size_t n, n_truth, n_guess; /* used, and room */
} target;

/* Columns, names and units as the run had them. */
static sg_status find_targets(target *t, uint32_t n, const sg_results *r,
                              const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    sg_outputs outputs = {0};
    SG_TRY(sg_experiment_outputs(&outputs, &r->experiment, data, err));
    SG_REQUIRE(outputs.target_column != NULL && n <= outputs.n, SG_EINVAL,
               "%s: %s does not have the targets of this run", r->overview.folder, data->name);
    for (uint32_t i = 0; i < n; i++) {
        t[i].column = outputs.target_column[i];
        t[i].scale = outputs.scale[i];
        t[i].offset = outputs.offset[i];
        (void)snprintf(t[i].name, sizeof t[i].name, "%.40s",
                       sg_names_at(&outputs.target_name, i));
    }
done:
    sg_outputs_free(&outputs);
    return status;
}

static sg_status add_point(target *t, double truth, double guess, bool own_unit, sg_error *err)
{
    sg_status status = SG_OK;
    if (isnan(truth)) goto done;
    SG_TRY(sg_grow(&t->truth, &t->n_truth, t->n + 1, sizeof *t->truth, err));
    SG_TRY(sg_grow(&t->guess, &t->n_guess, t->n + 1, sizeof *t->guess, err));
    t->truth[t->n] = own_unit ? truth : (truth - t->offset) / t->scale;
    t->guess[t->n] = own_unit ? guess * t->scale + t->offset : guess;
    t->n++;
done:
    return status;
}

/* The targets that a figure shows, and where their true values stand. */
typedef struct collection {
    target *target; /* [n] */
    uint32_t n, n_columns;
    const double *truth; /* [graph][n_columns] */
    bool own_unit;
} collection;

static sg_status add_points(void *context, const sg_result_prediction *p, sg_error *err)
{
    sg_status status = SG_OK;
    const collection *c = context;
    for (uint32_t k = 0; k < c->n; k++) {
        target *t = &c->target[k];
        SG_TRY(add_point(t, c->truth[(size_t)p->item * c->n_columns + t->column], p->output[k],
                         c->own_unit, err));
    }
done:
    return status;
}

static sg_status collect_points(target *t, uint32_t n_targets, bool own_unit, uint64_t *total,
                                sg_results *r, const sg_dataset *data, sg_error *err)
{
    collection c = {.target = t,
                    .n = n_targets,
                    .n_columns = data->items.target.n_columns,
                    .truth = data->items.target.value,
                    .own_unit = own_unit};
    return sgi_test_predictions(total, add_points, &c, n_targets, r, data, err);
}

static sg_status draw_scatter(sg_text *svg, const target *t, uint32_t n, uint64_t total,
                              const sg_dataset *data, sg_svg_kind kind, sg_error *err)
{
    sg_status status = SG_OK;
    sg_chart_series *series = NULL;
    char title[120];
    SG_ALLOC(series, n);
    for (uint32_t k = 0; k < n; k++)
        series[k] =
            (sg_chart_series){.name = n > 1 ? t[k].name : NULL,
                              .color = sg_color_series(k),
                              .mark = total * n > MOST_CIRCLES ? SG_MARK_DOTS : SG_MARK_POINTS,
                              .x = t[k].truth,
                              .y = t[k].guess,
                              .n = t[k].n};
    (void)snprintf(title, sizeof title, "%.60s: predicted against true, test graphs",
                   data->name);
    const sg_chart chart = {
        .title = title,
        .width = SIDE,
        .height = SIDE,
        .x = {.title = n > 1 ? "true, in the network's unit" : "true", .kind = SG_SCALE_SNUG},
        .left = {.title = "predicted"},
        .series = series,
        .n_series = n,
        .diagonal = true};
    SG_TRY(sg_chart_draw(svg, &chart, kind, err));
done:
    sg_free(series);
    return status;
}

static uint32_t count_targets(const sg_results *r, const sg_dataset *data)
{
    return r->experiment.n_targets > 0 ? r->experiment.n_targets : data->items.target.n_columns;
}

static void free_targets(target *t, uint32_t n)
{
    for (uint32_t k = 0; t != NULL && k < n; k++) {
        sg_free(t[k].truth);
        sg_free(t[k].guess);
    }
    sg_free(t);
}

sg_status sgi_figure_scatter(sg_text *svg, sg_results *r, const sg_dataset *data,
                             sg_svg_kind kind, sg_error *err)
{
    sg_status status = SG_OK;
    target *t = NULL;
    uint64_t total = 0;
    const uint32_t n = count_targets(r, data);
    SG_REQUIRE(sgi_results_task(r, data) == SG_REGRESSION && n > 0, SG_EINVAL,
               "%s: the run predicts no numbers", r->overview.folder);
    SG_ALLOC(t, n);
    SG_TRY(find_targets(t, n, r, data, err));
    SG_TRY(collect_points(t, n, n == 1, &total, r, data, err));
    SG_TRY(draw_scatter(svg, t, n, total, data, kind, err));
done:
    free_targets(t, n);
    return status;
}

/* ---- Labels that are there or not ------------------------------------------------------------- */

/* The share of graphs with the label that are found, by the share of those without it that are
 * taken for some; and the area below. */
typedef struct roc {
    double *x, *y; /* [n]; 0: graphs of one kind only have no curve */
    size_t n;
    double area;
    char name[80];
} roc;

typedef struct scored {
    double guess;
    bool has; /* the label */
} scored;

static int compare_scored(const void *a, const void *b)
{
    const scored *x = a, *y = b;
    return (x->guess < y->guess) - (x->guess > y->guess);
}

static void count_kinds(double n_of[2], const target *t)
{
    n_of[0] = n_of[1] = 0;
    for (size_t i = 0; i < t->n; i++) n_of[t->truth[i] > 0.5]++;
}

/* Walk from the surest label to the least sure one.  Graphs with equal outputs are taken together,
 * and a place that nobody can tell from the one before is left out. */
static void walk_curve(roc *c, const scored *by_guess, size_t n, const double n_of[2])
{
    static const double SMALLEST_STEP = 0.5 / SIDE;
    double found[2] = {0, 0}, x = 0, y = 0;
    c->n = 1; /* begins at 0, 0 */
    for (size_t i = 0; i < n;) {
        const double guess = by_guess[i].guess;
        do found[by_guess[i++].has]++;
        while (i < n && by_guess[i].guess == guess);
        const double to_x = found[0] / n_of[0], to_y = found[1] / n_of[1];
        c->area += (to_x - x) * (to_y + y) / 2;
        x = to_x;
        y = to_y;
        if (i < n && x - c->x[c->n - 1] < SMALLEST_STEP && y - c->y[c->n - 1] < SMALLEST_STEP)
            continue;
        c->x[c->n] = x;
        c->y[c->n++] = y;
    }
}

static sg_status find_curve(roc *c, const target *t, sg_error *err)
{
    sg_status status = SG_OK;
    scored *by_guess = NULL;
    double n_of[2];
    count_kinds(n_of, t);
    if (n_of[0] == 0 || n_of[1] == 0) goto done;
    SG_ALLOC(by_guess, t->n);
    SG_ALLOC(c->x, t->n + 1);
    SG_ALLOC(c->y, t->n + 1);
    for (size_t i = 0; i < t->n; i++) by_guess[i] = (scored){t->guess[i], t->truth[i] > 0.5};
    qsort(by_guess, t->n, sizeof *by_guess, compare_scored);
    walk_curve(c, by_guess, t->n, n_of);
    (void)snprintf(c->name, sizeof c->name, "%s: %.3f", t->name, c->area);
done:
    sg_free(by_guess);
    return status;
}

/* Few curves have colors and names, many are one cloud. */
static sg_status draw_roc(sg_text *svg, const roc *curve, uint32_t n, const sg_dataset *data,
                          sg_svg_kind kind, sg_error *err)
{
    static const double ALL[] = {0, 1};
    sg_status status = SG_OK;
    sg_chart_series *series = NULL;
    const bool named = n <= SG_COLOR_SERIES;
    size_t n_series = 0;
    char title[120];
    SG_ALLOC(series, n);
    for (uint32_t k = 0; k < n; k++)
        if (curve[k].n > 0)
            series[n_series++] = (sg_chart_series){.name = named ? curve[k].name : NULL,
                                                   .color = sg_color_series(named ? k : 0),
                                                   .x = curve[k].x,
                                                   .y = curve[k].y,
                                                   .n = curve[k].n};
    (void)snprintf(title, sizeof title, "%.60s: ROC curves, test graphs", data->name);
    const sg_chart chart = {
        .title = title,
        .width = SIDE,
        .height = SIDE,
        .x = {.title = "false positive rate", .kind = SG_SCALE_SNUG, .keep = ALL},
        .left = {.title = "true positive rate", .kind = SG_SCALE_SNUG, .keep = ALL},
        .series = series,
        .n_series = n_series,
        .legend = named ? "area" : NULL,
        .diagonal = true};
    SG_TRY(sg_chart_draw(svg, &chart, kind, err));
done:
    sg_free(series);
    return status;
}

sg_status sgi_figure_roc(sg_text *svg, sg_results *r, const sg_dataset *data, sg_svg_kind kind,
                         sg_error *err)
{
    sg_status status = SG_OK;
    target *t = NULL;
    roc *curve = NULL;
    uint64_t total = 0;
    size_t n_points = 0;
    const uint32_t n = count_targets(r, data);
    SG_REQUIRE(sgi_results_task(r, data) == SG_MULTILABEL && n > 0, SG_EINVAL,
               "%s: the run predicts no labels that are there or not (task: multilabel)",
               r->overview.folder);
    SG_ALLOC(t, n);
    SG_ALLOC(curve, n);
    SG_TRY(find_targets(t, n, r, data, err));
    SG_TRY(collect_points(t, n, true, &total, r, data, err));
    for (uint32_t k = 0; k < n; k++) {
        SG_TRY(find_curve(&curve[k], &t[k], err));
        n_points += curve[k].n;
    }
    SG_REQUIRE(n_points > 0, SG_EINVAL,
               "%s: no label is there in some test graphs and missing in others",
               r->overview.folder);
    SG_TRY(draw_roc(svg, curve, n, data, kind, err));
done:
    for (uint32_t k = 0; curve != NULL && k < n; k++) {
        sg_free(curve[k].x);
        sg_free(curve[k].y);
    }
    sg_free(curve);
    free_targets(t, n);
    return status;
}
