/* test_live_graph.c - nodes and edges come and go, and cuts of what is there. */
#include "live/live_cut.h"

#include "base/mem.h"
#include "base/rng.h"
#include "graph/view.h"
#include "live/live_graph_state.h"
#include "live/live_union.h"
#include "support/check.h"
#include "support/small_data.h"

/* A path of five with a ring at its end: 0-1-2-3-4, 4-5-6-4. */
static sg_dataset path_and_ring(void)
{
    sg_dataset data = small_data("0: 1 2 3 4 5 6 7 / 0-1 1-2 2-3 3-4 4-5 5-6 6-4");
    small_data_attributes(&data, 2);
    return data;
}

static void comes_and_goes(void **state)
{
    (void)state;
    sg_dataset data = path_and_ring();
    sg_live_graph graph = {0};
    const int32_t label = 9;
    const double attribute[] = {0.5, 0.25};
    check_ok(sg_live_graph_open(&graph, &data, 0, &err));
    const sg_live_columns columns = sg_live_columns_of(&data);
    assert_true(columns.node_labels == 1 && columns.node_attributes == 2);
    assert_true(graph.n_numbers == 7 && graph.n_alive == 7 && graph.n_arcs == 14);
    assert_int_equal(graph.label[3], data.node_label.value[3]);
    assert_true(graph.attribute[7] == data.node_attribute.value[7]);
    assert_int_equal(sg_live_graph_find(&graph, 4, 5), 1);
    assert_int_equal(sg_live_graph_find(&graph, 4, 0), UINT32_MAX);
    check_ok(sg_live_graph_join(&graph, 4, 0, &(sg_live_edge){0}, &err));
    assert_int_equal(sg_live_graph_find(&graph, 4, 0), 0);
    assert_int_equal(sg_live_graph_find(&graph, 0, 4), 1);
    sg_live_graph_part(&graph, 0, 4);
    assert_int_equal(sg_live_graph_find(&graph, 4, 0), UINT32_MAX);
    assert_int_equal(graph.n_arcs, 14);
    check_ok(sg_live_graph_add(&graph, &label, attribute, &err));
    assert_true(sg_live_graph_has(&graph, 7) && !sg_live_graph_has(&graph, 8));
    assert_true(graph.label[7] == 9 && graph.attribute[15] == 0.25);
    assert_int_equal(graph.node[7].n, 0);
    sg_live_graph_set_alive(&graph, 7, false);
    assert_true(!sg_live_graph_has(&graph, 7) && graph.n_alive == 7);
    sg_live_graph_forget_last(&graph);
    assert_int_equal(graph.n_numbers, 7);
    sg_live_graph_close(&graph);
    sg_dataset_free(&data);
}

/* More neighbors than stand in the record of a node, and fewer again. */
static void has_many_neighbors(void **state)
{
    (void)state;
    enum { N = 40 };
    sg_dataset data = path_and_ring();
    sg_live_graph graph = {0};
    check_ok(sg_live_graph_open(&graph, &data, 0, &err));
    for (uint32_t v = 7; v < N; v++) check_ok(sg_live_graph_add(&graph, NULL, NULL, &err));
    for (uint32_t v = N - 1; v > 0; v--)
        if (v != 1) check_ok(sg_live_graph_join(&graph, 0, v, &(sg_live_edge){0}, &err));
    const uint32_t *neighbor = sg_live_neighbors(&graph.node[0]);
    assert_int_equal(graph.node[0].n, N - 1);
    for (uint32_t v = 1; v < N; v++) assert_int_equal(neighbor[v - 1], v);
    for (uint32_t v = 1; v < N; v += 2) sg_live_graph_part(&graph, v, 0);
    assert_int_equal(graph.node[0].n, (N - 1) / 2);
    for (uint32_t v = 1; v < N; v++)
        assert_int_equal(sg_live_graph_find(&graph, 0, v), v % 2 == 0 ? v / 2 - 1 : UINT32_MAX);
    sg_live_graph_close(&graph);
    sg_dataset_free(&data);
}

/* A ring of thousands: a cut whose table grows, and which is sorted by digits. */
static void cuts_much(void **state)
{
    (void)state;
    enum { N = 5000 };
    sg_live_graph graph = {0};
    sg_live_cut cut = {0};
    sg_dataset part = {0};
    for (uint32_t v = 0; v < N; v++) check_ok(sg_live_graph_add(&graph, NULL, NULL, &err));
    for (uint32_t v = 0; v < N; v++)
        check_ok(sg_live_graph_join(&graph, v, (v + 1) % N, &(sg_live_edge){0}, &err));
    check_ok(sg_live_cut_begin(&cut, &graph, &err));
    check_ok(sg_live_cut_take(&cut, 0, &err));
    check_ok(sg_live_cut_widen(&cut, 1500, &err));
    check_ok(sg_live_cut_make(&cut, &part, 0, &err));
    assert_true(cut.n == 3001 && cut.n_taken == 3001 && part.graph.n_arcs == 6000);
    for (uint32_t i = 0; i < cut.n; i++) {
        assert_int_equal(cut.node[i], i <= 1500 ? i : N - 3001 + i);
        assert_int_equal(cut.step[i], i <= 1500 ? i : 3001 - i);
        assert_int_equal(sg_live_cut_find(&cut, cut.node[i]), i);
    }
    assert_int_equal(sg_live_cut_find(&cut, 2000), UINT32_MAX);
    assert_int_equal(sg_live_cut_place(&cut, 7)->node, 7);
    sg_dataset_free(&part);
    sg_live_cut_free(&cut);
    sg_live_graph_close(&graph);
}

