/* induced.c - some nodes of a graph, and the arcs between them. */
#include "graph/induced.h"

void sg_induced_arcs(uint32_t *arc_offset, uint32_t *neighbor, const uint32_t *number,
                     const sg_one_graph *graph, const uint32_t *node, uint32_t n)
{
    uint32_t n_arcs = 0;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t v = node[i];
        arc_offset[i] = n_arcs;
        for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++) {
            const uint32_t w = number[graph->neighbor[a] - graph->first];
            if (w < n) neighbor[n_arcs++] = w;
        }
    }
    arc_offset[n] = n_arcs;
}
