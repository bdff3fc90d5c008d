/* low_rank_layer.h - a low-rank layer on data, for programs that build networks by hand. */
#ifndef SG_LAYERS_KINDS_LOW_RANK_LAYER_H
#define SG_LAYERS_KINDS_LOW_RANK_LAYER_H

#include "plans/head.h"

typedef struct sg_low_rank_spec {
    const sg_plan *plan;               /* its slots are the values of the pairs           */
    const uint32_t *receiver, *sender; /* [n_nodes] labels of the data set                */
    uint32_t n_receiver_labels,
        n_sender_labels; /* labels above are unknown and weigh 0         */
    uint32_t rank;
    const sg_head
        *design; /* as users wrote it, and                                            */
    const sg_head
        *pairs; /* the pairs alone; both NULL where the network was made by hand      */
} sg_low_rank_spec;

extern const struct sg_layer_kind sg_low_rank_kind;

#endif
