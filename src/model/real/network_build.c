/* network_build.c - fitting layers together and dividing their work.
 *
 * What a piece, a block and a task are depends on the data and the layers alone. */
#include "model/real/decoder.h"
#include "model/real/network_parts.h"

#include "base/mem.h"

sg_status SG_R(sg_build_tensor)(SG_R(sg_builder) *b, sg_tensor tensor, sg_error *err)
{
    SG_R(sg_network) *n = b->network;
    const sg_status status = sg_grow(&n->tensor, &b->tensor_capacity, n->n_tensors + (size_t)1,
                                     sizeof *n->tensor, err);
    if (status == SG_OK) n->tensor[n->n_tensors++] = tensor;
    return status;
}

sg_status SG_R(sg_build_task)(SG_R(sg_builder) *b, SG_R(sg_layer) *layer, sg_gradient_task task,
                              sg_error *err)
{
    sg_status status = SG_OK;
    SG_R(sg_network) *n = b->network;
    if (task.begin == task.end) goto done;
    SG_TRY(sg_grow(&layer->task, &b->layer_task_capacity, layer->n_tasks + (size_t)1,
                   sizeof *layer->task, err));
    SG_TRY(sg_grow(&n->task, &b->task_capacity, n->n_tasks + (size_t)1, sizeof *n->task, err));
    n->task[n->n_tasks++] = (sg_gradient_reference){layer->number, layer->n_tasks};
    layer->task[layer->n_tasks++] = task;
done:
    return status;
}

/* Cut the parameters begin .. end-1 into tasks of whole units. */
static sg_status cut_tasks(SG_R(sg_builder) *b, SG_R(sg_layer) *layer, sg_gradient_task whole,
                           size_t unit, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t size = unit < SG_GRADIENT_SIZE ? SG_GRADIENT_SIZE / unit * unit : unit;
    for (size_t begin = whole.begin; begin < whole.end; begin += size) {
        const size_t left = whole.end - begin;
        SG_TRY(
            SG_R(sg_build_task)(b, layer,
                                (sg_gradient_task){whole.kind, whole.head, whole.n_heads, 0,
                                                   begin, begin + (left < size ? left : size)},
                                err));
    }
done:
    return status;
}

/* ---- Layers -------------------------------------------------------------------------------- */

/* Several small heads together, large ones label by label. */
static sg_status build_decoder_tasks(SG_R(sg_builder) *b, SG_R(sg_layer) *layer, sg_error *err)
{
    enum { MOST_TOGETHER = 4 };
    sg_status status = SG_OK;
    const sg_layer_spec *spec = layer->spec;
    const size_t m = spec->outputs;
    for (uint32_t h = 0; h < spec->n_heads;) {
        const size_t first = layer->head[h].first;
        size_t size = spec->decoder_head[h].n_labels * m, more = 0;
        uint32_t n = 1;
        for (; h + n < spec->n_heads && n < MOST_TOGETHER; n++) {
            more = spec->decoder_head[h + n].n_labels * m;
            if (size + more > SG_GRADIENT_SIZE) break;
            size += more;
        }
        if (n > 1)
            SG_TRY(SG_R(sg_build_task)(
                b, layer, (sg_gradient_task){SG_GRADIENT_HEADS, h, n, 0, first, first + size},
                err));
        else
            SG_TRY(cut_tasks(
                b, layer, (sg_gradient_task){SG_GRADIENT_WEIGHTS, h, 1, 0, first, first + size},
                m, err));
        h += n;
    }
done:
    return status;
}

static sg_status build_decoder(SG_R(sg_builder) *b, SG_R(sg_layer) *layer, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_layer_spec *spec = layer->spec;
    const uint32_t k = layer->in_width, m = spec->outputs;
    SG_ALLOC(layer->head, spec->n_heads);
    layer->out_width = spec->n_heads * m * k;
    if (k > 1) {
        layer->scratch_size = (size_t)spec->n_heads * m * SG_DECODER_NODES;
        layer->kept_size = (size_t)spec->n_heads * m * b->network->max_rows;
    }
    for (uint32_t h = 0; h < spec->n_heads; h++) {
        const size_t first = layer->n_parameters;
        const uint32_t n_labels = spec->decoder_head[h].n_labels;
        const size_t n = (size_t)n_labels * m;
        layer->head[h].first = first;
        layer->n_parameters += n;
        SG_TRY(SG_R(sg_build_tensor)(
            b, (sg_tensor){layer->number, h, "weight", first, n, {n_labels, m}, 2, 0}, err));
    }
    SG_TRY(build_decoder_tasks(b, layer, err));
    const size_t first = layer->n_parameters, n = spec->bias ? layer->out_width : 0;
    layer->n_parameters += n;
    if (n > 0)
        SG_TRY(SG_R(sg_build_tensor)(
            b, (sg_tensor){layer->number, 0, "bias", first, n, {spec->n_heads, m, k}, 3, 0},
            err));
    SG_TRY(cut_tasks(b, layer, (sg_gradient_task){SG_GRADIENT_BIAS, 0, 1, 0, first, first + n},
                     1, err));
done:
    return status;
}

