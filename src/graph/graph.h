/* graph.h - many graphs as one: a disjoint union in compressed rows.
 *
 * All nodes of a data set are numbered through; graph g owns the nodes graph_offset[g] up to
 * graph_offset[g+1].  Every undirected edge is two arcs, one in each direction, and the arcs of
 * a node are sorted by neighbor:
 *
 *     for (uint32_t v = g->graph_offset[i]; v < g->graph_offset[i + 1]; v++)
 *         for (uint32_t a = g->arc_offset[v]; a < g->arc_offset[v + 1]; a++)
 *             visit(v, g->neighbor[a]);
 *
 * Graphs are simple: sg_graph_build drops self-loops, merges duplicates and adds the missing
 * direction of an edge that was given once, and counts what it did.  On request (sg_arc_rules) graphs
 * are directed, and the row of a node then lists the nodes that its arcs lead to; or they keep
 * self-loops, an arc each.
 */
#ifndef SG_GRAPH_GRAPH_H
#define SG_GRAPH_GRAPH_H

#include "base/threads.h"
#include "graph/arc_list.h"

typedef struct sg_graph {
    uint32_t n_graphs;
    uint32_t n_nodes;
    uint32_t n_arcs;        /* undirected: twice the number of edges               */
    uint32_t *graph_offset; /* [n_graphs + 1] first node of a graph                */
    uint32_t *arc_offset;   /* [n_nodes + 1] first arc of a node                   */
    uint32_t *neighbor;     /* [n_arcs] ascending and distinct within a node       */
    sg_arc_rules rules;     /* whether it is directed and keeps self-loops         */
} sg_graph;

/* Release the graph's memory and make it empty. */
void sg_graph_free(sg_graph *graph);

/* Build the union from its arcs.
 *
 *   graph     out; an empty graph
 *   source    out, may be NULL; [graph->n_arcs], the caller frees it with sg_free: the position
 *             in `arcs` that an arc of the graph came from (an added reverse arc has the position
 *             of the arc it reverses).  NULL means that the list was in order: arc a is arcs[a].
 *   repairs   out, may be NULL
 *   arcs      moved: its arrays are released or reused, and it is empty on success
 *   graph_offset [n_graphs + 1]  moved likewise: ascending, from 0 to the number of nodes
 *
 * The arcs must join nodes of one graph; readers check it, because they know the line.
 * Fails with SG_ENOMEM or SG_ELIMIT; nothing is changed then, except the order inside `arcs`.
 * Time O(n + m) plus sorting the arcs of each node; memory O(n + m). */
sg_status sg_graph_build(sg_graph *graph, uint32_t **source, sg_graph_repairs *repairs,
                         sg_arc_list *arcs, uint32_t **graph_offset, uint32_t n_graphs,
                         sg_error *err);

/* The same with the help of threads; the result is the same. */
sg_status sg_graph_build_on(sg_graph *graph, uint32_t **source, sg_graph_repairs *repairs,
                            sg_arc_list *arcs, uint32_t **graph_offset, uint32_t n_graphs,
                            sg_threads *threads, sg_error *err);

/* Whether compressed rows can be a graph as they are: neighbors ascend, no node is its own neighbor, and
 * every arc has its reverse, as far as the rules ask for it.  The arcs must join nodes of one graph.
 * Fails with SG_ENOMEM.  Time O(n + m), memory O(nodes of the largest graph). */
sg_status sg_graph_rows_are_clean(bool *clean, const uint32_t *arc_offset,
                                  const uint32_t *neighbor, const uint32_t *graph_offset,
                                  uint32_t n_graphs, sg_arc_rules rules, sg_error *err);

/* The number of nodes of the largest graph; O(n_graphs). */
uint32_t sg_graph_largest(const uint32_t *graph_offset, uint32_t n_graphs);

/* The graph that owns `node`, by the offsets of all graphs; O(log n_graphs). */
uint32_t sg_graph_of_node(const uint32_t *graph_offset, uint32_t n_graphs, uint32_t node);

#endif
