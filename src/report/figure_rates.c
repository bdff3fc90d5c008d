/* figure_rates.c - labels that are there or not, and two classes: ROC curves, precision over recall.
 *
 * Both walk from the surest item to the least sure one.  Items with equal outputs are taken together,
 * and a place that nobody can tell from the one before is left out. */
#include "report/figures.h"

#include "base/mem.h"
#include "draw/chart.h"
#include "draw/colors.h"
#include "report/outcomes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 420, MOST_NAMED = 21 };

typedef struct curve {
    double *x, *y; /* [n]; 0: items of one kind only have no curve */
    size_t n;
    double area;
    char name[120];
} curve;

typedef struct scored {
    double guess;
    bool has; /* the label */
} scored;

static int compare_scored(const void *a, const void *b)
{
    const scored *x = a, *y = b;
    return (x->guess < y->guess) - (x->guess > y->guess);
}

/* Items of a column, from `begin` on and before `end`. */
typedef struct stretch {
    const sgi_outcome_column *of;
    size_t begin, end;
} stretch;

static void count_kinds(double n_of[2], stretch s)
{
    n_of[0] = n_of[1] = 0;
    for (size_t i = s.begin; i < s.end; i++) n_of[s.of->truth[i] > 0.5]++;
}

/* The share of members that are found over the share of others that are taken for some; or the
 * share of members among those that are taken, over the share of members that are found. */
static void walk_curve(curve *c, const scored *by_guess, size_t n, const double n_of[2],
                       bool of_precision)
{
    static const double SMALLEST_STEP = 0.5 / SIDE;
    double found[2] = {0, 0}, x = 0, y = 0;
    for (size_t i = 0; i < n;) {
        const double guess = by_guess[i].guess;
        do found[by_guess[i++].has]++;
        while (i < n && by_guess[i].guess == guess);
        const double recall = found[1] / n_of[1], precision = found[1] / (found[0] + found[1]);
        const double to_x = of_precision ? recall : found[0] / n_of[0];
        const double to_y = of_precision ? precision : recall;
        c->area += (to_x - x) * (of_precision ? to_y : (to_y + y) / 2);
        if (c->n ==
            0) { /* begins at 0; precision has no value there but that of the surest items */
            c->y[0] = of_precision ? precision : 0;
            c->n = 1;
        }
        x = to_x;
        y = to_y;
        if (i < n && fabs(x - c->x[c->n - 1]) < SMALLEST_STEP &&
            fabs(y - c->y[c->n - 1]) < SMALLEST_STEP)
            continue;
        c->x[c->n] = x;
        c->y[c->n++] = y;
    }
}

static void curve_free(curve *c)
{
    sg_free(c->x);
    sg_free(c->y);
}

static sg_status find_curve(curve *c, stretch s, bool of_precision, sg_error *err)
{
    sg_status status = SG_OK;
    scored *by_guess = NULL;
    double n_of[2];
    const size_t n = s.end - s.begin;
    count_kinds(n_of, s);
    if (n_of[0] == 0 || n_of[1] == 0) goto done;
    SG_ALLOC(by_guess, n);
    SG_ALLOC(c->x, n + 1);
    SG_ALLOC(c->y, n + 1);
    for (size_t i = 0; i < n; i++)
        by_guess[i] = (scored){s.of->guess[s.begin + i], s.of->truth[s.begin + i] > 0.5};
    qsort(by_guess, n, sizeof *by_guess, compare_scored);
    walk_curve(c, by_guess, n, n_of, of_precision);
done:
    sg_free(by_guess);
    return status;
}

/* The mean area of the trainings one by one; NaN where there is one alone. */
static sg_status find_mean(double *mean, const sgi_outcome_column *of, bool of_precision,
                           sg_error *err)
{
    sg_status status = SG_OK;
    curve one = {0};
    double sum = 0;
    uint32_t n_jobs = 0;
    for (size_t begin = 0, end; begin < of->n; begin = end) {
        for (end = begin + 1; end < of->n && of->job[end] == of->job[begin];) end++;
        if (begin == 0 && end == of->n) break;
        SG_TRY(find_curve(&one, (stretch){of, begin, end}, of_precision, err));
        sum += one.area;
        n_jobs += one.n > 0;
        curve_free(&one);
        one = (curve){0};
    }
    *mean = n_jobs > 0 ? sum / n_jobs : NAN;
done:
    curve_free(&one);
    return status;
}

