/* norm.c - layer normalization of every row, as torch does it, through the kernels.
 *
 *     y = (x - mean) / sqrt(variance + eps) [gain + shift],  biased variance, eps = 1e-5
 *
 * `kept` holds the mean of every row, then 1 / sqrt(variance + eps) of every row. */
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

static SG_R(sg_layer_norm) norm_of(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                                   sg_row_range rows)
{
    const bool affine = layer->spec->affine;
    return (SG_R(sg_layer_norm)){.n_rows = rows.n,
                                 .width = layer->in_width,
                                 .gain = affine ? flow->parameter : NULL,
                                 .shift = affine ? flow->parameter + layer->in_width : NULL,
                                 .mean = layer->kept + rows.first,
                                 .scale = layer->kept + layer->kept_size / 2 + rows.first};
}

static void forward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                    sg_batch_piece piece)
{
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, piece);
    const SG_R(sg_layer_norm) norm = norm_of(layer, flow, rows);
    const size_t first = (size_t)rows.first * layer->in_width;
    kernels()->layer_norm(flow->y + first, &norm, flow->x + first);
}

/* Where others add to dx too, it is computed aside row by row. */
static void backward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                     sg_batch_piece piece)
{
    const SG_R(sg_kernels) *k = kernels();
    const uint32_t width = layer->in_width;
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, piece);
    if (flow->dx == NULL) return;
    if (!layer->adds) {
        const SG_R(sg_layer_norm) norm = norm_of(layer, flow, rows);
        const size_t first = (size_t)rows.first * width;
        k->layer_norm_gradient(flow->dx + first, NULL, NULL, &norm, flow->dy + first,
                               flow->x + first);
        return;
    }
    for (uint32_t r = rows.first; r < rows.first + rows.n; r++) {
        const SG_R(sg_layer_norm) norm = norm_of(layer, flow, (sg_row_range){r, 1});
        const size_t first = (size_t)r * width;
        k->layer_norm_gradient(flow->scratch, NULL, NULL, &norm, flow->dy + first,
                               flow->x + first);
        k->add(flow->dx + first, 1, flow->scratch, width);
    }
}

static void differentiate(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow, uint32_t task)
{
    (void)task;
    const uint32_t width = layer->in_width;
    const sg_row_range rows =
        SG_R(sg_rows_of)(layer, flow, (sg_batch_piece){0, flow->batch->n_graphs});
    const SG_R(sg_layer_norm) norm = norm_of(layer, flow, rows);
    for (uint32_t r = 0; r < rows.n; r++) {
        const sg_real *x = flow->x + (size_t)r * width, *dy = flow->dy + (size_t)r * width;
        for (uint32_t f = 0; f < width; f++) {
            flow->gradient[f] += dy[f] * ((x[f] - norm.mean[r]) * norm.scale[r]);
            flow->gradient[width + f] += dy[f];
        }
    }
}

const SG_R(sg_layer_ops) SG_R(sg_norm_ops) = {
    .forward = forward, .backward = backward, .differentiate = differentiate};
