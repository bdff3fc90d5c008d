/* learner.h - a network that learns, whatever its precision.
 *
 * The parameters with all that an optimizer keeps beside them: moments, the average of the weights,
 * the best weights so far.  Numbers cross the border as double; the work is done in the precision
 * that was chosen.
 *
 *     SG_TRY(sg_learner_open(&learner, &spec, &options, threads, err));
 *     loss = sg_learner_step(NULL, learner, items, n, rate);        // one batch, one step
 *     sg_learner_predict(outputs, learner, items, n);
 *     sg_learner_close(learner);
 */
#ifndef SG_NETWORK_LEARNER_H
#define SG_NETWORK_LEARNER_H

#include "base/threads.h"
#include "network/loss.h"
#include "network/network_spec.h"
#include "optim/init.h"
#include "optim/optimizer.h"

typedef enum sg_precision { SG_PRECISION_FLOAT, SG_PRECISION_DOUBLE } sg_precision;

typedef struct sg_learner_options {
    sg_precision precision;
    sg_optimizer optimizer;
    const sg_loss *loss;
    sg_targets targets;   /* borrowed                                                        */
    const double *weight; /* [items] how much each of them counts; NULL: 1 each; borrowed    */
    double clip;          /* largest norm of a batch's gradient; 0: any                      */
    double average;       /* decay of the averaged weights; 0: none                          */
} sg_learner_options;

typedef struct sg_learner sg_learner;

/* Open a learner whose parameters are all 0.  `spec`, `threads` and targets are borrowed until close.
 * Fails with SG_EINVAL (layers that do not fit together) or SG_ENOMEM. */
sg_status sg_learner_open(sg_learner **learner, const sg_network_spec *spec,
                          const sg_learner_options *options, sg_threads *threads,
                          sg_error *err);

void sg_learner_close(sg_learner *learner);

size_t sg_learner_size(const sg_learner *learner);
uint32_t sg_learner_outputs(const sg_learner *learner); /* per item */
const sg_tensor *sg_learner_tensors(const sg_learner *learner, uint32_t *n_tensors);

/* Learn from one batch of up to max_batch items: forward, backward, one optimizer step.
 *
 *   outputs  out, may be NULL; [n][outputs] before the step
 *
 * Returns the batch's loss before the step. */
double sg_learner_step(double *outputs, sg_learner *learner, const uint32_t *item, uint32_t n,
                       double learning_rate);

/* Whether all steps so far could be made.  Where batches are fields (network/narrow_spec.h) a step may find that
 * there is not enough memory; it leaves everything as it is then and returns NaN.  Fails with the reason. */
sg_status sg_learner_fault(const sg_learner *learner, sg_error *err);

/* A loss that looks at all outputs of a batch at once. */
typedef struct sg_batch_loss {
    /* The loss of output[n][width]; its derivatives by them go to `gradient`. */
    double (*of)(double *gradient, const double *output, uint32_t n, uint32_t width,
                 void *context);
    void *context;
    double *output, *gradient; /* [max_batch][outputs] room, the caller's */
} sg_batch_loss;

/* Learn from one batch by another loss than that of the options, which is not looked at.  Afterwards
 * loss->output has the outputs before the step.  Returns the loss. */
double sg_learner_step_by(sg_learner *learner, const uint32_t *item, uint32_t n,
                          double learning_rate, const sg_batch_loss *loss);

/* The outputs of any number of items, [n][outputs]; with the averaged weights, if there are. */
void sg_learner_predict(double *outputs, sg_learner *learner, const uint32_t *item, uint32_t n);

/* State number `state` (0: the input, l + 1: behind the network's layer l) of any number of items,
 * computed as predictions are: the rows of the first item, then those of the next.  Items are graphs
 * here, also where a model predicts nodes.  Rows are their nodes or, behind a layer that pools, one per
 * graph. */
void sg_learner_states(double *value, sg_learner *learner, uint32_t state, const uint32_t *item,
                       uint32_t n);

/* Remember the weights that predictions are made with; make them the weights again. */
void sg_learner_keep(sg_learner *learner);
void sg_learner_recall(sg_learner *learner);

/* The weights that predictions are made with, [size]. */
void sg_learner_read(double *value, const sg_learner *learner);

/* Set all weights (and their average); value is [size]. */
void sg_learner_write(sg_learner *learner, const double *value);

/* Everything that changes while learning as bytes of this machine, for checkpoints: weights,
 * moments, averages, kept weights, the number of steps.  A learner of the same spec and options
 * goes on from them bit for bit. */
size_t sg_learner_state_size(const sg_learner *learner);
void sg_learner_state_save(void *bytes, const sg_learner *learner);
void sg_learner_state_load(sg_learner *learner, const void *bytes);

/* Give all weights their first values.  `start` of a tensor says how: as `weights` or `biases` say, or in a
 * way of its kind's own (uniform in +-1/sqrt(inputs), ones, zeros). */
void sg_learner_start(sg_learner *learner, const sg_init *weights, const sg_init *biases,
                      uint64_t seed);

/* Measure the input of the items to train on, for layers that begin with its statistics; it takes no time
 * where there are none.  Fails with SG_ENOMEM. */
sg_status sg_learner_measure(sg_learner *learner, const uint32_t *item, uint32_t n,
                             sg_error *err);

#endif
