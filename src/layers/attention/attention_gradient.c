/* attention_gradient.c - what outputs mean for scores, for what nodes send, and for parameters. */
#include "layers/attention/attention.h"
#include "layers/attention/attention_kernels.h"
#include "layers/real/asking.h"
#include "layers/real/dense.h"
#include "layers/real/rows.h"
#include "layers/real/short_rows.h"

#include <string.h>

/* ---- gat ------------------------------------------------------------------------------------ */

/* d_score becomes the gradient of the arguments of leaky relus. */
static void to_arguments(const SG_R(sg_attended) *to, const SG_R(sg_attention) *a)
{
    const sg_real *t = a->t + to->row * a->heads;
    for (uint32_t i = 0; i < to->n; i++)
        for (size_t h = 0; h < a->heads; h++)
            to->d_score[i * a->heads + h] *=
                SG_R(sg_leaky_slope)(a->l[to->node[i] * a->heads + h] + t[h] +
                                     (a->has_edges ? to->edge[i * a->heads + h] : 0));
}

static void node_back(const SG_R(sg_attended) *to, const SG_R(sg_attention) *a)
{
    to_arguments(to, a);
    for (uint32_t i = 0; i < to->n; i++)
        for (size_t h = 0; h < a->heads; h++) {
            a->dl[to->node[i] * a->heads + h] += to->d_score[i * a->heads + h];
            a->dt[to->row * a->heads + h] += to->d_score[i * a->heads + h];
        }
}

/* ---- gatv2 ---------------------------------------------------------------------------------- */

/* What the scores of a node mean for the rows of its edges. */
static void dynamic_edges_back(const SG_R(sg_attended) *to, const SG_R(sg_attention) *a)
{
    const sg_real *p = a->parameter + a->at.vector, *t = a->t + to->row * a->width;
    for (uint32_t i = 0; i < to->n; i++) {
        const sg_real *s = a->s + to->node[i] * a->width, *edge = to->edge + i * a->width;
        for (size_t f = 0; f < a->width; f++)
            to->d_edge[i * a->width + f] = to->d_score[i * a->heads + f / a->columns] * p[f] *
                                           SG_R(sg_leaky_slope)(s[f] + t[f] + edge[f]);
    }
}

/* What the scores of a node mean for T and p; `room` is for one row. */
static void receiver_back(const SG_R(sg_attended) *to, const SG_R(sg_attention) *a,
                          sg_real *room)
{
    if (a->spec->dynamic) {
        a->kernels->receive(to, a, room);
        return;
    }
    to_arguments(to, a);
    for (uint32_t i = 0; i < to->n; i++)
        for (size_t h = 0; h < a->heads; h++)
            a->dt[to->row * a->heads + h] += to->d_score[i * a->heads + h];
}

/* ---- Backward ------------------------------------------------------------------------------- */

static void clear(sg_real *rows, size_t width, sg_row_range range)
{
    memset(rows + range.first * width, 0, range.n * width * sizeof *rows);
}

/* A whole graph: what a node says of those it looks at is added to their rows. */
static void receivers_back(const SG_R(sg_attention) *a, const SG_R(sg_layer) *layer,
                           const SG_R(sg_flow) *flow, sg_batch_piece piece)
{
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, piece);
    clear(a->ds, a->width, rows);
    clear(a->dt, a->receiver_width, rows);
    clear(a->dl, a->heads, rows);
    if (a->spec->dynamic) clear(a->dp, a->width, rows);
    for (uint32_t i = piece.first; i < piece.behind; i++) {
        const sg_gather_from from = {.graph = layer->graph, .span = &flow->batch->span[i]};
        sg_row_asks asks = sg_row_asks_of(from.span->n, a->width);
        for (uint32_t v = 0; v < from.span->n; v++) {
            if (v == asks.next && sg_row_asks_stop(&asks)) return;
            const SG_R(sg_attended) to = SG_R(sg_attend)(a, flow, &from, v);
            a->kernels->score_gradient(&to, a, flow->dy + to.row * layer->out_width, a->ds);
            if (a->spec->dynamic)
                a->kernels->receive(&to, a, NULL);
            else
                node_back(&to, a);
        }
    }
}

void SG_R(sg_attention_backward_rows)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                                      sg_batch_piece piece)
{
    const SG_R(sg_attention) a = SG_R(sg_attention_of)(layer, flow);
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, piece);
    const size_t heads = a.heads;
    if (piece.n_rows == 0 || rows.n == 0) return;
    clear(a.dt, a.receiver_width, rows);
    if (a.spec->dynamic) clear(a.dp, a.width, rows);
    const sg_gather_from from =
        sg_gather_from_piece(layer->graph, layer->hearers, flow->batch, piece, piece.first);
    for (uint32_t v = from.rows.first; v < from.rows.first + from.rows.n; v++) {
        const SG_R(sg_attended) to = SG_R(sg_attend)(&a, flow, &from, v);
        a.kernels->score_gradient(&to, &a, flow->dy + to.row * layer->out_width, NULL);
        receiver_back(&to, &a, flow->scratch + layer->scratch_size - a.width);
        for (uint32_t i = 0; i < to.n; i++) {
            const size_t at = (i + 1 < to.n ? to.arc[i] : a.n_arcs + to.row) * heads;
            memcpy(a.arcs->weight + at, to.weight + i * heads, heads * sizeof(sg_real));
            memcpy(a.arcs->d_score + at, to.d_score + i * heads, heads * sizeof(sg_real));
        }
    }
}

