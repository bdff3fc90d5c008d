/* slow_heads.h - encoders and decoders, word by word from the definitions: an encoder's head builds its dense
 * n x n matrix of weights. */
#ifndef SG_TESTS_SUPPORT_SLOW_HEADS_H
#define SG_TESTS_SUPPORT_SLOW_HEADS_H

#include "support/slow_layers.h"

void slow_encoder_forward(const slow_flow *flow);
void slow_encoder_backward(const slow_flow *flow);
size_t slow_encoder_size(const void *spec, uint32_t in_width);
uint32_t slow_encoder_width(const void *spec, uint32_t in_width);

void slow_decoder_forward(const slow_flow *flow);
void slow_decoder_backward(const slow_flow *flow);
size_t slow_decoder_size(const void *spec, uint32_t in_width);
uint32_t slow_decoder_width(const void *spec, uint32_t in_width);

/* What a sum over all nodes is multiplied by, in a decoder or a pool. */
double slow_pool_scale(const slow_flow *flow, sg_pooling pooling);

#endif
