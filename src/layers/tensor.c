/* tensor.c - sizes of tensors. */
#include "layers/tensor.h"

void sg_tensor_visit(const sg_tensor_visitor *visitor, sg_tensor tensor)
{
    tensor.n = 1;
    for (uint32_t a = 0; a < tensor.n_axes; a++) {
        const size_t size = tensor.axis[a].size;
        tensor.n = size > 0 && tensor.n > SIZE_MAX / size ? SIZE_MAX : tensor.n * size;
    }
    visitor->visit(visitor->context, &tensor);
}
