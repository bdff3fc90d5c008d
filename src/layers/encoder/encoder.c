/* encoder.c - message passing over a plan.
 *
 *     Y[v][h k + f] = sum over pairs p of v: w_h[slot(p)] X[sender(p)][f]  +  b_h[label(v)][f]
 *
 * A state of one number per node is by far the most frequent; there four partial sums in a fixed
 * order hide the latency of additions.
 *
 * `kept` holds the weights of implicit heads, see encoder_rows.c. */
#include "layers/encoder/encoder.h"
#include "layers/real/asking.h"
#include "layers/real/row_sums.h"

#include <string.h>

/* ---- Forward ------------------------------------------------------------------------------- */

static sg_real sum_weights(const sg_real *w, sg_pair_row row)
{
    const uint32_t *slot = row.index;
    sg_real a = 0, b = 0, c = 0, d = 0;
    uint32_t p = 0;
    for (; p + 4 <= row.n; p += 4) {
        a += w[slot[p]];
        b += w[slot[p + 1]];
        c += w[slot[p + 2]];
        d += w[slot[p + 3]];
    }
    for (; p < row.n; p++) a += w[slot[p]];
    return (a + b) + (c + d);
}

static sg_real sum_messages(const sg_real *w, const sg_real *x, sg_pair_row row)
{
    const uint32_t *slot = row.index;
    sg_real a = 0, b = 0, c = 0, d = 0;
    uint32_t p = 0;
    for (; p + 4 <= row.n; p += 4) {
        a += w[slot[p]] * x[sg_sender_of(row, p)];
        b += w[slot[p + 1]] * x[sg_sender_of(row, p + 1)];
        c += w[slot[p + 2]] * x[sg_sender_of(row, p + 2)];
        d += w[slot[p + 3]] * x[sg_sender_of(row, p + 3)];
    }
    for (; p < row.n; p++) a += w[slot[p]] * x[sg_sender_of(row, p)];
    return (a + b) + (c + d);
}

/* States of several numbers. */
static void add_messages(sg_real *y, const sg_real *w, const sg_real *x, size_t k,
                         const sg_pair_row *row)
{
    SG_R(sg_row_terms) terms;
    for (size_t f = 0; f < k; f++) y[f] = 0;
    for (uint32_t p = 0; p < row->n;) {
        for (terms.n = 0; p < row->n && terms.n < SG_ROW_TERMS; p++) {
            terms.factor[terms.n] = SG_R(sg_pair_weight)(w, row, p);
            terms.row[terms.n++] = sg_sender_of(*row, p);
        }
        SG_R(sg_row_terms_add)(y, &terms, x, k);
    }
}

/* Rows first .. behind-1, states of one number, an explicit plan whose pairs have no factors: what
 * large models of one head spend their time with.  What holds for all rows is asked for before the
 * first; y is that of the first row. */
static void forward_narrow(const SG_R(sg_layer) *layer, const SG_R(sg_head_view) *view,
                           uint32_t first, uint32_t behind, const sg_real *x, sg_real *y)
{
    const sg_plan *plan = view->plan;
    const uint64_t *begin = plan->row + view->span.first_node;
    const sg_real *w = view->w;
    const size_t stride = layer->out_width;
    const bool ones = layer->input_is_ones;
    for (uint32_t v = first; v < behind; v++, y += stride) {
        const uint64_t at = begin[v];
        sg_pair_row row = {.index = plan->slot + at, .n = (uint32_t)(begin[v + 1] - at)};
        if (ones) {
            *y = sum_weights(w, row);
            continue;
        }
        if (plan->far_sender != NULL)
            row.far = plan->far_sender + at;
        else
            row.sender = plan->sender + at;
        *y = sum_messages(w, x, row);
    }
}

static void forward_rows(const SG_R(sg_layer) *layer, const SG_R(sg_head_view) *view,
                         uint32_t first, uint32_t behind, const sg_real *x, sg_real *y)
{
    const size_t k = layer->in_width;
    for (uint32_t v = first; v < behind; v++, y += layer->out_width) {
        const sg_pair_row row = SG_R(sg_row_of)(view, v);
        const sg_real *w = view->w + row.base;
        if (layer->input_is_ones && row.factor == NULL) {
            *y = sum_weights(w, row);
        } else if (k == 1 && row.factor == NULL) {
            *y = sum_messages(w, x, row);
        } else {
            add_messages(y, w, x, k, &row);
        }
    }
}

/* Some rows of a graph.  y, x: of its first node; strides are the widths of the whole rows. */
static void forward_head(const SG_R(sg_layer) *layer, const SG_R(sg_head_view) *view,
                         sg_row_range rows, const sg_real *x, sg_real *y)
{
    const sg_plan *plan = view->plan;
    const bool narrow = layer->in_width == 1 && plan->pairs == NULL && plan->factor == NULL;
    const uint32_t step = sg_row_asks_of(view->span.n, layer->in_width).step;
    const uint32_t end = rows.first + rows.n;
    for (uint32_t v = rows.first, behind; v < end; v = behind) {
        sg_real *of_row = y + v * (size_t)layer->out_width;
        behind = end - v > step ? v + step : end;
        if (v > rows.first && sg_rows_stop()) return;
        if (narrow)
            forward_narrow(layer, view, v, behind, x, of_row);
        else
            forward_rows(layer, view, v, behind, x, of_row);
    }
}

static void add_bias(const SG_R(sg_layer) *layer, sg_batch_span g, sg_row_range rows,
                     const sg_encoder_head *head, const sg_real *bias, sg_real *y)
{
    const size_t k = layer->in_width;
    y += rows.first * (size_t)layer->out_width;
    for (uint32_t v = rows.first; v < rows.first + rows.n; v++, y += layer->out_width) {
        const uint32_t label = head->bias_label[g.first_node + v];
        if (label >= head->n_bias_labels) continue;
        for (size_t f = 0; f < k; f++) y[f] += bias[label * k + f];
    }
}

