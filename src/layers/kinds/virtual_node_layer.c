/* virtual_node_layer.c - a node that is every node's neighbor (Gilmer et al. 2017)
 *
 *     Y[v] = X[v] + S,      S = relu(Z W1 + b1) W2 + b2,      Z = sum or mean over all nodes w: X[w]
 *
 * S is a state of the graph.  What an earlier layer of this kind added to the nodes is in X, and so in Z:
 * the state goes on from layer to layer.  Kept are Z, dZ, H, dH, S and dS, a row per graph; behind them sums of the
 * blocks of large graphs, which are added up before any block goes on. */
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

#include "base/mem.h"
#include "layers/real/perceptron.h"
#include "layers/real/rows.h"

#include <string.h>

/* A row per graph of everything. */
typedef struct graph_rows {
    SG_R(sg_perceptron) network;
    sg_real *s, *ds;
    sg_real *block; /* [blocks of all large graphs][width] */
} graph_rows;

/* The kind's own memory. */
typedef struct own_sizes {
    size_t rows;         /* numbers of each kind of row                */
    uint32_t block_rows; /* of a block of a large graph                */
} own_sizes;

static graph_rows rows_of(const SG_R(sg_layer) *layer)
{
    const size_t width = layer->in_width, size = ((const own_sizes *)layer->own)->rows;
    sg_real *z = layer->kept;
    return (graph_rows){{{width, width, width, 0}, z, z + size, z + 2 * size, z + 3 * size},
                        z + 4 * size,
                        z + 5 * size,
                        z + 6 * size};
}

static sg_real share_of(const SG_R(sg_layer) *layer, const sg_batch_span *span)
{
    const sg_virtual_node_spec *spec = layer->of;
    return 1 / (sg_real)sg_pooling_divisor(spec->pooling, span->n);
}

/* to = share * the sum of some rows. */
static void add_up(sg_real *to, const sg_real *row, size_t width, size_t n, sg_real share)
{
    memset(to, 0, width * sizeof *to);
    for (size_t v = 0; v < n; v++, row += width)
        for (size_t f = 0; f < width; f++) to[f] += row[f];
    for (size_t f = 0; f < width; f++) to[f] *= share;
}

/* Where the sums of a span's blocks begin.  Other spans have others: every span gets one place more than whole
 * blocks fit into its rows. */
static sg_real *blocks_of(const SG_R(sg_layer) *layer, const sg_batch *batch, uint32_t span)
{
    const own_sizes *own = layer->own;
    const size_t before = batch->span[span].first_row / own->block_rows + (size_t)span;
    return rows_of(layer).block + before * layer->in_width;
}

/* Sum the rows of a block of a span that is cut. */
static void add_up_block(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                         const sg_real *rows, sg_batch_piece piece)
{
    const size_t width = layer->in_width;
    const own_sizes *own = layer->own;
    if (piece.n_rows == 0) return;
    const size_t first = flow->batch->span[piece.first].first_row + (size_t)piece.first_row,
                 block = piece.first_row / own->block_rows;
    add_up(blocks_of(layer, flow->batch, piece.first) + block * width, rows + first * width,
           width, piece.n_rows, 1);
}

/* The same of all its blocks. */
static void add_up_span(sg_real *to, const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                        uint32_t i, sg_real share)
{
    const own_sizes *own = layer->own;
    const size_t n = (flow->batch->span[i].n + (size_t)own->block_rows - 1) / own->block_rows;
    add_up(to, blocks_of(layer, flow->batch, i), layer->in_width, n, share);
}

static sg_row_range graphs_of(sg_batch_piece piece)
{
    return (sg_row_range){piece.first, piece.behind - piece.first};
}

static void forward_rows(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                         sg_batch_piece piece)
{
    add_up_block(layer, flow, flow->x, piece);
}

static void forward_total(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow, uint32_t span)
{
    const graph_rows of = rows_of(layer);
    add_up_span(of.network.z + span * (size_t)layer->in_width, layer, flow, span,
                share_of(layer, &flow->batch->span[span]));
    SG_R(sg_perceptron_forward)
    (of.s, &of.network, flow->parameter, (sg_row_range){span, 1});
}

