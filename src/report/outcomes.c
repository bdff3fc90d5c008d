/* outcomes.c - collecting predictions and truths, column by column. */
#include "report/outcomes.h"

#include "base/mem.h"
#include "report/figures.h"
#include "run/experiment_outputs.h"

#include <math.h>
#include <stdio.h>

const char *sgi_test_items(const sg_dataset *data)
{
    return data->items.kind == SG_ITEM_NODE ? "test nodes" : "test graphs";
}

/* Columns, names and units of targets as the run had them. */
static sg_status find_targets(sgi_outcomes *o, const sg_results *r, const sg_dataset *data,
                              sg_error *err)
{
    sg_status status = SG_OK;
    sg_outputs outputs = {0};
    SG_TRY(sg_experiment_outputs(&outputs, &r->experiment, data, err));
    SG_REQUIRE(outputs.target_column != NULL && o->n_columns <= outputs.n, SG_EINVAL,
               "%s: %s does not have the targets of this run", r->overview.folder, data->name);
    for (uint32_t i = 0; i < o->n_columns; i++) {
        sgi_outcome_column *c = &o->column[i];
        c->column = outputs.target_column[i];
        c->scale = outputs.scale[i];
        c->offset = outputs.offset[i];
        (void)snprintf(c->name, sizeof c->name, "%.60s", sg_names_at(&outputs.target_name, i));
    }
done:
    sg_outputs_free(&outputs);
    return status;
}

static sg_status add_point(sgi_outcome_column *c, size_t job, double truth, double guess,
                           sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_grow(&c->truth, &c->truth_room, c->n + 1, sizeof *c->truth, err));
    SG_TRY(sg_grow(&c->guess, &c->guess_room, c->n + 1, sizeof *c->guess, err));
    SG_TRY(sg_grow(&c->job, &c->job_room, c->n + 1, sizeof *c->job, err));
    c->job[c->n] = job;
    c->truth[c->n] = truth;
    c->guess[c->n++] = guess;
done:
    return status;
}

typedef struct collection {
    sgi_outcomes *outcomes;
    const sg_dataset *data;
} collection;

static sg_status add_targets(void *context, size_t job, const sg_result_prediction *p,
                             sg_error *err)
{
    sg_status status = SG_OK;
    const collection *of = context;
    const sg_value_table *target = &of->data->items.target;
    for (uint32_t k = 0; k < of->outcomes->n_columns; k++) {
        sgi_outcome_column *c = &of->outcomes->column[k];
        const double truth = target->value[(size_t)p->item * target->n_columns + c->column];
        if (isnan(truth)) continue;
        const bool own = of->outcomes->own_unit;
        SG_TRY(add_point(c, job, own ? truth : (truth - c->offset) / c->scale,
                         own ? p->output[k] * c->scale + c->offset : p->output[k], err));
    }
done:
    return status;
}

static sg_status add_class(void *context, size_t job, const sg_result_prediction *p,
                           sg_error *err)
{
    const collection *of = context;
    const uint32_t truth = of->data->items.item_class[p->item];
    if (truth == SG_NO_CLASS) return SG_OK;
    return add_point(of->outcomes->column, job, truth, p->output[1] - p->output[0], err);
}

static sg_status name_class(sgi_outcomes *o, const sg_results *r, const sg_dataset *data,
                            sg_error *err)
{
    sg_status status = SG_OK;
    char name[40];
    SG_REQUIRE(data->items.n_classes == 2, SG_EINVAL,
               "%s: curves of true and false positives are for two classes, and %s has %u",
               r->overview.folder, data->name, data->items.n_classes);
    sg_items_class_name(name, sizeof name, &data->items, 1);
    (void)snprintf(o->column->name, sizeof o->column->name, "class %s", name);
done:
    return status;
}

static uint32_t count_targets(const sg_results *r, const sg_dataset *data)
{
    return r->experiment.n_targets > 0 ? r->experiment.n_targets : data->items.target.n_columns;
}

sg_status sgi_outcomes_collect(sgi_outcomes *outcomes, sg_results *r, const sg_dataset *data,
                               sg_error *err)
{
    sg_status status = SG_OK;
    sgi_outcomes o = {.task = sgi_results_task(r, data)};
    collection of = {&o, data};
    uint64_t total = 0;
    const bool classes = o.task == SG_CLASSIFICATION;
    o.n_columns = classes ? 1 : count_targets(r, data);
    o.own_unit = o.task == SG_MULTILABEL || o.n_columns == 1;
    SG_REQUIRE(o.n_columns > 0, SG_EINVAL, "%s: %s has no targets", r->overview.folder,
               data->name);
    SG_ALLOC(o.column, o.n_columns);
    if (classes)
        SG_TRY(name_class(&o, r, data, err));
    else
        SG_TRY(find_targets(&o, r, data, err));
    SG_TRY(sgi_test_predictions(&total, classes ? add_class : add_targets, &of,
                                classes ? 2 : o.n_columns, r, data, err));
    *outcomes = o;
    o = (sgi_outcomes){0};
done:
    sgi_outcomes_free(&o);
    return status;
}

void sgi_outcomes_free(sgi_outcomes *o)
{
    for (uint32_t k = 0; o->column != NULL && k < o->n_columns; k++) {
        sg_free(o->column[k].job);
        sg_free(o->column[k].truth);
        sg_free(o->column[k].guess);
    }
    sg_free(o->column);
    *o = (sgi_outcomes){0};
}

sgi_quality sgi_outcome_quality(const sgi_outcome_column *c)
{
    const double n = (double)c->n;
    double mean = 0, squares = 0, errors = 0, sizes = 0;
    for (size_t i = 0; i < c->n; i++) mean += c->truth[i] / n;
    for (size_t i = 0; i < c->n; i++) {
        const double error = c->truth[i] - c->guess[i];
        squares += (c->truth[i] - mean) * (c->truth[i] - mean);
        errors += error * error;
        sizes += fabs(error);
    }
    return (sgi_quality){squares > 0 ? 1 - errors / squares : NAN, sqrt(errors / n), sizes / n};
}
