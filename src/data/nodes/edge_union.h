/* edge_union.h - one row of attributes for both directions of an edge.
 *
 *     SG_TRY(sg_edge_rows_unite(&source, &data->reading, &graph, attribute, width, err));
 *
 * Where edges have no direction, the row that came first counts for both, whatever the format.
 */
#ifndef SG_DATA_NODES_EDGE_UNION_H
#define SG_DATA_NODES_EDGE_UNION_H

#include "data/reading/reading.h"
#include "graph/graph.h"

/* Let both arcs of an edge have the same row of attributes.
 *
 *   source     in, out; [n_arcs] the row of every arc, as sg_graph_build says; NULL: row a is that of arc a.
 *              Made where it is needed, to be released with sg_free
 *   reading    a note is added where rows of an edge differ
 *   attribute  [rows][width]; width 0: nothing happens
 *
 * Directed graphs stay as they are.  Fails with SG_ENOMEM.  Time O(n + m * width). */
sg_status sg_edge_rows_unite(uint32_t **source, sg_reading *reading, const sg_graph *graph,
                             const double *attribute, uint32_t width, sg_error *err);

#endif
