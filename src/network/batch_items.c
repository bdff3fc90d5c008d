/* batch_items.c - items become parts of a batch. */
#include "network/batch_items.h"

#include "base/mem.h"

#include <stdlib.h>

#define NO_PART UINT32_MAX

static int compare_sizes(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x < y) - (x > y);
}

/* Node rows of the largest batch of different items: each of them asks for another graph. */
static sg_status count_rows(uint32_t *max_rows, const sg_graph *graph, uint32_t max_items,
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
                              uint32_t max_items, sg_error *err)
{
    sg_status status = SG_OK;
    sg_batch_items made = {.graph = graph, .kind = kind, .max_items = max_items};
    SG_TRY(count_rows(&made.max_rows, graph, max_items, err));
    SG_ALLOC(made.batch.part, max_items);
    if (kind == SG_ITEM_NODE) {
        SG_ALLOC(made.batch.item_row, max_items);
        SG_ALLOC(made.part_of, graph->n_graphs);
        for (uint32_t g = 0; g < graph->n_graphs; g++) made.part_of[g] = NO_PART;
    }
    *items = made;
    made = (sg_batch_items){0};
done:
    sg_batch_items_close(&made);
    return status;
}

void sg_batch_items_close(sg_batch_items *items)
{
    sg_free(items->batch.part);
    sg_free(items->batch.item_row);
    sg_free(items->part_of);
    *items = (sg_batch_items){0};
}

/* Repeated nodes need no rows of their own, repeated graphs do. */
uint32_t sg_batch_items_fit(const sg_batch_items *items, const uint32_t *item, uint32_t n)
{
    const uint32_t *offset = items->graph->graph_offset,
                   most = n < items->max_items ? n : items->max_items;
    uint64_t n_rows = 0;
    if (items->kind == SG_ITEM_NODE) return most;
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
    batch->part[batch->n_parts++] = (sg_batch_part){g, first, n, batch->n_rows};
    batch->n_rows += n;
}

/* The graph that a node belongs to; graphs without nodes are passed over. */
static uint32_t graph_of(const sg_graph *graph, uint32_t node)
{
    uint32_t low = 0, high = graph->n_graphs;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (graph->graph_offset[middle] <= node)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static void add_node(sg_batch_items *items, uint32_t node)
{
    sg_batch *batch = &items->batch;
    const uint32_t g = graph_of(items->graph, node);
    if (items->part_of[g] == NO_PART) {
        items->part_of[g] = batch->n_parts;
        add_graph(batch, items->graph, g);
    }
    const sg_batch_part part = batch->part[items->part_of[g]];
    batch->item_row[batch->n_items] = part.first_row + (node - part.first_node);
}

void sg_batch_items_fill(sg_batch_items *items, const uint32_t *item, uint32_t n)
{
    sg_batch *batch = &items->batch;
    batch->n_parts = batch->n_rows = 0;
    for (batch->n_items = 0; batch->n_items < n; batch->n_items++) {
        if (items->kind == SG_ITEM_NODE)
            add_node(items, item[batch->n_items]);
        else
            add_graph(batch, items->graph, item[batch->n_items]);
    }
    for (uint32_t p = 0; items->kind == SG_ITEM_NODE && p < batch->n_parts; p++)
        items->part_of[batch->part[p].graph] = NO_PART;
}
