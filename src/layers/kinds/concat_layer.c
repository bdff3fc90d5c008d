/* concat_layer.c - earlier states side by side: jumping knowledge (Xu, Li, Tian, Sonobe, Kawarabayashi
 * and Jegelka 2018).  The state before it counts only where it is among them. */
#include "layers/kinds/concat_layer.h"

#ifdef SG_DESCRIPTION

#include "layers/layer_kind.h"

static const sg_member MEMBERS[] = {{.name = "layers",
                                     .type = SG_MEMBER_LAYERS,
                                     .help = "numbers of earlier layers, as in [2, 4, 6]"}};

static sg_status state_behind(sg_state *behind, const void *spec, const sg_layer_place *place,
                              sg_error *err)
{
    sg_status status = SG_OK;
    const sg_concat_spec *concat = spec;
    const bool of_nodes = place->state[place->number].of_nodes;
    uint64_t width = 0;
    SG_REQUIRE(concat->n > 0 && concat->n <= SG_MAX_EARLIER, SG_EINVAL,
               "concat: 1 to %d layers are needed", (int)SG_MAX_EARLIER);
    for (uint32_t i = 0; i < concat->n; i++) {
        const uint32_t from = concat->from[i];
        SG_REQUIRE(from <= place->number, SG_EINVAL, "concat: layer %u does not come before it",
                   from - 1);
        SG_REQUIRE(place->state[from].of_nodes == of_nodes, SG_EINVAL,
                   "concat: layer %u has a row per %s, but here is one per %s", from - 1,
                   of_nodes ? "graph" : "node", of_nodes ? "node" : "graph");
        width += place->state[from].width;
    }
    SG_REQUIRE(width <= UINT32_MAX, SG_ELIMIT, "concat: a row of too many numbers");
    SG_TRY(sg_state_outputs(behind, (uint32_t)width, err));
done:
    return status;
}

static uint32_t reads(const void *spec, uint32_t i)
{
    const sg_concat_spec *concat = spec;
    return i < concat->n ? concat->from[i] : SG_NO_STATE;
}

SG_LAYER_OPS(concat);

const sg_layer_kind sg_concat_kind = {.word = "concat",
                                      .summary = "earlier states side by side",
                                      .member = MEMBERS,
                                      .n_members = 1,
                                      .shorthand = "layers",
                                      .settings_size = sizeof(sg_concat_spec),
                                      .state = state_behind,
                                      .reads = reads,
                                      .linearity = SG_LINEAR,
                                      SG_LAYER_COMPUTES(concat)};

#else /* compiled for float and for double */

#include "base/mem.h"
#include "layers/real/rows.h"

#include <string.h>

static void forward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                    sg_batch_piece piece)
{
    const sg_concat_spec *concat = layer->of;
    const uint32_t *width = layer->own;
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, piece);
    for (size_t r = rows.first; r < (size_t)rows.first + rows.n; r++) {
        sg_real *y = flow->y + r * layer->out_width;
        for (uint32_t i = 0; i < concat->n; y += width[i++])
            memcpy(y, flow->state[concat->from[i]] + r * width[i], width[i] * sizeof *y);
    }
}

/* Where the state before it is not among the others, it has no gradient from here. */
static void backward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                     sg_batch_piece piece)
{
    const sg_concat_spec *concat = layer->of;
    const uint32_t *width = layer->own;
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, piece);
    if (flow->dx != NULL && !layer->adds)
        memset(flow->dx + (size_t)rows.first * layer->in_width, 0,
               (size_t)rows.n * layer->in_width * sizeof *flow->dx);
    for (size_t r = rows.first; r < (size_t)rows.first + rows.n; r++) {
        const sg_real *dy = flow->dy + r * layer->out_width;
        for (uint32_t i = 0; i < concat->n; dy += width[i++]) {
            sg_real *to = flow->d_state[concat->from[i]];
            for (size_t f = 0; to != NULL && f < width[i]; f++) to[r * width[i] + f] += dy[f];
        }
    }
}

/* The widths of the states. */
static sg_status build(SG_R(sg_layer) *layer, const SG_R(sg_layer_site) *site, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_concat_spec *concat = layer->of;
    uint32_t *width = NULL;
    SG_ALLOC(width, concat->n);
    for (uint32_t i = 0; i < concat->n; i++) width[i] = site->state[concat->from[i]].width;
    layer->own = width;
done:
    return status;
}

static void close_layer(SG_R(sg_layer) *layer)
{
    sg_free(layer->own);
}

const SG_R(sg_layer_ops) SG_R(sg_concat_ops) = {.build = build,
                                                .close = close_layer,
                                                .forward = forward,
                                                .backward = backward,
                                                .cuts = SG_CUT_ROWS};

#endif
