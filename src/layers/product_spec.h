/* product_spec.h - what layers have in common that multiply rows by one matrix:  Y = Z W + b. */
#ifndef SG_LAYERS_PRODUCT_SPEC_H
#define SG_LAYERS_PRODUCT_SPEC_H

#include <stdbool.h>
#include <stdint.h>

#include "layers/tensor.h"

struct sg_layer_place;

typedef struct sg_product_spec {
    uint32_t outputs; /* in settings 0: one per class or target */
    bool bias;
} sg_product_spec;

/* Both fit into a kind whose spec is a product's: one row of outputs; a matrix and, perhaps, a bias. */
sg_status sg_product_state(sg_state *behind, const void *spec,
                           const struct sg_layer_place *place, sg_error *err);
void sg_product_tensors(const sg_tensor_visitor *visitor, const void *spec,
                        const sg_state *before);

#endif
