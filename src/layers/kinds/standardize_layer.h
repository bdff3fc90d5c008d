/* standardize_layer.h - a standardizing layer, for programs that build networks by hand. */
#ifndef SG_LAYERS_KINDS_STANDARDIZE_LAYER_H
#define SG_LAYERS_KINDS_STANDARDIZE_LAYER_H

typedef struct sg_standardize_spec {
    char nothing; /* it has no settings */
} sg_standardize_spec;

extern const struct sg_layer_kind sg_standardize_kind;

#endif
