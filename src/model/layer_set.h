/* layer_set.h - some of a network's layers, by their number in the blueprint.
 *
 *     sg_layer_set set = {0};                       // none
 *     sg_layer_set_add(&set, 2);
 *     if (sg_layer_set_has(&set, layer)) ...
 */
#ifndef SG_MODEL_LAYER_SET_H
#define SG_MODEL_LAYER_SET_H

#include "base/status.h"

/* Numbers are 0 .. SG_LAYER_SET_SIZE-1, more than a blueprint can have. */
enum { SG_LAYER_SET_SIZE = 1024 };

typedef struct sg_layer_set {
    uint64_t word[SG_LAYER_SET_SIZE / 64];
} sg_layer_set;

static inline void sg_layer_set_add(sg_layer_set *set, uint32_t layer)
{
    set->word[layer / 64] |= UINT64_C(1) << layer % 64;
}

static inline bool sg_layer_set_has(const sg_layer_set *set, uint32_t layer)
{
    return layer < SG_LAYER_SET_SIZE && (set->word[layer / 64] >> layer % 64 & 1) != 0;
}

/* One more than the largest number; 0 where there is none. */
static inline uint32_t sg_layer_set_end(const sg_layer_set *set)
{
    uint32_t end = SG_LAYER_SET_SIZE;
    while (end > 0 && !sg_layer_set_has(set, end - 1)) end--;
    return end;
}

#endif
