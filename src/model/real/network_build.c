/* network_build.c - fitting layers together and dividing their parameters into tasks. */
#include "model/real/network_parts.h"

#include "base/mem.h"

/* Parameters that one task should own: their gradient fits the second-level cache. */
enum { TASK_SIZE = 1 << 15, MAX_HEAD_TASKS = 255, MAX_TENSORS_PER_HEAD = 2 };

typedef struct builder {
    SG_R(sg_network) *network;
    size_t tensor_capacity, task_capacity, layer_task_capacity;
} builder;

static sg_status add_tensor(builder *b, sg_tensor tensor, sg_error *err)
{
    SG_R(sg_network) *n = b->network;
    const sg_status status = sg_grow(&n->tensor, &b->tensor_capacity, n->n_tensors + (size_t)1,
                                     sizeof *n->tensor, err);
    if (status == SG_OK) n->tensor[n->n_tensors++] = tensor;
    return status;
}

static sg_status add_task(builder *b, SG_R(sg_layer) *layer, sg_task task, sg_error *err)
{
    sg_status status = SG_OK;
    SG_R(sg_network) *n = b->network;
    if (task.begin == task.end) goto done;
    SG_TRY(sg_grow(&layer->task, &b->layer_task_capacity, layer->n_tasks + (size_t)1,
                   sizeof *layer->task, err));
    SG_TRY(sg_grow(&n->task, &b->task_capacity, n->n_tasks + (size_t)1, sizeof *n->task, err));
    n->task[n->n_tasks++] = (sg_task_reference){layer->number, layer->n_tasks};
    layer->task[layer->n_tasks++] = task;
done:
    return status;
}

/* ---- Encoder ------------------------------------------------------------------------------ */

static uint8_t find_task(const sg_task *task, uint32_t n_tasks, size_t slot)
{
    uint32_t low = 0, high = n_tasks;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (task[middle].begin <= slot)
            low = middle;
        else
            high = middle;
    }
    return (uint8_t)low;
}

/* Which of the head's tasks each node belongs to: that of its pairs' slots. */
static sg_status assign_nodes(SG_R(sg_layer) *layer, uint32_t h, uint32_t first_task,
                              uint32_t n_nodes, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_plan *plan = layer->spec->encoder_head[h].plan;
    const uint32_t n_tasks = layer->n_tasks - first_task;
    const size_t base = layer->head_first[h];
    for (uint32_t other = 0; other < h; other++)
        if (layer->spec->encoder_head[other].plan == plan) {
            layer->node_task[h] = layer->node_task[other];
            goto done;
        }
    SG_ALLOC(layer->node_task[h], n_nodes);
    for (uint32_t v = 0; v < n_nodes && n_tasks > 0; v++)
        if (plan->row[v + 1] > plan->row[v])
            layer->node_task[h][v] =
                find_task(layer->task + first_task, n_tasks, base + plan->slot[plan->row[v]]);
done:
    return status;
}

/* Cut the head's slots into tasks where another receiver label begins. */
static sg_status cut_slots(builder *b, SG_R(sg_layer) *layer, uint32_t h, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_plan *plan = layer->spec->encoder_head[h].plan;
    size_t size = plan->n_slots / (MAX_HEAD_TASKS / 2) + 1;
    if (size < TASK_SIZE) size = TASK_SIZE;
    const size_t base = layer->head_first[h];
    uint32_t begin = 0;
    for (uint32_t r = 1; r <= plan->n_receivers; r++) {
        const uint32_t end = plan->receiver_begin[r];
        const bool last = r == plan->n_receivers;
        if (!last && plan->receiver_begin[r + 1] - begin <= size) continue;
        SG_TRY(add_task(b, layer, (sg_task){h, false, base + begin, base + end}, err));
        begin = end;
    }
done:
    return status;
}

static sg_status build_encoder(builder *b, SG_R(sg_layer) *layer, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_layer_spec *spec = layer->spec;
    const uint32_t k = layer->in_width;
    SG_ALLOC(layer->node_task, spec->n_heads);
    SG_ALLOC(layer->head_first, spec->n_heads);
    for (uint32_t h = 0; h < spec->n_heads; h++) {
        const sg_encoder_head *head = &spec->encoder_head[h];
        const size_t first = layer->n_parameters, n_slots = head->plan->n_slots;
        const size_t n_bias = head->bias_label != NULL ? (size_t)k * head->n_bias_labels : 0;
        const uint32_t first_task = layer->n_tasks;
        layer->head_first[h] = first;
        SG_TRY(add_tensor(
            b,
            (sg_tensor){layer->number, h, "weight", first, n_slots, {(uint32_t)n_slots}, 1, 0},
            err));
        SG_TRY(cut_slots(b, layer, h, err));
        SG_TRY(assign_nodes(layer, h, first_task, b->network->spec->graph->n_nodes, err));
        if (n_bias > 0)
            SG_TRY(add_tensor(b,
                              (sg_tensor){layer->number,
                                          h,
                                          "bias",
                                          first + n_slots,
                                          n_bias,
                                          {head->n_bias_labels, k},
                                          2,
                                          0},
                              err));
        SG_TRY(add_task(b, layer, (sg_task){h, true, first + n_slots, first + n_slots + n_bias},
                        err));
        layer->n_parameters += n_slots + n_bias;
    }
    layer->out_width = k * spec->n_heads;
    layer->out_nodes = true;
done:
    return status;
}