static void cuts(void **state)
{
    (void)state;
    static const uint32_t step[] = {2, 1, 0, 1, 2, 2};
    sg_dataset data = path_and_ring(), part = {0};
    sg_live_graph graph = {0};
    sg_live_cut cut = {0};
    check_ok(sg_live_graph_open(&graph, &data, 0, &err));
    check_ok(sg_live_cut_begin(&cut, &graph, &err));
    check_ok(sg_live_cut_take(&cut, 3, &err));
    check_ok(sg_live_cut_widen(&cut, 1, &err));
    assert_int_equal(cut.n, 3);
    check_ok(sg_live_cut_widen(&cut, 1, &err));
    assert_int_equal(cut.n, 6); /* all but node 0 */
    assert_int_equal(sg_live_cut_find(&cut, 0), UINT32_MAX);
    assert_int_equal(cut.step[sg_live_cut_find(&cut, 6)], 2);
    check_ok(sg_live_cut_make(&cut, &part, 9, &err));
    assert_int_equal(part.graph.n_nodes, 9);
    assert_int_equal(part.graph.n_arcs, 12);
    for (uint32_t i = 0; i < cut.n; i++) {
        assert_int_equal(cut.node[i], i + 1);
        assert_int_equal(sg_live_cut_find(&cut, i + 1), i);
        assert_int_equal(cut.step[i], step[i]);
        assert_int_equal(part.node_label.value[i], data.node_label.value[i + 1]);
    }
    assert_int_equal(part.graph.arc_offset[9], part.graph.arc_offset[6]);
    sg_dataset_free(&part);
    /* The next cut has forgotten the last one. */
    check_ok(sg_live_cut_begin(&cut, &graph, &err));
    assert_int_equal(sg_live_cut_find(&cut, 3), UINT32_MAX);
    check_ok(sg_live_cut_take(&cut, 0, &err));
    check_ok(sg_live_cut_widen(&cut, SG_EVERYWHERE, &err));
    assert_int_equal(cut.n, 7);
    sg_live_cut_free(&cut);
    sg_live_graph_close(&graph);
    sg_dataset_free(&data);
}

/* Numbers without gaps, in the same order. */
static void unions(void **state)
{
    (void)state;
    sg_dataset data = path_and_ring(), now = {0};
    sg_live_state one = {0};
    check_ok(sg_live_graph_open(&one.graph, &data, 0, &err));
    sg_live_graph_part(&one.graph, 0, 1);
    sg_live_graph_part(&one.graph, 1, 2);
    sg_live_graph_set_alive(&one.graph, 1, false);
    check_ok(sg_live_union_make(&now, &one, 1, &err));
    assert_int_equal(now.graph.n_nodes, 6);
    assert_int_equal(now.graph.n_arcs, 10);
    assert_int_equal(now.node_label.value[1], data.node_label.value[2]);
    assert_int_equal(now.graph.neighbor[now.graph.arc_offset[1]], 2); /* 2-3 is 1-2 now */
    sg_dataset_free(&now);
    sg_live_graph_close(&one.graph);
    sg_dataset_free(&data);
}

static sg_status open_and_cut(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    sg_live_state one = {0};
    sg_live_cut cut = {0};
    sg_dataset part = {0}, now = {0};
    SG_TRY(sg_live_graph_open(&one.graph, context, 0, err));
    SG_TRY(sg_live_graph_join(&one.graph, 0, 4, &(sg_live_edge){0}, err));
    SG_TRY(sg_live_graph_add(&one.graph, NULL, NULL, err));
    for (uint32_t v = 0; v < 7; v++)
        SG_TRY(sg_live_graph_join(&one.graph, 7, v, &(sg_live_edge){0}, err));
    SG_TRY(sg_live_cut_begin(&cut, &one.graph, err));
    SG_TRY(sg_live_cut_take(&cut, 0, err));
    SG_TRY(sg_live_cut_widen(&cut, 2, err));
    SG_TRY(sg_live_cut_make(&cut, &part, 0, err));
    SG_TRY(sg_live_union_make(&now, &one, 1, err));
done:
    sg_dataset_free(&now);
    sg_dataset_free(&part);
    sg_live_cut_free(&cut);
    sg_live_graph_close(&one.graph);
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    sg_dataset data = path_and_ring();
    assert_true(check_out_of_memory(open_and_cut, &data) > 12);
    sg_dataset_free(&data);
}

SG_TESTS(cmocka_unit_test(comes_and_goes), cmocka_unit_test(has_many_neighbors),
         cmocka_unit_test(cuts_much), cmocka_unit_test(cuts), cmocka_unit_test(unions),
         cmocka_unit_test(out_of_memory))
