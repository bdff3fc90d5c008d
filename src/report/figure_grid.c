/* figure_grid.c - the ablation figures, from the configurations of a grid.
 *
 * What a configuration is, its blueprint says: how the grid is written down, as one list of encoders
 * or as two lists, does not matter. */
#include "report/figures.h"

#include "base/mem.h"
#include "base/number.h"
#include "draw/chart.h"
#include "draw/chart_matrix.h"
#include "draw/colors.h"
#include "invariants/expression.h"
#include "kernels/statistics.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NO_DISTANCE UINT32_MAX

enum { MOST_CELLS = 64 };

/* A configuration as a point of an ablation. */
typedef struct point {
    uint32_t n_encoders;
    uint32_t distance; /* the largest; NO_DISTANCE: messages go by something else   */
    uint64_t at_least, at_most;
    double weights;
    double mean, std; /* of the metric over folds and runs; NaN: not known          */
} point;

/* ---- Points ----------------------------------------------------------------------------------- */

static sg_status measure_head(point *p, const sg_head *head, sg_error *err)
{
    sg_status status = SG_OK;
    sg_property property = {0};
    SG_TRY(sg_property_parse(&property, head->property, err));
    if (!property.kind->is_distance)
        p->distance = NO_DISTANCE;
    else if (property.parameters.max_value > p->distance)
        p->distance = property.parameters.max_value;
    p->at_least = head->thresholds.at_least > 0 ? head->thresholds.at_least : 1;
    p->at_most = head->thresholds.at_most;
done:
    sg_property_free(&property);
    return status;
}

/* The heads of a layer that have triples, measured one by one. */
typedef struct layer_heads {
    point *of;
    uint32_t n;
} layer_heads;

static sg_status measure_need(void *context, const sg_need *need, sg_error *err)
{
    layer_heads *heads = context;
    if (need->head == NULL) return SG_OK;
    heads->n++;
    return measure_head(heads->of, need->head, err);
}

static sg_status measure_design(point *p, const sg_results *r, uint32_t number, sg_error *err)
{
    sg_status status = SG_OK;
    sg_configuration c = {0};
    SG_TRY(sg_experiment_configuration(&c, &r->experiment, number, r->experiment.task, err));
    for (uint32_t l = 0; l < c.blueprint.n_layers; l++) {
        const sg_layer_design *layer = &c.blueprint.layer[l];
        layer_heads heads = {p, 0};
        const sg_need_visitor visitor = {measure_need, &heads};
        if (layer->kind->needs != NULL)
            SG_TRY(layer->kind->needs(&visitor, layer->settings, err));
        p->n_encoders += heads.n > 0;
    }
done:
    sg_configuration_free(&c);
    return status;
}

/* Test graphs where all configurations were tested (`test: all`), else what selects. */
static sg_part part_shown(const sg_results *r)
{
    return r->experiment.test_all ? SG_TEST : SG_VALIDATION;
}

/* The jobs that tell one configuration from another: those that select, where there are any. */
static bool job_compares(const sg_results *r, const sg_result_job *job, uint32_t configuration)
{
    const bool selects = r->overview.n_jobs[SG_SELECTING] > 0;
    return job->is_done && job->configuration == configuration &&
           (job->stage == SG_SELECTING) == selects && !isnan(job->metric[part_shown(r)]);
}

static sg_status measure_metric(point *p, const sg_results *r, uint32_t configuration,
                                sg_error *err)
{
    sg_status status = SG_OK;
    double *metric = NULL;
    uint32_t *size = NULL;
    size_t n = 0;
    SG_ALLOC(metric, r->jobs.n);
    SG_ALLOC(size, r->jobs.n);
    for (size_t j = 0; j < r->jobs.n; j++) {
        if (!job_compares(r, &r->job[j], configuration)) continue;
        metric[n] = r->job[j].metric[part_shown(r)];
        size[n++] = r->job[j].n_items[part_shown(r)];
    }
    p->mean = sg_weighted_mean(metric, size, n);
    p->std = sg_weighted_std(metric, size, n);
done:
    sg_free(size);
    sg_free(metric);
    return status;
}

static sg_status measure_points(point **points, const sg_results *r, sg_error *err)
{
    sg_status status = SG_OK;
    point *p = NULL;
    const uint32_t n = r->overview.n_configurations;
    SG_REQUIRE(n > 1, SG_EINVAL, "%s: the run has a single configuration, not a grid",
               r->overview.folder);
    SG_REQUIRE(strcmp(r->overview.protocol, "search") != 0, SG_EINVAL,
               "%s: a search tries a part of its grid; this figure needs all of it",
               r->overview.folder);
    SG_ALLOC(p, n);
    for (uint32_t c = 0; c < n; c++) {
        p[c].weights = (double)r->configuration[c].weights_total;
        SG_TRY(measure_design(&p[c], r, c, err));
        SG_TRY(measure_metric(&p[c], r, c, err));
    }
    *points = p;
    p = NULL;
done:
    sg_free(p);
    return status;
}

