/* test_backoff_layers.c - encoders with coarser labels are spelled out as heads that are added up. */
#include "config/backoff_layers.h"

#include "config/layer_blocks.h"
#include "experiment_trees.h"

/* What is written, and what both layers come to. */
static const char *const SAID[][3] = {
    {"encoder: {heads: [wl:2 @ edge], backoff: [none, label]}",
     "{heads: [none @ edge, label @ edge, wl:2 @ edge]}", "{parts: 3}"},
    /* Level by level; an activation comes behind the sum. */
    {"encoder: {heads: [wl:1 @ edge x2, degree @ distance 0..3], backoff: [none], activation: relu}",
     "{heads: [none @ edge x2, none @ distance 0..3, wl:1 @ edge x2, degree @ distance 0..3]}",
     "{parts: 2, activation: relu}"},
    /* Biases and thresholds are those of the heads themselves. */
    {"encoder: {bias: label, at-least: 5, at-most: 9, heads: [wl:1 @ edge, wl:2 @ edge bias wl:1 "
     "at-least 2], backoff: [none]}",
     "{heads: [none @ edge, none @ edge, wl:1 @ edge at-least 5 at-most 9 bias label, "
     "wl:2 @ edge at-least 2 at-most 9 bias wl:1]}",
     "{parts: 2}"},
    {"encoder: {heads: [label -> degree @ edge], bias: none, weight: 0, backoff: [none]}",
     "{heads: [none @ edge, label -> degree @ edge], weight: 0}", "{parts: 2}"},
    /* One decay for all, or one for each level, unless a head has its own. */
    {"encoder: {heads: [wl:1 @ edge], backoff: [none], decay: 0.1}",
     "{heads: [none @ edge, wl:1 @ edge], decay: 0.1}", "{parts: 2}"},
    {"encoder: {heads: [wl:1 @ edge, wl:2 @ edge decay 3], backoff: [none], decay: [0, 0.5]}",
     "{heads: [none @ edge decay 0, none @ edge decay 3, wl:1 @ edge decay 0.5, wl:2 @ edge "
     "decay 3]}",
     "{parts: 2}"}};

static void levels_become_heads(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof SAID / sizeof *SAID; i++) {
        sg_tree tree = tree_of(SAID[i][0]);
        sg_node *encoder = NULL, *add = NULL;
        check_ok(sg_backoff_spell_out(&encoder, &add, tree.root, "n.yml", &err));
        assert_string_equal(encoder->child[0]->key, "encoder");
        assert_string_equal(add->child[0]->key, "add");
        check_tree(encoder->child[0], SAID[i][1]);
        check_tree(add->child[0], SAID[i][2]);
        sg_node_free(encoder);
        sg_node_free(add);
        sg_tree_free(&tree);
    }
}

static void other_layers_stay(void **state)
{
    (void)state;
    static const char *const OTHERS[] = {"encoder: {heads: [label @ edge]}", "encoder: 3",
                                         "linear: {backoff: [none]}", "3", "{a: {}, b: {}}"};
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++) {
        sg_tree tree = tree_of(OTHERS[i]);
        sg_node *encoder = NULL, *add = NULL;
        check_ok(sg_backoff_spell_out(&encoder, &add, tree.root, "n.yml", &err));
        assert_true(encoder == NULL && add == NULL);
        sg_tree_free(&tree);
    }
}

/* In lists and blocks both layers count. */
static void numbers_count_both(void **state)
{
    (void)state;
    sg_tree tree = tree_of("layers: [block: {layers: [encoder: {heads: [label @ edge], "
                           "backoff: [none], repeat: 2}, residual: {from: 1}]}]");
    check_ok(sg_layers_spell_out(tree.root, "n.yml", &err));
    check_tree(tree.root,
               "layers: [encoder: {heads: [none @ edge, label @ edge]}, add: {parts: 2}, "
               "encoder: {heads: [none @ edge, label @ edge]}, add: {parts: 2}, "
               "residual: {from: 1}, residual: {}]");
    sg_tree_free(&tree);
}

static void what_is_wrong_is_said(void **state)
{
    (void)state;
    static const char *const WRONG[][2] = {
        {"encoder: {heads: [label @ edge], backoff: none}",
         "n.yml:1:43: encoder.backoff: a list of 1 to 63 labelings is needed"},
        {"encoder: {heads: [label @ edge], backoff: []}", "encoder.backoff: a list of 1 to 63"},
        {"encoder: {heads: [label @ edge], backoff: [nome]}",
         "n.yml:1:44: encoder.backoff: \"nome\", column 1: unknown labeling"},
        {"encoder: {heads: [label @ edge], backoff: [[none]]}",
         "n.yml:1:44: encoder.backoff: "},
        {"encoder: {heads: label @ edge, backoff: [none]}",
         "n.yml:1:18: encoder.heads: a list of heads is needed"},
        {"encoder: {backoff: [none]}", "encoder.heads: a list of heads is needed"},
        {"encoder: {heads: [label], backoff: [none]}",
         "n.yml:1:19: encoder.heads: head \"label\": there is no '@'"},
        {"encoder: {heads: [label @ edge], backoff: [none], decay: [1, 2, 3]}",
         "n.yml:1:58: encoder.decay: 3 numbers for 2 levels"},
        {"encoder: {heads: [label @ edge], backoff: [none], decay: [1, x]}",
         "n.yml:1:62: encoder.decay"},
        {"encoder: {heads: [label @ edge], backoff: [none], at-least: 0}",
         "n.yml:1:61: encoder.at-least"}};
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        sg_tree tree = tree_of(WRONG[i][0]);
        sg_node *encoder = NULL, *add = NULL;
        check_fails(sg_backoff_spell_out(&encoder, &add, tree.root, "n.yml", &err), SG_EFORMAT,
                    WRONG[i][1]);
        assert_true(encoder == NULL && add == NULL);
        sg_tree_free(&tree);
    }
}

SG_TESTS(cmocka_unit_test(levels_become_heads), cmocka_unit_test(other_layers_stay),
         cmocka_unit_test(numbers_count_both), cmocka_unit_test(what_is_wrong_is_said))
