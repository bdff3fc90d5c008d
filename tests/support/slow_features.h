/* slow_features.h - the twins of embedding, standardize, add and low-rank, by their definitions. */
#ifndef SG_TESTS_SUPPORT_SLOW_FEATURES_H
#define SG_TESTS_SUPPORT_SLOW_FEATURES_H

#include "support/slow_layers.h"

void slow_embedding_forward(const slow_flow *flow);
void slow_embedding_backward(const slow_flow *flow);
size_t slow_embedding_size(const void *spec, uint32_t in_width);
uint32_t slow_embedding_width(const void *spec, uint32_t in_width);

/* Statistics are parameters that no gradient reaches. */
void slow_standardize_forward(const slow_flow *flow);
void slow_standardize_backward(const slow_flow *flow);
size_t slow_standardize_size(const void *spec, uint32_t in_width);

void slow_add_forward(const slow_flow *flow);
void slow_add_backward(const slow_flow *flow);
uint32_t slow_add_width(const void *spec, uint32_t in_width);

/* Every pair has its weight, a sum of products. */
void slow_low_rank_forward(const slow_flow *flow);
void slow_low_rank_backward(const slow_flow *flow);
size_t slow_low_rank_size(const void *spec, uint32_t in_width);

#endif
