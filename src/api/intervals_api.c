/* intervals_api.c - intervals of predictions behind the public header. */
#include "sharegnn.h"

#include "base/mem.h"
#include "base/struct_size.h"
#include "model/agreement.h"
#include "model/model.h"

#include <math.h>

/* What is true of the items, as the outputs of the model call it: [n_items][outputs], NaN where unknown. */
static sg_status collect_truth(double **truth, const sg_model *model, const sg_dataset *data,
                               const sg_held_out *h, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_outputs *o = &model->outputs;
    const sg_items *items = &data->items;
    const bool classes = o->task == SG_CLASSIFICATION;
    double *made = NULL;
    uint32_t column = 0;
    SG_REQUIRE(!classes || items->item_class != NULL, SG_EINVAL, "data: it has no classes");
    SG_ALLOC(made, (size_t)h->n_items * o->n);
    for (uint32_t k = 0; k < o->n; k++) {
        SG_REQUIRE(classes || sg_outputs_column(&column, o, k, items), SG_EINVAL,
                   "data: it has no targets for output %u of the model", k);
        for (uint32_t i = 0; i < h->n_items; i++) {
            const uint32_t item = h->item[i];
            double value = (double)NAN;
            if (!classes)
                value = items->target.value[(size_t)item * items->target.n_columns + column];
            else if (items->item_class[item] != SG_NO_CLASS)
                value = sg_agreement_class(o, items, items->item_class[item]) == k;
            made[(size_t)i * o->n + k] = value;
        }
    }
    *truth = made;
    made = NULL;
done:
    sg_free(made);
    return status;
}

/* Classes and labels have probabilities; sums of float may be somewhat above 1. */
static bool is_score(double score, sg_task task)
{
    return task == SG_REGRESSION ? isfinite(score) : score >= 0 && score <= 1 + 1e-4;
}

/* Every item counts once. */
static sg_status check_once(const sg_held_out *h, uint32_t n_all, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *first = NULL; /* [n_all] where an item was, from 1 */
    SG_ALLOC(first, n_all);
    for (uint32_t i = 0; i < h->n_items; i++) {
        const uint32_t before = first[h->item[i]];
        SG_REQUIRE(before == 0, SG_EINVAL,
                   "held_out->item[%u]: item %u is held_out->item[%u] already", i, h->item[i],
                   before - 1);
        first[h->item[i]] = i + 1;
    }
done:
    sg_free(first);
    return status;
}

/* Whether what was held out makes sense for the model and the data. */
static sg_status check_held_out(const sg_model *model, const sg_dataset *data,
                                const sg_held_out *h, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n_all = sg_item_count(data);
    SG_REQUIRE(sg_blueprint_item(&model->blueprint) == data->items.kind, SG_EINVAL,
               "data: the model predicts other items than it has");
    SG_REQUIRE(h->n_items > 0, SG_EINVAL, "held_out: there are no items");
    SG_REQUIRE(h->item != NULL, SG_EINVAL, "held_out->item: it is NULL");
    SG_REQUIRE(h->score != NULL, SG_EINVAL, "held_out->score: it is NULL");
    for (uint32_t i = 0; i < h->n_items; i++) {
        SG_REQUIRE(h->item[i] < n_all, SG_EINVAL,
                   "held_out->item[%u]: there is no item %lld; the data has %u", i,
                   sg_as_meant(h->item[i]), n_all);
        SG_REQUIRE(h->trust == NULL || (h->trust[i] >= 0 && h->trust[i] <= 1), SG_EINVAL,
                   "held_out->trust[%u]: %g is not between 0 and 1", i, h->trust[i]);
    }
    SG_TRY(check_once(h, n_all, err));
    for (size_t k = 0; k < (size_t)h->n_items * model->outputs.n; k++) {
        SG_REQUIRE(isfinite(h->score[k]), SG_EINVAL, "held_out->score[%zu]: %g is not finite",
                   k, h->score[k]);
        SG_REQUIRE(is_score(h->score[k], model->outputs.task), SG_EINVAL,
                   "held_out->score[%zu]: %g is not a probability", k, h->score[k]);
        SG_REQUIRE(h->spread == NULL || isfinite(h->spread[k]), SG_EINVAL,
                   "held_out->spread[%zu]: %g is not finite", k, h->spread[k]);
        SG_REQUIRE(h->spread == NULL || h->spread[k] >= 0, SG_EINVAL,
                   "held_out->spread[%zu]: %g is negative", k, h->spread[k]);
    }
done:
    return status;
}

