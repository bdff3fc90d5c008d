/* power.h - which graphs an invariant tells apart, exactly and without training.
 *
 * A model is as expressive as its invariants: two graphs that have equal multisets of labels (or of
 * triples, for an encoder's head) get the same prediction from every model that is built on them.  So
 * these functions tell before any training whether an invariant can do the job.
 *
 * Example: do distances tell the first and the last graph of CSL apart, and by what?
 *
 *     sg_power *power = NULL;
 *     sg_power_witness witness = {.struct_size = sizeof witness};
 *     if (sg_power_open(&power, data, "label @ distance 0..10", NULL, &err) == SG_OK &&
 *         sg_power_witness_find(&witness, power, 0, 149, &err) == SG_OK && witness.found)
 *         printf("%s: %u and %u times\n", witness.text, witness.count[0], witness.count[1]);
 *     sg_power_close(power);
 *
 * Complexity: what labels and pairs take (labels.h), and a sort of the labels or triples of every
 * graph.  Memory is proportional to the nodes, or to the pairs of nodes that have a value.
 */
#ifndef SHAREGNN_POWER_H
#define SHAREGNN_POWER_H

#include "sharegnn/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The classes of graphs of one data set under one invariant.  They never change, so threads may share
 * them. */
typedef struct sg_power sg_power;

/* Compare all graphs of `data` by an invariant: a label expression ("wl:3") for the labels of their
 * nodes, or a head of an encoder ("wl:1 @ distance 0..6") for the triples of their pairs.  The result
 * does not depend on the number of threads; options->cache is not used.
 * *power is released with sg_power_close and needs `data` no longer.
 * Fails with SG_EINVAL (the expression), SG_ELIMIT (budget; the graph is named), SG_ECANCELED or
 * SG_ENOMEM. */
SG_API sg_status sg_power_open(sg_power **power, const sg_dataset *data, const char *invariant,
                               const sg_label_options *options, sg_error *err);

/* Release; NULL is fine. */
SG_API void sg_power_close(sg_power *power);

/* What was found; borrowed until close. */
typedef struct sg_power_arrays {
    size_t struct_size; /* sizeof of this struct, set by the caller                      */
    uint32_t n_graphs;
    uint32_t n_classes;       /* of graphs that nothing tells apart                      */
    const uint32_t *class_of; /* [n_graphs] 0 .. n_classes-1, numbered as they appear    */
    uint32_t n_words;         /* distinct labels or triples in all graphs                */
} sg_power_arrays;

/* Takes constant time.  Fails with SG_EINVAL. */
SG_API sg_status sg_power_view(sg_power_arrays *view, const sg_power *power, sg_error *err);

/* The same as a value, for expressions; zeros where it fails. */
static inline sg_power_arrays sg_power_view_of(const sg_power *power)
{
    sg_power_arrays view;
    memset(&view, 0, sizeof view);
    view.struct_size = sizeof view;
    (void)sg_power_view(&view, power, NULL);
    return view;
}

/* A label or triple that two graphs have in different numbers. */
typedef struct sg_power_witness {
    size_t struct_size; /* sizeof of this struct, set by the caller                      */
    bool found;         /* false: nothing tells the graphs apart, the rest is 0          */
    uint32_t count[2];  /* how often each of the graphs has it                           */
    char text[160];     /* "label 6", or "label 6 <- #3 at distance 2": receiver, sender */
} sg_power_witness;

/* Find what tells two graphs apart, by their numbers from 0: the most frequent such label, or the
 * triple with the most frequent labels.  Fails with SG_EINVAL for a graph that is not there, or
 * SG_ENOMEM. */
SG_API sg_status sg_power_witness_find(sg_power_witness *witness, const sg_power *power,
                                       uint32_t first, uint32_t second, sg_error *err);

/* Invariants that are worth a comparison, the weak before the strong; static memory, NULL behind the
 * last one. */
SG_API const char *sg_power_invariant(size_t i);

#ifdef __cplusplus
}
#endif

#endif
