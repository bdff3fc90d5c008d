/* encoder_layer.h - an encoder on data, for programs that build networks by hand. */
#ifndef SG_LAYERS_ENCODER_ENCODER_LAYER_H
#define SG_LAYERS_ENCODER_ENCODER_LAYER_H

#include "plans/head.h"

/* One head; copies are heads of their own that share the plan. */
typedef struct sg_encoder_head {
    const sg_plan *plan;
    const uint32_t *bias_label; /* [n_nodes] of the data set; NULL: no bias                 */
    uint32_t n_bias_labels;     /* that have a bias; those above have none                  */
    const sg_head *design; /* as users wrote it; NULL where the network was made by hand    */
} sg_encoder_head;

typedef struct sg_encoder_spec {
    sg_encoder_head *head; /* [n_heads] */
    uint32_t n_heads;
} sg_encoder_spec;

extern const struct sg_layer_kind sg_encoder_kind;

#endif
