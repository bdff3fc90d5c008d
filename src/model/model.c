/* model.c - owning a model, and its weights where a network needs them. */
#include "model/model.h"

#include "base/mem.h"
#include "base/text.h"
#include "model/model_words.h"

#include <string.h>

const char *const sg_precision_words[SG_N_PRECISIONS] = {
    [SG_PRECISION_FLOAT] = "float", [SG_PRECISION_DOUBLE] = "double"};

static const char AS_WRITTEN[] = "form=as-written";

/* Training will need the labels and plans again. */
void sg_model_keep_data(sg_model *model, sg_plan_cache **cache, const sg_dataset *data)
{
    sg_plan_cache_release_options(*cache);
    sg_dataset_hold *hold = sg_dataset_hold_take(data);
    if (hold == NULL) return;
    model->kept = (sg_kept_data){.cache = *cache, .data = data, .hold = hold};
    *cache = NULL;
}

void sg_model_leave_data(sg_model *model)
{
    sg_plan_cache_close(model->kept.cache);
    sg_dataset_hold_release(model->kept.hold);
    model->kept = (sg_kept_data){0};
}

void sg_model_forget_intervals(sg_model *model)
{
    sg_conformal_free(&model->intervals);
    model->interval_models = 0;
}

void sg_model_free(sg_model *model)
{
    sg_model_leave_data(model);
    sg_model_forget_intervals(model);
    sg_blueprint_free(&model->blueprint);
    sg_vocabularies_free(&model->vocabularies);
    sg_outputs_free(&model->outputs);
    sg_experience_free(&model->met);
    sg_free(model->weight);
    sg_names_free(&model->node_attribute_name);
    sg_names_free(&model->edge_attribute_name);
    sg_free(model->form);
    sg_free(model->reading);
    *model = (sg_model){0};
}

sg_status sg_model_check_idle(const sg_model *model, sg_error *err)
{
    if (!model->in_training) return SG_OK;
    return sg_error_set(
        err, SG_EINVAL, SG_WHERE,
        "model: it is being trained; callbacks of its training cannot change it");
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
    SG_REQUIRE(sg_model_on_data_outputs(m) == model->outputs.n, SG_EFORMAT,
               "model: its last layer has %u outputs, but it predicts %u",
               sg_model_on_data_outputs(m), model->outputs.n);
done:
    return status;
}

sg_status sg_model_place_on(sg_model_on_data *m, const sg_model *model, const sg_placement *on,
                            sg_error *err)
{
    sg_placement placement = *on;
    placement.known = &model->vocabularies;
    placement.n_attributes = model->n_attributes;
    placement.any_items = true;
    return sg_model_on_data_open(m, &model->blueprint, model->outputs.n, &placement, err);
}

