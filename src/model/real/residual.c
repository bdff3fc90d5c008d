/* residual.c - the state plus an earlier one of the same shape. */
#include "model/real/rows.h"

static void forward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                    sg_batch_piece piece)
{
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, piece);
    const size_t first = (size_t)rows.first * layer->in_width;
    const size_t behind = first + (size_t)rows.n * layer->in_width;
    for (size_t e = first; e < behind; e++) flow->y[e] = flow->x[e] + flow->other[e];
}

static void backward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                     sg_batch_piece piece)
{
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, piece);
    const size_t first = (size_t)rows.first * layer->in_width;
    const size_t behind = first + (size_t)rows.n * layer->in_width;
    for (size_t e = first; e < behind; e++) {
        if (flow->dx != NULL) flow->dx[e] = flow->dy[e] + (layer->adds ? flow->dx[e] : 0);
        if (flow->d_other != NULL) flow->d_other[e] += flow->dy[e];
    }
}

const SG_R(sg_layer_ops) SG_R(sg_residual_ops) = {.forward = forward, .backward = backward};
