/* concat_layer.h - the settings of a concat layer, for programs that build networks by hand. */
#ifndef SG_LAYERS_KINDS_CONCAT_LAYER_H
#define SG_LAYERS_KINDS_CONCAT_LAYER_H

#include "layers/earlier_layers.h"

typedef sg_earlier_layers sg_concat_spec;

extern const struct sg_layer_kind sg_concat_kind;

#endif
