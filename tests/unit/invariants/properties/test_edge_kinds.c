/* test_edge_kinds.c - distinct edge labels in order: numbers, tuples and words. */
#include "invariants/properties/edge_kinds.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/labeled_graph.h"
#include "support/shaped_graphs.h"

static sg_edge_kinds find(const sg_graph_view *view, uint32_t g, sg_scratch *scratch)
{
    sg_edge_kinds kinds = {0};
    const sg_one_graph one = sg_view_graph(view, g);
    check_ok(sg_edge_kinds_find(&kinds, &one, scratch, &err));
    return kinds;
}

/* Three nodes all joined have the arcs 0-1 0-2 1-0 1-2 2-0 2-1. */
static void kinds_are_in_ascending_order(void **state)
{
    (void)state;
    sg_graph graph = complete_graph(3);
    sg_scratch scratch = {0};
    const int32_t label[6] = {7, -2, 7, 3, -2, 3};
    const sg_graph_view view = {.graph = &graph, .edge_label = label, .n_edge_columns = 1};
    const sg_edge_kinds kinds = find(&view, 0, &scratch);
    const uint32_t expected[6] = {2, 0, 2, 1, 0, 1};
    const int64_t content[3] = {-2, 3, 7};
    assert_int_equal(kinds.n_kinds, 3);
    for (uint32_t a = 0; a < 6; a++) assert_int_equal(sg_edge_kind_of(&kinds, a), expected[a]);
    for (uint32_t k = 0; k < 3; k++) {
        uint64_t word = 0;
        assert_int_equal(sg_edge_kind_words(&word, &kinds, k), 1);
        assert_true(word == (uint64_t)content[k]);
    }
    sg_scratch_free(&scratch);
    sg_graph_free(&graph);
}

static void without_labels_all_are_of_one_kind(void **state)
{
    (void)state;
    sg_graph graph = complete_graph(3);
    sg_scratch scratch = {0};
    const sg_graph_view view = {.graph = &graph};
    const sg_edge_kinds kinds = find(&view, 0, &scratch);
    uint64_t word = 5;
    assert_int_equal(kinds.n_kinds, 1);
    for (uint32_t a = 0; a < 6; a++) assert_int_equal(sg_edge_kind_of(&kinds, a), 0);
    assert_int_equal(sg_edge_kind_words(&word, &kinds, 0), 0);
    assert_int_equal(word, 5); /* untouched */
    sg_scratch_free(&scratch);
    sg_graph_free(&graph);
}

static void tuples_are_compared_column_by_column(void **state)
{
    (void)state;
    sg_graph graph = complete_graph(3);
    sg_scratch scratch = {0};
    const int32_t label[12] = {1, 9, 1, 2, 1, 9, 0, 50, 1, 2, 0, 50};
    const sg_graph_view view = {.graph = &graph, .edge_label = label, .n_edge_columns = 2};
    const sg_edge_kinds kinds = find(&view, 0, &scratch);
    const uint32_t expected[6] = {2, 1, 2, 0, 1, 0};
    const uint64_t content[3][2] = {{0, 50}, {1, 2}, {1, 9}};
    assert_int_equal(kinds.n_kinds, 3);
    for (uint32_t a = 0; a < 6; a++) assert_int_equal(sg_edge_kind_of(&kinds, a), expected[a]);
    for (uint32_t k = 0; k < 3; k++) {
        uint64_t word[2];
        assert_int_equal(sg_edge_kind_words(word, &kinds, k), 2);
        assert_memory_equal(word, content[k], sizeof word);
    }
    sg_scratch_free(&scratch);
    sg_graph_free(&graph);
}

