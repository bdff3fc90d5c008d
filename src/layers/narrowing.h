/* narrowing.h - what layers know of all nodes, for those of a field (graph/node_field.h).
 *
 * Each function replaces what a copy of a spec points at.  Where it fails nothing is there any more, so that the
 * functions that release can always be called behind it.
 */
#ifndef SG_LAYERS_NARROWING_H
#define SG_LAYERS_NARROWING_H

#include "layers/edge_features.h"

/* Labels of nodes; NULL stays NULL.  Fails with SG_ENOMEM. */
sg_status sg_narrow_labels(const uint32_t **label, const sg_node_field *field, sg_error *err);
void sg_narrow_labels_free(const uint32_t **label);

/* A plan, for receivers of this depth at least; NULL stays NULL.  Fails with SG_ENOMEM. */
sg_status sg_narrow_plan(const sg_plan **plan, const sg_node_field *field, uint32_t depth,
                         sg_error *err);
void sg_narrow_plan_free(const sg_plan **plan);

/* Plan and attributes of edges.  Fails with SG_ENOMEM. */
sg_status sg_narrow_edges(sg_edge_spec *edges, const sg_node_field *field, uint32_t depth,
                          sg_error *err);
void sg_narrow_edges_free(sg_edge_spec *edges);

#endif
