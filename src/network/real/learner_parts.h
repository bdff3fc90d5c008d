/* learner_parts.h - what a learner of one precision consists of, for the files that it is made of. */
#ifndef SG_NETWORK_REAL_LEARNER_PARTS_H
#define SG_NETWORK_REAL_LEARNER_PARTS_H

#include "network/learner_ops.h"
#include "network/real/field_batches.h"

#include <pthread.h>
#include <stdatomic.h>

/* Consecutive parameters. */
typedef struct stretch {
    size_t begin, end;
} stretch;

/* The parameters of a layer that has a learning rate or weight decay of its own. */
typedef struct tuned {
    stretch of;
    double rate; /* times the learning rate */
    sg_optimizer optimizer;
    sg_step step;
} tuned;

/* The stretch of a gradient that another rank moves. */
typedef struct handing_over {
    atomic_size_t n_got; /* parameters whose gradient is there                            */
    size_t n_all;        /* that have one, as the step before has shown; 0: not known yet */
    bool is_sent;
} handing_over;

typedef struct learner {
    SG_R(sg_network) *network;
    sg_network_spec spec;
    SG_R(sg_field_batches) *fields; /* what batches are learned on; NULL: on `network`     */
    sg_learner_options options;
    sg_threads *threads;
    pthread_t caller; /* the thread that the cluster belongs to */
    size_t n;
    sg_real *first, *second; /* [own] the optimizer's moments, or NULL   */
    sg_real *gradient;       /* [n] where gradients are added up, or NULL */
    sg_real *average;        /* [n] averaged weights, or NULL            */
    sg_real *kept;           /* [n] the weights to recall                */
    double *batch_weight;    /* [max_batch] how much items count, or NULL */
    double *item_loss;       /* [max_batch] where batches are large, or NULL */
    stretch *frozen;         /* [n_frozen] ascending, not for optimizers */
    uint32_t n_frozen;
    tuned *tuned; /* [n_tuned] ascending */
    uint32_t n_tuned;
    bool keeps; /* some of these are tensors that layers keep up to date  */
    uint64_t n_steps;
    /* Where batches are divided in shards, and their shards among ranks: */
    stretch *statistic; /* [n_statistics] what layers keep; sums over shards replace it   */
    uint32_t n_statistics;
    double *square;       /* sums of squares of stretches, or NULL                          */
    stretch own;          /* parameters that this rank moves; all of them where it is alone  */
    sg_real *received;    /* [ranks][own] gradients of the other ranks; NULL: it is alone */
    size_t *place;        /* [ranks + 1] where ranks begin in what they exchange           */
    handing_over *handed; /* [ranks] their stretches of the gradient, on the way to them */
    uint32_t first_shard, n_shards; /* of every batch that are this rank's               */
} learner;

/* ---- Steps (learner_step.c) ---- */

double SG_R(sg_learner_step_by_options)(double *outputs, void *self, const uint32_t *item,
                                        uint32_t n, double rate);
double SG_R(sg_learner_step_by_loss)(void *self, const uint32_t *item, uint32_t n, double rate,
                                     const sg_batch_loss *loss);

/* The first parameters of a stretch that may move; none where it begins at its end. */
stretch SG_R(sg_learner_moving)(const learner *l, stretch s);

/* Make a step for the parameters of l->own, whose gradient is in l->gradient.  `clip` is the factor that
 * gradients are scaled by. */
void SG_R(sg_learner_move)(learner *l, double rate, double clip);

/* Make a step with the gradient of a network's last batch, every stretch as it arises. */
void SG_R(sg_learner_move_at_once)(learner *l, SG_R(sg_network) *learned, double rate);

/* Let averages follow the weights. */
void SG_R(sg_learner_follow)(learner *l);

/* ---- Shards and ranks (learner_shards.c) ---- */

/* Get ready for shards of a rank, after the network was opened.  Fails with SG_ENOMEM. */
sg_status SG_R(sg_learner_open_shards)(learner *l, sg_error *err);

void SG_R(sg_learner_step_shards)(double *outputs, void *self, const uint32_t *item,
                                  const sg_batch_shards *shards, double rate);

/* Every rank has its own stretch of an array of all parameters: all get all of it.  `bytes` is the array, or a
 * place in a file where it begins. */
void SG_R(sg_learner_gather)(const learner *l, void *bytes);

#endif
