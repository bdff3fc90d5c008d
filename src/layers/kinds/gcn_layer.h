/* gcn_layer.h - the settings of a gcn layer, for programs that build networks by hand. */
#ifndef SG_LAYERS_KINDS_GCN_LAYER_H
#define SG_LAYERS_KINDS_GCN_LAYER_H

#include "layers/edge_weight.h"

typedef struct sg_gcn_spec {
    uint32_t outputs; /* in settings 0: one per class or target */
    bool bias;
    sg_edge_weight weight;
} sg_gcn_spec;

extern const struct sg_layer_kind sg_gcn_kind;

#endif
