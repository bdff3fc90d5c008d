/* test_layer_numbers.c - members that name earlier layers, of a kind that no other file knows. */
#include "layers/layer_numbers.h"

#include "base/mem.h"
#include "support/check.h"
#include "text/yaml.h"

#include <stddef.h>

typedef struct settings {
    uint32_t one;
    sg_earlier_layers all;
} settings;

static const sg_member MEMBERS[] = {
    {.name = "one", .type = SG_MEMBER_LAYER, .offset = offsetof(settings, one)},
    {.name = "all", .type = SG_MEMBER_LAYERS, .offset = offsetof(settings, all)}};

static const sg_layer_kind KIND = {.word = "mixture",
                                   .member = MEMBERS,
                                   .n_members = 2,
                                   .shorthand = "all",
                                   .settings_size = sizeof(settings)};

static sg_tree tree_of(const char *text)
{
    sg_tree tree = {0};
    check_ok(sg_yaml_parse(&tree, "x.yml", text, strlen(text), &err));
    return tree;
}

static sg_status read_layer(sg_layer_design *layer, const char *text, uint32_t number,
                            sg_error *failure)
{
    sg_tree tree = tree_of(text);
    sg_fields f;
    check_ok(sg_layer_design_make(layer, &KIND, &err));
    check_ok(sg_fields_open(&f, tree.root, "layers.4.mixture", "x.yml", &err));
    const sg_status status = sg_layer_design_read(layer, &f, number, failure);
    sg_tree_free(&tree);
    return status;
}

static void numbers_are_read_bound_and_written(void **state)
{
    (void)state;
    static const uint32_t LAST[] = {1, 2, 4, 5};
    sg_layer_design layer = {0};
    check_ok(read_layer(&layer, "{one: 2, all: [0, 3]}", 4, &err));
    const settings *s = layer.settings;
    assert_int_equal(s->one, 3);
    assert_int_equal(s->all.n, 2);
    assert_int_equal(s->all.from[0], 1);
    assert_int_equal(s->all.from[1], 4);
    const sg_layer_binding to = {.number = 4, .last = LAST};
    void *spec = NULL;
    check_ok(sg_layer_bind(&spec, &layer, &to, &err));
    const settings *bound = spec;
    assert_int_equal(bound->one, 5);
    assert_int_equal(bound->all.from[0], 2);
    assert_int_equal(bound->all.from[1], 6);
    sg_layer_unbind(spec, &KIND);
    sg_node *map = NULL;
    check_ok(sg_node_make(&map, SG_NODE_MAP, NULL, &err));
    check_ok(sg_layer_design_put(map, &layer, &err));
    assert_string_equal(sg_node_member(map, "one")->text, "2");
    assert_string_equal(sg_node_member(map, "all")->child[1]->text, "3");
    sg_node_free(map);
    sg_layer_design_free(&layer);
    /* Absent: the input. */
    check_ok(read_layer(&layer, "{all: [0]}", 4, &err));
    assert_int_equal(((const settings *)layer.settings)->one, 0);
    check_ok(sg_layer_bind(&spec, &layer, &to, &err));
    assert_int_equal(((const settings *)spec)->one, 0);
    sg_layer_unbind(spec, &KIND);
    check_ok(sg_node_make(&map, SG_NODE_MAP, NULL, &err));
    check_ok(sg_layer_design_put(map, &layer, &err));
    assert_null(sg_node_member(map, "one"));
    sg_node_free(map);
    sg_layer_design_free(&layer);
}

static void other_numbers_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t number;
        const char *message;
    } cases[] = {{"{one: 4, all: [0]}", 4, "x.yml:1:7: layers.4.mixture.one"},
                 {"{one: 0, all: [0]}", 0, "x.yml:1:7: layers.4.mixture.one"},
                 {"{one: -1, all: [0]}", 4, "layers.4.mixture.one"},
                 {"{all: [4]}", 4, "x.yml:1:8: layers.4.mixture.all.0"},
                 {"{all: [1, x]}", 4, "x.yml:1:11: layers.4.mixture.all.1"},
                 {"{all: [1]}", 0, "layers.4.mixture: no layer comes before it"},
                 {"{all: []}", 4, "all: a list of 1 to 64 numbers of earlier layers is needed"},
                 {"{all: 3}", 4, "all: a list of 1 to 64 numbers of earlier layers is needed"},
                 {"{}", 4, "all: a list of 1 to 64 numbers of earlier layers is needed"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sg_layer_design layer = {0};
        check_fails(read_layer(&layer, cases[i].text, cases[i].number, &err), SG_EFORMAT,
                    cases[i].message);
        sg_layer_design_free(&layer);
    }
}

