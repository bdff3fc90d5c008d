/* figure_calibration.c - the reliability diagram: of the items that get a probability of about p, how
 * many are what was predicted?
 *
 * A point for every bin that has items; the band is Wilson's 95 % interval of its share, so that bins of
 * few items look as uncertain as they are. */
#include "report/figures.h"

#include "base/mem.h"
#include "draw/chart.h"
#include "draw/colors.h"
#include "kernels/statistics.h"
#include "report/outcomes.h"
#include "train/calibration.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SIDE = 420, MOST_CLASSES = 10000 };

/* A curve of the diagram. */
typedef struct reliability {
    double x[SG_CALIBRATION_BINS], y[SG_CALIBRATION_BINS];
    double low[SG_CALIBRATION_BINS], high[SG_CALIBRATION_BINS];
    size_t n;
} reliability;

static void find_points(reliability *to, const sg_calibration *from)
{
    static const double Z =
        1.959964; /* 95 % of a normal distribution are within so many sigma */
    to->n = 0;
    for (int b = 0; b < SG_CALIBRATION_BINS; b++) {
        const double n = (double)from->bin[b].n;
        if (from->bin[b].n == 0) continue;
        const double share = (double)from->bin[b].n_members / n, room = 1 + Z * Z / n;
        const double middle = (share + Z * Z / (2 * n)) / room;
        const double half = Z * sqrt(share * (1 - share) / n + Z * Z / (4 * n * n)) / room;
        to->x[to->n] = from->bin[b].sum / n;
        to->y[to->n] = share;
        to->low[to->n] = middle - half;
        to->high[to->n++] = middle + half;
    }
}

/* `error` is what results call ece: of labels the mean over them. */
static sg_status draw_calibration(sg_text *svg, const sg_calibration *c, double error,
                                  bool of_labels, const sg_dataset *data, sg_svg_kind kind,
                                  sg_error *err)
{
    static const double ALL[] = {0, 1};
    reliability points;
    char title[160], name[48];
    find_points(&points, c);
    (void)snprintf(title, sizeof title, "%.60s: calibration, %s", data->name,
                   sgi_test_items(data));
    (void)snprintf(name, sizeof name, "expected calibration error %.1f %%", error);
    const sg_chart_series series = {.name = name,
                                    .color = sg_color_series(0),
                                    .mark = SG_MARK_LINE_POINTS,
                                    .x = points.x,
                                    .y = points.y,
                                    .low = points.low,
                                    .high = points.high,
                                    .n = points.n};
    const sg_chart chart = {.title = title,
                            .width = SIDE,
                            .height = SIDE,
                            .x = {.title = of_labels ? "probability of the label"
                                                     : "probability of the predicted class",
                                  .kind = SG_SCALE_SNUG,
                                  .keep = ALL,
                                  .within = ALL},
                            .left = {.title = of_labels ? "share of items that have the label"
                                                        : "share of predictions that are right",
                                     .kind = SG_SCALE_SNUG,
                                     .keep = ALL,
                                     .within = ALL},
                            .series = &series,
                            .n_series = 1,
                            .diagonal = true};
    return sg_chart_draw(svg, &chart, kind, err);
}

typedef struct class_counter {
    sg_calibration *calibration;
    const uint32_t *truth;
    double *probability; /* [n_classes] room */
} class_counter;

static sg_status count_class(void *context, size_t job, const sg_result_prediction *p,
                             sg_error *err)
{
    const class_counter *c = context;
    const uint32_t best = sgi_likeliest_class(p);
    (void)job;
    (void)err;
    if (c->truth[p->item] == SG_NO_CLASS) return SG_OK;
    memcpy(c->probability, p->output, p->n_outputs * sizeof *p->output);
    sg_softmax(c->probability, p->n_outputs);
    sg_calibration_add(c->calibration, c->probability[best], c->truth[p->item] == best);
    return SG_OK;
}

static sg_status count_classes(sg_calibration *calibration, sg_results *r,
                               const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = data->items.n_classes;
    class_counter c = {.calibration = calibration, .truth = data->items.item_class};
    uint64_t total = 0;
    SG_REQUIRE(n > 0 && n <= MOST_CLASSES, SG_EINVAL, "%s: %s has %u classes",
               r->overview.folder, data->name, n);
    SG_ALLOC(c.probability, n);
    SG_TRY(sgi_test_predictions(&total, count_class, &c, n, r, data, err));
done:
    sg_free(c.probability);
    return status;
}

/* All labels together, and the mean over them of the error of each. */
static sg_status count_labels(sg_calibration *calibration, double *error, sg_results *r,
                              const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    sgi_outcomes o = {0};
    uint32_t n = 0;
    double sum = 0;
    SG_TRY(sgi_outcomes_collect(&o, r, data, err));
    for (uint32_t k = 0; k < o.n_columns; k++) {
        sg_calibration own = {0};
        for (size_t i = 0; i < o.column[k].n; i++) {
            const double p = sg_sigmoid(o.column[k].guess[i]);
            sg_calibration_add(&own, p, o.column[k].truth[i] > 0.5);
            sg_calibration_add(calibration, p, o.column[k].truth[i] > 0.5);
        }
        if (o.column[k].n == 0) continue;
        sum += sg_calibration_error(&own);
        n++;
    }
    *error = n > 0 ? sum / n : NAN;
done:
    sgi_outcomes_free(&o);
    return status;
}

sg_status sgi_figure_calibration(sg_text *svg, sg_results *r, const sg_dataset *data,
                                 sg_svg_kind kind, sg_error *err)
{
    sg_status status = SG_OK;
    sg_calibration calibration = {0};
    double error = NAN;
    const sg_task task = sgi_results_task(r, data);
    SG_REQUIRE(task != SG_REGRESSION, SG_EINVAL, "%s: the run predicts no probabilities",
               r->overview.folder);
    if (task == SG_CLASSIFICATION)
        SG_TRY(count_classes(&calibration, r, data, err));
    else
        SG_TRY(count_labels(&calibration, &error, r, data, err));
    if (task == SG_CLASSIFICATION) error = sg_calibration_error(&calibration);
    SG_TRY(draw_calibration(svg, &calibration, error, task == SG_MULTILABEL, data, kind, err));
done:
    return status;
}
