/* figure_targets.c - numbers that were predicted for test items against those that are true, and how far
 * they are apart. */
#include "report/figures.h"

#include "base/mem.h"
#include "draw/chart.h"
#include "draw/colors.h"
#include "report/outcomes.h"

#include <stdio.h>

enum { MOST_CIRCLES = 800, SIDE = 420 };

/* What a legend says of a target. */
typedef struct target_words {
    char text[160];
} target_words;

/* How good the predictions of a target are, all of them together: R², and errors in the unit of the target,
 * whatever the unit of the figure is. */
static target_words words_of(const sgi_outcome_column *c, bool named)
{
    target_words words;
    const sgi_quality q = sgi_outcome_quality(c);
    if (named)
        (void)snprintf(words.text, sizeof words.text, "%s: R² %.3f, MAE %.3g", c->name, q.r2,
                       q.mae * c->scale);
    else
        (void)snprintf(words.text, sizeof words.text, "R² %.3f, RMSE %.3g, MAE %.3g", q.r2,
                       q.rmse, q.mae);
    return words;
}

/* A cloud of points for every target: `x` and `y` of column k, with `words`. */
static sg_status make_series(sg_chart_series **made, const sgi_outcomes *o, double **x,
                             double **y, const target_words *words, sg_error *err)
{
    sg_status status = SG_OK;
    sg_chart_series *series = NULL;
    const uint32_t n = o->n_columns;
    size_t total = 0;
    for (uint32_t k = 0; k < n; k++) total += o->column[k].n;
    SG_ALLOC(series, n);
    for (uint32_t k = 0; k < n; k++)
        series[k] =
            (sg_chart_series){.name = words != NULL ? words[k].text
                                      : n > 1       ? o->column[k].name
                                                    : NULL,
                              .color = sg_color_series(k),
                              .is_hollow = k % 2 == 1,
                              .mark = total > MOST_CIRCLES ? SG_MARK_DOTS : SG_MARK_POINTS,
                              .x = x[k],
                              .y = y[k],
                              .n = o->column[k].n};
    *made = series;
done:
    return status;
}

/* Predicted against true, or what is true minus what is predicted over the latter. */
static sg_status draw_points(sg_text *svg, const sgi_outcomes *o, bool residuals,
                             const sg_dataset *data, sg_svg_kind kind, sg_error *err)
{
    static const double NO_ERROR = 0;
    sg_status status = SG_OK;
    sg_scratch memory = {0};
    sg_chart_series *series = NULL;
    double **x = NULL, **y = NULL;
    target_words *quality = NULL;
    char title[120], words[2][100];
    const char *unit = o->own_unit ? o->column->name : "all targets on one scale";
    SG_TAKE(quality, &memory, o->n_columns);
    SG_TAKE(x, &memory, o->n_columns);
    SG_TAKE(y, &memory, o->n_columns);
    for (uint32_t k = 0; k < o->n_columns; k++) {
        const sgi_outcome_column *c = &o->column[k];
        quality[k] = words_of(c, o->n_columns > 1);
        x[k] = residuals ? c->guess : c->truth;
        y[k] = c->guess;
        if (!residuals) continue;
        SG_TAKE(y[k], &memory, c->n);
        for (size_t i = 0; i < c->n; i++) y[k][i] = c->truth[i] - c->guess[i];
    }
    SG_TRY(make_series(&series, o, x, y, residuals ? NULL : quality, err));
    (void)snprintf(title, sizeof title, "%.60s: %s, %s", data->name,
                   residuals ? "residuals" : "predicted against true", sgi_test_items(data));
    (void)snprintf(words[0], sizeof words[0], "%s: %s", residuals ? "predicted" : "true", unit);
    (void)snprintf(words[1], sizeof words[1], "%s",
                   residuals ? "true − predicted" : "predicted");
    const sg_chart chart = {.title = title,
                            .width = SIDE,
                            .height = SIDE,
                            .x = {.title = words[0], .kind = SG_SCALE_SNUG},
                            .left = {.title = words[1]},
                            .series = series,
                            .n_series = o->n_columns,
                            .diagonal = !residuals,
                            .level = residuals ? &NO_ERROR : NULL};
    SG_TRY(sg_chart_draw(svg, &chart, kind, err));
done:
    sg_free(series);
    sg_scratch_free(&memory);
    return status;
}

static sg_status draw_numbers(sg_text *svg, bool residuals, sg_results *r,
                              const sg_dataset *data, sg_svg_kind kind, sg_error *err)
{
    sg_status status = SG_OK;
    sgi_outcomes o = {0};
    SG_REQUIRE(sgi_results_task(r, data) == SG_REGRESSION, SG_EINVAL,
               "%s: the run predicts no numbers", r->overview.folder);
    SG_TRY(sgi_outcomes_collect(&o, r, data, err));
    SG_TRY(draw_points(svg, &o, residuals, data, kind, err));
done:
    sgi_outcomes_free(&o);
    return status;
}

sg_status sgi_figure_scatter(sg_text *svg, sg_results *r, const sg_dataset *data,
                             sg_svg_kind kind, sg_error *err)
{
    return draw_numbers(svg, false, r, data, kind, err);
}

sg_status sgi_figure_residuals(sg_text *svg, sg_results *r, const sg_dataset *data,
                               sg_svg_kind kind, sg_error *err)
{
    return draw_numbers(svg, true, r, data, kind, err);
}
