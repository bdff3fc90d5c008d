/* summary.c - counting what a data set consists of. */
#include "data/summary.h"

#include "base/hash.h"
#include "base/observer.h"
#include "base/table.h"
#include "graph/diameter.h"
#include "graph/undirected.h"

/* Distinct rows of a label table; 1 where there is none: all nodes are alike then. */
static sg_status count_labels(uint32_t *n_labels, const sg_label_table *label, uint32_t n_rows,
                              sg_error *err)
{
    sg_status status = SG_OK;
    sg_table seen = {0};
    const size_t width = label->n_columns;
    if (width == 0) {
        *n_labels = 1;
        return SG_OK;
    }
    for (size_t row = 0; row < n_rows; row++) {
        uint64_t key = 0;
        uint32_t id = 0;
        SG_TRY(sg_watch_ask_at(row, err));
        for (size_t c = 0; c < width; c++) {
            const uint64_t word = (uint32_t)label->value[row * width + c];
            key = c == 0 ? word : sg_hash_words((uint64_t[]){key, word}, 2);
        }
        SG_TRY(sg_table_intern(&id, &seen, key, err));
    }
    *n_labels = seen.n_keys;
done:
    sg_table_free(&seen);
    return status;
}

static void widen(sg_range *range, uint32_t value)
{
    if (value > range->max) range->max = value;
    if (value < range->min) range->min = value;
}

static void measure_sizes(sg_data_summary *s, const sg_graph *graph)
{
    const uint32_t per_edge = graph->rules.directed ? 1 : 2;
    s->nodes.min = s->edges.min = graph->n_graphs > 0 ? UINT32_MAX : 0;
    for (uint32_t g = 0; g < graph->n_graphs; g++) {
        const uint32_t first = graph->graph_offset[g], behind = graph->graph_offset[g + 1];
        widen(&s->nodes, behind - first);
        widen(&s->edges, (graph->arc_offset[behind] - graph->arc_offset[first]) / per_edge);
    }
    if (graph->n_graphs == 0) return;
    s->nodes.avg = (double)graph->n_nodes / graph->n_graphs;
    s->edges.avg = (double)graph->n_arcs / per_edge / graph->n_graphs;
}

sg_status sg_dataset_summarize(sg_data_summary *summary, const sg_dataset *data,
                               sg_threads *threads, sg_error *err)
{
    sg_status status = SG_OK;
    sg_diameters d = {0};
    sg_graph plain = {0};
    sg_data_summary s = {.n_graphs = data->graph.n_graphs, .classes = data->items.n_classes};
    measure_sizes(&s, &data->graph);
    SG_TRY(count_labels(&s.node_labels, &data->node_label, data->graph.n_nodes, err));
    if (sg_arcs_are_special(data->graph.rules)) {
        const sg_one_graph all = {.n_nodes = data->graph.n_nodes,
                                  .arc_offset = data->graph.arc_offset,
                                  .neighbor = data->graph.neighbor};
        SG_TRY(sg_undirected_make(&plain, &all, data->graph.graph_offset, data->graph.n_graphs,
                                  err));
    }
    SG_TRY(
        sg_graph_diameters(&d, plain.arc_offset != NULL ? &plain : &data->graph, threads, err));
    s.components = (uint32_t)(d.n_components + d.n_unmeasured);
    s.unmeasured = (uint32_t)d.n_unmeasured;
    s.diameter.max = d.max;
    s.diameter.min = d.min;
    s.diameter.avg = d.n_components > 0 ? (double)d.sum / (double)d.n_components : 0;
    *summary = s;
done:
    sg_graph_free(&plain);
    return status;
}
