/* norm.c - layer normalization of every row, as torch does it.
 *
 *     y = (x - mean) / sqrt(variance + eps) [gain + shift],  biased variance, eps = 1e-5 */
#include "model/real/rows.h"

#include <math.h>

static const double EPS = 1e-5;

/* Mean and 1 / standard deviation of a row; sums in double, so that both precisions agree. */
typedef struct moments {
    double mean, inverse;
} moments;

static moments measure(const sg_real *x, uint32_t width)
{
    double sum = 0, square = 0;
    for (uint32_t f = 0; f < width; f++) sum += (double)x[f];
    const double mean = sum / width;
    for (uint32_t f = 0; f < width; f++)
        square += ((double)x[f] - mean) * ((double)x[f] - mean);
    return (moments){mean, 1 / sqrt(square / width + EPS)};
}

static void forward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                    sg_batch_piece piece)
{
    const uint32_t width = layer->in_width;
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, piece);
    const sg_real *gain = flow->parameter, *shift = gain + width;
    for (uint32_t r = rows.first; r < rows.first + rows.n; r++) {
        const sg_real *x = flow->x + (size_t)r * width;
        sg_real *y = flow->y + (size_t)r * width;
        const moments m = measure(x, width);
        for (uint32_t f = 0; f < width; f++)
            y[f] = (sg_real)(((double)x[f] - m.mean) * m.inverse);
        for (uint32_t f = 0; f < width && layer->spec->affine; f++)
            y[f] = y[f] * gain[f] + shift[f];
    }
}

/* With u the normalized row and g = dy (times gain): dx = inverse (g - mean(g) - u mean(g u)). */
static void backward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                     sg_batch_piece piece)
{
    const uint32_t width = layer->in_width;
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, piece);
    const sg_real *gain = flow->parameter;
    for (uint32_t r = rows.first; r < rows.first + rows.n; r++) {
        const sg_real *x = flow->x + (size_t)r * width, *dy = flow->dy + (size_t)r * width;
        sg_real *dx = flow->dx + (size_t)r * width;
        const moments m = measure(x, width);
        double sum = 0, product = 0;
        for (uint32_t f = 0; f < width; f++) {
            const double g =
                layer->spec->affine ? (double)dy[f] * (double)gain[f] : (double)dy[f];
            sum += g;
            product += g * ((double)x[f] - m.mean) * m.inverse;
        }
        for (uint32_t f = 0; f < width; f++) {
            const double g =
                layer->spec->affine ? (double)dy[f] * (double)gain[f] : (double)dy[f];
            const double u = ((double)x[f] - m.mean) * m.inverse;
            dx[f] += (sg_real)(m.inverse * (g - sum / width - u * product / width));
        }
    }
}

static void differentiate(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow, uint32_t task)
{
    (void)task;
    const uint32_t width = layer->in_width;
    const sg_row_range rows =
        SG_R(sg_rows_of)(layer, flow, (sg_batch_piece){0, flow->batch->n_graphs});
    for (uint32_t r = 0; r < rows.n; r++) {
        const sg_real *x = flow->x + (size_t)r * width, *dy = flow->dy + (size_t)r * width;
        const moments m = measure(x, width);
        for (uint32_t f = 0; f < width; f++) {
            flow->gradient[f] += (sg_real)((double)dy[f] * ((double)x[f] - m.mean) * m.inverse);
            flow->gradient[width + f] += dy[f];
        }
    }
}

const SG_R(sg_layer_ops) SG_R(sg_norm_ops) = {forward, backward, differentiate};
