/* plan.h - who sends to whom, and with which weight: an encoder head made concrete.
 *
 * For one data set and one head (receiver labeling, sender labeling, pair property) a plan lists
 * for every receiver its senders and the slot of each pair's weight.  Heads with the same
 * invariants share a plan and differ only in where their stretch of the pool begins.
 *
 *     SG_TRY(sg_plan_build(&plan, &vocabulary, &triples, labels, labels, thresholds, err));
 *     for (uint64_t p = plan.row[v]; p < plan.row[v + 1]; p++)
 *         z += w[plan.slot[p]] * x[plan.sender[p]];
 *
 * Slots follow the order of triples (invariants/triples.h): the weights of one receiver label
 * stand together, so a node's messages touch a few cache lines, and threads can share the weights
 * by receiver label without ever writing to the same one.
 *
 * Reference: the paper, section "Weight Sharing for Message Passing".
 * Layer: model; may include everything below.
 */
#ifndef SG_MODEL_PLAN_H
#define SG_MODEL_PLAN_H

#include "invariants/triples.h"

/* Which triples get a weight: those that occur at least and at most so often. */
typedef struct sg_thresholds {
    uint64_t at_least; /* 0 and 1: all         */
    uint64_t at_most;  /* 0: no upper bound    */
} sg_thresholds;

/* The triples that have a weight, by content: what a trained model must remember.  Sorted by key
 * triple, so that slots can be found again in other data. */
typedef struct sg_weight_keys {
    uint64_t *receiver; /* [n_slots] content key of the receiver's label */
    uint64_t *sender;   /* [n_slots] */
    uint64_t *value;    /* [n_slots] content key of the pair's value     */
    uint32_t n_slots;
} sg_weight_keys;

typedef struct sg_plan {
    uint32_t n_slots;
    uint64_t *row;    /* [n_nodes + 1] first pair of a receiver             */
    uint32_t *slot;   /* [n_pairs] 0 .. n_slots-1                           */
    uint16_t *sender; /* [n_pairs] local to the graph                       */
    uint64_t n_pairs;
    uint32_t *receiver_begin; /* [n_receivers + 1] where the slots of another receiver label
                                 begin; all slots of a node's pairs are in one such stretch */
    uint32_t n_receivers;
} sg_plan;

void sg_plan_free(sg_plan *plan);
void sg_weight_keys_free(sg_weight_keys *keys);

/* Make a plan with a slot for every triple of `triples` within the thresholds.
 *
 *   keys      out; what the slots are, in their order
 *   triples   moved: its pairs become the plan's; empty on success
 *
 * Pairs whose triple has no slot are left out.
 * Fails with SG_ELIMIT (a graph of more than 65,536 nodes) or SG_ENOMEM. */
sg_status sg_plan_make(sg_plan *plan, sg_weight_keys *keys, sg_triples *triples,
                       const sg_labels *receiver, const sg_labels *sender,
                       sg_thresholds thresholds, const sg_graph *graph, sg_error *err);

/* Make a plan for other data with the slots of an existing model; triples that the model has never
 * seen have no slot, and their pairs are left out: they weigh zero. */
sg_status sg_plan_apply(sg_plan *plan, const sg_weight_keys *keys, sg_triples *triples,
                        const sg_labels *receiver, const sg_labels *sender,
                        const sg_graph *graph, sg_error *err);

#endif
