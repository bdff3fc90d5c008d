/* measures_api.c - all metrics of scores behind the public header. */
#include "sharegnn.h"

#include "base/mem.h"
#include "model/model.h"
#include "train/score_metrics.h"

#include <math.h>

/* Targets that have metrics of their own. */
static uint32_t columns_of(const sg_model *model)
{
    const sg_outputs *o = &model->outputs;
    return o->task != SG_CLASSIFICATION && o->n > 1 ? o->n : 0;
}

uint32_t sg_model_measure_count(const sg_model *model)
{
    if (model == NULL) return 0;
    return sg_metric_report_count(model->outputs.task) * (1 + columns_of(model));
}

static sg_measure measure_of(const sg_metric_value *v, const char *target)
{
    return (sg_measure){.metric = v->metric->name,
                        .target = target,
                        .value = v->value,
                        .low = v->low,
                        .high = v->high,
                        .higher_is_better = v->metric->higher_is_better,
                        .in_percent = v->metric->in_percent};
}

/* The same metrics without values. */
static void write_nothing(sg_measure *measure, const sg_model *model)
{
    size_t n = 0, at = 0;
    const sg_metric *const *metric = sg_metrics(&n);
    for (uint32_t c = 0; c <= columns_of(model); c++)
        for (size_t i = 0; i < n; i++) {
            const sg_metric_value none = {metric[i], (double)NAN, (double)NAN, (double)NAN};
            if (!sg_metric_is_reported(metric[i], model->outputs.task)) continue;
            measure[at++] = measure_of(
                &none, c > 0 ? sg_names_at(&model->outputs.target_name, c - 1) : NULL);
        }
}

static void write_report(sg_measure *measure, const sg_model *model, const sg_metric_report *r)
{
    for (uint32_t m = 0; m < r->n_metrics; m++) measure[m] = measure_of(&r->all[m], NULL);
    for (uint32_t c = 0; c < columns_of(model); c++)
        for (uint32_t m = 0; m < r->n_metrics; m++)
            measure[(size_t)(c + 1) * r->n_metrics + m] =
                measure_of(&r->column[(size_t)c * r->n_metrics + m],
                           sg_names_at(&model->outputs.target_name, c));
}

sg_status sg_model_measures(sg_measure *measure, uint32_t *n, const sg_model *model,
                            const sg_dataset *data, const double *score, const uint32_t *item,
                            uint32_t n_items, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(measure);
    SG_REQUIRE_ARGUMENT(n);
    SG_REQUIRE_ARGUMENT(model);
    SG_REQUIRE_ARGUMENT(data);
    sg_status status = SG_OK;
    const bool same_items = sg_blueprint_item(&model->blueprint) == data->items.kind;
    const uint32_t n_all = sg_item_count(data);
    uint32_t *all = NULL, n_compared = 0;
    sg_metric_report report = {0};
    SG_REQUIRE(item != NULL || n_items == 0 || n_items == n_all, SG_EINVAL,
               "item: it is NULL, which means all %u items, but n_items is %u", n_all, n_items);
    if (item == NULL) n_items = n_all;
    SG_REQUIRE(score != NULL || n_items == 0, SG_EINVAL, "score: it is NULL");
    for (uint32_t i = 0; item != NULL && same_items && i < n_items; i++)
        SG_REQUIRE(item[i] < n_all, SG_EINVAL,
                   "item[%u]: there is no item %lld; the data has %u", i, sg_as_meant(item[i]),
                   n_all);
    if (item == NULL) {
        SG_ALLOC(all, n_items);
        for (uint32_t i = 0; i < n_items; i++) all[i] = i;
    }
    if (same_items)
        SG_TRY(sg_score_metrics(&report, &n_compared, &model->outputs, data, score,
                                item != NULL ? item : all, n_items, err));
    if (n_compared > 0)
        write_report(measure, model, &report);
    else
        write_nothing(measure, model);
    *n = n_compared;
done:
    sg_metric_report_free(&report);
    sg_free(all);
    return status;
}
