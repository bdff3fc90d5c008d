/* undirected.h - directed graphs for what knows edges alone: drawings, diameters, comparisons.
 *
 *     SG_TRY(sg_undirected_make(&plain, &one, NULL, 1, err));
 *     ...
 *     sg_graph_free(&plain);
 */
#ifndef SG_GRAPH_UNDIRECTED_H
#define SG_GRAPH_UNDIRECTED_H

#include "graph/view.h"

#define SG_NO_ARC UINT32_MAX

/* The arc from u to v, nodes of the graph, or SG_NO_ARC.  Time O(log of the arcs of u). */
uint32_t sg_arc_between(const sg_one_graph *graph, uint32_t u, uint32_t v);

/* Whether an arc from u to v is the one by which a pair of joined nodes is listed once, whatever the
 * directions between them; no self-loop is. */
static inline bool sg_arc_stands_for_edge(const sg_one_graph *graph, uint32_t u, uint32_t v)
{
    return u < v ||
           (u > v && graph->rules.directed && sg_arc_between(graph, v, u) == SG_NO_ARC);
}

/* The same nodes, joined where an arc joins them in either direction, without self-loops.
 *
 *   plain         out; an empty graph
 *   graph_offset  [n_graphs + 1] graphs that the nodes belong to; NULL: they are one graph
 *
 * Fails with SG_ELIMIT or SG_ENOMEM.  Time and memory O(n + m), apart from sorting. */
sg_status sg_undirected_make(sg_graph *plain, const sg_one_graph *graph,
                             const uint32_t *graph_offset, uint32_t n_graphs, sg_error *err);

/* Directed graphs as undirected ones that are the same where these are: an edge is labeled by its
 * directions and the labels of its arcs, a node by its self-loop, too.  {0} is empty. */
typedef struct sg_undirected {
    sg_graph graph;
    int32_t *node_label, *edge_label;
    sg_graph_view view; /* of the arrays above, and what else the graphs had */
} sg_undirected;

void sg_undirected_free(sg_undirected *plain);

/* `view` must stay as long as `plain`.  Fails with SG_ELIMIT or SG_ENOMEM; `plain` is then empty.
 * Time O(n + m log(largest degree)), memory O(n + m). */
sg_status sg_undirected_encode(sg_undirected *plain, const sg_graph_view *view, sg_error *err);

#endif
