/* model_api.c - models behind the public header. */
#include "sharegnn.h"

#include "api/prediction_parts.h"
#include "base/mem.h"
#include "base/observer.h"
#include "base/struct_size.h"
#include "config/network_section.h"
#include "config/typed_network.h"
#include "data/dataset_hold.h"
#include "data/reading/task_guess.h"
#include "data/task.h"
#include "kernels/statistics.h"
#include "model/agreement.h"
#include "model/model_make.h"
#include "model/target_scale.h"
#include "store/model_file.h"
#include "store/model_place.h"
#include "text/yaml.h"

#include <math.h>
#include <string.h>

enum { PREDICTION_BATCH = 256 };

/* ---- Building --------------------------------------------------------------------------------- */

/* Read layers, input, noise, task and scale from a description. */
static sg_status read_description(sg_blueprint *blueprint, sg_task *task, uint32_t *scale,
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
    SG_TRY(sg_field_choice(scale, &f, "scale", sg_target_scale_words, SG_N_TARGET_SCALES, err));
    (void)sg_field(&f, "train"); /* which sg_training_options reads */
    SG_TRY(sg_fields_finish(&f, err));
    *task = (sg_task)said;
done:
    sg_tree_free(&tree);
    return status;
}

static sg_status design(sg_blueprint *blueprint, sg_task *task, uint32_t *scale,
                        const sg_model_options *o, const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    *task = sg_task_guess_of(data).task;
    if (o->description != NULL) SG_TRY(read_description(blueprint, task, scale, o, err));
    if (o->task != SG_TASK_OF_DATA) *task = (sg_task)(o->task - SG_TASK_CLASSIFICATION);
    if (o->description != NULL) goto done;
    if (o->n_layers > 0) {
        SG_TRY(sg_typed_network_read(blueprint, o, err));
        goto done;
    }
    if (o->decoder == NULL && o->n_encoders == 0 && o->from != NULL) {
        SG_TRY(sg_blueprint_copy(blueprint, &o->from->blueprint, err));
        goto done;
    }
    SG_REQUIRE(data->items.kind == SG_ITEM_GRAPH, SG_EINVAL,
               "%s: the items of the data are nodes, and encoders with a decoder predict "
               "graphs; give layers instead, the last one of nodes, such as linear",
               o->decoder != NULL ? "decoder" : "encoder");
    SG_REQUIRE(o->decoder != NULL, SG_EINVAL,
               "decoder: it is missing; a model needs one, as in \"wl:2\", or layers, or a "
               "description");
    const bool classify = *task == SG_CLASSIFICATION;
    SG_TRY(sg_typed_input_set(blueprint, o, err));
    SG_TRY(sg_blueprint_compose(blueprint, o->encoder, o->n_encoders, o->decoder,
                                classify ? SG_POOL_MEAN : SG_POOL_SUM, classify, err));
done:
    return status;
}

/* `name` is what messages call the options. */
static sg_status open_options(sg_invariant_options *inner, const sg_label_options *labels,
                              const char *name, sg_error *err)
{
    sg_label_options chosen;
    SG_TAKE_OPTIONS_OF(chosen, labels, name, observer);
    SG_REQUIRE_OBSERVER(chosen, name);
    return sg_invariant_options_open(inner, &chosen, err);
}

/* The unit of targets that the options name, if they do. */
static sg_status read_scale(uint32_t *scale, const sg_model_options *o, sg_error *err)
{
    if (o->scale == NULL) return SG_OK;
    for (uint32_t i = 0; i < SG_N_TARGET_SCALES; i++)
        if (strcmp(o->scale, sg_target_scale_words[i]) == 0) {
            *scale = i;
            return SG_OK;
        }
    return sg_error_set(err, SG_EINVAL, SG_WHERE,
                        "options->scale: \"%s\" is none of none, std, standard", o->scale);
}

/* Layers are said in one way; what another way has would be ignored without a word. */
static sg_status check_ways(const sg_model_options *o, sg_error *err)
{
    const bool composed = o->decoder != NULL || o->n_encoders > 0,
               described = o->description != NULL, layered = o->n_layers > 0;
    if (o->path != NULL && !described)
        return sg_error_set(err, SG_EINVAL, SG_WHERE,
                            "options->path: it names a description, and there is none");
    if (layered && (composed || described))
        return sg_error_set(err, SG_EINVAL, SG_WHERE,
                            "options->layer: there are also %s; one of them is enough",
                            described ? "layers in the description" : "encoders or a decoder");
    if (described && composed)
        return sg_error_set(err, SG_EINVAL, SG_WHERE,
                            "options->description: there is also options->%s; one of them is "
                            "enough",
                            o->decoder != NULL ? "decoder" : "encoder");
    const char *of_input = o->input != SG_FEATURES_DEFAULT ? "input"
                           : o->noise != 0                 ? "noise"
                           : o->features != NULL           ? "features"
                                                           : NULL;
    if (!layered && !composed && of_input != NULL)
        return sg_error_set(err, SG_EINVAL, SG_WHERE,
                            "options->%s: it goes with layers, or encoders and a decoder",
                            of_input);
    return SG_OK;
}

