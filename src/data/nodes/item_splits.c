/* item_splits.c - folds are made of units, graphs or nodes, whose numbers then become those of items. */
#include "data/nodes/item_splits.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Items in the place of units -------------------------------------------------------------- */

/* Replace the units of a list by their items: unit u has the items item[first[u] .. first[u + 1]). */
static sg_status expand_list(sg_index_list *list, const uint32_t *first, const uint32_t *item,
                             sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *index = NULL, n = 0;
    for (uint32_t i = 0; i < list->n; i++)
        n += first[list->index[i] + 1] - first[list->index[i]];
    SG_ALLOC(index, n);
    n = 0;
    for (uint32_t i = 0; i < list->n; i++)
        for (uint32_t k = first[list->index[i]]; k < first[list->index[i] + 1]; k++)
            index[n++] = item[k];
    sg_free(list->index);
    *list = (sg_index_list){index, n};
done:
    return status;
}

static sg_status expand_fold(sg_fold *fold, const uint32_t *first, const uint32_t *item,
                             sg_error *err)
{
    sg_status status = SG_OK;
    for (int p = 0; p < SG_N_PARTS; p++) SG_TRY(expand_list(&fold->part[p], first, item, err));
done:
    return status;
}

static sg_status expand(sg_splits *splits, const uint32_t *first, const uint32_t *item,
                        sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t f = 0; f < splits->n_folds; f++)
        SG_TRY(expand_fold(&splits->fold[f], first, item, err));
done:
    return status;
}

/* Items by graph. */
typedef struct graph_units {
    uint32_t *first; /* [n_units + 1] */
    uint32_t *item;  /* [first[n_units]] */
    uint32_t n_units;
} graph_units;

static void units_free(graph_units *units)
{
    sg_free(units->first);
    sg_free(units->item);
}

/* The graphs that nodes belong to are units, in the order of the graphs.  `node` ascends. */
static sg_status group_nodes(graph_units *units, const sg_dataset *data, const uint32_t *node,
                             uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t *offset = data->graph.graph_offset;
    SG_ALLOC(units->first, (size_t)data->graph.n_graphs + 1);
    SG_ALLOC(units->item, n);
    if (n > 0) memcpy(units->item, node, n * sizeof *node);
    uint32_t g = 0;
    for (uint32_t i = 0; i < n; i++) {
        const bool other = i == 0 || node[i] >= offset[g + 1];
        while (node[i] >= offset[g + 1]) g++;
        if (other) units->first[units->n_units++] = i;
    }
    units->first[units->n_units] = n;
done:
    return status;
}

