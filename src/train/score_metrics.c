/* score_metrics.c - scores back to outputs, items to what the outputs call them, then a report. */
#include "train/score_metrics.h"

#include "base/mem.h"

#include <math.h>

/* What can be compared: outputs as metrics take them, and targets row by row. */
typedef struct comparison {
    double *output;       /* [n][width] */
    double *value;        /* [n][width] targets; NULL: classes */
    uint32_t *item_class; /* [n]; NULL: targets */
    uint32_t *row;        /* [n] 0, 1, 2, ... */
    double *shift;        /* [width] of decisions; NULL: none */
    uint32_t n, width;
} comparison;

static void comparison_free(comparison *c)
{
    sg_free(c->output);
    sg_free(c->value);
    sg_free(c->item_class);
    sg_free(c->row);
    sg_free(c->shift);
}

static sg_status comparison_make(comparison *c, uint32_t n, bool classes, sg_error *err)
{
    sg_status status = SG_OK;
    SG_ALLOC(c->output, (size_t)n * c->width);
    SG_ALLOC(c->row, n);
    if (classes)
        SG_ALLOC(c->item_class, n);
    else
        SG_ALLOC(c->value, (size_t)n * c->width);
    for (uint32_t i = 0; i < n; i++) c->row[i] = i;
done:
    return status;
}

/* Classes; the last output is that of classes that the model does not know. */
static void compare_classes(comparison *c, const sg_outputs *o, const uint32_t *output_of_class,
                            const sg_items *items, const double *score, const uint32_t *item,
                            uint32_t n_items)
{
    for (uint32_t i = 0; i < n_items; i++) {
        if (items->item_class[item[i]] == SG_NO_CLASS) continue;
        double *to = c->output + (size_t)c->n * c->width;
        for (uint32_t k = 0; k < c->width; k++)
            to[k] =
                sg_output_of_probability(k < o->n ? score[(size_t)i * o->n + k] : 0, o->task);
        c->item_class[c->n++] = output_of_class[items->item_class[item[i]]];
    }
}

static void compare_targets(comparison *c, const sg_outputs *o, const uint32_t *column,
                            const sg_value_table *target, const double *score,
                            const uint32_t *item, uint32_t n_items)
{
    for (uint32_t i = 0; i < n_items; i++) {
        const size_t to = (size_t)c->n * c->width;
        bool any = false;
        for (uint32_t k = 0; k < c->width; k++) {
            c->value[to + k] = target->value[(size_t)item[i] * target->n_columns + column[k]];
            c->output[to + k] = sg_output_of_probability(score[(size_t)i * o->n + k], o->task);
            any = any || !isnan(c->value[to + k]);
        }
        c->n += any;
    }
}

static sg_status report_of(sg_metric_report *report, const comparison *c, sg_task task,
                           sg_error *err)
{
    const sg_targets targets = {
        .value = c->value, .n_columns = c->width, .item_class = c->item_class};
    const sg_predictions p = {.output = c->output,
                              .item = c->row,
                              .n = c->n,
                              .width = c->width,
                              .loss = sg_loss_default(task),
                              .targets = &targets,
                              .shift = c->shift};
    return c->n > 0 ? sg_metric_report_make(report, &p, 1, err) : SG_OK;
}

sg_status sg_score_metrics(sg_metric_report *report, uint32_t *n, const sg_outputs *outputs,
                           const sg_dataset *data, const double *score, const uint32_t *item,
                           uint32_t n_items, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_items *items = &data->items;
    const bool classes = outputs->task == SG_CLASSIFICATION;
    comparison c = {.width = outputs->n};
    uint32_t *meant = NULL; /* [classes of the data, or outputs] output of a class, column */
    const uint32_t n_meant = classes ? items->n_classes : outputs->n;
    bool found = !classes || items->item_class != NULL;
    *n = 0;
    SG_ALLOC(meant, n_meant);
    for (uint32_t k = 0; k < n_meant && found; k++) {
        if (classes)
            meant[k] = sg_agreement_class(outputs, items, k);
        else
            found = sg_outputs_column(&meant[k], outputs, k, items);
        if (classes && meant[k] == outputs->n) c.width = outputs->n + 1;
    }
    if (!found) goto done;
    SG_TRY(comparison_make(&c, n_items, classes, err));
    if (outputs->threshold != NULL) {
        SG_ALLOC(c.shift, c.width);
        (void)sg_outputs_shift(c.shift, outputs);
    }
    if (classes)
        compare_classes(&c, outputs, meant, items, score, item, n_items);
    else
        compare_targets(&c, outputs, meant, &items->target, score, item, n_items);
    SG_TRY(report_of(report, &c, outputs->task, err));
    *n = c.n;
done:
    sg_free(meant);
    comparison_free(&c);
    return status;
}
