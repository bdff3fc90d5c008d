/* maximal_cliques.h - how many maximal cliques of each size go through each node.
 *
 * A clique is maximal if no node is joined to all of its nodes.  An isolated node is one of size
 * 1, an edge in no triangle one of size 2.
 *
 *     sg_clique_counts counts = {0};
 *     SG_TRY(sg_cliques_count(&counts, labeling, work, err));
 *     for (uint32_t size = 1; size <= sg_clique_sizes(&counts, v); size++)
 *         use(size, counts.count[counts.offset[v] + size - 1]);
 *
 * Reference: Eppstein, Loeffler and Strash, "Listing All Maximal Cliques in Large Sparse
 * Real-World Graphs", ACM JEA 18 (2013); pivots after Tomita, Tanaka and Takahashi, TCS 363
 * (2006).
 */
#ifndef SG_INVARIANTS_LABELINGS_MAXIMAL_CLIQUES_H
#define SG_INVARIANTS_LABELINGS_MAXIMAL_CLIQUES_H

#include "invariants/labeling.h"

typedef struct sg_clique_counts {
    size_t *offset; /* [n_nodes + 1] where a node's counts begin                          */
    uint64_t
        *count; /* by node, then by size from 1; larger sizes than there are do not occur */
} sg_clique_counts;

static inline uint32_t sg_clique_sizes(const sg_clique_counts *counts, uint32_t v)
{
    return (uint32_t)(counts->offset[v + 1] - counts->offset[v]);
}

/* Count the maximal cliques of up to labeling->parameters.max nodes; larger ones are left out
 * altogether.  All memory is scratch memory.
 * Time O(d n 3^(d/3)) for degeneracy d, memory O(n + m + d D / 8) bytes for degrees up to D.
 * Fails with SG_ENOMEM or, when the budget is used up, SG_ELIMIT. */
sg_status sg_cliques_count(sg_clique_counts *counts, const sg_labeling *labeling,
                           const sg_label_work *work, sg_error *err);

#endif
