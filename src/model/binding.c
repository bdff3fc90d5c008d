/* binding.c - layers of a blueprint become layers of a network: copies are heads of their own, and
 * activations layers of their own. */
#include "model/binding.h"

#include "base/mem.h"

#include <string.h>

/* The labeling of one-hot input. */
static const char INPUT_LABELING[] = "label";

void sg_binding_free(sg_binding *binding)
{
    for (uint32_t l = 0; binding->heads != NULL && l < binding->spec.n_layers; l++)
        sg_free(binding->heads[l]);
    sg_free(binding->heads);
    sg_free(binding->layer);
    sg_free(binding->layer_of);
    *binding = (sg_binding){0};
}

/* ---- Input ---------------------------------------------------------------------------------- */

static sg_status bind_labels(sg_binding *binding, sg_shelf *shelf, sg_error *err)
{
    sg_status status = SG_OK;
    sg_shelf_labeling labels = {0};
    SG_TRY(sg_shelf_labels(&labels, shelf, INPUT_LABELING, err));
    binding->spec.input_label = labels.label;
    binding->spec.input_width = labels.n_labels;
done:
    return status;
}

static sg_status bind_attributes(sg_binding *binding, const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_value_table *attributes = &data->node_attribute;
    SG_REQUIRE(attributes->n_columns > 0, SG_EINVAL,
               "input: attributes: the data set %s has no node attributes; ones and labels are "
               "possible",
               data->name != NULL ? data->name : "");
    binding->spec.input = attributes->value;
    binding->spec.input_width = attributes->n_columns;
done:
    return status;
}

static sg_status bind_input(sg_binding *binding, sg_shelf *shelf, const sg_blueprint *blueprint,
                            sg_error *err)
{
    binding->spec.noise = blueprint->noise;
    binding->spec.input_width = 1;
    switch (blueprint->input) {
    case SG_INPUT_LABELS:
        return bind_labels(binding, shelf, err);
    case SG_INPUT_ATTRIBUTES:
        return bind_attributes(binding, sg_shelf_data(shelf), err);
    case SG_INPUT_ONES:
        break;
    }
    return SG_OK;
}

/* ---- Layers --------------------------------------------------------------------------------- */

static sg_status bind_encoder(sg_layer_spec *layer, void **owned, sg_shelf *shelf,
                              const sg_layer_design *design, sg_error *err)
{
    sg_status status = SG_OK;
    sg_encoder_head *heads = NULL;
    uint32_t n = 0;
    for (uint32_t h = 0; h < design->n_heads; h++) layer->n_heads += design->head[h].copies;
    SG_ALLOC(heads, layer->n_heads);
    layer->encoder_head = *owned = heads;
    for (uint32_t h = 0; h < design->n_heads; h++) {
        const sg_head *head = &design->head[h];
        sg_encoder_head bound = {0};
        SG_TRY(sg_shelf_plan(&bound.plan, shelf, head, err));
        if (head->bias != NULL) {
            sg_shelf_labeling labels = {0};
            SG_TRY(sg_shelf_labels(&labels, shelf, head->bias, err));
            bound.bias_label = labels.label;
            bound.n_bias_labels = labels.n_labels;
        }
        for (uint32_t copy = 0; copy < head->copies; copy++) heads[n++] = bound;
    }
done:
    return status;
}

static sg_status bind_decoder(sg_layer_spec *layer, void **owned, sg_shelf *shelf,
                              const sg_layer_design *design, sg_error *err)
{
    sg_status status = SG_OK;
    sg_decoder_head *heads = NULL;
    uint32_t n = 0;
    for (uint32_t h = 0; h < design->n_heads; h++)
        layer->n_heads += design->pooled_head[h].copies;
    SG_ALLOC(heads, layer->n_heads);
    layer->decoder_head = *owned = heads;
    for (uint32_t h = 0; h < design->n_heads; h++) {
        sg_shelf_labeling labels = {0};
        SG_TRY(sg_shelf_labels(&labels, shelf, design->pooled_head[h].label, err));
        for (uint32_t copy = 0; copy < design->pooled_head[h].copies; copy++)
            heads[n++] = (sg_decoder_head){labels.label, labels.n_labels};
    }
done:
    return status;
}

static bool has_activation(const sg_layer_design *design)
{
    return (design->type == SG_LAYER_ENCODER || design->type == SG_LAYER_DECODER ||
            design->type == SG_LAYER_LINEAR) &&
           design->activation != SG_ACTIVATION_IDENTITY;
}

/* Bind one layer; `last_of` [l] is the network's last layer of the blueprint's layer l. */
static sg_status bind_layer(sg_binding *binding, sg_shelf *shelf, const sg_layer_design *design,
                            uint32_t n_outputs, const uint32_t *last_of, sg_error *err)
{
    sg_status status = SG_OK;
    void **owned = &binding->heads[binding->spec.n_layers];
    sg_layer_spec *layer = &binding->layer[binding->spec.n_layers++];
    *layer = (sg_layer_spec){.type = design->type,
                             .outputs = design->outputs > 0 ? design->outputs : n_outputs,
                             .pooling = design->pooling,
                             .bias = design->bias,
                             .affine = design->affine,
                             .activation = design->activation,
                             .rate = design->rate};
    if (design->type == SG_LAYER_ENCODER)
        SG_TRY(bind_encoder(layer, owned, shelf, design, err));
    if (design->type == SG_LAYER_DECODER)
        SG_TRY(bind_decoder(layer, owned, shelf, design, err));
    if (design->type == SG_LAYER_RESIDUAL && design->from > 0)
        layer->from = last_of[design->from - 1] + 1;
    if (has_activation(design))
        binding->layer[binding->spec.n_layers++] =
            (sg_layer_spec){.type = SG_LAYER_ACTIVATION, .activation = design->activation};
done:
    return status;
}

