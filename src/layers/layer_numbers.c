/* layer_numbers.c - numbers of earlier layers in files, settings and specs. */
#include "layers/layer_numbers.h"

#include "base/document/tree_put.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- In files ------------------------------------------------------------------------------- */

sg_status sg_layer_number_read(uint32_t *from, sg_fields *f, const char *name, uint32_t number,
                               sg_error *err)
{
    sg_status status = SG_OK;
    uint64_t said = UINT64_MAX;
    const sg_node *given = sg_field(f, name);
    if (number == 0 && given != NULL)
        SG_TRY(sg_tree_fail(err, f->path, given,
                            "%s.%s: no layer comes before it; leave it out", f->name, name));
    if (number > 0) SG_TRY(sg_field_whole(&said, f, name, 0, number - 1, err));
    *from = said == UINT64_MAX ? 0 : (uint32_t)said + 1;
done:
    return status;
}

sg_status sg_layer_numbers_read(sg_earlier_layers *layers, sg_fields *f, const char *name,
                                uint32_t number, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_node *list = sg_field(f, name);
    if (list == NULL || list->kind != SG_NODE_LIST || list->n_children == 0 ||
        list->n_children > SG_MAX_EARLIER)
        return sg_tree_fail(err, f->path, list != NULL ? list : f->map,
                            "%s: %s: a list of 1 to %d numbers of earlier layers is needed",
                            f->name, name, (int)SG_MAX_EARLIER);
    if (number == 0)
        return sg_tree_fail(err, f->path, list, "%s: no layer comes before it", f->name);
    for (uint32_t i = 0; i < list->n_children; i++) {
        char item[100];
        uint64_t from = 0;
        (void)snprintf(item, sizeof item, "%.60s.%.20s.%u", f->name, name, i);
        SG_TRY(sg_node_whole(&from, list->child[i], item, f->path, 0, number - 1, err));
        layers->from[i] = (uint32_t)from + 1;
    }
    layers->n = (uint32_t)list->n_children;
done:
    return status;
}

sg_status sg_layer_number_put(sg_node *map, const char *name, uint32_t from, sg_error *err)
{
    return from > 0 ? sg_put_whole(map, name, from - 1, err) : SG_OK;
}

sg_status sg_layer_numbers_put(sg_node *map, const char *name, const sg_earlier_layers *layers,
                               sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *list = NULL;
    SG_TRY(sg_put_list(&list, map, name, err));
    for (uint32_t i = 0; i < layers->n; i++)
        SG_TRY(sg_put_whole(list, NULL, layers->from[i] - 1, err));
done:
    return status;
}

/* ---- In networks ---------------------------------------------------------------------------- */

void sg_layer_number_bind(uint32_t *from, const uint32_t *last)
{
    if (*from > 0) *from = last[*from - 1] + 1;
}

void sg_layer_numbers_bind(sg_earlier_layers *layers, const uint32_t *last)
{
    for (uint32_t i = 0; i < layers->n; i++) sg_layer_number_bind(&layers->from[i], last);
}

/* ---- Shifted -------------------------------------------------------------------------------- */

static sg_status shift_number(sg_node *number, size_t by, sg_error *err)
{
    sg_status status = SG_OK;
    uint64_t from = 0;
    char text[32];
    sg_node *shifted = NULL;
    if (number == NULL || sg_node_whole(&from, number, "", "", 0, UINT32_MAX, NULL) != SG_OK)
        goto done;
    (void)snprintf(text, sizeof text, "%" PRIu64, from + by);
    SG_TRY(sg_node_make(&shifted, SG_NODE_SCALAR, text, err));
    shifted->line = number->line;
    shifted->column = number->column;
    SG_TRY(sg_tree_replace(number->parent, number, &shifted, err));
done:
    sg_node_free(shifted);
    return status;
}

/* What a file says of a member; NULL: nothing. */
static sg_node *find_member(sg_node *value, const sg_layer_kind *kind, const char *name)
{
    if (value->kind == SG_NODE_MAP) return sg_node_member(value, name);
    return kind->shorthand != NULL && strcmp(kind->shorthand, name) == 0 ? value : NULL;
}

sg_status sg_layer_shift_numbers(sg_node *value, const sg_layer_kind *kind, size_t by,
                                 sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t m = 0; by > 0 && m < kind->n_members; m++) {
        const sg_member_type type = kind->member[m].type;
        if (type != SG_MEMBER_LAYER && type != SG_MEMBER_LAYERS) continue;
        sg_node *member = find_member(value, kind, kind->member[m].name);
        if (type == SG_MEMBER_LAYER) SG_TRY(shift_number(member, by, err));
        const bool is_list =
            type == SG_MEMBER_LAYERS && member != NULL && member->kind == SG_NODE_LIST;
        for (size_t i = 0; is_list && i < member->n_children; i++)
            SG_TRY(shift_number(member->child[i], by, err));
    }
done:
    return status;
}
