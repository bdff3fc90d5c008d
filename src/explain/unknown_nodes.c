/* unknown_nodes.c - labels and pairs that a model has never met. */
#include "explain/unknown_nodes.h"

#include "base/mem.h"
#include "explain/explainer_parts.h"

#include <string.h>

/* ---- What was met ------------------------------------------------------------------------------ */

static void mark_labels(bool *met, const sg_input_block *block, const sg_graph *graph,
                        const bool *chosen)
{
    for (uint32_t g = 0; g < graph->n_graphs; g++)
        for (uint32_t v = graph->graph_offset[g]; chosen[g] && v < graph->graph_offset[g + 1];
             v++)
            if (block->label[v] < block->width) met[block->label[v]] = true;
}

sg_status sg_known_parts_mark(sg_known_parts *met, const sg_explainer *explainer,
                              const bool *chosen, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_network_spec *spec = &explainer->on_data.spec;
    sg_known_parts made = {0};
    SG_ALLOC(made.input, sg_network_inputs(spec));
    made.n_inputs = sg_network_inputs(spec);
    for (uint32_t b = 0; b < made.n_inputs; b++) {
        const sg_input_block block = sg_network_input(spec, b);
        if (block.label == NULL) continue;
        SG_ALLOC(made.input[b], block.width);
        mark_labels(made.input[b], &block, &explainer->data->graph, chosen);
    }
    SG_ALLOC(made.uses, explainer->n_heads);
    made.n_heads = explainer->n_heads;
    for (uint32_t h = 0; h < made.n_heads; h++) {
        if (explainer->head[h].decodes || explainer->head[h].n_weights == 0) continue;
        SG_ALLOC(made.uses[h], explainer->head[h].n_weights);
        SG_TRY(sg_explainer_count_uses(made.uses[h], explainer, h, chosen, err));
    }
    *met = made;
    made = (sg_known_parts){0};
done:
    sg_known_parts_free(&made);
    return status;
}

void sg_known_parts_free(sg_known_parts *met)
{
    for (uint32_t b = 0; met->input != NULL && b < met->n_inputs; b++) sg_free(met->input[b]);
    for (uint32_t h = 0; met->uses != NULL && h < met->n_heads; h++) sg_free(met->uses[h]);
    sg_free((void *)met->input);
    sg_free((void *)met->uses);
    *met = (sg_known_parts){0};
}

/* ---- Nodes ------------------------------------------------------------------------------------- */

static void mark_inputs(bool *unknown, const sg_explanation *x, const sg_known_parts *met)
{
    const sg_network_spec *spec = &x->explainer->on_data.spec;
    const uint32_t first = x->explainer->data->graph.graph_offset[x->graph];
    for (uint32_t b = 0; b < sg_network_inputs(spec); b++) {
        const sg_input_block block = sg_network_input(spec, b);
        const bool *known = met->input != NULL ? met->input[b] : NULL;
        for (uint32_t v = 0; block.label != NULL && v < x->n_nodes; v++) {
            const uint32_t label = block.label[first + v];
            if (label >= block.width || (known != NULL && !known[label])) unknown[v] = true;
        }
    }
}

enum { UNWEIGHTED = 1, WEIGHTED = 2 };

static void note_messages(uint8_t *received, const sg_head_explanation *head,
                          const uint64_t *uses)
{
    for (uint32_t i = 0; i < head->n_messages; i++) {
        const uint32_t weight = head->message[i].weight;
        const bool weighted = weight != SG_NONE && (uses == NULL || uses[weight] > 0);
        received[head->message[i].receiver] |= weighted ? WEIGHTED : UNWEIGHTED;
    }
}

sg_status sg_unknown_nodes(bool *unknown, const sg_explanation *explanation,
                           const sg_layer_explanation *layer, const sg_known_parts *met,
                           sg_error *err)
{
    static const sg_known_parts all = {0};
    sg_status status = SG_OK;
    const uint32_t n = explanation->n_nodes;
    uint8_t *received = NULL; /* [n] kinds of messages: with and without a weight */
    if (met == NULL) met = &all;
    SG_ALLOC(received, n);
    memset(unknown, 0, n * sizeof *unknown);
    mark_inputs(unknown, explanation, met);
    for (uint32_t h = 0; h < layer->n_heads; h++) {
        const sg_head_explanation *head = &layer->head[h];
        note_messages(received, head, met->uses != NULL ? met->uses[head->head] : NULL);
        for (uint32_t v = 0; head->receiver_label != NULL && v < n; v++)
            unknown[v] = unknown[v] || head->receiver_label[v] == SG_NONE;
    }
    for (uint32_t v = 0; v < n; v++) unknown[v] = unknown[v] || received[v] == UNWEIGHTED;
done:
    sg_free(received);
    return status;
}
