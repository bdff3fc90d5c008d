/* figure_predictions.c - what was predicted for test graphs against what is true. */
#include "api/figures.h"

#include "base/mem.h"
#include "base/statistics.h"
#include "draw/chart.h"
#include "draw/chart_matrix.h"
#include "draw/colors.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_CLASSES = 40, MOST_CIRCLES = 800, SIDE = 420 };

sg_model_task sgi_results_task(const sg_results *r, const sg_dataset *data)
{
    if (!r->experiment.has_goal)
        return sg_data_sizes(data).n_classes > 0 ? SG_CLASSIFICATION : SG_REGRESSION;
    return r->experiment.goal == SG_GOAL_CLASSIFICATION ? SG_CLASSIFICATION
           : r->experiment.goal == SG_GOAL_MULTILABEL   ? SG_MULTILABEL
                                                        : SG_REGRESSION;
}

static sg_status refuse_empty(const sg_results *r, uint64_t n, sg_error *err)
{
    if (n > 0) return SG_OK;
    return sg_error_set(err, SG_EINVAL, SG_WHERE, "%s: there are no predictions of test graphs",
                        r->overview.folder);
}

/* ---- Classes ---------------------------------------------------------------------------------- */

static uint32_t largest(const sg_result_prediction *p)
{
    uint32_t best = 0;
    for (uint32_t c = 1; c < p->n_outputs; c++)
        if (p->output[c] > p->output[best]) best = c;
    return best;
}

/* count[true][predicted] over all jobs that count. */
static sg_status count_classes(uint64_t *count, uint64_t *total, sg_results *r,
                               const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n_classes = sg_data_sizes(data).n_classes;
    const uint32_t n_graphs = sg_data_sizes(data).n_graphs;
    const uint32_t *truth = sg_data_view(data).graph_class;
    for (size_t j = 0; j < r->jobs.n; j++) {
        const sg_result_prediction *p = NULL;
        size_t n = 0;
        if (!sgi_job_counts(r, &r->job[j])) continue;
        SG_TRY(sg_results_predictions(&p, &n, r, j, err));
        for (size_t i = 0; i < n; i++) {
            if (p[i].part != sgi_results_test_part(r)) continue;
            SG_REQUIRE(p[i].graph < n_graphs && p[i].n_outputs == n_classes, SG_EINVAL,
                       "%s: the predictions are of other data than %s", r->overview.folder,
                       sg_data_name(data));
            count[(size_t)truth[p[i].graph] * n_classes + largest(&p[i])]++;
            ++*total;
        }
    }
done:
    return status;
}

static sg_status draw_confusion(sg_text *svg, const uint64_t *count, const sg_dataset *data,
                                sg_scratch *memory, sg_svg_kind kind, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = sg_data_sizes(data).n_classes;
    const char **name = NULL, **note = NULL;
    double *share = NULL;
    char title[120];
    SG_TAKE(name, memory, n);
    SG_TAKE(note, memory, (size_t)n * n);
    SG_TAKE(share, memory, (size_t)n * n);
    for (uint32_t c = 0; c < n; c++) {
        char *text = NULL;
        uint64_t sum = 0;
        SG_TAKE(text, memory, 24);
        (void)snprintf(text, 24, "%" PRId64, sg_data_view(data).class_name[c]);
        name[c] = sg_data_class_word(data, c) != NULL ? sg_data_class_word(data, c) : text;
        for (uint32_t k = 0; k < n; k++) sum += count[(size_t)c * n + k];
        for (uint32_t k = 0; k < n; k++) {
            const uint64_t here = count[(size_t)c * n + k];
            char *words = NULL;
            SG_TAKE(words, memory, 24);
            (void)snprintf(words, 24, "%" PRIu64, here);
            note[(size_t)c * n + k] = words;
            share[(size_t)c * n + k] = sum > 0 ? 100.0 * (double)here / (double)sum : NAN;
        }
    }
    (void)snprintf(title, sizeof title, "%.60s: confusion matrix, test graphs (%%)",
                   sg_data_name(data));
    const sg_matrix_chart chart = {.title = title,
                                   .row_title = "true class",
                                   .column_title = "predicted class",
                                   .row = name,
                                   .column = name,
                                   .n_rows = n,
                                   .n_columns = n,
                                   .value = share,
                                   .note = note,
                                   .decimals = 1,
                                   .low = 0,
                                   .high = 100,
                                   .unit = " %"};
    SG_TRY(sg_matrix_draw(svg, &chart, kind, err));
done:
    return status;
}

