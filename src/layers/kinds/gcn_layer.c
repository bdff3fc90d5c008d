/* gcn_layer.c - graph convolution (Kipf and Welling 2017):  Y = Z W + b,  Z = D^-1/2 (A + I) D^-1/2 X
 *
 * A node and its neighbors are averaged and multiplied by one matrix; D has the degrees, plus 1.  Where edges
 * have weights, A has these, and D their sums (real/weighed.h).  Z is kept for the gradient of W, and behind
 * it is room for dZ. */
#include "layers/kinds/gcn_layer.h"

#ifdef SG_DESCRIPTION

#include "layers/narrowing.h"
#include "layers/product_spec.h"

#include <stddef.h>

static const sg_member MEMBERS[] = {SG_OUTPUTS_MEMBER(sg_gcn_spec, "numbers per node after it"),
                                    SG_BIAS_MEMBER(sg_gcn_spec),
                                    SG_WEIGHT_MEMBER(sg_gcn_spec, NULL)};

static sg_status bind(void *self, const void *from, const sg_layer_binding *to, sg_error *err)
{
    sg_gcn_spec *spec = self;
    *spec = *(const sg_gcn_spec *)from;
    if (spec->outputs == 0) spec->outputs = to->n_outputs;
    return sg_edge_weight_bind(&spec->weight, to->cache, err);
}

static sg_status narrow(void *self, const sg_node_field *field, uint32_t depth, sg_error *err)
{
    return sg_narrow_edges(&((sg_gcn_spec *)self)->weight.of, field, depth, err);
}

static void narrow_free(void *self)
{
    sg_narrow_edges_free(&((sg_gcn_spec *)self)->weight.of);
}

static sg_product_spec product_of(const sg_gcn_spec *spec)
{
    return (sg_product_spec){spec->outputs, spec->bias};
}

static sg_status state_behind(sg_state *behind, const void *spec, const sg_layer_place *place,
                              sg_error *err)
{
    const sg_product_spec product = product_of(spec);
    return sg_product_state(behind, &product, place, err);
}

static void list_tensors(const sg_tensor_visitor *visitor, const void *spec,
                         const sg_state *before)
{
    const sg_product_spec product = product_of(spec);
    sg_product_tensors(visitor, &product, before);
}

SG_LAYER_OPS(gcn);

const sg_layer_kind sg_gcn_kind = {.word = "gcn",
                                   .summary = "averages neighbors and multiplies by a matrix",
                                   .member = MEMBERS,
                                   .n_members = sizeof MEMBERS / sizeof *MEMBERS,
                                   .settings_size = sizeof(sg_gcn_spec),
                                   .activates = true,
                                   .spec_size = sizeof(sg_gcn_spec),
                                   .bind = bind,
                                   .narrow = narrow,
                                   .narrow_free = narrow_free,
                                   .needs_nodes = true,
                                   .reach =
                                       2, /* how many neighbors neighbors have counts, too */
                                   .state = state_behind,
                                   .tensors = list_tensors,
                                   .linearity = SG_LINEAR,
                                   SG_LAYER_COMPUTES(gcn)};

#else /* compiled for float and for double */

#include "layers/real/dense.h"
#include "layers/real/gather.h"
#include "layers/real/gathered.h"
#include "layers/real/rows.h"
#include "layers/real/weighed.h"

#include <string.h>

/* NULL: neighbors count alike, and a graph is cut. */
static const SG_R(sg_weighed) *weights_of(const SG_R(sg_layer) *layer)
{
    return layer->own;
}

/* Only where a graph is cut; whole graphs are averaged in one step. */
static void forward_rows(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                         sg_batch_piece piece)
{
    if (piece.n_rows == 0 || weights_of(layer) != NULL) return;
    const sg_gather_from from =
        sg_gather_from_piece(layer->graph, layer->hearers, flow->batch, piece, piece.first);
    SG_R(sg_scale_rows)(SG_R(sg_d_gathered)(layer), flow->x, layer->in_width, &from);
}

