/* sage_layer.c - GraphSAGE (Hamilton, Ying and Leskovec 2017):  Y = Z W + X R + b
 *
 * Z[v] is the mean, sum or maximum over the neighbors of v; a node itself is multiplied by a matrix of
 * its own.  Where edges have weights, what a neighbor sends is multiplied by that of the edge.  Z is kept for the gradient of W, and behind it is room for dZ. */
#include "layers/kinds/sage_layer.h"

#ifdef SG_DESCRIPTION

#include "layers/narrowing.h"

#include <stddef.h>

static sg_status check_weight(const void *self, const sg_fields *f, sg_error *err)
{
    const sg_sage_spec *spec = self;
    if (!spec->weight.weighs || spec->gathering != SG_GATHER_MAX) return SG_OK;
    return sg_tree_fail(err, f->path, sg_node_member(f->map, "weight"),
                        "%s.weight: it is for gather: mean or sum, not max", f->name);
}

static const sg_member MEMBERS[] = {
    SG_OUTPUTS_MEMBER(sg_sage_spec, "numbers per node after it"),
    {.name = "gather",
     .type = SG_MEMBER_WORD,
     .offset = offsetof(sg_sage_spec, gathering),
     .words = sg_gathering_words,
     .n_words = SG_N_GATHERINGS,
     .help = "how the rows of the neighbors become one"},
    SG_BIAS_MEMBER(sg_sage_spec),
    SG_WEIGHT_MEMBER(sg_sage_spec, check_weight)};

static sg_status bind(void *self, const void *from, const sg_layer_binding *to, sg_error *err)
{
    sg_sage_spec *spec = self;
    *spec = *(const sg_sage_spec *)from;
    if (spec->outputs == 0) spec->outputs = to->n_outputs;
    return sg_edge_weight_bind(&spec->weight, to->cache, err);
}

static sg_status narrow(void *self, const sg_node_field *field, uint32_t depth, sg_error *err)
{
    return sg_narrow_edges(&((sg_sage_spec *)self)->weight.of, field, depth, err);
}

static void narrow_free(void *self)
{
    sg_narrow_edges_free(&((sg_sage_spec *)self)->weight.of);
}

static sg_status state_behind(sg_state *behind, const void *spec, const sg_layer_place *place,
                              sg_error *err)
{
    (void)place;
    return sg_state_outputs(behind, ((const sg_sage_spec *)spec)->outputs, err);
}

static void list_tensors(const sg_tensor_visitor *visitor, const void *spec,
                         const sg_state *before)
{
    const sg_sage_spec *s = spec;
    const sg_axis inputs = {SG_AXIS_INPUTS, before->width};
    sg_tensor_visit_matrix(visitor, "weight", inputs, s->outputs);
    sg_tensor_visit_matrix(visitor, "root", inputs, s->outputs);
    if (s->bias) sg_tensor_visit_bias(visitor, "bias", inputs, s->outputs);
}

/* A maximum has corners. */
static sg_linearity linearity_of(const void *spec)
{
    return ((const sg_sage_spec *)spec)->gathering == SG_GATHER_MAX ? SG_PIECEWISE_LINEAR
                                                                    : SG_LINEAR;
}

SG_LAYER_OPS(sage);

const sg_layer_kind sg_sage_kind = {
    .word = "sage",
    .summary = "a matrix for a node and one for what its neighbors send",
    .member = MEMBERS,
    .n_members = sizeof MEMBERS / sizeof *MEMBERS,
    .settings_size = sizeof(sg_sage_spec),
    .activates = true,
    .spec_size = sizeof(sg_sage_spec),
    .bind = bind,
    .narrow = narrow,
    .narrow_free = narrow_free,
    .needs_nodes = true,
    .reach = 1,
    .state = state_behind,
    .tensors = list_tensors,
    .linearity_of = linearity_of,
    SG_LAYER_COMPUTES(sage)};

#else /* compiled for float and for double */

#include "layers/real/dense.h"
#include "layers/real/gather.h"
#include "layers/real/gathered.h"
#include "layers/real/rows.h"
#include "layers/real/weighed.h"

/* NULL: neighbors count alike. */
static const SG_R(sg_weighed) *weights_of(const SG_R(sg_layer) *layer)
{
    return layer->own;
}

static sg_gathering gathering_of(const SG_R(sg_layer) *layer)
{
    return ((const sg_sage_spec *)layer->of)->gathering;
}

