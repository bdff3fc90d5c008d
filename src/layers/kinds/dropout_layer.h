/* dropout_layer.h - the settings of a dropout layer, for programs that build networks by hand. */
#ifndef SG_LAYERS_KINDS_DROPOUT_LAYER_H
#define SG_LAYERS_KINDS_DROPOUT_LAYER_H

typedef struct sg_dropout_spec {
    double rate; /* in [0, 1) */
} sg_dropout_spec;

extern const struct sg_layer_kind sg_dropout_kind;

#endif
