/* model.c - owning a model and telling what its outputs mean. */
#include "model/model.h"

#include "base/mem.h"
#include "base/statistics.h"
#include "base/text.h"
#include "data/task.h"
#include "model/model_words.h"

#include <math.h>
#include <string.h>

const char *const sg_precision_words[SG_N_PRECISIONS] = {
    [SG_PRECISION_FLOAT] = "float", [SG_PRECISION_DOUBLE] = "double"};

static void free_outputs(sg_model *model)
{
    for (uint32_t c = 0; model->target_name != NULL && c < model->n_outputs; c++)
        sg_free(model->target_name[c]);
    sg_free(model->target_name);
    sg_free(model->target_column);
    sg_free(model->class_name);
    sg_names_free(&model->class_word);
    sg_free(model->scale);
    sg_free(model->offset);
}

void sg_model_leave_data(sg_model *model)
{
    sg_plan_cache_close(model->cache);
    sg_dataset_hold_release(model->hold);
    model->cache = NULL;
    model->built_for = NULL;
    model->hold = NULL;
}

void sg_model_free(sg_model *model)
{
    sg_model_leave_data(model);
    sg_blueprint_free(&model->blueprint);
    sg_vocabularies_free(&model->vocabularies);
    free_outputs(model);
    sg_free(model->weight);
    *model = (sg_model){0};
}

static sg_status describe_classes(sg_model *made, const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    SG_REQUIRE(data->items.item_class != NULL, SG_EINVAL,
               "task: classification: the data set has no classes; it has %u targets for "
               "regression",
               data->items.target.n_columns);
    made->n_outputs = data->items.n_classes;
    SG_ALLOC(made->class_name, data->items.n_classes);
    memcpy(made->class_name, data->items.class_name,
           data->items.n_classes * sizeof *made->class_name);
    SG_TRY(sg_names_add_all(&made->class_word, &data->items.class_word, err));
done:
    return status;
}

static sg_status describe_targets(sg_model *made, const sg_dataset *data,
                                  const uint32_t *column, uint32_t n_columns, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = column != NULL ? n_columns : data->items.target.n_columns;
    sg_text name = {0};
    SG_REQUIRE(
        data->items.target.n_columns > 0 || data->items.n_classes > 0, SG_EINVAL,
        "task: the data set has neither classes nor targets, so there is nothing to learn");
    SG_REQUIRE(data->items.target.n_columns > 0, SG_EINVAL,
               "task: %s: the data set has no targets; it has %u classes",
               sg_task_words[made->task], data->items.n_classes);
    made->n_outputs = n;
    SG_ALLOC(made->target_name, n);
    SG_ALLOC(made->target_column, n);
    SG_ALLOC(made->scale, n);
    SG_ALLOC(made->offset, n);
    for (uint32_t c = 0; c < n; c++) {
        const uint32_t from = column != NULL ? column[c] : c;
        SG_REQUIRE(from < data->items.target.n_columns, SG_EINVAL,
                   "target: there is no column %u; the data has %u", from,
                   data->items.target.n_columns);
        made->target_column[c] = from;
        made->scale[c] = 1;
        const char *known = sg_names_or_null(&data->items.target_name, from);
        name.size = 0;
        if (known != NULL)
            SG_TRY(sg_text_add(&name, err, "%s", known));
        else
            SG_TRY(sg_text_add(&name, err, "target %u", from));
        made->target_name[c] = sg_text_copy(name.data);
        SG_REQUIRE(made->target_name[c] != NULL, SG_ENOMEM, "out of memory");
    }
done:
    sg_text_free(&name);
    return status;
}

sg_status sg_model_describe_outputs(sg_model *model, const sg_dataset *data, sg_task task,
                                    const uint32_t *column, uint32_t n_columns, sg_error *err)
{
    sg_model made = {.task = task};
    const sg_status status = task == SG_CLASSIFICATION
                                 ? describe_classes(&made, data, err)
                                 : describe_targets(&made, data, column, n_columns, err);
    if (status != SG_OK) {
        free_outputs(&made);
        return status;
    }
    free_outputs(model);
    model->task = task;
    model->n_outputs = made.n_outputs;
    model->class_name = made.class_name;
    model->class_word = made.class_word;
    model->target_name = made.target_name;
    model->target_column = made.target_column;
    model->scale = made.scale;
    model->offset = made.offset;
    return SG_OK;
}

