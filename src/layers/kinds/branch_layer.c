/* branch_layer.c - goes on from an earlier state:  Y = E
 *
 * What the layers since then have computed is not lost: a later concat or residual reads it.  So a network
 * may have several towers, each with layers and a pool of its own, that begin with the same rows of nodes.
 * E may have a row per node where the state before has one per graph. */
#include "layers/kinds/branch_layer.h"

#ifdef SG_DESCRIPTION

#include "layers/layer_kind.h"

#include <stddef.h>

static const sg_member MEMBERS[] = {{.name = "from",
                                     .type = SG_MEMBER_LAYER,
                                     .offset = offsetof(sg_branch_spec, from),
                                     .help = "number of an earlier layer; absent: the input"}};

static sg_status state_behind(sg_state *behind, const void *spec, const sg_layer_place *place,
                              sg_error *err)
{
    const uint32_t from = ((const sg_branch_spec *)spec)->from;
    if (from > place->number)
        return sg_error_set(err, SG_EINVAL, SG_WHERE,
                            "branch: layer %u does not come before it", from - 1);
    *behind = place->state[from];
    return SG_OK;
}

static uint32_t reads(const void *spec, uint32_t i)
{
    return i == 0 ? ((const sg_branch_spec *)spec)->from : SG_NO_STATE;
}

SG_LAYER_OPS(branch);

const sg_layer_kind sg_branch_kind = {.word = "branch",
                                      .summary = "goes on from an earlier state",
                                      .member = MEMBERS,
                                      .n_members = 1,
                                      .settings_size = sizeof(sg_branch_spec),
                                      .goes_back = true,
                                      .state = state_behind,
                                      .reads = reads,
                                      .linearity = SG_LINEAR,
                                      SG_LAYER_COMPUTES(branch)};

#else /* compiled for float and for double */

#include "layers/real/rows.h"

#include <string.h>

static uint32_t other_state(const SG_R(sg_layer) *layer)
{
    return ((const sg_branch_spec *)layer->of)->from;
}

static void forward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                    sg_batch_piece piece)
{
    const sg_row_range rows = sg_batch_rows(flow->batch, piece, layer->out_nodes);
    const size_t first = (size_t)rows.first * layer->out_width;
    memcpy(flow->y + first, flow->state[other_state(layer)] + first,
           (size_t)rows.n * layer->out_width * sizeof *flow->y);
}

/* The state before it has no gradient from here, unless it is the one that the branch begins with. */
static void backward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                     sg_batch_piece piece)
{
    const sg_row_range before = SG_R(sg_rows_of)(layer, flow, piece),
                       rows = sg_batch_rows(flow->batch, piece, layer->out_nodes);
    const size_t first = (size_t)rows.first * layer->out_width;
    sg_real *d_other = flow->d_state[other_state(layer)];
    if (flow->dx != NULL && !layer->adds)
        memset(flow->dx + (size_t)before.first * layer->in_width, 0,
               (size_t)before.n * layer->in_width * sizeof *flow->dx);
    if (d_other == NULL) return;
    for (size_t e = first; e < first + (size_t)rows.n * layer->out_width; e++)
        d_other[e] += flow->dy[e];
}

const SG_R(sg_layer_ops) SG_R(sg_branch_ops) = {.forward = forward, .backward = backward};

#endif
