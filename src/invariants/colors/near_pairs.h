/* near_pairs.h - the ordered pairs of nodes that are near each other, and the way back.
 *
 *     SG_TRY(sg_near_pairs_find(&pairs, graph, 4, scratch, err));
 *     for (uint32_t p = pairs.row[v]; p < pairs.row[v + 1]; p++)
 *         visit(v, pairs.node[p], pairs.distance[p], pairs.back[p]);
 */
#ifndef SG_INVARIANTS_COLORS_NEAR_PAIRS_H
#define SG_INVARIANTS_COLORS_NEAR_PAIRS_H

#include "graph/bfs.h"

/* The most pairs that a graph may have: they and their colors take some 50 bytes each. */
#define SG_MAX_NEAR_PAIRS (1U << 25)

/* All pairs of the graph are wanted, also those that no path joins. */
#define SG_WITHIN_ALL UINT32_MAX

/* All pairs that a path joins. */
#define SG_WITHIN_REACH (UINT32_MAX - 1)

static inline uint32_t sg_within_reach(uint32_t within)
{
    return within < SG_WITHIN_REACH ? within : SG_WITHIN_REACH;
}

typedef struct sg_near_pairs {
    uint32_t *row;      /* [n_nodes + 1] first pair of a node                        */
    uint32_t *node;     /* [n_pairs] the other node; ascending for each first node   */
    uint32_t *distance; /* [n_pairs] or SG_UNREACHED                                 */
    uint32_t *back;     /* [n_pairs] number of the pair with both nodes exchanged    */
    uint32_t n_pairs;
} sg_near_pairs;

/* Find the pairs of nodes that are at most `within` steps apart; a node is near itself.  All arrays
 * are scratch memory.
 * Fails with SG_ENOMEM, SG_ECANCELED, or SG_ELIMIT beyond SG_MAX_NEAR_PAIRS or a quarter of the pairs that
 * an account allows (pair_budget.h), which is found out before memory is taken.  Time O(nodes * arcs) at
 * most. */
sg_status sg_near_pairs_find(sg_near_pairs *pairs, const sg_one_graph *graph, uint32_t within,
                             sg_scratch *scratch, sg_error *err);

#endif
