/* norm_layer.h - the settings of a normalization layer, for programs that build networks by hand. */
#ifndef SG_LAYERS_KINDS_NORM_LAYER_H
#define SG_LAYERS_KINDS_NORM_LAYER_H

#include <stdbool.h>

typedef struct sg_norm_spec {
    bool affine; /* gain and shift are learned */
} sg_norm_spec;

extern const struct sg_layer_kind sg_norm_kind;

#endif