/* What the items say, checked; truth is released with sg_free. */
static sg_status take_items(sg_conformal_items *items, double **truth, const sg_model *model,
                            const sg_dataset *data, const sg_held_out *h, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(check_held_out(model, data, h, err));
    SG_TRY(collect_truth(truth, model, data, h, err));
    *items = (sg_conformal_items){.task = model->outputs.task,
                                  .n = h->n_items,
                                  .n_outputs = model->outputs.n,
                                  .score = h->score,
                                  .truth = *truth,
                                  .spread = h->spread,
                                  .trust = h->trust};
done:
    return status;
}

sg_status sg_model_calibrate(sg_model *model, const sg_dataset *data,
                             const sg_held_out *held_out, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(model);
    SG_REQUIRE_ARGUMENT(data);
    SG_REQUIRE_ARGUMENT(held_out);
    sg_held_out own;
    SG_TAKE_OPTIONS(own, held_out, n_models);
    sg_status status = SG_OK;
    double *truth = NULL;
    sg_conformal_items items = {0};
    sg_conformal made = {0};
    SG_TRY(sg_model_check_idle(model, err));
    SG_TRY(take_items(&items, &truth, model, data, &own, err));
    SG_TRY(sg_conformal_fit(&made, &items, err));
    sg_model_forget_intervals(model);
    model->intervals = made;
    model->interval_models = own.n_models > 0 ? own.n_models : 1;
done:
    sg_free(truth);
    return status;
}

uint32_t sg_model_interval_models(const sg_model *model)
{
    return model != NULL ? model->interval_models : 0;
}

static sg_status check_level(double level, const char *name, sg_error *err)
{
    sg_status status = SG_OK;
    SG_REQUIRE(level > 0 && level < 1, SG_EINVAL, "%s: %g is not between 0 and 1", name, level);
done:
    return status;
}

sg_status sg_model_intervals(sg_interval *interval, const sg_model *model, const double *score,
                             const double *spread, const double *trust, uint32_t n,
                             double coverage, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(model);
    sg_status status = SG_OK;
    SG_REQUIRE(interval != NULL || n == 0, SG_EINVAL, "interval: it is NULL");
    SG_REQUIRE(score != NULL || n == 0, SG_EINVAL, "score: it is NULL");
    SG_TRY(check_level(coverage, "coverage", err));
    SG_REQUIRE(model->interval_models > 0, SG_EINVAL,
               "model: it has no intervals; sg_model_calibrate makes them");
    const size_t width = model->outputs.n;
    for (uint32_t i = 0; trust != NULL && i < n; i++)
        SG_REQUIRE(trust[i] >= 0 && trust[i] <= 1, SG_EINVAL,
                   "trust[%u]: %g is not between 0 and 1", i, trust[i]);
    for (size_t k = 0; k < n * width; k++) {
        SG_REQUIRE(isfinite(score[k]), SG_EINVAL, "score[%zu]: it is not finite", k);
        SG_REQUIRE(is_score(score[k], model->outputs.task), SG_EINVAL,
                   "score[%zu]: %g is not a probability", k, score[k]);
        SG_REQUIRE(spread == NULL || (spread[k] >= 0 && isfinite(spread[k])), SG_EINVAL,
                   "spread[%zu]: %g is negative or not finite", k, spread[k]);
    }
    for (uint32_t i = 0; i < n; i++)
        sg_conformal_interval(interval + i * width, &model->intervals, score + i * width,
                              spread != NULL ? spread + i * width : NULL,
                              trust != NULL ? trust[i] : 1, coverage);
done:
    return status;
}

sg_status sg_model_coverage(sg_coverage *coverage, const sg_model *model,
                            const sg_dataset *data, const sg_held_out *held_out, double level,
                            sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_RESULT(coverage, width);
    SG_REQUIRE_ARGUMENT(model);
    SG_REQUIRE_ARGUMENT(data);
    SG_REQUIRE_ARGUMENT(held_out);
    sg_held_out own;
    SG_TAKE_OPTIONS(own, held_out, n_models);
    sg_status status = SG_OK;
    double *truth = NULL;
    sg_conformal_items items = {0};
    sg_coverage made = {0};
    SG_TRY(check_level(level, "level", err));
    SG_REQUIRE(own.fold != NULL, SG_EINVAL, "held_out->fold: it is NULL");
    SG_TRY(take_items(&items, &truth, model, data, &own, err));
    SG_TRY(sg_conformal_cross(&made, &items, own.fold, level, err));
    sg_struct_write(coverage, &made, sizeof made);
done:
    sg_free(truth);
    return status;
}