static void forward_graph(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                          sg_batch_span g, sg_row_range rows)
{
    const sg_encoder *e = layer->own;
    const size_t k = layer->in_width;
    const bool whole = rows.n == g.n;
    if (k > 1 && g.n <= SG_DENSE_NODES && whole) SG_R(sg_dense_forward)(layer, flow, g);
    for (uint32_t h = 0; h < e->n_heads; h++) {
        const sg_encoder_head *head = &e->spec[h];
        sg_real *y = flow->y + (size_t)g.first_row * layer->out_width + h * k;
        if (k == 1 || !whole || !SG_R(sg_is_dense)(layer, h, g)) {
            const SG_R(sg_head_view) view = SG_R(sg_view_head)(layer, flow, h, g);
            forward_head(layer, &view, rows, flow->x + g.first_row * k, y);
        }
        if (head->bias_label != NULL)
            add_bias(layer, g, rows, head,
                     flow->parameter + e->head[h].first + head->plan->n_slots, y);
    }
}

static void forward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                    sg_batch_piece piece)
{
    const sg_encoder *e = layer->own;
    for (uint32_t i = piece.first; i < piece.behind; i++) {
        const sg_batch_span g = flow->batch->span[i];
        SG_R(sg_prefetch_plans)(layer, flow, i, 0, e->n_heads);
        if (g.n == 0) continue;
        if (sg_in_lanes(e, layer->in_width) && piece.n_rows == 0)
            SG_R(sg_lanes_forward)(layer, flow, g);
        else
            forward_graph(layer, flow, g, sg_piece_rows(piece, &g));
    }
}

/* ---- Backward ------------------------------------------------------------------------------ */

/* dX[sender] += w dY[v]: senders of a graph are its own nodes, so graphs do not disturb each
 * other. */
static void backward_head(const SG_R(sg_layer) *layer, const SG_R(sg_head_view) *view,
                          const sg_real *dy, sg_real *dx)
{
    const size_t k = layer->in_width;
    sg_row_asks asks = sg_row_asks_of(view->span.n, k);
    for (uint32_t v = 0; v < view->span.n; v++, dy += layer->out_width) {
        if (v == asks.next && sg_row_asks_stop(&asks)) return;
        const sg_pair_row row = SG_R(sg_row_of)(view, v);
        const sg_real *w = view->w + row.base;
        for (uint32_t p = 0; p < row.n; p++) {
            const sg_real weight = SG_R(sg_pair_weight)(w, &row, p);
            sg_real *out = dx + sg_sender_of(row, p) * k;
            for (size_t f = 0; f < k; f++) out[f] += weight * dy[f];
        }
    }
}

static void backward_graph(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                           sg_batch_span g)
{
    const sg_encoder *e = layer->own;
    const size_t k = layer->in_width;
    if (k > 1 && g.n <= SG_DENSE_NODES) SG_R(sg_dense_backward)(layer, flow, g);
    for (uint32_t h = 0; h < e->n_heads; h++) {
        if (k > 1 && SG_R(sg_is_dense)(layer, h, g)) continue;
        const SG_R(sg_head_view) view = SG_R(sg_view_head)(layer, flow, h, g);
        backward_head(layer, &view, flow->dy + (size_t)g.first_row * layer->out_width + h * k,
                      flow->dx + g.first_row * k);
    }
}

static void backward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                     sg_batch_piece piece)
{
    const sg_encoder *e = layer->own;
    const size_t k = layer->in_width;
    if (flow->dx == NULL) return;
    for (uint32_t i = piece.first; i < piece.behind; i++) {
        const sg_batch_span g = flow->batch->span[i];
        const sg_row_range rows = sg_piece_rows(piece, &g);
        sg_real *dx = flow->dx + (g.first_row + (size_t)rows.first) * k;
        SG_R(sg_prefetch_plans)(layer, flow, i, 0, e->n_heads);
        if (g.n == 0) continue;
        if (!layer->adds) memset(dx, 0, rows.n * k * sizeof *dx);
        if (piece.n_rows > 0)
            SG_R(sg_senders_backward)(layer, flow, g, rows);
        else if (sg_in_lanes(e, layer->in_width))
            SG_R(sg_lanes_backward)(layer, flow, g);
        else
            backward_graph(layer, flow, g);
    }
}

size_t SG_R(sg_encoder_scratch)(const sg_encoder *e, uint32_t k, uint32_t n)
{
    const size_t messages = (size_t)SG_DENSE_NODES * k;
    size_t states = 0;
    if (sg_in_lanes(e, k))
        states = 3 * (size_t)n * sg_whole_lanes(k) + SG_WEIGHTS_AT_ONCE;
    else if (k > 1)
        states = SG_DENSE_CELLS + (messages > SG_DENSE_CELLS ? messages : SG_DENSE_CELLS);
    const size_t gradients = SG_CELLS_AT_ONCE + SG_DENSE_NODES * ((size_t)k + SG_TERMS_AT_ONCE);
    return states > gradients ? states : gradients;
}

const SG_R(sg_layer_ops)
    SG_R(sg_encoder_ops) = {.build = SG_R(sg_encoder_build),
                            .close = SG_R(sg_encoder_close),
                            .prepare = SG_R(sg_encoder_prepare),
                            .forward = forward,
                            .backward = backward,
                            .differentiate = SG_R(sg_encoder_differentiate),
                            .move = SG_R(sg_encoder_move),
                            .run_errand = SG_R(sg_encoder_distribute),
                            .cuts = SG_CUT_FORWARD | SG_CUT_BACKWARD | SG_CUT_SLICES};
