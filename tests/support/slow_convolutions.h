/* slow_convolutions.h - gcn, sage and gin of one graph with dense matrices, word by word from the papers.
 */
#ifndef SG_TESTS_SUPPORT_SLOW_CONVOLUTIONS_H
#define SG_TESTS_SUPPORT_SLOW_CONVOLUTIONS_H

#include "support/slow_layers.h"

void slow_gcn_forward(const slow_flow *flow);
void slow_gcn_backward(const slow_flow *flow);
size_t slow_gcn_size(const void *spec, uint32_t in_width);
uint32_t slow_gcn_width(const void *spec, uint32_t in_width);

void slow_sage_forward(const slow_flow *flow);
void slow_sage_backward(const slow_flow *flow);
size_t slow_sage_size(const void *spec, uint32_t in_width);
uint32_t slow_sage_width(const void *spec, uint32_t in_width);

void slow_gin_forward(const slow_flow *flow);
void slow_gin_backward(const slow_flow *flow);
size_t slow_gin_size(const void *spec, uint32_t in_width);
uint32_t slow_gin_width(const void *spec, uint32_t in_width);

#endif
