/* edge_table.h - the rows of edges, and sums over neighbors that look at them.
 *
 *     row(arc) = E[slot(arc)] + attributes(arc) A
 *
 * E and A stand one behind the other among the layer's parameters (layers/edge_features.h).
 */
#ifndef SG_LAYERS_REAL_EDGE_TABLE_H
#define SG_LAYERS_REAL_EDGE_TABLE_H

#include "layers/edge_features.h"
#include "layers/real/gather.h"

typedef struct SG_R(sg_edge_table) {
    const sg_edge_spec *spec;
    const uint32_t *slot;     /* [n_arcs], NULL where there is no E */
    const sg_real *parameter; /* [rows of E and A][width]       */
    size_t width;
} SG_R(sg_edge_table);

/* The row of an arc: where it stands, or `room` for `width` numbers, filled. */
const sg_real *SG_R(sg_edge_row)(sg_real *room, const SG_R(sg_edge_table) *table, uint32_t arc);

/* Add what follows from the gradient of an arc's row to that of E and A. */
void SG_R(sg_edge_row_back)(sg_real *gradient, const SG_R(sg_edge_table) *table, uint32_t arc,
                            const sg_real *d_row);

/* For every arc of `hearers`, which lists who hears a node, the arc of `graph` that it turns round; both rows
 * ascend.  Fails with SG_ENOMEM. */
sg_status SG_R(sg_edges_heard)(uint32_t **arc, const sg_graph *graph, const sg_graph *hearers,
                               sg_error *err);

/* z[v] = sum over the neighbors w of v: relu(x[w] + row).  `room` is as above. */
void SG_R(sg_gather_edges)(sg_real *z, const sg_real *x, const SG_R(sg_edge_table) *table,
                           const sg_gather_from *from, sg_real *room);

/* What dz of any row means for x of the rows, by the nodes that hear them; it is added to dx.  `heard` is that of
 * sg_edges_heard.  `room` is as above. */
void SG_R(sg_gather_edges_back_rows)(sg_real *dx, const sg_real *dz, const sg_real *x,
                                     const SG_R(sg_edge_table) *table, const uint32_t *heard,
                                     const sg_gather_from *from, sg_real *room);

/* What dz of the rows means for x and for the rows of edges; either output may be NULL.  Both are added to; `room`
 * has twice the width. */
void SG_R(sg_gather_edges_back)(sg_real *dx, sg_real *gradient, const sg_real *dz,
                                const sg_real *x, const SG_R(sg_edge_table) *table,
                                const sg_gather_from *from, sg_real *room);

#endif
