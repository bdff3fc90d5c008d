/* model_api.c - models behind the public header. */
#include "sharegnn.h"

#include "base/mem.h"
#include "config/network_section.h"
#include "data/task.h"
#include "model/model_words.h"
#include "model/predictor.h"
#include "model/transfer.h"
#include "model/vocabularies_learn.h"
#include "store/model_file.h"
#include "store/model_place.h"
#include "text/yaml.h"
#include "train/train_options.h"

#include <math.h>
#include <string.h>

enum { PREDICTION_BATCH = 256 };

/* ---- Building --------------------------------------------------------------------------------- */

static sg_status find_task(sg_task *task, const char *name, const sg_dataset *data,
                           sg_error *err)
{
    if (name == NULL) {
        *task = sg_items_task(&data->items);
        return SG_OK;
    }
    for (uint32_t g = 0; g < SG_N_TASKS; g++)
        if (strcmp(sg_task_words[g], name) == 0) {
            *task = (sg_task)g;
            return SG_OK;
        }
    return sg_error_set(err, SG_EINVAL, SG_WHERE,
                        "task: \"%.60s\" is none of classification, regression, multilabel",
                        name);
}

/* Read layers, input, noise and task from a description. */
static sg_status read_description(sg_blueprint *blueprint, sg_task *task,
                                  const sg_model_options *o, sg_error *err)
{
    sg_status status = SG_OK;
    sg_tree tree = {0};
    sg_fields f;
    uint32_t said = *task;
    const char *path = o->path != NULL ? o->path : "description";
    SG_TRY(sg_yaml_parse(&tree, path, o->description, strlen(o->description), err));
    SG_TRY(sg_network_section_read(blueprint, &f, tree.root, path, err));
    SG_TRY(sg_field_choice(&said, &f, "task", sg_task_words, SG_N_TASKS, err));
    (void)sg_field(&f, "train"); /* which sg_training reads */
    SG_TRY(sg_fields_finish(&f, err));
    if (o->task == NULL) *task = (sg_task)said;
done:
    sg_tree_free(&tree);
    return status;
}

/* A blueprint like another, through its words. */
static sg_status copy_blueprint(sg_blueprint *copy, const sg_blueprint *blueprint,
                                sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *map = NULL;
    sg_fields f;
    SG_TRY(sg_node_make(&map, SG_NODE_MAP, NULL, err));
    SG_TRY(sg_blueprint_put(map, blueprint, err));
    SG_TRY(sg_fields_open(&f, map, "model", "model", err));
    SG_TRY(sg_blueprint_read(copy, &f, err));
done:
    sg_node_free(map);
    return status;
}

/* Outputs that mean the same have the same unit. */
static void copy_scale(sg_model *to, const sg_model *from)
{
    if (from == NULL || to->scale == NULL || !sg_model_same_outputs(to, from)) return;
    memcpy(to->scale, from->scale, to->n_outputs * sizeof *to->scale);
    memcpy(to->offset, from->offset, to->n_outputs * sizeof *to->offset);
}

static sg_status design(sg_blueprint *blueprint, sg_task *task, const sg_model_options *o,
                        const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(find_task(task, o->task, data, err));
    if (o->description != NULL) {
        SG_TRY(read_description(blueprint, task, o, err));
        goto done;
    }
    if (o->decoder == NULL && o->n_encoders == 0 && o->from != NULL) {
        SG_TRY(copy_blueprint(blueprint, &o->from->blueprint, err));
        goto done;
    }
    SG_REQUIRE(o->decoder != NULL, SG_EINVAL,
               "model: a decoder is needed, as in \"wl:2\", or a description");
    const bool classify = *task == SG_CLASSIFICATION;
    SG_TRY(sg_blueprint_compose(blueprint, o->encoder, o->n_encoders, o->decoder,
                                classify ? SG_POOL_MEAN : SG_POOL_SUM, classify, err));
done:
    return status;
}

static sg_status open_options(sg_invariant_options *inner, const sg_label_options *labels,
                              sg_error *err)
{
    if (labels != NULL) {
        inner->budget = labels->budget;
        inner->observer = labels->observer;
    }
    return sg_threads_open(&inner->threads, labels != NULL ? labels->n_threads : 0, err);
}

/* All of a model but what depends on labels, into an empty one. */
static sg_status outline(sg_model *model, const sg_dataset *data,
                         const sg_model_options *options, sg_error *err)
{
    sg_status status = SG_OK;
    sg_task task = SG_CLASSIFICATION;
    SG_TRY(design(&model->blueprint, &task, options, data, err));
    SG_TRY(
        sg_model_describe_outputs(model, data, task, options->target, options->n_targets, err));
    copy_scale(model, options->from);
    model->loss = sg_train_defaults(task).loss;
    if (model->blueprint.input == SG_INPUT_ATTRIBUTES) {
        model->n_attributes = data->node_attribute.n_columns;
        SG_REQUIRE(model->n_attributes > 0, SG_EINVAL,
                   "input: attributes: the data set %s has no node attributes; ones and labels "
                   "are possible",
                   data->name);
    }
done:
    return status;
}