/* Columns of targets, each named once, and their unit are for what has targets. */
static sg_status check_targets(const sg_model_options *o, sg_task task, sg_error *err)
{
    sg_status status = SG_OK;
    SG_REQUIRE(o->target == NULL || task != SG_CLASSIFICATION, SG_EINVAL,
               "options->target: columns of targets are for regression and multilabel, not for "
               "classification");
    SG_REQUIRE(o->scale == NULL || task == SG_REGRESSION || strcmp(o->scale, "none") == 0,
               SG_EINVAL, "options->scale: \"%s\" is for regression, not for %s", o->scale,
               sg_task_words[task]);
    for (uint32_t i = 1; o->target != NULL && i < o->n_targets; i++)
        for (uint32_t j = 0; j < i; j++)
            SG_REQUIRE(o->target[i] != o->target[j], SG_EINVAL,
                       "options->target[%u]: column %u is options->target[%u] already", i,
                       o->target[i], j);
done:
    return status;
}

/* Options of the caller's whose values can be. */
static sg_status take_options(sg_model_options *own, const sg_model_options *options,
                              sg_error *err)
{
    SG_TAKE_OPTIONS(*own, options, cluster);
    SG_REQUIRE_CHOICE(options->task, SG_N_TASK_CHOICES);
    SG_REQUIRE_ENTRIES(options->encoder, options->n_encoders);
    SG_REQUIRE_TEXTS(options->encoder, options->n_encoders);
    SG_REQUIRE_ENTRIES(options->layer, options->n_layers);
    SG_REQUIRE_ENTRIES(options->target, options->n_targets);
    SG_REQUIRE_ENTRIES(options->known_item, options->n_known_items);
    return check_ways(own, err);
}

/* All of a model but what depends on labels, into an empty one. */
static sg_status outline(sg_model *model, const sg_dataset *data,
                         const sg_model_options *options, sg_error *err)
{
    sg_status status = SG_OK;
    sg_task task = SG_CLASSIFICATION;
    uint32_t scale = SG_SCALE_STANDARD;
    sg_blueprint blueprint = {0};
    SG_TRY(design(&blueprint, &task, &scale, options, data, err));
    SG_TRY(check_targets(options, task, err));
    SG_TRY(read_scale(&scale, options, err));
    SG_TRY(sg_outputs_describe(&model->outputs, data, task, options->target, options->n_targets,
                               err));
    SG_TRY(sg_outputs_check_targets(&model->outputs, data, err));
    for (uint32_t i = 0; i < options->n_known_items; i++)
        SG_REQUIRE(options->known_item[i] < sg_item_count(data), SG_EINVAL,
                   "options->known_item[%u]: there is no item %lld; the data has %u", i,
                   sg_as_meant(options->known_item[i]), sg_item_count(data));
    SG_TRY(sg_outputs_scale(&model->outputs, (sg_target_scale)scale, data, options->known_item,
                            options->n_known_items, err));
    /* Outputs that mean the same have the same unit. */
    if (options->from != NULL) sg_outputs_take_units(&model->outputs, &options->from->outputs);
    SG_TRY(sg_model_outline(model, &blueprint, data, err));
done:
    sg_blueprint_free(&blueprint);
    return status;
}

sg_status sg_model_preview(sg_model_size *size, const sg_dataset *data,
                           const sg_model_options *options, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_RESULT(size, item);
    SG_REQUIRE_ARGUMENT(data);
    SG_REQUIRE_ARGUMENT(options);
    sg_status status = SG_OK;
    sg_model_options own;
    sg_model model = {0};
    SG_TRY(take_options(&own, options, err));
    SG_TRY(outline(&model, data, &own, err));
    SG_TRY(sg_model_sizes(size, &model, err));
done:
    sg_model_free(&model);
    return status;
}