sg_status sg_model_parameters(void **parameters, const sg_model *model, sg_error *err)
{
    sg_status status = SG_OK;
    double *precise = NULL;
    float *rounded = NULL;
    if (model->precision == SG_PRECISION_DOUBLE) {
        SG_ALLOC(precise, model->n_weights);
        if (model->n_weights > 0)
            memcpy(precise, model->weight, model->n_weights * sizeof *precise);
        *parameters = precise;
    } else {
        SG_ALLOC(rounded, model->n_weights);
        for (size_t i = 0; i < model->n_weights; i++) rounded[i] = (float)model->weight[i];
        *parameters = rounded;
    }
done:
    return status;
}

sg_status sg_model_check_weights(const sg_model *model, const sg_model_on_data *m,
                                 sg_error *err)
{
    sg_status status = SG_OK;
    SG_REQUIRE(m->outline.n_parameters == model->n_weights, SG_EFORMAT,
               "model: its layers have %zu weights, but there are %zu", m->outline.n_parameters,
               model->n_weights);
    SG_REQUIRE(sg_model_on_data_outputs(m) == model->n_outputs, SG_EFORMAT,
               "model: its last layer has %u outputs, but it predicts %u",
               sg_model_on_data_outputs(m), model->n_outputs);
done:
    return status;
}

sg_status sg_model_open_alone(sg_model_on_data *m, const sg_model *model, uint64_t max_weights,
                              sg_error *err)
{
    const sg_placement nowhere = {.known = &model->vocabularies,
                                  .n_attributes = model->n_attributes,
                                  .max_batch = 1,
                                  .max_weights = max_weights};
    return sg_model_on_data_open(m, &model->blueprint, model->n_outputs, &nowhere, err);
}

sg_status sg_model_open_learner(sg_learner **learner, const sg_model *model,
                                const sg_model_on_data *m, sg_threads *threads, sg_error *err)
{
    sg_status status = SG_OK;
    sg_learner *opened = NULL;
    const sg_learner_options options = {.precision = model->precision,
                                        .optimizer = sg_optimizer_default(SG_OPTIMIZER_SGD),
                                        .loss = model->loss};
    SG_TRY(sg_model_check_weights(model, m, err));
    SG_TRY(sg_learner_open(&opened, &m->spec, &options, threads, err));
    if (m->spec.parameters == NULL) sg_learner_write(opened, model->weight);
    *learner = opened;
    opened = NULL;
done:
    sg_learner_close(opened);
    return status;
}

sg_status sg_model_check_trained(const sg_model *model, sg_error *err)
{
    if (model->is_trained) return SG_OK;
    return sg_error_set(err, SG_EINVAL, SG_WHERE, "model: it has not been trained");
}

sg_status sg_model_check_attributes(const sg_model *model, const sg_dataset *data,
                                    sg_error *err)
{
    if (model->blueprint.input == SG_INPUT_ATTRIBUTES &&
        data->node_attribute.n_columns != model->n_attributes)
        return sg_error_set(err, SG_EINVAL, SG_WHERE,
                            "model: it looks at %u node attributes, but the data has %u",
                            model->n_attributes, data->node_attribute.n_columns);
    return SG_OK;
}

void sg_model_finish_outputs(double *output, uint32_t n, const sg_model *model)
{
    const uint32_t width = model->n_outputs;
    for (uint32_t i = 0; i < n; i++) {
        double *row = output + (size_t)i * width;
        if (model->task == SG_CLASSIFICATION) sg_softmax(row, width);
        for (uint32_t c = 0; model->task == SG_REGRESSION && c < width; c++)
            row[c] = row[c] * model->scale[c] + model->offset[c];
        for (uint32_t c = 0; model->task == SG_MULTILABEL && c < width; c++)
            row[c] = 1 / (1 + exp(-row[c]));
    }
}
