/* vocabularies.h - what a model knows of the world: labels and triples by content key.
 *
 * The vocabularies of a trained model.  Together with its blueprint they tell on any data which
 * weight belongs to which pair: content keys are the same on every machine and in every data set.
 */
#ifndef SG_PLANS_VOCABULARIES_H
#define SG_PLANS_VOCABULARIES_H

#include "invariants/labels.h"
#include "plans/head.h"
#include "plans/plan.h"

/* The labels of one labeling, in the order of the model's numbers. */
typedef struct sg_label_vocabulary {
    char *expression;
    uint64_t *key;   /* [n_labels]                               */
    uint64_t *count; /* [n_labels] nodes of the training data    */
    uint32_t n_labels;
} sg_label_vocabulary;

/* The triples of one kind of head, in the order of its weights. */
typedef struct sg_triple_vocabulary {
    char *head; /* the head's text without copies and bias */
    sg_weight_keys keys;
} sg_triple_vocabulary;

typedef struct sg_vocabularies {
    sg_label_vocabulary *labels; /* [n_labelings] */
    uint32_t n_labelings;
    sg_triple_vocabulary *weights; /* [n_heads] distinct ones */
    uint32_t n_heads;
} sg_vocabularies;

void sg_vocabularies_free(sg_vocabularies *vocabularies);
void sg_label_vocabulary_free(sg_label_vocabulary *labels);
void sg_triple_vocabulary_free(sg_triple_vocabulary *triples);

/* What is known of an expression or head, or NULL. */
const sg_label_vocabulary *sg_vocabularies_labels(const sg_vocabularies *vocabularies,
                                                  const char *expression);
const sg_triple_vocabulary *sg_vocabularies_triples(const sg_vocabularies *vocabularies,
                                                    const char *head);

/* Add a copy of what `from` knows, where it is not there yet.  Fails with SG_EINVAL where both know an expression or
 * a head, but not the same of it, or SG_ENOMEM; some of it may have been added then. */
sg_status sg_vocabularies_add(sg_vocabularies *vocabularies, const sg_vocabularies *from,
                              sg_error *err);

/* The keys of an encoder head's weights.  Fails with SG_EFORMAT (they are not known) or SG_ENOMEM. */
sg_status sg_vocabularies_find(const sg_weight_keys **keys, const sg_vocabularies *vocabularies,
                               const sg_head *head, sg_error *err);

/* What recognizing labels takes, and nothing that depends on the data. */
typedef struct sg_label_index {
    sg_label_expression expression;
    sg_table number; /* by key */
    uint32_t rest;   /* the label of what is not known */
} sg_label_index;

/* Fails with SG_EFORMAT where two labels have the same key, SG_EINVAL (the expression) or
 * SG_ENOMEM. */
sg_status sg_label_index_make(sg_label_index *index, const sg_label_vocabulary *known,
                              sg_error *err);

void sg_label_index_free(sg_label_index *index);

/* Label the nodes of any data with the model's numbers: labels->label[v] is 0 .. n_labels-1 for
 * those the model knows and n_labels for all others, a label with key 0 that no weight has; layers ask
 * whether a label is below n_labels.  Where the expression has a limit, labels beyond it are "the
 * rest", as they were in training.
 *
 *   index  of `known`, made before; NULL: it is made for this call
 *
 * Fails like sg_labels_compute and sg_label_index_make. */
sg_status sg_labels_recognize(sg_labels *labels, const sg_label_vocabulary *known,
                              const sg_label_index *index, const sg_graph_view *view,
                              const sg_invariant_options *options, sg_error *err);

#endif
