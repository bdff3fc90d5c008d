/* plan_pairs.h - the pairs of one property, kept once for all heads that use it.
 *
 * Twenty heads over the distances of a data set differ in their labels, not in their pairs.  So
 * the values of all pairs are kept in one place, a byte per pair, and an implicit plan (plan.h)
 * refers to them:
 *
 *     SG_TRY(sg_plan_pairs_open(&pairs, &property, &view, err));
 *     ... sg_plan_make(&plan, &keys, &(sg_plan_source){.pairs = pairs, ...}, ...) for every head
 *     sg_plan_pairs_release(pairs);                    // the plans keep what they need
 *
 * Opening costs nothing; the pairs are found and stored when the first plan wants them, which
 * explicit plans never do.
 */
#ifndef SG_PLANS_PLAN_PAIRS_H
#define SG_PLANS_PLAN_PAIRS_H

#include "base/threads.h"
#include "invariants/pair_property.h"
#include "invariants/vocabulary.h"

#include <stdatomic.h>

/* Values are numbered as sg_pair_list numbers them; a pair without one has the number behind the
 * last.
 *
 * Dense (sender is NULL): graph g has a matrix [n][n] at value[begin[g]], receivers by senders.
 * Listed: the pairs of graph g start at begin[g]; those of its node v (of the union) end at
 * begin[g] + row_end[v], and begin where those of the node before it end. */
typedef struct sg_plan_pairs {
    uint64_t *begin;   /* [n_graphs + 1]                                      */
    uint8_t *value;    /* [begin[n_graphs]]                                   */
    uint16_t *sender;  /* listed: [n_pairs] local to the graph                */
    uint32_t *row_end; /* listed: [n_nodes] local to the graph                */
    uint64_t n_pairs;  /* that have a value                                   */
    sg_vocabulary values;
    bool found; /* all of the above                                    */

    const sg_property *property; /* borrowed */
    sg_graph_view view;
    const sg_graph
        *whole; /* the graphs of all ranks, which decide how plans are kept; NULL: those of
                              the view; borrowed */
    uint64_t n_expected; /* pairs, by a sample; see plan_parts.h */
    uint32_t n_values_expected;
    bool expected; /* both of the above */
    atomic_uint n_references;
} sg_plan_pairs;

/* Begin to know the pairs of `property` in the graphs of `view`.  Both are borrowed as long as
 * plans are made from `pairs`; `view`'s graphs for as long as those plans are used.
 * Fails with SG_ENOMEM, or what the property fails with. */
sg_status sg_plan_pairs_open(sg_plan_pairs **pairs, const sg_property *property,
                             const sg_graph_view *view, sg_error *err);

/* Find and store the pairs, if that has not been done yet.  Not for two threads at once.
 * Fails with SG_ELIMIT where there are more than 254 values or a graph has more than 65,536 nodes,
 * with SG_ENOMEM, or what the property fails with; `pairs` are then as before.
 * Time O(pairs), memory about a byte per pair, three where few of the possible pairs exist. */
sg_status sg_plan_pairs_find(sg_plan_pairs *pairs, sg_threads *threads, sg_error *err);

/* One more owner. */
sg_plan_pairs *sg_plan_pairs_keep(sg_plan_pairs *pairs);

/* One owner less; the last one frees them.  NULL is fine. */
void sg_plan_pairs_release(sg_plan_pairs *pairs);

/* Bytes of memory. */
size_t sg_plan_pairs_bytes(const sg_plan_pairs *pairs);

#endif