static void forward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                    sg_batch_piece piece)
{
    const size_t in = layer->in_width, out = layer->out_width;
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, piece);
    const sg_real *w = flow->parameter, *root = w + in * out,
                  *bias = ((const sg_sage_spec *)layer->of)->bias ? root + in * out : NULL;
    const sg_gemm_size size = {rows.n, out, in};
    sg_real *y = flow->y + rows.first * out;
    for (uint32_t i = piece.first; i < piece.behind; i++) {
        const sg_gather_from from =
            sg_gather_from_piece(layer->graph, layer->hearers, flow->batch, piece, i);
        if (weights_of(layer) != NULL)
            SG_R(sg_weighed_gather)(SG_R(sg_gathered)(layer), flow->x, in, &from,
                                    weights_of(layer));
        else
            SG_R(sg_gather)(SG_R(sg_gathered)(layer), flow->x, in, &from, gathering_of(layer));
    }
    if (rows.n == 0) return;
    sg_gemm_plus(y, out, (sg_matrix){SG_R(sg_gathered)(layer) + rows.first * in, in, false},
                 (sg_matrix){w, out, false}, size, 1, (sg_addend){bias, 0});
    sg_gemm(y, out, (sg_matrix){flow->x + rows.first * in, in, false},
            (sg_matrix){root, out, false}, size, 1, true);
}

static void backward_rows(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                          sg_batch_piece piece)
{
    const size_t in = layer->in_width, out = layer->out_width;
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, piece);
    if (flow->dx == NULL || rows.n == 0) return;
    const sg_matrix dy = {flow->dy + rows.first * out, out, false};
    const sg_gemm_size size = {rows.n, in, out};
    sg_gemm(SG_R(sg_d_gathered)(layer) + rows.first * in, in, dy,
            (sg_matrix){flow->parameter, out, true}, size, 1, false);
    sg_gemm(flow->dx + rows.first * in, in, dy,
            (sg_matrix){flow->parameter + in * out, out, true}, size, 1, layer->adds);
}

static void backward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                     sg_batch_piece piece)
{
    const size_t in = layer->in_width;
    for (uint32_t i = piece.first; i < piece.behind && flow->dx != NULL; i++) {
        const sg_gather_from from =
            sg_gather_from_piece(layer->graph, layer->hearers, flow->batch, piece, i);
        if (weights_of(layer) != NULL)
            SG_R(sg_weighed_back)(flow->dx, SG_R(sg_d_gathered)(layer), in, &from,
                                  weights_of(layer), piece.n_rows > 0);
        else if (piece.n_rows == 0)
            SG_R(sg_gather_back)(flow->dx, SG_R(sg_d_gathered)(layer), flow->x, in, &from,
                                 gathering_of(layer));
        else if (gathering_of(layer) == SG_GATHER_MAX)
            SG_R(sg_gather_back_maxima)(flow->dx, SG_R(sg_d_gathered)(layer), flow->x,
                                        SG_R(sg_gathered)(layer), in, &from);
        else
            SG_R(sg_gather_back_rows)(flow->dx, SG_R(sg_d_gathered)(layer), in, &from,
                                      gathering_of(layer));
    }
}

/* A slice owns some rows of W (head 0) or R (head 1); the last one owns b. */
static void differentiate(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                          uint32_t slice)
{
    const sg_gradient_slice *t = &layer->slices.slice[slice];
    const size_t in = layer->in_width, out = layer->out_width;
    const sg_row_range rows = SG_R(sg_all_rows)(layer, flow);
    const SG_R(sg_dense) product = {(t->head == 0 ? SG_R(sg_gathered)(layer) : flow->x) +
                                        rows.first * in,
                                    flow->dy + rows.first * out, in, out, rows.n};
    SG_R(sg_dense_gradient)(flow->gradient, &product, t, t->head * in * out);
}

static sg_status build(SG_R(sg_layer) *layer, const SG_R(sg_layer_site) *site, sg_error *err)
{
    sg_status status = SG_OK;
    SG_R(sg_weighed) *weighed = NULL;
    layer->kept_size = SG_R(sg_gathered_size)(layer, site);
    status = SG_R(sg_weighed_open)(
        &weighed, &((const sg_sage_spec *)layer->of)->weight,
        gathering_of(layer) == SG_GATHER_MEAN ? SG_WEIGHED_MEAN : SG_WEIGHED_SUM, site, err);
    layer->own = weighed;
    SG_TRY(status);
    SG_TRY(sg_gradient_slices_of_products(&layer->slices, 2, layer->in_width, layer->out_width,
                                          layer->n_parameters, err));
done:
    return status;
}

static void close_layer(SG_R(sg_layer) *layer)
{
    SG_R(sg_weighed_close)(layer->own);
}

const SG_R(sg_layer_ops)
    SG_R(sg_sage_ops) = {.build = build,
                         .close = close_layer,
                         .forward = forward,
                         .backward_rows = backward_rows,
                         .backward = backward,
                         .differentiate = differentiate,
                         .cuts = SG_CUT_FORWARD | SG_CUT_BACKWARD | SG_CUT_SLICES};

#endif
