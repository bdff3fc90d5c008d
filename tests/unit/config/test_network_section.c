/* test_network_section.c - repeated layers, layers in an impossible order, and what else is there. */
#include "config/network_section.h"

#include "experiment_trees.h"
#include "support/layer_text.h"

static sg_status read(sg_blueprint *blueprint, const char *text, sg_error *err)
{
    sg_status status = SG_OK;
    sg_blueprint made = {0};
    sg_tree tree = {0};
    sg_fields f;
    SG_TRY(sg_yaml_parse(&tree, "n.yml", text, strlen(text), err));
    SG_TRY(sg_network_section_read(&made, &f, tree.root, "n.yml", err));
    (void)sg_field(&f, "train");
    SG_TRY(sg_fields_finish(&f, err));
    *blueprint = made;
    made = (sg_blueprint){0};
done:
    sg_blueprint_free(&made);
    sg_tree_free(&tree);
    return status;
}

#define ENCODER "- encoder: {heads: [\"degree @ edge\"]"
#define DECODER "- decoder: {heads: [degree]}\n"

static void layers_are_repeated(void **state)
{
    (void)state;
    sg_blueprint b = {0};
    check_ok(read(&b, "layers:\n" ENCODER ", repeat: 3}\n" DECODER "train: 1\n", &err));
    assert_int_equal(b.n_layers, 4);
    for (int l = 0; l < 3; l++)
        check_layer(&b.layer[l],
                    "{'encoder':{'heads':['degree @ edge'],'activation':'identity'}}");
    check_layer(&b.layer[3], "{'decoder':{'heads':['degree'],'outputs':'targets','bias':true,"
                             "'pool':'mean','activation':'identity'}}");
    sg_blueprint_free(&b);
}

static void what_is_wrong_is_said(void **state)
{
    (void)state;
    static const struct {
        const char *text, *what;
    } bad[] = {
        {"layers", "n.yml:1:1"},
        {"layers: []", "a list of 1 to"},
        {"layers:\n" ENCODER ", repeat: 0}\n" DECODER, "n.yml:2:"},
        {"layers:\n" ENCODER ", repeat: 1000000}\n" DECODER, "n.yml:2:"},
        {"layers:\n" DECODER ENCODER "}\n", "n.yml:3:3: layers.1.encoder: it needs a row"},
        {"layers:\n" DECODER "trian: 1\n", "did you mean \"train\"?"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        sg_blueprint b = {.n_layers = 77};
        check_fails(read(&b, bad[i].text, &err), SG_EFORMAT, bad[i].what);
        assert_int_equal(b.n_layers, 77);
    }
}

static sg_status body(void *context, sg_error *err)
{
    sg_blueprint b = {0};
    const sg_status status = read(&b, context, err);
    sg_blueprint_free(&b);
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    static char text[] = "layers:\n" ENCODER ", repeat: 2}\n" DECODER;
    assert_true(check_out_of_memory(body, text) > 10);
}

SG_TESTS(cmocka_unit_test(layers_are_repeated), cmocka_unit_test(what_is_wrong_is_said),
         cmocka_unit_test(out_of_memory))
