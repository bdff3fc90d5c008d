/* network_parts.h - what a network consists of, for the two files that build and run it.
 *
 * Layer: model; may include everything below.
 */
#ifndef SG_MODEL_REAL_NETWORK_PARTS_H
#define SG_MODEL_REAL_NETWORK_PARTS_H

#include "model/real/network.h"

/* A task of some layer. */
typedef struct sg_task_reference {
    uint32_t layer, task;
} sg_task_reference;

struct SG_R(sg_network) {
    const sg_network_spec *spec;
    sg_pool *pool;
    SG_R(sg_layer) *layer; /* [n_layers] */
    uint32_t n_layers;
    sg_real *parameter, *gradient; /* [n_parameters] */
    size_t n_parameters;
    sg_tensor *tensor; /* [n_tensors] */
    uint32_t n_tensors;
    sg_task_reference *task; /* [n_tasks] of all layers */
    uint32_t n_tasks;
    sg_real **value; /* [n_layers + 1] state before layer 0, after layer 0, ...           */
    sg_real **gradient_of; /* [n_layers + 1] gradients of these; [0] is NULL                 */
    sg_batch batch;
    uint32_t max_rows;
    bool training;
    uint64_t step;
};

/* Fill in layers, parameters, tensors and tasks from network->spec.  What was made on failure
 * belongs to the network. */
sg_status SG_R(sg_network_build)(SG_R(sg_network) *network, sg_error *err);

#endif
