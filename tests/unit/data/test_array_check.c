/* test_array_check.c - what is wrong with arrays is named by array and index; what is right has columns. */
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
    check_column(&column[SG_COLUMN_CLASS], "graph_class", class, 2, 1);
    check_column(&column[SG_COLUMN_TARGET], "target", target, 2, 2);
    assert_int_equal(column[SG_COLUMN_PART].n_columns, 0); /* nothing is said of parts */
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
    check_fails(
        sg_arrays_check(&arrays,
                        &(sg_graph_arrays){.struct_size = sizeof arrays, .graph_offset = empty},
                        &err),
        SG_EINVAL, "n_graphs: 0; at least one graph is needed");
}

static void labels_may_be_words(void **state)
{
    (void)state;
    static const char *const word[] = {"a", "b", "a"};
    const sg_graph_arrays given = {.struct_size = sizeof given, TWO, .node_label_word = word};
    sg_graph_arrays arrays;
    sg_given_column column[SG_N_COLUMNS];
    check_ok(sg_arrays_check(&arrays, &given, &err));
    sg_given_columns(column, &arrays);
    assert_int_equal(column[SG_COLUMN_NODE_LABEL].n_columns, 1);
    assert_ptr_equal(column[SG_COLUMN_NODE_LABEL].word, word);
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

/* ---- What is wrong -------------------------------------------------------------------------- */

static void check_refused(sg_graph_arrays given, const char *text)
{
    sg_graph_arrays arrays;
    if (given.struct_size == 0) given.struct_size = sizeof given;
    check_fails(sg_arrays_check(&arrays, &given, &err), SG_EINVAL, text);
}

static void wrong_graphs_are_named(void **state)
{
    (void)state;
    static const uint32_t late[] = {1, 2}, falling[] = {0, 3, 2}, large[] = {0, UINT32_MAX};
    check_refused((sg_graph_arrays){.struct_size = 8},
                  "struct_size: 8; set it to the sizeof of the struct");
    check_refused((sg_graph_arrays){.n_graphs = 2}, "graph_offset: it is NULL");
    check_refused((sg_graph_arrays){.n_graphs = UINT32_MAX - 1, .graph_offset = late},
                  "n_graphs: 4294967294; at most 2^32-3");
    check_refused((sg_graph_arrays){.n_graphs = 1, .graph_offset = late},
                  "graph_offset[0]: 1; the first offset is 0");
    check_refused((sg_graph_arrays){.n_graphs = 2, .graph_offset = falling},
                  "graph_offset[2]: 2, but the offset before is 3");
    check_refused((sg_graph_arrays){.n_graphs = 1, .graph_offset = large},
                  "graph_offset[1]: 4294967295; the largest offset is 2^32-2");
}

static void wrong_edges_are_named(void **state)
{
    (void)state;
    static const uint32_t far[] = {0, 1, 1, 3}, across[] = {0, 1, 2, 1},
                          offset[] = {0, 1, 2, 2}, other[] = {1, 2}, beyond[] = {1, 3};
    check_refused((sg_graph_arrays){TWO, .n_edges = 2}, "edge: it is NULL, but n_edges is 2");
    check_refused((sg_graph_arrays){TWO, .n_edges = UINT32_MAX, .edge = far},
                  "n_edges: 4294967295; at most 2^32-2");
    check_refused((sg_graph_arrays){TWO, .n_edges = 2, .edge = far},
                  "edge[1]: node 3, but there are 3 nodes");
    check_refused((sg_graph_arrays){TWO, .n_edges = 2, .edge = across},
                  "edge[1]: node 1 is not in graph 1, which has the nodes 2 .. 2");
    check_refused((sg_graph_arrays){TWO, .edge = far, .arc_offset = offset}, "in one way");
    check_refused((sg_graph_arrays){TWO, .neighbor = other}, "arc_offset: it is NULL");
    check_refused((sg_graph_arrays){TWO, .arc_offset = offset},
                  "neighbor: it is NULL, but arc_offset ends with 2");
    check_refused((sg_graph_arrays){TWO, .arc_offset = other, .neighbor = other},
                  "arc_offset[0]: 1; the first offset is 0");
    check_refused((sg_graph_arrays){TWO, .arc_offset = offset, .neighbor = other},
                  "neighbor[1]: node 2 is not in graph 0, which has the nodes 0 .. 1");
    check_refused((sg_graph_arrays){TWO, .arc_offset = offset, .neighbor = beyond},
                  "neighbor[1]: node 3, but there are 3 nodes");
    check_refused((sg_graph_arrays){TWO, .arc_offset = offset, .neighbor = other, .n_edges = 3},
                  "n_edges: 3, but arc_offset ends with 2");
}

static void wrong_values_are_named(void **state)
{
    (void)state;
    static const uint32_t edge[] = {0, 1};
    static const double bad[] = {1, 2, 3, (double)INFINITY, 5, 6},
                        missing[] = {(double)NAN, 1, 2};
    check_refused((sg_graph_arrays){TWO, .node_attribute = bad, .n_node_attributes = 2},
                  "node_attribute[3]: row 1, column 1 is inf; a finite number is needed");
    check_refused((sg_graph_arrays){TWO, .node_attribute = missing},
                  "node_attribute[0]: row 0");
    check_refused((sg_graph_arrays){TWO, .n_edges = 1, .edge = edge, .edge_attribute = missing},
                  "edge_attribute[0]: row 0");
    check_refused(
        (sg_graph_arrays){TWO, .target = bad, .n_targets = 2},
        "target[3]: row 1, column 1 is inf; a finite number is needed, or NaN where it "
        "is missing");
    check_refused((sg_graph_arrays){TWO, .n_node_labels = 2},
                  "node_label: it is NULL, but it should have 2 columns");
    check_refused((sg_graph_arrays){TWO, .n_targets = 1}, "target: it is NULL");
}

static void wrong_texts_are_named(void **state)
{
    (void)state;
    static const double target[] = {1, 2}, charge[] = {1, 2, 3, 4, 5, 6};
    static const int64_t class[] = {1, 2};
    static const int32_t label[] = {1, 2, 3, 4, 5, 6};
    static const sg_label_name nameless = {6, NULL}, carbon = {6, "C"};
    static const char *const word[] = {"yes", " "}, *const id[] = {"a", NULL},
                             *const no_utf8[] = {"a", "\xff"}, *const none[] = {NULL};
    check_refused((sg_graph_arrays){TWO, .graph_class = class, .class_word = word},
                  "class_word: there is graph_class, too");
    check_refused((sg_graph_arrays){TWO, .class_word = word}, "class_word[1]: it is empty");
    check_refused((sg_graph_arrays){TWO, .class_word = id}, "class_word[1]: it is NULL");
    check_refused((sg_graph_arrays){TWO, .target = target, .target_name = none},
                  "target_name[0]: it is NULL");
    check_refused((sg_graph_arrays){TWO, .node_attribute_name = word},
                  "node_attribute_name: there is no node_attribute that it could name");
    check_refused((sg_graph_arrays){TWO, .edge_attribute_name = word},
                  "edge_attribute_name: there is no edge_attribute that it could name");
    check_refused((sg_graph_arrays){TWO, .node_attribute = charge, .n_node_attributes = 2,
                                    .node_attribute_name = id},
                  "node_attribute_name[1]: it is NULL");
    check_refused((sg_graph_arrays){TWO, .graph_id = id}, "graph_id[1]: it is NULL");
    check_refused((sg_graph_arrays){TWO, .graph_id = no_utf8}, "graph_id[1]: it is not UTF-8");
    check_refused((sg_graph_arrays){TWO, .node_label = label, .n_node_label_names = 1},
                  "node_label_name: it is NULL, but there should be 1");
    check_refused((sg_graph_arrays){TWO, .node_label = label, .node_label_name = &nameless,
                                    .n_node_label_names = 1},
                  "node_label_name[0]: it is NULL");
    check_refused((sg_graph_arrays){TWO, .node_label = label, .n_node_labels = 2,
                                    .node_label_name = &carbon, .n_node_label_names = 1},
                  "node_label_name: labels of 2 columns cannot have names");
    check_refused((sg_graph_arrays){TWO, .n_edge_label_names = 1},
                  "edge_label_name: it is NULL");
}

/* A program of a later version may have a larger struct; what it says there is not known. */
static void larger_structs_must_say_nothing_more(void **state)
{
    (void)state;
    struct {
        sg_graph_arrays arrays;
        uint64_t later;
    } larger = {.arrays = {.struct_size = sizeof larger, TWO}};
    sg_graph_arrays arrays;
    check_ok(sg_arrays_check(&arrays, &larger.arrays, &err));
    larger.later = 1;
    check_fails(sg_arrays_check(&arrays, &larger.arrays, &err), SG_EINVAL,
                "the others are not all 0");
}

static void names_are_utf8(void **state)
{
    (void)state;
    check_ok(sg_arrays_check_name(NULL, "name", &err));
    check_ok(sg_arrays_check_name("caf\xc3\xa9", "name", &err));
    check_fails(sg_arrays_check_name("caf\xc3", "options->name", &err), SG_EINVAL,
                "options->name: it is not UTF-8");
}

SG_TESTS(cmocka_unit_test(right_arrays_have_columns),
         cmocka_unit_test(what_is_not_given_has_no_columns),
         cmocka_unit_test(labels_may_be_words), cmocka_unit_test(names_are_utf8),
         cmocka_unit_test(neighbors_of_compressed_rows_are_edges),
         cmocka_unit_test(wrong_graphs_are_named), cmocka_unit_test(wrong_edges_are_named),
         cmocka_unit_test(wrong_values_are_named), cmocka_unit_test(wrong_texts_are_named),
         cmocka_unit_test(larger_structs_must_say_nothing_more))
