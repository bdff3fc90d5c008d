/* labels.h - labeling a whole data set.
 *
 *     sg_labels labels = {0};
 *     SG_TRY(sg_labels_compute(&labels, &expression, &view, &options, err));
 *     labels.label[v];                    // 0 .. labels.vocabulary.n_keys - 1
 *     labels.vocabulary.key[label];       // what it is, on every machine
 */
#ifndef SG_INVARIANTS_LABELS_H
#define SG_INVARIANTS_LABELS_H

#include "base/threads.h"
#include "invariants/expression.h"
#include "invariants/vocabulary.h"

typedef struct sg_labels {
    uint32_t *label; /* [n_nodes] dense ids */
    uint32_t n_nodes;
    sg_vocabulary vocabulary;
    uint64_t data; /* what they were computed from (store/label_cache.h); 0: nobody has said */
} sg_labels;

/* The number of search steps a graph may take where nothing else is said: a second or so. */
#define SG_DEFAULT_BUDGET 200000000ULL

typedef struct sg_invariant_options {
    sg_threads *threads;         /* NULL: the calling thread alone                     */
    uint64_t budget;             /* search steps per graph; 0: those of the account, or
                                    SG_DEFAULT_BUDGET                                  */
    const sg_observer *observer; /* may be NULL; stage "labeling", unit "graphs"       */
} sg_invariant_options;

/* What a caller of the library chose, with threads of its own, which close ends.  Fails with SG_ENOMEM. */
sg_status sg_invariant_options_open(sg_invariant_options *options,
                                    const sg_label_options *chosen, sg_error *err);
void sg_invariant_options_close(sg_invariant_options *options);

/* The steps that a labeling may take in a graph. */
uint64_t sg_steps_of_labels(const sg_invariant_options *options);

void sg_labels_free(sg_labels *labels);

/* Compute the content keys of all nodes; key is [n_nodes] and the caller's.
 * Fails with SG_ENOMEM, SG_ELIMIT (budget; the graph is named) or SG_ECANCELED. */
sg_status sg_labels_compute_keys(sg_key *key, const sg_label_expression *expression,
                                 const sg_graph_view *view, const sg_invariant_options *options,
                                 sg_error *err);

/* Label all nodes.  The result does not depend on the number of threads. */
sg_status sg_labels_compute(sg_labels *labels, const sg_label_expression *expression,
                            const sg_graph_view *view, const sg_invariant_options *options,
                            sg_error *err);

#endif
