/* concat_layer.h - the settings of a concat layer, for programs that build networks by hand. */
#ifndef SG_LAYERS_KINDS_CONCAT_LAYER_H
#define SG_LAYERS_KINDS_CONCAT_LAYER_H

#include <stdint.h>

enum { SG_MAX_CONCAT = 64 };

typedef struct sg_concat_spec {
    uint32_t n;
    uint32_t from[SG_MAX_CONCAT]; /* [n] numbers of earlier layers, plus 1; 0: the input */
} sg_concat_spec;

extern const struct sg_layer_kind sg_concat_kind;

#endif
