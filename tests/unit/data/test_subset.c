/* test_subset.c - some graphs with everything that is known about them. */
#include "base/mem.h"
#include "data/subset.h"
#include "support/check.h"

static void *copy_block(const void *content, size_t size)
{
    void *block = sg_alloc(1, size);
    assert_non_null(block);
    memcpy(block, content, size);
    return block;
}

#define COPY(...) copy_block((__VA_ARGS__), sizeof(__VA_ARGS__))

/* A path of three nodes, a graph without nodes and an edge, with every kind of column. */
static sg_dataset make_sample(void)
{
    sg_dataset data = {.name = sg_text_copy("sample"),
                       .graph = {.n_graphs = 3, .n_nodes = 5, .n_arcs = 6}};
    data.graph.graph_offset = COPY((uint32_t[]){0, 3, 3, 5});
    data.graph.arc_offset = COPY((uint32_t[]){0, 1, 3, 4, 5, 6});
    data.graph.neighbor = COPY((uint32_t[]){1, 0, 2, 1, 4, 3});
    data.node_label = (sg_label_table){COPY((int32_t[]){0, 1, 2, 3, 4}), 1};
    data.node_attribute = (sg_value_table){COPY((double[]){0, 1, 2, 3, 4, 5, 6, 7, 8, 9}), 2};
    data.edge_label = (sg_label_table){COPY((int32_t[]){1, 1, 2, 2, 3, 3}), 1};
    data.edge_attribute = (sg_value_table){COPY((double[]){1, 1, 2, 2, 3, 3}), 1};
    check_ok(sg_items_number_classes(&data.items, (int64_t[]){-1, 1, -1}, 3, &err));
    data.items.target = (sg_value_table){COPY((double[]){0.25, 0.5, -3}), 1};
    data.items.part = COPY((uint8_t[]){SG_TRAIN, SG_VALIDATION, SG_TEST});
    for (int g = 0; g < 3; g++)
        check_ok(sg_names_add(&data.graph_id, (const char *[]){"a", "b", "c"}[g], 1, &err));
    return data;
}

static void rows_follow_their_graphs(void **state)
{
    (void)state;
    sg_dataset data = make_sample(), some = {0};
    check_ok(sg_dataset_subset(&some, &data, (uint32_t[]){2, 1, 0, 2}, 4, &err));
    assert_string_equal(some.name, "sample");
    assert_int_equal(some.graph.n_graphs, 4);
    assert_int_equal(sg_item_count(&some), 4);
    assert_memory_equal(some.graph.graph_offset, ((uint32_t[]){0, 2, 2, 5, 7}),
                        5 * sizeof(uint32_t));
    assert_memory_equal(some.graph.arc_offset, ((uint32_t[]){0, 1, 2, 3, 5, 6, 7, 8}),
                        8 * sizeof(uint32_t));
    assert_memory_equal(some.graph.neighbor, ((uint32_t[]){1, 0, 3, 2, 4, 3, 6, 5}),
                        8 * sizeof(uint32_t));
    assert_memory_equal(some.node_label.value, ((int32_t[]){3, 4, 0, 1, 2, 3, 4}),
                        7 * sizeof(int32_t));
    assert_memory_equal(some.node_attribute.value,
                        ((double[]){6, 7, 8, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9}),
                        14 * sizeof(double));
    assert_memory_equal(some.edge_label.value, ((int32_t[]){3, 3, 1, 1, 2, 2, 3, 3}),
                        8 * sizeof(int32_t));
    assert_memory_equal(some.edge_attribute.value, ((double[]){3, 3, 1, 1, 2, 2, 3, 3}),
                        8 * sizeof(double));
    assert_memory_equal(some.items.item_class, ((uint32_t[]){0, 1, 0, 0}),
                        4 * sizeof(uint32_t));
    assert_memory_equal(some.items.target.value, ((double[]){-3, 0.5, 0.25, -3}),
                        4 * sizeof(double));
    assert_memory_equal(some.items.part,
                        ((uint8_t[]){SG_TEST, SG_VALIDATION, SG_TRAIN, SG_TEST}), 4);
    assert_string_equal(sg_names_at(&some.graph_id, 0), "c");
    assert_string_equal(sg_names_at(&some.graph_id, 2), "a");
    sg_dataset_free(&some);
    sg_dataset_free(&data);
}

static void all_are_the_same_again(void **state)
{
    (void)state;
    sg_dataset data = make_sample(), all = {0}, none = {0};
    check_ok(sg_dataset_subset(&all, &data, (uint32_t[]){0, 1, 2}, 3, &err));
    assert_int_equal(sg_dataset_fingerprint(&all), sg_dataset_fingerprint(&data));
    check_ok(sg_dataset_subset(&none, &data, NULL, 0, &err));
    assert_int_equal(none.graph.n_graphs + none.graph.n_nodes + none.graph.n_arcs, 0);
    assert_int_equal(none.items.n_classes, 2); /* classes keep their numbers */
    sg_dataset_free(&none);
    sg_dataset_free(&all);
    sg_dataset_free(&data);
}

static sg_status take_two(void *context, sg_error *err)
{
    sg_dataset some = {0};
    const sg_status status = sg_dataset_subset(&some, context, (uint32_t[]){0, 2}, 2, err);
    sg_dataset_free(&some);
    return status;
}

static void survives_without_memory(void **state)
{
    (void)state;
    sg_dataset data = make_sample();
    assert_true(check_out_of_memory(take_two, &data) > 10);
    sg_dataset_free(&data);
}

SG_TESTS(cmocka_unit_test(rows_follow_their_graphs), cmocka_unit_test(all_are_the_same_again),
         cmocka_unit_test(survives_without_memory))
