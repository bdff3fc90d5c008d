/* test_layer_blocks.c - blocks, repeated layers and other short forms are spelled out. */
#include "config/layer_blocks.h"

#include "config/network_section.h"
#include "experiment_trees.h"
#include "support/folder.h"

/* The member goes, wherever it stands; all else stays in order. */
static void layers_forget_that_they_repeat(void **state)
{
    (void)state;
    static const char *const text[][2] = {
        {"- encoder: {repeat: 3, a: 1, b: 2}\n", "- encoder: {a: 1, b: 2}\n"},
        {"- encoder: {a: 1, repeat: 3, b: 2}\n", "- encoder: {a: 1, b: 2}\n"},
        {"- encoder: {a: 1, b: 2, repeat: [x]}\n", "- encoder: {a: 1, b: 2}\n"},
        {"- encoder: {repeat: 3}\n", "- encoder: {}\n"},
        {"- encoder: {a: {repeat: 3}}\n", "- encoder: {a: {repeat: 3}}\n"},
        {"- encoder: [repeat]\n", "- encoder: [repeat]\n"},
        {"- repeat\n", "- repeat\n"},
        {"- {a: {repeat: 1}, b: {repeat: 1}}\n", "- {a: {repeat: 1}, b: {repeat: 1}}\n"}};
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        sg_tree tree = tree_of(text[i][0]);
        for (int again = 0; again < 2; again++) {
            sg_layer_forget_repeat(tree.root->child[0]);
            check_tree(tree.root, text[i][1]);
        }
        sg_tree_free(&tree);
    }
}

/* ---- Blocks ------------------------------------------------------------------------------------ */

/* What is written, and what that comes to. */
static const char *const SAID[][2] = {
    {"layers: [a: {}, b: {repeat: 2}]", "layers: [a: {}, b: {}, b: {}]"},
    {"layers: [a: {}, block: {layers: [b: {}, c: {repeat: 2}]}]",
     "layers: [a: {}, b: {}, c: {}, c: {}, residual: {from: 0}]"},
    {"layers: [a: {}, block: {depth: 2, drop-path: 0.1, layers: [b: {}]}]",
     "layers: [a: {}, b: {}, residual: {from: 0, drop: 0.1}, b: {}, "
     "residual: {from: 2, drop: 0.1}]"},
    /* At the beginning it comes from the input. */
    {"layers: [block: {depth: 2, layers: [b: {}]}]",
     "layers: [b: {}, residual: {}, b: {}, residual: {from: 1}]"},
    {"layers: [block: {depth: 3, residual: false, layers: [b: {}]}]",
     "layers: [b: {}, b: {}, b: {}]"},
    /* Numbers within a block are those of its layers. */
    {"layers: [a: {}, block: {depth: 2, layers: [b: {}, residual: {from: 0}, concat: [0, 1]]}]",
     "layers: [a: {}, b: {}, residual: {from: 1}, concat: [1, 2], residual: {from: 0}, "
     "b: {}, residual: {from: 5}, concat: [5, 6], residual: {from: 4}]"},
    {"layers: [a: {}, block: {residual: false, layers: [b: {}, concat: {layers: [0]}]}]",
     "layers: [a: {}, b: {}, concat: {layers: [1]}]"},
    {"layers: [a: {}, residual: {from: 0}]", "layers: [a: {}, residual: {from: 0}]"},
    /* Blocks in blocks. */
    {"layers: [a: {}, block: {depth: 2, layers: [b: {}, block: {layers: [c: {}]}]}]",
     "layers: [a: {}, b: {}, c: {}, residual: {from: 1}, residual: {from: 0}, b: {}, c: {}, "
     "residual: {from: 5}, residual: {from: 4}]"},
    {"layers: [norm: batch, norm: {affine: true}]",
     "layers: [batch-norm: {}, norm: {affine: true}]"},
    {"layers: 3", "layers: 3"},
    {"other: 3", "other: 3"}};

static void short_forms_are_spelled_out(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof SAID / sizeof *SAID; i++) {
        sg_tree tree = tree_of(SAID[i][0]);
        check_ok(sg_layers_spell_out(tree.root, "n.yml", &err));
        check_tree(tree.root, SAID[i][1]);
        sg_tree_free(&tree);
    }
}

