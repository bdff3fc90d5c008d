/* activation.c - element by element, through the kernels. */
#include "kernels/kernels.h"
#include "model/real/rows.h"

static const SG_R(sg_kernels) *kernels(void)
{
#ifdef SG_REAL_DOUBLE
    return sg_kernels_f64_best();
#else
    return sg_kernels_f32_best();
#endif
}

static void forward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                    sg_batch_piece piece)
{
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, piece);
    const size_t first = (size_t)rows.first * layer->in_width;
    kernels()->forward[layer->spec->activation](flow->y + first, flow->x + first,
                                                (size_t)rows.n * layer->in_width);
}

/* Where others add to dx too, the gradient replaces dy first, which nobody needs any more. */
static void backward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                     sg_batch_piece piece)
{
    const SG_R(sg_kernels) *k = kernels();
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, piece);
    const size_t first = (size_t)rows.first * layer->in_width;
    const size_t n = (size_t)rows.n * layer->in_width;
    if (flow->dx == NULL) return;
    sg_real *dy = flow->dy + first, *to = layer->adds ? dy : flow->dx + first;
    k->backward[layer->spec->activation](to, dy, flow->x + first, flow->y + first, n);
    if (layer->adds) k->add(flow->dx + first, 1, dy, n);
}

const SG_R(sg_layer_ops) SG_R(sg_activation_ops) = {.forward = forward, .backward = backward};
