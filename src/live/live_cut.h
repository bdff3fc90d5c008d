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

/* {0} is empty. */
typedef struct sg_live_cut {
    const sg_live_graph *graph;
    uint32_t *node; /* [n] in the order in which they were reached; ascending after _make     */
    uint32_t *step; /* [n_numbers] steps from the beginning, where `mark` is that of the cut  */
    uint32_t *mark; /* [n_numbers]                                                           */
    uint32_t *local; /* [n_numbers] place in `node` after _make                               */
    uint32_t n, widest; /* nodes; steps taken                                                 */
    uint32_t marked;    /* the mark of this cut                                               */
    size_t node_capacity, step_capacity, mark_capacity, local_capacity;
} sg_live_cut;

void sg_live_cut_free(sg_live_cut *cut);

/* Begin anew.  Fails with SG_ENOMEM.  Takes no time unless the graph has grown. */
sg_status sg_live_cut_begin(sg_live_cut *cut, const sg_live_graph *graph, sg_error *err);

/* Take a node that lives, as far away as the last widening went. */
void sg_live_cut_take(sg_live_cut *cut, uint32_t node);

/* Take all nodes within so many more steps; SG_EVERYWHERE: all that can be reached.
 * Fails with SG_ENOMEM or SG_ECANCELED. */
sg_status sg_live_cut_widen(sg_live_cut *cut, uint32_t n_steps, sg_error *err);

/* Whether a node is in the cut. */
static inline bool sg_live_cut_has(const sg_live_cut *cut, uint32_t node)
{
    return cut->mark[node] == cut->marked;
}

/* Make the nodes, with all edges between them, the only graph of an empty data set.  It gets nodes without
 * edges behind them until it has `fewest`: kernels that suit small graphs add up in another order, and the
 * size of a cut must not decide about bits.  Names of labels are not set.
 * Fails with SG_ELIMIT (2^32 arcs) or SG_ENOMEM. */
sg_status sg_live_cut_make(sg_live_cut *cut, sg_dataset *data, uint32_t fewest, sg_error *err);

#endif
