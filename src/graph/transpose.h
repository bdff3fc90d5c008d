/* transpose.h - all arcs turned round.
 *
 *     SG_TRY(sg_graph_transpose(&turned, graph, err));
 *     sg_graph_free(&turned);
 */
#ifndef SG_GRAPH_TRANSPOSE_H
#define SG_GRAPH_TRANSPOSE_H

#include "graph/graph.h"

/* The same graphs with their arcs turned round: the row of a node lists the nodes whose arcs lead to it.
 * Arcs that lead to no node (SG_BEYOND, graph/node_field.h) are left out.
 * Fails with SG_ENOMEM; `turned` is unchanged then.  Time and memory O(n + m). */
sg_status sg_graph_transpose(sg_graph *turned, const sg_graph *graph, sg_error *err);

#endif