static void what_is_wrong_is_said(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        {"layers:\n- block: {}\n", "n.yml:2:3: block.layers: a list of layers is needed"},
        {"layers:\n- block: {layers: []}\n", "n.yml:2:19: block.layers: "},
        {"layers:\n- block: 7\n", "n.yml:2:10: block"},
        {"layers:\n- block: {depth: 0, layers: [a: {}]}\n", "n.yml:2:18: block.depth: "},
        {"layers:\n- block: {dept: 2, layers: [a: {}]}\n", "did you mean \"depth\"?"},
        {"layers:\n- block: {drop-path: 1, layers: [a: {}]}\n", "block.drop-path: "},
        {"layers:\n- block: {drop-path: 0.1, residual: false, layers: [a: {}]}\n",
         "n.yml:2:3: block: drop-path is for residuals, and there is none"},
        {"layers:\n- block: {depth: 1000, layers: [a: {}]}\n", "a list of 1 to 1000 layers"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        sg_tree tree = {0};
        check_ok(sg_yaml_parse(&tree, "n.yml", bad[i][0], strlen(bad[i][0]), &err));
        check_fails(sg_layers_spell_out(tree.root, "n.yml", &err), SG_EFORMAT, bad[i][1]);
        sg_tree_free(&tree);
    }
}

/* ---- A deep network ---------------------------------------------------------------------------- */

#define HEAD                                                                                   \
    "heads: [label @ path 0..3 x2, ring @ distance 0..6, wl-edges:1 @ distance 0..2], "        \
    "at-least: 20, bias: label"
#define INPUT  "- linear: {outputs: 48, activation: leaky-relu}\n- norm: {affine: true}\n"
#define OUTPUT "- decoder: {heads: [label, ring, none], outputs: 2, pool: sum}\n"
#define BLOCK(from)                                                                            \
    "- encoder: {" HEAD "}\n- linear: {outputs: 48, activation: leaky-relu}\n"                 \
    "- norm: {affine: true}\n- dropout: {rate: 0.08}\n- residual: {from: " from "}\n"

static sg_status put_network(sg_node *map, const char *text, sg_error *err)
{
    sg_status status = SG_OK;
    sg_blueprint b = {0};
    sg_tree tree = {0};
    sg_fields f;
    SG_TRY(sg_yaml_parse(&tree, "n.yml", text, strlen(text), err));
    SG_TRY(sg_network_section_read(&b, &f, tree.root, "n.yml", err));
    SG_TRY(sg_blueprint_put(map, &b, err));
done:
    sg_blueprint_free(&b);
    sg_tree_free(&tree);
    return status;
}

/* The same model in few lines and in many. */
static void a_deep_network_is_short(void **state)
{
    (void)state;
    static const char SHORT[] =
        "input: labels\nlayers:\n" INPUT "- block:\n    depth: 4\n    layers:\n"
        "    - encoder: {" HEAD "}\n    - linear: {outputs: 48, activation: leaky-relu}\n"
        "    - norm: {affine: true}\n    - dropout: {rate: 0.08}\n" OUTPUT;
    static const char LONG[] =
        "input: labels\nlayers:\n" INPUT BLOCK("1") BLOCK("6") BLOCK("11") BLOCK("16") OUTPUT;
    sg_node *map[2] = {NULL, NULL};
    char *text[2] = {NULL, NULL};
    for (int i = 0; i < 2; i++) {
        check_ok(sg_node_make(&map[i], SG_NODE_MAP, NULL, &err));
        check_ok(put_network(map[i], i == 0 ? SHORT : LONG, &err));
        check_ok(sg_yaml_write(&text[i], map[i], &err));
    }
    assert_string_equal(text[0], text[1]);
    for (int i = 0; i < 2; i++) {
        sg_node_free(map[i]);
        sg_free(text[i]);
    }
}

/* ---- Memory ------------------------------------------------------------------------------------ */

static sg_status spell_out(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    sg_tree tree = {0};
    SG_TRY(sg_yaml_parse(&tree, "n.yml", context, strlen(context), err));
    SG_TRY(sg_layers_spell_out(tree.root, "n.yml", err));
done:
    sg_tree_free(&tree);
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    static char text[] = "layers: [norm: batch, block: {depth: 2, drop-path: 0.1, layers: "
                         "[b: {}, residual: {from: 0}]}]";
    assert_true(check_out_of_memory(spell_out, text) > 20);
}

SG_TESTS(cmocka_unit_test(layers_forget_that_they_repeat),
         cmocka_unit_test(short_forms_are_spelled_out), cmocka_unit_test(what_is_wrong_is_said),
         cmocka_unit_test(a_deep_network_is_short), cmocka_unit_test(out_of_memory))
