/* network.c - opening a network and looking at it. */
#include "network/real/network.h"

#include "base/machine/account.h"
#include "base/mem.h"
#include "network/real/network_parts.h"

#include <stdio.h>

/* ---- Opening and closing -------------------------------------------------------------------- */

static size_t state_size(const SG_R(sg_network) *n, uint32_t l)
{
    const sg_state *state = &n->outline.state[l];
    return (size_t)(state->of_nodes ? n->items.max_rows : n->items.max_spans) * state->width;
}

/* Refuse states that do not fit before any of them takes memory. */
static sg_status check_states(const SG_R(sg_network) *n, bool learns, sg_error *err)
{
    char what[96];
    uint64_t sum = 0;
    uint32_t widest = 0;
    for (uint32_t l = 0; l <= n->n_layers; l++) {
        const uint64_t size = state_size(n, l);
        sum += l > 0 && learns ? 2 * size : size;
        if (n->outline.state[l].width > widest) widest = n->outline.state[l].width;
    }
    (void)snprintf(what, sizeof what, "model: states of %u nodes with up to %u numbers each",
                   n->items.max_rows, widest);
    return sg_memory_require(sg_bytes_of(sum, sizeof(sg_real)), what, err);
}

static sg_status alloc_states(SG_R(sg_network) *n, sg_error *err)
{
    sg_status status = SG_OK;
    const bool learns = sg_network_learns(n->spec);
    SG_TRY(check_states(n, learns, err));
    n->parameter = n->spec->parameters;
    if (n->parameter == NULL) SG_ALLOC(n->parameter, n->n_parameters);
    SG_ALLOC(n->value, (size_t)n->n_layers + 1);
    SG_ALLOC(n->gradient_of, (size_t)n->n_layers + 1);
    for (uint32_t l = 0; l <= n->n_layers; l++) {
        SG_ALLOC(n->value[l], state_size(n, l));
        if (l > 0 && learns) SG_ALLOC(n->gradient_of[l], state_size(n, l));
    }
    if (n->spec->item == SG_ITEM_NODE) {
        const size_t size = (size_t)n->spec->max_batch * n->outline.state[n->n_layers].width;
        SG_ALLOC(n->item_value, size);
        if (learns) SG_ALLOC(n->item_gradient, size);
    }
    if (n->layer[0].input_is_ones)
        for (size_t e = 0; e < state_size(n, 0); e++) n->value[0][e] = 1;
done:
    return status;
}

sg_status SG_R(sg_network_open)(SG_R(sg_network) **network, const sg_network_spec *spec,
                                sg_threads *threads, sg_error *err)
{
    sg_status status = SG_OK;
    SG_R(sg_network) *opened = NULL;
    SG_ALLOC(opened, 1);
    opened->spec = spec;
    opened->threads = threads;
    SG_TRY(sg_batch_items_open(&opened->items, spec->graph, spec->item, spec->max_batch,
                               spec->max_spans, err));
    const size_t most_shards = spec->n_shards > 0 ? spec->n_shards : 1;
    SG_ALLOC(opened->shard_span, most_shards + 1);
    SG_ALLOC(opened->shard_share, most_shards);
    SG_TRY(SG_R(sg_network_build)(opened, err));
    SG_TRY(alloc_states(opened, err));
    *network = opened;
    opened = NULL;
done:
    SG_R(sg_network_close)(opened);
    return status;
}

static void layer_free(SG_R(sg_layer) *layer)
{
    if (layer->ops != NULL && layer->ops->close != NULL) layer->ops->close(layer);
    sg_gradient_slices_free(&layer->slices);
    sg_free(layer->kept);
}

static void workers_free(SG_R(sg_network) *n)
{
    for (uint32_t w = 0; n->worker != NULL && w < n->n_workers; w++) {
        sg_free(n->worker[w].scratch);
        sg_free(n->worker[w].gradient);
        sg_free(n->worker[w].index);
        sg_free(n->worker[w].trail);
        sg_free(n->worker[w].mark);
    }
    sg_free(n->worker);
}

void SG_R(sg_network_close)(SG_R(sg_network) *n)
{
    if (n == NULL) return;
    workers_free(n);
    SG_R(sg_network_cuts_free)(n);
    for (uint32_t l = 0; n->layer != NULL && l < n->n_layers; l++) layer_free(&n->layer[l]);
    for (uint32_t l = 0; l <= n->n_layers; l++) {
        if (n->value != NULL) sg_free(n->value[l]);
        if (n->gradient_of != NULL) sg_free(n->gradient_of[l]);
    }
    for (uint32_t i = 0; n->stage != NULL && i < n->n_stages; i++) sg_free(n->stage[i].piece);
    sg_free(n->value);
    sg_free(n->gradient_of);
    sg_free(n->layer);
    if (n->spec->parameters == NULL) sg_free(n->parameter);
    sg_network_outline_free(&n->outline);
    sg_free(n->slice);
    sg_free(n->errand);
    sg_free(n->stage);
    sg_free(n->item_value);
    sg_free(n->item_gradient);
    sg_batch_items_close(&n->items);
    sg_free(n->shard_span);
    sg_free(n->shard_share);
    sg_free(n);
}

/* ---- Looking at it -------------------------------------------------------------------------- */

size_t SG_R(sg_network_size)(const SG_R(sg_network) *network)
{
    return network->n_parameters;
}

sg_real *SG_R(sg_network_parameters)(SG_R(sg_network) *network)
{
    return network->parameter;
}

const sg_tensor *SG_R(sg_network_tensors)(const SG_R(sg_network) *network, uint32_t *n_tensors)
{
    *n_tensors = network->outline.n_tensors;
    return network->outline.tensor;
}

uint32_t SG_R(sg_network_fit)(SG_R(sg_network) *network, const uint32_t *item, uint32_t n)
{
    return sg_batch_items_fit(&network->items, item, n);
}

uint64_t SG_R(sg_network_step)(const SG_R(sg_network) *network)
{
    return network->step;
}

void SG_R(sg_network_set_step)(SG_R(sg_network) *network, uint64_t step)
{
    network->step = step;
}

uint32_t SG_R(sg_network_output_width)(const SG_R(sg_network) *network)
{
    return network->layer[network->n_layers - 1].out_width;
}

const sg_real *SG_R(sg_network_values)(const SG_R(sg_network) *network, uint32_t state,
                                       size_t *n)
{
    const sg_state *of = &network->outline.state[state];
    const sg_batch *batch = &network->items.batch;
    *n = (size_t)(of->of_nodes ? batch->n_rows : batch->n_spans) * of->width;
    return network->value[state];
}

sg_real *SG_R(sg_network_output_gradient)(SG_R(sg_network) *network)
{
    return network->item_gradient != NULL ? network->item_gradient
                                          : network->gradient_of[network->n_layers];
}

sg_real *SG_R(sg_network_state_before)(SG_R(sg_network) *network, uint32_t layer)
{
    return network->value[layer];
}
