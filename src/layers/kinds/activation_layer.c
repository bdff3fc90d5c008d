/* activation_layer.c - element by element, through the kernels. */
#include "layers/kinds/activation_layer.h"

#ifdef SG_DESCRIPTION

#include "layers/layer_kind.h"

#include <stddef.h>

static const sg_member MEMBERS[] = {{.name = "kind",
                                     .type = SG_MEMBER_ACTIVATION,
                                     .offset = offsetof(sg_activation_spec, activation),
                                     .preset = SG_ACTIVATION_TANH,
                                     .help = "the function"}};

static sg_linearity linearity_of(const void *spec)
{
    switch (((const sg_activation_spec *)spec)->activation) {
    case SG_ACTIVATION_IDENTITY:
        return SG_LINEAR;
    case SG_ACTIVATION_RELU:
    case SG_ACTIVATION_LEAKY_RELU:
        return SG_PIECEWISE_LINEAR;
    default:
        return SG_NONLINEAR;
    }
}

sg_layer_design sg_layer_design_of_activation(sg_activation *activation)
{
    return (sg_layer_design){.kind = &sg_activation_kind, .settings = activation};
}

SG_LAYER_OPS(activation);

const sg_layer_kind sg_activation_kind = {.word = "activation",
                                          .summary = "a function of every number",
                                          .member = MEMBERS,
                                          .n_members = 1,
                                          .settings_size = sizeof(sg_activation_spec),
                                          .linearity_of = linearity_of,
                                          SG_LAYER_COMPUTES(activation)};

#else /* compiled for float and for double */

#include "kernels/kernels.h"
#include "layers/real/rows.h"

static sg_activation activation_of(const SG_R(sg_layer) *layer)
{
    return ((const sg_activation_spec *)layer->of)->activation;
}

static void forward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                    sg_batch_piece piece)
{
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, piece);
    const size_t first = (size_t)rows.first * layer->in_width;
    SG_BEST(sg_kernels)
    ()->forward[activation_of(layer)](flow->y + first, flow->x + first,
                                      (size_t)rows.n * layer->in_width);
}

/* Where others add to dx too, the gradient replaces dy first, which nobody needs any more. */
static void backward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                     sg_batch_piece piece)
{
    const SG_R(sg_kernels) *k = SG_BEST(sg_kernels)();
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, piece);
    const size_t first = (size_t)rows.first * layer->in_width;
    const size_t n = (size_t)rows.n * layer->in_width;
    if (flow->dx == NULL) return;
    sg_real *dy = flow->dy + first, *to = layer->adds ? dy : flow->dx + first;
    k->backward[activation_of(layer)](to, dy, flow->x + first, flow->y + first, n);
    if (layer->adds) k->add(flow->dx + first, 1, dy, n);
}

const SG_R(sg_layer_ops)
    SG_R(sg_activation_ops) = {.forward = forward, .backward = backward, .cuts = SG_CUT_ROWS};

#endif