sg_status sg_model_preview(sg_model_size *size, const sg_dataset *data,
                           const sg_model_options *options, sg_error *err)
{
    SG_REQUIRE_ARGUMENT(size);
    SG_REQUIRE_ARGUMENT(data);
    SG_REQUIRE_ARGUMENT(options);
    SG_REQUIRE_ARRAY(options->encoder, options->n_encoders);
    sg_status status = SG_OK;
    sg_model model = {0};
    SG_TRY(outline(&model, data, options, err));
    *size = sg_model_sizes(&model);
done:
    sg_model_free(&model);
    return status;
}

/* Training will need the labels and plans again; `cache` is moved. */
static void keep_data(sg_model *model, sg_plan_cache **cache, const sg_dataset *data)
{
    sg_plan_cache_release_options(*cache);
    model->hold = sg_dataset_hold_take(data);
    if (model->hold == NULL) return;
    model->cache = *cache;
    model->built_for = data;
    *cache = NULL;
}

sg_status sg_model_build(sg_model **model, const sg_dataset *data,
                         const sg_model_options *options, sg_error *err)
{
    SG_REQUIRE_ARGUMENT(model);
    SG_REQUIRE_ARGUMENT(data);
    SG_REQUIRE_ARGUMENT(options);
    SG_REQUIRE_ARRAY(options->encoder, options->n_encoders);
    sg_status status = SG_OK;
    sg_invariant_options inner = {0};
    sg_plan_cache *cache = NULL;
    sg_model *made = NULL;
    sg_model_on_data on_data = {0};
    sg_placement on = {.max_batch = 1};
    SG_ALLOC(made, 1);
    SG_TRY(outline(made, data, options, err));
    SG_TRY(open_options(&inner, options->labels, err));
    SG_TRY(sg_plan_cache_open(&cache, data, NULL, &inner, err));
    SG_TRY(sg_vocabularies_learn(&made->vocabularies, cache, &made->blueprint, err));
    on.cache = cache;
    SG_TRY(sg_model_on_data_open(&on_data, &made->blueprint, made->n_outputs, &on, err));
    SG_REQUIRE(sg_model_on_data_outputs(&on_data) == made->n_outputs, SG_EINVAL,
               "model: its last layer has %u outputs, but %u are wanted; several heads give as "
               "many times the outputs, which a linear layer at the end can join",
               sg_model_on_data_outputs(&on_data), made->n_outputs);
    made->n_weights = on_data.outline.n_parameters;
    SG_ALLOC(made->weight, made->n_weights);
    keep_data(made, &cache, data);
    *model = made;
    made = NULL;
done:
    sg_model_on_data_close(&on_data);
    sg_model_close(made);
    sg_plan_cache_close(cache);
    sg_threads_close(inner.threads);
    return status;
}

void sg_model_close(sg_model *model)
{
    if (model == NULL) return;
    sg_model_free(model);
    sg_free(model);
}

/* ---- Looking at it ---------------------------------------------------------------------------- */

sg_model_size sg_model_sizes(const sg_model *model)
{
    if (model == NULL) return (sg_model_size){0};
    return (sg_model_size){.task = model->task,
                           .n_layers = model->blueprint.n_layers,
                           .n_outputs = model->n_outputs,
                           .n_weights = model->n_weights};
}

sg_status sg_model_layer_weights(uint64_t *n_weights, const sg_model *model, sg_error *err)
{
    SG_REQUIRE_ARGUMENT(n_weights);
    SG_REQUIRE_ARGUMENT(model);
    sg_status status = SG_OK;
    sg_model_on_data alone = {0};
    SG_TRY(sg_model_open_alone(&alone, model, 0, err));
    sg_model_on_data_weights(n_weights, &alone);
done:
    sg_model_on_data_close(&alone);
    return status;
}

const char *sg_model_class_word(const sg_model *model, uint32_t output)
{
    if (model == NULL) return NULL;
    return sg_names_or_null(&model->class_word, output);
}

int64_t sg_model_class(const sg_model *model, uint32_t output)
{
    if (model == NULL) return 0;
    return model->class_name != NULL && output < model->n_outputs ? model->class_name[output]
                                                                  : 0;
}

const char *sg_model_target(const sg_model *model, uint32_t output)
{
    if (model == NULL) return NULL;
    return model->target_name != NULL && output < model->n_outputs ? model->target_name[output]
                                                                   : NULL;
}

/* ---- Predicting, saving, opening -------------------------------------------------------------- */

struct sg_prediction {
    const sg_dataset *data;
    sg_invariant_options options;
    sg_predictor *predictor;
};

sg_status sg_prediction_open(sg_prediction **prediction, const sg_model *model,
                             const sg_dataset *data, const sg_label_options *labels,
                             sg_error *err)
{
    SG_REQUIRE_ARGUMENT(prediction);
    SG_REQUIRE_ARGUMENT(model);
    SG_REQUIRE_ARGUMENT(data);
    sg_status status = SG_OK;
    const uint32_t n = data->graph.n_graphs;
    sg_prediction *opened = NULL;
    SG_ALLOC(opened, 1);
    opened->data = data;
    SG_TRY(sg_model_check_trained(model, err));
    SG_TRY(open_options(&opened->options, labels, err));
    SG_TRY(sg_predictor_open(&opened->predictor, model, NULL, data, &opened->options,
                             n < PREDICTION_BATCH ? n + 1 : PREDICTION_BATCH, err));
    *prediction = opened;
    opened = NULL;
done:
    sg_prediction_close(opened);
    return status;
}

