/* residual_layer.c - the state plus an earlier one of the same shape:  Y = X + E
 *
 * With `drop` (stochastic depth, Huang et al. 2016) a graph has Y = E with this probability in
 * training, and else Y = X / (1 - drop) + E.  The choice is drawn anew in backward from the same
 * stream, named by layer, step and graph. */
#include "layers/kinds/residual_layer.h"

#ifdef SG_DESCRIPTION

#include "base/document/tree_put.h"
#include "layers/layer_kind.h"

#include <stddef.h>

static sg_status read_drop(void *settings, sg_fields *f, uint32_t number, sg_error *err)
{
    (void)number;
    return sg_field_real(&((sg_residual_spec *)settings)->drop, f, "drop", 0, 0.999, err);
}

/* Absent: 0, as in files that are older than it. */
static sg_status put_drop(sg_node *map, const void *settings, sg_error *err)
{
    const sg_residual_spec *residual = settings;
    return residual->drop > 0 ? sg_put_real(map, "drop", residual->drop, err) : SG_OK;
}

static const sg_member MEMBERS[] = {
    {.name = "from",
     .type = SG_MEMBER_LAYER,
     .offset = offsetof(sg_residual_spec, from),
     .help = "number of an earlier layer; absent: the input"},
    {.name = "drop",
     .type = SG_MEMBER_OWN,
     .read = read_drop,
     .put = put_drop,
     .help = "while training, the probability that a graph has the earlier state alone"}};

static sg_status state_behind(sg_state *behind, const void *spec, const sg_layer_place *place,
                              sg_error *err)
{
    const uint32_t from = ((const sg_residual_spec *)spec)->from;
    const double drop = ((const sg_residual_spec *)spec)->drop;
    const sg_state *here = &place->state[place->number];
    (void)behind;
    if (!(drop >= 0 && drop < 1))
        return sg_error_set(err, SG_EINVAL, SG_WHERE,
                            "residual: drop must be in [0, 1), not %g", drop);
    if (from > place->number)
        return sg_error_set(err, SG_EINVAL, SG_WHERE,
                            "residual: layer %u does not come before it", from - 1);
    const sg_state *other = &place->state[from];
    if (other->width == here->width && other->of_nodes == here->of_nodes) return SG_OK;
    return sg_error_set(err, SG_EINVAL, SG_WHERE,
                        "residual: %u numbers per %s cannot be added to %u per %s",
                        other->width, other->of_nodes ? "node" : "graph", here->width,
                        here->of_nodes ? "node" : "graph");
}

static uint32_t reads(const void *spec, uint32_t i)
{
    return i == 0 ? ((const sg_residual_spec *)spec)->from : SG_NO_STATE;
}

SG_LAYER_OPS(residual);

const sg_layer_kind sg_residual_kind = {.word = "residual",
                                        .summary = "adds an earlier state",
                                        .member = MEMBERS,
                                        .n_members = sizeof MEMBERS / sizeof *MEMBERS,
                                        .settings_size = sizeof(sg_residual_spec),
                                        .state = state_behind,
                                        .reads = reads,
                                        .linearity = SG_LINEAR,
                                        SG_LAYER_COMPUTES(residual)};

#else /* compiled for float and for double */

#include "base/rng.h"
#include "layers/real/rows.h"

static uint32_t other_state(const SG_R(sg_layer) *layer)
{
    return ((const sg_residual_spec *)layer->of)->from;
}

/* What graph i multiplies X by. */
static sg_real factor_of(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow, uint32_t i)
{
    const double drop = ((const sg_residual_spec *)layer->of)->drop;
    if (!flow->training || drop == 0) return 1;
    const uint64_t words[3] = {layer->number, flow->step, flow->batch->span[i].graph};
    sg_rng rng = sg_rng_stream(layer->seed, words, 3);
    return sg_rng_uniform(&rng) < drop ? 0 : (sg_real)(1 / (1 - drop));
}

/* The elements of graph i that are in a piece. */
typedef struct stretch {
    size_t first, behind;
} stretch;

static stretch elements_of(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                           sg_batch_piece piece, uint32_t i)
{
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, sg_piece_of_span(piece, i));
    const size_t first = (size_t)rows.first * layer->in_width;
    return (stretch){first, first + (size_t)rows.n * layer->in_width};
}

static void forward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                    sg_batch_piece piece)
{
    const sg_real *other = flow->state[other_state(layer)];
    for (uint32_t i = piece.first; i < piece.behind; i++) {
        const sg_real factor = factor_of(layer, flow, i);
        const stretch at = elements_of(layer, flow, piece, i);
        for (size_t e = at.first; e < at.behind; e++)
            flow->y[e] = factor * flow->x[e] + other[e];
    }
}

static void backward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                     sg_batch_piece piece)
{
    sg_real *d_other = flow->d_state[other_state(layer)];
    for (uint32_t i = piece.first; i < piece.behind; i++) {
        const sg_real factor = factor_of(layer, flow, i);
        const stretch at = elements_of(layer, flow, piece, i);
        for (size_t e = at.first; e < at.behind; e++) {
            if (flow->dx != NULL)
                flow->dx[e] = factor * flow->dy[e] + (layer->adds ? flow->dx[e] : 0);
            if (d_other != NULL) d_other[e] += flow->dy[e];
        }
    }
}

const SG_R(sg_layer_ops)
    SG_R(sg_residual_ops) = {.forward = forward, .backward = backward, .cuts = SG_CUT_ROWS};

#endif
