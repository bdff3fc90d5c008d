/* virtual_node_layer.h - the settings of a virtual-node layer, for programs that build networks by
 * hand. */
#ifndef SG_LAYERS_KINDS_VIRTUAL_NODE_LAYER_H
#define SG_LAYERS_KINDS_VIRTUAL_NODE_LAYER_H

#include "layers/pooling.h"

typedef struct sg_virtual_node_spec {
    sg_pooling pooling; /* sum or mean */
} sg_virtual_node_spec;

extern const struct sg_layer_kind sg_virtual_node_kind;

#endif
