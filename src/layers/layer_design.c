/* layer_design.c - layers of blueprints: their members are read and written by the kind's table. */
#include "layers/layer_kind.h"

#include "base/document/tree_put.h"
#include "base/mem.h"
#include "layers/edge_weight.h"
#include "layers/layer_numbers.h"

#include <string.h>

static void *place_of(const sg_layer_design *layer, const sg_member *member)
{
    return (char *)layer->settings + member->offset;
}

static void preset_member(const sg_layer_design *layer, const sg_member *member)
{
    void *place = member->type != SG_MEMBER_OWN ? place_of(layer, member) : NULL;
    const uint32_t number = (uint32_t)member->preset;
    switch (member->type) {
    case SG_MEMBER_BOOL:
        *(bool *)place = number != 0;
        break;
    case SG_MEMBER_REAL:
        *(double *)place = member->preset;
        break;
    case SG_MEMBER_WORD:
    case SG_MEMBER_OUTPUTS:
        *(uint32_t *)place = number;
        break;
    case SG_MEMBER_ACTIVATION:
        *(sg_activation *)place = (sg_activation)number;
        break;
    case SG_MEMBER_LAYER: /* {0} says none */
    case SG_MEMBER_LAYERS:
    case SG_MEMBER_WEIGHT:
    case SG_MEMBER_OWN:
        break;
    }
}

sg_status sg_layer_design_make(sg_layer_design *layer, const sg_layer_kind *kind, sg_error *err)
{
    sg_status status = SG_OK;
    sg_layer_design made = {.kind = kind};
    made.settings = sg_alloc(1, kind->settings_size > 0 ? kind->settings_size : 1);
    SG_REQUIRE(made.settings != NULL, SG_ENOMEM, "out of memory");
    for (uint32_t m = 0; m < kind->n_members; m++) preset_member(&made, &kind->member[m]);
    *layer = made;
done:
    return status;
}

void sg_layer_design_free(sg_layer_design *layer)
{
    if (layer->settings != NULL && layer->kind->release != NULL)
        layer->kind->release(layer->settings);
    sg_free(layer->settings);
    *layer = (sg_layer_design){0};
}

/* ---- Reading -------------------------------------------------------------------------------- */

sg_status sg_member_fail(const sg_fields *f, const sg_node *node, const sg_error *inner,
                         sg_error *err)
{
    if (inner->status != SG_EINVAL)
        return sg_error_set(err, inner->status, SG_WHERE, "%s", inner->text);
    return sg_tree_fail(err, f->path, node, "%s: %s", f->name, inner->text);
}

static sg_status read_activation(sg_activation *activation, sg_fields *f, const char *name,
                                 sg_error *err)
{
    sg_error inner = {0};
    const char *text = NULL;
    sg_status status = SG_OK;
    SG_TRY(sg_field_text(&text, f, name, err));
    if (text != NULL && sg_activation_parse(activation, text, &inner) != SG_OK)
        SG_TRY(sg_member_fail(f, sg_field(f, name), &inner, err));
done:
    return status;
}

/* `outputs: 10`, or `classes` or `targets`: as many as the data has. */
static sg_status read_outputs(uint32_t *outputs, sg_fields *f, const char *name, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_node *node = sg_field(f, name);
    uint64_t n = 0;
    if (node == NULL) goto done;
    if (node->kind == SG_NODE_SCALAR &&
        (strcmp(node->text, "classes") == 0 || strcmp(node->text, "targets") == 0)) {
        *outputs = 0;
        goto done;
    }
    if (sg_node_whole(&n, node, name, f->path, 1, SG_MAX_OUTPUTS, NULL) != SG_OK)
        SG_TRY(sg_tree_fail(err, f->path, node,
                            "%s.%s: a number from 1 on is needed, or classes, or targets",
                            f->name, name));
    *outputs = (uint32_t)n;
done:
    return status;
}