static void forward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                    sg_batch_piece piece)
{
    const size_t in = layer->in_width, out = layer->out_width;
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, piece);
    const sg_real *w = flow->parameter;
    const bool bias = ((const sg_gcn_spec *)layer->of)->bias;
    for (uint32_t i = piece.first; i < piece.behind; i++) {
        const sg_gather_from from =
            sg_gather_from_piece(layer->graph, layer->hearers, flow->batch, piece, i);
        if (weights_of(layer) != NULL) SG_R(sg_weighed_gather)
        (SG_R(sg_gathered)(layer), flow->x, in, &from, weights_of(layer));
        else if (piece.n_rows > 0)
            SG_R(sg_gather_scaled)(SG_R(sg_gathered)(layer), SG_R(sg_d_gathered)(layer), in,
                                   &from, layer->graph, false);
        else SG_R(sg_gather_symmetric)(SG_R(sg_gathered)(layer), flow->x, in, &from);
    }
    if (rows.n > 0)
        sg_gemm_plus(flow->y + rows.first * out, out,
                     (sg_matrix){SG_R(sg_gathered)(layer) + rows.first * in, in, false},
                     (sg_matrix){w, out, false}, (sg_gemm_size){rows.n, out, in}, 1,
                     (sg_addend){bias ? w + in * out : NULL, 0});
}

static void backward_rows(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                          sg_batch_piece piece)
{
    const size_t in = layer->in_width, out = layer->out_width;
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, piece);
    if (flow->dx == NULL || rows.n == 0) return;
    sg_gemm(SG_R(sg_d_gathered)(layer) + rows.first * in, in,
            (sg_matrix){flow->dy + rows.first * out, out, false},
            (sg_matrix){flow->parameter, out, true}, (sg_gemm_size){rows.n, in, out}, 1, false);
    if (piece.n_rows == 0 || weights_of(layer) != NULL) return;
    const sg_gather_from from =
        sg_gather_from_piece(layer->graph, layer->hearers, flow->batch, piece, piece.first);
    SG_R(sg_scale_rows)(SG_R(sg_d_gathered)(layer), SG_R(sg_d_gathered)(layer), in, &from);
}

static void backward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                     sg_batch_piece piece)
{
    const size_t in = layer->in_width;
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, piece);
    if (flow->dx != NULL && weights_of(layer) != NULL && !layer->adds)
        memset(flow->dx + rows.first * in, 0, rows.n * in * sizeof *flow->dx);
    for (uint32_t i = piece.first; i < piece.behind && flow->dx != NULL; i++) {
        const sg_gather_from from =
            sg_gather_from_piece(layer->graph, layer->hearers, flow->batch, piece, i);
        if (weights_of(layer) != NULL) SG_R(sg_weighed_back)
        (flow->dx, SG_R(sg_d_gathered)(layer), in, &from, weights_of(layer), piece.n_rows > 0);
        else if (piece.n_rows > 0) SG_R(sg_gather_scaled)(
            flow->dx, SG_R(sg_d_gathered)(layer), in, &from, layer->hearers, layer->adds);
        else SG_R(sg_gather_symmetric_back)(flow->dx, SG_R(sg_d_gathered)(layer), in, &from,
                                            layer->adds);
    }
}

/* A slice owns some rows of W; the last one owns b. */
static void differentiate(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                          uint32_t slice)
{
    const sg_gradient_slice *t = &layer->slices.slice[slice];
    const size_t in = layer->in_width, out = layer->out_width;
    const sg_row_range rows = SG_R(sg_all_rows)(layer, flow);
    const SG_R(sg_dense) product = {SG_R(sg_gathered)(layer) + rows.first * in,
                                    flow->dy + rows.first * out, in, out, rows.n};
    SG_R(sg_dense_gradient)(flow->gradient, &product, t, 0);
}

static sg_status build(SG_R(sg_layer) *layer, const SG_R(sg_layer_site) *site, sg_error *err)
{
    sg_status status = SG_OK;
    SG_R(sg_weighed) *weighed = NULL;
    layer->kept_size = SG_R(sg_gathered_size)(layer, site);
    status = SG_R(sg_weighed_open)(&weighed, &((const sg_gcn_spec *)layer->of)->weight,
                                   SG_WEIGHED_SYMMETRIC, site, err);
    layer->own = weighed;
    SG_TRY(status);
    SG_TRY(sg_gradient_slices_of_products(&layer->slices, 1, layer->in_width, layer->out_width,
                                          layer->n_parameters, err));
done:
    return status;
}

static void close_layer(SG_R(sg_layer) *layer)
{
    SG_R(sg_weighed_close)(layer->own);
}

const SG_R(sg_layer_ops)
    SG_R(sg_gcn_ops) = {.build = build,
                        .close = close_layer,
                        .forward_rows = forward_rows,
                        .forward = forward,
                        .backward_rows = backward_rows,
                        .backward = backward,
                        .differentiate = differentiate,
                        .cuts = SG_CUT_FORWARD | SG_CUT_BACKWARD | SG_CUT_SLICES};

#endif
