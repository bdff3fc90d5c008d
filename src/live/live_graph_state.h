/* live_graph_state.h - one graph that changes, and what a model makes of it.
 *
 * Labels of all nodes are kept, and for large graphs what every node gives to the pooled row, with their
 * exact sums; so an edit costs as much as the nodes that it reaches.  Small graphs are computed as a whole.
 * Either way has the same bits, because nothing that is kept remembers how it came about.
 *
 *     SG_TRY(sg_live_update(&state, &with, seed, n_seeds, err));   // after edges of these nodes changed
 *     state.output[0 .. n_outputs)
 */
#ifndef SG_LIVE_LIVE_GRAPH_STATE_H
#define SG_LIVE_LIVE_GRAPH_STATE_H

#include "live/exact_sum.h"
#include "live/live_with.h"

/* {0} with an open graph knows nothing yet. */
typedef struct sg_live_state {
    sg_live_graph graph;
    bool is_labeled;  /* labels of all nodes are known                               */
    bool is_kept;     /* shares and sums are known                                   */
    bool is_computed; /* outputs are those of the graph as it is                     */
    uint32_t *label;  /* [n_numbers][n_labelings] numbers of the model               */
    double *share;    /* [n_numbers][width] what nodes give to the pooled row        */
    size_t label_capacity, share_capacity;
    sg_exact_sum *sum; /* [width] of all shares                                       */
    double *output;    /* [n_outputs] as predictions are                              */
} sg_live_state;

void sg_live_state_close(sg_live_state *state);

/* Bring everything up to date after what is said of the nodes seed[0 .. n), which live, or of their edges
 * has changed.  What was kept of nodes that live no longer must have been given up (sg_live_give_up).
 * Fails with SG_ELIMIT, SG_ECANCELED or SG_ENOMEM; then all that is kept is forgotten. */
sg_status sg_live_update(sg_live_state *state, sg_live_with *with, const uint32_t *seed,
                         uint32_t n, sg_error *err);

/* Compute the outputs where that has not been done yet.  Fails likewise. */
sg_status sg_live_compute(sg_live_state *state, sg_live_with *with, sg_error *err);

/* Forget all but the graph; what is needed is computed anew. */
void sg_live_forget(sg_live_state *state);

/* Make room for what is kept of the last node, which is new and gives nothing yet; the same for a node
 * that goes, or lives again.  Fails with SG_ENOMEM. */
sg_status sg_live_make_room(sg_live_state *state, const sg_live_with *with, sg_error *err);
void sg_live_give_up(sg_live_state *state, const sg_live_with *with, uint32_t node);

#endif
