/* norm_layer.c - layer normalization of every row, as torch does it, through the kernels.
 *
 *     y = (x - mean) / sqrt(variance + eps) [gain + shift],  biased variance, eps = 1e-5
 *
 * `kept` holds the mean of every row, then 1 / sqrt(variance + eps) of every row. */
#include "layers/kinds/norm_layer.h"

#ifdef SG_DESCRIPTION

#include "layers/layer_kind.h"

#include <stddef.h>

static const sg_member MEMBERS[] = {{.name = "affine",
                                     .type = SG_MEMBER_BOOL,
                                     .offset = offsetof(sg_norm_spec, affine),
                                     .help = "learn a gain and a shift for every column"}};

static void list_tensors(const sg_tensor_visitor *visitor, const void *spec,
                         const sg_state *before)
{
    const sg_axis columns = {SG_AXIS_INPUTS, before->width};
    if (!((const sg_norm_spec *)spec)->affine) return;
    sg_tensor_visit(
        visitor,
        (sg_tensor){.name = "gain", .axis = {columns}, .n_axes = 1, .start = SG_START_ONES});
    sg_tensor_visit(
        visitor,
        (sg_tensor){.name = "shift", .axis = {columns}, .n_axes = 1, .start = SG_START_ZEROS});
}

SG_LAYER_OPS(norm);

const sg_layer_kind sg_norm_kind = {.word = "norm",
                                    .summary = "every row to mean 0 and variance 1",
                                    .member = MEMBERS,
                                    .n_members = 1,
                                    .settings_size = sizeof(sg_norm_spec),
                                    .tensors = list_tensors,
                                    SG_LAYER_COMPUTES(norm)};

#else /* compiled for float and for double */

#include "kernels/kernels.h"
#include "layers/real/rows.h"

static SG_R(sg_layer_norm) norm_of(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                                   sg_row_range rows)
{
    const bool affine = ((const sg_norm_spec *)layer->of)->affine;
    return (SG_R(sg_layer_norm)){.n_rows = rows.n,
                                 .width = layer->in_width,
                                 .gain = affine ? flow->parameter : NULL,
                                 .shift = affine ? flow->parameter + layer->in_width : NULL,
                                 .mean = layer->kept + rows.first,
                                 .scale = layer->kept + layer->kept_size / 2 + rows.first};
}

static void forward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                    sg_batch_piece piece)
{
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, piece);
    const SG_R(sg_layer_norm) norm = norm_of(layer, flow, rows);
    const size_t first = (size_t)rows.first * layer->in_width;
    SG_BEST(sg_kernels)()->layer_norm(flow->y + first, &norm, flow->x + first);
}

/* Where others add to dx too, it is computed aside row by row. */
static void backward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                     sg_batch_piece piece)
{
    const SG_R(sg_kernels) *k = SG_BEST(sg_kernels)();
    const uint32_t width = layer->in_width;
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, piece);
    if (flow->dx == NULL) return;
    if (!layer->adds) {
        const SG_R(sg_layer_norm) norm = norm_of(layer, flow, rows);
        const size_t first = (size_t)rows.first * width;
        k->layer_norm_gradient(flow->dx + first, NULL, NULL, &norm, flow->dy + first,
                               flow->x + first);
        return;
    }
    for (uint32_t r = rows.first; r < rows.first + rows.n; r++) {
        const SG_R(sg_layer_norm) norm = norm_of(layer, flow, (sg_row_range){r, 1});
        const size_t first = (size_t)r * width;
        k->layer_norm_gradient(flow->scratch, NULL, NULL, &norm, flow->dy + first,
                               flow->x + first);
        k->add(flow->dx + first, 1, flow->scratch, width);
    }
}

static void differentiate(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                          uint32_t slice)
{
    (void)slice;
    const uint32_t width = layer->in_width;
    const sg_row_range rows = SG_R(sg_all_rows)(layer, flow);
    const SG_R(sg_layer_norm) norm = norm_of(layer, flow, rows);
    for (uint32_t r = 0; r < rows.n; r++) {
        const size_t first = (rows.first + (size_t)r) * width;
        const sg_real *x = flow->x + first, *dy = flow->dy + first;
        for (uint32_t f = 0; f < width; f++) {
            flow->gradient[f] += dy[f] * ((x[f] - norm.mean[r]) * norm.scale[r]);
            flow->gradient[width + f] += dy[f];
        }
    }
}

/* Room for the mean and the scale of every row. */
static sg_status build(SG_R(sg_layer) *layer, const SG_R(sg_layer_site) *site, sg_error *err)
{
    layer->kept_size = 2 * (size_t)(layer->in_nodes ? site->max_rows : site->max_spans);
    layer->scratch_size = layer->in_width;
    return sg_gradient_slices_add(
        &layer->slices,
        (sg_gradient_slice){SG_GRADIENT_WEIGHTS, 0, 1, 0, 0, layer->n_parameters}, err);
}

const SG_R(sg_layer_ops) SG_R(sg_norm_ops) = {.build = build,
                                              .forward = forward,
                                              .backward = backward,
                                              .differentiate = differentiate,
                                              .cuts = SG_CUT_ROWS | SG_CUT_SLICES};

#endif
