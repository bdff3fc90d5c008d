/* product_spec.c */
#include "layers/product_spec.h"

sg_status sg_product_state(sg_state *behind, const void *spec,
                           const struct sg_layer_place *place, sg_error *err)
{
    (void)place;
    return sg_state_outputs(behind, ((const sg_product_spec *)spec)->outputs, err);
}

void sg_product_tensors(const sg_tensor_visitor *visitor, const void *spec,
                        const sg_state *before)
{
    const sg_product_spec *s = spec;
    sg_tensor_visit_product(visitor, (sg_axis){SG_AXIS_INPUTS, before->width}, s->outputs,
                            s->bias);
}
