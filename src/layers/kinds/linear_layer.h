/* linear_layer.h - the settings of a linear layer, for programs that build networks by hand. */
#ifndef SG_LAYERS_KINDS_LINEAR_LAYER_H
#define SG_LAYERS_KINDS_LINEAR_LAYER_H

#include "layers/product_spec.h"

typedef sg_product_spec sg_linear_spec;

extern const struct sg_layer_kind sg_linear_kind;

#endif
