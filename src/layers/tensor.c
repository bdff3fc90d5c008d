/* tensor.c - sizes of tensors, and those that many kinds have. */
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

void sg_tensor_visit_matrix(const sg_tensor_visitor *visitor, const char *name, sg_axis inputs,
                            uint32_t outputs)
{
    sg_tensor_visit(visitor, (sg_tensor){.name = name,
                                         .axis = {inputs, {SG_AXIS_OUTPUTS, outputs}},
                                         .n_axes = 2,
                                         .start = SG_START_FAN_IN,
                                         .fan_in = inputs.size});
}

void sg_tensor_visit_bias(const sg_tensor_visitor *visitor, const char *name, sg_axis inputs,
                          uint32_t outputs)
{
    sg_tensor_visit(visitor, (sg_tensor){.name = name,
                                         .axis = {{SG_AXIS_OUTPUTS, outputs}},
                                         .n_axes = 1,
                                         .start = SG_START_FAN_IN,
                                         .fan_in = inputs.size});
}

void sg_tensor_visit_product(const sg_tensor_visitor *visitor, sg_axis inputs, uint32_t outputs,
                             bool bias)
{
    sg_tensor_visit_matrix(visitor, "weight", inputs, outputs);
    if (bias) sg_tensor_visit_bias(visitor, "bias", inputs, outputs);
}

void sg_tensor_visit_perceptron(const sg_tensor_visitor *visitor, sg_axis inputs,
                                uint32_t hidden, uint32_t outputs)
{
    const sg_axis between = {SG_AXIS_OUTPUTS, hidden};
    sg_tensor_visit_matrix(visitor, "weight1", inputs, hidden);
    sg_tensor_visit_bias(visitor, "bias1", inputs, hidden);
    sg_tensor_visit_matrix(visitor, "weight2", between, outputs);
    sg_tensor_visit_bias(visitor, "bias2", between, outputs);
}

sg_status sg_state_outputs(sg_state *behind, uint32_t outputs, sg_error *err)
{
    behind->axis[0] = (sg_axis){SG_AXIS_OUTPUTS, outputs};
    behind->n_axes = 1;
    if (outputs > 0) return SG_OK;
    return sg_error_set(err, SG_EINVAL, SG_WHERE, "has no outputs");
}
