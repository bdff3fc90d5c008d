/* plain_model.h - the obvious training of a model with one encoder and one decoder, in double and on
 * one batch: what the fast one must agree with before it is timed. */
#ifndef SG_BENCH_PLAIN_MODEL_H
#define SG_BENCH_PLAIN_MODEL_H

#include "sharegnn.h"

typedef struct plain_setting {
    const sg_dataset *data;
    const char *encoder, *decoder; /* labelings                                 */
    uint32_t max_distance;         /* messages go as far as this                */
    const uint32_t *graph;         /* [n_graphs] the batch                      */
    uint32_t n_graphs;
} plain_setting;

/* The losses before each of `n_steps` steps of Adam with a rate of 0.01 from weights of 0.001; tanh
 * behind both layers, mean pooling, cross-entropy.  False where memory ran out or the labels fail. */
bool plain_losses(double *loss, uint32_t n_steps, const plain_setting *setting, sg_error *err);

#endif