/* ds and dt are wanted also where nobody wants dX: parameters learn from them. */
void SG_R(sg_attention_backward)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                                 sg_batch_piece piece)
{
    const SG_R(sg_attention) a = SG_R(sg_attention_of)(layer, flow);
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, piece);
    if (rows.n == 0) return;
    if (piece.n_rows > 0)
        SG_R(sg_senders_attended)(&a, layer, flow, piece);
    else
        receivers_back(&a, layer, flow, piece);
    if (!a.spec->dynamic) a.kernels->rows_back(&a, rows);
    if (flow->dx == NULL) return;
    const sg_gemm_size size = {rows.n, a.in, a.width};
    sg_real *dx = flow->dx + rows.first * a.in;
    sg_gemm(dx, a.in, (sg_matrix){a.ds + rows.first * a.width, a.width, false},
            (sg_matrix){a.parameter, a.width, true}, size, 1, layer->adds);
    if (a.spec->dynamic)
        sg_gemm(dx, a.in, (sg_matrix){a.dt + rows.first * a.width, a.width, false},
                (sg_matrix){a.parameter + a.at.to, a.width, true}, size, 1, true);
}

/* ---- Parameters ----------------------------------------------------------------------------- */

/* A node and itself have the mean of the others' rows. */
static void edges_back(sg_real *gradient, const SG_R(sg_attended) *to,
                       const SG_R(sg_attention) *a)
{
    const uint32_t n = to->n - 1;
    const sg_real *of_mean = to->d_edge + n * a->edge_width;
    for (uint32_t i = 0; i < n; i++) {
        sg_real *d_row = to->d_edge + i * a->edge_width;
        for (size_t f = 0; f < a->edge_width; f++) d_row[f] += of_mean[f] / (sg_real)n;
        SG_R(sg_edge_row_back)(gradient, &a->edges, to->arc[i], d_row);
    }
}

static void differentiate_edges(sg_real *gradient, const SG_R(sg_attention) *a,
                                const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow)
{
    for (uint32_t i = flow->part.first; i < flow->part.behind; i++) {
        const sg_gather_from from =
            sg_gather_from_piece(layer->graph, layer->hearers, flow->batch, flow->part, i);
        sg_row_asks asks = sg_row_asks_of(from.span->n, a->width);
        asks.next += from.rows.first;
        for (uint32_t v = from.rows.first; v < from.rows.first + from.rows.n; v++) {
            if (v == asks.next && sg_row_asks_stop(&asks)) return;
            SG_R(sg_attended) to = SG_R(sg_attend)(a, flow, &from, v);
            a->kernels->score_gradient(&to, a, flow->dy + to.row * layer->out_width, NULL);
            if (a->spec->dynamic) {
                dynamic_edges_back(&to, a);
            } else {
                to_arguments(&to, a);
                to.d_edge = to.d_score;
            }
            edges_back(gradient, &to, a);
        }
    }
}

/* The vectors: of what every row says. */
static void differentiate_vector(sg_real *gradient, const SG_R(sg_attention) *a,
                                 sg_row_range rows, bool of_receivers)
{
    const sg_real *d = of_receivers ? a->dt : a->dl;
    for (size_t r = rows.first; r < (size_t)rows.first + rows.n; r++) {
        if (a->spec->dynamic) SG_R(sg_short_add)(gradient, a->dp + r * a->width, a->width);
        for (size_t h = 0; h < a->heads && !a->spec->dynamic; h++) SG_R(sg_short_add_times)
        (gradient + h * a->columns, d[r * a->heads + h], a->s + r * a->width + h * a->columns,
         a->columns);
    }
}

void SG_R(sg_attention_differentiate)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                                      uint32_t slice)
{
    const sg_gradient_slice *t = &layer->slices.slice[slice];
    const SG_R(sg_attention) a = SG_R(sg_attention_of)(layer, flow);
    const sg_row_range rows = SG_R(sg_all_rows)(layer, flow);
    const size_t first = rows.first;
    const sg_real *x = flow->x + first * a.in;
    const SG_R(sg_dense) sent = {x, a.ds + first * a.width, a.in, a.width, rows.n},
                         received = {x, a.dt + first * a.receiver_width, a.in, a.width, rows.n},
                         bias = {NULL, flow->dy + first * layer->out_width, 0, layer->out_width,
                                 rows.n};
    switch (t->head) {
    case SG_ATTENTION_MATRIX:
        SG_R(sg_dense_weights)(flow->gradient, &sent, t, 0);
        break;
    case SG_ATTENTION_RECEIVER_MATRIX:
        SG_R(sg_dense_weights)(flow->gradient, &received, t, a.at.to);
        break;
    case SG_ATTENTION_EDGES:
        differentiate_edges(flow->gradient, &a, layer, flow);
        break;
    case SG_ATTENTION_BIAS:
        SG_R(sg_dense_bias)(flow->gradient, &bias);
        break;
    default:
        differentiate_vector(flow->gradient, &a, rows, t->head == SG_ATTENTION_RECEIVER_VECTOR);
        if (a.spec->dynamic && a.has_edges)
            differentiate_edges(flow->gradient + a.width, &a, layer, flow);
    }
}
