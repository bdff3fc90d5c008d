/* batch_items.h - which graphs must be computed for some items, and where the items are among the rows.
 *
 *     SG_TRY(sg_batch_items_open(&items, graph, SG_ITEM_NODE, max_items, max_spans, err));
 *     sg_batch_items_fill(&items, item, n);          // items.batch is ready
 *     sg_batch_items_close(&items);
 */
#ifndef SG_NETWORK_BATCH_ITEMS_H
#define SG_NETWORK_BATCH_ITEMS_H

#include "data/items.h"
#include "graph/graph.h"
#include "layers/batch.h"

/* How the items of a batch are divided: item[begin[s]] .. item[begin[s + 1] - 1] are shard s.  No graph is in
 * two of them, and shards may be empty. */
typedef struct sg_batch_shards {
    const uint32_t *begin; /* [n + 1] */
    uint32_t n;
} sg_batch_shards;

typedef struct sg_batch_items {
    const sg_graph *graph;
    sg_item_kind kind;
    sg_batch batch;
    uint32_t *span_of; /* [n_graphs] nodes: the span of a graph, while a batch is filled */
    uint32_t max_items, max_spans;
    uint32_t max_rows; /* node rows of the largest batch of different items               */
} sg_batch_items;

/* Node rows of the largest batch of `max_items` different graphs.
 * Fails with SG_ELIMIT (2^32 nodes in a batch) or SG_ENOMEM.  Time O(n_graphs log n_graphs). */
sg_status sg_batch_items_rows(uint32_t *max_rows, const sg_graph *graph, uint32_t max_items,
                              sg_error *err);

/* Open for batches of up to `max_items` items, which are in up to `max_spans` graphs where they are nodes
 * (0: in as many as there are items); `graph` is borrowed until close.
 * Fails with SG_ELIMIT (2^32 nodes in a batch) or SG_ENOMEM. */
sg_status sg_batch_items_open(sg_batch_items *items, const sg_graph *graph, sg_item_kind kind,
                              uint32_t max_items, uint32_t max_spans, sg_error *err);

void sg_batch_items_close(sg_batch_items *items);

/* How many of item[0 .. n) fit into one batch, 1 at least: all of up to max_items different items, fewer
 * where some of them are repeated or nodes are in too many graphs. */
uint32_t sg_batch_items_fit(sg_batch_items *items, const uint32_t *item, uint32_t n);

/* Lay out a batch: the graphs item[0 .. n), or the graphs of these nodes, each of these once, in the order
 * in which the items ask for them.  They must fit.  Time O(n log n_graphs). */
void sg_batch_items_fill(sg_batch_items *items, const uint32_t *item, uint32_t n);

/* The same for a batch in shards; span[s] becomes the first span of shard s, span[shards->n] their number. */
void sg_batch_items_fill_shards(uint32_t *span, sg_batch_items *items, const uint32_t *item,
                                const sg_batch_shards *shards);

#endif
