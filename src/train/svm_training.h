/* svm_training.h - a network whose weights a support vector machine finds.
 *
 *     SG_TRY(sg_svm_training_open(&machine, &spec, &training, err));
 *     SG_TRY(sg_svm_training_solve(learner, &machine, 0.1, err));      // for this C
 *     sg_svm_training_free(&machine);
 *
 * Every class has a machine of its own against all others; two classes share one.
 */
#ifndef SG_TRAIN_SVM_TRAINING_H
#define SG_TRAIN_SVM_TRAINING_H

#include "network/learner.h"
#include "train/linear_features.h"

/* Whom it learns from; borrowed. */
typedef struct sg_svm_items {
    const uint32_t *item; /* [n]                                                          */
    uint32_t n;
    const uint32_t *item_class; /* [all items]                                            */
    const double *weight;       /* [all items] how much each of them counts; NULL: 1 each */
    uint32_t n_classes;
    uint64_t seed;
} sg_svm_items;

typedef struct sg_svm_training {
    sg_linear_features features;
    sg_svm_items items;
} sg_svm_training;

void sg_svm_training_free(sg_svm_training *machine);

/* Count features.  Fails like sg_linear_features_make. */
sg_status sg_svm_training_open(sg_svm_training *machine, const sg_network_spec *spec,
                               const sg_svm_items *items, sg_error *err);

/* Find the weights for one C and give them to the learner.  Fails with SG_ENOMEM or SG_ECANCELED. */
sg_status sg_svm_training_solve(sg_learner *learner, const sg_svm_training *machine, double c,
                                sg_error *err);

#endif
