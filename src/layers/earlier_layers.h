/* earlier_layers.h - the earlier layers whose states a layer reads. */
#ifndef SG_LAYERS_EARLIER_LAYERS_H
#define SG_LAYERS_EARLIER_LAYERS_H

#include <stdint.h>

enum { SG_MAX_EARLIER = 64 };

/* By their numbers plus 1. */
typedef struct sg_earlier_layers {
    uint32_t n;
    uint32_t from[SG_MAX_EARLIER]; /* [n] 0: the input */
} sg_earlier_layers;

#endif
