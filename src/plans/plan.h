/* plan.h - who sends to whom, and with which weight: an encoder head made concrete.
 *
 * For one data set and one head (receiver labeling, sender labeling, pair property) a plan says
 * for every receiver its senders and the slot of each pair's weight.  Heads with the same
 * invariants share a plan and differ only in where their stretch of the weights begins.
 *
 *     SG_TRY(sg_plan_pairs_open(&pairs, &property, &view, err));      // once per property
 *     sg_plan_source source = {.receiver = &labels, .sender = &labels, .pairs = pairs};
 *     SG_TRY(sg_plan_make(&plan, &keys, &source, thresholds, err));
 *
 * A plan is of one of two kinds.  An explicit one lists the pairs:
 *
 *     for (uint64_t p = plan.row[v]; p < plan.row[v + 1]; p++)
 *         z += w[plan.slot[p]] * x[plan.sender[p]];
 *
 * An implicit one knows the labels of the nodes and has a table from (receiver label, sender label,
 * value) to slots; the values of the pairs it shares with other heads (plan_pairs.h).  It takes a
 * few bytes per node instead of six per pair, but only where labels are few.
 *
 * Slots follow the order of triples (invariants/triples.h): the weights of one receiver label
 * stand together, so a node's messages touch a few cache lines, and threads can share the weights
 * by receiver label without ever writing to the same one.  Both kinds number them alike.
 *
 * Reference: the paper, section "Weight Sharing for Message Passing".
 */
#ifndef SG_PLANS_PLAN_H
#define SG_PLANS_PLAN_H

#include "base/table.h"
#include "invariants/triples.h"
#include "plans/plan_pairs.h"

/* Which triples get a weight: those that occur at least and at most so often. */
typedef struct sg_thresholds {
    uint64_t at_least; /* 0 and 1: all         */
    uint64_t at_most;  /* 0: no upper bound    */
} sg_thresholds;

/* The triples that have a weight, by content: what a trained model must remember.  They stand in the
 * order of their slots, all of a receiver's label together, and are not sorted by key: slots are found
 * again in other data by hashing. */
typedef struct sg_weight_keys {
    uint64_t *receiver; /* [n_slots] content key of the receiver's label */
    uint64_t *sender;   /* [n_slots] */
    uint64_t *value;    /* [n_slots] content key of the pair's value     */
    uint32_t n_slots;
} sg_weight_keys;

#define SG_NO_SLOT UINT32_MAX

/* Nodes of a graph up to which senders take two bytes, and plans may be implicit. */
enum { SG_NEAR_NODES = 65536 };

typedef struct sg_plan {
    uint32_t n_slots;
    uint32_t n_nodes;
    uint32_t
        *stretch_begin; /* [n_stretches + 1] a stretch of slots for every receiver label that
                                has any; all slots of a node's pairs are in one of them        */
    uint32_t n_stretches;

    /* Explicit: */
    uint64_t *row;        /* [n_nodes + 1] first pair of a receiver             */
    uint32_t *slot;       /* [n_pairs] 0 .. n_slots-1                           */
    uint16_t *sender;     /* [n_pairs] local to the graph                       */
    uint32_t *far_sender; /* in its place, where a graph has more than SG_NEAR_NODES nodes */
    uint64_t n_pairs;     /* implicit: all that the property has                */
    double *factor;       /* [n_pairs] of the messages, or NULL: all are 1      */

    /* Implicit, where `pairs` is not NULL: */
    sg_plan_pairs *pairs;
    uint16_t *receiver_label; /* [n_nodes]                                                   */
    uint16_t *sender_label;   /* [n_nodes], or the very same array                           */
    uint32_t n_receiver_labels, n_sender_labels;
    uint32_t *table; /* [n_receiver_labels][n_sender_labels][n_values + 1] slots; n_slots where
                        there is none, as for the last value, which stands for "no pair"     */
    uint32_t *some_slot; /* [n_receiver_labels] a slot of this receiver label, or SG_NO_SLOT */
} sg_plan;