sg_status sg_model_open_alone(sg_model_on_data *m, const sg_model *model, uint64_t max_weights,
                              sg_error *err)
{
    const sg_placement nowhere = {.max_batch = 1, .max_weights = max_weights};
    return sg_model_place_on(m, model, &nowhere, err);
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

sg_status sg_model_check_changes(const sg_model *model, uint64_t n_changes, const char *handle,
                                 sg_error *err)
{
    if (model->n_changes == n_changes) return SG_OK;
    return sg_error_set(err, SG_EINVAL, SG_WHERE,
                        "%s: its model has other weights than when it was opened; close it and "
                        "open it again",
                        handle);
}

sg_status sg_model_check_alike(const sg_model *first, const sg_model *model, uint32_t number,
                               sg_error *err)
{
    if (sg_outputs_equal(&first->outputs, &model->outputs) &&
        sg_blueprint_item(&first->blueprint) == sg_blueprint_item(&model->blueprint))
        return SG_OK;
    return sg_error_set(err, SG_EINVAL, SG_WHERE,
                        "models: model %u does not predict what the first one does", number);
}

uint32_t sg_model_count_items(const sg_model *model, const sg_dataset *data)
{
    return sg_blueprint_item(&model->blueprint) == SG_ITEM_NODE ? data->graph.n_nodes
                                                                : data->graph.n_graphs;
}

sg_status sg_model_keep_form(sg_model *model, const char *form, sg_arc_rules rules,
                             sg_error *err)
{
    sg_status status = SG_OK;
    sg_text reading = {0};
    if (sg_arcs_are_special(rules))
        SG_TRY(sg_text_add(&reading, err, "%s%s%s", form != NULL ? form : AS_WRITTEN,
                           rules.directed ? "&directed=yes" : "",
                           rules.loops ? "&self-loops=keep" : ""));
    SG_TRY(sg_text_replace(&model->form, form, err));
    sg_free(model->reading);
    model->rules = rules;
    model->reading = reading.data;
    reading = (sg_text){0};
done:
    sg_text_free(&reading);
    return status;
}

const char *sg_model_form_text(const sg_model *model)
{
    if (model->reading != NULL) return model->reading;
    return model->form != NULL ? model->form : AS_WRITTEN;
}

/* What is followed in a directed graph is not what is followed in an undirected one.  Graphs without arcs are
 * of any kind. */
static sg_status check_arcs(const sg_model *model, const sg_dataset *data, sg_error *err)
{
    const sg_arc_rules wanted = model->rules, found = data->graph.rules;
    const char *name = data->name != NULL ? data->name : "";
    if (data->graph.n_arcs == 0) return SG_OK;
    if (wanted.directed != found.directed)
        return sg_error_set(err, SG_EINVAL, SG_WHERE,
                            "model: it was made for %s graphs, but those of %s are %s%s",
                            wanted.directed ? "directed" : "undirected", name,
                            found.directed ? "directed" : "undirected",
                            wanted.directed ? "; read them with directed=yes" : "");
    if (wanted.loops != found.loops)
        return sg_error_set(err, SG_EINVAL, SG_WHERE,
                            "model: it was made for graphs %s self-loops, but %s was read %s "
                            "them%s",
                            wanted.loops ? "with" : "without", name,
                            found.loops ? "with" : "without",
                            wanted.loops ? "; read it with self-loops=keep" : "");
    return SG_OK;
}

const char *const sg_sight_words[SG_N_SIGHTS] = {"node labels", "edge labels",
                                                 "edge attributes"};

/* Graphs without nodes need no labels of nodes, and graphs without arcs none of edges. */
sg_status sg_model_check_labels(const sg_model *model, const sg_dataset *data, sg_error *err)
{
    const bool no_nodes = data->graph.n_nodes == 0, no_arcs = data->graph.n_arcs == 0;
    const bool has[SG_N_SIGHTS] = {no_nodes || data->node_label.n_columns > 0,
                                   no_arcs || data->edge_label.n_columns > 0,
                                   no_arcs || data->edge_attribute.n_columns > 0};
    for (uint32_t i = 0; i < SG_N_SIGHTS; i++)
        if ((model->sees >> i & 1) != 0 && !has[i])
            return sg_error_set(err, SG_EINVAL, SG_WHERE,
                                "model: it looks at %s, but the data set %s has none",
                                sg_sight_words[i], data->name != NULL ? data->name : "");
    return SG_OK;
}

sg_status sg_model_name_attributes(sg_model *model, const sg_names *node, const sg_names *edge,
                                   sg_error *err)
{
    sg_status status = SG_OK;
    sg_names_free(&model->node_attribute_name);
    sg_names_free(&model->edge_attribute_name);
    SG_TRY(sg_names_add_all(&model->node_attribute_name, node, err));
    SG_TRY(sg_names_add_all(&model->edge_attribute_name, edge, err));
done:
    return status;
}

/* Names that are unknown fit any. */
static sg_status check_names(const sg_names *wanted, const sg_names *found, const char *of,
                             const sg_dataset *data, sg_error *err)
{
    const uint32_t n = wanted->n < found->n ? wanted->n : found->n;
    for (uint32_t i = 0; i < n; i++)
        if (strcmp(sg_names_at(wanted, i), sg_names_at(found, i)) != 0)
            return sg_error_set(
                err, SG_EINVAL, SG_WHERE,
                "model: attribute %u of %s was called \"%.60s\" in its training "
                "data, but in %s it is \"%.60s\"; give the columns the names "
                "and the order of the training data",
                i, of, sg_names_at(wanted, i), data->name != NULL ? data->name : "this data",
                sg_names_at(found, i));
    return SG_OK;
}

sg_status sg_model_check_data(const sg_model *model, const sg_dataset *data, sg_error *err)
{
    if (sg_inputs_have(&model->blueprint.input, SG_INPUT_ATTRIBUTES) &&
        data->node_attribute.n_columns != model->n_attributes)
        return sg_error_set(err, SG_EINVAL, SG_WHERE,
                            "model: it looks at %u node attributes, but the data set %s has %u",
                            model->n_attributes, data->name != NULL ? data->name : "",
                            data->node_attribute.n_columns);
    const sg_status status = check_names(&model->node_attribute_name,
                                         &data->node_attribute_name, "nodes", data, err);
    if (status != SG_OK) return status;
    if (check_names(&model->edge_attribute_name, &data->edge_attribute_name, "edges", data,
                    err) != SG_OK)
        return SG_EINVAL;
    return check_arcs(model, data, err);
}
