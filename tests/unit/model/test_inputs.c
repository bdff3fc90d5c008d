/* test_inputs.c - what nodes begin with, as text and in files. */
#include "model/inputs.h"

#include "base/document/tree_put.h"
#include "base/mem.h"
#include "support/check.h"
#include "text/yaml.h"

static sg_status read_text(sg_inputs *inputs, const char *text, sg_error *e)
{
    sg_status status = SG_OK;
    sg_tree tree = {0};
    sg_fields f;
    if ((status = sg_yaml_parse(&tree, "file", text, strlen(text), e)) == SG_OK &&
        (status = sg_fields_open(&f, tree.root, NULL, "file", e)) == SG_OK)
        status = sg_inputs_read(inputs, &f, e);
    sg_tree_free(&tree);
    return status;
}

/* What is read is written the same, whatever blanks it had. */
static void check_written(const char *text, const char *expected)
{
    sg_inputs inputs = {0};
    sg_node *map = NULL;
    char *written = NULL;
    check_ok(read_text(&inputs, text, &err));
    check_ok(sg_node_make(&map, SG_NODE_MAP, NULL, &err));
    check_ok(sg_inputs_put(map, &inputs, &err));
    check_ok(sg_yaml_write(&written, map, &err));
    assert_string_equal(written, expected);
    sg_free(written);
    sg_node_free(map);
    sg_inputs_free(&inputs);
    assert_int_equal(inputs.n, 0);
}

static void inputs_are_read_and_written(void **state)
{
    (void)state;
    check_written("noise: 1", "input: ones\n");
    check_written("input: ones", "input: ones\n");
    check_written("input: labels", "input: labels\n");
    check_written("input: labels label", "input: labels\n");
    check_written("input: '  labels   wl:2/degree '", "input: labels wl:2/degree\n");
    check_written("input: [attributes]", "input: attributes\n");
    check_written("input: [labels wl:2, labels, attributes, ones]",
                  "input: [labels wl:2, labels, attributes, ones]\n");
}

static void wrong_inputs_are_refused(void **state)
{
    (void)state;
    sg_inputs inputs = {0};
    const long live = sg_mem_live();
    check_fails(read_text(&inputs, "input: lables", &err), SG_EFORMAT,
                "file:1:8: input: \"lables\" is none of the choices; did you mean \"labels\"?");
    check_fails(read_text(&inputs, "input: {a: 1}", &err), SG_EFORMAT, "none of the choices");
    check_fails(read_text(&inputs, "input: []", &err), SG_EFORMAT, "input: the list is empty");
    check_fails(read_text(&inputs, "input: ones wl:2", &err), SG_EFORMAT,
                "nothing may follow ones");
    check_fails(read_text(&inputs, "input: [labels wl:2, labels wll:2]", &err), SG_EFORMAT,
                "file:1:22: input: ");
    check_fails(sg_inputs_parse(&inputs, "labels; ;ones", &err), SG_EINVAL,
                "none of the choices");
    check_fails(sg_inputs_parse(&inputs,
                                "ones;ones;ones;ones;ones;ones;ones;ones;ones;ones;ones;ones;"
                                "ones;ones;ones;ones;ones",
                                &err),
                SG_EINVAL, "more than 16 parts");
    assert_int_equal(inputs.n, 0);
    assert_int_equal(sg_mem_live(), live);
}

static void inputs_know_what_they_have(void **state)
{
    (void)state;
    sg_inputs inputs = {0};
    assert_true(sg_inputs_have(&inputs, SG_INPUT_ONES));
    check_ok(sg_inputs_parse(&inputs, "labels wl:1;attributes", &err));
    assert_true(sg_inputs_have(&inputs, SG_INPUT_ATTRIBUTES));
    assert_true(sg_inputs_have(&inputs, SG_INPUT_LABELS));
    assert_false(sg_inputs_have(&inputs, SG_INPUT_ONES));
    assert_string_equal(inputs.part[0].labels, "wl:1");
    sg_inputs_free(&inputs);
}

static void memory_may_run_out(void **state)
{
    (void)state;
    const long live = sg_mem_live();
    sg_status status = SG_ENOMEM;
    for (long k = 0; status != SG_OK; k++) {
        sg_inputs inputs = {0};
        sg_mem_fail_at(k);
        status = sg_inputs_parse(&inputs, "labels wl:2;attributes;labels degree+label", NULL);
        sg_mem_fail_at(-1);
        assert_true(status == SG_OK || (status == SG_ENOMEM && inputs.n == 0));
        sg_inputs_free(&inputs);
        assert_int_equal(sg_mem_live(), live);
    }
}

SG_TESTS(cmocka_unit_test(inputs_are_read_and_written),
         cmocka_unit_test(wrong_inputs_are_refused),
         cmocka_unit_test(inputs_know_what_they_have), cmocka_unit_test(memory_may_run_out))
