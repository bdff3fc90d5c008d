/* explainer.c - opening an explainer. */
#include "explain/explainer_parts.h"

#include "base/mem.h"
#include "base/observer.h"
#include "base/struct_size.h"
#include "data/dataset_hold.h"
#include "data/dataset_view.h"

/* ---- Layers ---------------------------------------------------------------------------------- */

static sg_explainer_layer layer_at(const sg_model_on_data *m, uint32_t l, bool decodes)
{
    return (sg_explainer_layer){.number = l,
                                .of = m->layer_of[l],
                                .width = m->outline.state[l].width,
                                .decodes = decodes};
}

/* Where nodes are predicted and no layer weighs messages, as in a GCN, the rows that a layer hears are shared out:
 * those before the first layer that reads other nodes' rows and has a state before it. */
static void add_hearing_layer(sg_explainer *explainer)
{
    const sg_model_on_data *m = &explainer->on_data;
    if (explainer->n_layers > 0 || m->spec.item != SG_ITEM_NODE) return;
    for (uint32_t l = 1; l < m->spec.n_layers && explainer->n_layers == 0; l++)
        if (sg_layer_reach(m->layer[l].kind) > 0)
            explainer->layer[explainer->n_layers++] = layer_at(m, l, true);
}

/* Layers that weigh messages and layers that pool say what each message or node gives. */
static sg_status list_layers(sg_explainer *explainer, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_model_on_data *m = &explainer->on_data;
    SG_ALLOC(explainer->layer, m->spec.n_layers);
    for (uint32_t l = 0; l < m->spec.n_layers; l++) {
        const bool decodes = m->layer[l].kind->pools;
        if (!decodes && !m->layer[l].kind->weighs_messages) continue;
        explainer->layer[explainer->n_layers++] = layer_at(m, l, decodes);
    }
    add_hearing_layer(explainer);
done:
    return status;
}

/* ---- Workers --------------------------------------------------------------------------------- */

static sg_status open_worker(sg_explainer_worker *worker, const sg_explainer *explainer,
                             sg_error *err)
{
    sg_status status = SG_OK;
    const sg_model *model = explainer->model;
    SG_TRY(sg_network_open_f64(&worker->network, &explainer->on_data.spec, NULL, err));
    double *parameter = sg_network_parameters_f64(worker->network);
    for (size_t i = 0; i < model->n_weights; i++) parameter[i] = model->weight[i];
done:
    return status;
}

static void close_workers(sg_explainer_worker *worker, uint32_t n)
{
    for (uint32_t w = 0; w < n; w++) {
        sg_network_close_f64(worker[w].network);
        sg_scratch_free(&worker[w].scratch);
    }
}

sg_status sg_explainer_hire(sg_explainer *explainer, uint32_t n_workers, sg_error *err)
{
    sg_status status = SG_OK;
    sg_explainer_worker *more = NULL;
    if (n_workers <= explainer->n_workers) goto done;
    SG_ALLOC(more, n_workers);
    for (uint32_t w = explainer->n_workers; w < n_workers; w++)
        SG_TRY(open_worker(&more[w], explainer, err));
    for (uint32_t w = 0; w < explainer->n_workers; w++) more[w] = explainer->worker[w];
    sg_free(explainer->worker);
    explainer->worker = more;
    explainer->n_workers = n_workers;
    more = NULL;
done:
    if (more != NULL) close_workers(more, n_workers);
    sg_free(more);
    return status;
}

/* ---- Opening and closing --------------------------------------------------------------------- */

static sg_status check(const sg_model *model, const sg_dataset *data, sg_path_options path,
                       sg_error *err)
{
    sg_status status = SG_OK;
    SG_REQUIRE(path.tolerance > 0 && path.tolerance < 1, SG_EINVAL,
               "explainer: the tolerance must be between 0 and 1, not %g", path.tolerance);
    SG_REQUIRE(path.steps > 0 && path.steps <= SG_PATH_MOST_STEPS, SG_EINVAL,
               "explainer: from 1 to %d steps are possible, not %lld", SG_PATH_MOST_STEPS,
               sg_as_meant(path.steps));
    SG_TRY(sg_model_check_trained(model, err));
    SG_TRY(sg_model_check_data(model, data, err));
    SG_TRY(sg_model_check_labels(model, data, err));
done:
    return status;
}

