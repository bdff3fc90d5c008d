/* residual_layer.h - the settings of a residual layer, for programs that build networks by hand. */
#ifndef SG_LAYERS_KINDS_RESIDUAL_LAYER_H
#define SG_LAYERS_KINDS_RESIDUAL_LAYER_H

#include <stdint.h>

typedef struct sg_residual_spec {
    uint32_t from; /* number of an earlier layer, plus 1; 0: the input                       */
    double drop;   /* in training, the probability that a graph has the earlier state alone */
} sg_residual_spec;

extern const struct sg_layer_kind sg_residual_kind;

#endif