/* All that needs no other rank. */
static sg_status begin_model(sg_model **model, sg_invariant_options *inner,
                             const sg_dataset *data, const sg_model_options *options,
                             sg_error *err)
{
    sg_status status = SG_OK;
    SG_ALLOC(*model, 1);
    SG_TRY(outline(*model, data, options, err));
    SG_TRY(open_options(inner, options->labels, "options->labels", err));
done:
    return status;
}

sg_status sg_model_build(sg_model **model, const sg_dataset *data,
                         const sg_model_options *options, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(model);
    SG_REQUIRE_ARGUMENT(data);
    SG_REQUIRE_ARGUMENT(options);
    sg_status status = SG_OK;
    sg_model_options own;
    sg_invariant_options inner = {0};
    sg_model *made = NULL;
    SG_TRY(take_options(&own, options, err));
    status = begin_model(&made, &inner, data, &own, err);
    SG_TRY(sg_cluster_agree(own.cluster, status, err));
    SG_TRY(sg_model_learn_words(made, data, own.known_item, own.n_known_items, &inner,
                                own.cluster, err));
    *model = made;
    made = NULL;
done:
    sg_model_close(made);
    sg_invariant_options_close(&inner);
    return status;
}

void sg_model_close(sg_model *model)
{
    if (model == NULL) return;
    sg_model_free(model);
    sg_free(model);
}

/* ---- Looking at it ---------------------------------------------------------------------------- */

sg_status sg_model_sizes(sg_model_size *size, const sg_model *model, sg_error *err)
{
    SG_REQUIRE_RESULT(size, item);
    SG_REQUIRE_ARGUMENT(model);
    const sg_model_size made = {.task = model->outputs.task,
                                .n_layers = model->blueprint.n_layers,
                                .n_outputs = model->outputs.n,
                                .n_weights = model->n_weights,
                                .item = sg_blueprint_item(&model->blueprint)};
    sg_struct_write(size, &made, sizeof made);
    return SG_OK;
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
    return sg_names_or_null(&model->outputs.class_word, output);
}

int64_t sg_model_class(const sg_model *model, uint32_t output)
{
    if (model == NULL) return 0;
    return model->outputs.class_name != NULL && output < model->outputs.n
               ? model->outputs.class_name[output]
               : 0;
}

const char *sg_model_target(const sg_model *model, uint32_t output)
{
    if (model == NULL) return NULL;
    return sg_names_or_null(&model->outputs.target_name, output);
}

size_t sg_model_output_name(char *text, size_t room, const sg_model *model, uint32_t output)
{
    if (text == NULL && room > 0) return 0;
    if (room > 0) text[0] = '\0';
    if (model == NULL || output >= model->outputs.n) return 0;
    return sg_outputs_name(text, room, &model->outputs, output);
}

bool sg_model_says(const sg_model *model, const double *score, uint32_t output)
{
    if (model == NULL || score == NULL || output >= model->outputs.n) return false;
    return sg_outputs_say(&model->outputs, score, output);
}

double sg_model_threshold(const sg_model *model, uint32_t output)
{
    if (model == NULL || output >= model->outputs.n) return NAN;
    return model->outputs.threshold != NULL ? model->outputs.threshold[output] : 0.5;
}

double sg_model_temperature(const sg_model *model, uint32_t output)
{
    if (model == NULL || output >= model->outputs.n) return NAN;
    return model->outputs.temperature != NULL ? model->outputs.temperature[output] : 1;
}

uint32_t sg_model_items(const sg_model *model, const sg_dataset *data)
{
    return model != NULL && data != NULL ? sg_model_count_items(model, data) : 0;
}

/* ---- Predicting, saving, opening -------------------------------------------------------------- */

sg_status sg_prediction_open(sg_prediction **prediction, const sg_model *model,
                             const sg_dataset *data, const sg_label_options *labels,
                             sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(prediction);
    SG_REQUIRE_ARGUMENT(model);
    SG_REQUIRE_ARGUMENT(data);
    sg_status status = SG_OK;
    const uint32_t n = sg_model_count_items(model, data);
    sg_prediction *opened = NULL;
    SG_ALLOC(opened, 1);
    opened->model = model;
    opened->model_changes = model->n_changes;
    opened->data = data;
    opened->hold = sg_dataset_hold_take(data);
    SG_TRY(sg_model_check_trained(model, err));
    SG_TRY(open_options(&opened->options, labels, "labels", err));
    const bool nodes = sg_blueprint_item(&model->blueprint) == SG_ITEM_NODE;
    SG_TRY(sg_predictor_open(&opened->predictor, model, NULL, data, &opened->options,
                             nodes || n < PREDICTION_BATCH ? n + 1 : PREDICTION_BATCH, err));
    *prediction = opened;
    opened = NULL;
done:
    sg_prediction_close(opened);
    return status;
}

