/* attention.c - building and going forward. */
#include "layers/attention/attention.h"
#include "layers/attention/attention_kernels.h"
#include "layers/real/asking.h"

#include "base/mem.h"
#include "kernels/kernels.h"
#include "layers/real/gemm.h"
#include "layers/real/rows.h"

#include <string.h>

/* ---- Places --------------------------------------------------------------------------------- */

static size_t kept_per_row(const SG_R(sg_attention) *a)
{
    return 2 * a->width + 2 * a->receiver_width + 2 * a->heads +
           (a->spec->dynamic ? a->width : 0);
}

static SG_R(sg_attention) shape_of(const SG_R(sg_layer) *layer)
{
    const sg_attention_spec *spec = layer->of;
    SG_R(sg_attention) a = {.spec = spec, .in = layer->in_width, .heads = spec->heads};
    a.width = spec->join == SG_JOIN_MEAN ? layer->out_width * a.heads : layer->out_width;
    a.columns = a.width / a.heads;
    a.receiver_width = spec->dynamic ? a.width : a.heads;
    a.edge_width = spec->dynamic ? a.width : a.heads;
    a.has_edges = sg_edge_rows(&spec->edges) > 0;
    a.at.to = a.in * a.width;
    a.at.vector = a.at.to * (spec->dynamic ? 2 : 1);
    a.at.second = a.at.vector + a.width;
    a.at.edges = a.at.second + (spec->dynamic ? 0 : a.width);
    a.at.bias = a.at.edges + sg_edge_rows(&spec->edges) * a.edge_width;
    return a;
}

SG_R(sg_attention) SG_R(sg_attention_of)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow)
{
    SG_R(sg_attention) a = shape_of(layer);
    const size_t rows = layer->kept_size / kept_per_row(&a);
    a.parameter = flow->parameter;
    a.arcs = layer->own;
    a.n_arcs = layer->graph->n_arcs;
    a.kernels = SG_R(sg_attention_kernels_best)();
    a.edges = (SG_R(sg_edge_table)){&a.spec->edges, a.arcs->slot, flow->parameter + a.at.edges,
                                    a.edge_width};
    a.s = layer->kept;
    a.ds = a.s + rows * a.width;
    a.t = a.ds + rows * a.width;
    a.dt = a.t + rows * a.receiver_width;
    a.l = a.dt + rows * a.receiver_width;
    a.dl = a.l + rows * a.heads;
    a.dp = a.dl + rows * a.heads;
    return a;
}

static uint32_t largest_degree(const sg_graph *graph)
{
    uint32_t largest = 0;
    for (uint32_t v = 0; v < graph->n_nodes; v++) {
        const uint32_t degree = graph->arc_offset[v + 1] - graph->arc_offset[v];
        if (degree > largest) largest = degree;
    }
    return largest;
}

/* Scores of a gatv2 depend on its vector, which moves as soon as its slice is done: so that of the edges
 * is the same one. */
static sg_status add_slices(SG_R(sg_layer) *layer, const SG_R(sg_attention) *a, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_attention_places at = a->at;
    const size_t behind_vector = a->spec->dynamic ? at.bias : at.second;
    const sg_gradient_slice
        matrices[] = {{SG_GRADIENT_WEIGHTS, SG_ATTENTION_MATRIX, 1, 0, 0, at.to},
                      {SG_GRADIENT_WEIGHTS, SG_ATTENTION_RECEIVER_MATRIX, 1, 0, at.to,
                       at.vector}},
        others[] = {{SG_GRADIENT_WEIGHTS, SG_ATTENTION_VECTOR, 1, 0, at.vector, behind_vector},
                    {SG_GRADIENT_WEIGHTS, SG_ATTENTION_RECEIVER_VECTOR, 1, 0, behind_vector,
                     a->spec->dynamic ? behind_vector : at.edges},
                    {SG_GRADIENT_WEIGHTS, SG_ATTENTION_EDGES, 1, 0,
                     a->spec->dynamic ? behind_vector : at.edges, at.bias},
                    {SG_GRADIENT_BIAS, SG_ATTENTION_BIAS, 1, 0, at.bias, layer->n_parameters}};
    for (size_t i = 0; i < sizeof matrices / sizeof *matrices; i++)
        SG_TRY(sg_gradient_slices_cut(&layer->slices, matrices[i], a->width, err));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        SG_TRY(sg_gradient_slices_add(&layer->slices, others[i], err));
done:
    return status;
}

/* What is known of arcs; where graphs are cut, what receivers find out about them is kept for senders. */
static sg_status list_arcs(SG_R(sg_layer) *layer, const SG_R(sg_layer_site) *site,
                           const SG_R(sg_attention) *a, sg_error *err)
{
    sg_status status = SG_OK;
    SG_R(sg_attention_arcs) *own = NULL;
    const size_t n = ((size_t)site->graph->n_arcs + site->max_rows) * a->heads;
    SG_ALLOC(own, 1);
    layer->own = own;
    SG_TRY(sg_edge_slots(&own->slot, &a->spec->edges, site->graph, err));
    if (site->hearers == NULL || !site->learns) goto done;
    SG_TRY(SG_R(sg_edges_heard)(&own->heard, site->graph, site->hearers, err));
    SG_ALLOC(own->weight, n);
    SG_ALLOC(own->d_score, n);
done:
    return status;
}

