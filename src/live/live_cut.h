/* live_cut.h - a part of a graph that changes, as a data set of its own.
 *
 * What an edit can change, and all that this depends on, lies within some steps of it.  That much is cut
 * out and handed to the functions that compute labels, pairs and states of any data set:
 *
 *     sg_live_cut_begin(&cut, graph);
 *     sg_live_cut_take(&cut, u);                                 // the nodes it begins with
 *     SG_TRY(sg_live_cut_widen(&cut, 2, err));                   // and all within two steps
 *     SG_TRY(sg_live_cut_make(&cut, &data, fewest, err));        // with the edges between them
 *     ... node cut.node[i] of the graph is node i of the data ...
 *
 * Nodes keep their order, so sums over senders have the same order in every cut.
 */
#ifndef SG_LIVE_LIVE_CUT_H
#define SG_LIVE_LIVE_CUT_H

#include "live/live_graph.h"

/* A place of the table of a cut's nodes. */
typedef struct sg_live_place {
    uint32_t node; /* UINT32_MAX: free      */
    uint32_t at;   /* where it is in `node` */
} sg_live_place;

/* {0} is empty.  What it takes grows with the cut and not with the graph, so that it stays in caches. */
typedef struct sg_live_cut {
    const sg_live_graph *graph;
    uint32_t *node; /* [n] in the order in which they were reached; ascending after _make */
    uint32_t *step; /* [n] steps from the beginning                                       */
    sg_live_place
        *place; /* [1 << n_bits] at most half of them taken                           */
    uint32_t n_bits;
    uint32_t n,
        widest;      /* nodes; steps taken                                                   */
    uint64_t *order; /* room for sorting                                                     */
    size_t node_capacity, step_capacity, order_capacity;
    uint64_t
        n_taken; /* nodes of this cut and of all before it                                 */
} sg_live_cut;

void sg_live_cut_free(sg_live_cut *cut);

/* Begin anew.  Fails with SG_ENOMEM.  Time O(1). */
sg_status sg_live_cut_begin(sg_live_cut *cut, const sg_live_graph *graph, sg_error *err);

/* Take a node that lives, as far away as the last widening went.  Fails with SG_ENOMEM. */
sg_status sg_live_cut_take(sg_live_cut *cut, uint32_t node, sg_error *err);

/* Take all nodes within so many more steps; SG_EVERYWHERE: all that can be reached.
 * Fails with SG_ENOMEM or SG_ECANCELED. */
sg_status sg_live_cut_widen(sg_live_cut *cut, uint32_t n_steps, sg_error *err);

/* The place of a node in the table, or the free one where it would be.  Expected time O(1). */
static inline sg_live_place *sg_live_cut_place(const sg_live_cut *cut, uint32_t node)
{
    const uint32_t last = (1U << cut->n_bits) - 1;
    uint32_t i = node * 2654435769U >> (32 - cut->n_bits); /* by the golden ratio */
    while (cut->place[i].node != node && cut->place[i].node != UINT32_MAX) i = (i + 1) & last;
    return &cut->place[i];
}

/* Where a node is in `node`, or UINT32_MAX. */
static inline uint32_t sg_live_cut_find(const sg_live_cut *cut, uint32_t node)
{
    return sg_live_cut_place(cut, node)->at;
}

/* Make the nodes, with all edges between them, the only graph of an empty data set.  It gets nodes without
 * edges behind them until it has `fewest`: kernels that suit small graphs add up in another order, and the
 * size of a cut must not decide about bits.  Names of labels are not set.
 * Fails with SG_ELIMIT (2^32 arcs) or SG_ENOMEM. */
sg_status sg_live_cut_make(sg_live_cut *cut, sg_dataset *data, uint32_t fewest, sg_error *err);

#endif
