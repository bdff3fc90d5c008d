/* trainer_parts.h - what a trainer consists of, for the files that it is made of. */
#ifndef SG_TRAIN_TRAINER_PARTS_H
#define SG_TRAIN_TRAINER_PARTS_H

#include "train/batches.h"
#include "train/svm_training.h"
#include "train/trainer.h"

/* What changes, apart from weights and the order of the training items; plain, to be saved. */
typedef struct progress {
    uint64_t fingerprint; /* of what it was given, so that a state of another one is refused */
    uint32_t n_epochs;    /* done                                                  */
    uint32_t padding;
    sg_epoch best;
    sg_schedule_state schedule;
} progress;

struct sg_trainer {
    sg_threads *threads;
    sg_training_spec training;
    sg_item_kind item; /* what its items are                              */
    uint32_t max_batch;
    sg_learner *learner;
    uint32_t width;     /* outputs per item                                */
    sg_batches batches; /* of the training items                           */
    double *output;     /* [items that are evaluated at once][width]       */
    double *packed;     /* [training items][width] where there are several ranks; else NULL */
    size_t *place;      /* likewise [ranks + 1] where ranks begin in what they exchange     */
    uint32_t *together; /* nodes: [validation and test items] by number    */
    double *weight;     /* [all items] where classes count alike; else NULL */
    uint32_t *place_of; /* nodes: [validation, then test items] where they are in `together` */
    sg_svm_training machine; /* finds the weights, where the options say so */
    progress at;
};

/* ---- Ranks (ranks/trainer_ranks.c) ---- */

/* Whether ranks can share the batches.  Fails with SG_EINVAL. */
sg_status sgi_trainer_check_ranks(const sg_trainer *trainer, sg_error *err);

/* Make room for what ranks exchange, after the learner was opened.  Fails with SG_ENOMEM. */
sg_status sgi_trainer_open_ranks(sg_trainer *trainer, sg_error *err);

/* Items first .. *behind-1 of n are for this rank to predict: whole batches. */
uint32_t sgi_trainer_own_items(uint32_t *behind, const sg_trainer *trainer, uint32_t n);

/* Every rank has computed the outputs of its own items: all get all of them. */
void sgi_trainer_share_outputs(double *output, const sg_trainer *trainer, uint32_t n);

/* Likewise after an epoch, in which every rank has computed its shards. */
void sgi_trainer_share_epoch(sg_trainer *trainer);

#endif
