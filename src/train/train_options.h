/* train_options.h - how a model is trained, as the `train:` part of an experiment says it.
 *
 *     train: { optimizer: adam, learning-rate: 0.01, batch-size: 64, epochs: 200, patience: 25,
 *              init: constant 0.001 }
 *
 *     optimizer      adam | adamw | sgd               weight-decay, momentum: numbers
 *     learning-rate  0.01                             schedule: constant | step 10 0.5 |
 *                                                     plateau factor 0.5 patience 5 | cosine ...
 *     batch-size     64: floor(N / 64) batches of as equal a size as possible, never a small rest
 *     batch-nodes    1000: a batch is so many nodes and what they hear, where a model predicts nodes; 0 if
 *                    absent: all training nodes of batch-size graphs
 *     epochs         200                              patience: 25, or 0: never stop early
 *     init           constant 0.001 | uniform -0.1 0.1 | normal 0 1 | he | lower-upper
 *     bias-init      the same words; constant 0 if absent
 *     loss           a word of network/loss.h: mae; by the task if absent
 *     metric         a name of metrics.h: accuracy; by the task if absent
 *     clip           largest norm of a gradient; 0: any
 *     average        decay of averaged weights (EMA), which are then evaluated and saved; 0: none
 *     precision      float | double
 *     learning-rate-of, weight-decay-of
 *                    { 0: 0.001 }: those of some layers; a schedule changes them as it does the others
 *     freeze         [0, 1]: layers whose weights do not move; absent: none
 *     svm            [0.1, 1, 10]: a support vector machine finds the weights, for each of these costs in
 *                    the place of an epoch; absent: none
 *     class-weights  none | balanced: every class counts alike, however rare it is
 *     calibrate      none | temperature: probabilities are made to fit the validation items
 *     threshold      none, or a metric that counts right and wrong: the threshold of labels, or of two classes,
 *                    that is best for it on the validation items
 *     share          0.05: train on so much of the training items, of every class alike; smaller
 *                    shares are parts of larger ones; 1 if absent
 */
#ifndef SG_TRAIN_TRAIN_OPTIONS_H
#define SG_TRAIN_TRAIN_OPTIONS_H

#include "base/document/fields.h"
#include "base/document/key_text.h"
#include "model/layer_numbers.h"
#include "model/layer_set.h"
#include "model/model_on_data.h"
#include "network/learner.h"
#include "optim/schedule.h"
#include "train/metrics.h"

enum { SG_MAX_SVM = 32 };

typedef struct sg_train_options {
    sg_precision precision;
    const sg_loss *loss;
    const sg_metric *metric;
    sg_optimizer optimizer;
    double learning_rate;
    sg_schedule schedule;
    uint32_t batch_size;
    uint32_t batch_nodes; /* 0: batches are whole graphs */
    uint32_t n_epochs;
    uint32_t patience; /* epochs without a better one before training stops; 0: never stops */
    sg_init init, bias_init;
    double clip, average;
    sg_layer_set freeze;
    double share; /* of the training items */
    /* [n_svm] costs for which a support vector machine finds the weights, one in the place of each epoch;
     * n_svm 0: an optimizer does. */
    double svm[SG_MAX_SVM];
    uint32_t n_svm;
    sg_layer_numbers learning_rate_of, weight_decay_of; /* of some layers */
    bool balance;               /* classes count alike                                        */
    bool calibrate;             /* by a temperature                                           */
    const sg_metric *threshold; /* what chooses the threshold; NULL: it is 1/2                */
} sg_train_options;

/* The words of `class-weights` and `calibrate`: no, then yes. */
extern const char *const sg_class_weight_words[2];
extern const char *const sg_calibrate_words[2];

/* What the paper uses for this task. */
sg_train_options sg_train_defaults(sg_task task);

/* Read a list of layers, [0, 1], or a single number.  `name` is what messages call it.
 * Fails with SG_EFORMAT. */
sg_status sg_layer_set_read(sg_layer_set *set, const sg_node *node, const char *name,
                            const char *path, sg_error *err);

/* Tell the layers of a model how they learn: which are frozen, and which have a learning rate or weight decay of
 * their own.  Fails with SG_EINVAL where there is no such layer. */
sg_status sg_train_options_place(sg_model_on_data *model, const sg_train_options *options,
                                 sg_error *err);

/* Read the members of a `train:` map over `options`, which hold the defaults.
 * Fails with SG_EFORMAT (path:line:column, what is wrong, what is allowed). */
sg_status sg_train_options_read(sg_train_options *options, sg_fields *fields, sg_error *err);

/* Key i of `train:` for people, or NULL behind the last one.  Settings of optimizers have a table of their own
 * (sg_optimizer_members). */
const sg_key_text *sg_train_key(size_t i);

#endif
