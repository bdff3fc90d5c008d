/* tree.h - a document as a tree of mappings, lists and scalars that know where they stand.
 *
 * What a YAML or JSON file becomes before anybody gives it a meaning.  Every node knows its line and
 * column, so that whoever finds fault with a value can say where it is:
 *
 *     const sg_node *layers = sg_node_member(tree->root, "layers");
 *     if (layers == NULL || layers->kind != SG_NODE_LIST)
 *         return sg_tree_fail(err, tree->path, layers, "layers: a list is wanted");
 *
 * Reading members strictly, with hints for misspelt names, is what base/document/fields.h is for.
 */
#ifndef SG_BASE_DOCUMENT_TREE_H
#define SG_BASE_DOCUMENT_TREE_H

#include "base/status.h"

typedef enum sg_node_kind { SG_NODE_SCALAR, SG_NODE_LIST, SG_NODE_MAP } sg_node_kind;

typedef struct sg_node sg_node;

struct sg_node {
    sg_node_kind kind;
    uint32_t line, column; /* from 1; 0: made by the program, not read                     */
    char *text;            /* scalar: its characters, UTF-8                                */
    bool quoted;           /* scalar: written in quotes, so never a number, true or null   */
    char *key;             /* where the parent is a map: the name of this member           */
    uint32_t key_line, key_column;
    sg_node *parent; /* the list or map that owns this node; NULL: nobody, or a tree     */
    sg_node **child; /* [n_children] owned; list items or map members in file order      */
    size_t n_children, capacity;
};

typedef struct sg_tree {
    sg_node *root;
    char *path; /* what messages call the document: "runs/NCI1.yml" */
} sg_tree;

/* Release everything and make the tree empty. */
void sg_tree_free(sg_tree *tree);

/* Release a node that hangs nowhere, with all below it; NULL is fine. */
void sg_node_free(sg_node *node);

/* Make a node; `text` is copied (NULL for lists and maps).  Fails with SG_ENOMEM. */
sg_status sg_node_make(sg_node **node, sg_node_kind kind, const char *text, sg_error *err);

/* Append a child to a list (`key` is NULL), or a member called `key` (copied) to a map; *child
 * moves and becomes NULL on success.  A key that is there already is replaced in its place.
 * Fails with SG_ENOMEM.  Time O(members). */
sg_status sg_node_add(sg_node *parent, const char *key, sg_node **child, sg_error *err);

/* The same in constant time, for keys that are known to be new. */
sg_status sg_node_append(sg_node *parent, const char *key, sg_node **child, sg_error *err);

/* A deep copy with the same positions, key included, that hangs nowhere.  Fails with SG_ENOMEM. */
sg_status sg_node_copy(sg_node **copy, const sg_node *node, sg_error *err);

/* Make a node and all below it look made by the program.  For values that come from elsewhere, the
 * command line say, before they are put into the tree of a file: messages would call it the place
 * of what stands there. */
void sg_node_forget_places(sg_node *node);

/* The member called `key` of a map, or NULL; also NULL for nodes that are no maps. */
sg_node *sg_node_member(const sg_node *map, const char *key);

/* Whether a scalar stands for "no value": nothing, ~ or null, without quotes. */
bool sg_node_is_null(const sg_node *node);

/* Find the node that a path of names and list positions leads to: "layers.0.heads.1".  Layers are
 * lists of maps with a single member (`- encoder: {...}`); such a member's name may be left out:
 * "layers.0.heads" finds layers[0].encoder.heads.
 *
 * With `create`, missing map members are made, as empty scalars for the last name and maps before
 * it; list positions must exist.
 * Fails with SG_ENOTFOUND (the text names the part that does not exist and the nearest name) or
 * SG_ENOMEM; the tree is then unchanged. */
sg_status sg_tree_find(sg_node **node, sg_node *root, const char *path, bool create,
                       sg_error *err);

/* Put `*replacement` in the place of `node` below `root` (not the root itself): key and order stay.
 * `node` is released, *replacement moves and becomes NULL.
 * Fails with SG_EINVAL where `node` is not below `root`. */
sg_status sg_tree_replace(sg_node *root, sg_node *node, sg_node **replacement, sg_error *err);

/* Report "path:line:column: " and the message.  Without a node it is "path: " alone; for a node that
 * was not read from a file, or without a path, there is no place at all.  Returns SG_EFORMAT. */
SG_PRINTF(4, 5)
sg_status sg_tree_fail(sg_error *err, const char *path, const sg_node *node, const char *fmt,
                       ...);

#endif
