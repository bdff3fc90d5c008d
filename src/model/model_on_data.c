/* model_on_data.c - layers of a blueprint become layers of a network: copies are heads of their own, and
 * activations layers of their own. */
#include "model/model_on_data.h"

#include "base/mem.h"

void sg_model_on_data_close(sg_model_on_data *m)
{
    for (uint32_t l = 0; m->own != NULL && l < m->spec.n_layers; l++)
        sg_layer_unbind(m->own[l], m->layer[l].kind);
    sg_free(m->own);
    sg_free(m->layer);
    sg_free(m->layer_of);
    sg_network_outline_free(&m->outline);
    sg_plan_cache_close(m->own_cache);
    sg_dataset_free(&m->nothing);
    *m = (sg_model_on_data){0};
}

/* ---- Input ---------------------------------------------------------------------------------- */

static sg_status bind_labels(sg_input_block *block, const sg_model_on_data *m,
                             const char *expression, sg_error *err)
{
    sg_status status = SG_OK;
    sg_cached_labels labels = {0};
    SG_TRY(sg_plan_cache_labels(&labels, m->cache, expression, err));
    *block = (sg_input_block){.label = labels.label, .width = labels.n_labels};
done:
    return status;
}

sg_status sg_input_check_attributes(const sg_dataset *data, sg_error *err)
{
    if (data->node_attribute.n_columns > 0) return SG_OK;
    return sg_error_set(err, SG_EINVAL, SG_WHERE,
                        "input: attributes: the data set %s has no node attributes; ones and "
                        "labels are possible",
                        data->name != NULL ? data->name : "");
}

static sg_status bind_attributes(sg_input_block *block, const sg_model_on_data *m,
                                 sg_error *err)
{
    sg_status status = SG_OK;
    const sg_dataset *data = sg_plan_cache_data(m->cache);
    const sg_value_table *attributes = &data->node_attribute;
    SG_TRY(sg_input_check_attributes(data, err));
    *block = (sg_input_block){.value = attributes->value, .width = attributes->n_columns};
done:
    return status;
}

static sg_status bind_part(sg_input_block *block, const sg_model_on_data *m,
                           const sg_input_part *part, sg_error *err)
{
    *block = (sg_input_block){.width = 1};
    switch (part->kind) {
    case SG_INPUT_LABELS:
        return bind_labels(block, m, part->labels, err);
    case SG_INPUT_ATTRIBUTES:
        return bind_attributes(block, m, err);
    case SG_INPUT_ONES:
        break;
    }
    return SG_OK;
}

static sg_status bind_input(sg_model_on_data *m, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_inputs *inputs = &m->blueprint->input;
    uint64_t width = 0;
    m->spec.noise = m->blueprint->noise;
    m->spec.input = m->block;
    for (uint32_t i = 0; i < inputs->n; i++) {
        SG_TRY(bind_part(&m->block[i], m, &inputs->part[i], err));
        width += m->block[i].width;
        SG_REQUIRE(width <= UINT32_MAX, SG_ELIMIT, "input: more than 2^32 columns");
        m->spec.n_inputs++;
    }
done:
    return status;
}

/* ---- Layers --------------------------------------------------------------------------------- */

static sg_status add_layer(sg_model_on_data *m, const sg_layer_design *design,
                           const sg_layer_binding *to, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = m->spec.n_layers;
    SG_TRY(sg_layer_bind(&m->own[n], design, to, err));
    m->layer[n] = (sg_layer_spec){.kind = design->kind, .of = m->own[n]};
    m->layer_of[n] = to->number;
    m->spec.n_layers++;
done:
    return status;
}

/* Activations become layers of their own. */
static sg_status add_activation(sg_model_on_data *m, sg_activation activation,
                                const sg_layer_binding *to, sg_error *err)
{
    const sg_layer_design behind = sg_layer_design_of_activation(&activation);
    if (activation == SG_ACTIVATION_IDENTITY) return SG_OK;
    return add_layer(m, &behind, to, err);
}

static sg_status bind_layers(sg_model_on_data *m, uint32_t n_outputs, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_blueprint *blueprint = m->blueprint;
    uint32_t *last = NULL;
    SG_ALLOC(last, blueprint->n_layers);
    SG_ALLOC(m->layer, 2 * (size_t)blueprint->n_layers);
    SG_ALLOC(m->layer_of, 2 * (size_t)blueprint->n_layers);
    SG_ALLOC(m->own, 2 * (size_t)blueprint->n_layers);
    m->spec.layer = m->layer;
    for (uint32_t l = 0; l < blueprint->n_layers; l++) {
        const sg_layer_design *design = &blueprint->layer[l];
        const sg_layer_binding to = {m->cache, n_outputs, l, last};
        sg_error inner = {0};
        if (add_layer(m, design, &to, &inner) != SG_OK)
            SG_TRY(sg_blueprint_fail(blueprint, l, &inner, err));
        if (design->kind->activates) SG_TRY(add_activation(m, design->activation, &to, err));
        last[l] = m->spec.n_layers - 1;
    }
done:
    sg_free(last);
    return status;
}