/* ---- The other layers ---------------------------------------------------------------------- */

static sg_status build_decoder(builder *b, SG_R(sg_layer) *layer, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_layer_spec *spec = layer->spec;
    const uint32_t k = layer->in_width, m = spec->outputs;
    SG_ALLOC(layer->head_first, spec->n_heads);
    layer->out_width = spec->n_heads * m * k;
    for (uint32_t h = 0; h < spec->n_heads; h++) {
        const size_t first = layer->n_parameters;
        const uint32_t n_labels = spec->decoder_head[h].n_labels;
        const size_t n = (size_t)n_labels * m;
        layer->head_first[h] = first;
        layer->n_parameters += n;
        SG_TRY(add_tensor(
            b, (sg_tensor){layer->number, h, "weight", first, n, {n_labels, m}, 2, 0}, err));
        SG_TRY(add_task(b, layer, (sg_task){h, false, first, first + n}, err));
    }
    const size_t first = layer->n_parameters, n = spec->bias ? layer->out_width : 0;
    layer->n_parameters += n;
    if (n > 0)
        SG_TRY(add_tensor(
            b, (sg_tensor){layer->number, 0, "bias", first, n, {spec->n_heads, m, k}, 3, 0},
            err));
    SG_TRY(add_task(b, layer, (sg_task){0, true, first, first + n}, err));
done:
    return status;
}

static sg_status build_linear(builder *b, SG_R(sg_layer) *layer, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t in = layer->in_width, out = layer->spec->outputs;
    const size_t n = (size_t)in * out, n_bias = layer->spec->bias ? out : 0;
    const size_t rows = TASK_SIZE / out + 1; /* inputs per task */
    layer->out_width = out;
    layer->out_nodes = layer->in_nodes;
    layer->n_parameters = n + n_bias;
    SG_TRY(add_tensor(b, (sg_tensor){layer->number, 0, "weight", 0, n, {in, out}, 2, in}, err));
    if (n_bias > 0)
        SG_TRY(
            add_tensor(b, (sg_tensor){layer->number, 0, "bias", n, n_bias, {out}, 1, in}, err));
    for (size_t i = 0; i < in; i += rows) {
        const size_t end = i + rows < in ? i + rows : in;
        SG_TRY(add_task(b, layer, (sg_task){0, false, i * out, end * out}, err));
    }
    SG_TRY(add_task(b, layer, (sg_task){0, true, n, n + n_bias}, err));
done:
    return status;
}

static sg_status build_norm(builder *b, SG_R(sg_layer) *layer, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t k = layer->in_width;
    if (!layer->spec->affine) goto done;
    layer->n_parameters = 2 * (size_t)k;
    SG_TRY(add_tensor(b, (sg_tensor){layer->number, 0, "gain", 0, k, {k}, 1, 0}, err));
    SG_TRY(add_tensor(b, (sg_tensor){layer->number, 0, "shift", k, k, {k}, 1, 0}, err));
    SG_TRY(add_task(b, layer, (sg_task){0, false, 0, 2 * (size_t)k}, err));
done:
    return status;
}

static sg_status build_residual(const SG_R(sg_network) *network, const SG_R(sg_layer) *layer,
                                sg_error *err)
{
    const uint32_t from = layer->spec->from;
    if (from > layer->number)
        return sg_error_set(err, SG_EINVAL, SG_WHERE,
                            "layer %u: residual: layer %u does not come before it",
                            layer->number, from - 1);
    const uint32_t width =
        from == 0 ? network->spec->input_width : network->layer[from - 1].out_width;
    const bool nodes = from == 0 || network->layer[from - 1].out_nodes;
    if (width != layer->in_width || nodes != layer->in_nodes)
        return sg_error_set(
            err, SG_EINVAL, SG_WHERE,
            "layer %u: residual: %u numbers per %s cannot be added to %u per %s", layer->number,
            width, nodes ? "node" : "graph", layer->in_width,
            layer->in_nodes ? "node" : "graph");
    return SG_OK;
}

