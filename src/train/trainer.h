/* trainer.h - training one model: epochs, evaluation, the best epoch, stopping early.
 *
 *     SG_TRY(sg_trainer_open(&trainer, &on_data.spec, &training, threads, err));
 *     while (!sg_trainer_is_over(trainer)) {
 *         SG_TRY(sg_trainer_epoch(&epoch, trainer, err));
 *         report(&epoch);
 *     }
 *     const sg_epoch best = sg_trainer_best(trainer); // the epoch that counts
 *     sg_trainer_recall(trainer);                     // its weights
 *
 * An epoch shuffles the training items, learns from them batch by batch and evaluates validation
 * and test items.  The best epoch has the best validation metric, among these the lowest
 * validation loss, among these it is the last one.  Without validation items it is the last one.
 *
 * Everything is determined by the seeds; threads do not matter, and neither do ranks.
 */
#ifndef SG_TRAIN_TRAINER_H
#define SG_TRAIN_TRAINER_H

#include "train/train_options.h"

/* What a training is given: which items, which targets, which random numbers. */
typedef struct sg_training_spec {
    const sg_train_options *options;
    sg_targets targets;  /* what the loss compares with                    */
    const double *scale; /* [columns] the network's unit in units of the target; NULL: 1      */
    const uint32_t *item[SG_N_PARTS]; /* [n_items[part]] borrowed until close          */
    uint32_t n_items[SG_N_PARTS];
    const double *weight;        /* [all items] how much each of them counts; NULL: 1 each   */
    uint64_t seed;               /* of weights, dropout, noise                               */
    uint32_t shuffle_first;      /* epoch e (from 0) is shuffled with the seed                */
    uint32_t shuffle_step;       /* shuffle_first + e shuffle_step, as the paper's code does  */
    bool without_test;           /* do not evaluate the test items                           */
    const sg_observer *observer; /* asked before every batch; may be NULL                 */
    sg_cluster *cluster; /* ranks that share the training, no more than shards; NULL: none  */
} sg_training_spec;

typedef struct sg_trainer sg_trainer;

/* Open a trainer and draw the first weights.  Everything passed is borrowed until close.
 * Fails with SG_EINVAL (no training items; outputs and targets do not fit) or SG_ENOMEM. */
sg_status sg_trainer_open(sg_trainer **trainer, const sg_network_spec *spec,
                          const sg_training_spec *training, sg_threads *threads, sg_error *err);

void sg_trainer_close(sg_trainer *trainer);

/* Whether all epochs are done, or so many passed without a better one that more are in vain. */
bool sg_trainer_is_over(const sg_trainer *trainer);

/* Train for one more epoch.  Fails with SG_ENOMEM (metrics may need memory) or SG_ECANCELED, within the
 * epoch: the best one so far can still be recalled, but the training cannot go on. */
sg_status sg_trainer_epoch(sg_epoch *epoch, sg_trainer *trainer, sg_error *err);

/* The best epoch so far; all 0 before the first. */
sg_epoch sg_trainer_best(const sg_trainer *trainer);

/* Make the weights of the best epoch the weights. */
void sg_trainer_recall(sg_trainer *trainer);

/* The outputs of items that validate or test, [n][outputs], which all ranks get.  Fails with SG_ECANCELED. */
sg_status sg_trainer_predict(double *output, sg_trainer *trainer, const uint32_t *item,
                             uint32_t n, sg_error *err);

/* Steps of an epoch. */
uint32_t sg_trainer_steps(const sg_trainer *trainer);

sg_learner *sg_trainer_learner(sg_trainer *trainer);

/* Everything that changes while training as bytes of this machine; a trainer that is given
 * the same goes on from them bit for bit, also with another number of ranks.  All ranks save together. */
size_t sg_trainer_state_size(const sg_trainer *trainer);
void sg_trainer_state_save(void *bytes, const sg_trainer *trainer);

/* Fails with SG_EFORMAT where the bytes are not of this trainer. */
sg_status sg_trainer_state_load(sg_trainer *trainer, const void *bytes, size_t size,
                                sg_error *err);

#endif
