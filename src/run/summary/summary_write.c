/* summary_write.c - the summary as JSON; design/interface names its members. */
#include "run/summary/summary.h"
#include "text/tree_json.h"
#include "text/yaml.h"

#include <string.h>

static sg_status put_folds(sg_json_writer *j, const sg_summary *s, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_json_member_array(j, "folds", err));
    for (uint32_t f = 0; f < s->n_folds; f++) SG_TRY(sg_json_put_real(j, s->fold_test[f], err));
    SG_TRY(sg_json_close(j, err));
done:
    return status;
}

static sg_status put_weights(sg_json_writer *j, const sg_summary *s, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_json_member_array(j, "weights", err));
    for (uint32_t l = 0; l < s->n_layers; l++)
        SG_TRY(sg_json_put_unsigned(j, s->weights[l], err));
    SG_TRY(sg_json_close(j, err));
    SG_TRY(sg_json_member_unsigned(j, "weights_total", s->weights_total, err));
done:
    return status;
}

static sg_status put_targets(sg_json_writer *j, const sg_summary *s, sg_error *err)
{
    sg_status status = SG_OK;
    if (s->n_targets == 0) goto done;
    SG_TRY(sg_json_member_array(j, "targets", err));
    for (uint32_t t = 0; t < s->n_targets; t++) {
        SG_TRY(sg_json_open_object(j, err));
        SG_TRY(sg_json_member_text(j, "name", s->target[t].name, err));
        SG_TRY(sg_json_member_real(j, "mean", s->target[t].mean, err));
        SG_TRY(sg_json_member_real(j, "std", s->target[t].std, err));
        SG_TRY(sg_json_close(j, err));
    }
    SG_TRY(sg_json_close(j, err));
done:
    return status;
}

/* {"rmse": {"value": 1, "low": 0.9, "high": 1.1}, ...} */
static sg_status put_values(sg_json_writer *j, const sg_metric_value *value, uint32_t n,
                            sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_json_member_object(j, "metrics", err));
    for (uint32_t m = 0; m < n; m++) {
        SG_TRY(sg_json_member_object(j, value[m].metric->name, err));
        SG_TRY(sg_json_member_real(j, "value", value[m].value, err));
        SG_TRY(sg_json_member_real(j, "low", value[m].low, err));
        SG_TRY(sg_json_member_real(j, "high", value[m].high, err));
        SG_TRY(sg_json_close(j, err));
    }
    SG_TRY(sg_json_close(j, err));
done:
    return status;
}

/* All metrics, and those of each target where there are several. */
static sg_status put_metrics(sg_json_writer *j, const sg_summary *s, const sg_workload *w,
                             sg_error *err)
{
    sg_status status = SG_OK;
    const sg_metric_report *r = &s->metrics;
    if (r->n_metrics == 0) goto done;
    SG_TRY(put_values(j, r->all, r->n_metrics, err));
    if (r->n_columns < 2) goto done;
    SG_TRY(sg_json_member_array(j, "target_metrics", err));
    for (uint32_t c = 0; c < r->n_columns; c++) {
        SG_TRY(sg_json_open_object(j, err));
        SG_TRY(sg_json_member_text(j, "name", sg_names_at(&w->outputs.target_name, c), err));
        SG_TRY(put_values(j, r->column + (size_t)c * r->n_metrics, r->n_metrics, err));
        SG_TRY(sg_json_close(j, err));
    }
    SG_TRY(sg_json_close(j, err));
done:
    return status;
}

static sg_status put_chosen(sg_json_writer *j, const sg_summary *s, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_json_member_array(j, "configurations", err));
    for (uint32_t f = 0; f < s->n_folds; f++)
        SG_TRY(sg_json_put_unsigned(j, s->chosen[f], err));
    SG_TRY(sg_json_close(j, err));
done:
    return status;
}

