/* live_union.c - one graph behind the other. */
#include "live/live_union.h"

#include "base/mem.h"

#include <string.h>

static sg_status allocate(sg_dataset *data, const sg_live_state *state, uint32_t n_graphs,
                          sg_error *err)
{
    sg_status status = SG_OK;
    const sg_live_columns c = n_graphs > 0 ? state[0].graph.columns : (sg_live_columns){0};
    uint64_t n_nodes = 0, n_arcs = 0;
    for (uint32_t g = 0; g < n_graphs; g++) {
        n_nodes += state[g].graph.n_alive;
        n_arcs += state[g].graph.n_arcs;
    }
    SG_REQUIRE(n_nodes < UINT32_MAX && n_arcs < UINT32_MAX, SG_ELIMIT,
               "a data set has at most 2^32-2 nodes and arcs");
    data->graph.n_graphs = n_graphs;
    data->graph.n_nodes = (uint32_t)n_nodes;
    data->graph.n_arcs = (uint32_t)n_arcs;
    SG_ALLOC(data->graph.graph_offset, n_graphs + (size_t)1);
    SG_ALLOC(data->graph.arc_offset, n_nodes + 1);
    SG_ALLOC(data->graph.neighbor, n_arcs);
    data->node_label.n_columns = c.node_labels;
    data->node_attribute.n_columns = c.node_attributes;
    data->edge_label.n_columns = c.edge_labels;
    data->edge_attribute.n_columns = c.edge_attributes;
    if (c.node_labels > 0) SG_ALLOC(data->node_label.value, n_nodes * c.node_labels);
    if (c.node_attributes > 0)
        SG_ALLOC(data->node_attribute.value, n_nodes * c.node_attributes);
    if (c.edge_labels > 0) SG_ALLOC(data->edge_label.value, n_arcs * c.edge_labels);
    if (c.edge_attributes > 0) SG_ALLOC(data->edge_attribute.value, n_arcs * c.edge_attributes);
done:
    return status;
}

/* Copy n rows of `width` numbers of `size` bytes; nothing where there are none. */
static void copy_rows(void *to, size_t at, const void *from, size_t row, size_t n, size_t width,
                      size_t size)
{
    if (n * width == 0) return;
    memcpy((unsigned char *)to + at * width * size,
           (const unsigned char *)from + row * width * size, n * width * size);
}

static void copy_node(sg_dataset *data, const sg_live_graph *graph, uint32_t v,
                      const uint32_t *number, uint32_t at, uint32_t *n_arcs)
{
    const sg_live_node *node = &graph->node[v];
    const sg_live_columns *c = &graph->columns;
    const uint32_t *neighbor = sg_live_neighbors(node);
    data->graph.arc_offset[at] = *n_arcs;
    for (uint32_t a = 0; a < node->n; a++)
        data->graph.neighbor[*n_arcs + a] = number[neighbor[a]];
    copy_rows(data->node_label.value, at, graph->label, v, 1, c->node_labels, sizeof(int32_t));
    copy_rows(data->node_attribute.value, at, graph->attribute, v, 1, c->node_attributes,
              sizeof(double));
    copy_rows(data->edge_label.value, *n_arcs, node->label, 0, node->n, c->edge_labels,
              sizeof(int32_t));
    copy_rows(data->edge_attribute.value, *n_arcs, node->attribute, 0, node->n,
              c->edge_attributes, sizeof(double));
    *n_arcs += node->n;
}

sg_status sg_live_union_make(sg_dataset *data, const sg_live_state *state, uint32_t n_graphs,
                             sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *number = NULL, n_nodes = 0, n_arcs = 0, most = 0;
    SG_TRY(allocate(data, state, n_graphs, err));
    for (uint32_t g = 0; g < n_graphs; g++)
        if (state[g].graph.n_numbers > most) most = state[g].graph.n_numbers;
    SG_ALLOC(number, most);
    for (uint32_t g = 0; g < n_graphs; g++) {
        const sg_live_graph *graph = &state[g].graph;
        uint32_t next = n_nodes;
        data->graph.graph_offset[g] = n_nodes;
        for (uint32_t v = 0; v < graph->n_numbers; v++)
            if (graph->node[v].is_alive) number[v] = next++;
        for (uint32_t v = 0; v < graph->n_numbers; v++)
            if (graph->node[v].is_alive) copy_node(data, graph, v, number, n_nodes++, &n_arcs);
    }
    data->graph.graph_offset[n_graphs] = n_nodes;
    data->graph.arc_offset[n_nodes] = n_arcs;
done:
    sg_free(number);
    return status;
}
