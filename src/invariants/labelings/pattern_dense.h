/* pattern_dense.h - finding patterns with bit rows: for graphs that are small or dense.
 *
 *     sg_dense_search search = {0};
 *     SG_TRY(sg_dense_search_open(&search, labeling, work, err));
 *     SG_TRY(sg_dense_search_count(count, &search, &plan, err));
 */
#ifndef SG_INVARIANTS_LABELINGS_PATTERN_DENSE_H
#define SG_INVARIANTS_LABELINGS_PATTERN_DENSE_H

#include "invariants/labelings/pattern_plan.h"

/* The most nodes that a graph may have: its two matrices then take 64 MB. */
#define SG_DENSE_MAX_NODES 16384

typedef struct sg_dense_search {
    const sg_labeling *labeling;
    const sg_label_work *work;
    uint32_t n_words; /* of a row                                                       */
    uint64_t *row[2]; /* [n_nodes][n_words] others that a node is 0: apart from, 1: joined to */
    uint64_t *may_be; /* [step][later step][n_words] see pattern_dense.c                */
    uint64_t unpaid;  /* steps not yet taken from the budget                            */
} sg_dense_search;

/* Prepare for work->graph, with scratch memory alone: O(n^2) bits.  Fails with SG_ENOMEM. */
sg_status sg_dense_search_open(sg_dense_search *search, const sg_labeling *labeling,
                               const sg_label_work *work, sg_error *err);

/* Add to count[v], for every node v, the number of induced occurrences that `plan` finds from v.
 * Time O(n / 64) for every occurrence of the pattern without its last node.
 * Fails with SG_ELIMIT when the budget is used up. */
sg_status sg_dense_search_count(uint64_t *count, sg_dense_search *search,
                                const sg_pattern_plan *plan, sg_error *err);

#endif