/* The sender of a pair of an explicit plan. */
static inline uint32_t sg_plan_sender(const sg_plan *plan, uint64_t pair)
{
    return plan->sender != NULL ? plan->sender[pair] : plan->far_sender[pair];
}

/* Cells of an implicit plan's table. */
static inline size_t sg_plan_cells(const sg_plan *plan)
{
    return (size_t)plan->n_receiver_labels * plan->n_sender_labels *
           (plan->pairs->values.n_keys + (size_t)1);
}

void sg_plan_free(sg_plan *plan);
void sg_weight_keys_free(sg_weight_keys *keys);

typedef enum sg_plan_kind {
    SG_PLAN_AUTO, /* implicit where that saves much memory and the table stays small */
    SG_PLAN_EXPLICIT,
    SG_PLAN_IMPLICIT
} sg_plan_kind;

/* What a head's plan is made from. */
typedef struct sg_plan_source {
    const sg_labels *receiver, *sender;
    sg_plan_pairs *pairs;
    sg_plan_kind kind;
    sg_threads *threads; /* NULL: the calling thread alone */
    /* For sg_plan_recognize: the slots by content, of sg_slots_number.  It then takes time for the data
     * alone, whatever the size of the model; plans have no stretch_begin, which learning would need.
     * NULL: they are numbered now. */
    const sg_table *slots;
} sg_plan_source;

/* Make a plan with a slot for every triple within the thresholds, of whichever kind suits; slots
 * and keys are the same for both kinds.
 * Fails with SG_ELIMIT (a graph of more than SG_NEAR_NODES nodes or a table that is too large, where an
 * implicit plan is forced), SG_ENOMEM, or what the property fails with. */
sg_status sg_plan_make(sg_plan *plan, sg_weight_keys *keys, const sg_plan_source *source,
                       sg_thresholds thresholds, sg_error *err);

/* What the slots of a plan with these triples would be.  Fails with SG_ECANCELED or SG_ENOMEM. */
sg_status sg_weight_keys_of_triples(sg_weight_keys *keys, const sg_triples *triples,
                                    const sg_labels *receiver, const sg_labels *sender,
                                    sg_thresholds thresholds, sg_error *err);

/* Number the slots of a model by content, in an empty table.
 * Fails with SG_EFORMAT where two have the same key or those of a receiver's label do not stand
 * together, or with SG_ENOMEM. */
sg_status sg_slots_number(sg_table *slots, const sg_weight_keys *keys, sg_error *err);

/* Make a plan for other data with the slots of an existing model; triples that the model has never
 * seen have no slot, and their pairs are left out: they weigh zero.  Fails like sg_plan_make, or with
 * SG_EFORMAT (keys that are no vocabulary). */
sg_status sg_plan_recognize(sg_plan *plan, const sg_weight_keys *keys,
                            const sg_plan_source *source, sg_error *err);

/* Multiply the messages of an explicit plan by attribute `column` of the edges: of the arc that leads from the
 * receiver to the sender, or else of the one that comes back.  A node that is joined to itself by no arc has the
 * factor 1.
 * Fails with SG_EINVAL (there is no such attribute; graphs without arcs need none) or SG_ENOMEM. */
sg_status sg_plan_weigh(sg_plan *plan, const sg_graph_view *view, uint32_t column,
                        sg_error *err);

/* "explicit" or "implicit". */
const char *sg_plan_kind_name(const sg_plan *plan);

/* Bytes of memory that the plan occupies, without those of the pairs that implicit plans share. */
size_t sg_plan_bytes(const sg_plan *plan);

/* The senders and slots of one receiver, whatever the plan's kind.
 *
 *   sender, slot  out; room for as many as the graph has nodes
 *   g, v          a graph of `graph` and a node of it, from 0
 *
 * Returns their number. */
uint32_t sg_plan_row(uint32_t *sender, uint32_t *slot, const sg_plan *plan,
                     const sg_graph *graph, uint32_t g, uint32_t v);

#endif
