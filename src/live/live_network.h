/* live_network.h - a model's network on parts of a graph that changes.
 *
 *     SG_TRY(sg_live_compute_shares(share, graph, label, with, node, n, err));   // of some nodes
 *     SG_TRY(sg_live_finish(output, &shares, graph, label, with, err));          // from shares to outputs
 *
 * A share is what one node gives to the row behind the layer that pools.  It has the same bits whatever
 * other nodes are computed with it.
 */
#ifndef SG_LIVE_LIVE_NETWORK_H
#define SG_LIVE_LIVE_NETWORK_H

#include "live/exact_sum.h"
#include "live/live_with.h"

/* The shares of node[0 .. n), share[n][with->width].
 *
 *   label  [n_numbers][n_labelings] of the graph's nodes, in the model's numbers
 *
 * Fails with SG_ELIMIT, SG_ECANCELED or SG_ENOMEM. */
sg_status sg_live_compute_shares(double *share, const sg_live_graph *graph,
                                 const uint32_t *label, sg_live_with *with,
                                 const uint32_t *node, uint32_t n, sg_error *err);

/* Where the shares of all nodes are. */
typedef struct sg_live_shares {
    const sg_exact_sum *sum; /* [width]                                              */
    const double *share;     /* rows of width; only looked at for the largest        */
    const uint32_t *node;    /* [n] their rows in `share`; NULL: 0 .. n-1            */
    size_t n;                /* nodes                                                */
} sg_live_shares;

/* The outputs of a graph as predictions are, output[n_outputs], from the shares of its nodes.
 * Fails likewise. */
sg_status sg_live_finish(double *output, const sg_live_shares *of, const sg_live_graph *graph,
                         const uint32_t *label, sg_live_with *with, sg_error *err);

#endif