static int compare_numbers(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* ---- Folds ------------------------------------------------------------------------------------- */

/* Divide the items themselves, class by class. */
static sg_status divide_items(sg_splits *splits, const sg_dataset *data, const uint32_t *item,
                              uint32_t n, uint32_t n_folds, sg_rng *rng, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *item_class = NULL;
    if (data->items.item_class != NULL) {
        SG_ALLOC(item_class, n);
        for (uint32_t i = 0; i < n; i++) item_class[i] = data->items.item_class[item[i]];
    }
    SG_TRY(sg_splits_make(splits, item_class, n, n_folds, rng, err));
    for (uint32_t f = 0; f < splits->n_folds; f++)
        for (int p = 0; p < SG_N_PARTS; p++) {
            const sg_index_list *list = &splits->fold[f].part[p];
            for (uint32_t i = 0; i < list->n; i++) list->index[i] = item[list->index[i]];
        }
done:
    sg_free(item_class);
    return status;
}

sg_status sg_item_splits_among(sg_splits *splits, const sg_dataset *data, const uint32_t *item,
                               uint32_t n, uint32_t n_folds, sg_rng *rng, sg_error *err)
{
    sg_status status = SG_OK;
    sg_splits made = {0};
    graph_units units = {0};
    uint32_t *node = NULL;
    if (data->items.kind == SG_ITEM_NODE) {
        SG_ALLOC(node, n);
        if (n > 0) memcpy(node, item, n * sizeof *node);
        qsort(node, n, sizeof *node, compare_numbers);
        SG_TRY(group_nodes(&units, data, node, n, err));
    }
    if (units.n_units >= n_folds && units.n_units > 1) {
        SG_TRY(sg_splits_make(&made, NULL, units.n_units, n_folds, rng, err));
        SG_TRY(expand(&made, units.first, units.item, err));
    } else {
        SG_TRY(divide_items(&made, data, item, n, n_folds, rng, err));
    }
    *splits = made;
    made = (sg_splits){0};
done:
    sg_splits_free(&made);
    units_free(&units);
    sg_free(node);
    return status;
}

/* All items that say what should be predicted, ascending. */
static sg_status list_known(uint32_t **item, uint32_t *n, const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n_items = sg_item_count(data);
    uint32_t n_known = 0;
    SG_ALLOC(*item, n_items);
    for (uint32_t i = 0; i < n_items; i++)
        if (sg_items_known(&data->items, i)) (*item)[n_known++] = i;
    *n = n_known;
done:
    return status;
}

sg_status sg_item_splits_make(sg_splits *splits, const sg_dataset *data, uint32_t n_folds,
                              sg_rng *rng, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *item = NULL, n = 0;
    if (data->items.kind == SG_ITEM_GRAPH)
        return sg_splits_make(splits, data->items.item_class, data->graph.n_graphs, n_folds,
                              rng, err);
    SG_TRY(list_known(&item, &n, data, err));
    SG_TRY(sg_item_splits_among(splits, data, item, n, n_folds, rng, err));
done:
    sg_free(item);
    return status;
}

sg_status sg_item_splits_of_parts(sg_splits *splits, const sg_dataset *data, sg_rng *rng,
                                  sg_error *err)
{
    sg_status status = SG_OK;
    sg_splits made = {0};
    const sg_items *items = &data->items;
    SG_REQUIRE(items->part != NULL, SG_EINVAL,
               "splits: the data set %s does not say what trains and tests",
               data->name != NULL ? data->name : "");
    SG_TRY(sg_splits_of_parts(&made, items->part, items->item_class, sg_item_count(data), rng,
                              err));
    SG_TRY(sg_item_splits_check(&made, data, err));
    *splits = made;
    made = (sg_splits){0};
done:
    sg_splits_free(&made);
    return status;
}

/* How many of n are a share, as sg_splits_set_aside counts them. */
static uint32_t share_of(uint32_t n, double share)
{
    return (uint32_t)floor(share * n + 0.5);
}

sg_status sg_item_splits_set_aside(sg_splits *splits, const sg_dataset *data, double share,
                                   uint64_t seed, sg_error *err)
{
    sg_status status = SG_OK;
    sg_splits made = {0};
    graph_units units = {0};
    uint32_t *item = NULL, *item_class = NULL, *each = NULL, n = 0;
    const uint32_t *of_class = data->items.item_class;
    if (data->items.kind == SG_ITEM_GRAPH)
        return sg_splits_set_aside(splits, of_class, data->graph.n_graphs, share, seed, err);
    SG_TRY(list_known(&item, &n, data, err));
    SG_TRY(group_nodes(&units, data, item, n, err));
    const uint32_t n_aside =
        share >= 0 && share <= 1 ? share_of(units.n_units, share) : units.n_units;
    if (n_aside > 0 && n_aside < units.n_units) {
        SG_TRY(sg_splits_set_aside(&made, NULL, units.n_units, share, seed, err));
        SG_TRY(expand(&made, units.first, units.item, err));
    } else {
        SG_ALLOC(item_class, n);
        SG_ALLOC(each, n + (size_t)1);
        for (uint32_t i = 0; i <= n; i++) each[i] = i;
        for (uint32_t i = 0; i < n; i++)
            item_class[i] = of_class != NULL ? of_class[item[i]] : 0;
        SG_TRY(sg_splits_set_aside(&made, item_class, n, share, seed, err));
        SG_TRY(expand(&made, each, item, err));
    }
    *splits = made;
    made = (sg_splits){0};
done:
    sg_splits_free(&made);
    units_free(&units);
    sg_free(item);
    sg_free(item_class);
    sg_free(each);
    return status;
}

/* ---- Splits that others made -------------------------------------------------------------------- */

sg_status sg_item_fold_expand(sg_fold *fold, const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_graph *graph = &data->graph;
    uint32_t *first = NULL, *item = NULL, n = 0;
    SG_ALLOC(first, (size_t)graph->n_graphs + 1);
    SG_ALLOC(item, graph->n_nodes);
    for (uint32_t g = 0; g < graph->n_graphs; g++) {
        first[g] = n;
        for (uint32_t v = graph->graph_offset[g]; v < graph->graph_offset[g + 1]; v++)
            if (sg_items_known(&data->items, v)) item[n++] = v;
    }
    first[graph->n_graphs] = n;
    SG_TRY(expand_fold(fold, first, item, err));
done:
    sg_free(first);
    sg_free(item);
    return status;
}

sg_status sg_item_graphs(uint32_t **graph, uint32_t *n_graphs, const sg_dataset *data,
                         const uint32_t *item, uint32_t n_items, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_graph *g = &data->graph;
    bool *asked = NULL;
    uint32_t *made = NULL, n = 0;
    SG_ALLOC(made, n_items);
    if (data->items.kind == SG_ITEM_GRAPH) {
        for (; n < n_items; n++) made[n] = item[n];
    } else {
        SG_ALLOC(asked, g->n_graphs);
        for (uint32_t i = 0; i < n_items; i++)
            asked[sg_graph_of_node(g->graph_offset, g->n_graphs, item[i])] = true;
        for (uint32_t i = 0; i < g->n_graphs; i++)
            if (asked[i]) made[n++] = i;
    }
    *graph = made;
    *n_graphs = n;
done:
    sg_free(asked);
    return status;
}

static sg_status check_fold(bool *trained, const sg_fold *fold, const sg_dataset *data,
                            sg_error *err)
{
    static const char *const DOES[] = {
        [SG_TRAIN] = "train", [SG_VALIDATION] = "validate", [SG_TEST] = "test"};
    sg_status status = SG_OK;
    const sg_items *items = &data->items;
    char name[64];
    for (int p = 0; p < SG_N_PARTS; p++)
        for (uint32_t i = 0; i < fold->part[p].n; i++) {
            const uint32_t node = fold->part[p].index[i];
            SG_REQUIRE(
                sg_items_known(items, node), SG_EINVAL,
                "node %u is among those that %s, but has no class or target; leave it out",
                node, DOES[p]);
            if (p == SG_TRAIN && items->item_class != NULL &&
                items->item_class[node] != SG_NO_CLASS)
                trained[items->item_class[node]] = true;
        }
    for (uint32_t c = 0; items->item_class != NULL && c < items->n_classes; c++) {
        if (trained[c]) continue;
        sg_items_class_name(name, sizeof name, items, c);
        SG_REQUIRE(false, SG_EINVAL, "no node of class %s trains; every class needs one", name);
    }
done:
    return status;
}

sg_status sg_item_fold_check(const sg_fold *fold, const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    bool *trained = NULL;
    if (data->items.kind == SG_ITEM_GRAPH) goto done;
    SG_ALLOC(trained, data->items.n_classes);
    SG_TRY(check_fold(trained, fold, data, err));
done:
    sg_free(trained);
    return status;
}

sg_status sg_item_splits_check(const sg_splits *splits, const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t f = 0; f < splits->n_folds; f++) {
        sg_error inner = {0};
        status = sg_item_fold_check(&splits->fold[f], data, &inner);
        SG_REQUIRE(status == SG_OK, status, "splits: fold %u: %s", f, inner.text);
    }
done:
    return status;
}