static sg_status build_linear(SG_R(sg_builder) *b, SG_R(sg_layer) *layer, sg_error *err)
{
    enum { BLOCK_INPUTS = 1024 };
    sg_status status = SG_OK;
    const uint32_t in = layer->in_width, out = layer->spec->outputs;
    const size_t n = (size_t)in * out, n_bias = layer->spec->bias ? out : 0;
    layer->out_width = out;
    layer->n_parameters = n + n_bias;
    if (!layer->in_nodes && in >= 2 * BLOCK_INPUTS) {
        const sg_layer_spec *before = layer->number > 0 ? layer->spec - 1 : NULL;
        layer->n_blocks = in / BLOCK_INPUTS;
        if (before != NULL && before->type == SG_LAYER_DECODER && before->bias && !layer->adds)
            layer->n_sums = in;
        layer->kept_size =
            (size_t)layer->n_blocks * b->network->spec->max_batch * out + layer->n_sums;
    }
    SG_TRY(SG_R(sg_build_tensor)(
        b, (sg_tensor){layer->number, 0, "weight", 0, n, {in, out}, 2, in}, err));
    if (n_bias > 0)
        SG_TRY(SG_R(sg_build_tensor)(
            b, (sg_tensor){layer->number, 0, "bias", n, n_bias, {out}, 1, in}, err));
    SG_TRY(
        cut_tasks(b, layer, (sg_gradient_task){SG_GRADIENT_WEIGHTS, 0, 1, 0, 0, n}, out, err));
    SG_TRY(SG_R(sg_build_task)(
        b, layer, (sg_gradient_task){SG_GRADIENT_BIAS, 0, 1, 0, n, n + n_bias}, err));
done:
    return status;
}