/* "accuracy (%), validation graphs" */
static sgi_metric_words shown_metric(const sg_results *r)
{
    sgi_metric_words words = sgi_metric_title(r);
    const size_t size = strlen(words.text);
    (void)snprintf(words.text + size, sizeof words.text - size, ", %s",
                   part_shown(r) == SG_TEST ? "test" : "validation");
    return words;
}

/* ---- Distance times layers -------------------------------------------------------------------- */

/* The distinct numbers among n, in order; their count. */
static uint32_t distinct(uint32_t *number, uint32_t n)
{
    uint32_t kept = 0;
    qsort(number, n, sizeof *number, sg_compare_u32);
    for (uint32_t i = 0; i < n; i++)
        if (kept == 0 || number[kept - 1] != number[i]) number[kept++] = number[i];
    return kept;
}

static uint32_t place_of(const uint32_t *number, uint32_t n, uint32_t wanted)
{
    uint32_t i = 0;
    while (i + 1 < n && number[i] != wanted) i++;
    return i;
}

/* The numbers as names. */
static sg_status name_numbers(const char ***names, sg_scratch *memory, const uint32_t *number,
                              uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    const char **made = NULL;
    SG_TAKE(made, memory, n);
    for (uint32_t i = 0; i < n; i++) {
        char *name = NULL;
        SG_TAKE(name, memory, 12);
        (void)snprintf(name, 12, "%u", number[i]);
        made[i] = name;
    }
    *names = made;
done:
    return status;
}

/* Where several configurations share a cell, the best one is shown. */
static void fill_cells(double *value, const sg_matrix_chart *c, const uint32_t *distance,
                       const uint32_t *layers, const point *p, const sg_results *r)
{
    const uint32_t n = c->n_rows * c->n_columns;
    for (uint32_t i = 0; i < n; i++) value[i] = NAN;
    for (uint32_t k = 0; k < r->overview.n_configurations; k++) {
        double *cell =
            &value[(size_t)place_of(layers, c->n_rows, p[k].n_encoders) * c->n_columns +
                   place_of(distance, c->n_columns, p[k].distance)];
        const bool better =
            r->overview.higher_is_better ? p[k].mean > *cell : p[k].mean < *cell;
        if (isnan(*cell) || better) *cell = p[k].mean;
    }
}

/* The configuration that most folds have chosen, or, before the end, the first by what selects: numbers of test
 * graphs are shown here, but nothing is chosen by them. */
static uint32_t chosen_configuration(const sg_results *r)
{
    uint32_t best = 0;
    for (uint32_t c = 1; c < r->overview.n_configurations; c++) {
        const sg_result_configuration *x = &r->configuration[c], *y = &r->configuration[best];
        if (x->n_chosen > y->n_chosen || (x->n_chosen == y->n_chosen && x->rank < y->rank))
            best = c;
    }
    return best;
}

static sg_status draw_heat_map(sg_text *svg, const point *p, sg_results *r, sg_scratch *memory,
                               sg_svg_kind kind, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = r->overview.n_configurations;
    const sgi_metric_words metric = shown_metric(r);
    const char **row = NULL, **column = NULL;
    uint32_t *distance = NULL, *layers = NULL;
    double *value = NULL;
    char title[240];
    SG_TAKE(distance, memory, n);
    SG_TAKE(layers, memory, n);
    for (uint32_t c = 0; c < n; c++) {
        distance[c] = p[c].distance;
        layers[c] = p[c].n_encoders;
    }
    const uint32_t n_columns = distinct(distance, n), n_rows = distinct(layers, n);
    SG_REQUIRE(n_columns > 1 && distance[n_columns - 1] != NO_DISTANCE, SG_EINVAL,
               "%s: the grid does not vary the largest distance of messages",
               r->overview.folder);
    SG_REQUIRE(n_columns <= MOST_CELLS && n_rows <= MOST_CELLS, SG_EINVAL,
               "%s: a heat map of %u times %u cells is too large", r->overview.folder, n_rows,
               n_columns);
    SG_TRY(name_numbers(&row, memory, layers, n_rows, err));
    SG_TRY(name_numbers(&column, memory, distance, n_columns, err));
    SG_TAKE(value, memory, (size_t)n_rows * n_columns);
    (void)snprintf(
        title, sizeof title,
        "%.50s: %s by largest distance and encoder layers; the chosen one is outlined",
        r->overview.data, metric.text);
    size_t best = 0;
    const sg_matrix_chart chart = {.title = title,
                                   .best = &best,
                                   .row_title = "encoder layers",
                                   .column_title = "largest distance of messages",
                                   .row = row,
                                   .column = column,
                                   .n_rows = n_rows,
                                   .n_columns = n_columns,
                                   .value = value,
                                   .decimals = r->overview.in_percent ? 1 : 3,
                                   .unit = r->overview.in_percent ? " %" : ""};
    fill_cells(value, &chart, distance, layers, p, r);
    const point *chosen = &p[chosen_configuration(r)];
    best = (size_t)place_of(layers, n_rows, chosen->n_encoders) * n_columns +
           place_of(distance, n_columns, chosen->distance);
    SG_TRY(sg_matrix_draw(svg, &chart, kind, err));
done:
    return status;
}

