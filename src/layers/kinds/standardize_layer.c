/* standardize_layer.c - numbers of the input to mean 0 and variance 1
 *
 *     Y = (X - mean) / deviation
 *
 * Both are measured once, before training, over the nodes of the items to train on (sg_learner_measure);
 * they are tensors and so in model files.  One-hot columns and ones stay as they are. */
#include "layers/kinds/standardize_layer.h"

#ifdef SG_DESCRIPTION

#include "layers/layer_kind.h"

static sg_status state_behind(sg_state *behind, const void *spec, const sg_layer_place *place,
                              sg_error *err)
{
    (void)spec;
    (void)behind;
    if (place->at_input) return SG_OK;
    return sg_error_set(err, SG_EINVAL, SG_WHERE,
                        "standardizes the input and can only be the first layer, or follow a "
                        "branch that begins with the input");
}

static void list_tensors(const sg_tensor_visitor *visitor, const void *spec,
                         const sg_state *before)
{
    const sg_axis columns = {SG_AXIS_INPUTS, before->width};
    (void)spec;
    sg_tensor_visit(visitor, (sg_tensor){.name = "mean",
                                         .axis = {columns},
                                         .n_axes = 1,
                                         .start = SG_START_INPUT_MEANS,
                                         .kept = true});
    sg_tensor_visit(visitor, (sg_tensor){.name = "deviation",
                                         .axis = {columns},
                                         .n_axes = 1,
                                         .start = SG_START_INPUT_DEVIATIONS,
                                         .kept = true});
}

SG_LAYER_OPS(standardize);

const sg_layer_kind sg_standardize_kind = {
    .word = "standardize",
    .summary = "numbers of the input to mean 0 and variance 1 over the training items",
    .settings_size = sizeof(sg_standardize_spec),
    .needs_nodes = true,
    .reach = SG_OWN_ROW,
    .state = state_behind,
    .tensors = list_tensors,
    .linearity = SG_LINEAR,
    SG_LAYER_COMPUTES(standardize)};

#else /* compiled for float and for double */

#include "layers/real/rows.h"

/* A deviation of 0, as a damaged file may have it, counts as 1. */
static sg_real divisor(sg_real deviation)
{
    return deviation != 0 ? deviation : 1;
}

static void forward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                    sg_batch_piece piece)
{
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, piece);
    const size_t width = layer->in_width;
    const sg_real *mean = flow->parameter, *deviation = mean + width;
    for (size_t r = rows.first; r < (size_t)rows.first + rows.n; r++)
        for (size_t f = 0; f < width; f++)
            flow->y[r * width + f] = (flow->x[r * width + f] - mean[f]) / divisor(deviation[f]);
}

static void backward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                     sg_batch_piece piece)
{
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, piece);
    const size_t width = layer->in_width;
    const sg_real *deviation = flow->parameter + width;
    for (size_t r = rows.first; flow->dx != NULL && r < (size_t)rows.first + rows.n; r++)
        for (size_t f = 0; f < width; f++) {
            const size_t e = r * width + f;
            flow->dx[e] = (layer->adds ? flow->dx[e] : 0) + flow->dy[e] / divisor(deviation[f]);
        }
}

/* Statistics do not learn, so nothing is differentiated. */
const SG_R(sg_layer_ops)
    SG_R(sg_standardize_ops) = {.forward = forward, .backward = backward, .cuts = SG_CUT_ROWS};

#endif
