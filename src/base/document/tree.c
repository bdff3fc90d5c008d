/* tree.c - nodes that know their parent, so that no walk over them needs a stack. */
#include "base/document/tree.h"

#include "base/mem.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void release(sg_node *node)
{
    sg_free(node->text);
    sg_free(node->key);
    sg_free(node->child);
    sg_free(node);
}

/* From the last leaf up: a node goes when its children are gone. */
void sg_node_free(sg_node *node)
{
    if (node == NULL) return;
    node->parent = NULL;
    while (node != NULL) {
        if (node->n_children > 0) {
            node = node->child[--node->n_children];
            continue;
        }
        sg_node *parent = node->parent;
        release(node);
        node = parent;
    }
}

void sg_tree_free(sg_tree *tree)
{
    sg_node_free(tree->root);
    sg_free(tree->path);
    *tree = (sg_tree){0};
}

sg_status sg_node_make(sg_node **node, sg_node_kind kind, const char *text, sg_error *err)
{
    assert((kind == SG_NODE_SCALAR) == (text != NULL));
    sg_status status = SG_OK;
    sg_node *made = NULL;
    SG_ALLOC(made, 1);
    made->kind = kind;
    if (text != NULL) {
        made->text = sg_text_copy(text);
        SG_REQUIRE(made->text != NULL, SG_ENOMEM, "out of memory");
    }
    *node = made;
    made = NULL;
done:
    sg_node_free(made);
    return status;
}

/* Let `node` hang in the place of `old`: same key, same place of the key. */
static void take_place(sg_node *node, sg_node *old, sg_node **slot)
{
    sg_free(node->key);
    node->key = old->key;
    old->key = NULL;
    node->key_line = old->key_line;
    node->key_column = old->key_column;
    node->parent = old->parent;
    *slot = node;
    sg_node_free(old);
}

/* Where `node` hangs; it must hang somewhere. */
static sg_node **slot_of(const sg_node *node)
{
    sg_node **slot = node->parent->child;
    while (*slot != node) slot++;
    return slot;
}

static sg_status make_room(sg_node *parent, sg_error *err)
{
    return sg_grow(&parent->child, &parent->capacity, parent->n_children + 1, sizeof(sg_node *),
                   err);
}

static void hang(sg_node *parent, sg_node *child)
{
    child->parent = parent;
    parent->child[parent->n_children++] = child;
}

sg_status sg_node_append(sg_node *parent, const char *key, sg_node **child, sg_error *err)
{
    assert(parent->kind == (key != NULL ? SG_NODE_MAP : SG_NODE_LIST));
    assert((*child)->parent == NULL);
    sg_status status = SG_OK;
    char *copy = NULL;
    SG_TRY(make_room(parent, err));
    if (key != NULL) {
        copy = sg_text_copy(key);
        SG_REQUIRE(copy != NULL, SG_ENOMEM, "out of memory");
    }
    sg_free((*child)->key);
    (*child)->key = copy;
    hang(parent, *child);
    *child = NULL;
done:
    return status;
}

sg_status sg_node_add(sg_node *parent, const char *key, sg_node **child, sg_error *err)
{
    sg_node *old = key != NULL ? sg_node_member(parent, key) : NULL;
    if (old == NULL) return sg_node_append(parent, key, child, err);
    assert((*child)->parent == NULL);
    take_place(*child, old, slot_of(old));
    *child = NULL;
    return SG_OK;
}

/* A copy of the node without its children. */
static sg_status copy_alone(sg_node **copy, const sg_node *node, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *made = NULL;
    SG_TRY(sg_node_make(&made, node->kind, node->text, err));
    if (node->key != NULL) {
        made->key = sg_text_copy(node->key);
        SG_REQUIRE(made->key != NULL, SG_ENOMEM, "out of memory");
    }
    made->line = node->line;
    made->column = node->column;
    made->quoted = node->quoted;
    made->key_line = node->key_line;
    made->key_column = node->key_column;
    *copy = made;
    made = NULL;
done:
    sg_node_free(made);
    return status;
}

/* How many children the copy of a node has says which comes next. */
sg_status sg_node_copy(sg_node **copy, const sg_node *node, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *top = NULL;
    SG_TRY(copy_alone(&top, node, err));
    const sg_node *from = node;
    for (sg_node *to = top, *child = NULL; to != NULL;) {
        if (to->n_children == from->n_children) {
            from = from->parent;
            to = to->parent;
            continue;
        }
        SG_TRY(make_room(to, err));
        from = from->child[to->n_children];
        SG_TRY(copy_alone(&child, from, err));
        hang(to, child);
        to = child;
    }
    *copy = top;
    top = NULL;
done:
    sg_node_free(top);
    return status;
}

void sg_node_forget_places(sg_node *node)
{
    node->column = 0;
    for (sg_node *at = node;;) {
        at->line = at->key_line = at->key_column = 0;
        /* Until a node is left, its column counts the children that were visited. */
        if (at->column < at->n_children) {
            at = at->child[at->column++];
            at->column = 0;
            continue;
        }
        at->column = 0;
        if (at == node) return;
        at = at->parent;
    }
}

sg_node *sg_node_member(const sg_node *map, const char *key)
{
    if (map == NULL || map->kind != SG_NODE_MAP) return NULL;
    for (size_t i = 0; i < map->n_children; i++)
        if (strcmp(map->child[i]->key, key) == 0) return map->child[i];
    return NULL;
}

bool sg_node_is_null(const sg_node *node)
{
    return node->kind == SG_NODE_SCALAR && !node->quoted &&
           (node->text[0] == '\0' || strcmp(node->text, "~") == 0 ||
            strcmp(node->text, "null") == 0);
}

sg_status sg_tree_replace(sg_node *root, sg_node *node, sg_node **replacement, sg_error *err)
{
    assert((*replacement)->parent == NULL);
    sg_status status = SG_OK;
    const sg_node *above = node->parent;
    while (above != NULL && above != root) above = above->parent;
    SG_REQUIRE(above != NULL, SG_EINVAL, "tree: only a node below the root can be replaced");
    take_place(*replacement, node, slot_of(node));
    *replacement = NULL;
done:
    return status;
}

sg_status sg_tree_fail(sg_error *err, const char *path, const sg_node *node, const char *fmt,
                       ...)
{
    /* Longer than the error's own text, so that whoever fills that cuts it, and cleanly. */
    char text[sizeof err->text + 8];
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    if (path == NULL || (node != NULL && node->line == 0))
        return sg_error_set(err, SG_EFORMAT, SG_WHERE, "%s", text);
    const sg_place place = {path, node != NULL ? node->line : 0,
                            node != NULL ? node->column : 0};
    return sg_error_at(err, SG_EFORMAT, SG_WHERE, place, "%s", text);
}
