/* test_separators.c - pairs by the number of disjoint paths between them. */
#include "support/check.h"
#include "support/keys_of.h"
#include "support/named_pair.h"
#include "support/shaped_graphs.h"
#include "support/slow_joins.h"

static void equals_its_slow_twin(void **state)
{
    (void)state;
    static const char *const expression[] = {"separators", "separators within 2",
                                             "separators within 1"};
    sg_rng rng = check_rng("separators");
    for (int i = 0; i < 3000; i++) {
        sg_graph graph = random_graph(&rng, (random_shape){3, i % 10 == 0 ? 12 : 8});
        const sg_graph_view view = {.graph = &graph};
        check_pairs(&view, expression[i % 3], SG_TAG_SEPARATORS, slow_separators);
        sg_graph_free(&graph);
    }
}

/* Edges with new nodes inside: paths must be turned more often to make room for others. */
static void long_ways_equal_the_slow_twin(void **state)
{
    (void)state;
    sg_rng rng = check_rng("long ways");
    for (int i = 0; i < 1000; i++) {
        sg_graph graph = random_graph(&rng, (random_shape){1, 6});
        if (graph.n_graphs == 1) {
            sg_graph longer = subdivided_graph(&rng, &graph, 1);
            const sg_graph_view view = {.graph = &longer};
            if (longer.n_nodes <= 16)
                check_pairs(&view, "separators", SG_TAG_SEPARATORS, slow_separators);
            sg_graph_free(&longer);
        }
        sg_graph_free(&graph);
    }
}

/* K4, a bridge to a square, whose far corner carries a leaf. */
static void each_value_by_hand(void **state)
{
    (void)state;
    sg_graph graph = graph_of(9, "0-1 0-2 0-3 1-2 1-3 2-3 3-4 4-5 5-6 6-7 7-4 6-8");
    const sg_graph_view view = {.graph = &graph};
    assert_string_equal(named_pair(&view, "separators", 0, 0), "self");
    assert_string_equal(named_pair(&view, "separators", 0, 1), "3 disjoint paths or more");
    assert_string_equal(named_pair(&view, "separators", 3, 4), "over a bridge");
    assert_string_equal(named_pair(&view, "separators", 6, 8), "over a bridge");
    assert_string_equal(named_pair(&view, "separators", 0, 4), "behind a cut node");
    assert_string_equal(named_pair(&view, "separators", 8, 2), "behind a cut node");
    assert_string_equal(named_pair(&view, "separators", 4, 6), "2 disjoint paths");
    assert_string_equal(named_pair(&view, "separators", 5, 6), "2 disjoint paths");
    /* The way around is too long. */
    assert_string_equal(named_pair(&view, "separators within 2", 5, 6), "2 disjoint paths");
    assert_string_equal(named_pair(&view, "separators within 1", 5, 6), "over a bridge");
    sg_graph_free(&graph);
}

static void keys_move_with_their_nodes(void **state)
{
    (void)state;
    sg_rng rng = check_rng("moving");
    check_pairs_move(&rng, "separators", 200);
    check_pairs_move(&rng, "separators within 3", 100);
}

static void graphs_without_pairs(void **state)
{
    (void)state;
    sg_graph none = graph_of(0, ""), points = graph_of(3, "");
    const sg_graph_view view = {.graph = &none}, point_view = {.graph = &points};
    check_pairs(&view, "separators", SG_TAG_SEPARATORS, slow_separators);
    check_pairs(&point_view, "separators", SG_TAG_SEPARATORS, slow_separators);
    sg_graph_free(&none);
    sg_graph_free(&points);
}

static void large_graphs_are_refused(void **state)
{
    (void)state;
    sg_graph graph = ladder_graph(1000);
    const sg_graph_view view = {.graph = &graph};
    check_ok(find_all_pairs(&view, "separators within 2", &err));
    check_fails(find_all_pairs(&view, "separators", &err), SG_ELIMIT,
                "separators: graph 0 (2000 nodes) takes ");
    sg_graph_free(&graph);
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    sg_graph graph = chain_of_squares(12);
    const sg_graph_view view = {.graph = &graph};
    check_pairs_memory(&view, "separators");
    sg_graph_free(&graph);
}

SG_TESTS(cmocka_unit_test(equals_its_slow_twin),
         cmocka_unit_test(long_ways_equal_the_slow_twin), cmocka_unit_test(each_value_by_hand),
         cmocka_unit_test(keys_move_with_their_nodes), cmocka_unit_test(graphs_without_pairs),
         cmocka_unit_test(large_graphs_are_refused),
         cmocka_unit_test(survives_any_failing_allocation))
