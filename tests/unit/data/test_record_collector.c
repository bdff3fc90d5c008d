/* test_record_collector.c - records become a data set: graphs, labels, classes, targets, parts. */
#include "data/record_collector.h"
#include "support/check.h"

static void add(sg_record_collector *c, const sg_record *r)
{
    check_ok(sg_record_collector_add(c, r, 1, &err));
}

static void builds_what_it_is_given(void **state)
{
    (void)state;
    sg_record_collector c = {0};
    sg_record r = {0};
    sg_dataset data = {0};
    check_fails(sg_record_collector_finish(&data, &c, "None", "None", &err), SG_EFORMAT,
                "None");

    sg_record_clear(&r);
    check_ok(sg_record_labeled_nodes(&r, 2, &err));
    check_ok(sg_record_edge(&r, 1, 0, &err));
    r.node[1] = -4;
    sg_record_class(&r, 9);
    add(&c, &r);
    sg_record_clear(&r);
    sg_record_class(&r, -1);
    add(&c, &r);
    sg_record_clear(&r);
    check_ok(sg_record_nodes(&r, 3, &err));
    check_ok(sg_record_edge(&r, 0, 2, &err));
    sg_record_class(&r, 9);
    add(&c, &r);
    check_ok(sg_record_collector_finish(&data, &c, "Example", "Example", &err));
    sg_record_collector_free(&c);
    sg_record_free(&r);

    assert_string_equal(data.name, "Example");
    assert_int_equal(data.graph.n_arcs, 4);
    assert_memory_equal(data.graph.graph_offset, ((uint32_t[]){0, 2, 2, 5}), 16);
    assert_memory_equal(data.graph.neighbor, ((uint32_t[]){1, 0, 4, 2}), 16);
    assert_memory_equal(data.node_label.value, ((int32_t[]){0, -4, 0, 0, 0}), 20);
    assert_int_equal(data.items.n_classes, 2);
    assert_memory_equal(data.items.class_name, ((int64_t[]){-1, 9}), 16);
    assert_memory_equal(data.items.item_class, ((uint32_t[]){1, 0, 1}), 12);
    assert_int_equal(data.items.target.n_columns, 0);
    assert_int_equal(data.repairs.one_way, 0);
    assert_null(data.items.part);
    sg_dataset_free(&data);
}

static void adds_nothing_that_is_not_said(void **state)
{
    (void)state;
    sg_record_collector c = {0};
    sg_record r = {0};
    sg_dataset data = {0};
    sg_record_clear(&r);
    check_ok(sg_record_nodes(&r, 2, &err));
    add(&c, &r);
    check_ok(sg_record_collector_finish(&data, &c, "Bare", "Bare", &err));
    assert_int_equal(data.graph.n_graphs, 1);
    assert_int_equal(data.graph.n_nodes, 2);
    assert_null(data.node_label.value);
    assert_null(data.items.item_class);
    assert_null(data.items.part);
    sg_dataset_free(&data);
    sg_record_collector_free(&c);
    sg_record_free(&r);
}

static void refuses_what_does_not_fit(void **state)
{
    (void)state;
    sg_record_collector c = {0};
    sg_record r = {0};
    sg_dataset data = {0};
    sg_record_clear(&r);
    check_ok(sg_record_nodes(&r, 2, &err));
    check_ok(sg_names_add(&r.target, "1", 1, &err));
    add(&c, &r);
    check_ok(sg_names_add(&r.target, "2", 1, &err));
    check_fails(sg_record_collector_add(&c, &r, 2, &err), SG_EFORMAT, "2 targets");
    sg_record_clear(&r);
    check_ok(sg_record_nodes(&r, 2, &err));
    check_ok(sg_record_edge(&r, 0, 2, &err));
    check_ok(sg_names_add(&r.target, "3", 1, &err));
    check_fails(sg_record_collector_add(&c, &r, 2, &err), SG_EFORMAT,
                "leads to a missing node");

    /* What was refused left nothing behind. */
    r.n_edges = 0;
    add(&c, &r);
    check_ok(sg_record_collector_finish(&data, &c, "Two", "Two", &err));
    assert_int_equal(data.graph.n_graphs, 2);
    assert_memory_equal(data.items.class_name, ((int64_t[]){1, 3}), 16);
    assert_memory_equal(data.items.target.value, ((double[]){1, 3}), 16);
    sg_dataset_free(&data);
    sg_record_collector_free(&c);
    sg_record_free(&r);
}

static sg_status collect_two(void *context, sg_error *err)
{
    (void)context;
    sg_status status = SG_OK;
    sg_record_collector c = {0};
    sg_record r = {0};
    sg_dataset data = {0};
    for (uint32_t g = 0; g < 2; g++) {
        sg_record_clear(&r);
        SG_TRY(sg_record_node_word(&r, "carbon", 6, err));
        SG_TRY(sg_record_labeled_nodes(&r, 2, err));
        SG_TRY(sg_record_edge(&r, 0, g + 1, err));
        sg_record_class(&r, g);
        SG_TRY(sg_record_collector_add(&c, &r, g + 1, err));
    }
    SG_TRY(sg_record_collector_finish(&data, &c, "Two", "Two", err));
done:
    sg_dataset_free(&data);
    sg_record_collector_free(&c);
    sg_record_free(&r);
    return status;
}

static void survives_lack_of_memory(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(collect_two, NULL) > 15);
}

SG_TESTS(cmocka_unit_test(builds_what_it_is_given),
         cmocka_unit_test(adds_nothing_that_is_not_said),
         cmocka_unit_test(refuses_what_does_not_fit), cmocka_unit_test(survives_lack_of_memory))
