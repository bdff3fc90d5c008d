/* network.h - a network of one precision at work.
 *
 *     SG_TRY(SG_R(sg_network_open)(&network, &spec, threads, err));
 *     SG_R(sg_network_forward)(network, items, n, true);
 *     ... write the gradient of the loss to SG_R(sg_network_output_gradient)(network) ...
 *     SG_R(sg_network_backward)(network, &sink);
 *
 * Layers are computed piece by piece, a few graphs at a time, all layers of a stage one after the
 * other while the piece is in the cache.  A stage ends before a layer that is better computed for
 * the whole batch at once, a linear one with very many inputs; that is cut into blocks of inputs.
 * The gradients of parameters come last, in slices that each own a range of parameters and run over
 * the whole batch.  Pieces, blocks and slices depend on the data alone, so threads never write to the
 * same place, every sum has a fixed order, and the result does not depend on their number.
 */
#ifndef SG_NETWORK_REAL_NETWORK_H
#define SG_NETWORK_REAL_NETWORK_H

#include "base/threads.h"
#include "network/batch_items.h"
#include "network/network_spec.h"
#include "network/real/gradient_sink.h"

typedef struct SG_R(sg_network) SG_R(sg_network);

/* Open a network; all parameters are 0.  `spec` and `threads` are borrowed until close.
 * Fails with SG_EINVAL (layers that do not fit together; the layer is named) or SG_ENOMEM. */
sg_status SG_R(sg_network_open)(SG_R(sg_network) **network, const sg_network_spec *spec,
                                sg_threads *threads, sg_error *err);

void SG_R(sg_network_close)(SG_R(sg_network) *network);

/* The parameters, [sg_network_size], and what they are. */
size_t SG_R(sg_network_size)(const SG_R(sg_network) *network);
sg_real *SG_R(sg_network_parameters)(SG_R(sg_network) *network);
const sg_tensor *SG_R(sg_network_tensors)(const SG_R(sg_network) *network, uint32_t *n_tensors);

/* Compute the outputs of a batch of up to max_batch items: [n_items][output width].  Batches may
 * have any size up to it, training batches and others. */
const sg_real *SG_R(sg_network_forward)(SG_R(sg_network) *network, const uint32_t *item,
                                        uint32_t n_items, bool training);

/* Compute a training batch in shards, spec->n_shards of them at most; items are counted from item[0] on.
 *
 *   n_items  of the whole batch, which other networks may have shards of
 *
 * The outputs are those of item[begin[0]] .. item[begin[n] - 1].  Backward then adds the gradients of the
 * shards along a binary tree, ((0 + 1) + (2 + 3)) + ..., so shards->n is a power of two. */
const sg_real *SG_R(sg_network_forward_shards)(SG_R(sg_network) *network, const uint32_t *item,
                                               const sg_batch_shards *shards, uint32_t n_items);

/* How many of item[0 .. n) can be one batch: max_batch, or fewer where items are repeated. */
uint32_t SG_R(sg_network_fit)(SG_R(sg_network) *network, const uint32_t *item, uint32_t n);

/* The number of training batches so far, which names the streams of dropout and noise. */
uint64_t SG_R(sg_network_step)(const SG_R(sg_network) *network);
void SG_R(sg_network_set_step)(SG_R(sg_network) *network, uint64_t step);

uint32_t SG_R(sg_network_output_width)(const SG_R(sg_network) *network);

/* A state of the last batch, rows of nodes or graphs: 0 is the input, l + 1 what is behind layer l; and
 * how many numbers it has, all rows together. */
const sg_real *SG_R(sg_network_values)(const SG_R(sg_network) *network, uint32_t state,
                                       size_t *n);

/* Where the gradient of the loss goes, [n_items][output width], before backward. */
sg_real *SG_R(sg_network_output_gradient)(SG_R(sg_network) *network);

/* Hand the gradients of the last batch to a sink, which may change the parameters; frozen layers have
 * none. */
void SG_R(sg_network_backward)(SG_R(sg_network) *network, const SG_R(sg_gradient_sink) *sink);

/* ---- Looking inside ------------------------------------------------------------------------
 *
 * What would the outputs be if a state were another one?  After sg_network_forward:
 *
 *     sg_real *x = SG_R(sg_network_state_before)(network, 2);
 *     ... change it ...
 *     out = SG_R(sg_network_resume)(network, 2);
 *     ... write the gradient of something to SG_R(sg_network_output_gradient)(network) ...
 *     dx = SG_R(sg_network_gradient_before)(network, 2);
 *
 * Behind the last layer the state is the output. */

/* The state before layer `layer` of the last batch, to be changed at will; 0: the input, which is
 * not to be changed. */
sg_real *SG_R(sg_network_state_before)(SG_R(sg_network) *network, uint32_t layer);

/* Compute layer `layer` and all that follow again; returns the outputs. */
const sg_real *SG_R(sg_network_resume)(SG_R(sg_network) *network, uint32_t layer);

/* From the gradient of the outputs that of the state before layer `layer`, which is not the
 * first.  Gradients of outputs and of later states are used up. */
const sg_real *SG_R(sg_network_gradient_before)(SG_R(sg_network) *network, uint32_t layer);

#endif
