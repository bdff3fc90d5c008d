/* fuzz_yaml.c - a text becomes a tree, is written, read again, and means the same. */
#include "fuzz/fuzz.h"

#include "base/document/fields.h"
#include "base/mem.h"
#include "support/same_tree.h"
#include "text/yaml.h"

/* What every node of a tree that was read promises; returns the number of nodes. */
static size_t check_node(const sg_node *node, unsigned depth)
{
    FUZZ_CHECK(node->line >= 1 && node->column >= 1);
    FUZZ_CHECK((node->text != NULL) == (node->kind == SG_NODE_SCALAR));
    FUZZ_CHECK(node->kind == SG_NODE_SCALAR || depth < SG_YAML_MAX_DEPTH);
    size_t n_nodes = 1;
    for (size_t i = 0; i < node->n_children; i++) {
        const sg_node *child = node->child[i];
        FUZZ_CHECK(child->parent == node);
        FUZZ_CHECK((child->key != NULL) == (node->kind == SG_NODE_MAP));
        if (child->key != NULL) {
            FUZZ_CHECK(child->key_line >= 1 && child->key_column >= 1);
            FUZZ_CHECK(sg_node_member(node, child->key) == child); /* no other has its name */
        }
        n_nodes += check_node(child, depth + 1);
    }
    return n_nodes;
}

/* Whoever reads a value gets one that was allowed, or a message. */
static void check_values(const sg_node *node)
{
    for (size_t i = 0; i < node->n_children; i++) check_values(node->child[i]);
    sg_error err = {0};
    double real = -1;
    uint64_t whole = 8;
    const char *text = NULL;
    if (sg_node_real(&real, node, "x", "memory.yml", SG_ABOVE_ZERO, 7, &err) == SG_OK)
        FUZZ_CHECK(real > 0 && real <= 7);
    else
        FUZZ_CHECK(real == -1 && err.text[0] != '\0');
    err = (sg_error){0};
    if (sg_node_whole(&whole, node, "x", "memory.yml", 0, 7, &err) == SG_OK)
        FUZZ_CHECK(whole <= 7);
    else
        FUZZ_CHECK(whole == 8 && err.text[0] != '\0');
    if (sg_node_text(&text, node, "x", "memory.yml", NULL) == SG_OK)
        FUZZ_CHECK(text == node->text);
}

static void check_unknown_keys(const sg_node *root)
{
    sg_fields fields;
    sg_error err = {0};
    if (sg_fields_open(&fields, root, NULL, "memory.yml", &err) != SG_OK) return;
    (void)sg_field(&fields, "layers");
    (void)sg_field(&fields, "learning-rate");
    const sg_status status = sg_fields_finish(&fields, &err);
    FUZZ_CHECK((status == SG_OK) == (err.text[0] == '\0'));
}

static void check_round_trip(const sg_node *root)
{
    char *text = NULL, *again = NULL;
    sg_tree tree = {0};
    FUZZ_CHECK(sg_yaml_write(&text, root, NULL) == SG_OK);
    FUZZ_CHECK(sg_yaml_parse(&tree, "again.yml", text, strlen(text), NULL) == SG_OK);
    FUZZ_CHECK(same_tree(root, tree.root));
    FUZZ_CHECK(sg_yaml_write(&again, tree.root, NULL) == SG_OK);
    FUZZ_CHECK(strcmp(text, again) == 0);
    sg_free(again);
    sg_free(text);
    sg_tree_free(&tree);
}

/* The text itself as a path into its own tree: found or not, made or not. */
static void check_paths(sg_node *root, const uint8_t *bytes, size_t size)
{
    char path[64] = {0};
    memcpy(path, bytes, size < sizeof path ? size : sizeof path - 1);
    sg_node *found = NULL, *made = NULL;
    const sg_status status = sg_tree_find(&found, root, path, false, NULL);
    FUZZ_CHECK((status == SG_OK) == (found != NULL));
    if (sg_tree_find(&made, root, path, true, NULL) != SG_OK) return;
    FUZZ_CHECK(status != SG_OK || made == found);
    FUZZ_CHECK(sg_tree_find(&found, root, path, false, NULL) == SG_OK && found == made);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const long live = sg_mem_live();
    sg_error err = {0};
    sg_tree tree = {0};
    const sg_status status =
        sg_yaml_parse(&tree, "memory.yml", (const char *)bytes, size, &err);
    FUZZ_CHECK((status == SG_OK) == (err.text[0] == '\0'));
    FUZZ_CHECK((status == SG_OK) == (tree.root != NULL));
    if (status == SG_OK) {
        FUZZ_CHECK(check_node(tree.root, 0) <= size + 1);
        check_values(tree.root);
        check_unknown_keys(tree.root);
        check_round_trip(tree.root);
        sg_node *copy = NULL;
        FUZZ_CHECK(sg_node_copy(&copy, tree.root, NULL) == SG_OK);
        FUZZ_CHECK(identical_tree(copy, tree.root));
        check_paths(copy, bytes, size);
        sg_node_free(copy);
    } else {
        FUZZ_CHECK(strncmp(err.text, "memory.yml:", 11) == 0);
    }
    sg_tree_free(&tree);
    FUZZ_CHECK(sg_mem_live() == live);
    return 0;
}
