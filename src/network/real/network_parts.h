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

/* Something that a network with large graphs does for all pieces of a batch, or for all blocks of a layer. */
typedef enum sg_cut_step_kind {
    SG_STEP_BEGIN,  /* load the input, or set gradients to 0                    */
    SG_STEP_ROWS,   /* forward_rows or backward_rows of a layer                 */
    SG_STEP_TOTAL,  /* forward_total or backward_total                          */
    SG_STEP_STATES, /* forward or backward                                      */
    SG_STEP_BLOCKS  /* its blocks                                               */
} sg_cut_step_kind;

typedef struct sg_cut_step {
    sg_cut_step_kind kind;
    uint32_t layer;
} sg_cut_step;

/* How a batch with large graphs is divided.  Their gradients are added up in so many sums at most. */
enum { SG_MOST_SUMS = 16 };

typedef struct SG_R(sg_network_cuts) {
    bool some;             /* a graph of the data is large                               */
    bool of_batch;         /* and so is one of the last batch:                           */
    sg_batch_piece *piece; /* [n_pieces] small spans together, large ones in blocks      */
    uint32_t n_pieces;
    sg_batch_piece *part; /* [n_parts] the same in larger blocks, for gradients          */
    uint32_t n_parts;
    sg_cut_step *forward, *backward; /* [n_forward], [n_backward] in their order         */
    size_t n_forward, n_backward;
    sg_graph turned;           /* directed graphs with their arcs turned round               */
    sg_layer_reference *slice; /* [n_slices] whose gradients are made in several sums    */
    uint32_t n_slices;
    size_t *place; /* [n_slices + 1] where they are in a sum                            */
    sg_real *sum;  /* [SG_MOST_SUMS][place[n_slices]]                                   */
} SG_R(sg_network_cuts);

/* Memory of one thread. */
typedef struct SG_R(sg_worker) {
    sg_real *scratch;  /* the layers'                                           */
    sg_real *gradient; /* of the largest slice, and a bin; zeros between slices; once for
                          every level of the tree over shards                   */
    uint32_t *index;
    uint32_t
        *trail;   /* [gradient_size] places of additions to a slice, where there are shards */
    size_t *mark; /* [n_shards + 1] where those of a shard begin                            */
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
    SG_R(sg_network_cuts) cuts;
    SG_R(sg_worker) *worker; /* [n_workers] */
    uint32_t n_workers;
    size_t gradient_size;  /* of one level                                                    */
    sg_real **value;       /* [n_layers + 1] state before layer 0, after layer 0, ...        */
    sg_real **gradient_of; /* [n_layers + 1] gradients of these; [0] is NULL                 */
    sg_batch_items items;  /* the last batch                                                 */
    uint32_t n_shards;     /* of the last batch; 1: it is not divided                         */
    uint32_t *shard_span;  /* [n_shards + 1] first spans of these                             */
    double *shard_share;   /* [n_shards] of the whole batch's items                           */
    sg_real *item_value, *item_gradient; /* [max_batch][output width] where items are nodes  */
    bool training;
    uint64_t step;
};

/* What the functions of layer l work with. */
SG_R(sg_flow)
SG_R(sg_network_flow)(const SG_R(sg_network) *network, uint32_t l, uint32_t worker);

/* The same for what is computed of shard s alone. */
SG_R(sg_flow)
SG_R(sg_network_flow_of_shard)(const SG_R(sg_network) *network, uint32_t l, uint32_t worker,
                               uint32_t s);

/* The same for a piece that begins with this span, of which only the number of its shard is told. */
SG_R(sg_flow)
SG_R(sg_network_flow_of_piece)(const SG_R(sg_network) *network, uint32_t l, uint32_t worker,
                               uint32_t span);

/* Write the input of span i to its rows, or that of a block of them. */
void SG_R(sg_network_load)(SG_R(sg_network) *network, sg_batch_piece piece, uint32_t i);

/* Compute a block of layer l, forwards or backwards, shard by shard. */
void SG_R(sg_network_block)(const SG_R(sg_network) *network, uint32_t l, uint32_t block,
                            uint32_t worker, bool back);

/* Set the gradients that several layers add to to zero. */
void SG_R(sg_network_clear)(SG_R(sg_network) *network, sg_batch_piece piece);

/* Whether somebody wants to stop. */
bool SG_R(sg_network_is_stopped)(const SG_R(sg_network) *network);

/* Compute the gradients of all slices and hand them to the sink; likewise of one. */
void SG_R(sg_network_slices)(const SG_R(sg_network) *network,
                             const SG_R(sg_gradient_sink) *sink);
void SG_R(sg_network_slice)(const SG_R(sg_network) *network, sg_layer_reference reference,
                            const SG_R(sg_gradient_sink) *sink, uint32_t worker);

/* ---- Large graphs (network_cut.c) ---- */

/* Before layers are built: whether some graph is large, and who hears whom. */
sg_status SG_R(sg_network_cuts_prepare)(SG_R(sg_network) *network, sg_error *err);

/* After layers were built: room for pieces, and for sums of gradients. */
sg_status SG_R(sg_network_cuts_build)(SG_R(sg_network) *network, sg_error *err);
void SG_R(sg_network_cuts_free)(SG_R(sg_network) *network);

/* Divide the batch. */
void SG_R(sg_network_cut)(SG_R(sg_network) *network);

/* The states behind layer `first` and all that follow; before it, if `loads`, the input. */
void SG_R(sg_network_cut_forward)(SG_R(sg_network) *network, uint32_t first, bool loads);

/* The gradients of the states before layer `first` and all that follow. */
void SG_R(sg_network_cut_backward)(SG_R(sg_network) *network, uint32_t first);

/* The gradients of all parameters. */
void SG_R(sg_network_cut_slices)(const SG_R(sg_network) *network,
                                 const SG_R(sg_gradient_sink) *sink);

/* Fill in layers, slices, stages and workers from network->spec and the items.  What was made on failure
 * belongs to the network. */
sg_status SG_R(sg_network_build)(SG_R(sg_network) *network, sg_error *err);

#endif
