/* dropout.c - during training, elements become zero with probability `rate`, the others grow by
 * 1 / (1 - rate).  The mask is drawn anew in backward from the same stream, named by layer, step
 * and graph, so that it depends neither on pieces nor on threads. */
#include "model/real/rows.h"

#include "base/rng.h"

/* Multiply what graph i has in `from` by the mask and put or add it to `to`. */
static void mask_graph(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow, uint32_t i,
                       const sg_real *from, sg_real *to, bool add)
{
    const double rate = layer->spec->rate;
    const sg_real grow = (sg_real)(1 / (1 - rate));
    const uint64_t words[3] = {layer->number, flow->step, flow->batch->graph[i]};
    sg_rng rng = sg_rng_stream(layer->seed, words, 3);
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, (sg_batch_piece){i, i + 1});
    const size_t first = (size_t)rows.first * layer->in_width;
    const size_t behind = first + (size_t)rows.n * layer->in_width;
    for (size_t e = first; e < behind; e++) {
        const sg_real value = !flow->training               ? from[e]
                              : sg_rng_uniform(&rng) < rate ? 0
                                                            : from[e] * grow;
        to[e] = add ? to[e] + value : value;
    }
}

static void forward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                    sg_batch_piece piece)
{
    for (uint32_t i = piece.first_graph; i < piece.behind_graph; i++)
        mask_graph(layer, flow, i, flow->x, flow->y, false);
}

static void backward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                     sg_batch_piece piece)
{
    for (uint32_t i = piece.first_graph; i < piece.behind_graph && flow->dx != NULL; i++)
        mask_graph(layer, flow, i, flow->dy, flow->dx, layer->adds);
}

const SG_R(sg_layer_ops) SG_R(sg_dropout_ops) = {.forward = forward, .backward = backward};
