/* encoder_dense.c - heads that join most nodes of a graph, states of many numbers.
 *
 * The weights of a head are written down as a matrix [n][n], those of several heads one above the
 * other; then all their messages are one product with X, and all of dX is one product with the
 * transpose. */
#include "layers/encoder/encoder.h"
#include "layers/real/gemm.h"

#include <string.h>

/* Heads of one product. */
typedef struct stack {
    uint32_t first, behind; /* heads; those in between that are not dense are left out */
    uint32_t n;             /* how many are dense                                      */
} stack;

static stack stack_from(const SG_R(sg_layer) *layer, uint32_t first, sg_batch_span span)
{
    const sg_encoder *e = layer->own;
    const size_t n = span.n, wider = layer->in_width > n ? layer->in_width : n;
    const size_t most = SG_DENSE_CELLS / (n * wider);
    stack s = {first, first, 0};
    for (; s.behind < e->n_heads && (s.n == 0 || s.n < most); s.behind++)
        s.n += SG_R(sg_is_dense)(layer, s.behind, span);
    return s;
}

static void write_weights(sg_real *matrix, const SG_R(sg_head_view) *view)
{
    const uint32_t n = view->span.n;
    for (uint32_t v = 0; v < n; v++, matrix += n) {
        const sg_pair_row row = SG_R(sg_row_of)(view, v);
        const sg_real *w = view->w + row.base;
        if (row.sender != NULL || row.far != NULL) memset(matrix, 0, n * sizeof *matrix);
        for (uint32_t p = 0; p < row.n; p++)
            matrix[sg_sender_of(row, p)] = SG_R(sg_pair_weight)(w, &row, p);
    }
}

static void write_stack(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow, stack s,
                        sg_batch_span span)
{
    sg_real *matrix = flow->scratch;
    for (uint32_t h = s.first; h < s.behind; h++) {
        if (!SG_R(sg_is_dense)(layer, h, span)) continue;
        const SG_R(sg_head_view) view = SG_R(sg_view_head)(layer, flow, h, span);
        write_weights(matrix, &view);
        matrix += (size_t)span.n * span.n;
    }
}

/* Scratch memory: the stacked matrices, then messages or gradients, [heads][n][k]. */
void SG_R(sg_dense_forward)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                            sg_batch_span span)
{
    const sg_encoder *e = layer->own;
    const size_t n = span.n, k = layer->in_width;
    const sg_real *x = flow->x + span.first_row * k;
    sg_real *message = flow->scratch + SG_DENSE_CELLS;
    for (stack s = {0}; s.behind < e->n_heads;) {
        s = stack_from(layer, s.behind, span);
        if (s.n == 0) break;
        write_stack(layer, flow, s, span);
        sg_gemm(message, k, (sg_matrix){flow->scratch, n, false}, (sg_matrix){x, k, false},
                (sg_gemm_size){s.n * n, k, n}, 1, false);
        const sg_real *from = message;
        for (uint32_t h = s.first; h < s.behind; h++) {
            if (!SG_R(sg_is_dense)(layer, h, span)) continue;
            sg_real *y = flow->y + (size_t)span.first_row * layer->out_width + h * k;
            for (size_t v = 0; v < n; v++, from += k, y += layer->out_width)
                memcpy(y, from, k * sizeof *y);
        }
    }
}

void SG_R(sg_dense_backward)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                             sg_batch_span span)
{
    const sg_encoder *e = layer->own;
    const size_t n = span.n, k = layer->in_width;
    sg_real *gradient = flow->scratch + SG_DENSE_CELLS;
    for (stack s = {0}; s.behind < e->n_heads;) {
        s = stack_from(layer, s.behind, span);
        if (s.n == 0) break;
        write_stack(layer, flow, s, span);
        sg_real *to = gradient;
        for (uint32_t h = s.first; h < s.behind; h++) {
            if (!SG_R(sg_is_dense)(layer, h, span)) continue;
            const sg_real *dy = flow->dy + (size_t)span.first_row * layer->out_width + h * k;
            for (size_t v = 0; v < n; v++, to += k, dy += layer->out_width)
                memcpy(to, dy, k * sizeof *to);
        }
        sg_gemm(flow->dx + span.first_row * k, k, (sg_matrix){flow->scratch, n, true},
                (sg_matrix){gradient, k, false}, (sg_gemm_size){n, k, s.n * n}, 1, true);
    }
}
