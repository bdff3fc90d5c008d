/* pooling.c - all nodes of a graph to one row, without labels: sum, mean or maximum.  The gradient
 * of a maximum goes to the first node that has it; a graph without nodes gives zeros. */
#include "model/real/layer.h"

#include <string.h>

static sg_real scale_of(const SG_R(sg_layer) *layer, uint32_t n)
{
    return layer->spec->pooling == SG_POOL_MEAN && n > 0 ? (sg_real)1 / (sg_real)n : (sg_real)1;
}

/* The row of the largest element of column f, among rows first .. first + n - 1; n > 0. */
static uint32_t largest(const sg_real *x, uint32_t first, uint32_t n, uint32_t width,
                        uint32_t f)
{
    uint32_t best = first;
    for (uint32_t r = first + 1; r < first + n; r++)
        if (x[(size_t)r * width + f] > x[(size_t)best * width + f]) best = r;
    return best;
}

static void forward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                    sg_batch_piece piece)
{
    const uint32_t width = layer->in_width;
    for (uint32_t i = piece.first_graph; i < piece.behind_graph; i++) {
        const uint32_t first = flow->batch->first_row[i],
                       n = flow->batch->first_row[i + 1] - first;
        const sg_real scale = scale_of(layer, n);
        sg_real *y = flow->y + (size_t)i * width;
        for (uint32_t f = 0; f < width; f++) y[f] = 0;
        if (layer->spec->pooling == SG_POOL_MAX) {
            for (uint32_t f = 0; f < width && n > 0; f++)
                y[f] = flow->x[(size_t)largest(flow->x, first, n, width, f) * width + f];
            continue;
        }
        for (uint32_t r = first; r < first + n; r++)
            for (uint32_t f = 0; f < width; f++) y[f] += flow->x[(size_t)r * width + f];
        for (uint32_t f = 0; f < width; f++) y[f] *= scale;
    }
}

static void backward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                     sg_batch_piece piece)
{
    const uint32_t width = layer->in_width;
    for (uint32_t i = piece.first_graph; i < piece.behind_graph && flow->dx != NULL; i++) {
        const uint32_t first = flow->batch->first_row[i],
                       n = flow->batch->first_row[i + 1] - first;
        const sg_real scale = scale_of(layer, n), *dy = flow->dy + (size_t)i * width;
        if (!layer->adds)
            memset(flow->dx + (size_t)first * width, 0, (size_t)n * width * sizeof *flow->dx);
        if (layer->spec->pooling == SG_POOL_MAX) {
            for (uint32_t f = 0; f < width && n > 0; f++)
                flow->dx[(size_t)largest(flow->x, first, n, width, f) * width + f] += dy[f];
            continue;
        }
        for (uint32_t r = first; r < first + n; r++)
            for (uint32_t f = 0; f < width; f++)
                flow->dx[(size_t)r * width + f] += scale * dy[f];
    }
}

const SG_R(sg_layer_ops) SG_R(sg_pool_ops) = {.forward = forward, .backward = backward};
