/* model_parts.c - names of tensors. */
#include "store/model_parts.h"

#include <stdio.h>

void sg_model_tensor_name(char name[SG_MODEL_NAME_SIZE], const sg_model_on_data *m,
                          const sg_tensor *tensor)
{
    const uint32_t layer = m->layer_of[tensor->layer];
    if (tensor->of_head)
        (void)snprintf(name, SG_MODEL_NAME_SIZE, "layers.%u.heads.%u.%s", layer, tensor->head,
                       tensor->name);
    else
        (void)snprintf(name, SG_MODEL_NAME_SIZE, "layers.%u.%s", layer, tensor->name);
}
