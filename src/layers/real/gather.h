/* gather.h - what all nodes of a graph get from their neighbors, when no neighbor is like another.
 *
 *     const sg_gather_from from = sg_gather_from_piece(graph, NULL, batch, piece, i);
 *     SG_R(sg_gather)(z, x, width, &from, SG_GATHER_MEAN);
 *     SG_R(sg_gather_back)(dx, dz, x, width, &from, SG_GATHER_MEAN);
 *
 * The first way back goes through all nodes and gives to their neighbors.  Where a span is cut, a node takes from
 * those that hear it instead (sg_gather_back_rows), so that pieces write to rows of their own.
 *
 * A node without neighbors gets zeros.  The gradient of a maximum goes to the first neighbor that has
 * it.  Neighbors are added up in the order of their numbers.
 */
#ifndef SG_LAYERS_REAL_GATHER_H
#define SG_LAYERS_REAL_GATHER_H

#include "graph/graph.h"
#include "layers/batch.h"
#include "layers/gathering.h"
#include "layers/real/real.h"

/* Whose neighbors: some nodes of a span of a batch. */
typedef struct sg_gather_from {
    const sg_graph *graph;
    const sg_batch_span *span;
    sg_row_range rows;       /* from the span's first row on                              */
    const sg_graph *hearers; /* whose rows list the nodes that hear a node                */
} sg_gather_from;

/* The nodes of a piece that are in span i of a batch. */
static inline sg_gather_from sg_gather_from_piece(const sg_graph *graph,
                                                  const sg_graph *hearers,
                                                  const sg_batch *batch, sg_batch_piece piece,
                                                  uint32_t i)
{
    const sg_batch_span *span = &batch->span[i];
    return (sg_gather_from){graph, span, sg_piece_rows(piece, span), hearers};
}

/* The neighbors of node v of a span; those that are not in the span are passed over. */
typedef struct sg_neighbors {
    const uint32_t *node;    /* of the data set                     */
    uint32_t n, first, size; /* how many; the span's first node and number of nodes */
} sg_neighbors;

static inline sg_neighbors sg_neighbors_in(const sg_graph *graph, const sg_batch_span *span,
                                           uint32_t v)
{
    const uint32_t node = span->first_node + v, begin = graph->arc_offset[node];
    return (sg_neighbors){graph->neighbor + begin, graph->arc_offset[node + 1] - begin,
                          span->first_node, span->n};
}

static inline sg_neighbors sg_neighbors_of(const sg_gather_from *from, uint32_t v)
{
    return sg_neighbors_in(from->graph, from->span, v);
}

/* Whether the i-th neighbor is in the span, and which of its nodes it is. */
static inline bool sg_neighbor_at(uint32_t *w, const sg_neighbors *neighbors, uint32_t i)
{
    *w = neighbors->node[i] - neighbors->first;
    return *w < neighbors->size;
}

/* z[v] = mean, sum or maximum of x[w] over the neighbors w of v.  x and z are those of the whole batch,
 * rows of `width` numbers. */
void SG_R(sg_gather)(sg_real *z, const sg_real *x, size_t width, const sg_gather_from *from,
                     sg_gathering how);

/* Add to dx of the rows what follows from dz of any, for sums and means. */
void SG_R(sg_gather_back_rows)(sg_real *dx, const sg_real *dz, size_t width,
                               const sg_gather_from *from, sg_gathering how);

/* The same for maxima; x was gathered to z. */
void SG_R(sg_gather_back_maxima)(sg_real *dx, const sg_real *dz, const sg_real *x,
                                 const sg_real *z, size_t width, const sg_gather_from *from);

/* Add to dx what follows from dz of the rows, which are all of the span; x is what was gathered from. */
void SG_R(sg_gather_back)(sg_real *dx, const sg_real *dz, const sg_real *x, size_t width,
                          const sg_gather_from *from, sg_gathering how);

/* z[v] = sum over v and its neighbors w of x[w] / sqrt((d(v) + 1) (d(w) + 1)), d being the numbers of
 * other neighbors: the symmetric average of a GCN.  A self-loop adds nothing, as every node hears itself. */
void SG_R(sg_gather_symmetric)(sg_real *z, const sg_real *x, size_t width,
                               const sg_gather_from *from);

/* dx[w] = sum over w and the nodes v that have it as a neighbor of dz[v] / sqrt((d(v) + 1) (d(w) + 1)): the
 * same in undirected graphs.  `add` leaves what is in dx and adds to it. */
void SG_R(sg_gather_symmetric_back)(sg_real *dx, const sg_real *dz, size_t width,
                                    const sg_gather_from *from, bool add);

/* The symmetric average in two steps, for some rows of large graphs.  First  scaled[v] = x[v] / sqrt(d(v) + 1)
 * for all rows, which may be the same array; then, for some rows,
 *
 *     z[v] = (scaled[v] + sum over w of scaled[w]) / sqrt(d(v) + 1)
 *
 * where the rows of `lists` say which w: neighbors, or hearers on the way back.  So a neighbor's number of
 * neighbors is not looked up for every arc.  `add` adds to z. */
void SG_R(sg_scale_rows)(sg_real *scaled, const sg_real *x, size_t width,
                         const sg_gather_from *from);
void SG_R(sg_gather_scaled)(sg_real *z, const sg_real *scaled, size_t width,
                            const sg_gather_from *from, const sg_graph *lists, bool add);

#endif
