/* test_walks_property.c - pairs by the numbers of walks between them. */
#include "support/check.h"
#include "support/keys_of.h"
#include "support/pairs_of.h"
#include "support/shaped_graphs.h"
#include "support/slow_joins.h"

static void equals_its_slow_twin(void **state)
{
    (void)state;
    static const char *const expression[] = {"walks:1", "walks:4", "walks:4 within 2",
                                             "walks:2 within 9", "walks:3 within 0"};
    sg_rng rng = check_rng("walks");
    check_random_pairs(&rng, (random_shape){3, 8}, expression, 5, SG_TAG_WALKS, slow_walks);
}

/* From one end of a path of three to the other, and back; to the middle; to itself. */
static void counts_by_hand(void **state)
{
    (void)state;
    sg_graph graph = graph_of(3, "0-1 1-2");
    const sg_graph_view view = {.graph = &graph};
    const uint64_t content[3][5] = {{1, 0, 1, 0, 2}, {0, 1, 0, 2, 0}, {0, 0, 1, 0, 2}};
    sg_scratch scratch = {0};
    const sg_pairs pairs = pairs_of(&view, "walks:4", &scratch);
    assert_int_equal(pairs.row[1], 3);
    for (uint32_t w = 0; w < 3; w++)
        check_same_key(pairs.key[pairs.value[w]], sg_key_of(SG_TAG_WALKS, content[w], 5));
    sg_scratch_free(&scratch);
    sg_graph_free(&graph);
}

static void keys_move_with_their_nodes(void **state)
{
    (void)state;
    sg_rng rng = check_rng("moving");
    check_pairs_move(&rng, "walks:5", 150);
    check_pairs_move(&rng, "walks:6 within 2", 150);
}

/* In a complete graph of 5 nodes there are about 4^k / 5 walks. */
static void too_many_walks_are_refused(void **state)
{
    (void)state;
    sg_graph graph = complete_graph(5), large = complete_graph(900);
    const sg_graph_view view = {.graph = &graph}, large_view = {.graph = &large};
    check_ok(find_all_pairs(&view, "walks:32", &err));
    check_ok(find_all_pairs(&large_view, "walks:1", &err));
    check_fails(find_all_pairs(&large_view, "walks:32", &err), SG_ELIMIT,
                "walks: graph 0 (900 nodes) takes ");
    sg_graph_free(&graph);
    graph = complete_graph(300);
    check_fails(find_all_pairs(&view, "walks:9", &err), SG_ELIMIT,
                "walks: graph 0 has more than 2^64 walks of length 9 from one node");
    sg_graph_free(&large);
    sg_graph_free(&graph);
}

static void graphs_without_pairs(void **state)
{
    (void)state;
    sg_graph none = graph_of(0, ""), points = graph_of(3, "");
    const sg_graph_view view = {.graph = &none}, point_view = {.graph = &points};
    check_pairs(&view, "walks:3", SG_TAG_WALKS, slow_walks);
    check_pairs(&point_view, "walks:3", SG_TAG_WALKS, slow_walks);
    sg_graph_free(&none);
    sg_graph_free(&points);
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    sg_graph graph = chain_of_squares(30);
    const sg_graph_view view = {.graph = &graph};
    check_pairs_memory(&view, "walks:6");
    sg_graph_free(&graph);
}

static void parameters_are_checked(void **state)
{
    (void)state;
    sg_property property = {0};
    check_fails(sg_property_parse(&property, "walks", &err), SG_EINVAL, "from 1 to 32");
    check_fails(sg_property_parse(&property, "walks:0", &err), SG_EINVAL, "from 1 to 32");
    check_fails(sg_property_parse(&property, "walks:33", &err), SG_EINVAL, "from 1 to 32");
}

SG_TESTS(cmocka_unit_test(equals_its_slow_twin), cmocka_unit_test(counts_by_hand),
         cmocka_unit_test(keys_move_with_their_nodes),
         cmocka_unit_test(too_many_walks_are_refused), cmocka_unit_test(graphs_without_pairs),
         cmocka_unit_test(survives_any_failing_allocation),
         cmocka_unit_test(parameters_are_checked))
