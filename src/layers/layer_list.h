/* layer_list.h - the registry of layers.
 *
 * A kind of layer is a file in src/layers/kinds, or a folder, and a line here: LAYER(norm) is
 * sg_norm_kind.  Messages and docs/models.md list the kinds in this order.
 */
#ifndef SG_LAYERS_LAYER_LIST_H
#define SG_LAYERS_LAYER_LIST_H

/* More kinds, for a program that brings its own. */
#ifndef SG_MORE_LAYERS
#define SG_MORE_LAYERS(LAYER)
#endif

#define SG_LAYER_LIST(LAYER)                                                                   \
    LAYER(encoder)                                                                             \
    LAYER(decoder)                                                                             \
    LAYER(linear)                                                                              \
    LAYER(norm)                                                                                \
    LAYER(activation)                                                                          \
    LAYER(dropout)                                                                             \
    LAYER(pool)                                                                                \
    LAYER(residual)                                                                            \
    LAYER(gcn)                                                                                 \
    LAYER(sage)                                                                                \
    LAYER(gin)                                                                                 \
    LAYER(gine)                                                                                \
    LAYER(gat)                                                                                 \
    LAYER(gatv2)                                                                               \
    LAYER(concat)                                                                              \
    LAYER(virtual_node)                                                                        \
    LAYER(batch_norm)                                                                          \
    LAYER(embedding)                                                                           \
    LAYER(standardize)                                                                         \
    LAYER(add)                                                                                 \
    LAYER(branch)                                                                              \
    LAYER(low_rank)                                                                            \
    LAYER(sparse)                                                                              \
    SG_MORE_LAYERS(LAYER)

#endif
