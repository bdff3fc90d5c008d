/* weight_list.h - every weight of a model with what it belongs to.
 */
#ifndef SG_MODEL_WEIGHT_LIST_H
#define SG_MODEL_WEIGHT_LIST_H

#include "model/transfer.h"
#include "sharegnn/inspection.h"

/* Describe all weights of a network, in their order; `info` is [sg_learner_size] and the caller's.
 * Values are weight[0 .. n).
 * Fails with SG_EFORMAT (the knowledge lacks something) or SG_ENOMEM. */
sg_status sg_weight_list_fill(sg_weight_info *info, const sg_transfer_side *side,
                              const double *weight, sg_error *err);

/* The heads of a layer as the network has them, copies apart: out[0 .. n) is the number of the
 * blueprint's head of each.  Returns their number, and only that where `out` is NULL. */
uint32_t sg_layer_heads(uint32_t *out, const sg_layer_design *layer);

/* The text of a head without its copies; released with sg_free. */
sg_status sg_layer_head_text(char **text, const sg_layer_design *layer, uint32_t design,
                             sg_error *err);

#endif
