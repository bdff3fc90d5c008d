/* wl.h - a round of Weisfeiler-Leman refinement, for those who keep what all rounds give. */
#ifndef SG_INVARIANTS_LABELINGS_WL_H
#define SG_INVARIANTS_LABELINGS_WL_H

#include "invariants/labeling.h"

/* What a round starts from. */
typedef struct sg_wl_round {
    const sg_one_graph *graph;
    const uint32_t *label; /* [n_nodes] of the round before                                  */
    const sg_key *key;     /* [n_labels] of these labels                                     */
    uint64_t *word;        /* [largest degree + SG_KEY_ROOM] room                            */
    uint64_t *edge;        /* [n_edge_columns + 1] room; NULL: edge labels are not looked at */
} sg_wl_round;

/* The largest number of neighbors of a node. */
uint32_t sg_wl_largest_degree(const sg_one_graph *graph);

/* The key of node v behind the round. */
sg_key sg_wl_refine_node(const sg_wl_round *round, uint32_t v);

#endif
