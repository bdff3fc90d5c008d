/* network_build.c - fitting layers together and dividing their work.
 *
 * What a piece, a block and a slice are depends on the data and the layers alone. */
#include "network/real/network_parts.h"

#include "base/mem.h"

/* Whether a layer reads this state besides the one before it. */
static bool reads_state(const sg_layer_spec *layer, uint32_t state)
{
    if (layer->kind->reads == NULL) return false;
    for (uint32_t i = 0; layer->kind->reads(layer->of, i) != SG_NO_STATE; i++)
        if (layer->kind->reads(layer->of, i) == state) return true;
    return false;
}

/* The graphs whose rows list who hears a node, where some graph is large; else NULL. */
static const sg_graph *hearers_of(const SG_R(sg_network) *n)
{
    if (!n->cuts.some) return NULL;
    return n->cuts.turned.arc_offset != NULL ? &n->cuts.turned : n->spec->graph;
}

static void place_layer(SG_R(sg_network) *network, uint32_t l)
{
    const sg_network_spec *spec = network->spec;
    const sg_network_outline *o = &network->outline;
    const uint32_t first = o->first_tensor[l], behind = o->first_tensor[l + 1];
    SG_R(sg_layer) *layer = &network->layer[l];
    *layer = (SG_R(sg_layer)){.spec = &spec->layer[l],
                              .graph = spec->graph,
                              .hearers = hearers_of(network),
                              .cuts = spec->layer[l].kind->SG_R(ops)->cuts,
                              .of = spec->layer[l].of,
                              .ops = spec->layer[l].kind->SG_R(ops),
                              .number = l,
                              .in_nodes = o->state[l].of_nodes,
                              .out_nodes = o->state[l + 1].of_nodes,
                              .in_width = o->state[l].width,
                              .out_width = o->state[l + 1].width,
                              .tensor = o->tensor + first,
                              .n_tensors = behind - first,
                              .seed = spec->seed};
    layer->input_is_ones = l == 0 && sg_network_input_is_ones(spec);
    for (uint32_t t = 0; t < layer->n_tensors; t++) layer->n_parameters += layer->tensor[t].n;
    if (l > 0) layer->first_parameter = layer[-1].first_parameter + layer[-1].n_parameters;
    for (uint32_t other = l; other < spec->n_layers; other++)
        layer->adds = layer->adds || reads_state(&spec->layer[other], l);
}

static sg_status build_layers(SG_R(sg_network) *network, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_network_spec *spec = network->spec;
    SG_ALLOC(network->layer, spec->n_layers);
    network->n_layers = spec->n_layers;
    for (uint32_t l = 0; l < spec->n_layers; l++) {
        SG_R(sg_layer) *layer = &network->layer[l];
        const SG_R(sg_layer_site) site = {.graph = spec->graph,
                                          .max_rows = network->items.max_rows,
                                          .max_spans = network->items.max_spans,
                                          .learns = sg_network_learns(spec),
                                          .n_shards = spec->n_shards,
                                          .before = l > 0 ? layer - 1 : NULL,
                                          .hearers = hearers_of(network),
                                          .block_rows = sg_network_rows_at_once(spec),
                                          .state = network->outline.state};
        place_layer(network, l);
        if (layer->ops->build != NULL) SG_TRY(layer->ops->build(layer, &site, err));
        SG_ALLOC(layer->kept, layer->kept_size);
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
        SG_ALLOC(stage->piece, (size_t)n->items.max_spans + 1);
    }
done:
    return status;
}

/* Levels of the tree over shards: 1 and the logarithm of their number. */
static size_t count_levels(uint32_t n_shards)
{
    size_t n = 1;
    for (; n_shards > 1; n_shards /= 2) n++;
    return n;
}

/* Memory for the threads: what the layers want, and the gradient of the largest slice. */
static sg_status build_workers(SG_R(sg_network) *n, sg_error *err)
{
    sg_status status = SG_OK;
    size_t scratch = 0, gradient = 0;
    for (uint32_t l = 0; l < n->n_layers; l++)
        if (n->layer[l].scratch_size > scratch) scratch = n->layer[l].scratch_size;
    for (uint32_t t = 0; t < n->n_slices; t++) {
        const sg_gradient_slice *slice =
            &n->layer[n->slice[t].layer].slices.slice[n->slice[t].number];
        if (slice->end - slice->begin > gradient) gradient = slice->end - slice->begin;
    }
    const sg_graph *graph = n->spec->graph;
    const size_t largest = sg_graph_largest(graph->graph_offset, graph->n_graphs);
    n->gradient_size = gradient + 1;
    n->n_workers = sg_threads_count(n->threads);
    SG_ALLOC(n->worker, n->n_workers);
    for (uint32_t w = 0; w < n->n_workers; w++) {
        SG_ALLOC(n->worker[w].scratch, scratch);
        SG_ALLOC(n->worker[w].gradient, n->gradient_size * count_levels(n->spec->n_shards));
        SG_ALLOC(n->worker[w].index, 2 * largest);
        if (n->spec->n_shards < 2) continue;
        SG_ALLOC(n->worker[w].trail, n->gradient_size);
        SG_ALLOC(n->worker[w].mark, n->spec->n_shards + (size_t)1);
    }
done:
    return status;
}

/* The slices and errands of all layers in one list each. */
static sg_status list_work(SG_R(sg_network) *n, sg_error *err)
{
    sg_status status = SG_OK;
    size_t n_slices = 0, n_errands = 0;
    for (uint32_t l = 0; l < n->n_layers; l++) {
        n_slices += n->layer[l].slices.n;
        n_errands += n->layer[l].n_errands;
    }
    SG_ALLOC(n->slice, n_slices);
    SG_ALLOC(n->errand, n_errands);
    for (uint32_t l = 0; l < n->n_layers; l++) {
        for (uint32_t t = 0; t < n->layer[l].slices.n; t++)
            n->slice[n->n_slices++] = (sg_layer_reference){l, t};
        for (uint32_t i = 0; i < n->layer[l].n_errands; i++)
            n->errand[n->n_errands++] = (sg_layer_reference){l, i};
    }
done:
    return status;
}

sg_status SG_R(sg_network_build)(SG_R(sg_network) *network, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_network_outline_make(&network->outline, network->spec, err));
    network->n_parameters = network->outline.n_parameters;
    SG_TRY(SG_R(sg_network_cuts_prepare)(network, err));
    SG_TRY(build_layers(network, err));
    SG_TRY(build_stages(network, err));
    SG_TRY(list_work(network, err));
    SG_TRY(SG_R(sg_network_cuts_build)(network, err));
    SG_TRY(build_workers(network, err));
done:
    return status;
}