sg_status sgi_figure_heat_map(sg_text *svg, sg_results *r, sg_svg_kind kind, sg_error *err)
{
    sg_status status = SG_OK;
    sg_scratch memory = {0};
    point *p = NULL;
    SG_TRY(measure_points(&p, r, err));
    SG_TRY(draw_heat_map(svg, p, r, &memory, kind, err));
done:
    sg_free(p);
    sg_scratch_free(&memory);
    return status;
}

/* ---- Thresholds ------------------------------------------------------------------------------- */

/* The threshold that the grid varies, and nothing else about messages. */
typedef enum threshold { NEITHER, AT_LEAST, AT_MOST } threshold;

static threshold varied(const point *p, uint32_t n)
{
    bool least = false, most = false, other = false;
    for (uint32_t i = 1; i < n; i++) {
        least = least || p[i].at_least != p[0].at_least;
        most = most || p[i].at_most != p[0].at_most;
        other = other || p[i].distance != p[0].distance || p[i].n_encoders != p[0].n_encoders;
    }
    return other || least == most ? NEITHER : least ? AT_LEAST : AT_MOST;
}

static int compare_at_least(const void *a, const void *b)
{
    const point *x = a, *y = b;
    return (x->at_least > y->at_least) - (x->at_least < y->at_least);
}

static int compare_at_most(const void *a, const void *b)
{
    const point *x = a, *y = b;
    return (x->at_most > y->at_most) - (x->at_most < y->at_most);
}

static sg_status draw_threshold(sg_text *svg, const point *p, const sg_results *r,
                                threshold kind_of, sg_svg_kind kind, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = r->overview.n_configurations;
    const sgi_metric_words metric = shown_metric(r);
    double *number = NULL; /* x, metric, low, high, weights: [n] each */
    char title[240];
    SG_ALLOC(number, 5 * (size_t)n);
    double *x = number, *mean = x + n, *low = mean + n, *high = low + n, *weights = high + n;
    for (uint32_t i = 0; i < n; i++) {
        x[i] = (double)(kind_of == AT_LEAST ? p[i].at_least : p[i].at_most);
        mean[i] = p[i].mean;
        low[i] = p[i].mean - (isnan(p[i].std) ? 0 : p[i].std);
        high[i] = p[i].mean + (isnan(p[i].std) ? 0 : p[i].std);
        weights[i] = p[i].weights;
    }
    const sg_chart_series series[2] = {{.name = metric.text,
                                        .color = sg_color_series(0),
                                        .mark = SG_MARK_LINE_POINTS,
                                        .x = x,
                                        .y = mean,
                                        .low = low,
                                        .high = high,
                                        .n = n},
                                       {.name = "weights",
                                        .color = sg_color_series(1),
                                        .mark = SG_MARK_LINE_POINTS,
                                        .on_right = true,
                                        .x = x,
                                        .y = weights,
                                        .n = n}};
    (void)snprintf(title, sizeof title, "%.50s: %s and number of weights by threshold",
                   r->overview.data, r->overview.metric);
    const double zero[2] = {0, 0};
    const sg_chart chart = {
        .title = title,
        .width = sgi_figure_width(kind),
        .height = 320,
        .x = {.title = kind_of == AT_LEAST
                           ? "triples that occur at least so often have a weight"
                           : "triples that occur at most so often have a weight",
              .kind = SG_SCALE_COUNTS},
        .left = {.title = metric.text, .within = r->overview.in_percent ? SGI_PERCENT : NULL},
        .right = {.title = "number of weights", .keep = zero},
        .series = series,
        .n_series = 2};
    SG_TRY(sg_chart_draw(svg, &chart, kind, err));
done:
    sg_free(number);
    return status;
}

sg_status sgi_figure_threshold(sg_text *svg, sg_results *r, sg_svg_kind kind, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = r->overview.n_configurations;
    point *p = NULL;
    SG_TRY(measure_points(&p, r, err));
    const threshold which = varied(p, n);
    SG_REQUIRE(which != NEITHER, SG_EINVAL,
               "%s: the grid does not vary a threshold, at-least or at-most, alone",
               r->overview.folder);
    qsort(p, n, sizeof *p, which == AT_LEAST ? compare_at_least : compare_at_most);
    SG_TRY(draw_threshold(svg, p, r, which, kind, err));
done:
    sg_free(p);
    return status;
}
