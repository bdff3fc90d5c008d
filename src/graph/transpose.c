/* transpose.c - by counting; nodes are visited in order, so that rows ascend. */
#include "graph/transpose.h"

#include "base/mem.h"

#include <string.h>

sg_status sg_graph_transpose(sg_graph *turned, const sg_graph *graph, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = graph->n_nodes;
    sg_graph made = {.n_graphs = graph->n_graphs,
                     .n_nodes = n,
                     .n_arcs = graph->n_arcs,
                     .rules = graph->rules};
    SG_ALLOC(made.graph_offset, graph->n_graphs + (size_t)1);
    SG_ALLOC(made.arc_offset, n + (size_t)2);
    SG_ALLOC(made.neighbor, graph->n_arcs);
    if (graph->n_graphs > 0)
        memcpy(made.graph_offset, graph->graph_offset,
               (graph->n_graphs + (size_t)1) * sizeof *made.graph_offset);
    /* Two places behind its own a node counts, so that one place behind it says where the next arc goes. */
    uint32_t *place = made.arc_offset + 1;
    for (uint32_t a = 0; a < graph->n_arcs; a++)
        if (graph->neighbor[a] < n) place[graph->neighbor[a] + (size_t)1]++;
    for (uint32_t v = 0; v < n; v++) place[v + (size_t)1] += place[v];
    for (uint32_t v = 0; v < n; v++)
        for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++)
            if (graph->neighbor[a] < n) made.neighbor[place[graph->neighbor[a]]++] = v;
    made.n_arcs = made.arc_offset[n];
    *turned = made;
    made = (sg_graph){0};
done:
    sg_graph_free(&made);
    return status;
}
