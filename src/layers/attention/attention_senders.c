/* attention_senders.c - the way back in graphs that are cut.
 *
 * Receivers have found the weights of their arcs and the gradients of their scores, and have kept both.  A sender now
 * asks those that hear it, so that threads write to rows of their own:
 *
 *     dS[w] = sum over v that look at w:  weight(v, w) dY[v] + what the score means for S[w] */
#include "layers/attention/attention.h"
#include "layers/real/short_rows.h"

#include <string.h>

/* A receiver of what a sender says: its row, the place of the arc, and its row of the edge, if there is one. */
typedef struct hearer {
    size_t row, at;
    const sg_real *edge;
} hearer;

/* What the score means for S (gatv2). */
static void add_slopes(sg_real *ds, const SG_R(sg_attention) *a, size_t row, const hearer *v)
{
    const sg_real *p = a->parameter + a->at.vector, *s = a->s + row * a->width,
                  *t = a->t + v->row * a->width, *d = a->arcs->d_score + v->at * a->heads;
    for (size_t h = 0, f = 0; h < a->heads; h++)
        for (size_t k = 0; k < a->columns; k++, f++)
            ds[f] += d[h] * p[f] *
                     SG_R(sg_leaky_slope)(s[f] + t[f] + (v->edge != NULL ? v->edge[f] : 0));
}

static void hear(const SG_R(sg_attention) *a, const sg_real *dy, size_t row, const hearer *v)
{
    const bool mean = a->spec->join == SG_JOIN_MEAN;
    const sg_real share = mean ? 1 / (sg_real)a->heads : 1,
                  *weight = a->arcs->weight + v->at * a->heads,
                  *d = a->arcs->d_score + v->at * a->heads;
    sg_real *ds = a->ds + row * a->width;
    for (size_t h = 0; h < a->heads; h++) {
        const sg_real *d_out =
            dy + v->row * (mean ? a->columns : a->width) + (mean ? 0 : h * a->columns);
        SG_R(sg_short_add_times)(ds + h * a->columns, share * weight[h], d_out, a->columns);
        if (!a->spec->dynamic) a->dl[row * a->heads + h] += d[h];
    }
    if (a->spec->dynamic) add_slopes(ds, a, row, v);
}

/* All that hear node w of the span, then itself. */
static void add_hearers(const SG_R(sg_attention) *a, const SG_R(sg_flow) *flow,
                        const sg_gather_from *from, uint32_t w, sg_real *room)
{
    const size_t first = from->span->first_row, row = first + w;
    const bool edges = a->has_edges && a->spec->dynamic;
    const sg_neighbors near = sg_neighbors_in(from->hearers, from->span, w);
    const uint32_t *arc =
        a->arcs->heard + from->hearers->arc_offset[from->span->first_node + (size_t)w];
    uint32_t v = 0;
    for (uint32_t i = 0; i < near.n; i++) {
        if (!sg_neighbor_at(&v, &near, i) || v == w) continue;
        const hearer of = {first + v, arc[i],
                           edges ? SG_R(sg_edge_row)(room, &a->edges, arc[i]) : NULL};
        hear(a, flow->dy, row, &of);
    }
    hearer self = {row, a->n_arcs + row, NULL};
    if (edges) {
        const SG_R(sg_attended) to = SG_R(sg_attend)(a, flow, from, w);
        self.edge = to.edge + (to.n - 1) * a->edge_width;
    }
    hear(a, flow->dy, row, &self);
}

void SG_R(sg_senders_attended)(const SG_R(sg_attention) *a, const SG_R(sg_layer) *layer,
                               const SG_R(sg_flow) *flow, sg_batch_piece piece)
{
    const sg_gather_from from =
        sg_gather_from_piece(layer->graph, layer->hearers, flow->batch, piece, piece.first);
    sg_real *room = flow->scratch + layer->scratch_size - a->width;
    for (uint32_t w = from.rows.first; w < from.rows.first + from.rows.n; w++) {
        const size_t row = from.span->first_row + (size_t)w;
        memset(a->ds + row * a->width, 0, a->width * sizeof *a->ds);
        memset(a->dl + row * a->heads, 0, a->heads * sizeof *a->dl);
        add_hearers(a, flow, &from, w, room);
    }
}