static sg_status place_model(sg_explainer *explainer, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_model *model = explainer->model;
    const sg_placement on = {
        .data = explainer->data, .invariants = &explainer->options, .max_batch = 1};
    SG_TRY(sg_model_place_on(&explainer->on_data, model, &on, err));
    SG_TRY(sg_model_check_weights(model, &explainer->on_data, err));
done:
    return status;
}

static sg_path_options path_of(const sg_explainer_options *options)
{
    sg_path_options path = {.tolerance = SG_PATH_TOLERANCE, .steps = SG_PATH_STEPS};
    if (options->tolerance != 0) path.tolerance = options->tolerance;
    if (options->steps != 0) path.steps = options->steps;
    return path;
}

sg_status sg_explainer_open(sg_explainer **explainer, const sg_model *model,
                            const sg_dataset *data, const sg_explainer_options *options,
                            sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(explainer);
    SG_REQUIRE_ARGUMENT(model);
    SG_REQUIRE_ARGUMENT(data);
    sg_explainer_options chosen;
    sg_label_options labels;
    SG_TAKE_OPTIONS(chosen, options, labels);
    SG_TAKE_OPTIONS_OF(labels, chosen.labels, "options->labels", observer);
    SG_REQUIRE_OBSERVER(labels, "options->labels");
    sg_status status = SG_OK;
    sg_explainer *made = NULL;
    SG_ALLOC(made, 1);
    *made = (sg_explainer){.model = model,
                           .model_changes = model->n_changes,
                           .data = data,
                           .hold = sg_dataset_hold_take(data),
                           .view = sg_dataset_view(data),
                           .options = {.budget = labels.budget, .observer = labels.observer},
                           .path = path_of(&chosen)};
    SG_TRY(check(model, data, made->path, err));
    SG_TRY(sg_threads_open(&made->options.threads, labels.n_threads, err));
    made->nodes_differ = sg_explainer_nodes_differ(data);
    SG_TRY(place_model(made, err));
    SG_TRY(sg_explainer_hire(made, 1, err));
    SG_TRY(list_layers(made, err));
    SG_TRY(sg_explainer_make_heads(made, err));
    *explainer = made;
    made = NULL;
done:
    sg_explainer_close(made);
    return status;
}

void sg_explainer_close(sg_explainer *explainer)
{
    if (explainer == NULL) return;
    sg_explainer_heads_free(explainer);
    sg_explainer_labelings_free(explainer);
    sg_free(explainer->layer);
    close_workers(explainer->worker, explainer->n_workers);
    sg_free(explainer->worker);
    sg_model_on_data_close(&explainer->on_data);
    sg_threads_close(explainer->options.threads);
    sg_dataset_hold_release(explainer->hold);
    sg_free(explainer);
}

sg_status sg_explainer_check_model(const sg_explainer *explainer, sg_error *err)
{
    return sg_model_check_changes(explainer->model, explainer->model_changes, "explainer", err);
}

sg_item_kind sg_explainer_item(const sg_explainer *explainer)
{
    return explainer->on_data.spec.item;
}

const char *sg_explainer_data_name(const sg_explainer *explainer)
{
    return explainer->data->name != NULL ? explainer->data->name : "";
}

const sg_explained_labeling *sg_explainer_labelings(size_t *n, const sg_explainer *explainer)
{
    if (n == NULL) return NULL;
    *n = explainer == NULL ? 0 : explainer->n_labelings;
    return explainer == NULL ? NULL : explainer->labeling;
}

const sg_explained_head *sg_explainer_heads(size_t *n, const sg_explainer *explainer)
{
    if (n == NULL) return NULL;
    *n = explainer == NULL ? 0 : explainer->n_heads;
    return explainer == NULL ? NULL : explainer->head;
}
