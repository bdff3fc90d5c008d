/* plan_recognize.c - a plan for a few graphs, pair by pair.
 *
 * Numbering the triples of the data first, as for a whole data set, would take tables of the size of
 * the model for every handful of graphs; asking for the slot of every single pair takes none. */
#include "base/mem.h"
#include "base/observer.h"
#include "invariants/pair_list.h"
#include "plans/plan_parts.h"

/* A plan being made in the place of a list of pairs. */
typedef struct recognition {
    const sg_plan_source *source;
    sg_pair_list list;
    uint16_t *sender; /* [n_pairs] of those that are kept; NULL: they stay in the list      */
    uint64_t n_kept;  /* never more than have been looked at, so nothing is overwritten    */
    uint64_t *key;    /* [nodes of the largest graph] triples of a receiver                */
    uint32_t *slot;   /* [nodes of the largest graph]                                      */
} recognition;

/* Keep those pairs of node v that have a slot; `first` is the first node of its graph. */
static void keep_row(recognition *r, uint32_t first, uint32_t v)
{
    const sg_plan_source *source = r->source;
    const uint64_t receiver = source->receiver->vocabulary.key[source->receiver->label[v]];
    const uint64_t *sender = source->sender->vocabulary.key, *value = r->list.values.key;
    const uint32_t *label = source->sender->label + first;
    const uint64_t begin = r->list.row[v];
    const uint32_t n = (uint32_t)(r->list.row[v + 1] - begin);
    for (uint32_t i = 0; i < n; i++)
        r->key[i] = sg_triple_key(receiver, sender[label[r->list.sender_node[begin + i]]],
                                  value[r->list.value[begin + i]]);
    sg_table_find_all(r->slot, source->slots, r->key, n);
    r->list.row[v] = r->n_kept;
    for (uint32_t i = 0; i < n; i++) {
        if (r->slot[i] == SG_TABLE_NONE) continue;
        const uint32_t sender_node = r->list.sender_node[begin + i];
        if (r->sender != NULL)
            r->sender[r->n_kept] = (uint16_t)sender_node;
        else
            r->list.sender_node[r->n_kept] = sender_node;
        r->list.value[r->n_kept++] = r->slot[i];
    }
}

sg_status sg_plan_recognize_indexed(sg_plan *plan, uint32_t n_slots,
                                    const sg_plan_source *source, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_graph *graph = source->pairs->view.graph;
    const uint32_t *offset = graph->graph_offset;
    const size_t largest = sg_graph_largest(offset, graph->n_graphs);
    recognition r = {.source = source};
    SG_ALLOC(r.key, largest);
    SG_ALLOC(r.slot, largest);
    SG_TRY(sg_pair_list_find(&r.list, source->pairs->property, &source->pairs->view,
                             source->threads, err));
    const bool far = sg_plan_is_far(graph);
    if (!far) SG_ALLOC(r.sender, r.list.n_pairs);
    for (uint32_t g = 0; g < graph->n_graphs; g++)
        for (uint32_t v = offset[g]; v < offset[g + 1]; v++) {
            SG_TRY(sg_watch_ask(err));
            keep_row(&r, offset[g], v);
        }
    r.list.row[graph->n_nodes] = r.n_kept;
    *plan = (sg_plan){.n_slots = n_slots,
                      .n_nodes = graph->n_nodes,
                      .row = r.list.row,
                      .slot = r.list.value,
                      .sender = r.sender,
                      .far_sender = far ? r.list.sender_node : NULL,
                      .n_pairs = r.n_kept};
    r.list.row = NULL;
    r.list.value = NULL;
    if (far) r.list.sender_node = NULL;
    r.sender = NULL;
done:
    sg_pair_list_free(&r.list);
    sg_free(r.sender);
    sg_free(r.key);
    sg_free(r.slot);
    return status;
}
