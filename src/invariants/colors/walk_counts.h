/* walk_counts.h - how many walks of each length lead from a node to the others.
 *
 *     SG_TRY(sg_walk_counts_prepare(&walks, graph, 4, scratch, err));
 *     SG_TRY(sg_walk_counts_from(&walks, v, "walks", err));
 *     walks.count[k * graph->n_nodes + w];        // of length k from v to w
 */
#ifndef SG_INVARIANTS_COLORS_WALK_COUNTS_H
#define SG_INVARIANTS_COLORS_WALK_COUNTS_H

#include "base/scratch.h"
#include "graph/view.h"

typedef struct sg_walk_counts {
    const sg_one_graph *graph;
    uint32_t length; /* the largest */
    uint64_t *count; /* [length + 1][n_nodes] */
} sg_walk_counts;

/* Make room for counts in one graph; scratch memory.  Fails with SG_ENOMEM. */
sg_status sg_walk_counts_prepare(sg_walk_counts *walks, const sg_one_graph *graph,
                                 uint32_t length, sg_scratch *scratch, sg_error *err);

/* Count the walks from `start`.  Fails with SG_ELIMIT, naming `name`, where a number does not fit 64
 * bits.  Time O(length * arcs). */
sg_status sg_walk_counts_from(sg_walk_counts *walks, uint32_t start, const char *name,
                              sg_error *err);

#endif
