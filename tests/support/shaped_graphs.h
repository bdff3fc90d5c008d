/* shaped_graphs.h - single graphs of regular shapes and any size.
 *
 *     sg_graph graph = wheel_graph(300);
 *     ...
 *     sg_graph_free(&graph);
 *
 * Nothing here returns an error: where something fails, the test fails.
 */
#ifndef SG_TESTS_SUPPORT_SHAPED_GRAPHS_H
#define SG_TESTS_SUPPORT_SHAPED_GRAPHS_H

#include "base/rng.h"
#include "graph/graph.h"

/* The complete graph; the wheel: a ring of n nodes and a hub, node n; the ladder: two paths of n
 * nodes, 0 .. n-1 and n .. 2n-1, joined step by step. */
sg_graph complete_graph(uint32_t n);
sg_graph wheel_graph(uint32_t n);
sg_graph ladder_graph(uint32_t n);

/* k squares, each joined to the next at a corner: from the first corner, node 0, to the last, node
 * 3 k, there are 2^k shortest paths. */
sg_graph chain_of_squares(uint32_t k);

/* The same graph with up to `max_more` new nodes inside every edge; for one graph. */
sg_graph subdivided_graph(sg_rng *rng, const sg_graph *graph, uint32_t max_more);

#endif
