/* slow_batch_norm.h - batch norms of a whole batch, word by word from the definition. */
#ifndef SG_TESTS_SUPPORT_SLOW_BATCH_NORM_H
#define SG_TESTS_SUPPORT_SLOW_BATCH_NORM_H

#include "support/slow_layers.h"

void slow_batch_norm_forward(const slow_flow *flow, uint32_t n_graphs);
void slow_batch_norm_backward(const slow_flow *flow, uint32_t n_graphs);
size_t slow_batch_norm_size(const void *spec, uint32_t in_width);

#endif
