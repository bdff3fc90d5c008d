/* yaml.h - YAML and JSON files as trees, strictly.
 *
 *     sg_tree tree = {0};
 *     SG_TRY(sg_yaml_open(&tree, "runs/NCI1.yml", err));
 *     ... base/document/fields.h
 *     sg_tree_free(&tree);
 *
 * YAML 1.1 as people write it: block and flow style, quotes, comments.  What makes YAML surprising
 * is refused with the place: anchors and aliases, tags, directives, more than one document, keys
 * that stand twice or are no scalars, tabs as indentation, invisible characters, nesting deeper than
 * 64.  JSON files are such documents, too, as long as keys are short, a colon follows in the same
 * line, and no character is written as two \u escapes.  Scalars stay text: what is a number or true
 * is decided by who reads the tree (base/document/fields.h), so `no` is not false.
 *
 * Columns count characters, not bytes.
 */
#ifndef SG_TEXT_YAML_H
#define SG_TEXT_YAML_H

#include "base/document/tree.h"

enum {
    SG_YAML_MAX_SIZE = 1 << 24, /* bytes of a document                    */
    SG_YAML_MAX_NODES = 1 << 20,
    SG_YAML_MAX_DEPTH = 64, /* lists and maps inside of one another   */
    SG_YAML_MAX_KEY = 200   /* bytes of a key                         */
};

/* Read a file into an empty tree.
 * Fails with SG_ENOTFOUND, SG_EIO, SG_EFORMAT (path:line:column, what was found, what is allowed;
 * also for a file without content), SG_ELIMIT (larger than 16 MiB, or more than a million values) or
 * SG_ENOMEM.  Time O(n log n). */
sg_status sg_yaml_open(sg_tree *tree, const char *path, sg_error *err);

/* The same for `size` bytes in memory; `path` is what messages call them. */
sg_status sg_yaml_parse(sg_tree *tree, const char *path, const char *text, size_t size,
                        sg_error *err);

/* Write a node as YAML, block style for maps and lists of maps, flow style for short lists of
 * scalars; scalars in quotes where they need them.  Reading the text gives the same tree: the same
 * keys and texts in the same order, and what was a number, true or null is one again, nothing else.
 * *text is released with sg_free.
 * Fails with SG_EINVAL (a text is not UTF-8), SG_ELIMIT (what sg_yaml_parse would refuse as too deep,
 * or a key as too long) or SG_ENOMEM. */
sg_status sg_yaml_write(char **text, const sg_node *node, sg_error *err);

#endif
