/* test_pair_property.c - what every pair property must have, and what they share. */
#include "invariants/expression.h"

#include "support/check.h"

#include <string.h>

/* Names are different, examples can be read, and every listed value has a name and a key. */
static void every_kind_is_complete(void **state)
{
    (void)state;
    size_t n = 0;
    const sg_property_kind *const *kind = sg_property_kinds(&n);
    for (size_t i = 0; i < n; i++) {
        sg_property property = {0};
        sg_value_names names = {0};
        for (size_t k = 0; k < i; k++) assert_string_not_equal(kind[i]->name, kind[k]->name);
        assert_true(kind[i]->usage != NULL && kind[i]->about != NULL && kind[i]->find != NULL);
        check_ok(sg_property_parse(&property, kind[i]->example, &err));
        assert_ptr_equal(property.kind, kind[i]);
        if (kind[i]->list != NULL) {
            check_ok(kind[i]->list(&names, &property, &err));
            assert_true(names.n > 0 && names.n_unnamed == 0);
        }
        for (uint32_t v = 0; v < names.n && kind[i]->measure != NULL; v++)
            assert_memory_equal(sg_value_names_text(&names, v), kind[i]->measure,
                                strlen(kind[i]->measure));
        sg_value_names_free(&names);
        sg_property_free(&property);
    }
}

/* The numbers of tags are part of model files. */
static void tags_keep_their_numbers(void **state)
{
    (void)state;
    assert_int_equal(SG_TAG_DISTANCE, 32);
    assert_int_equal(SG_TAG_EDGE, 33);
    assert_int_equal(SG_TAG_PATH, 34);
    assert_int_equal(SG_TAG_CYCLE_DISTANCE, 35);
    assert_int_equal(SG_TAG_OFFSET, 36);
}

#define TAG(kind, tag, number) tag,

#define COUNT(kind, tag, number) +1

/* Those of pair properties first, then those of labelings and all others. */
static void no_tag_is_used_twice(void **state)
{
    (void)state;
    static const int TAGS[] = {SG_PAIR_PROPERTY_LIST(TAG) SG_LABELING_LIST(TAG) SG_TAG_COMBINED,
                               SG_TAG_REST, SG_TAG_EXAMPLE, SG_TAG_WORD, SG_TAG_EXAMPLE_PAIR};
    const size_t n_properties = SG_PAIR_PROPERTY_LIST(COUNT);
    for (size_t i = 0; i < sizeof TAGS / sizeof *TAGS; i++) {
        if (i < n_properties) assert_in_range(TAGS[i], 32, 63);
        for (size_t k = 0; k < i; k++) assert_int_not_equal(TAGS[i], TAGS[k]);
    }
}

static void check_label(const sg_one_graph *graph, const sg_label_names *names, uint32_t arc,
                        const char *expected)
{
    sg_text text = {0};
    const sg_value_example example = {.graph = graph, .edge_name = names};
    check_ok(sg_text_add_bytes(&text, "", 0, &err));
    check_ok(sg_write_edge_label(&text, &example, arc, &err));
    assert_string_equal(text.data, expected);
    sg_text_free(&text);
}

static void labels_of_edges_are_written(void **state)
{
    (void)state;
    sg_label_names names = {0};
    const int32_t label[] = {7, -1, 2, 3};
    sg_one_graph graph = {.edge_label = label, .n_edge_columns = 1};
    check_label(&graph, &names, 1, "-1");
    check_ok(sg_label_names_add(&names, 2, "double", 6, &err));
    check_label(&graph, &names, 2, "double");
    check_label(&graph, &names, 3, "3");
    graph.n_edge_columns = 2;
    check_label(&graph, &names, 1, "(2,3)");
    graph = (sg_one_graph){0};
    check_label(&graph, &names, 0, "");
    sg_label_names_free(&names);
}

SG_TESTS(cmocka_unit_test(every_kind_is_complete), cmocka_unit_test(tags_keep_their_numbers),
         cmocka_unit_test(no_tag_is_used_twice), cmocka_unit_test(labels_of_edges_are_written))
