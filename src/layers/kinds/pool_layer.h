/* pool_layer.h - the settings of a pooling layer, for programs that build networks by hand. */
#ifndef SG_LAYERS_KINDS_POOL_LAYER_H
#define SG_LAYERS_KINDS_POOL_LAYER_H

#include "layers/pooling.h"

typedef struct sg_pool_spec {
    sg_pooling pooling;
} sg_pool_spec;

extern const struct sg_layer_kind sg_pool_kind;

#endif
