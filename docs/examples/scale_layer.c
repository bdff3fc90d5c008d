/* scale_layer.c - every column of a state times a learned factor.
 *
 *     Y[r][f] = s[f] X[r][f]          dX[r][f] = s[f] dY[r][f]          ds[f] = sum over r: dY X
 *
 * With `start: zeros` a branch of a network begins as nothing and grows while it learns. */
#ifdef SG_DESCRIPTION

#include "layers/layer_kind.h"

#include <stddef.h>

typedef struct settings {
    uint32_t start;
} settings;

enum { START_ONES, START_ZEROS };

static const char *const STARTS[] = {[START_ONES] = "ones", [START_ZEROS] = "zeros"};

static const sg_member MEMBERS[] = {{.name = "start",
                                     .type = SG_MEMBER_WORD,
                                     .offset = offsetof(settings, start),
                                     .words = STARTS,
                                     .n_words = 2,
                                     .help = "what the factors are before training"}};

static void list_tensors(const sg_tensor_visitor *visitor, const void *spec,
                         const sg_state *before)
{
    const settings *s = spec;
    sg_tensor_visit(visitor, (sg_tensor){.name = "factor",
                                         .axis = {{SG_AXIS_INPUTS, before->width}},
                                         .n_axes = 1,
                                         .start = s->start == START_ZEROS ? SG_START_ZEROS
                                                                          : SG_START_ONES});
}

SG_LAYER_OPS(scale);

const sg_layer_kind sg_scale_kind = {.word = "scale",
                                     .summary = "every column times a learned factor",
                                     .member = MEMBERS,
                                     .n_members = 1,
                                     .settings_size = sizeof(settings),
                                     .tensors = list_tensors,
                                     .linearity = SG_LINEAR,
                                     SG_LAYER_COMPUTES(scale)};

#else /* compiled for float and for double */

#include "layers/real/rows.h"

static void forward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                    sg_batch_piece piece)
{
    const size_t width = layer->in_width;
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, piece);
    for (size_t r = rows.first; r < (size_t)rows.first + rows.n; r++)
        for (size_t f = 0; f < width; f++)
            flow->y[r * width + f] = flow->parameter[f] * flow->x[r * width + f];
}

/* Where another layer reads x, too, dx is added to. */
static void backward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                     sg_batch_piece piece)
{
    const size_t width = layer->in_width;
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, piece);
    if (flow->dx == NULL) return;
    for (size_t r = rows.first; r < (size_t)rows.first + rows.n; r++)
        for (size_t f = 0; f < width; f++) {
            const sg_real before = layer->adds ? flow->dx[r * width + f] : 0;
            flow->dx[r * width + f] = before + flow->parameter[f] * flow->dy[r * width + f];
        }
}

/* One slice owns all factors. */
static void differentiate(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                          uint32_t slice)
{
    const size_t width = layer->in_width;
    const sg_row_range rows = SG_R(sg_all_rows)(layer, flow);
    (void)slice;
    for (size_t r = 0; r < rows.n; r++)
        for (size_t f = 0; f < width; f++)
            flow->gradient[f] += flow->dy[r * width + f] * flow->x[r * width + f];
}

static sg_status build(SG_R(sg_layer) *layer, const SG_R(sg_layer_site) *site, sg_error *err)
{
    (void)site;
    return sg_gradient_slices_add(
        &layer->slices, (sg_gradient_slice){.n_heads = 1, .end = layer->n_parameters}, err);
}

const SG_R(sg_layer_ops) SG_R(sg_scale_ops) = {
    .build = build, .forward = forward, .backward = backward, .differentiate = differentiate};

#endif
