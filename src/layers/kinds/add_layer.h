/* add_layer.h - the settings of a layer that adds up heads, for programs that build networks by hand. */
#ifndef SG_LAYERS_KINDS_ADD_LAYER_H
#define SG_LAYERS_KINDS_ADD_LAYER_H

#include <stdint.h>

typedef struct sg_add_spec {
    uint32_t outputs; /* in settings 0: one per class or target */
    uint32_t parts;   /* so many stretches, in place of `outputs`; 0: not said */
} sg_add_spec;

extern const struct sg_layer_kind sg_add_kind;

#endif
