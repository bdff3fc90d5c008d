/* induced.h - some nodes of a graph, and the arcs between them.
 */
#ifndef SG_GRAPH_INDUCED_H
#define SG_GRAPH_INDUCED_H

#include "graph/view.h"

/* List the arcs between chosen nodes, which become the nodes 0 .. n-1.  Where the nodes ascend, so do the
 * neighbors of each.
 *
 *   arc_offset  out; [n + 1]
 *   neighbor    out; as many as the arcs of the chosen nodes, at most
 *   number      [nodes of the graph] the new number of a chosen node, any value >= n for others
 *   node        [n]
 *
 * Time O(arcs of the chosen nodes). */
void sg_induced_arcs(uint32_t *arc_offset, uint32_t *neighbor, const uint32_t *number,
                     const sg_one_graph *graph, const uint32_t *node, uint32_t n);

#endif