void sg_prediction_run(double *score, sg_prediction *prediction, const uint32_t *graph,
                       uint32_t n)
{
    if (score == NULL || prediction == NULL || graph == NULL) return;
    sg_predictor_run(score, prediction->predictor, graph, n);
}

sg_status sg_prediction_trust(sg_trust *trust, sg_prediction *prediction, sg_error *err)
{
    SG_REQUIRE_ARGUMENT(trust);
    SG_REQUIRE_ARGUMENT(prediction);
    sg_status status = SG_OK;
    const uint32_t n = prediction->data->graph.n_graphs;
    sg_trust *measured = NULL;
    SG_ALLOC(measured, n);
    SG_TRY(sg_predictor_trust(measured, prediction->predictor, err));
    if (n > 0) memcpy(trust, measured, n * sizeof *trust);
done:
    sg_free(measured);
    return status;
}

void sg_prediction_close(sg_prediction *prediction)
{
    if (prediction == NULL) return;
    sg_predictor_close(prediction->predictor);
    sg_threads_close(prediction->options.threads);
    sg_free(prediction);
}

sg_status sg_model_predict(double *score, const sg_model *model, const sg_dataset *data,
                           const sg_label_options *labels, sg_error *err)
{
    SG_REQUIRE_ARGUMENT(score);
    SG_REQUIRE_ARGUMENT(model);
    SG_REQUIRE_ARGUMENT(data);
    sg_status status = SG_OK;
    const uint32_t n = data->graph.n_graphs;
    sg_prediction *prediction = NULL;
    uint32_t *graph = NULL;
    SG_TRY(sg_prediction_open(&prediction, model, data, labels, err));
    SG_ALLOC(graph, n);
    for (uint32_t g = 0; g < n; g++) graph[g] = g;
    sg_prediction_run(score, prediction, graph, n);
done:
    sg_free(graph);
    sg_prediction_close(prediction);
    return status;
}

sg_status sg_model_save(const sg_model *model, const char *path, sg_error *err)
{
    SG_REQUIRE_ARGUMENT(model);
    SG_REQUIRE_ARGUMENT(path);
    sg_status status = SG_OK;
    SG_REQUIRE(model->is_trained, SG_EINVAL,
               "model: it has not been trained, so there are no weights to save in %.200s",
               path);
    SG_TRY(sg_model_write(model, path, err));
done:
    return status;
}

sg_status sg_models_predict(double *mean, double *spread, const sg_model *const *model,
                            uint32_t n_models, const sg_dataset *data,
                            const sg_label_options *labels, sg_error *err)
{
    SG_REQUIRE_ARGUMENT(mean);
    SG_REQUIRE_ARGUMENT(spread);
    SG_REQUIRE_ARRAY(model, n_models);
    SG_REQUIRE_ARGUMENT(data);
    sg_status status = SG_OK;
    double *score = NULL, *sum = NULL, *squares = NULL;
    SG_REQUIRE(n_models > 0, SG_EINVAL, "models: there is none to predict with");
    for (uint32_t m = 0; m < n_models; m++)
        SG_REQUIRE(model[m] != NULL, SG_EINVAL, "model[%u]: it is NULL", m);
    const size_t n = (size_t)data->graph.n_graphs * model[0]->n_outputs;
    SG_ALLOC(score, n);
    SG_ALLOC(sum, n);
    SG_ALLOC(squares, n);
    for (uint32_t m = 0; m < n_models; m++) {
        SG_REQUIRE(sg_model_same_outputs(model[0], model[m]), SG_EINVAL,
                   "models: model %u does not predict what the first one does", m);
        SG_TRY(sg_model_predict(score, model[m], data, labels, err));
        for (size_t i = 0; i < n; i++) {
            /* Welford's way: small spreads around large values survive. */
            const double before = score[i] - sum[i];
            sum[i] += before / (m + 1.0);
            squares[i] += before * (score[i] - sum[i]);
        }
    }
    for (size_t i = 0; i < n; i++) {
        mean[i] = sum[i];
        spread[i] = sqrt(squares[i] / n_models);
    }
done:
    sg_free(score);
    sg_free(sum);
    sg_free(squares);
    return status;
}

sg_status sg_model_open(sg_model **model, const char *path, sg_error *err)
{
    SG_REQUIRE_ARGUMENT(model);
    SG_REQUIRE_ARGUMENT(path);
    sg_status status = SG_OK;
    sg_model *opened = NULL;
    sg_text place = {0};
    SG_ALLOC(opened, 1);
    SG_TRY(sg_model_place(&place, path, err));
    SG_TRY(sg_model_read(opened, place.data, err));
    *model = opened;
    opened = NULL;
done:
    sg_text_free(&place);
    sg_model_close(opened);
    return status;
}
