/* experiment_trees.h - documents of experiments before they are read, for tests of the parts that read
 * them. */
#ifndef SG_TESTS_UNIT_CONFIG_EXPERIMENT_TREES_H
#define SG_TESTS_UNIT_CONFIG_EXPERIMENT_TREES_H

#include "experiment_texts.h"

#include "config/experiment_parts.h"
#include "text/yaml.h"

/* A document that is called e.yml. */
static inline sg_tree tree_of(const char *text)
{
    sg_tree tree = {0};
    check_ok(sg_yaml_parse(&tree, "e.yml", text, strlen(text), &err));
    return tree;
}

/* An experiment of which nothing but the document is there. */
static inline sg_experiment unread(const char *text)
{
    return (sg_experiment){.tree = tree_of(text)};
}

/* Compare a document with a text that means the same. */
static inline void check_tree(const sg_node *found, const char *expected)
{
    sg_tree tree = tree_of(expected);
    char *a = NULL, *b = NULL;
    check_ok(sg_yaml_write(&a, found, &err));
    check_ok(sg_yaml_write(&b, tree.root, &err));
    assert_string_equal(a, b);
    sg_free(a);
    sg_free(b);
    sg_tree_free(&tree);
}

#endif
