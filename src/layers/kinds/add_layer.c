/* add_layer.c - the sum of stretches of a row, such as the outputs of several heads
 *
 *     Y[o] = sum over i: X[i outputs + o] */
#include "layers/kinds/add_layer.h"

#ifdef SG_DESCRIPTION

#include "base/document/tree_put.h"
#include "layers/layer_kind.h"

#include <stddef.h>

enum { MAX_PARTS = 1 << 20 };

static sg_status read_parts(void *self, sg_fields *f, uint32_t number, sg_error *err)
{
    (void)number;
    return sg_field_count(&((sg_add_spec *)self)->parts, f, "parts", 1, MAX_PARTS, err);
}

static sg_status put_parts(sg_node *map, const void *self, sg_error *err)
{
    const uint32_t parts = ((const sg_add_spec *)self)->parts;
    return parts > 0 ? sg_put_whole(map, "parts", parts, err) : SG_OK;
}

static const sg_member MEMBERS[] = {
    {.name = "parts",
     .type = SG_MEMBER_OWN,
     .read = read_parts,
     .put = put_parts,
     .help = "how many stretches there are; `outputs` is not used then"},
    SG_OUTPUTS_MEMBER(sg_add_spec, "numbers of a stretch: a number, or classes, or targets")};

static sg_status state_behind(sg_state *behind, const void *spec, const sg_layer_place *place,
                              sg_error *err)
{
    sg_status status = SG_OK;
    const sg_add_spec *s = spec;
    const uint32_t width = place->state[place->number].width;
    SG_REQUIRE(s->parts == 0 || width % s->parts == 0, SG_EINVAL,
               "cannot cut a row of %u numbers into %u stretches", width, s->parts);
    const uint32_t outputs = s->parts > 0 ? width / s->parts : s->outputs;
    SG_TRY(sg_state_outputs(behind, outputs, err));
    SG_REQUIRE(outputs > 0 && width % outputs == 0, SG_EINVAL,
               "cannot cut a row of %u numbers into stretches of %u", width, outputs);
done:
    return status;
}

SG_LAYER_OPS(add);

const sg_layer_kind sg_add_kind = {.word = "add",
                                   .summary = "adds up stretches of a row, such as heads",
                                   .member = MEMBERS,
                                   .n_members = sizeof MEMBERS / sizeof *MEMBERS,
                                   .settings_size = sizeof(sg_add_spec),
                                   .activates = true,
                                   .adds_stretches = true,
                                   .state = state_behind,
                                   .linearity = SG_LINEAR,
                                   SG_LAYER_COMPUTES(add)};

#else /* compiled for float and for double */

#include "layers/real/rows.h"

static void forward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                    sg_batch_piece piece)
{
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, piece);
    const size_t in = layer->in_width, out = layer->out_width;
    for (size_t r = rows.first; r < (size_t)rows.first + rows.n; r++)
        for (size_t o = 0; o < out; o++) {
            sg_real sum = 0;
            for (size_t e = o; e < in; e += out) sum += flow->x[r * in + e];
            flow->y[r * out + o] = sum;
        }
}

static void backward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                     sg_batch_piece piece)
{
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, piece);
    const size_t in = layer->in_width, out = layer->out_width;
    for (size_t r = rows.first; flow->dx != NULL && r < (size_t)rows.first + rows.n; r++)
        for (size_t e = 0; e < in; e++)
            flow->dx[r * in + e] =
                (layer->adds ? flow->dx[r * in + e] : 0) + flow->dy[r * out + e % out];
}

const SG_R(sg_layer_ops)
    SG_R(sg_add_ops) = {.forward = forward, .backward = backward, .cuts = SG_CUT_ROWS};

#endif
