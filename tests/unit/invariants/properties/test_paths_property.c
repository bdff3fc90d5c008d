/* test_paths_property.c - pairs by the numbers of simple paths between them. */
#include "support/check.h"
#include "support/keys_of.h"
#include "support/pairs_of.h"
#include "support/shaped_graphs.h"
#include "support/slow_joins.h"

static void equals_its_slow_twin(void **state)
{
    (void)state;
    static const char *const expression[] = {"paths:1", "paths:6", "paths:5 within 2",
                                             "paths:2 within 9", "paths:3 within 0"};
    sg_rng rng = check_rng("paths");
    check_random_pairs(&rng, (random_shape){3, 7}, expression, 5, SG_TAG_PATHS, slow_paths);
}

/* A triangle with a tail, 0-1-2 and 2-3: neighbors in the triangle have a path of one and one of two
 * steps. */
static void counts_by_hand(void **state)
{
    (void)state;
    sg_graph graph = graph_of(4, "0-1 1-2 2-0 2-3");
    const sg_graph_view view = {.graph = &graph};
    const uint64_t content[4][4] = {{1, 0, 0, 0}, {0, 1, 1, 0}, {0, 1, 1, 0}, {0, 0, 1, 1}};
    sg_scratch scratch = {0};
    const sg_pairs pairs = pairs_of(&view, "paths:3", &scratch);
    assert_int_equal(pairs.row[1], 4);
    for (uint32_t w = 0; w < 4; w++)
        check_same_key(pairs.key[pairs.value[w]], sg_key_of(SG_TAG_PATHS, content[w], 4));
    sg_scratch_free(&scratch);
    sg_graph_free(&graph);
}

/* K5: 1 of one step, 3 of two, 6 of three, 6 of four. */
static void complete_graphs(void **state)
{
    (void)state;
    sg_graph graph = complete_graph(5);
    const sg_graph_view view = {.graph = &graph};
    sg_scratch scratch = {0};
    const sg_pairs pairs = pairs_of(&view, "paths:4", &scratch);
    assert_int_equal(pairs.n_values, 2);
    check_same_key(pairs.key[1], sg_key_of(SG_TAG_PATHS, (uint64_t[]){0, 1, 3, 6, 6}, 5));
    sg_scratch_free(&scratch);
    sg_graph_free(&graph);
}

static void keys_move_with_their_nodes(void **state)
{
    (void)state;
    sg_rng rng = check_rng("moving");
    check_pairs_move(&rng, "paths:3", 100);
    check_pairs_move(&rng, "paths:3 within 2", 100);
}

static void too_many_paths_are_refused(void **state)
{
    (void)state;
    sg_graph graph = complete_graph(40);
    const sg_graph_view view = {.graph = &graph};
    check_fails(find_all_pairs(&view, "paths:12", &err), SG_ELIMIT,
                "paths: graph 0 (40 nodes) takes ");
    sg_graph_free(&graph);
}

static void graphs_without_pairs(void **state)
{
    (void)state;
    sg_graph none = graph_of(0, ""), points = graph_of(3, "");
    const sg_graph_view view = {.graph = &none}, point_view = {.graph = &points};
    check_pairs(&view, "paths:3", SG_TAG_PATHS, slow_paths);
    check_pairs(&point_view, "paths:3", SG_TAG_PATHS, slow_paths);
    sg_graph_free(&none);
    sg_graph_free(&points);
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    sg_graph graph = chain_of_squares(30);
    const sg_graph_view view = {.graph = &graph};
    check_pairs_memory(&view, "paths:6");
    sg_graph_free(&graph);
}

SG_TESTS(cmocka_unit_test(equals_its_slow_twin), cmocka_unit_test(counts_by_hand),
         cmocka_unit_test(complete_graphs), cmocka_unit_test(keys_move_with_their_nodes),
         cmocka_unit_test(too_many_paths_are_refused), cmocka_unit_test(graphs_without_pairs),
         cmocka_unit_test(survives_any_failing_allocation))