static sg_status read_member(sg_layer_design *layer, const sg_member *m, sg_fields *f,
                             uint32_t number, sg_error *err)
{
    switch (m->type) {
    case SG_MEMBER_BOOL:
        return sg_field_bool(place_of(layer, m), f, m->name, err);
    case SG_MEMBER_REAL:
        return sg_field_real(place_of(layer, m), f, m->name, m->least, m->most, err);
    case SG_MEMBER_WORD:
        return sg_field_choice(place_of(layer, m), f, m->name, m->words, m->n_words, err);
    case SG_MEMBER_OUTPUTS:
        return read_outputs(place_of(layer, m), f, m->name, err);
    case SG_MEMBER_ACTIVATION:
        return read_activation(place_of(layer, m), f, m->name, err);
    case SG_MEMBER_LAYER:
        return sg_layer_number_read(place_of(layer, m), f, m->name, number, err);
    case SG_MEMBER_LAYERS:
        return sg_layer_numbers_read(place_of(layer, m), f, m->name, number, err);
    case SG_MEMBER_WEIGHT:
        return sg_edge_weight_read(place_of(layer, m), f, err);
    case SG_MEMBER_OWN:
        return m->read != NULL ? m->read(layer->settings, f, number, err) : SG_OK;
    }
    return SG_OK;
}

sg_status sg_layer_design_read(sg_layer_design *layer, sg_fields *fields, uint32_t number,
                               sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t m = 0; m < layer->kind->n_members; m++) {
        const sg_member *member = &layer->kind->member[m];
        SG_TRY(read_member(layer, member, fields, number, err));
        if (member->check != NULL) SG_TRY(member->check(layer->settings, fields, err));
    }
    if (layer->kind->activates)
        SG_TRY(read_activation(&layer->activation, fields, "activation", err));
done:
    return status;
}

/* ---- Writing -------------------------------------------------------------------------------- */

static sg_status put_outputs(sg_node *map, const char *name, uint32_t outputs, sg_error *err)
{
    return outputs == 0 ? sg_put_text(map, name, "targets", err)
                        : sg_put_whole(map, name, outputs, err);
}

static sg_status put_member(sg_node *map, const sg_layer_design *layer, const sg_member *m,
                            sg_error *err)
{
    const void *place = m->type != SG_MEMBER_OWN ? place_of(layer, m) : NULL;
    switch (m->type) {
    case SG_MEMBER_BOOL:
        return sg_put_bool(map, m->name, *(const bool *)place, err);
    case SG_MEMBER_REAL:
        return sg_put_real(map, m->name, *(const double *)place, err);
    case SG_MEMBER_WORD:
        return sg_put_text(map, m->name, m->words[*(const uint32_t *)place], err);
    case SG_MEMBER_OUTPUTS:
        return put_outputs(map, m->name, *(const uint32_t *)place, err);
    case SG_MEMBER_ACTIVATION:
        return sg_put_text(map, m->name, sg_activation_name(*(const sg_activation *)place),
                           err);
    case SG_MEMBER_LAYER:
        return sg_layer_number_put(map, m->name, *(const uint32_t *)place, err);
    case SG_MEMBER_LAYERS:
        return sg_layer_numbers_put(map, m->name, place, err);
    case SG_MEMBER_WEIGHT:
        return sg_edge_weight_put(map, place, err);
    case SG_MEMBER_OWN:
        return m->put != NULL ? m->put(map, layer->settings, err) : SG_OK;
    }
    return SG_OK;
}

sg_status sg_layer_design_put(sg_node *map, const sg_layer_design *layer, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t m = 0; m < layer->kind->n_members; m++)
        SG_TRY(put_member(map, layer, &layer->kind->member[m], err));
    if (layer->kind->activates)
        SG_TRY(sg_put_text(map, "activation", sg_activation_name(layer->activation), err));
done:
    return status;
}

bool sg_layer_looks_at_edges(const sg_layer_design *layer)
{
    const sg_layer_kind *kind = layer->kind;
    bool looks = kind->looks_at_edges != NULL && kind->looks_at_edges(layer->settings);
    for (uint32_t m = 0; m < kind->n_members; m++) {
        if (kind->member[m].type != SG_MEMBER_WEIGHT) continue;
        const sg_edge_weight *weight = place_of(layer, &kind->member[m]);
        looks = looks || weight->weighs;
    }
    return looks;
}

/* ---- Behind other layers -------------------------------------------------------------------- */

static void shift_number(uint32_t *number, uint32_t n)
{
    if (*number > 0) *number += n;
}

void sg_layer_design_shift(sg_layer_design *layer, uint32_t n)
{
    for (uint32_t m = 0; m < layer->kind->n_members; m++) {
        const sg_member *member = &layer->kind->member[m];
        if (member->type == SG_MEMBER_LAYER) shift_number(place_of(layer, member), n);
        if (member->type != SG_MEMBER_LAYERS) continue;
        sg_earlier_layers *earlier = place_of(layer, member);
        for (uint32_t i = 0; i < earlier->n; i++) shift_number(&earlier->from[i], n);
    }
}