/* The curve of a column with its name: the area of all items together, and the mean of trainings. */
static sg_status find_column(curve *c, const sgi_outcome_column *of, bool of_precision,
                             sg_error *err)
{
    sg_status status = SG_OK;
    double mean = NAN;
    SG_TRY(find_curve(c, (stretch){of, 0, of->n}, of_precision, err));
    SG_TRY(find_mean(&mean, of, of_precision, err));
    if (isnan(mean))
        (void)snprintf(c->name, sizeof c->name, "%s: %.3f", of->name, c->area);
    else
        (void)snprintf(c->name, sizeof c->name, "%s: %.3f, mean of folds %.3f", of->name,
                       c->area, mean);
done:
    return status;
}

/* The share of members, where there is one column: the precision of guessing. */
static double share_of_members(const sgi_outcomes *o)
{
    double n_of[2];
    count_kinds(n_of, (stretch){o->column, 0, o->column->n});
    return o->n_columns == 1 ? n_of[1] / (n_of[0] + n_of[1]) : NAN;
}

/* Curves have names, colors and, where colors come again, other dashes; very many are one cloud. */
static sg_status draw_curves(sg_text *svg, const curve *curves, const sgi_outcomes *o,
                             bool of_precision, const sg_dataset *data, sg_svg_kind kind,
                             sg_error *err)
{
    static const double ALL[] = {0, 1};
    sg_status status = SG_OK;
    sg_chart_series *series = NULL;
    const uint32_t n = o->n_columns;
    const bool named = n <= MOST_NAMED;
    const double guessing = share_of_members(o);
    size_t n_series = 0;
    char title[120];
    SG_ALLOC(series, n);
    for (uint32_t k = 0; k < n; k++)
        if (curves[k].n > 0)
            series[n_series++] = (sg_chart_series){.name = named ? curves[k].name : NULL,
                                                   .color = sg_color_series(named ? k : 0),
                                                   .dash = sg_chart_dash(named ? k : 0),
                                                   .x = curves[k].x,
                                                   .y = curves[k].y,
                                                   .n = curves[k].n};
    (void)snprintf(title, sizeof title, "%.60s: %s, %s", data->name,
                   of_precision ? "precision and recall" : "ROC curves", sgi_test_items(data));
    const char *legend = of_precision ? "average precision" : "area";
    const sg_chart chart = {.title = title,
                            .width = SIDE,
                            .height = SIDE,
                            .x = {.title = of_precision ? "recall" : "false positive rate",
                                  .kind = SG_SCALE_SNUG,
                                  .keep = ALL,
                                  .within = ALL},
                            .left = {.title = of_precision ? "precision" : "true positive rate",
                                     .kind = SG_SCALE_SNUG,
                                     .keep = ALL,
                                     .within = ALL},
                            .series = series,
                            .n_series = n_series,
                            .legend = named ? legend : NULL,
                            .diagonal = !of_precision,
                            .level = of_precision && !isnan(guessing) ? &guessing : NULL};
    SG_TRY(sg_chart_draw(svg, &chart, kind, err));
done:
    sg_free(series);
    return status;
}

static sg_status draw_rates(sg_text *svg, bool of_precision, sg_results *r,
                            const sg_dataset *data, sg_svg_kind kind, sg_error *err)
{
    sg_status status = SG_OK;
    sgi_outcomes o = {0};
    curve *curves = NULL;
    size_t n_points = 0;
    SG_REQUIRE(
        sgi_results_task(r, data) != SG_REGRESSION, SG_EINVAL,
        "%s: the run predicts neither two classes nor labels that are there or not (task: "
        "multilabel)",
        r->overview.folder);
    SG_TRY(sgi_outcomes_collect(&o, r, data, err));
    SG_ALLOC(curves, o.n_columns);
    for (uint32_t k = 0; k < o.n_columns; k++) {
        SG_TRY(find_column(&curves[k], &o.column[k], of_precision, err));
        n_points += curves[k].n;
    }
    SG_REQUIRE(n_points > 0, SG_EINVAL,
               "%s: no label is there in some %s and missing in others", r->overview.folder,
               sgi_test_items(data));
    SG_TRY(draw_curves(svg, curves, &o, of_precision, data, kind, err));
done:
    for (uint32_t k = 0; curves != NULL && k < o.n_columns; k++) curve_free(&curves[k]);
    sg_free(curves);
    sgi_outcomes_free(&o);
    return status;
}

sg_status sgi_figure_roc(sg_text *svg, sg_results *r, const sg_dataset *data, sg_svg_kind kind,
                         sg_error *err)
{
    return draw_rates(svg, false, r, data, kind, err);
}

sg_status sgi_figure_precision(sg_text *svg, sg_results *r, const sg_dataset *data,
                               sg_svg_kind kind, sg_error *err)
{
    return draw_rates(svg, true, r, data, kind, err);
}
