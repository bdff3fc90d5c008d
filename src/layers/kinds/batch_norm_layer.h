/* batch_norm_layer.h - the settings of a batch-norm layer, for programs that build networks by hand.
 */
#ifndef SG_LAYERS_KINDS_BATCH_NORM_LAYER_H
#define SG_LAYERS_KINDS_BATCH_NORM_LAYER_H

#include <stdbool.h>

typedef struct sg_batch_norm_spec {
    bool affine;     /* gain and shift are learned                                  */
    double momentum; /* how much of the running statistics a batch replaces, 0 to 1 */
} sg_batch_norm_spec;

extern const struct sg_layer_kind sg_batch_norm_kind;

#endif
