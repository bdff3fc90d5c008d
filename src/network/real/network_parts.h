/* network_parts.h - what a network consists of, for the files that build and run it.
 */
#ifndef SG_NETWORK_REAL_NETWORK_PARTS_H
#define SG_NETWORK_REAL_NETWORK_PARTS_H

#include "layers/real/layer.h"
#include "network/batch_items.h"
#include "network/real/network.h"

/* A slice or an errand of some layer. */
typedef struct sg_layer_reference {
    uint32_t layer, number;
} sg_layer_reference;

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
    sg_real *gradient; /* of the largest slice, and a bin; zeros between slices */
    uint32_t *index;
} SG_R(sg_worker);

struct SG_R(sg_network) {
    const sg_network_spec *spec;
    sg_threads *threads;
    sg_network_outline outline;
    SG_R(sg_layer) *layer; /* [n_layers] */
    uint32_t n_layers;
    sg_real *parameter; /* [n_parameters] */
    size_t n_parameters;
    sg_layer_reference *slice; /* [n_slices] of all layers */
    uint32_t n_slices;
    sg_layer_reference *errand; /* [n_errands] of all layers */
    uint32_t n_errands;
    sg_stage *stage; /* [n_stages] */
    uint32_t n_stages;
    SG_R(sg_worker) *worker; /* [n_workers] */
    uint32_t n_workers;
    sg_real **value;       /* [n_layers + 1] state before layer 0, after layer 0, ...        */
    sg_real **gradient_of; /* [n_layers + 1] gradients of these; [0] is NULL                 */
    sg_batch_items items;  /* the last batch                                                 */
    sg_real *item_value, *item_gradient; /* [max_batch][output width] where items are nodes  */
    bool training;
    uint64_t step;
};

/* Fill in layers, slices, stages and workers from network->spec and the items.  What was made on failure
 * belongs to the network. */
sg_status SG_R(sg_network_build)(SG_R(sg_network) *network, sg_error *err);

#endif