static sg_status build_layer(builder *b, SG_R(sg_layer) *layer, sg_error *err)
{
    layer->out_width = layer->in_width;
    layer->out_nodes = layer->in_nodes;
    switch (layer->spec->type) {
    case SG_LAYER_ENCODER:
        layer->ops = &SG_R(sg_encoder_ops);
        return build_encoder(b, layer, err);
    case SG_LAYER_DECODER:
        layer->ops = &SG_R(sg_decoder_ops);
        layer->out_nodes = false;
        return build_decoder(b, layer, err);
    case SG_LAYER_LINEAR:
        layer->ops = &SG_R(sg_linear_ops);
        return build_linear(b, layer, err);
    case SG_LAYER_NORM:
        layer->ops = &SG_R(sg_norm_ops);
        return build_norm(b, layer, err);
    case SG_LAYER_ACTIVATION:
        layer->ops = &SG_R(sg_activation_ops);
        return SG_OK;
    case SG_LAYER_DROPOUT:
        layer->ops = &SG_R(sg_dropout_ops);
        return SG_OK;
    case SG_LAYER_POOL:
        layer->ops = &SG_R(sg_pool_ops);
        layer->out_nodes = false;
        return SG_OK;
    case SG_LAYER_RESIDUAL:
        layer->ops = &SG_R(sg_residual_ops);
        return build_residual(b->network, layer, err);
    }
    return sg_error_set(err, SG_EINVAL, SG_WHERE, "layer %u: of no known type", layer->number);
}

static sg_status check_layer(const SG_R(sg_layer) *layer, sg_error *err)
{
    const sg_layer_type type = layer->spec->type;
    const bool wants_nodes =
        type == SG_LAYER_ENCODER || type == SG_LAYER_DECODER || type == SG_LAYER_POOL;
    if (wants_nodes && !layer->in_nodes)
        return sg_error_set(err, SG_EINVAL, SG_WHERE,
                            "layer %u: needs a row per node, but a layer before it has pooled "
                            "them",
                            layer->number);
    if ((type == SG_LAYER_ENCODER || type == SG_LAYER_DECODER) && layer->spec->n_heads == 0)
        return sg_error_set(err, SG_EINVAL, SG_WHERE, "layer %u: has no heads", layer->number);
    if ((type == SG_LAYER_DECODER || type == SG_LAYER_LINEAR) && layer->spec->outputs == 0)
        return sg_error_set(err, SG_EINVAL, SG_WHERE, "layer %u: has no outputs",
                            layer->number);
    if (type == SG_LAYER_DROPOUT && !(layer->spec->rate >= 0 && layer->spec->rate < 1))
        return sg_error_set(err, SG_EINVAL, SG_WHERE,
                            "layer %u: dropout: the rate must be in [0, 1), not %g",
                            layer->number, layer->spec->rate);
    return SG_OK;
}

sg_status SG_R(sg_network_build)(SG_R(sg_network) *network, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_network_spec *spec = network->spec;
    builder b = {.network = network};
    SG_ALLOC(network->layer, spec->n_layers);
    network->n_layers = spec->n_layers;
    for (uint32_t l = 0; l < spec->n_layers; l++) {
        SG_R(sg_layer) *layer = &network->layer[l];
        const uint32_t first_tensor = network->n_tensors;
        *layer = (SG_R(sg_layer)){.spec = &spec->layer[l],
                                  .number = l,
                                  .in_nodes = l == 0 || layer[-1].out_nodes,
                                  .in_width = l == 0 ? spec->input_width : layer[-1].out_width,
                                  .first_parameter = network->n_parameters,
                                  .seed = spec->seed};
        layer->input_is_ones = l == 0 && spec->input == NULL && spec->noise == 0;
        b.layer_task_capacity = 0;
        SG_TRY(check_layer(layer, err));
        SG_TRY(build_layer(&b, layer, err));
        for (uint32_t t = first_tensor; t < network->n_tensors; t++)
            network->tensor[t].first += network->n_parameters;
        network->n_parameters += layer->n_parameters;
    }
    for (uint32_t l = 0; l < spec->n_layers; l++) {
        network->layer[l].only_consumer = true;
        for (uint32_t other = l; other < spec->n_layers; other++)
            if (spec->layer[other].type == SG_LAYER_RESIDUAL && spec->layer[other].from == l)
                network->layer[l].only_consumer = false;
    }
    SG_REQUIRE(spec->n_layers > 0 && !network->layer[spec->n_layers - 1].out_nodes, SG_EINVAL,
               "model: the last layer must give a row per graph; end with a decoder or a pool");
done:
    return status;
}
