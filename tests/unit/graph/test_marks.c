/* test_marks.c - marks say what the labels are, and nothing else. */
#include "graph/marks.h"

#include "support/check.h"
#include "support/keys_of.h"

static void nodes_and_arcs(void **state)
{
    (void)state;
    sg_graph graph = graph_of(3, "0-1 1-2");
    int32_t node[] = {7, 8, 7}, edge[] = {1, 1, 2, 2};
    sg_graph_view view = {.graph = &graph};
    const sg_one_graph plain = sg_view_graph(&view, 0);
    view.node_label = node;
    view.edge_label = edge;
    view.n_node_columns = view.n_edge_columns = 1;
    const sg_one_graph one = sg_view_graph(&view, 0);
    assert_true(sg_node_mark(&plain, 0) == 0 && sg_node_mark(&plain, 1) == 0);
    assert_true(sg_node_mark(&one, 0) == sg_node_mark(&one, 2));
    assert_true(sg_node_mark(&one, 0) != sg_node_mark(&one, 1));
    /* Arcs 0: 0-1, 1: 1-0, 2: 1-2, 3: 2-1. */
    assert_true(sg_arc_mark(&plain, 0, 0) == sg_arc_mark(&plain, 1, 2));
    assert_true(sg_arc_mark(&one, 0, 0) == sg_arc_mark(&one, 1, 1));
    assert_true(sg_arc_mark(&one, 0, 0) != sg_arc_mark(&one, 1, 2));
    /* The way back counts. */
    edge[1] = 2;
    assert_true(sg_arc_mark(&one, 0, 0) != sg_arc_mark(&one, 1, 1));
    sg_graph_free(&graph);
}

SG_TESTS(cmocka_unit_test(nodes_and_arcs))
