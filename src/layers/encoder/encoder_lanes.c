/* encoder_lanes.c - states of a few numbers, in vector registers.
 *
 * A graph's X is copied with its rows filled up to whole groups of lanes; then a node's messages
 * are summed in registers.  The other way round dX is summed in such a copy.  Where weights are
 * looked up by cell and the values of pairs are a matrix, dX is summed like Y, with the roles of
 * receivers and senders exchanged. */
#include "layers/encoder/encoder.h"
#include "layers/real/asking.h"
#include "layers/real/short_rows.h"

#include <string.h>

/* n states in whole groups. */
static void fill_lanes(sg_real *out, const sg_real *from, size_t from_stride, uint32_t n,
                       uint32_t k)
{
    const size_t stride = sg_whole_lanes(k);
    for (uint32_t v = 0; v < n; v++, out += stride, from += from_stride) {
        SG_R(sg_short_copy)(out, from, k);
        for (size_t f = k; f < stride; f++) out[f] = 0;
    }
}

/* Y of a head from its messages. */
static void write_messages(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow, uint32_t h,
                           sg_batch_span span, const sg_real *message)
{
    const sg_encoder *e = layer->own;
    const size_t k = layer->in_width, stride = sg_whole_lanes(layer->in_width);
    const sg_encoder_head *head = &e->spec[h];
    const sg_real *bias = flow->parameter + e->head[h].first + head->plan->n_slots;
    sg_real *y = flow->y + (size_t)span.first_row * layer->out_width + h * k;
    for (uint32_t v = 0; v < span.n; v++, y += layer->out_width, message += stride) {
        const uint32_t label =
            head->bias_label != NULL ? head->bias_label[span.first_node + v] : 0;
        if (label < head->n_bias_labels)
            SG_R(sg_short_sum)(y, message, bias + label * k, k);
        else
            SG_R(sg_short_copy)(y, message, k);
    }
}

/* Of a row of pairs: sum_row or spread_row of the kernels. */
typedef void row_kernel(sg_real *out, const sg_real *weight, const uint16_t *sender, size_t n,
                        const sg_real *in);

/* Messages of a head, or its share of dX, by way of its pairs: from one row of `out` and `in` to the
 * next are as many numbers as their steps say. */
static void do_pairs(row_kernel *kernel, const SG_R(sg_head_view) *view, sg_real *out,
                     size_t out_step, const sg_real *in, size_t in_step, sg_real *weight)
{
    const uint32_t n = view->span.n;
    const size_t room = n > SG_WEIGHTS_AT_ONCE ? n : SG_WEIGHTS_AT_ONCE;
    for (uint32_t v = 0; v < n;) {
        const uint32_t behind = SG_R(sg_gather_weights)(weight, room, view, v);
        for (const sg_real *of_row = weight; v < behind; v++) {
            const sg_pair_row row = SG_R(sg_senders_of)(view, v);
            kernel(out + v * out_step, of_row, row.sender, row.n, in + v * in_step);
            of_row += row.n;
        }
        if (v < n && sg_rows_stop()) return;
    }
}

/* Scratch memory: X of the graph, the messages of one head, and its weights. */
void SG_R(sg_lanes_forward)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                            sg_batch_span span)
{
    const sg_encoder *e = layer->own;
    const uint32_t k = layer->in_width, n_groups = sg_whole_lanes(k) / SG_LANES;
    const size_t size = (size_t)span.n * n_groups * SG_LANES;
    sg_real *x = flow->scratch, *message = x + size, *weight = message + size;
    fill_lanes(x, flow->x + (size_t)span.first_row * k, k, span.n, k);
    for (uint32_t h = 0; h < e->n_heads; h++) {
        const SG_R(sg_head_view) view = SG_R(sg_view_head)(layer, flow, h, span);
        if (SG_R(sg_has_cells)(layer, h)) {
            SG_R(sg_cell_product) product = SG_R(sg_cells_of)(&view);
            product.x = x;
            product.out = message;
            SG_R(sg_lane_kernels_best)()->multiply_cells[n_groups - 1](&product);
        } else {
            do_pairs(SG_R(sg_lane_kernels_best)()->sum_row[n_groups - 1], &view, message,
                     (size_t)n_groups * SG_LANES, x, 0, weight);
        }
        write_messages(layer, flow, h, span, message);
    }
}

/* Scratch memory: dX of the graph, dY of one head, and its share of dX or its weights. */
void SG_R(sg_lanes_backward)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                             sg_batch_span span)
{
    const sg_encoder *e = layer->own;
    const uint32_t k = layer->in_width, n_groups = sg_whole_lanes(k) / SG_LANES;
    const size_t stride = (size_t)n_groups * SG_LANES, size = span.n * stride;
    sg_real *sum = flow->scratch, *dy = sum + size, *share = dy + size;
    sg_real *dx = flow->dx + (size_t)span.first_row * k;
    memset(sum, 0, size * sizeof *sum);
    for (uint32_t h = 0; h < e->n_heads; h++) {
        const SG_R(sg_head_view) view = SG_R(sg_view_head)(layer, flow, h, span);
        fill_lanes(dy, flow->dy + (size_t)span.first_row * layer->out_width + (size_t)h * k,
                   layer->out_width, span.n, k);
        if (SG_R(sg_has_cells)(layer, h)) {
            SG_R(sg_cell_product) product = SG_R(sg_cells_of)(&view);
            product.inner = product.outer;
            product.outer = view.column;
            product.inner_step = span.n;
            product.outer_step = 1;
            product.x = dy;
            product.out = share;
            SG_R(sg_lane_kernels_best)()->multiply_cells[n_groups - 1](&product);
            for (size_t i = 0; i < size; i++) sum[i] += share[i];
        } else {
            do_pairs(SG_R(sg_lane_kernels_best)()->spread_row[n_groups - 1], &view, sum, 0, dy,
                     stride, share);
        }
    }
    for (size_t u = 0; u < span.n; u++)
        for (uint32_t f = 0; f < k; f++) dx[u * k + f] += sum[u * stride + f];
}
