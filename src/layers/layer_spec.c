/* layer_spec.c - layers of networks: binding them, and what they make of a state. */
#include "layers/layer_kind.h"

#include "base/mem.h"
#include "layers/layer_numbers.h"

#include <string.h>

/* A spec that is a copy of the settings: outputs that a file leaves open are as many as there are
 * classes or targets. */
static void copy_settings(void *spec, const sg_layer_design *layer, const sg_layer_binding *to)
{
    const sg_layer_kind *kind = layer->kind;
    if (kind->settings_size > 0) memcpy(spec, layer->settings, kind->settings_size);
    for (uint32_t m = 0; m < kind->n_members; m++) {
        const sg_member_type type = kind->member[m].type;
        void *place = (char *)spec + kind->member[m].offset;
        if (type == SG_MEMBER_OUTPUTS && *(uint32_t *)place == 0)
            *(uint32_t *)place = to->n_outputs;
        if (type == SG_MEMBER_LAYER) sg_layer_number_bind(place, to->last);
        if (type == SG_MEMBER_LAYERS) sg_layer_numbers_bind(place, to->last);
    }
}

sg_status sg_layer_bind(void **spec, const sg_layer_design *layer, const sg_layer_binding *to,
                        sg_error *err)
{
    sg_status status = SG_OK;
    const sg_layer_kind *kind = layer->kind;
    const size_t size = kind->bind != NULL ? kind->spec_size : kind->settings_size;
    void *made = sg_alloc(1, size > 0 ? size : 1);
    SG_REQUIRE(made != NULL, SG_ENOMEM, "out of memory");
    if (kind->bind != NULL)
        SG_TRY(kind->bind(made, layer->settings, to, err));
    else
        copy_settings(made, layer, to);
    *spec = made;
    made = NULL;
done:
    if (made != NULL) sg_layer_unbind(made, kind);
    return status;
}

void sg_layer_unbind(void *spec, const sg_layer_kind *kind)
{
    if (spec != NULL && kind->unbind != NULL) kind->unbind(spec);
    sg_free(spec);
}

/* The product of the axes; too large ones are cut off at more than is allowed. */
static uint64_t measure_row(const sg_state *state, uint64_t most)
{
    uint64_t width = 1;
    for (uint32_t a = 0; a < state->n_axes; a++) {
        width *= state->axis[a].size;
        if (width > most) return most + 1;
    }
    return width;
}

sg_status sg_layer_state(sg_state *behind, const sg_layer_spec *layer,
                         const sg_layer_place *place, sg_error *err)
{
    static const uint64_t WIDEST = UINT64_C(1) << 28;
    sg_status status = SG_OK;
    sg_error inner = {0};
    const sg_state *before = &place->state[place->number];
    sg_state made = {.of_nodes = before->of_nodes && !layer->kind->pools,
                     .axis = {{SG_AXIS_INPUTS, before->width}},
                     .n_axes = 1};
    SG_REQUIRE(before->of_nodes || !layer->kind->needs_nodes, SG_EINVAL,
               "layer %u: needs a row per node, but a layer before it has pooled them",
               place->number);
    if (layer->kind->state != NULL) {
        const sg_status said = layer->kind->state(&made, layer->of, place, &inner);
        SG_REQUIRE(said == SG_OK, said, "layer %u: %s", place->number, inner.text);
    }
    const uint64_t width = measure_row(&made, WIDEST);
    SG_REQUIRE(width <= WIDEST, SG_ELIMIT, "layer %u: a row of more than %llu numbers",
               place->number, (unsigned long long)WIDEST);
    made.width = (uint32_t)width;
    *behind = made;
done:
    return status;
}

/* ---- For some nodes ------------------------------------------------------------------------- */

sg_status sg_layer_check_narrow(const sg_layer_spec *layer, sg_error *err)
{
    const sg_layer_kind *kind = layer->kind;
    const bool has_data = kind->bind != NULL && kind->narrow == NULL;
    const bool reaches_all = kind->hear == NULL && sg_layer_reach(kind) == SG_EVERYWHERE;
    if (!kind->pools && !kind->mixes_rows && !has_data && !reaches_all) return SG_OK;
    return sg_error_set(err, SG_EINVAL, SG_WHERE,
                        "a %s layer looks at whole graphs, so batches cannot be some of their "
                        "nodes; train without batches of nodes",
                        kind->word);
}

sg_status sg_layer_hear(sg_node_field *field, const sg_layer_spec *layer, uint32_t depth,
                        sg_error *err)
{
    if (layer->kind->hear != NULL) return layer->kind->hear(field, layer->of, depth, err);
    return sg_layer_reach(layer->kind) > 0 ? sg_node_field_hear_arcs(field, depth, err) : SG_OK;
}

sg_status sg_layer_narrow(void **spec, const sg_layer_spec *layer, const sg_node_field *field,
                          uint32_t depth, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_layer_kind *kind = layer->kind;
    const size_t size = kind->bind != NULL ? kind->spec_size : kind->settings_size;
    void *made = sg_alloc(1, size > 0 ? size : 1);
    SG_REQUIRE(made != NULL, SG_ENOMEM, "out of memory");
    if (size > 0) memcpy(made, layer->of, size);
    if (kind->narrow != NULL && (status = kind->narrow(made, field, depth, err)) != SG_OK) {
        sg_layer_narrow_free(made, kind);
        goto done;
    }
    *spec = made;
done:
    return status;
}

void sg_layer_narrow_free(void *spec, const sg_layer_kind *kind)
{
    if (spec != NULL && kind->narrow_free != NULL) kind->narrow_free(spec);
    sg_free(spec);
}

uint32_t sg_layer_heads(const sg_layer_spec *layer)
{
    return layer->kind->n_heads != NULL ? layer->kind->n_heads(layer->of) : 1;
}

sg_status sg_layer_head_text(char **text, const sg_layer_spec *layer, uint32_t head,
                             sg_error *err)
{
    sg_status status = SG_OK;
    if (layer->kind->head_text != NULL) {
        SG_TRY(layer->kind->head_text(text, layer->of, head, false, err));
        goto done;
    }
    *text = sg_text_copy(layer->kind->word);
    SG_REQUIRE(*text != NULL, SG_ENOMEM, "out of memory");
done:
    return status;
}

sg_linearity sg_layer_linearity(const sg_layer_spec *layer)
{
    return layer->kind->linearity_of != NULL ? layer->kind->linearity_of(layer->of)
                                             : layer->kind->linearity;
}
