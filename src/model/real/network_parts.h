/* network_parts.h - what a network consists of, for the files that build and run it.
 */
#ifndef SG_MODEL_REAL_NETWORK_PARTS_H
#define SG_MODEL_REAL_NETWORK_PARTS_H

#include "model/real/layer.h"
#include "model/real/network.h"

/* A task of some layer. */
typedef struct sg_gradient_reference {
    uint32_t layer, task;
} sg_gradient_reference;

/* Rows of some layer's tasks. */
typedef struct sg_rows_reference {
    uint32_t layer, rows;
} sg_rows_reference;

/* Layers that are computed piece by piece, one after the other. */
typedef struct sg_stage {
    uint32_t first_layer, behind_layer;
    uint32_t rows_per_piece; /* at least so many rows of nodes, or graphs, ...               */
    bool counts_nodes;       /* ... whichever the stage begins with                          */
    uint32_t *piece;         /* [n_pieces + 1] first graphs of the batch's pieces; owned     */
    uint32_t n_pieces;
} sg_stage;

/* Memory of one thread. */
typedef struct SG_R(sg_worker) {
    sg_real *scratch;  /* the layers'                                           */
    sg_real *gradient; /* of the largest task, and a bin; zeros between tasks   */
    uint32_t *index;
} SG_R(sg_worker);

struct SG_R(sg_network) {
    const sg_network_spec *spec;
    sg_pool *pool;
    SG_R(sg_layer) *layer; /* [n_layers] */
    uint32_t n_layers;
    sg_real *parameter, *gradient; /* [n_parameters] */
    size_t n_parameters;
    sg_tensor *tensor; /* [n_tensors] */
    uint32_t n_tensors;
    sg_gradient_reference *task; /* [n_tasks] of all layers */
    uint32_t n_tasks;
    sg_rows_reference *rows; /* [n_rows] of all layers */
    uint32_t n_rows;
    sg_stage *stage; /* [n_stages] */
    uint32_t n_stages;
    SG_R(sg_worker) *worker; /* [n_workers] */
    uint32_t n_workers;
    sg_real **value; /* [n_layers + 1] state before layer 0, after layer 0, ...           */
    sg_real **gradient_of; /* [n_layers + 1] gradients of these; [0] is NULL                 */
    sg_batch batch;
    uint32_t max_rows;
    bool training;
    uint64_t step;
};

/* Fill in layers, parameters, tensors, tasks and stages from network->spec and max_rows.  What was
 * made on failure belongs to the network. */
sg_status SG_R(sg_network_build)(SG_R(sg_network) *network, sg_error *err);

/* A network being built. */
typedef struct SG_R(sg_builder) {
    SG_R(sg_network) *network;
    size_t tensor_capacity, task_capacity, layer_task_capacity;
} SG_R(sg_builder);

/* Add a tensor, its `first` counted within the layer, and a task, unless it owns nothing. */
sg_status SG_R(sg_build_tensor)(SG_R(sg_builder) *b, sg_tensor tensor, sg_error *err);
sg_status SG_R(sg_build_task)(SG_R(sg_builder) *b, SG_R(sg_layer) *layer, sg_gradient_task task,
                              sg_error *err);

/* Build an encoder, whose types and widths are filled in.  Everything else about encoders that is
 * not computing is in encoder_build.c. */
sg_status SG_R(sg_build_encoder)(SG_R(sg_builder) *b, SG_R(sg_layer) *layer, sg_error *err);
void SG_R(sg_encoder_free)(SG_R(sg_layer) *layer);

/* Distribute the nodes of the batch among tasks. */
void SG_R(sg_distribute_rows)(sg_gradient_rows *rows, const sg_batch *batch,
                              const sg_graph *graph);

#endif