/* Z and S of whole spans. */
static void find_states(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                        sg_batch_piece piece)
{
    const size_t width = layer->in_width;
    const graph_rows of = rows_of(layer);
    for (uint32_t i = piece.first; i < piece.behind; i++) {
        const sg_batch_span *span = &flow->batch->span[i];
        add_up(of.network.z + i * width, flow->x + span->first_row * width, width, span->n,
               share_of(layer, span));
    }
    SG_R(sg_perceptron_forward)(of.s, &of.network, flow->parameter, graphs_of(piece));
}

static void forward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                    sg_batch_piece piece)
{
    const size_t width = layer->in_width;
    const sg_real *s = rows_of(layer).s;
    if (piece.n_rows == 0) find_states(layer, flow, piece);
    for (uint32_t i = piece.first; i < piece.behind; i++) {
        const sg_row_range rows = sg_batch_rows(flow->batch, sg_piece_of_span(piece, i), true);
        const size_t first = rows.first * width;
        for (size_t e = 0; e < rows.n * width; e++)
            flow->y[first + e] = flow->x[first + e] + s[i * width + e % width];
    }
}

static void backward_rows(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                          sg_batch_piece piece)
{
    add_up_block(layer, flow, flow->dy, piece);
}

static void backward_total(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                           uint32_t span)
{
    const graph_rows of = rows_of(layer);
    add_up_span(of.ds + span * (size_t)layer->in_width, layer, flow, span, 1);
    SG_R(sg_perceptron_backward)
    (&of.network, of.ds, flow->parameter, (sg_row_range){span, 1});
}

/* dZ is wanted also where nobody wants dX: parameters learn from dH, which comes before it. */
static void backward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                     sg_batch_piece piece)
{
    const size_t width = layer->in_width;
    const graph_rows of = rows_of(layer);
    for (uint32_t i = piece.first; i < piece.behind && piece.n_rows == 0; i++) {
        const sg_batch_span *span = &flow->batch->span[i];
        add_up(of.ds + i * width, flow->dy + span->first_row * width, width, span->n, 1);
    }
    if (piece.n_rows == 0)
        SG_R(sg_perceptron_backward)(&of.network, of.ds, flow->parameter, graphs_of(piece));
    for (uint32_t i = piece.first; i < piece.behind && flow->dx != NULL; i++) {
        const sg_batch_span *span = &flow->batch->span[i];
        const sg_real share = share_of(layer, span), *dz = of.network.dz + i * width;
        const sg_row_range rows = sg_batch_rows(flow->batch, sg_piece_of_span(piece, i), true);
        sg_real *dx = flow->dx + rows.first * width;
        const sg_real *dy = flow->dy + rows.first * width;
        for (size_t r = 0; r < rows.n; r++, dx += width, dy += width)
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
    own_sizes *own = NULL;
    sg_status status = SG_OK;
    SG_ALLOC(own, 1);
    layer->own = own;
    *own = (own_sizes){site->max_spans * width, site->block_rows};
    layer->kept_size = 6 * own->rows;
    if (site->hearers != NULL)
        layer->kept_size +=
            (site->max_rows / own->block_rows + (size_t)site->max_spans + 1) * width;
    SG_TRY(SG_R(sg_perceptron_slices)(&layer->slices, &size, err));
done:
    return status;
}

static void close_layer(SG_R(sg_layer) *layer)
{
    sg_free(layer->own);
}

const SG_R(sg_layer_ops) SG_R(sg_virtual_node_ops) = {.build = build,
                                                      .close = close_layer,
                                                      .forward_rows = forward_rows,
                                                      .forward_total = forward_total,
                                                      .forward = forward,
                                                      .backward_rows = backward_rows,
                                                      .backward_total = backward_total,
                                                      .backward = backward,
                                                      .differentiate = differentiate,
                                                      .cuts = SG_CUT_FORWARD | SG_CUT_BACKWARD};

#endif
