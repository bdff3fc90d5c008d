/* gine_layer.h - the settings of a gine layer, for programs that build networks by hand. */
#ifndef SG_LAYERS_KINDS_GINE_LAYER_H
#define SG_LAYERS_KINDS_GINE_LAYER_H

#include "layers/kinds/gin_layer.h"

typedef sg_gin_spec sg_gine_spec; /* with of_edges */

extern const struct sg_layer_kind sg_gine_kind;

#endif
