/* batch_items.c - items become spans of a batch. */
#include "network/batch_items.h"

#include "base/mem.h"

#include <stdlib.h>

#define NO_SPAN UINT32_MAX

static int compare_sizes(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x < y) - (x > y);
}

/* Each of the different items asks for another graph. */
sg_status sg_batch_items_rows(uint32_t *max_rows, const sg_graph *graph, uint32_t max_items,
                              sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *size = NULL;
    uint64_t sum = 0;
    const uint32_t n = graph->n_graphs;
    SG_ALLOC(size, n);
    for (uint32_t g = 0; g < n; g++)
        size[g] = graph->graph_offset[g + 1] - graph->graph_offset[g];
    qsort(size, n, sizeof *size, compare_sizes);
    for (uint32_t g = 0; g < n && g < max_items; g++) sum += size[g];
    SG_REQUIRE(sum < UINT32_MAX, SG_ELIMIT, "model: more than 2^32 nodes in a batch");
    *max_rows = (uint32_t)sum;
done:
    sg_free(size);
    return status;
}

sg_status sg_batch_items_open(sg_batch_items *items, const sg_graph *graph, sg_item_kind kind,
                              uint32_t max_items, uint32_t max_spans, sg_error *err)
{
    sg_status status = SG_OK;
    sg_batch_items made = {.graph = graph, .kind = kind, .max_items = max_items};
    made.max_spans = kind == SG_ITEM_NODE && max_spans > 0 ? max_spans : max_items;
    SG_TRY(sg_batch_items_rows(&made.max_rows, graph, made.max_spans, err));
    SG_ALLOC(made.batch.span, made.max_spans);
    if (kind == SG_ITEM_NODE) {
        SG_ALLOC(made.batch.item_row, max_items);
        SG_ALLOC(made.span_of, graph->n_graphs);
        for (uint32_t g = 0; g < graph->n_graphs; g++) made.span_of[g] = NO_SPAN;
    }
    *items = made;
    made = (sg_batch_items){0};
done:
    sg_batch_items_close(&made);
    return status;
}

void sg_batch_items_close(sg_batch_items *items)
{
    sg_free(items->batch.span);
    sg_free(items->batch.item_row);
    sg_free(items->span_of);
    *items = (sg_batch_items){0};
}

static uint32_t graph_of(const sg_graph *graph, uint32_t node)
{
    return sg_graph_of_node(graph->graph_offset, graph->n_graphs, node);
}

/* Nodes of graphs that are in the batch already need no rows of their own. */
static uint32_t fit_nodes(sg_batch_items *items, const uint32_t *node, uint32_t most)
{
    uint32_t n_spans = 0, n = 0;
    for (; n < most; n++) {
        const uint32_t g = graph_of(items->graph, node[n]);
        if (items->span_of[g] != NO_SPAN) continue;
        if (n_spans == items->max_spans) break;
        items->span_of[g] = n_spans++;
    }
    for (uint32_t i = 0; i < n; i++) items->span_of[graph_of(items->graph, node[i])] = NO_SPAN;
    return n;
}

/* Repeated graphs need rows of their own. */
uint32_t sg_batch_items_fit(sg_batch_items *items, const uint32_t *item, uint32_t n)
{
    const uint32_t *offset = items->graph->graph_offset,
                   most = n < items->max_items ? n : items->max_items;
    uint64_t n_rows = 0;
    if (items->kind == SG_ITEM_NODE) return fit_nodes(items, item, most);
    for (uint32_t i = 0; i < most; i++) {
        n_rows += offset[item[i] + 1] - offset[item[i]];
        if (n_rows > items->max_rows) return i;
    }
    return most;
}

/* Add a whole graph behind what is there. */
static void add_graph(sg_batch *batch, const sg_graph *graph, uint32_t g)
{
    const uint32_t first = graph->graph_offset[g], n = graph->graph_offset[g + 1] - first;
    batch->span[batch->n_spans++] = (sg_batch_span){g, first, n, batch->n_rows};
    batch->n_rows += n;
}

static void add_node(sg_batch_items *items, uint32_t node)
{
    sg_batch *batch = &items->batch;
    const uint32_t g = graph_of(items->graph, node);
    if (items->span_of[g] == NO_SPAN) {
        items->span_of[g] = batch->n_spans;
        add_graph(batch, items->graph, g);
    }
    const sg_batch_span span = batch->span[items->span_of[g]];
    batch->item_row[batch->n_items] = span.first_row + (node - span.first_node);
}

void sg_batch_items_fill(sg_batch_items *items, const uint32_t *item, uint32_t n)
{
    uint32_t span[2];
    sg_batch_items_fill_shards(span, items, item,
                               &(sg_batch_shards){.begin = (uint32_t[]){0, n}, .n = 1});
}

void sg_batch_items_fill_shards(uint32_t *span, sg_batch_items *items, const uint32_t *item,
                                const sg_batch_shards *shards)
{
    sg_batch *batch = &items->batch;
    batch->n_spans = batch->n_rows = batch->n_items = 0;
    for (uint32_t s = 0; s < shards->n; s++) {
        span[s] = batch->n_spans;
        for (uint32_t i = shards->begin[s]; i < shards->begin[s + 1]; i++, batch->n_items++) {
            if (items->kind == SG_ITEM_NODE)
                add_node(items, item[i]);
            else
                add_graph(batch, items->graph, item[i]);
        }
    }
    span[shards->n] = batch->n_spans;
    for (uint32_t p = 0; items->kind == SG_ITEM_NODE && p < batch->n_spans; p++)
        items->span_of[batch->span[p].graph] = NO_SPAN;
}
