/* gcn_layer.h - the settings of a gcn layer, for programs that build networks by hand. */
#ifndef SG_LAYERS_KINDS_GCN_LAYER_H
#define SG_LAYERS_KINDS_GCN_LAYER_H

#include "layers/product_spec.h"

typedef sg_product_spec sg_gcn_spec;

extern const struct sg_layer_kind sg_gcn_kind;

#endif
