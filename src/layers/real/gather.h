/* gather.h - what all nodes of a graph get from their neighbors, when no neighbor is like another.
 *
 *     SG_R(sg_gather)(z, x, width, &(sg_gather_from){graph, span}, SG_GATHER_MEAN);
 *     SG_R(sg_gather_back)(dx, dz, x, width, &from, SG_GATHER_MEAN);
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

/* Whose neighbors: all nodes of a span of a batch. */
typedef struct sg_gather_from {
    const sg_graph *graph;
    const sg_batch_span *span;
} sg_gather_from;

/* The neighbors of node v of a span; those that are not in the span are passed over. */
typedef struct sg_neighbors {
    const uint32_t *node;    /* of the data set                     */
    uint32_t n, first, size; /* how many; the span's first node and number of nodes */
} sg_neighbors;

static inline sg_neighbors sg_neighbors_of(const sg_gather_from *from, uint32_t v)
{
    const uint32_t node = from->span->first_node + v, begin = from->graph->arc_offset[node];
    return (sg_neighbors){from->graph->neighbor + begin,
                          from->graph->arc_offset[node + 1] - begin, from->span->first_node,
                          from->span->n};
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

/* Add to dx what follows from dz; x is what was gathered from. */
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

#endif
