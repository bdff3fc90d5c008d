/* layer_blocks.c - a list of layers is copied item by item; blocks go on with their own lists. */
#include "config/layer_blocks.h"

#include "base/document/fields.h"
#include "base/document/tree_put.h"
#include "config/backoff_layers.h"
#include "model/blueprint.h"

#include <stdio.h>
#include <string.h>

static const char REPEAT[] = "repeat";

/* What is being made. */
typedef struct writing {
    sg_node *list;
    const char *path;
    size_t first; /* of the block that is being written; 0 outside of all */
} writing;

/* ---- Repetition ----------------------------------------------------------------------------- */

/* The map of a layer's members, or NULL where the item is none; then others complain. */
static sg_node *members_of(const sg_node *item)
{
    const bool is_layer = item->kind == SG_NODE_MAP && item->n_children == 1;
    return is_layer && item->child[0]->kind == SG_NODE_MAP ? item->child[0] : NULL;
}

void sg_layer_forget_repeat(sg_node *item)
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

/* ---- Single layers -------------------------------------------------------------------------- */

static bool is_kind(const sg_node *item, const char *word)
{
    return item->kind == SG_NODE_MAP && item->n_children == 1 &&
           strcmp(item->child[0]->key, word) == 0;
}

/* Numbers of a block's layers become those of all layers; what is no layer others complain about. */
static sg_status shift_numbers(sg_node *item, size_t by, sg_error *err)
{
    const sg_layer_kind *kind = NULL;
    const bool named = item->kind == SG_NODE_MAP && item->n_children == 1;
    if (!named || sg_layer_kind_find(&kind, item->child[0]->key, NULL) != SG_OK) return SG_OK;
    return sg_layer_shift_numbers(item->child[0], kind, by, err);
}

/* `norm: batch` is a batch-norm; *meant stays NULL for all others. */
static sg_status read_norm(sg_node **meant, const sg_node *item, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *map = NULL, *members = NULL;
    const sg_node *value = is_kind(item, "norm") ? item->child[0] : NULL;
    if (value == NULL || value->kind != SG_NODE_SCALAR || strcmp(value->text, "batch") != 0)
        goto done;
    SG_TRY(sg_node_make(&map, SG_NODE_MAP, NULL, err));
    SG_TRY(sg_put_map(&members, map, "batch-norm", err));
    map->line = item->line;
    map->column = item->column;
    *meant = map;
    map = NULL;
done:
    sg_node_free(map);
    return status;
}

static sg_status append_one(const writing *w, const sg_node *item, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *copy = NULL;
    if (w->list->n_children >= SG_MAX_LAYERS)
        SG_TRY(sg_tree_fail(err, w->path, item, "layers: a list of 1 to %d layers is needed",
                            (int)SG_MAX_LAYERS));
    SG_TRY(read_norm(&copy, item, err));
    if (copy == NULL) SG_TRY(sg_node_copy(&copy, item, err));
    sg_layer_forget_repeat(copy);
    SG_TRY(shift_numbers(copy, w->first, err));
    SG_TRY(sg_node_append(w->list, NULL, &copy, err));
done:
    sg_node_free(copy);
    return status;
}

/* A layer, or both that an encoder with `backoff` stands for. */
static sg_status append(const writing *w, const sg_node *item, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *encoder = NULL, *add = NULL;
    SG_TRY(sg_backoff_spell_out(&encoder, &add, item, w->path, err));
    SG_TRY(append_one(w, encoder != NULL ? encoder : item, err));
    if (add != NULL) SG_TRY(append_one(w, add, err));
done:
    sg_node_free(encoder);
    sg_node_free(add);
    return status;
}

/* ---- Blocks --------------------------------------------------------------------------------- */

typedef struct block {
    const sg_node *layers;
    uint32_t depth;
    bool residual;
    double drop;
} block;

static sg_status read_block(block *b, const sg_node *item, const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    sg_fields f;
    *b = (block){.depth = 1, .residual = true};
    SG_TRY(sg_fields_open(&f, item->child[0], "block", path, err));
    b->layers = sg_field(&f, "layers");
    SG_TRY(sg_field_count(&b->depth, &f, "depth", 1, SG_MAX_LAYERS, err));
    SG_TRY(sg_field_bool(&b->residual, &f, "residual", err));
    SG_TRY(sg_field_real(&b->drop, &f, "drop-path", 0, 0.999, err));
    SG_TRY(sg_fields_finish(&f, err));
    if (b->layers == NULL || b->layers->kind != SG_NODE_LIST || b->layers->n_children == 0)
        SG_TRY(sg_tree_fail(err, path, b->layers != NULL ? b->layers : item,
                            "block.layers: a list of layers is needed"));
    if (b->drop > 0 && !b->residual)
        SG_TRY(sg_tree_fail(err, path, item,
                            "block: drop-path is for residuals, and there is none"));
done:
    return status;
}

/* Behind a block, from what is before it. */
static sg_status append_residual(const writing *w, const block *b, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *item = NULL, *members = NULL;
    const writing outside = {w->list, w->path, 0};
    SG_TRY(sg_node_make(&item, SG_NODE_MAP, NULL, err));
    item->line = b->layers->line;
    item->column = b->layers->column;
    SG_TRY(sg_put_map(&members, item, "residual", err));
    if (w->first > 0) SG_TRY(sg_put_whole(members, "from", w->first - 1, err));
    if (b->drop > 0) SG_TRY(sg_put_real(members, "drop", b->drop, err));
    SG_TRY(append(&outside, item, err));
done:
    sg_node_free(item);
    return status;
}

static sg_status append_items(const writing *w, const sg_node *layers, sg_error *err);

/* Blocks in blocks go as deep as the document does, which its reader limits. */
static sg_status append_block(const writing *w, const sg_node *item, sg_error *err)
{
    sg_status status = SG_OK;
    block b;
    SG_TRY(read_block(&b, item, w->path, err));
    for (uint32_t i = 0; i < b.depth; i++) {
        const writing inside = {w->list, w->path, w->list->n_children};
        SG_TRY(append_items(&inside, b.layers, err));
        if (b.residual) SG_TRY(append_residual(&inside, &b, err));
    }
done:
    return status;
}

static sg_status append_items(const writing *w, const sg_node *layers, sg_error *err)
{
    sg_status status = SG_OK;
    for (size_t l = 0; l < layers->n_children; l++) {
        const sg_node *item = layers->child[l];
        uint64_t n = 1;
        if (is_kind(item, "block")) {
            SG_TRY(append_block(w, item, err));
            continue;
        }
        SG_TRY(read_repeat(&n, item, l, w->path, err));
        for (uint64_t i = 0; i < n; i++) SG_TRY(append(w, item, err));
    }
done:
    return status;
}

/* ---- All of it ------------------------------------------------------------------------------ */

sg_status sg_layers_spell_out(sg_node *root, const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *made = NULL;
    sg_node *layers = sg_node_member(root, "layers");
    if (layers == NULL || layers->kind != SG_NODE_LIST) goto done;
    SG_TRY(sg_node_make(&made, SG_NODE_LIST, NULL, err));
    made->line = layers->line;
    made->column = layers->column;
    const writing w = {made, path, 0};
    SG_TRY(append_items(&w, layers, err));
    SG_TRY(sg_tree_replace(root, layers, &made, err));
done:
    sg_node_free(made);
    return status;
}