sg_status sgi_figure_confusion(sg_text *svg, sg_results *r, const sg_dataset *data,
                               sg_svg_kind kind, sg_error *err)
{
    sg_status status = SG_OK;
    sg_scratch memory = {0};
    uint64_t *count = NULL, total = 0;
    const uint32_t n = sg_data_sizes(data).n_classes;
    SG_REQUIRE(sgi_results_task(r, data) == SG_CLASSIFICATION && n > 0, SG_EINVAL,
               "%s: the run does not classify", r->overview.folder);
    SG_REQUIRE(n <= MOST_CLASSES, SG_EINVAL,
               "%s: a confusion matrix of %u classes is too large", r->overview.folder, n);
    SG_ALLOC(count, (size_t)n * n);
    SG_TRY(count_classes(count, &total, r, data, err));
    SG_TRY(refuse_empty(r, total, err));
    SG_TRY(draw_confusion(svg, count, data, &memory, kind, err));
done:
    sg_free(count);
    sg_scratch_free(&memory);
    return status;
}

/* ---- Targets ---------------------------------------------------------------------------------- */

/* A column of targets with its unit, and its points. */
typedef struct target {
    uint32_t column;
    double scale, offset; /* target = scale * output + offset */
    char name[40];
    double *truth, *guess;      /* [n] */
    size_t n, n_truth, n_guess; /* used, and room */
} target;

/* As the run did it: over all graphs that have the target. */
static sg_status find_unit(target *t, const sg_results *r, const sg_dataset *data,
                           sg_error *err)
{
    sg_status status = SG_OK;
    const sg_data_size size = sg_data_sizes(data);
    const double *of_graph = sg_data_view(data).target;
    double *value = NULL;
    size_t n = 0;
    t->scale = 1;
    if (r->experiment.scale == SG_SCALE_NONE) goto done;
    SG_ALLOC(value, size.n_graphs);
    for (uint32_t g = 0; g < size.n_graphs; g++) {
        const double v = of_graph[(size_t)g * size.n_targets + t->column];
        if (!isnan(v)) value[n++] = v;
    }
    t->scale = sg_std(value, n);
    if (r->experiment.scale == SG_SCALE_STANDARD) t->offset = sg_mean(value, n);
done:
    sg_free(value);
    return status;
}

static sg_status find_targets(target *t, uint32_t n, const sg_results *r,
                              const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t i = 0; i < n; i++) {
        t[i].column = r->experiment.n_targets > 0
                          ? (uint32_t)strtoul(r->experiment.target[i], NULL, 10)
                          : i;
        SG_REQUIRE(t[i].column < sg_data_sizes(data).n_targets, SG_EINVAL,
                   "%s: %s has no target %u", r->overview.folder, sg_data_name(data),
                   t[i].column);
        (void)snprintf(t[i].name, sizeof t[i].name, "target %u", t[i].column);
        SG_TRY(find_unit(&t[i], r, data, err));
    }
done:
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

static sg_status collect_points(target *t, uint32_t n_targets, uint64_t *total, sg_results *r,
                                const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_data_size size = sg_data_sizes(data);
    const double *of_graph = sg_data_view(data).target;
    for (size_t j = 0; j < r->jobs.n; j++) {
        const sg_result_prediction *p = NULL;
        size_t n = 0;
        if (!sgi_job_counts(r, &r->job[j])) continue;
        SG_TRY(sg_results_predictions(&p, &n, r, j, err));
        for (size_t i = 0; i < n; i++) {
            if (p[i].part != sgi_results_test_part(r)) continue;
            SG_REQUIRE(p[i].graph < size.n_graphs && p[i].n_outputs == n_targets, SG_EINVAL,
                       "%s: the predictions are of other data than %s", r->overview.folder,
                       sg_data_name(data));
            for (uint32_t k = 0; k < n_targets; k++)
                SG_TRY(add_point(&t[k],
                                 of_graph[(size_t)p[i].graph * size.n_targets + t[k].column],
                                 p[i].output[k], n_targets == 1, err));
            ++*total;
        }
    }
done:
    return status;
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
                   sg_data_name(data));
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

sg_status sgi_figure_scatter(sg_text *svg, sg_results *r, const sg_dataset *data,
                             sg_svg_kind kind, sg_error *err)
{
    sg_status status = SG_OK;
    target *t = NULL;
    uint64_t total = 0;
    const uint32_t n =
        r->experiment.n_targets > 0 ? r->experiment.n_targets : sg_data_sizes(data).n_targets;
    SG_REQUIRE(sgi_results_task(r, data) == SG_REGRESSION && n > 0, SG_EINVAL,
               "%s: the run predicts no numbers", r->overview.folder);
    SG_ALLOC(t, n);
    SG_TRY(find_targets(t, n, r, data, err));
    SG_TRY(collect_points(t, n, &total, r, data, err));
    SG_TRY(refuse_empty(r, total, err));
    SG_TRY(draw_scatter(svg, t, n, total, data, kind, err));
done:
    for (uint32_t k = 0; t != NULL && k < n; k++) {
        sg_free(t[k].truth);
        sg_free(t[k].guess);
    }
    sg_free(t);
    return status;
}
