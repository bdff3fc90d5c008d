/* undirected.c - the arcs are listed again, and become a graph by the usual rules. */
#include "graph/undirected.h"

#include "base/mem.h"

#include <string.h>

uint32_t sg_arc_between(const sg_one_graph *graph, uint32_t u, uint32_t v)
{
    uint32_t low = graph->arc_offset[u], high = graph->arc_offset[u + 1];
    const uint32_t end = high, wanted = graph->first + v;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (graph->neighbor[middle] < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return low < end && graph->neighbor[low] == wanted ? low : SG_NO_ARC;
}

sg_status sg_undirected_make(sg_graph *plain, const sg_one_graph *graph,
                             const uint32_t *graph_offset, uint32_t n_graphs, sg_error *err)
{
    sg_status status = SG_OK;
    sg_arc_list arcs = {0};
    uint32_t *offset = NULL;
    SG_ALLOC(offset, n_graphs + (size_t)1);
    if (graph_offset != NULL)
        memcpy(offset, graph_offset, (n_graphs + (size_t)1) * sizeof *offset);
    else
        offset[n_graphs] = graph->n_nodes;
    for (uint32_t u = 0; u < graph->n_nodes; u++)
        for (uint32_t a = graph->arc_offset[u]; a < graph->arc_offset[u + 1]; a++)
            SG_TRY(sg_arc_list_add(&arcs, u, graph->neighbor[a] - graph->first, err));
    SG_TRY(sg_graph_build(plain, NULL, NULL, &arcs, &offset, n_graphs, err));
done:
    sg_arc_list_free(&arcs);
    sg_free(offset);
    return status;
}

void sg_undirected_free(sg_undirected *plain)
{
    sg_graph_free(&plain->graph);
    sg_free(plain->node_label);
    sg_free(plain->edge_label);
    *plain = (sg_undirected){0};
}

/* Whether there is an arc, and its labels, or zeros: [1 + columns]. */
static int32_t *write_arc(int32_t *label, const sg_one_graph *all, uint32_t u, uint32_t v)
{
    const uint32_t width = all->n_edge_columns, arc = sg_arc_between(all, u, v);
    *label++ = arc != SG_NO_ARC;
    for (uint32_t c = 0; c < width; c++)
        *label++ = arc != SG_NO_ARC ? all->edge_label[(size_t)arc * width + c] : 0;
    return label;
}

static void write_node(int32_t *label, const sg_one_graph *all, uint32_t v)
{
    for (uint32_t c = 0; c < all->n_node_columns; c++)
        *label++ = all->node_label[(size_t)v * all->n_node_columns + c];
    (void)write_arc(label, all, v, v);
}

/* All graphs as one: nodes are those of the union. */
static sg_one_graph all_of(const sg_graph_view *view)
{
    return (sg_one_graph){
        .n_nodes = view->graph->n_nodes,
        .arc_offset = view->graph->arc_offset,
        .neighbor = view->graph->neighbor,
        .node_label = view->node_label,
        .n_node_columns = view->node_label != NULL ? view->n_node_columns : 0,
        .edge_label = view->edge_label,
        .n_edge_columns = view->edge_label != NULL ? view->n_edge_columns : 0,
    };
}

sg_status sg_undirected_encode(sg_undirected *plain, const sg_graph_view *view, sg_error *err)
{
    sg_status status = SG_OK;
    sg_undirected made = {0};
    const sg_one_graph all = all_of(view);
    const uint32_t n_edge = 2 * (all.n_edge_columns + 1);
    const uint32_t n_node = all.n_node_columns + all.n_edge_columns + 1;
    SG_TRY(sg_undirected_make(&made.graph, &all, view->graph->graph_offset,
                              view->graph->n_graphs, err));
    SG_ALLOC(made.edge_label, (size_t)made.graph.n_arcs * n_edge);
    SG_ALLOC(made.node_label, (size_t)all.n_nodes * n_node);
    for (uint32_t u = 0; u < all.n_nodes; u++) {
        write_node(made.node_label + (size_t)u * n_node, &all, u);
        for (uint32_t a = made.graph.arc_offset[u]; a < made.graph.arc_offset[u + 1]; a++) {
            const uint32_t v = made.graph.neighbor[a];
            int32_t *label = made.edge_label + (size_t)a * n_edge;
            label = write_arc(label, &all, u, v);
            (void)write_arc(label, &all, v, u);
        }
    }
    *plain = made;
    plain->view = (sg_graph_view){.graph = &plain->graph,
                                  .node_label = plain->node_label,
                                  .n_node_columns = n_node,
                                  .edge_label = plain->edge_label,
                                  .n_edge_columns = n_edge};
    made = (sg_undirected){0};
done:
    sg_undirected_free(&made);
    return status;
}
