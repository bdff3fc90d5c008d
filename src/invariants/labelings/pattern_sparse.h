/* pattern_sparse.h - finding patterns along neighbor lists: for large graphs with few edges.
 *
 *     sg_sparse_search search = {0};
 *     SG_TRY(sg_sparse_search_open(&search, labeling, work, err));
 *     SG_TRY(sg_sparse_search_count(count, &search, &plan, err));
 */
#ifndef SG_INVARIANTS_LABELINGS_PATTERN_SPARSE_H
#define SG_INVARIANTS_LABELINGS_PATTERN_SPARSE_H

#include "invariants/labelings/pattern_plan.h"

typedef struct sg_sparse_search {
    const sg_labeling *labeling;
    const sg_label_work *work;
    uint8_t *joined;                      /* [n_nodes] see pattern_sparse.c              */
    uint32_t image[SG_PATTERN_MAX_NODES]; /* the nodes that the steps have taken         */
    uint64_t unpaid;                      /* steps not yet taken from the budget         */
} sg_sparse_search;

/* Prepare for work->graph, with scratch memory alone: O(n) bytes.  Fails with SG_ENOMEM. */
sg_status sg_sparse_search_open(sg_sparse_search *search, const sg_labeling *labeling,
                                const sg_label_work *work, sg_error *err);

/* Add to count[v], for every node v, the number of induced occurrences that `plan` finds from v.
 * Time O(D) for every occurrence of the pattern without its last node, with degrees up to D.
 * Fails with SG_ELIMIT when the budget is used up. */
sg_status sg_sparse_search_count(uint64_t *count, sg_sparse_search *search,
                                 const sg_pattern_plan *plan, sg_error *err);

#endif
