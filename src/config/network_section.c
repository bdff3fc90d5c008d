/* network_section.c - layers as the file has them: repeated ones, and which can follow which. */
#include "config/network_section.h"

#include "base/wording.h"
#include "config/experiment_parts.h"

#include <stdio.h>

static const char REPEAT[] = "repeat";

/* ---- Repetition ----------------------------------------------------------------------------- */

/* The map of a layer's members, or NULL where the item is none; then others complain. */
static sg_node *members_of(const sg_node *item)
{
    const bool is_layer = item->kind == SG_NODE_MAP && item->n_children == 1;
    return is_layer && item->child[0]->kind == SG_NODE_MAP ? item->child[0] : NULL;
}

void sgi_layer_forget_repeat(sg_node *item)
{
    sg_node *members = members_of(item);
    sg_node *repeat = sg_node_member(members, REPEAT);
    if (repeat == NULL) return;
    size_t i = 0;
    while (members->child[i] != repeat) i++;
    members->n_children--;
    for (; i < members->n_children; i++) members->child[i] = members->child[i + 1];
    sg_node_free(repeat);
}

static sg_status read_repeat(uint64_t *n, const sg_node *item, size_t number, const char *path,
                             sg_error *err)
{
    char name[40];
    const sg_node *repeat = sg_node_member(members_of(item), REPEAT);
    *n = 1;
    if (repeat == NULL) return SG_OK;
    (void)snprintf(name, sizeof name, "layers.%zu.%s", number, REPEAT);
    return sg_node_whole(n, repeat, name, path, 1, SG_MAX_LAYERS, err);
}

/* Append an item n times without its `repeat`. */
static sg_status append_times(sg_node *list, const sg_node *item, uint64_t n, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *copy = NULL;
    for (uint64_t i = 0; i < n; i++) {
        SG_TRY(sg_node_copy(&copy, item, err));
        sgi_layer_forget_repeat(copy);
        SG_TRY(sg_node_append(list, NULL, &copy, err));
    }
done:
    sg_node_free(copy);
    return status;
}

/* Put repeated layers in the place of those that say `repeat`. */
static sg_status expand(sg_node *root, const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *expanded = NULL;
    sg_node *layers = sg_node_member(root, "layers");
    if (layers == NULL || layers->kind != SG_NODE_LIST) goto done;
    SG_TRY(sg_node_make(&expanded, SG_NODE_LIST, NULL, err));
    expanded->line = layers->line;
    expanded->column = layers->column;
    for (size_t l = 0; l < layers->n_children; l++) {
        uint64_t n = 1;
        SG_TRY(read_repeat(&n, layers->child[l], l, path, err));
        if (expanded->n_children + n > SG_MAX_LAYERS)
            SG_TRY(sg_tree_fail(err, path, layers->child[l],
                                "layers: a list of 1 to %d layers is wanted",
                                (int)SG_MAX_LAYERS));
        SG_TRY(append_times(expanded, layers->child[l], n, err));
    }
    SG_TRY(sg_tree_replace(root, layers, &expanded, err));
done:
    sg_node_free(expanded);
    return status;
}

/* ---- Order ---------------------------------------------------------------------------------- */

/* `layers` is the list that the blueprint was read from. */
static sg_status check_order(const sg_blueprint *blueprint, const sg_node *layers,
                             const char *path, sg_error *err)
{
    bool pooled = false;
    sg_words words = {0};
    for (uint32_t l = 0; l < blueprint->n_layers; l++) {
        const sg_layer_kind *kind = blueprint->layer[l].kind;
        if (pooled && kind->needs_nodes)
            return sg_tree_fail(err, path, layers->child[l],
                                "layers.%u.%s: it needs a row per node, but a layer before it "
                                "has pooled them",
                                l, kind->word);
        pooled = pooled || kind->pools;
    }
    if (pooled) return SG_OK;
    return sg_tree_fail(err, path, layers,
                        "layers: no layer gives a row per graph; there must be a %s",
                        sg_layer_kinds_that_pool(&words));
}

/* ---- All of it ------------------------------------------------------------------------------ */

sg_status sg_network_section_read(sg_blueprint *blueprint, sg_fields *fields, sg_node *root,
                                  const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    sg_blueprint made = {0};
    SG_TRY(expand(root, path, err));
    SG_TRY(sg_fields_open(fields, root, NULL, path, err));
    SG_TRY(sg_blueprint_read(&made, fields, err));
    SG_TRY(check_order(&made, sg_node_member(root, "layers"), path, err));
    *blueprint = made;
    made = (sg_blueprint){0};
done:
    sg_blueprint_free(&made);
    return status;
}