/* ---- Opening -------------------------------------------------------------------------------- */

/* The cache that was given, or one of its own; without data over no graphs at all. */
static sg_status find_cache(sg_model_on_data *m, const sg_placement *p, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_dataset *data = p->data;
    if (p->cache != NULL) {
        m->cache = p->cache;
        goto done;
    }
    if (data == NULL) {
        m->nothing.node_attribute.n_columns = p->n_attributes;
        SG_ALLOC(m->nothing.graph.graph_offset, 1);
        SG_ALLOC(m->nothing.graph.arc_offset, 1);
        data = &m->nothing;
    }
    SG_TRY(sg_plan_cache_open(&m->own_cache, data, p->known, p->invariants, err));
    if (p->whole != NULL) sg_plan_cache_choose_by(m->own_cache, p->whole);
    if (p->index != NULL) sg_plan_cache_use_index(m->own_cache, p->index);
    m->cache = m->own_cache;
done:
    return status;
}

static sg_status check_size(const sg_model_on_data *m, uint64_t max_weights, sg_error *err)
{
    sg_status status = SG_OK;
    uint64_t n_weights = 0, width = 0;
    if (max_weights == 0) goto done;
    SG_TRY(sg_network_measure(&n_weights, &width, &m->spec, err));
    SG_REQUIRE(n_weights <= max_weights, SG_EFORMAT,
               "model: its layers need %llu weights, more than the file has",
               (unsigned long long)n_weights);
    SG_REQUIRE(width <= max_weights, SG_EFORMAT,
               "model: a layer has %llu numbers per node, more than the file has weights",
               (unsigned long long)width);
done:
    return status;
}

sg_status sg_blueprint_check_items(const sg_blueprint *blueprint, const sg_dataset *data,
                                   sg_error *err)
{
    const sg_state last = {.of_nodes = sg_blueprint_item(blueprint) == SG_ITEM_NODE};
    return sg_network_check_rows(&last, data->items.kind, err);
}

/* Opened where it stays: its specs point into it. */
sg_status sg_model_on_data_open(sg_model_on_data *m, const sg_blueprint *blueprint,
                                uint32_t n_outputs, const sg_placement *placement,
                                sg_error *err)
{
    sg_status status = SG_OK;
    *m = (sg_model_on_data){.blueprint = blueprint};
    SG_TRY(find_cache(m, placement, err));
    if (!placement->any_items)
        SG_TRY(sg_blueprint_check_items(blueprint, sg_plan_cache_data(m->cache), err));
    m->spec.graph = &sg_plan_cache_data(m->cache)->graph;
    m->spec.item = placement->any_items ? sg_blueprint_item(blueprint)
                                        : sg_plan_cache_data(m->cache)->items.kind;
    m->spec.max_batch = placement->max_batch;
    m->spec.max_spans = placement->max_spans;
    m->spec.parameters = placement->parameters;
    SG_TRY(bind_input(m, err));
    SG_TRY(bind_layers(m, n_outputs, err));
    SG_TRY(check_size(m, placement->max_weights, err));
    SG_TRY(sg_network_outline_make(&m->outline, &m->spec, err));
done:
    if (status != SG_OK) sg_model_on_data_close(m);
    return status;
}

sg_status sg_model_on_data_freeze(sg_model_on_data *m, const sg_layer_set *layers,
                                  sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t end = sg_layer_set_end(layers), n = m->blueprint->n_layers;
    SG_REQUIRE(end <= n, SG_EINVAL,
               "freeze: there is no layer %u; there are %u, numbered from 0", end - 1, n);
    for (uint32_t i = 0; i < m->spec.n_layers; i++)
        m->layer[i].frozen = sg_layer_set_has(layers, m->layer_of[i]);
done:
    return status;
}

uint32_t sg_model_on_data_outputs(const sg_model_on_data *m)
{
    return m->outline.state[m->outline.n_layers].width;
}

uint32_t sg_model_on_data_layer(const sg_model_on_data *m, uint32_t layer)
{
    uint32_t i = 0;
    while (m->layer_of[i] != layer) i++;
    return i;
}

void sg_model_on_data_weights(uint64_t *n_weights, const sg_model_on_data *m)
{
    for (uint32_t l = 0; l < m->blueprint->n_layers; l++) n_weights[l] = 0;
    for (uint32_t t = 0; t < m->outline.n_tensors; t++)
        n_weights[m->layer_of[m->outline.tensor[t].layer]] += m->outline.tensor[t].n;
}
