/* same_tree.h - whether two trees mean the same, for tests and fuzz targets.
 *
 * In a header, because fuzz targets link nothing but the library.
 */
#ifndef SG_TESTS_SUPPORT_SAME_TREE_H
#define SG_TESTS_SUPPORT_SAME_TREE_H

#include "base/document/tree.h"
#include "base/number.h"

#include <string.h>

/* Whether quotes matter: the text is a number, true, false or null without them. */
static inline bool means_something(const char *text)
{
    double number;
    return sg_number_real(&number, text, strlen(text)) || strcmp(text, "true") == 0 ||
           strcmp(text, "false") == 0 || strcmp(text, "null") == 0 || strcmp(text, "~") == 0 ||
           text[0] == '\0';
}

static inline bool same_text(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/* The same keys and texts in the same order, in quotes or not where that changes nothing. */
static inline bool same_tree(const sg_node *a, const sg_node *b)
{
    if (a->kind != b->kind || a->n_children != b->n_children || !same_text(a->text, b->text) ||
        !same_text(a->key, b->key))
        return false;
    if (a->quoted != b->quoted && means_something(a->text)) return false;
    for (size_t i = 0; i < a->n_children; i++)
        if (b->child[i]->parent != b || !same_tree(a->child[i], b->child[i])) return false;
    return true;
}

/* The same, and at the same places. */
static inline bool identical_tree(const sg_node *a, const sg_node *b)
{
    if (a->line != b->line || a->column != b->column || a->key_line != b->key_line ||
        a->key_column != b->key_column || a->quoted != b->quoted || !same_text(a->key, b->key))
        return false;
    if (a->n_children != b->n_children) return false;
    for (size_t i = 0; i < a->n_children; i++)
        if (!identical_tree(a->child[i], b->child[i])) return false;
    return same_tree(a, b);
}

#endif
