/* network.h - a network of one precision at work.
 *
 *     SG_TRY(SG_R(sg_network_open)(&network, &spec, pool, err));
 *     SG_R(sg_network_forward)(network, graphs, n, true);
 *     ... write the gradient of the loss to SG_R(sg_network_output_gradient)(network) ...
 *     SG_R(sg_network_backward)(network);
 *
 * Layers that treat every graph by itself are computed piece by piece, a few graphs at a time.
 * The gradients of parameters come afterwards, in tasks that each own a range of parameters and
 * run over the whole batch.  So threads never write to the same place, every sum has a fixed
 * order, and the result does not depend on their number.
 *
 * Layer: model; may include everything below.
 */
#ifndef SG_MODEL_REAL_NETWORK_H
#define SG_MODEL_REAL_NETWORK_H

#include "base/pool.h"
#include "model/network_spec.h"
#include "model/real/real.h"
#include "optim/optimizer.h"

/* The graphs of a batch; rows of nodes are numbered through the batch. */
typedef struct sg_batch {
    uint32_t *graph; /* [n_graphs] numbers in the data set       */
    uint32_t n_graphs;
    uint32_t *first_row; /* [n_graphs + 1] first node row of a graph */
} sg_batch;

/* Consecutive graphs of a batch. */
typedef struct sg_batch_piece {
    uint32_t first_graph, behind_graph;
} sg_batch_piece;

typedef struct SG_R(sg_layer) SG_R(sg_layer);

/* What a layer's functions work with.  Rows are those of the whole batch. */
typedef struct SG_R(sg_flow) {
    const sg_batch *batch;
    const sg_graph *graph;
    const sg_real *x;         /* state before the layer                                 */
    const sg_real *other;     /* residual: the earlier state                            */
    sg_real *y;               /* state after it                                         */
    sg_real *dy;              /* gradient of y; backward may use it up                  */
    sg_real *dx;              /* gradient of x, to be added to; NULL: nobody needs it   */
    sg_real *d_other;         /* residual: gradient of the earlier state, to be added to */
    const sg_real *parameter; /* the layer's own                                        */
    sg_real *gradient;        /* the layer's own, to be added to                        */
    sg_real *scratch;         /* the worker's own                                       */
    bool training;
    uint64_t step; /* number of the batch, for random streams */
} SG_R(sg_flow);

typedef struct SG_R(sg_layer_ops) {
    /* Compute y of a piece from x. */
    void (*forward)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                    sg_batch_piece piece);
    /* Add to dx of a piece what dy gives. */
    void (*backward)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                     sg_batch_piece piece);
    /* Add a task's share to the gradient of the parameters; NULL: there are none. */
    void (*differentiate)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                          uint32_t task);
} SG_R(sg_layer_ops);

/* Which parameters a task owns, and which head they belong to. */
typedef struct sg_task {
    uint32_t head;
    bool is_bias;
    size_t begin, end; /* within the layer's parameters */
} sg_task;

struct SG_R(sg_layer) {
    const sg_layer_spec *spec;
    const SG_R(sg_layer_ops) *ops;
    uint32_t number;
    bool in_nodes, out_nodes; /* rows of nodes, else of graphs        */
    uint32_t in_width, out_width;
    bool input_is_ones; /* x is all ones and need not be read   */
    bool only_consumer; /* nobody else reads x, so nobody else adds to dx */
    size_t first_parameter, n_parameters;
    sg_task *task; /* [n_tasks] of differentiate; owned    */
    uint32_t n_tasks;
    uint8_t **node_task; /* encoder: [n_heads][n_nodes] which of a head's tasks a node belongs
                            to; heads with the same plan share; owned                       */
    size_t *head_first;  /* encoder, decoder: [n_heads] first parameter of a head; owned    */
    uint64_t seed;
};

extern const SG_R(sg_layer_ops) SG_R(sg_encoder_ops), SG_R(sg_decoder_ops), SG_R(sg_linear_ops),
    SG_R(sg_norm_ops), SG_R(sg_activation_ops), SG_R(sg_dropout_ops), SG_R(sg_pool_ops),
    SG_R(sg_residual_ops);

typedef struct SG_R(sg_network) SG_R(sg_network);

/* Open a network; all parameters are 0.  `spec` and `pool` are borrowed until close.
 * Fails with SG_EINVAL (layers that do not fit together; the layer is named) or SG_ENOMEM. */
sg_status SG_R(sg_network_open)(SG_R(sg_network) **network, const sg_network_spec *spec,
                                sg_pool *pool, sg_error *err);

void SG_R(sg_network_close)(SG_R(sg_network) *network);

/* The parameters and their gradients, [sg_network_size], and what they are. */
size_t SG_R(sg_network_size)(const SG_R(sg_network) *network);
sg_real *SG_R(sg_network_parameters)(SG_R(sg_network) *network);
sg_real *SG_R(sg_network_gradients)(SG_R(sg_network) *network);
const sg_tensor *SG_R(sg_network_tensors)(const SG_R(sg_network) *network, uint32_t *n_tensors);

/* Compute the outputs of a batch of up to max_batch graphs: [n_graphs][output width]. */
const sg_real *SG_R(sg_network_forward)(SG_R(sg_network) *network, const uint32_t *graph,
                                        uint32_t n_graphs, bool training);

/* The number of training batches so far, which names the streams of dropout and noise. */
uint64_t SG_R(sg_network_step)(const SG_R(sg_network) *network);
void SG_R(sg_network_set_step)(SG_R(sg_network) *network, uint64_t step);

uint32_t SG_R(sg_network_output_width)(const SG_R(sg_network) *network);

/* The state after layer `layer` (from 0) of the last batch; rows of nodes or graphs. */
const sg_real *SG_R(sg_network_state)(const SG_R(sg_network) *network, uint32_t layer,
                                      uint32_t *width, bool *of_nodes);

/* Where the gradient of the loss goes, [n_graphs][output width], before backward. */
sg_real *SG_R(sg_network_output_gradient)(SG_R(sg_network) *network);

/* Add the gradients of the last batch to sg_network_gradients. */
void SG_R(sg_network_backward)(SG_R(sg_network) *network);

/* The same, and a step of an optimizer right behind it: each stretch of parameters is updated as
 * soon as its gradient is complete, while it is still in the cache, and its gradient becomes 0.
 *
 *   first, second  [sg_network_size] the optimizer's moments, or NULL where it has none */
void SG_R(sg_network_learn)(SG_R(sg_network) *network, sg_real *first, sg_real *second,
                            const sg_step *step);

#endif