static void words_are_ordered_by_their_contents(void **state)
{
    (void)state;
    sg_graph graph = complete_graph(3);
    sg_scratch scratch = {0};
    /* Another data set may number the same words the other way round. */
    const uint64_t contents[2][2] = {{800, 30}, {30, 800}};
    const int32_t label[2][6] = {{5, 6, 5, 5, 6, 5}, {6, 5, 6, 6, 5, 6}};
    for (int i = 0; i < 2; i++) {
        const sg_graph_view view = {.graph = &graph,
                                    .edge_label = label[i],
                                    .n_edge_columns = 1,
                                    .edge_words = {contents[i], 5, 2}};
        const sg_edge_kinds kinds = find(&view, 0, &scratch);
        const uint32_t expected[6] = {1, 0, 1, 1, 0, 1};
        uint64_t word[2];
        assert_int_equal(kinds.n_kinds, 2);
        for (uint32_t a = 0; a < 6; a++)
            assert_int_equal(sg_edge_kind_of(&kinds, a), expected[a]);
        for (uint32_t k = 0; k < 2; k++) (void)sg_edge_kind_words(&word[k], &kinds, k);
        assert_true(word[0] == 30 && word[1] == 800);
    }
    sg_scratch_free(&scratch);
    sg_graph_free(&graph);
}

static void kinds_of_random_graphs(void **state)
{
    (void)state;
    sg_rng rng = check_rng("edge kinds");
    sg_scratch scratch = {0};
    for (int i = 0; i < 200; i++) {
        labeled_graph data = labeled_graph_draw(&rng, (random_shape){4, 9});
        const sg_graph_view view = labeled_graph_view(&data);
        for (uint32_t g = 0; g < data.graph.n_graphs; g++) {
            sg_scratch_reset(&scratch);
            const sg_edge_kinds kinds = find(&view, g, &scratch);
            const sg_one_graph one = sg_view_graph(&view, g);
            uint32_t seen = 0;
            for (uint32_t a = one.arc_offset[0]; a < one.arc_offset[one.n_nodes]; a++) {
                uint64_t word = 0;
                (void)sg_edge_kind_words(&word, &kinds, sg_edge_kind_of(&kinds, a));
                assert_int_equal(word, data.edge_label[a]);
                seen |= 1U << sg_edge_kind_of(&kinds, a);
            }
            assert_int_equal(seen, (1U << kinds.n_kinds) - 1); /* every kind has an arc */
        }
        labeled_graph_free(&data);
    }
    sg_scratch_free(&scratch);
}

/* A graph whose edges are all of different kinds, both arcs of an edge as well. */
static sg_status find_many(void *context, sg_error *err)
{
    const sg_graph_view *view = context;
    sg_scratch scratch = {0};
    sg_edge_kinds kinds = {0};
    const sg_one_graph one = sg_view_graph(view, 0);
    const sg_status status = sg_edge_kinds_find(&kinds, &one, &scratch, err);
    if (status == SG_OK) assert_int_equal(kinds.n_kinds, view->graph->n_arcs);
    sg_scratch_free(&scratch);
    return status;
}

static void there_may_be_65534(void **state)
{
    (void)state;
    sg_graph graph = complete_graph(257); /* 65,792 arcs */
    int32_t *label = sg_alloc(graph.n_arcs, sizeof *label);
    assert_non_null(label);
    for (uint32_t a = 0; a < graph.n_arcs; a++) label[a] = (int32_t)a;
    sg_graph_view view = {.graph = &graph, .edge_label = label, .n_edge_columns = 1};
    check_fails(find_many(&view, &err), SG_ELIMIT, "graph 0 has more than 65534 distinct ones");
    sg_graph small = complete_graph(60);
    view.graph = &small;
    assert_true(check_out_of_memory(find_many, &view) > 0);
    sg_graph_free(&small);
    sg_free(label);
    sg_graph_free(&graph);
}

SG_TESTS(cmocka_unit_test(kinds_are_in_ascending_order),
         cmocka_unit_test(without_labels_all_are_of_one_kind),
         cmocka_unit_test(tuples_are_compared_column_by_column),
         cmocka_unit_test(words_are_ordered_by_their_contents),
         cmocka_unit_test(kinds_of_random_graphs), cmocka_unit_test(there_may_be_65534))
