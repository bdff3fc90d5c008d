/* virtual_node_layer.c - a node that is every node's neighbor (Gilmer et al. 2017)
 *
 *     Y[v] = X[v] + S,      S = relu(Z W1 + b1) W2 + b2,      Z = sum or mean over all nodes w: X[w]
 *
 * S is a state of the graph.  What an earlier layer of this kind added to the nodes is in X, and so in Z:
 * the state goes on from layer to layer.  Kept are Z, dZ, H, dH, S and dS, a row per graph. */
#include "layers/kinds/virtual_node_layer.h"

#ifdef SG_DESCRIPTION

#include "layers/layer_kind.h"

#include <stddef.h>

static const char *const POOLS[] = {[SG_POOL_MEAN] = "mean", [SG_POOL_SUM] = "sum"};

static const sg_member MEMBERS[] = {{.name = "pool",
                                     .type = SG_MEMBER_WORD,
                                     .offset = offsetof(sg_virtual_node_spec, pooling),
                                     .preset = SG_POOL_SUM,
                                     .words = POOLS,
                                     .n_words = sizeof POOLS / sizeof *POOLS,
                                     .help =
                                         "what the graph's state is made of: the sum or the "
                                         "mean of its nodes"}};

static void list_tensors(const sg_tensor_visitor *visitor, const void *spec,
                         const sg_state *before)
{
    (void)spec;
    sg_tensor_visit_perceptron(visitor, (sg_axis){SG_AXIS_INPUTS, before->width}, before->width,
                               before->width);
}

SG_LAYER_OPS(virtual_node);

const sg_layer_kind sg_virtual_node_kind = {
    .word = "virtual-node",
    .summary = "a state of the graph, made of all nodes, is added to each",
    .member = MEMBERS,
    .n_members = 1,
    .settings_size = sizeof(sg_virtual_node_spec),
    .needs_nodes = true,
    .reach = SG_EVERYWHERE,
    .tensors = list_tensors,
    .linearity = SG_PIECEWISE_LINEAR,
    SG_LAYER_COMPUTES(virtual_node)};

#else /* compiled for float and for double */

#include "layers/real/perceptron.h"
#include "layers/real/rows.h"

#include <string.h>

/* A row per graph of everything. */
typedef struct graph_rows {
    SG_R(sg_perceptron) network;
    sg_real *s, *ds;
} graph_rows;

static graph_rows rows_of(const SG_R(sg_layer) *layer)
{
    const size_t width = layer->in_width, size = layer->kept_size / 6;
    sg_real *z = layer->kept;
    return (graph_rows){{{width, width, width, 0}, z, z + size, z + 2 * size, z + 3 * size},
                        z + 4 * size,
                        z + 5 * size};
}

static sg_real share_of(const SG_R(sg_layer) *layer, const sg_batch_span *span)
{
    const sg_virtual_node_spec *spec = layer->of;
    return 1 / (sg_real)sg_pooling_divisor(spec->pooling, span->n);
}

/* to = share * the sum of a span's rows. */
static void add_up(sg_real *to, const sg_real *rows, size_t width, const sg_batch_span *span,
                   sg_real share)
{
    const sg_real *row = rows + span->first_row * width;
    memset(to, 0, width * sizeof *to);
    for (uint32_t v = 0; v < span->n; v++, row += width)
        for (size_t f = 0; f < width; f++) to[f] += row[f];
    for (size_t f = 0; f < width; f++) to[f] *= share;
}

static sg_row_range graphs_of(sg_batch_piece piece)
{
    return (sg_row_range){piece.first, piece.behind - piece.first};
}

static void forward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                    sg_batch_piece piece)
{
    const size_t width = layer->in_width;
    const graph_rows of = rows_of(layer);
    for (uint32_t i = piece.first; i < piece.behind; i++) {
        const sg_batch_span *span = &flow->batch->span[i];
        add_up(of.network.z + i * width, flow->x, width, span, share_of(layer, span));
    }
    SG_R(sg_perceptron_forward)(of.s, &of.network, flow->parameter, graphs_of(piece));
    for (uint32_t i = piece.first; i < piece.behind; i++) {
        const sg_batch_span *span = &flow->batch->span[i];
        const size_t first = span->first_row * width;
        for (size_t e = 0; e < span->n * width; e++)
            flow->y[first + e] = flow->x[first + e] + of.s[i * width + e % width];
    }
}

/* dZ is wanted also where nobody wants dX: parameters learn from dH, which comes before it. */
static void backward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                     sg_batch_piece piece)
{
    const size_t width = layer->in_width;
    const graph_rows of = rows_of(layer);
    for (uint32_t i = piece.first; i < piece.behind; i++)
        add_up(of.ds + i * width, flow->dy, width, &flow->batch->span[i], 1);
    SG_R(sg_perceptron_backward)(&of.network, of.ds, flow->parameter, graphs_of(piece));
    for (uint32_t i = piece.first; i < piece.behind && flow->dx != NULL; i++) {
        const sg_batch_span *span = &flow->batch->span[i];
        const sg_real share = share_of(layer, span), *dz = of.network.dz + i * width;
        sg_real *dx = flow->dx + span->first_row * width;
        const sg_real *dy = flow->dy + span->first_row * width;
        for (size_t r = 0; r < span->n; r++, dx += width, dy += width)
            for (size_t f = 0; f < width; f++)
                dx[f] = (layer->adds ? dx[f] : 0) + dy[f] + share * dz[f];
    }
}

static void differentiate(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                          uint32_t slice)
{
    const graph_rows of = rows_of(layer);
    SG_R(sg_perceptron_differentiate)(
        flow->gradient, &of.network, of.ds, &layer->slices.slice[slice],
        (sg_row_range){flow->part.first, flow->part.behind - flow->part.first});
}

static sg_status build(SG_R(sg_layer) *layer, const SG_R(sg_layer_site) *site, sg_error *err)
{
    const size_t width = layer->in_width;
    const sg_perceptron_size size = {width, width, width, 0};
    layer->kept_size = (size_t)6 * site->max_spans * width;
    return SG_R(sg_perceptron_slices)(&layer->slices, &size, err);
}

const SG_R(sg_layer_ops) SG_R(sg_virtual_node_ops) = {
    .build = build, .forward = forward, .backward = backward, .differentiate = differentiate};

#endif
