/* experience.c - sorted lists of labels, and ranges of sizes and targets. */
#include "model/trust/experience.h"

#include "base/mem.h"
#include "base/sort.h"

#include <math.h>
#include <string.h>

/* One graph in so many may be outside of the range of sizes, at either end. */
enum { RARE = 200 };

/* A value may be farther from the targets than they reach by this share of their range. */
static const double MARGIN = 0.1;

void sg_experience_free(sg_experience *met)
{
    sg_free(met->node_label);
    sg_free(met->edge_label);
    sg_free(met->target);
    *met = (sg_experience){0};
}

/* ---- Labels ------------------------------------------------------------------------------------ */

static int compare_keys(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static uint64_t key_of(uint32_t column, int32_t label)
{
    return (uint64_t)column << 32 | (uint32_t)label;
}

static bool has_key(const uint64_t *key, size_t n, uint64_t wanted)
{
    size_t low = 0, high = n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (key[middle] < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return low < n && key[low] == wanted;
}

/* Sort keys and keep each once; returns how many stay. */
static sg_status sort_once(uint64_t *key, size_t *n, sg_error *err)
{
    sg_status status = SG_OK;
    size_t kept = 0;
    SG_TRY(sg_sort(key, *n, sizeof *key, compare_keys, err));
    for (size_t i = 0; i < *n; i++)
        if (kept == 0 || key[kept - 1] != key[i]) key[kept++] = key[i];
    *n = kept;
done:
    return status;
}

/* The labels of a table, each once.  They are put into order whenever the list is full, so that memory follows
 * the number of different labels. */
static sg_status learn_labels(uint64_t **label, size_t *n_labels, const sg_label_table *table,
                              size_t n_rows, sg_error *err)
{
    sg_status status = SG_OK;
    enum { ROOM = 2 * SG_EXPERIENCE_MOST_LABELS };
    uint64_t *key = NULL, recent[256]; /* most labels are met again soon */
    size_t n = 0;
    const size_t n_values = n_rows * table->n_columns;
    if (n_values == 0) goto done;
    SG_ALLOC(key, n_values < ROOM ? n_values : ROOM);
    memset(recent, 0xff, sizeof recent);
    for (size_t i = 0; i < n_values; i++) {
        const uint64_t next = key_of((uint32_t)(i % table->n_columns), table->value[i]);
        uint64_t *before = &recent[next * UINT64_C(0x9e3779b97f4a7c15) >> 56];
        if (*before == next) continue;
        key[n++] = *before = next;
        if (n < ROOM) continue;
        SG_TRY(sort_once(key, &n, err));
        if (n > SG_EXPERIENCE_MOST_LABELS) goto done;
    }
    SG_TRY(sort_once(key, &n, err));
    if (n > SG_EXPERIENCE_MOST_LABELS) goto done;
    SG_ALLOC(*label, n);
    memcpy(*label, key, n * sizeof *key);
    *n_labels = n;
done:
    sg_free(key);
    return status;
}

/* ---- Sizes and targets --------------------------------------------------------------------------- */

static sg_status learn_sizes(sg_experience *met, const sg_graph *graph, sg_error *err)
{
    sg_status status = SG_OK;
    uint64_t *size = NULL;
    const uint32_t n = graph->n_graphs;
    if (n == 0) goto done;
    SG_ALLOC(size, n);
    for (uint32_t g = 0; g < n; g++)
        size[g] = graph->graph_offset[g + 1] - graph->graph_offset[g];
    SG_TRY(sg_sort(size, n, sizeof *size, compare_keys, err));
    met->size[0] = (uint32_t)size[n / RARE];
    met->size[1] = (uint32_t)size[n - 1 - n / RARE];
done:
    sg_free(size);
    return status;
}

static sg_status learn_targets(sg_experience *met, const sg_dataset *data,
                               const sg_outputs *outputs, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_value_table *target = &data->items.target;
    if (outputs->task != SG_REGRESSION || target->n_columns == 0) goto done;
    SG_ALLOC(met->target, (size_t)outputs->n * 2);
    met->n_targets = outputs->n;
    for (uint32_t o = 0; o < outputs->n; o++) {
        double *range = met->target + 2 * (size_t)o;
        range[0] = range[1] = NAN;
        for (size_t i = 0; i < data->graph.n_graphs; i++) {
            const double value =
                target->value[i * target->n_columns + outputs->target_column[o]];
            range[0] = fmin(range[0], value); /* what is missing is NaN, and never smaller */
            range[1] = fmax(range[1], value);
        }
    }
done:
    return status;
}

sg_status sg_experience_learn(sg_experience *met, const sg_dataset *training,
                              const sg_outputs *outputs, sg_error *err)
{
    sg_status status = SG_OK;
    sg_experience made = {0};
    const sg_graph *graph = &training->graph;
    SG_TRY(learn_labels(&made.node_label, &made.n_node_labels, &training->node_label,
                        graph->n_nodes, err));
    SG_TRY(learn_labels(&made.edge_label, &made.n_edge_labels, &training->edge_label,
                        graph->n_arcs, err));
    if (training->items.kind == SG_ITEM_GRAPH) {
        SG_TRY(learn_sizes(&made, graph, err));
        SG_TRY(learn_targets(&made, training, outputs, err));
    }
    *met = made;
    made = (sg_experience){0};
done:
    sg_experience_free(&made);
    return status;
}

sg_status sg_experience_copy(sg_experience *copy, const sg_experience *met, sg_error *err)
{
    sg_status status = SG_OK;
    sg_experience made = *met;
    const size_t n_values = 2 * (size_t)met->n_targets;
    made.node_label = made.edge_label = NULL;
    made.target = NULL;
    SG_ALLOC(made.node_label, met->n_node_labels);
    SG_ALLOC(made.edge_label, met->n_edge_labels);
    SG_ALLOC(made.target, n_values);
    if (met->n_node_labels > 0)
        memcpy(made.node_label, met->node_label, met->n_node_labels * sizeof *met->node_label);
    if (met->n_edge_labels > 0)
        memcpy(made.edge_label, met->edge_label, met->n_edge_labels * sizeof *met->edge_label);
    if (n_values > 0) memcpy(made.target, met->target, n_values * sizeof *met->target);
    *copy = made;
    made = (sg_experience){0};
done:
    sg_experience_free(&made);
    return status;
}

/* ---- Judging --------------------------------------------------------------------------------------- */

/* Whether one of the labels of a row was never met. */
static bool is_new(const uint64_t *known, size_t n_known, const sg_label_table *table,
                   size_t row)
{
    for (uint32_t c = 0; n_known > 0 && c < table->n_columns; c++)
        if (!has_key(known, n_known, key_of(c, table->value[row * table->n_columns + c])))
            return true;
    return false;
}

static bool is_new_node(const sg_experience *met, const sg_dataset *data, uint32_t node)
{
    if (is_new(met->node_label, met->n_node_labels, &data->node_label, node)) return true;
    for (uint32_t a = data->graph.arc_offset[node]; a < data->graph.arc_offset[node + 1]; a++)
        if (is_new(met->edge_label, met->n_edge_labels, &data->edge_label, a)) return true;
    return false;
}

/* How far a size is outside of the range, 0 .. 1. */
static double new_size(const sg_experience *met, uint32_t n_nodes)
{
    if (met->size[1] == 0) return 0;
    if (n_nodes > met->size[1]) return 1 - (double)met->size[1] / n_nodes;
    return n_nodes < met->size[0] ? 1 - (double)n_nodes / met->size[0] : 0;
}

void sg_experience_judge(sg_trust *trust, const sg_experience *met, const sg_dataset *data)
{
    const uint32_t *offset = data->graph.graph_offset;
    for (uint32_t g = 0; g < data->graph.n_graphs; g++) {
        trust[g].n_nodes = offset[g + 1] - offset[g];
        trust[g].new_nodes = 0;
        for (uint32_t v = offset[g]; v < offset[g + 1]; v++)
            trust[g].new_nodes += is_new_node(met, data, v);
        trust[g].new_size = new_size(met, offset[g + 1] - offset[g]);
    }
}

bool sg_experience_is_beyond(const sg_experience *met, const double *score)
{
    for (uint32_t o = 0; o < met->n_targets; o++) {
        const double low = met->target[2 * (size_t)o], high = met->target[2 * (size_t)o + 1],
                     room = MARGIN * (high - low);
        if (score[o] < low - room || score[o] > high + room) return true;
    }
    return false;
}
