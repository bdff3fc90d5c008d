/* sage_layer.h - the settings of a sage layer, for programs that build networks by hand. */
#ifndef SG_LAYERS_KINDS_SAGE_LAYER_H
#define SG_LAYERS_KINDS_SAGE_LAYER_H

#include "layers/edge_weight.h"
#include "layers/gathering.h"
#include <stdbool.h>
#include <stdint.h>

typedef struct sg_sage_spec {
    uint32_t outputs; /* in settings 0: one per class or target */
    sg_gathering gathering;
    bool bias;
    sg_edge_weight weight; /* not for maxima */
} sg_sage_spec;

extern const struct sg_layer_kind sg_sage_kind;

#endif
