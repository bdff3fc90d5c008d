/* decoder_layer.h - a decoder on data, for programs that build networks by hand. */
#ifndef SG_LAYERS_DECODER_DECODER_LAYER_H
#define SG_LAYERS_DECODER_DECODER_LAYER_H

#include "layers/pooling.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct sg_decoder_head {
    const uint32_t *label; /* [n_nodes] of the data set; n_labels and above: no weight      */
    uint32_t n_labels;
    const char *expression; /* of the labeling; NULL where the network was made by hand    */
} sg_decoder_head;

typedef struct sg_decoder_spec {
    sg_decoder_head *head; /* [n_heads] copies apart */
    uint32_t n_heads;
    uint32_t outputs;   /* m of every head                */
    sg_pooling pooling; /* mean or sum                    */
    bool bias;
} sg_decoder_spec;

extern const struct sg_layer_kind sg_decoder_kind;

#endif
