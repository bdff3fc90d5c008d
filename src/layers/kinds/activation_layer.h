/* activation_layer.h - the settings of an activation layer, for programs that build networks by hand. */
#ifndef SG_LAYERS_KINDS_ACTIVATION_LAYER_H
#define SG_LAYERS_KINDS_ACTIVATION_LAYER_H

#include "kernels/activation.h"

typedef struct sg_activation_spec {
    sg_activation activation;
} sg_activation_spec;

extern const struct sg_layer_kind sg_activation_kind;

#endif