static void check_shifted(const char *text, const char *wanted, size_t by)
{
    sg_tree tree = tree_of(text), same = tree_of(wanted);
    check_ok(sg_layer_shift_numbers(tree.root->child[0], &KIND, by, &err));
    char *found = NULL, *expected = NULL;
    check_ok(sg_yaml_write(&found, tree.root, &err));
    check_ok(sg_yaml_write(&expected, same.root, &err));
    assert_string_equal(found, expected);
    sg_free(found);
    sg_free(expected);
    sg_tree_free(&tree);
    sg_tree_free(&same);
}

static void numbers_are_shifted_by_the_table(void **state)
{
    (void)state;
    check_shifted("m: {one: 2, all: [0, 3]}", "m: {one: 5, all: [3, 6]}", 3);
    check_shifted("m: {one: 2, all: [0, 3]}", "m: {one: 2, all: [0, 3]}", 0);
    check_shifted("m: {all: [1]}", "m: {all: [2]}", 1);
    check_shifted("m: {one: 0}", "m: {one: 7}", 7);
    check_shifted("m: [0, 9]", "m: [2, 11]", 2);
    /* What is no number, or no such member, is for others to refuse. */
    check_shifted("m: {one: x, all: [a, 3], two: 2}", "m: {one: x, all: [a, 4], two: 2}", 1);
    check_shifted("m: {one: [2], all: 3}", "m: {one: [2], all: 3}", 1);
    check_shifted("m: word", "m: word", 1);
}

static sg_status shift(void *context, sg_error *failure)
{
    (void)context;
    sg_status status = SG_OK;
    sg_tree tree = {0};
    static const char TEXT[] = "m: {one: 2, all: [0, 3]}";
    SG_TRY(sg_yaml_parse(&tree, "x.yml", TEXT, strlen(TEXT), failure));
    SG_TRY(sg_layer_shift_numbers(tree.root->child[0], &KIND, 3, failure));
done:
    sg_tree_free(&tree);
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(shift, NULL) > 0);
}

/* The functions behind the table. */
static void single_functions(void **state)
{
    (void)state;
    static const uint32_t LAST[] = {3, 8};
    uint32_t from = 0;
    sg_earlier_layers all = {.n = 2, .from = {2, 1}};
    sg_layer_number_bind(&from, LAST);
    assert_int_equal(from, 0);
    from = 2;
    sg_layer_number_bind(&from, LAST);
    assert_int_equal(from, 9);
    sg_layer_numbers_bind(&all, LAST);
    assert_true(all.from[0] == 9 && all.from[1] == 4);
    sg_node *map = NULL;
    sg_fields f;
    check_ok(sg_node_make(&map, SG_NODE_MAP, NULL, &err));
    check_ok(sg_layer_number_put(map, "one", 0, &err));
    check_ok(sg_layer_number_put(map, "two", 9, &err));
    check_ok(sg_layer_numbers_put(map, "all", &all, &err));
    assert_int_equal(map->n_children, 2);
    check_ok(sg_fields_open(&f, map, "m", "x.yml", &err));
    from = 77;
    check_ok(sg_layer_number_read(&from, &f, "one", 20, &err));
    assert_int_equal(from, 0);
    check_ok(sg_layer_number_read(&from, &f, "two", 20, &err));
    assert_int_equal(from, 9);
    all = (sg_earlier_layers){0};
    check_ok(sg_layer_numbers_read(&all, &f, "all", 20, &err));
    assert_true(all.n == 2 && all.from[0] == 9 && all.from[1] == 4);
    sg_node_free(map);
}

SG_TESTS(cmocka_unit_test(numbers_are_read_bound_and_written),
         cmocka_unit_test(other_numbers_are_refused),
         cmocka_unit_test(numbers_are_shifted_by_the_table), cmocka_unit_test(out_of_memory),
         cmocka_unit_test(single_functions))
