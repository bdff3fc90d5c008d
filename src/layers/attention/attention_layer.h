/* attention_layer.h - the settings of gat and gatv2 layers, for programs that build networks by hand.
 */
#ifndef SG_LAYERS_ATTENTION_ATTENTION_LAYER_H
#define SG_LAYERS_ATTENTION_ATTENTION_LAYER_H

#include "layers/edge_features.h"

/* How heads become one row: side by side, or their mean. */
typedef enum sg_join { SG_JOIN_CONCAT, SG_JOIN_MEAN } sg_join;

typedef struct sg_attention_spec {
    uint32_t
        outputs; /* numbers per node behind it; with SG_JOIN_CONCAT a multiple of the heads */
    uint32_t heads;
    sg_join join;
    bool bias;
    bool dynamic; /* it is a gatv2 layer */
    sg_edge_spec edges;
} sg_attention_spec;

typedef sg_attention_spec sg_gat_spec;
typedef sg_attention_spec sg_gatv2_spec; /* with dynamic */

extern const struct sg_layer_kind sg_gat_kind, sg_gatv2_kind;

#endif
