/* marks.h - what the labels of a node or an arc say, as one hash.
 *
 * Searches that compare graphs exactly tell nodes and arcs apart by these.  Equal labels have equal marks
 * on every machine.
 *
 *     mark[a] = sg_arc_mark(&one, v, a);
 */
#ifndef SG_GRAPH_MARKS_H
#define SG_GRAPH_MARKS_H

#include "graph/view.h"

/* The labels of a node; 0 where the graph has none. */
uint64_t sg_node_mark(const sg_one_graph *graph, uint32_t node);

/* The labels of arc `a`, which begins at `node`, and of the arc back.  Time O(log degree). */
uint64_t sg_arc_mark(const sg_one_graph *graph, uint32_t node, uint32_t a);

#endif
