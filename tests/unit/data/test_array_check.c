/* test_array_check.c - what is wrong with arrays is told with the name of the array and the index. */
#include "data/array_check.h"

#include "support/check.h"

static const uint32_t TWO_GRAPHS[] = {0, 2, 3};

#define TWO .n_graphs = 2, .graph_offset = TWO_GRAPHS

static void check_refused(sg_graph_arrays arrays, const char *text)
{
    sg_graph_arrays checked = {0};
    if (arrays.struct_size == 0) arrays.struct_size = sizeof arrays;
    check_fails(sg_arrays_check(&checked, &arrays, &err), SG_EINVAL, text);
}

static void names_array_and_index(void **state)
{
    (void)state;
    static const uint32_t late[] = {1, 2}, falling[] = {0, 3, 2}, far[] = {0, 1, 1, 3},
                          across[] = {0, 1, 2, 1}, offset[] = {0, 1, 2, 2}, other[] = {1, 2};
    static const double bad[] = {1, 2, 3, (double)INFINITY, 5, 6};
    static const double missing[] = {(double)NAN, 1, 2};
    static const int64_t class[] = {1, 2};
    static const int32_t label[] = {1, 2, 3};
    static const char *const word[] = {"yes", " "}, *const id[] = {"a", NULL},
                             *const no_utf8[] = {"a", "\xff"};
    check_refused((sg_graph_arrays){.struct_size = 8}, "arrays.struct_size: 8");
    check_refused((sg_graph_arrays){.n_graphs = 2}, "graph_offset: it is NULL");
    check_refused((sg_graph_arrays){.n_graphs = 1, .graph_offset = late},
                  "graph_offset[0]: 1; the first offset is 0");
    check_refused((sg_graph_arrays){.n_graphs = 2, .graph_offset = falling},
                  "graph_offset[2]: 2, but the offset before is 3");
    check_refused((sg_graph_arrays){TWO, .n_edges = 2}, "edge: it is NULL, but n_edges is 2");
    check_refused((sg_graph_arrays){TWO, .n_edges = 2, .edge = far},
                  "edge[1]: node 3, but there are 3 nodes");
    check_refused((sg_graph_arrays){TWO, .n_edges = 2, .edge = across},
                  "edge[1]: node 1 is not in graph 1, which has the nodes 2 .. 2");
    check_refused((sg_graph_arrays){TWO, .edge = far, .arc_offset = offset}, "in one way");
    check_refused((sg_graph_arrays){TWO, .neighbor = other}, "arc_offset: it is NULL");
    check_refused((sg_graph_arrays){TWO, .arc_offset = offset},
                  "neighbor: it is NULL, but arc_offset ends with 2");
    check_refused((sg_graph_arrays){TWO, .arc_offset = offset, .neighbor = other},
                  "neighbor[1]: node 2 is not in graph 0, which has the nodes 0 .. 1");
    check_refused((sg_graph_arrays){TWO, .arc_offset = offset, .neighbor = other, .n_edges = 3},
                  "n_edges: 3, but arc_offset ends with 2");
    check_refused((sg_graph_arrays){TWO, .node_attribute = bad, .n_node_attributes = 2},
                  "node_attribute[3]: row 1, column 1 is inf");
    check_refused((sg_graph_arrays){TWO, .node_attribute = missing},
                  "node_attribute[0]: row 0");
    check_refused((sg_graph_arrays){TWO, .target = bad, .n_targets = 2}, "target[3]: row 1");
    check_refused((sg_graph_arrays){TWO, .n_node_labels = 2}, "node_label: it is NULL");
    check_refused((sg_graph_arrays){TWO, .graph_class = class, .class_word = word},
                  "class_word: there is graph_class, too");
    check_refused((sg_graph_arrays){TWO, .class_word = word}, "class_word[1]: it is empty");
    check_refused((sg_graph_arrays){TWO, .graph_id = id}, "graph_id[1]: it is NULL");
    check_refused((sg_graph_arrays){TWO, .graph_id = no_utf8}, "graph_id[1]: it is no UTF-8");
    check_refused((sg_graph_arrays){TWO, .node_label = label, .n_node_label_names = 1},
                  "node_label_name: it is NULL");
}

static void refuses_what_it_does_not_know(void **state)
{
    (void)state;
    struct {
        sg_graph_arrays arrays;
        uint64_t later;
    } larger = {.arrays = {.struct_size = sizeof larger, TWO}};
    sg_graph_arrays checked = {0};
    check_ok(sg_arrays_check(&checked, &larger.arrays, &err));
    larger.later = 1;
    check_fails(sg_arrays_check(&checked, &larger.arrays, &err), SG_EINVAL,
                "the others are not all 0");
}

/* Columns without rows, and those whose number nobody said. */
static void settles_the_number_of_columns(void **state)
{
    (void)state;
    static const int32_t label[] = {1, 2, 3};
    static const char *const word[] = {"a", "b", "a"};
    const sg_graph_arrays arrays = {
        .struct_size = sizeof arrays, TWO, .node_label_word = word, .edge_label = label};
    sg_graph_arrays checked = {0};
    sg_given_column column[SG_N_COLUMNS];
    check_ok(sg_arrays_check(&checked, &arrays, &err));
    sg_given_columns(column, &checked);
    assert_int_equal(column[SG_COLUMN_NODE_LABEL].n_columns, 1);
    assert_ptr_equal(column[SG_COLUMN_NODE_LABEL].word, word);
    assert_int_equal(column[SG_COLUMN_EDGE_LABEL].n_columns, 0);
    assert_int_equal(column[SG_COLUMN_EDGE_LABEL].n_rows, 0);
    assert_int_equal(column[SG_COLUMN_PART].n_columns, 0);
}

SG_TESTS(cmocka_unit_test(names_array_and_index),
         cmocka_unit_test(refuses_what_it_does_not_know),
         cmocka_unit_test(settles_the_number_of_columns))
