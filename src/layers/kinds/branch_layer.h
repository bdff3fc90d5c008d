/* branch_layer.h - the settings of a branch, for programs that build networks by hand. */
#ifndef SG_LAYERS_KINDS_BRANCH_LAYER_H
#define SG_LAYERS_KINDS_BRANCH_LAYER_H

#include <stdint.h>

typedef struct sg_branch_spec {
    uint32_t from; /* number of an earlier layer, plus 1; 0: the input */
} sg_branch_spec;

extern const struct sg_layer_kind sg_branch_kind;

#endif