static sg_status build_norm(SG_R(sg_builder) *b, SG_R(sg_layer) *layer, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t k = layer->in_width;
    const SG_R(sg_network) *n = b->network;
    layer->kept_size = 2 * (size_t)(layer->in_nodes ? n->max_rows : n->spec->max_batch);
    layer->scratch_size = k;
    if (!layer->spec->affine) goto done;
    layer->n_parameters = 2 * (size_t)k;
    SG_TRY(
        SG_R(sg_build_tensor)(b, (sg_tensor){layer->number, 0, "gain", 0, k, {k}, 1, 0}, err));
    SG_TRY(
        SG_R(sg_build_tensor)(b, (sg_tensor){layer->number, 0, "shift", k, k, {k}, 1, 0}, err));
    SG_TRY(SG_R(sg_build_task)(
        b, layer, (sg_gradient_task){SG_GRADIENT_WEIGHTS, 0, 1, 0, 0, 2 * (size_t)k}, err));
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

static sg_status build_layer(SG_R(sg_builder) *b, SG_R(sg_layer) *layer, sg_error *err)
{
    layer->out_width = layer->in_width;
    layer->out_nodes = layer->in_nodes;
    switch (layer->spec->type) {
    case SG_LAYER_ENCODER:
        layer->ops = &SG_R(sg_encoder_ops);
        return SG_R(sg_build_encoder)(b, layer, err);
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

/* ---- The network ---------------------------------------------------------------------------- */

static sg_status build_layers(SG_R(sg_builder) *b, sg_error *err)
{
    sg_status status = SG_OK;
    SG_R(sg_network) *network = b->network;
    const sg_network_spec *spec = network->spec;
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
        layer->input_is_ones =
            l == 0 && spec->input == NULL && spec->input_label == NULL && spec->noise == 0;
        for (uint32_t other = l; other < spec->n_layers; other++)
            if (spec->layer[other].type == SG_LAYER_RESIDUAL && spec->layer[other].from == l)
                layer->adds = true;
        b->layer_task_capacity = 0;
        SG_TRY(check_layer(layer, err));
        SG_TRY(build_layer(b, layer, err));
        SG_ALLOC(layer->kept, layer->kept_size);
        for (uint32_t t = first_tensor; t < network->n_tensors; t++)
            network->tensor[t].first += network->n_parameters;
        network->n_parameters += layer->n_parameters;
        network->n_rows += layer->n_rows;
    }
done:
    return status;
}

/* Pieces have enough rows to make good use of a product's second factor, or of a function call. */
static uint32_t count_rows_per_piece(const SG_R(sg_network) *n, const sg_stage *stage)
{
    enum { GRAPHS = 32, NARROW_ROWS = 128, WIDE_ROWS = 256 };
    if (!stage->counts_nodes) return GRAPHS;
    for (uint32_t l = stage->first_layer; l < stage->behind_layer; l++)
        if (n->layer[l].in_nodes && n->layer[l].in_width > 1) return WIDE_ROWS;
    return NARROW_ROWS;
}

/* A stage begins with a layer that is cut into blocks. */
static sg_status build_stages(SG_R(sg_network) *n, sg_error *err)
{
    sg_status status = SG_OK;
    SG_ALLOC(n->stage, n->n_layers);
    for (uint32_t l = 0; l < n->n_layers; l++) {
        if (l > 0 && n->layer[l].n_blocks == 0) continue;
        sg_stage *stage = &n->stage[n->n_stages++];
        stage->first_layer = l;
        for (stage->behind_layer = l + 1;
             stage->behind_layer < n->n_layers && n->layer[stage->behind_layer].n_blocks == 0;)
            stage->behind_layer++;
        stage->counts_nodes = n->layer[l].in_nodes;
        stage->rows_per_piece = count_rows_per_piece(n, stage);
        SG_ALLOC(stage->piece, (size_t)n->spec->max_batch + 1);
    }
done:
    return status;
}

/* Memory for the threads: what the layers want, and the gradient of the largest task. */
static sg_status build_workers(SG_R(sg_network) *n, sg_error *err)
{
    sg_status status = SG_OK;
    size_t scratch = 0, gradient = 0;
    for (uint32_t l = 0; l < n->n_layers; l++)
        if (n->layer[l].scratch_size > scratch) scratch = n->layer[l].scratch_size;
    for (uint32_t t = 0; t < n->n_tasks; t++) {
        const sg_gradient_task *task = &n->layer[n->task[t].layer].task[n->task[t].task];
        if (task->end - task->begin > gradient) gradient = task->end - task->begin;
    }
    const sg_graph *graph = n->spec->graph;
    const size_t largest = sg_graph_largest(graph->graph_offset, graph->n_graphs);
    n->n_workers = sg_pool_threads(n->pool);
    SG_ALLOC(n->worker, n->n_workers);
    for (uint32_t w = 0; w < n->n_workers; w++) {
        SG_ALLOC(n->worker[w].scratch, scratch);
        SG_ALLOC(n->worker[w].gradient, gradient + 1);
        SG_ALLOC(n->worker[w].index, 2 * largest);
    }
done:
    return status;
}

/* All layers' rows in one list. */
static sg_status list_rows(SG_R(sg_network) *n, sg_error *err)
{
    sg_status status = SG_OK;
    SG_ALLOC(n->rows, n->n_rows);
    n->n_rows = 0;
    for (uint32_t l = 0; l < n->n_layers; l++)
        for (uint32_t i = 0; i < n->layer[l].n_rows; i++)
            if (n->layer[l].rows[i].n_tasks > 0)
                n->rows[n->n_rows++] = (sg_rows_reference){l, i};
done:
    return status;
}

sg_status SG_R(sg_network_build)(SG_R(sg_network) *network, sg_error *err)
{
    sg_status status = SG_OK;
    SG_R(sg_builder) b = {.network = network};
    const uint32_t n_layers = network->spec->n_layers;
    uint64_t n_parameters = 0, width = 0;
    SG_REQUIRE(n_layers > 0, SG_EINVAL, "model: has no layers");
    SG_TRY(sg_network_measure(&n_parameters, &width, network->spec, err));
    SG_TRY(build_layers(&b, err));
    SG_REQUIRE(!network->layer[n_layers - 1].out_nodes, SG_EINVAL,
               "model: the last layer must give a row per graph; end with a decoder or a pool");
    SG_TRY(build_stages(network, err));
    SG_TRY(list_rows(network, err));
    SG_TRY(build_workers(network, err));
done:
    return status;
}
