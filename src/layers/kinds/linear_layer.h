/* linear_layer.h - the settings of a linear layer, for programs that build networks by hand. */
#ifndef SG_LAYERS_KINDS_LINEAR_LAYER_H
#define SG_LAYERS_KINDS_LINEAR_LAYER_H

#include <stdbool.h>
#include <stdint.h>

typedef struct sg_linear_spec {
    uint32_t outputs; /* in settings 0: one per class or target */
    bool bias;
} sg_linear_spec;

extern const struct sg_layer_kind sg_linear_kind;

#endif