/* How many weights came from the model that the trainings started from. */
static sg_status put_transfer(sg_json_writer *j, const sg_summary *s, const sg_experiment *e,
                              sg_error *err)
{
    sg_status status = SG_OK;
    if (e->from == NULL) goto done;
    SG_TRY(sg_json_member_object(j, "start", err));
    SG_TRY(sg_json_member_text(j, "from", e->from, err));
    SG_TRY(sg_json_member_array(j, "layers", err));
    for (uint32_t l = 0; l < s->n_matches; l++) {
        SG_TRY(sg_json_open_object(j, err));
        SG_TRY(sg_json_member_unsigned(j, "matched", s->match[l].n_matched, err));
        SG_TRY(sg_json_member_unsigned(j, "new", s->match[l].n_new, err));
        SG_TRY(sg_json_member_unsigned(j, "unused", s->match[l].n_unused, err));
        SG_TRY(sg_json_close(j, err));
    }
    SG_TRY(sg_json_close(j, err));
    SG_TRY(sg_json_close(j, err));
done:
    return status;
}

static sg_status put_configuration(sg_json_writer *j, const char *text, sg_error *err)
{
    sg_status status = SG_OK;
    sg_tree tree = {0};
    SG_TRY(sg_yaml_parse(&tree, "configuration", text, strlen(text), err));
    SG_TRY(sg_json_put_key(j, "config", err));
    SG_TRY(sg_json_put_node(j, tree.root, err));
done:
    sg_tree_free(&tree);
    return status;
}

static sg_status put_numbers(sg_json_writer *j, const sg_summary *s, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_json_member_real(j, "test_mean", s->test_mean, err));
    SG_TRY(sg_json_member_real(j, "test_std", s->test_std, err));
    SG_TRY(sg_json_member_real(j, "test_loss", s->test_loss, err));
    SG_TRY(sg_json_member_real(j, "validation_mean", s->validation_mean, err));
    SG_TRY(sg_json_member_real(j, "validation_std", s->validation_std, err));
    SG_TRY(sg_json_member_real(j, "train_mean", s->train_mean, err));
    SG_TRY(put_folds(j, s, err));
    SG_TRY(put_targets(j, s, err));
    SG_TRY(sg_json_member_real(j, "best_epoch_mean", s->best_epoch_mean, err));
    SG_TRY(sg_json_member_real(j, "best_epoch_std", s->best_epoch_std, err));
    if (s->common_epoch > 0)
        SG_TRY(sg_json_member_unsigned(j, "common_epoch", s->common_epoch, err));
    SG_TRY(put_weights(j, s, err));
done:
    return status;
}

sg_status sg_summary_write(sg_text *text, const sg_summary *s, const sg_workload *w,
                           const sg_summary_context *context, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_experiment *e = w->experiment;
    sg_text out = {0};
    sg_json_writer json = sg_json_write_to(&out), *j = &json;
    SG_TRY(sg_json_open_object(j, err));
    SG_TRY(sg_json_member_text(j, "data", w->data.name, err));
    SG_TRY(sg_json_member_text(j, "protocol", sg_protocol_words[e->protocol], err));
    SG_TRY(sg_json_member_text(j, "metric", s->metric, err));
    SG_TRY(put_numbers(j, s, err));
    SG_TRY(put_metrics(j, s, w, err));
    SG_TRY(sg_json_member_unsigned(j, "runs", e->n_runs, err));
    SG_TRY(sg_json_member_unsigned(j, "ensemble", e->n_members, err));
    SG_TRY(sg_json_member_unsigned(j, "seed", e->seed, err));
    SG_TRY(sg_json_member_unsigned(j, "configurations_total", w->n_configurations, err));
    SG_TRY(put_chosen(j, s, err));
    if (context->model != NULL) SG_TRY(sg_json_member_text(j, "model", context->model, err));
    SG_TRY(put_transfer(j, s, e, err));
    SG_TRY(put_configuration(j, s->config, err));
    SG_TRY(sg_json_member_real(j, "seconds_per_epoch", s->seconds_per_epoch, err));
    SG_TRY(sg_json_member_real(j, "seconds_total", context->seconds_total, err));
    SG_TRY(sg_json_member_unsigned(j, "threads", context->n_threads, err));
    SG_TRY(sg_json_close(j, err));
    SG_TRY(sg_text_add(&out, err, "\n"));
    *text = out;
    out = (sg_text){0};
done:
    sg_text_free(&out);
    return status;
}