void sg_prediction_close(sg_prediction *prediction)
{
    if (prediction == NULL) return;
    sg_predictor_close(prediction->predictor);
    sg_threads_close(prediction->options.threads);
    sg_dataset_hold_release(prediction->hold);
    sg_free(prediction);
}

sg_status sg_model_predict(double *score, const sg_model *model, const sg_dataset *data,
                           const sg_label_options *labels, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(score);
    SG_REQUIRE_ARGUMENT(model);
    SG_REQUIRE_ARGUMENT(data);
    sg_status status = SG_OK;
    const uint32_t n = sg_model_count_items(model, data);
    sg_prediction *prediction = NULL;
    uint32_t *item = NULL;
    SG_TRY(sg_prediction_open(&prediction, model, data, labels, err));
    SG_ALLOC(item, n);
    for (uint32_t i = 0; i < n; i++) item[i] = i;
    SG_TRY(sg_prediction_run(score, prediction, item, n, err));
done:
    sg_free(item);
    sg_prediction_close(prediction);
    return status;
}

sg_status sg_model_agreement(double *value, uint64_t *n, const sg_model *model,
                             const sg_dataset *data, const double *score, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(value);
    SG_REQUIRE_ARGUMENT(n);
    SG_REQUIRE_ARGUMENT(model);
    SG_REQUIRE_ARGUMENT(data);
    SG_REQUIRE_ARGUMENT(score);
    const bool same_items = sg_blueprint_item(&model->blueprint) == data->items.kind;
    const sg_agreement agreement = same_items ? sg_agreement_of(&model->outputs, score, data)
                                              : (sg_agreement){.value = (double)NAN};
    *value = agreement.value;
    *n = agreement.n;
    return SG_OK;
}

sg_status sg_model_save(const sg_model *model, const char *path, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(model);
    SG_REQUIRE_PATH(path);
    sg_status status = SG_OK;
    SG_REQUIRE(model->is_trained, SG_EINVAL,
               "model: it has not been trained, so there are no weights to save in %.200s",
               path);
    sg_watch *watch = sg_watch_leave_stopped();
    status = sg_model_write(model, path, err);
    sg_watch_resume(watch);
done:
    return status;
}

const char *sg_model_form(const sg_model *model)
{
    if (model == NULL) return NULL;
    return sg_model_form_text(model);
}

sg_status sg_models_predict(double *mean, double *spread, const sg_model *const *model,
                            uint32_t n_models, const sg_dataset *data,
                            const sg_label_options *labels, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(mean);
    SG_REQUIRE_ARGUMENT(spread);
    SG_REQUIRE_ARRAY(model, n_models);
    SG_REQUIRE_ARGUMENT(data);
    sg_status status = SG_OK;
    double *score = NULL, *sum = NULL, *squares = NULL;
    SG_REQUIRE(n_models > 0, SG_EINVAL, "models: there is none to predict with");
    for (uint32_t m = 0; m < n_models; m++) {
        SG_REQUIRE(model[m] != NULL, SG_EINVAL, "model[%u]: it is NULL", m);
        SG_REQUIRE(model[m]->is_trained, SG_EINVAL, "model[%u]: it has not been trained", m);
    }
    const size_t n = (size_t)sg_model_count_items(model[0], data) * model[0]->outputs.n;
    SG_ALLOC(score, n);
    SG_ALLOC(sum, n);
    SG_ALLOC(squares, n);
    for (uint32_t m = 0; m < n_models; m++) {
        SG_TRY(sg_model_check_alike(model[0], model[m], m, err));
        SG_REQUIRE(strcmp(sg_model_form(model[0]), sg_model_form(model[m])) == 0, SG_EINVAL,
                   "models: model %u read data with %s, the first one with %s", m,
                   sg_model_form(model[m]), sg_model_form(model[0]));
        SG_TRY(sg_model_predict(score, model[m], data, labels, err));
        sg_add_sample(sum, squares, score, n, m);
    }
    sg_spread(squares, n, n_models);
    memcpy(mean, sum, n * sizeof *mean);
    memcpy(spread, squares, n * sizeof *spread);
done:
    sg_free(score);
    sg_free(sum);
    sg_free(squares);
    return status;
}

sg_status sg_model_open(sg_model **model, const char *path, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(model);
    SG_REQUIRE_PATH(path);
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
