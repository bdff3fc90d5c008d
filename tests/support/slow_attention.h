/* slow_attention.h - gat and gatv2 of one graph, word by word from the papers. */
#ifndef SG_TESTS_SUPPORT_SLOW_ATTENTION_H
#define SG_TESTS_SUPPORT_SLOW_ATTENTION_H

#include "support/slow_layers.h"

void slow_attention_forward(const slow_flow *flow);
void slow_attention_backward(const slow_flow *flow);
size_t slow_attention_size(const void *spec, uint32_t in_width);
uint32_t slow_attention_width(const void *spec, uint32_t in_width);

#endif
