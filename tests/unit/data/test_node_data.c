/* test_node_data.c - what readers of nodes and edges have in common: parts, labels from attributes, one row for
 * both directions of an edge, numbers that are classes. */
#include "base/mem.h"
#include "data/dataset_view.h"
#include "data/nodes/attribute_labels.h"
#include "data/nodes/edge_union.h"
#include "data/nodes/node_parts.h"
#include "data/reading/task_guess.h"
#include "support/check.h"
#include "support/small_data.h"

static uint64_t line_of(const void *context, uint32_t node)
{
    return *(const uint32_t *)context + node;
}

static void parts_of_nodes(void **state)
{
    uint32_t class_of[] = {0, 1, SG_NO_CLASS}, first = 10;
    uint8_t part[] = {SG_TRAIN, SG_TRAIN, SG_NO_PART};
    int64_t name[] = {3, 5};
    const sg_items items = {.kind = SG_ITEM_NODE,
                            .item_class = class_of,
                            .n_classes = 2,
                            .class_name = name,
                            .part = part};
    const sg_node_lines lines = {"n.csv", line_of, &first};
    (void)state;
    check_ok(sg_node_parts_check(&items, 3, &lines, &err));
    part[2] = SG_TEST;
    check_fails(sg_node_parts_check(&items, 3, &lines, &err), SG_EFORMAT,
                "n.csv:12: a node that trains, validates or tests needs a class");
    part[2] = SG_NO_PART;
    part[1] = SG_TEST;
    check_fails(sg_node_parts_check(&items, 3, &lines, &err), SG_EFORMAT,
                "n.csv:11: no node of the class \"5\" trains");
    part[0] = SG_TEST; /* nothing trains: it is there to be predicted */
    check_ok(sg_node_parts_check(&items, 3, &lines, &err));
}

static void attributes_become_labels(void **state)
{
    (void)state;
    sg_dataset data = small_data("0: 5 5 9 / 0-1 1-2");
    sg_attribute_labels labels = {0};
    sg_graph_view view = sg_dataset_view(&data);
    check_ok(sg_attribute_labels_make(&labels, &view, &data, &err));
    assert_true(labels.node == NULL && labels.edge == NULL); /* there are labels */
    sg_free(data.node_label.value);
    data.node_label = (sg_label_table){0};
    small_data_attributes(&data, 1);
    data.node_attribute.value[2] = data.node_attribute.value[0];
    view = sg_dataset_view(&data);
    check_ok(sg_attribute_labels_make(&labels, &view, &data, &err));
    assert_ptr_equal(view.node_label, labels.node);
    assert_int_equal(view.n_node_columns, 1);
    assert_true(labels.node[0] == labels.node[2] && labels.node[0] != labels.node[1]);
    sg_attribute_labels_free(&labels);
    assert_null(labels.node);
    sg_dataset_free(&data);
}

static void one_row_for_both_directions(void **state)
{
    const double same[] = {1, 1, 2, 2}, other[] = {1, 7, 2, 2};
    (void)state;
    sg_dataset data = small_data("0: 5 5 9 / 0-1 1-2");
    uint32_t *source = NULL;
    check_ok(sg_edge_rows_unite(&source, &data.reading, &data.graph, same, 1, &err));
    assert_null(source);
    check_ok(sg_edge_rows_unite(&source, &data.reading, &data.graph, other, 1, &err));
    assert_non_null(source);
    assert_true(source[0] == 0 && source[1] == 0 && source[2] == 2 && source[3] == 3);
    sg_free(source);
    source = NULL;
    data.graph.rules.directed = true;
    check_ok(sg_edge_rows_unite(&source, &data.reading, &data.graph, other, 1, &err));
    assert_null(source);
    sg_dataset_free(&data);
}

static void few_numbers_are_classes(void **state)
{
    int64_t few[] = {3, 8}, many[30];
    (void)state;
    for (int64_t i = 0; i < 30; i++) many[i] = i;
    const sg_items two = {.class_name = few, .n_classes = 2},
                   thirty = {.class_name = many, .n_classes = 30};
    assert_true(sg_numbers_are_classes(&two, 4));
    assert_false(sg_numbers_are_classes(&thirty, 100));
    assert_true(sg_numbers_are_classes(&thirty, 30 * 50));
    many[29] = 1000;
    assert_false(sg_numbers_are_classes(&thirty, 30 * 50));
}

SG_TESTS(cmocka_unit_test(parts_of_nodes), cmocka_unit_test(attributes_become_labels),
         cmocka_unit_test(one_row_for_both_directions),
         cmocka_unit_test(few_numbers_are_classes))
