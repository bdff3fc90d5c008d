/* gin_layer.h - the settings of a gin layer, for programs that build networks by hand. */
#ifndef SG_LAYERS_KINDS_GIN_LAYER_H
#define SG_LAYERS_KINDS_GIN_LAYER_H

#include <stdbool.h>
#include <stdint.h>

typedef struct sg_gin_spec {
    uint32_t outputs; /* in settings 0: one per class or target */
    bool epsilon;     /* learned; else 0 */
} sg_gin_spec;

extern const struct sg_layer_kind sg_gin_kind;

#endif
