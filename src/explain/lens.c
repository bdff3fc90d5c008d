/* lens.c - opening a lens. */
#include "explain/lens_parts.h"

#include "base/mem.h"
#include "data/dataset_view.h"

/* ---- Layers ---------------------------------------------------------------------------------- */

static bool is_explained(sg_layer_type type)
{
    return type == SG_LAYER_ENCODER || type == SG_LAYER_DECODER || type == SG_LAYER_POOL;
}

static uint32_t width_before(const sg_lens *lens, uint32_t layer)
{
    uint32_t width = lens->binding.spec.input_width;
    bool of_nodes = false;
    if (layer > 0)
        (void)sg_network_state_f64(lens->worker[0].network, layer - 1, &width, &of_nodes);
    return width;
}

static sg_status list_layers(sg_lens *lens, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_network_spec *spec = &lens->binding.spec;
    SG_ALLOC(lens->layer, spec->n_layers);
    for (uint32_t l = 0; l < spec->n_layers; l++) {
        if (!is_explained(spec->layer[l].type)) continue;
        lens->layer[lens->n_layers++] = (sg_lens_layer){
            .number = l, .of = lens->binding.layer_of[l], .width = width_before(lens, l)};
    }
done:
    return status;
}

/* ---- Workers --------------------------------------------------------------------------------- */

static sg_status open_worker(sg_lens_worker *worker, const sg_lens *lens, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_model *model = lens->model;
    SG_TRY(sg_network_open_f64(&worker->network, &lens->binding.spec, NULL, err));
    SG_REQUIRE(sg_network_output_width_f64(worker->network) == model->n_outputs, SG_EFORMAT,
               "model: its last layer has %u outputs, but it predicts %u",
               sg_network_output_width_f64(worker->network), model->n_outputs);
    double *parameter = sg_network_parameters_f64(worker->network);
    for (size_t i = 0; i < model->n_weights; i++) parameter[i] = model->weight[i];
done:
    return status;
}

static void close_workers(sg_lens_worker *worker, uint32_t n)
{
    for (uint32_t w = 0; w < n; w++) {
        sg_network_close_f64(worker[w].network);
        sg_scratch_free(&worker[w].scratch);
    }
}

sg_status sg_lens_hire(sg_lens *lens, uint32_t n_workers, sg_error *err)
{
    sg_status status = SG_OK;
    sg_lens_worker *more = NULL;
    if (n_workers <= lens->n_workers) goto done;
    SG_ALLOC(more, n_workers);
    for (uint32_t w = lens->n_workers; w < n_workers; w++)
        SG_TRY(open_worker(&more[w], lens, err));
    for (uint32_t w = 0; w < lens->n_workers; w++) more[w] = lens->worker[w];
    sg_free(lens->worker);
    lens->worker = more;
    lens->n_workers = n_workers;
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
               "explain: the tolerance must be between 0 and 1, not %g", path.tolerance);
    SG_REQUIRE(path.steps > 0 && path.steps <= SG_PATH_MOST_STEPS, SG_EINVAL,
               "explain: from 1 to %d steps are possible, not %u", SG_PATH_MOST_STEPS,
               path.steps);
    SG_TRY(sg_model_check_attributes(model, data, err));
done:
    return status;
}

static sg_status bind(sg_lens *lens, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_model *model = lens->model;
    uint64_t n_weights = 0, width = 0;
    SG_TRY(sg_shelf_open(&lens->shelf, lens->data, &model->knowledge, &lens->options, err));
    SG_TRY(sg_binding_make(&lens->binding, lens->shelf, &model->blueprint, model->n_outputs, 1,
                           err));
    SG_TRY(sg_network_measure(&n_weights, &width, &lens->binding.spec, err));
    SG_REQUIRE(n_weights == model->n_weights, SG_EFORMAT,
               "model: its layers have %llu weights, but there are %zu",
               (unsigned long long)n_weights, model->n_weights);
done:
    return status;
}

static sg_path_options path_of(const sg_explainer_options *options)
{
    sg_path_options path = {.tolerance = SG_PATH_TOLERANCE, .steps = SG_PATH_STEPS};
    if (options != NULL && options->tolerance != 0) path.tolerance = options->tolerance;
    if (options != NULL && options->steps != 0) path.steps = options->steps;
    return path;
}

sg_status sg_explainer_open(sg_explainer **explainer, const sg_model *model,
                            const sg_dataset *data, const sg_explainer_options *options,
                            sg_error *err)
{
    static const sg_label_options defaults = {0};
    sg_status status = SG_OK;
    const sg_label_options *labels =
        options != NULL && options->labels != NULL ? options->labels : &defaults;
    sg_lens *made = NULL;
    SG_ALLOC(made, 1);
    *made = (sg_lens){.model = model,
                      .data = data,
                      .view = sg_dataset_view(data),
                      .options = {.budget = labels->budget, .observer = labels->observer},
                      .path = path_of(options)};
    SG_TRY(check(model, data, made->path, err));
    SG_TRY(sg_pool_open(&made->options.pool, labels->n_threads, err));
    made->nodes_differ = sg_lens_nodes_differ(data);
    SG_TRY(bind(made, err));
    SG_TRY(sg_lens_hire(made, 1, err));
    SG_TRY(list_layers(made, err));
    SG_TRY(sg_lens_make_heads(made, err));
    *explainer = made;
    made = NULL;
done:
    sg_explainer_close(made);
    return status;
}

void sg_explainer_close(sg_explainer *explainer)
{
    if (explainer == NULL) return;
    sg_lens_heads_free(explainer);
    sg_lens_labelings_free(explainer);
    sg_free(explainer->layer);
    close_workers(explainer->worker, explainer->n_workers);
    sg_free(explainer->worker);
    sg_binding_free(&explainer->binding);
    sg_shelf_close(explainer->shelf);
    sg_pool_close(explainer->options.pool);
    sg_free(explainer);
}

const sg_explained_labeling *sg_explainer_labelings(size_t *n, const sg_lens *lens)
{
    *n = lens->n_labelings;
    return lens->labeling;
}

const sg_explained_head *sg_explainer_heads(size_t *n, const sg_lens *lens)
{
    *n = lens->n_heads;
    return lens->head;
}
