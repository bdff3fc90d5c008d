/* pooling.h - how the nodes of a graph become one row. */
#ifndef SG_LAYERS_POOLING_H
#define SG_LAYERS_POOLING_H

#include <stdint.h>

typedef enum sg_pooling { SG_POOL_MEAN, SG_POOL_SUM, SG_POOL_MAX } sg_pooling;

enum { SG_N_POOLINGS = 3 };

/* By sg_pooling. */
extern const char *const sg_pooling_words[SG_N_POOLINGS];

/* What the sum over n nodes is divided by. */
static inline uint32_t sg_pooling_divisor(sg_pooling pooling, uint32_t n)
{
    return pooling == SG_POOL_MEAN && n > 0 ? n : 1;
}

#endif
