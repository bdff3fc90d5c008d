/* blueprint.c - reading and writing blueprints: each layer's members are its kind's business. */
#include "model/blueprint.h"

#include "base/document/tree_put.h"
#include "base/mem.h"

#include <assert.h>
#include <stdio.h>

void sg_blueprint_free(sg_blueprint *blueprint)
{
    for (uint32_t l = 0; l < blueprint->n_layers; l++)
        sg_layer_design_free(&blueprint->layer[l]);
    sg_free(blueprint->layer);
    sg_free(blueprint->path);
    sg_inputs_free(&blueprint->input);
    *blueprint = (sg_blueprint){0};
}

/* ---- Reading --------------------------------------------------------------------------------- */

static sg_status find_kind(const sg_layer_kind **kind, const sg_node *item, const char *path,
                           sg_error *err)
{
    sg_error inner = {0};
    if (item->kind != SG_NODE_MAP || item->n_children != 1)
        return sg_tree_fail(err, path, item,
                            "layers: each item is one layer, as in - encoder: {...}");
    const sg_status status = sg_layer_kind_find(kind, item->child[0]->key, &inner);
    if (status == SG_EINVAL) return sg_tree_fail(err, path, item, "layers: %s", inner.text);
    return status == SG_OK ? SG_OK : sg_error_set(err, status, SG_WHERE, "%s", inner.text);
}

/* A value in place of members is that of the kind's shorthand: *made is the map that is meant then. */
static sg_status members_of(sg_node **made, const sg_node *value, const sg_layer_kind *kind,
                            sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *map = NULL, *copy = NULL;
    if (kind->shorthand == NULL || value->kind == SG_NODE_MAP || sg_node_is_null(value))
        goto done;
    SG_TRY(sg_node_make(&map, SG_NODE_MAP, NULL, err));
    map->line = value->line;
    map->column = value->column;
    SG_TRY(sg_node_copy(&copy, value, err));
    SG_TRY(sg_node_add(map, kind->shorthand, &copy, err));
    *made = map;
    map = NULL;
done:
    sg_node_free(copy);
    sg_node_free(map);
    return status;
}

static sg_status read_layer(sg_layer_design *layer, const sg_node *item, uint32_t number,
                            const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_layer_kind *kind = NULL;
    sg_node *made = NULL;
    sg_fields f;
    char name[80];
    SG_TRY(find_kind(&kind, item, path, err));
    assert(kind != NULL);
    SG_TRY(sg_layer_design_make(layer, kind, err));
    layer->line = (uint32_t)item->line;
    (void)snprintf(name, sizeof name, "layers.%u.%s", number, kind->word);
    SG_TRY(members_of(&made, item->child[0], kind, err));
    SG_TRY(sg_fields_open(&f, made != NULL ? made : item->child[0], name, path, err));
    SG_TRY(sg_layer_design_read(layer, &f, number, err));
    SG_TRY(sg_fields_finish(&f, err));
done:
    sg_node_free(made);
    return status;
}

sg_status sg_blueprint_read(sg_blueprint *blueprint, sg_fields *fields, sg_error *err)
{
    sg_status status = SG_OK;
    sg_blueprint made = {0};
    SG_TRY(sg_inputs_read(&made.input, fields, err));
    SG_TRY(sg_field_real(&made.noise, fields, "noise", 0, 1e6, err));
    const sg_node *layers = sg_field(fields, "layers");
    if (layers == NULL || layers->kind != SG_NODE_LIST || layers->n_children == 0 ||
        layers->n_children > SG_MAX_LAYERS) {
        status = sg_tree_fail(err, fields->path, layers != NULL ? layers : fields->map,
                              "layers: a list of 1 to %d layers is needed", SG_MAX_LAYERS);
        goto done;
    }
    SG_ALLOC(made.layer, layers->n_children);
    for (uint32_t l = 0; l < layers->n_children; l++) {
        made.n_layers++;
        SG_TRY(read_layer(&made.layer[l], layers->child[l], l, fields->path, err));
    }
    *blueprint = made;
    made = (sg_blueprint){0};
done:
    sg_blueprint_free(&made);
    return status;
}

/* ---- Writing --------------------------------------------------------------------------------- */

sg_status sg_blueprint_put(sg_node *map, const sg_blueprint *blueprint, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *layers = NULL;
    SG_TRY(sg_inputs_put(map, &blueprint->input, err));
    SG_TRY(sg_put_real(map, "noise", blueprint->noise, err));
    SG_TRY(sg_put_list(&layers, map, "layers", err));
    for (uint32_t l = 0; l < blueprint->n_layers; l++) {
        const sg_layer_design *layer = &blueprint->layer[l];
        sg_node *item = NULL, *members = NULL;
        SG_TRY(sg_put_map(&item, layers, NULL, err));
        SG_TRY(sg_put_map(&members, item, layer->kind->word, err));
        SG_TRY(sg_layer_design_put(members, layer, err));
    }
done:
    return status;
}

/* ---- Needs ----------------------------------------------------------------------------------- */

/* Through its words, which say all of it. */
sg_status sg_blueprint_copy(sg_blueprint *copy, const sg_blueprint *blueprint, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *map = NULL;
    sg_fields f;
    SG_TRY(sg_node_make(&map, SG_NODE_MAP, NULL, err));
    SG_TRY(sg_blueprint_put(map, blueprint, err));
    SG_TRY(sg_fields_open(&f, map, "model", "model", err));
    SG_TRY(sg_blueprint_read(copy, &f, err));
done:
    sg_node_free(map);
    return status;
}

sg_item_kind sg_blueprint_item(const sg_blueprint *blueprint)
{
    for (uint32_t l = 0; l < blueprint->n_layers; l++)
        if (blueprint->layer[l].kind->pools) return SG_ITEM_GRAPH;
    return SG_ITEM_NODE;
}

sg_status sg_blueprint_fail(const sg_blueprint *blueprint, uint32_t layer,
                            const sg_error *inner, sg_error *err)
{
    const uint32_t line = blueprint->layer[layer].line;
    if (inner->status != SG_EINVAL || blueprint->path == NULL || line == 0)
        return sg_error_set(err, inner->status, SG_WHERE, "%s", inner->text);
    return sg_error_at(err, SG_EINVAL, SG_WHERE, (sg_place){blueprint->path, line, 0}, "%s",
                       inner->text);
}

sg_status sg_blueprint_needs(const sg_need_visitor *visitor, const sg_blueprint *blueprint,
                             sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t i = 0; i < blueprint->input.n; i++) {
        const sg_need need = {.labels = blueprint->input.part[i].labels};
        if (need.labels != NULL) SG_TRY(visitor->visit(visitor->context, &need, err));
    }
    for (uint32_t l = 0; l < blueprint->n_layers; l++) {
        const sg_layer_design *layer = &blueprint->layer[l];
        sg_error inner = {0};
        if (layer->kind->needs != NULL &&
            layer->kind->needs(visitor, layer->settings, &inner) != SG_OK)
            SG_TRY(sg_blueprint_fail(blueprint, l, &inner, err));
    }
done:
    return status;
}
