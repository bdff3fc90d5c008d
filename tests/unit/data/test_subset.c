/* test_subset.c - some graphs with everything that is known about them. */
#include "data/subset.h"
#include "unit/data/sample.inc"

static sg_dataset make_sample(void)
{
    sg_dataset data = three_graphs();
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