sg_status sg_binding_make(sg_binding *binding, sg_shelf *shelf, const sg_blueprint *blueprint,
                          uint32_t n_outputs, uint32_t max_batch, sg_error *err)
{
    sg_status status = SG_OK;
    sg_binding made = {.spec = {.graph = &sg_shelf_data(shelf)->graph, .max_batch = max_batch}};
    uint32_t *last_of = NULL;
    SG_ALLOC(last_of, blueprint->n_layers);
    SG_ALLOC(made.layer, 2 * (size_t)blueprint->n_layers);
    SG_ALLOC(made.layer_of, 2 * (size_t)blueprint->n_layers);
    SG_ALLOC(made.heads, 2 * (size_t)blueprint->n_layers);
    SG_TRY(bind_input(&made, shelf, blueprint, err));
    for (uint32_t l = 0; l < blueprint->n_layers; l++) {
        const uint32_t first = made.spec.n_layers;
        SG_TRY(bind_layer(&made, shelf, &blueprint->layer[l], n_outputs, last_of, err));
        for (uint32_t i = first; i < made.spec.n_layers; i++) made.layer_of[i] = l;
        last_of[l] = made.spec.n_layers - 1;
    }
    made.spec.layer = made.layer;
    *binding = made;
    made = (sg_binding){0};
done:
    sg_free(last_of);
    sg_binding_free(&made);
    return status;
}

sg_status sg_binding_freeze(sg_binding *binding, const sg_layer_set *layers, uint32_t n_layers,
                            sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t end = sg_layer_set_end(layers);
    SG_REQUIRE(end <= n_layers, SG_EINVAL,
               "freeze: there is no layer %u; there are %u, from 0 on", end - 1, n_layers);
    for (uint32_t i = 0; i < binding->spec.n_layers; i++)
        binding->layer[i].frozen = sg_layer_set_has(layers, binding->layer_of[i]);
done:
    return status;
}

/* ---- Knowledge ------------------------------------------------------------------------------ */

static sg_status learn_labels(sg_knowledge *k, size_t *capacity, sg_shelf *shelf,
                              const char *expression, sg_error *err)
{
    sg_status status = SG_OK;
    if (sg_knowledge_labels(k, expression) != NULL) goto done;
    SG_TRY(sg_grow(&k->labels, capacity, k->n_labelings + (size_t)1, sizeof *k->labels, err));
    k->labels[k->n_labelings++] = (sg_known_labels){0};
    SG_TRY(sg_shelf_labels_known(&k->labels[k->n_labelings - 1], shelf, expression, err));
done:
    return status;
}

static sg_status learn_head(sg_knowledge *k, size_t *capacity, sg_shelf *shelf,
                            const sg_head *head, sg_error *err)
{
    sg_status status = SG_OK;
    sg_known_weights weights = {0};
    SG_TRY(sg_shelf_weights_known(&weights, shelf, head, err));
    if (sg_knowledge_weights(k, weights.head) != NULL) goto done;
    SG_TRY(sg_grow(&k->weights, capacity, k->n_heads + (size_t)1, sizeof *k->weights, err));
    k->weights[k->n_heads++] = weights;
    weights = (sg_known_weights){0};
done:
    sg_free(weights.head);
    sg_weight_keys_free(&weights.keys);
    return status;
}

sg_status sg_binding_learn(sg_knowledge *knowledge, sg_shelf *shelf,
                           const sg_blueprint *blueprint, sg_error *err)
{
    sg_status status = SG_OK;
    size_t labels = knowledge->n_labelings, heads = knowledge->n_heads;
    if (blueprint->input == SG_INPUT_LABELS)
        SG_TRY(learn_labels(knowledge, &labels, shelf, INPUT_LABELING, err));
    for (uint32_t l = 0; l < blueprint->n_layers; l++) {
        const sg_layer_design *layer = &blueprint->layer[l];
        for (uint32_t h = 0; layer->head != NULL && h < layer->n_heads; h++) {
            SG_TRY(learn_labels(knowledge, &labels, shelf, layer->head[h].receiver, err));
            SG_TRY(learn_labels(knowledge, &labels, shelf, layer->head[h].sender, err));
            if (layer->head[h].bias != NULL)
                SG_TRY(learn_labels(knowledge, &labels, shelf, layer->head[h].bias, err));
            SG_TRY(learn_head(knowledge, &heads, shelf, &layer->head[h], err));
        }
        for (uint32_t h = 0; layer->pooled_head != NULL && h < layer->n_heads; h++)
            SG_TRY(learn_labels(knowledge, &labels, shelf, layer->pooled_head[h].label, err));
    }
done:
    return status;
}
