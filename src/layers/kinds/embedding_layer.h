/* embedding_layer.h - the settings of an embedding layer, for programs that build networks by hand. */
#ifndef SG_LAYERS_KINDS_EMBEDDING_LAYER_H
#define SG_LAYERS_KINDS_EMBEDDING_LAYER_H

#include "layers/layer_kind.h"

typedef struct sg_embedding_spec {
    const uint32_t *label; /* [n_nodes] n_labels and above: the row is zero */
    uint32_t n_labels;
    const char *expression; /* NULL where the network was made by hand */
    uint32_t outputs;
    bool beside; /* the state before it stays, and the rows come behind it */
} sg_embedding_spec;

extern const struct sg_layer_kind sg_embedding_kind;

#endif