static sg_status build(SG_R(sg_layer) *layer, const SG_R(sg_layer_site) *site, sg_error *err)
{
    sg_status status = SG_OK;
    const SG_R(sg_attention) a = shape_of(layer);
    const size_t most = (size_t)largest_degree(site->graph) + 1;
    layer->kept_size = site->max_rows * kept_per_row(&a);
    layer->scratch_size = 2 * most * (a.heads + (a.has_edges ? a.edge_width : 0)) + a.width;
    SG_TRY(list_arcs(layer, site, &a, err));
    SG_TRY(add_slices(layer, &a, err));
done:
    return status;
}

static void close_layer(SG_R(sg_layer) *layer)
{
    SG_R(sg_attention_arcs) *own = layer->own;
    if (own == NULL) return;
    sg_free(own->slot);
    sg_free(own->heard);
    sg_free(own->weight);
    sg_free(own->d_score);
    sg_free(own);
}

/* ---- Whom a node looks at ------------------------------------------------------------------- */

/* The rows of its edges; that of a node and itself is their mean. */
static void list_edges(const SG_R(sg_attended) *to, const SG_R(sg_attention) *a)
{
    const size_t width = a->edge_width;
    const uint32_t n = to->n - 1;
    sg_real *mean = to->edge + n * width;
    memset(mean, 0, width * sizeof *mean);
    for (uint32_t i = 0; i < n; i++) {
        sg_real *row = to->edge + i * width;
        const sg_real *made = SG_R(sg_edge_row)(row, &a->edges, to->arc[i]);
        if (made != row) memcpy(row, made, width * sizeof *row);
        for (size_t f = 0; f < width; f++) mean[f] += row[f] / (sg_real)n;
    }
}

/* The worker's index has room for two numbers per node of the largest graph, and a node has fewer other
 * neighbors than its graph has nodes.  Every node attends to itself, with or without a self-loop. */
SG_R(sg_attended) SG_R(sg_attend)(const SG_R(sg_attention) *a, const SG_R(sg_flow) *flow,
                                  const sg_gather_from *from, uint32_t v)
{
    const sg_neighbors near = sg_neighbors_of(from, v);
    const uint32_t first_arc = from->graph->arc_offset[from->span->first_node + v];
    uint32_t *node = flow->index, *arc = node + from->span->n, n = 0, w = 0;
    for (uint32_t i = 0; i < near.n; i++) {
        if (!sg_neighbor_at(&w, &near, i) || w == v) continue;
        node[n] = from->span->first_row + w;
        arc[n++] = first_arc + i;
    }
    node[n++] = from->span->first_row + v;
    const size_t scores = n * a->heads, edges = a->has_edges ? n * a->edge_width : 0;
    const SG_R(sg_attended) to = {.n = n,
                                  .row = from->span->first_row + (size_t)v,
                                  .node = node,
                                  .arc = arc,
                                  .weight = flow->scratch,
                                  .d_score = flow->scratch + scores,
                                  .edge = flow->scratch + 2 * scores,
                                  .d_edge = flow->scratch + 2 * scores + edges};
    if (a->has_edges) list_edges(&to, a);
    a->kernels->score(&to, a);
    SG_BEST(sg_kernels)()->exp(to.weight, to.weight, scores);
    a->kernels->divide(&to, a);
    return to;
}

/* ---- Forward -------------------------------------------------------------------------------- */

/* What nodes send and how they receive. */
static void make_rows(const SG_R(sg_attention) *a, const sg_real *x, sg_row_range rows)
{
    const sg_matrix in = {x + rows.first * a->in, a->in, false};
    const sg_gemm_size size = {rows.n, a->width, a->in};
    sg_real *s = a->s + rows.first * a->width;
    sg_gemm(s, a->width, in, (sg_matrix){a->parameter, a->width, false}, size, 1, false);
    if (a->spec->dynamic) {
        sg_gemm(a->t + rows.first * a->width, a->width, in,
                (sg_matrix){a->parameter + a->at.to, a->width, false}, size, 1, false);
        return;
    }
    a->kernels->weigh_rows(a, rows);
}

static void forward_rows(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                         sg_batch_piece piece)
{
    const SG_R(sg_attention) a = SG_R(sg_attention_of)(layer, flow);
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, piece);
    if (rows.n > 0) make_rows(&a, flow->x, rows);
}

static void forward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                    sg_batch_piece piece)
{
    const SG_R(sg_attention) a = SG_R(sg_attention_of)(layer, flow);
    for (uint32_t i = piece.first; i < piece.behind; i++) {
        const sg_gather_from from =
            sg_gather_from_piece(layer->graph, layer->hearers, flow->batch, piece, i);
        sg_row_asks asks = sg_row_asks_of(from.span->n, a.width);
        asks.next += from.rows.first;
        for (uint32_t v = from.rows.first; v < from.rows.first + from.rows.n; v++) {
            if (v == asks.next && sg_row_asks_stop(&asks)) return;
            const SG_R(sg_attended) to = SG_R(sg_attend)(&a, flow, &from, v);
            a.kernels->join(flow->y + to.row * layer->out_width, &to, &a);
        }
    }
}

const SG_R(sg_layer_ops)
    SG_R(sg_attention_ops) = {.build = build,
                              .close = close_layer,
                              .forward_rows = forward_rows,
                              .forward = forward,
                              .backward_rows = SG_R(sg_attention_backward_rows),
                              .backward = SG_R(sg_attention_backward),
                              .differentiate = SG_R(sg_attention_differentiate),
                              .cuts = SG_CUT_FORWARD | SG_CUT_BACKWARD | SG_CUT_SLICES};
