/* layer_numbers.h - a number for some of a network's layers, by their number in the blueprint.
 *
 *     sg_layer_numbers numbers = {0};                       // none
 *     SG_REQUIRE(sg_layer_numbers_set(&numbers, 2, 0.5), ...);
 *     if (sg_layer_numbers_get(&value, &numbers, layer)) ...
 */
#ifndef SG_MODEL_LAYER_NUMBERS_H
#define SG_MODEL_LAYER_NUMBERS_H

#include "base/status.h"

enum { SG_MAX_LAYER_NUMBERS = 64 };

typedef struct sg_layer_numbers {
    uint32_t n;
    uint32_t layer[SG_MAX_LAYER_NUMBERS]; /* [n] in the order in which they were set */
    double value[SG_MAX_LAYER_NUMBERS];   /* [n] */
} sg_layer_numbers;

/* Whether a layer has a number, and which. */
static inline bool sg_layer_numbers_get(double *value, const sg_layer_numbers *numbers,
                                        uint32_t layer)
{
    for (uint32_t i = 0; i < numbers->n; i++) {
        if (numbers->layer[i] != layer) continue;
        *value = numbers->value[i];
        return true;
    }
    return false;
}

/* Give a layer that has none a number; false where it has one or there is no more room. */
static inline bool sg_layer_numbers_set(sg_layer_numbers *numbers, uint32_t layer, double value)
{
    double old = 0;
    if (numbers->n == SG_MAX_LAYER_NUMBERS || sg_layer_numbers_get(&old, numbers, layer))
        return false;
    numbers->layer[numbers->n] = layer;
    numbers->value[numbers->n++] = value;
    return true;
}

/* One more than the largest layer; 0 where there is none. */
static inline uint32_t sg_layer_numbers_end(const sg_layer_numbers *numbers)
{
    uint32_t end = 0;
    for (uint32_t i = 0; i < numbers->n; i++)
        if (numbers->layer[i] >= end) end = numbers->layer[i] + 1;
    return end;
}

#endif
