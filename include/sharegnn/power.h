/* power.h - which graphs an invariant distinguishes, exactly and without training.
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
 *
 * Threads: what was found never changes, so threads may share it.
 */
#ifndef SHAREGNN_POWER_H
#define SHAREGNN_POWER_H

#include "sharegnn/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The classes of graphs of one data set under one invariant. */
typedef struct sg_power sg_power;

/* Compare all graphs of `data` by an invariant: a label expression ("wl:3") for the labels of their
 * nodes, or a head of an encoder ("wl:1 @ distance 0..6") for the triples of their pairs.  The result
 * does not depend on the number of threads; options->cache is not used.
 * *power is released with sg_power_close; `data` may be closed before.
 * Fails with SG_EINVAL (the expression), SG_ELIMIT (budget; the graph is named), SG_ECANCELED or
 * SG_ENOMEM. */
SG_API sg_status sg_power_open(sg_power **power, const sg_dataset *data, const char *invariant,
                               const sg_label_options *options, sg_error *err);

/* Release what sg_power_open gave; NULL is fine. */
SG_API void sg_power_close(sg_power *power);

/* What was found; borrowed until close. */
typedef struct sg_power_arrays {
    size_t struct_size; /* sizeof of this struct, set by the caller                      */
    uint32_t n_graphs;
    uint32_t n_classes;       /* of graphs that nothing tells apart                      */
    const uint32_t *class_of; /* [n_graphs] 0 .. n_classes-1, numbered as they appear    */
    uint32_t n_words;         /* distinct labels or triples in all graphs                */
    bool
        is_complete; /* the whole graph is in a label, as in those of orbit: it tells all graphs
                         apart, and a model with it knows no graph that it has not seen       */
} sg_power_arrays;

/* What `power` has found: *view is the caller's, its arrays are borrowed until sg_power_close.  Takes
 * constant time.  Fails with SG_EINVAL. */
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
    char text[160];     /* "label 6", or "label 8 -> label 6 at distance 2": sender, receiver */
} sg_power_witness;

/* Find what tells two graphs apart, `first` and `second` by their numbers from 0: the most frequent such
 * label, or the triple with the most frequent labels.  *witness is the caller's.  It is named in words
 * where there are words for it ("2 cycles of 3"); else by a node or a pair of nodes that has it, with a
 * graph ("wl:3 of node 5 (degree 3, neighbors 3 x 2), in graph 7").  Labels and pairs of one graph are
 * computed again for this.
 * Fails with SG_EINVAL for a missing graph, or as sg_power_open does. */
SG_API sg_status sg_power_witness_find(sg_power_witness *witness, const sg_power *power,
                                       uint32_t first, uint32_t second, sg_error *err);

/* ---- Trained networks ---------------------------------------------------------------------------
 *
 * What an invariant tells apart, a network need not learn to tell apart.  A trial by the protocol of BREC
 * shows whether it does: copies of both graphs of a pair with shuffled nodes, a network that is trained to
 * drive their embeddings apart, and Hotelling's test of the differences. */

/* A network, and how it is tried.  All pointers are borrowed for the call. */
typedef struct sg_pair_trial_options {
    size_t struct_size;      /* sizeof of this struct, set by the caller                     */
    const char *description; /* must be there: YAML with `layers`; `input`, `train` if wanted */
    const char *path;        /* what messages call it; NULL: "description"                   */
    uint32_t n_outputs;      /* numbers of an embedding; 0: 16                               */
    uint32_t n_copies;       /* of each graph, more than n_outputs; 0: 32                    */
    uint32_t n_seeds;        /* networks that are tried on each pair; 0: 10                  */
    uint64_t seed;           /* of copies and weights                                        */
    double enough;           /* a loss below this ends a training; 0: 0.2                    */
    /* Threads, budget, observer (stage "trying", unit "pairs"); NULL: defaults. */
    const sg_label_options *labels;
} sg_pair_trial_options;

/* The outcomes of all pairs and seeds; they never change, so threads may share them. */
typedef struct sg_pair_trials sg_pair_trials;

/* Try graphs 0 and 1, 2 and 3, ... of `data`.  `options` must be there and is not kept.  Every pair is
 * tried by one thread; the outcome does not depend on the number of threads.
 *
 * `train` in the description has optimizer, learning-rate, schedule, batch-size, epochs, init; what it
 * does not say is as in BREC's own program: Adam with weight decay 1e-4, rate 1e-4, plateau, batches of
 * 16 copies, 20 epochs.
 *
 * *trials is released with sg_pair_trials_close and needs `data` no longer.
 * Fails with SG_EINVAL (an odd number of graphs; layers; options), SG_EFORMAT (the description), SG_ELIMIT,
 * SG_ECANCELED or SG_ENOMEM. */
SG_API sg_status sg_pair_trials_run(sg_pair_trials **trials, const sg_dataset *data,
                                    const sg_pair_trial_options *options, sg_error *err);

/* Release; NULL is fine. */
SG_API void sg_pair_trials_close(sg_pair_trials *trials);

/* What was found; borrowed until close. */
typedef struct sg_pair_trial_arrays {
    size_t struct_size; /* sizeof of this struct, set by the caller                          */
    uint32_t n_pairs, n_seeds;
    uint32_t n_copies;
    double threshold;    /* of T-squared at 95 %: 72.34 for 16 numbers and 32 copies          */
    const double *apart; /* [n_pairs][n_seeds] T-squared of the two graphs, n_copies included */
    const double *alike; /* [n_pairs][n_seeds] the same of copies of the first graph          */
    const double *loss;  /* [n_pairs][n_seeds] of the last epoch                              */
    const uint32_t *epochs; /* [n_pairs][n_seeds] trained                                  */
} sg_pair_trial_arrays;

/* What `trials` have found: *view is the caller's, its arrays are borrowed until sg_pair_trials_close.  Takes
 * constant time.  Fails with SG_EINVAL. */
SG_API sg_status sg_pair_trials_view(sg_pair_trial_arrays *view, const sg_pair_trials *trials,
                                     sg_error *err);

/* The same as a value, for expressions; zeros where it fails. */
static inline sg_pair_trial_arrays sg_pair_trials_view_of(const sg_pair_trials *trials)
{
    sg_pair_trial_arrays view;
    memset(&view, 0, sizeof view);
    view.struct_size = sizeof view;
    (void)sg_pair_trials_view(&view, trials, NULL);
    return view;
}

/* How many pairs the network of seed number `seed` tells apart reliably: T-squared of the graphs above the
 * threshold, that of copies of one graph below it.  BREC's own program leaves the number of copies out of
 * T-squared: without_copies counts like it.  0 where there is no such seed. */
SG_API uint32_t sg_pair_trials_apart(const sg_pair_trials *trials, uint32_t seed,
                                     bool without_copies);

/* Invariant i, from 0, of those that are worth a comparison, the weak before the strong; static text; NULL
 * after the last one. */
SG_API const char *sg_power_invariant(size_t i);

#ifdef __cplusplus
}
#endif

#endif
