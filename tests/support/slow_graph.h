/* slow_graph.h - the slow twins of graph/graph.h and graph/diameter.h.
 *
 * Adjacency matrices and Floyd-Warshall; slow and simple by design.
 */
#ifndef SG_TESTS_SUPPORT_SLOW_GRAPH_H
#define SG_TESTS_SUPPORT_SLOW_GRAPH_H

#include "graph/diameter.h"
#include "graph/graph.h"

#define SLOW_NONE UINT32_MAX

/* A simple undirected graph as a matrix. */
typedef struct slow_graph {
    uint32_t n_nodes;
    uint32_t n_arcs;
    uint32_t *source; /* [n_nodes][n_nodes] where the list gives (u, v) first or, if it never
                         does, where it gives (v, u) first; SLOW_NONE: no arc               */
    bool in_order;    /* the list was the graph: ascending, nothing to repair               */
    sg_graph_repairs repairs;
} slow_graph;

/* From a list of pairs. */
slow_graph slow_graph_build(const sg_arc_list *arcs, uint32_t n_nodes);
void slow_graph_free(slow_graph *slow);

/* The distances inside graph g, [n][n] for its n nodes; SLOW_NONE where there is no way.
 * Released with sg_free. */
uint32_t *slow_distances(const sg_graph *graph, uint32_t g);

/* The same as sg_graph_diameters. */
sg_diameters slow_diameters(const sg_graph *graph);

#endif
