/* test_tree_json.c - documents as JSON. */
#include "text/tree_json.h"

#include "support/check.h"
#include "text/yaml.h"

static sg_status convert(sg_text *json, const char *yaml, sg_error *err)
{
    sg_status status = SG_OK;
    sg_tree tree = {0};
    SG_TRY(sg_yaml_parse(&tree, "x.yml", yaml, strlen(yaml), err));
    sg_json_writer writer = sg_json_write_to(json);
    SG_TRY(sg_json_put_node(&writer, tree.root, err));
done:
    sg_tree_free(&tree);
    return status;
}

static void nodes_become_values(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"a: 1\nb: [x, 2.50, true, null]\n", "{\"a\":1,\"b\":[\"x\",2.5,true,null]}"},
        {"a: '1'\nb: \"true\"\n", "{\"a\":\"1\",\"b\":\"true\"}"},
        {"a: {}\nb: []\n", "{\"a\":{},\"b\":[]}"},
        {"- {layers: [{encoder: wl:2}]}\n", "[{\"layers\":[{\"encoder\":\"wl:2\"}]}]"},
        {"- 010\n- 1e3\n- .5\n", "[\"010\",1000,\".5\"]"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sg_text json = {0};
        check_ok(convert(&json, cases[i][0], &err));
        assert_string_equal(json.data, cases[i][1]);
        sg_text_free(&json);
    }
}

static sg_status convert_once(void *context, sg_error *err)
{
    sg_text json = {0};
    const sg_status status = convert(&json, context, err);
    sg_text_free(&json);
    return status;
}

static void survives_failing_allocations(void **state)
{
    (void)state;
    char yaml[] = "a: [1, {b: c}]\n";
    assert_true(check_out_of_memory(convert_once, yaml) > 0);
}

SG_TESTS(cmocka_unit_test(nodes_become_values), cmocka_unit_test(survives_failing_allocations))
