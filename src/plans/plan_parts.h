/* plan_parts.h - what explicit and implicit plans have in common.
 */
#ifndef SG_PLANS_PLAN_PARTS_H
#define SG_PLANS_PLAN_PARTS_H

#include "base/hash.h"
#include "plans/plan.h"

/* The key of a triple by the keys of its parts. */
static inline uint64_t sg_triple_key(uint64_t receiver, uint64_t sender, uint64_t value)
{
    return sg_hash_words((uint64_t[]){receiver, sender, value}, 3);
}

/* Whether a graph has more than SG_NEAR_NODES nodes, so that senders take four bytes. */
bool sg_plan_is_far(const sg_graph *graph);

/* Refuse such graphs with SG_ELIMIT: senders of implicit plans have 16 bits. */
sg_status sg_plan_check_graphs(const sg_graph *graph, sg_error *err);

/* Find where the slots of another receiver label begin.
 * Fails with SG_EFORMAT where the slots of a label do not stand together, or SG_ENOMEM. */
sg_status sg_plan_find_receivers(sg_plan *plan, const sg_weight_keys *keys, sg_error *err);

/* Number the keys of a vocabulary by their position, in an empty table.  Fails with SG_ENOMEM. */
sg_status sg_plan_number_keys(sg_table *table, const sg_vocabulary *vocabulary, sg_error *err);

/* The slot of every triple, or SG_NO_SLOT.
 *
 *   slot_of  out; [n_triples]
 *   plan     knows where the slots of another receiver label begin, and need know no more
 *
 * Fails with SG_EFORMAT where two slots of triples that the data may have are the same, or SG_ENOMEM.
 * Time O(slots + triples), memory O(sender labels * values) up to 64 MB. */
sg_status sg_plan_find_slots(uint32_t *slot_of, const sg_plan *plan, const sg_weight_keys *keys,
                             const sg_triples *triples, const sg_labels *receiver,
                             const sg_labels *sender, sg_error *err);

/* Whether a triple that occurs `count` times gets a weight. */
static inline bool sg_plan_admits(uint64_t count, sg_thresholds t)
{
    return count >= t.at_least && (t.at_most == 0 || count <= t.at_most);
}

/* Make an explicit plan with a slot for every triple of `triples` within the thresholds.
 *
 *   keys      out; what the slots are, in their order
 *   triples   moved: its pairs become the plan's; empty on success
 *
 * Pairs whose triple has no slot are left out.
 * Fails with SG_ELIMIT (a graph of more than 65,536 nodes) or SG_ENOMEM. */
sg_status sg_plan_make_explicit(sg_plan *plan, sg_weight_keys *keys, sg_triples *triples,
                                const sg_labels *receiver, const sg_labels *sender,
                                sg_thresholds thresholds, const sg_graph *graph, sg_error *err);

/* Make an explicit plan with the slots of an existing model. */
sg_status sg_plan_recognize_explicit(sg_plan *plan, const sg_weight_keys *keys,
                                     sg_triples *triples, const sg_labels *receiver,
                                     const sg_labels *sender, const sg_graph *graph,
                                     sg_error *err);

/* sg_plan_make and sg_plan_recognize for an implicit plan; the pairs have been found.
 * Fails with SG_ELIMIT (a table of more than 2^28 cells) or SG_ENOMEM; recognizing also with
 * SG_EFORMAT (two weights have the same key). */
sg_status sg_plan_make_implicit(sg_plan *plan, sg_weight_keys *keys,
                                const sg_plan_source *source, sg_thresholds thresholds,
                                sg_error *err);
sg_status sg_plan_recognize_implicit(sg_plan *plan, const sg_weight_keys *keys,
                                     const sg_plan_source *source, sg_error *err);

/* sg_plan_recognize for an explicit plan with source->slots, of which there are n_slots.
 * Time O(pairs), whatever the number of labels and slots. */
sg_status sg_plan_recognize_indexed(sg_plan *plan, uint32_t n_slots,
                                    const sg_plan_source *source, sg_error *err);

/* How many pairs and values there probably are, counted in a sample of the graphs; kept in
 * `pairs`.  Fails like the property. */
sg_status sg_plan_pairs_expect(sg_plan_pairs *pairs, sg_error *err);

#endif
