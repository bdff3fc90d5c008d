/* gin_layer.h - the settings of a gin layer, for programs that build networks by hand. */
#ifndef SG_LAYERS_KINDS_GIN_LAYER_H
#define SG_LAYERS_KINDS_GIN_LAYER_H

#include "layers/edge_weight.h"

typedef struct sg_gin_spec {
    uint32_t outputs; /* in settings 0: one per class or target */
    bool epsilon;     /* learned; else 0 */
    bool of_edges;    /* it is a gine layer: neighbors send relu(X[w] + row of the edge) */
    sg_edge_spec edges;
    sg_edge_weight weight; /* of a gin layer */
} sg_gin_spec;

extern const struct sg_layer_kind sg_gin_kind;

/* The description of both kinds. */
sg_status sg_gin_state(sg_state *behind, const void *spec, const sg_layer_place *place,
                       sg_error *err);
void sg_gin_tensors(const sg_tensor_visitor *visitor, const void *spec, const sg_state *before);

#endif
