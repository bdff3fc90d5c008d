/* data_facts.c - one pass over the nodes, one over the graphs. */
#include "choice/data_facts.h"

#include "base/table.h"
#include "data/dataset_view.h"
#include "graph/pixel_grid.h"

enum { RICH_LABELS = 5, MANY_WORDS = 200, BOUNDED_DEGREE = 8 };

/* The number of different labels, by their first column. */
static sg_status count_labels(uint32_t *n, const sg_label_table *table, size_t n_rows,
                              sg_error *err)
{
    sg_status status = SG_OK;
    sg_table seen = {0};
    for (size_t i = 0; table->n_columns > 0 && i < n_rows; i++) {
        uint32_t number = 0;
        const int64_t label = table->value[i * table->n_columns];
        SG_TRY(sg_table_intern(&number, &seen, (uint64_t)label, err));
    }
    *n = seen.n_keys;
done:
    sg_table_free(&seen);
    return status;
}

/* Degrees, and the pairs that are at most two steps apart. */
static void look_at_nodes(sg_data_facts *facts, const sg_graph *graph)
{
    const uint32_t *offset = graph->arc_offset;
    for (uint32_t v = 0; v < graph->n_nodes; v++) {
        const uint32_t degree = offset[v + 1] - offset[v];
        if (degree > facts->largest_degree) facts->largest_degree = degree;
        facts->n_near_pairs += 1 + (uint64_t)degree;
        for (uint32_t a = offset[v]; a < offset[v + 1]; a++) {
            const uint32_t w = graph->neighbor[a];
            facts->n_near_pairs += offset[w + 1] - offset[w] - 1;
        }
    }
}

/* Sizes, and whether all graphs are pictures of one size, or lines. */
static void look_at_graphs(sg_data_facts *facts, bool *images, bool *lines,
                           const sg_dataset *data)
{
    const sg_graph_view view = sg_dataset_view(data);
    sg_pixel_grid first = {0}, grid = {0};
    *images = *lines = data->graph.n_graphs > 0;
    for (uint32_t g = 0; g < data->graph.n_graphs; g++) {
        const sg_one_graph one = sg_view_graph(&view, g);
        facts->n_pairs += (uint64_t)one.n_nodes * one.n_nodes;
        if (!*images && !*lines) continue;
        const bool is_grid = sg_pixel_grid_find(&grid, &one);
        if (g == 0) first = grid;
        *lines = *lines && is_grid && grid.height <= 1;
        *images = *images && is_grid && grid.height > 1 && grid.width == first.width &&
                  grid.height == first.height;
    }
}

static uint32_t flags_of(const sg_data_facts *facts, bool images, bool lines, bool structures)
{
    const struct {
        bool is;
        uint32_t flag;
    } fact[SG_N_FACTS] = {{facts->n_node_labels > 1, SG_FACT_NODE_LABELS},
                          {facts->n_node_labels >= RICH_LABELS, SG_FACT_RICH_LABELS},
                          {facts->n_edge_labels > 1, SG_FACT_EDGE_LABELS},
                          {facts->n_attributes > 0, SG_FACT_ATTRIBUTES},
                          {facts->n_sparse > 0, SG_FACT_SPARSE},
                          {images && facts->n_attributes > 0, SG_FACT_IMAGES},
                          {lines && facts->n_node_labels >= MANY_WORDS, SG_FACT_TEXTS},
                          {facts->largest_degree <= BOUNDED_DEGREE, SG_FACT_BOUNDED_DEGREES},
                          {structures, SG_FACT_STRUCTURES},
                          {facts->n_edge_attributes > 0, SG_FACT_EDGE_ATTRIBUTES}};
    uint32_t flags = 0;
    for (int i = 0; i < SG_N_FACTS; i++) flags |= fact[i].is ? fact[i].flag : 0;
    return flags;
}

sg_status sg_data_facts_of(sg_data_facts *facts, const sg_dataset *data, sg_task task,
                           sg_error *err)
{
    sg_status status = SG_OK;
    const sg_graph *graph = &data->graph;
    bool images = false, lines = false;
    sg_data_facts made = {.item = data->items.kind,
                          .task = task,
                          .n_items = sg_item_count(data),
                          .n_graphs = graph->n_graphs,
                          .n_attributes = data->node_attribute.n_columns,
                          .n_sparse = data->node_sparse.n_columns,
                          .n_edge_attributes = data->edge_attribute.n_columns};
    SG_TRY(count_labels(&made.n_node_labels, &data->node_label, graph->n_nodes, err));
    SG_TRY(count_labels(&made.n_edge_labels, &data->edge_label, graph->n_arcs, err));
    look_at_nodes(&made, graph);
    look_at_graphs(&made, &images, &lines, data);
    if (graph->n_graphs > 0) made.mean_nodes = (double)graph->n_nodes / graph->n_graphs;
    if (graph->n_nodes > 0) made.mean_degree = (double)graph->n_arcs / graph->n_nodes;
    if (made.n_near_pairs > made.n_pairs) made.n_near_pairs = made.n_pairs;
    made.has = flags_of(&made, images, lines, data->form != NULL);
    *facts = made;
done:
    return status;
}
