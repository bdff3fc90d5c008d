/* test_array_columns.c - arrays that are right have columns. */
#include "data/array_check.h"
#include "support/check.h"

static const uint32_t TWO_GRAPHS[] = {0, 2, 3};
#define TWO .n_graphs = 2, .graph_offset = TWO_GRAPHS

/* ---- What is right -------------------------------------------------------------------------- */

static void check_column(const sg_given_column *column, const char *name, const void *value,
                         size_t n_rows, uint32_t n_columns)
{
    assert_string_equal(column->name, name);
    assert_ptr_equal(column->value, value);
    assert_int_equal(column->n_rows, n_rows);
    assert_int_equal(column->n_columns, n_columns);
}

static void right_arrays_have_columns(void **state)
{
    (void)state;
    static const uint32_t edge[] = {0, 1};
    static const int32_t node_label[] = {1, 2, 3, 4, 5, 6}, edge_label[] = {7};
    static const double number[] = {1, 2, 3}, target[] = {1, (double)NAN, 3, 4};
    static const int64_t class[] = {1, 2};
    const sg_graph_arrays given = {.struct_size = sizeof given,
                                   TWO,
                                   .n_edges = 1,
                                   .edge = edge,
                                   .node_label = node_label,
                                   .n_node_labels = 2,
                                   .node_attribute = number,
                                   .edge_label = edge_label,
                                   .edge_attribute = number,
                                   .n_edge_attributes = 3,
                                   .graph_class = class,
                                   .target = target,
                                   .n_targets = 2};
    sg_graph_arrays arrays;
    sg_given_column column[SG_N_COLUMNS];
    check_ok(sg_arrays_check(&arrays, &given, &err));
    sg_given_columns(column, &arrays);
    check_column(&column[SG_COLUMN_NODE_LABEL], "node_label", node_label, 3, 2);
    /* An array without a number of columns has one. */
    check_column(&column[SG_COLUMN_NODE_ATTRIBUTE], "node_attribute", number, 3, 1);
    check_column(&column[SG_COLUMN_EDGE_LABEL], "edge_label", edge_label, 1, 1);
    check_column(&column[SG_COLUMN_EDGE_ATTRIBUTE], "edge_attribute", number, 1, 3);
    check_column(&column[SG_COLUMN_GRAPH_CLASS], "graph_class", class, 2, 1);
    check_column(&column[SG_COLUMN_TARGET], "target", target, 2, 2);
    assert_int_equal(column[SG_COLUMN_PART].n_columns, 0); /* arrays have no parts */
    for (int k = 0; k < SG_N_COLUMNS; k++) {
        assert_int_equal(column[k].is_real, k == SG_COLUMN_NODE_ATTRIBUTE ||
                                                k == SG_COLUMN_EDGE_ATTRIBUTE ||
                                                k == SG_COLUMN_TARGET);
        assert_int_equal(column[k].may_be_missing, k == SG_COLUMN_TARGET);
    }
}

static void what_is_not_given_has_no_columns(void **state)
{
    (void)state;
    static const uint32_t empty[] = {0, 0};
    static const int32_t label[] = {1};
    sg_graph_arrays arrays;
    sg_given_column column[SG_N_COLUMNS];
    check_ok(
        sg_arrays_check(&arrays, &(sg_graph_arrays){.struct_size = sizeof arrays, TWO}, &err));
    sg_given_columns(column, &arrays);
    for (int k = 0; k < SG_N_COLUMNS; k++) {
        assert_null(column[k].value);
        assert_int_equal(column[k].n_columns, 0);
    }
    /* Nor has what is given for nothing: a graph without nodes. */
    const sg_graph_arrays nothing = {.struct_size = sizeof nothing,
                                     .n_graphs = 1,
                                     .graph_offset = empty,
                                     .node_label = label,
                                     .n_node_labels = 4,
                                     .n_edge_attributes = 5};
    check_ok(sg_arrays_check(&arrays, &nothing, &err));
    sg_given_columns(column, &arrays);
    assert_int_equal(column[SG_COLUMN_NODE_LABEL].n_columns, 0);
    assert_int_equal(column[SG_COLUMN_EDGE_ATTRIBUTE].n_columns, 0);
    /* No graphs at all are right, too. */
    check_ok(sg_arrays_check(
        &arrays, &(sg_graph_arrays){.struct_size = sizeof arrays, .graph_offset = empty},
        &err));
}

static void neighbors_of_compressed_rows_are_edges(void **state)
{
    (void)state;
    static const uint32_t offset[] = {0, 1, 2, 2}, neighbor[] = {1, 0};
    static const int32_t label[] = {3, 4};
    sg_graph_arrays arrays, given = {.struct_size = sizeof given,
                                     TWO,
                                     .arc_offset = offset,
                                     .neighbor = neighbor,
                                     .edge_label = label};
    for (size_t said = 0; said <= 2; said += 2) { /* their number may be left out */
        sg_given_column column[SG_N_COLUMNS];
        given.n_edges = said;
        check_ok(sg_arrays_check(&arrays, &given, &err));
        assert_int_equal(arrays.n_edges, 2);
        sg_given_columns(column, &arrays);
        check_column(&column[SG_COLUMN_EDGE_LABEL], "edge_label", label, 2, 1);
    }
}

SG_TESTS(cmocka_unit_test(right_arrays_have_columns),
         cmocka_unit_test(what_is_not_given_has_no_columns),
         cmocka_unit_test(neighbors_of_compressed_rows_are_edges))
