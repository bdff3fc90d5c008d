/* residual_layer.c - the state plus an earlier one of the same shape. */
#include "layers/kinds/residual_layer.h"

#ifdef SG_DESCRIPTION

#include "base/tree_put.h"
#include "layers/layer_kind.h"

/* Absent: the input. */
static sg_status read_from(void *settings, sg_fields *f, uint32_t number, sg_error *err)
{
    sg_status status = SG_OK;
    sg_residual_spec *residual = settings;
    uint64_t from = UINT64_MAX;
    if (number == 0)
        SG_TRY(sg_field_whole(&from, f, "from", 1, 0, err)); /* nothing comes before it */
    else
        SG_TRY(sg_field_whole(&from, f, "from", 0, number - 1, err));
    residual->from = from == UINT64_MAX ? 0 : (uint32_t)from + 1;
done:
    return status;
}

static sg_status put_from(sg_node *map, const void *settings, sg_error *err)
{
    const sg_residual_spec *residual = settings;
    return residual->from > 0 ? sg_put_whole(map, "from", residual->from - 1, err) : SG_OK;
}

static const sg_member MEMBERS[] = {{.name = "from",
                                     .type = SG_MEMBER_OWN,
                                     .read = read_from,
                                     .put = put_from,
                                     .help = "number of an earlier layer; absent: the input"}};

/* Layers of blueprints become one or two layers of the network. */
static sg_status bind(void *spec, const void *settings, const sg_layer_binding *to,
                      sg_error *err)
{
    const sg_residual_spec *residual = settings;
    (void)err;
    ((sg_residual_spec *)spec)->from =
        residual->from > 0 ? to->last[residual->from - 1] + 1 : 0;
    return SG_OK;
}

static sg_status state_behind(sg_state *behind, const void *spec, const sg_layer_place *place,
                              sg_error *err)
{
    const uint32_t from = ((const sg_residual_spec *)spec)->from;
    const sg_state *here = &place->state[place->number];
    (void)behind;
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
                                        .n_members = 1,
                                        .settings_size = sizeof(sg_residual_spec),
                                        .spec_size = sizeof(sg_residual_spec),
                                        .bind = bind,
                                        .state = state_behind,
                                        .reads = reads,
                                        .form = SG_FORM_STRAIGHT,
                                        SG_LAYER_COMPUTES(residual)};

#else /* compiled for float and for double */

#include "layers/real/rows.h"

static uint32_t other_state(const SG_R(sg_layer) *layer)
{
    return ((const sg_residual_spec *)layer->of)->from;
}

static void forward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                    sg_batch_piece piece)
{
    const sg_real *other = flow->state[other_state(layer)];
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, piece);
    const size_t first = (size_t)rows.first * layer->in_width;
    const size_t behind = first + (size_t)rows.n * layer->in_width;
    for (size_t e = first; e < behind; e++) flow->y[e] = flow->x[e] + other[e];
}

static void backward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                     sg_batch_piece piece)
{
    sg_real *d_other = flow->d_state[other_state(layer)];
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, piece);
    const size_t first = (size_t)rows.first * layer->in_width;
    const size_t behind = first + (size_t)rows.n * layer->in_width;
    for (size_t e = first; e < behind; e++) {
        if (flow->dx != NULL) flow->dx[e] = flow->dy[e] + (layer->adds ? flow->dx[e] : 0);
        if (d_other != NULL) d_other[e] += flow->dy[e];
    }
}

const SG_R(sg_layer_ops) SG_R(sg_residual_ops) = {.forward = forward, .backward = backward};

#endif
