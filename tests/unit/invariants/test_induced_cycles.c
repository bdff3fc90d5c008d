/* test_induced_cycles.c - the labeling by numbers of chordless cycles. */
#include "support/random_graph.h"
#include "support/shaped_graphs.h"
#include "support/slow_cycles.h"
#include "unit/invariants/small_graphs.inc"

static void equals_its_slow_twin(void **state)
{
    (void)state;
    sg_rng rng = check_rng("induced cycles");
    for (int i = 0; i < 3000; i++) {
        sg_graph graph = random_graph(&rng, (random_shape){2, i % 50 == 0 ? 9 : 8});
        const uint32_t min = 3 + sg_rng_below(&rng, 4);
        check_cycles(&graph, true, min, min + sg_rng_below(&rng, 7));
        sg_graph_free(&graph);
    }
}

/* Chains of nodes between the joints, some of them beside an edge that is their chord. */
static void equals_its_slow_twin_on_long_links(void **state)
{
    (void)state;
    sg_rng rng = check_rng("subdivided");
    for (int i = 0; i < 1500; i++) {
        sg_graph small = random_graph(&rng, (random_shape){1, 6});
        sg_graph large = subdivided_graph(&rng, &small, 1 + sg_rng_below(&rng, 2));
        const uint32_t min = 3 + sg_rng_below(&rng, 4);
        check_cycles(&large, true, min, min + sg_rng_below(&rng, 16));
        sg_graph_free(&large);
        sg_graph_free(&small);
    }
}

/* Two joints with an edge and chains between them: each chain is a cycle with the edge, and no
 * two chains are. */
static void edges_beside_chains_are_chords(void **state)
{
    (void)state;
    sg_graph graph = graph_of(8, "0-1 0-2 2-1 0-3 3-4 4-1 0-5 5-6 6-7 7-1");
    sg_key *key = keys_of(&graph, "induced-cycles:8");
    check_same_key(key[0], cycles_key(true, 3, 8, (uint64_t[6]){1, 1, 1}));
    check_same_key(key[1], cycles_key(true, 3, 8, (uint64_t[6]){1, 1, 1}));
    check_same_key(key[2], cycles_key(true, 3, 8, (uint64_t[6]){1}));
    check_same_key(key[4], cycles_key(true, 3, 8, (uint64_t[6]){0, 1}));
    check_same_key(key[6], cycles_key(true, 3, 8, (uint64_t[6]){0, 0, 1}));
    sg_free(key);
    sg_graph_free(&graph);
}

static sg_key key_up_to_10(const uint64_t *count)
{
    return cycles_key(true, 3, 10, count);
}

static void counts_by_hand(void **state)
{
    (void)state;
    static const hand_counts from_length_3[N_SMALL_GRAPHS] = {
        [K4] = {{3}, {3}},
        [C6] = {{0, 0, 0, 1}, {0, 0, 0, 1}},
        [TWO_TRIANGLES] = {{1}, {1}},
        [BOW_TIE] = {{1}, {2}},
        [PETERSEN] = {{0, 0, 6, 6}, {0, 0, 6, 6}},
        [GRID] = {{0, 4}, {0, 1, 0, 0, 0, 1}},
        [PAW] = {{1}, {1}},
    };
    check_hand_counts("induced-cycles:10", key_up_to_10, from_length_3);
}

/* Every cycle of a wheel but its triangles and its rim has a spoke as a chord. */
static void counts_in_wheels(void **state)
{
    (void)state;
    enum { N = 300 };
    sg_graph graph = wheel_graph(N);
    sg_key *key = keys_of(&graph, "induced-cycles:300");
    uint64_t count[N - 2] = {N};
    check_same_key(key[N], cycles_key(true, 3, N, count));
    count[0] = 2;
    count[N - 3] = 1;
    for (uint32_t v = 0; v < N; v++) check_same_key(key[v], cycles_key(true, 3, N, count));
    sg_free(key);
    sg_graph_free(&graph);
}

static void large_complete_graphs_are_easy(void **state)
{
    (void)state;
    enum { N = 100 };
    sg_graph graph = complete_graph(N);
    check_ok(label_with_budget(&graph, "induced-cycles:100", (uint64_t)N * N * N, &err));
    sg_key *key = keys_of(&graph, "induced-cycles:4");
    for (uint32_t v = 0; v < N; v++)
        check_same_key(key[v], cycles_key(true, 3, 4, (uint64_t[]){(N - 1) * (N - 2) / 2, 0}));
    sg_free(key);
    sg_graph_free(&graph);
}

static void no_nodes_are_fine(void **state)
{
    (void)state;
    check_without_nodes("induced-cycles:5");
}

/* Chains instead of edges: hardly a cycle has a chord. */
static void gives_up_when_the_budget_is_used_up(void **state)
{
    (void)state;
    sg_rng rng = check_rng("budget");
    sg_graph small = complete_graph(16), graph = subdivided_graph(&rng, &small, 3);
    check_fails(label_with_budget(&graph, "induced-cycles:60", 1000000, &err), SG_ELIMIT,
                "induced-cycles");
    check_fails(label_with_budget(&graph, "induced-cycles:60", 1000000, &err), SG_ELIMIT,
                "budget");
    check_ok(label_with_budget(&graph, "induced-cycles:8", 1000000, &err));
    sg_graph_free(&graph);
    sg_graph_free(&small);
}

static void equals_the_reference_values(void **state)
{
    (void)state;
    check_fixture_cycles(true);
}

static void equals_the_reference_values_of_real_data(void **state)
{
    (void)state;
    check_shared_cycles("DHFR3", true, 10);
    check_shared_cycles("IMDB3", true, 4);
}

static void keys_move_with_their_nodes(void **state)
{
    (void)state;
    sg_rng rng = check_rng("moving");
    check_keys_move(&rng, "induced-cycles:5", 300);
    check_keys_move(&rng, "induced-cycles:4-12", 300);
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    sg_graph graph = graph_of(9000, "0-1 1-2 2-3 3-0 2-4 4-0 0-2 5-6 6-7 7-5");
    check_labeling_memory(&graph, "induced-cycles:8");
    sg_graph_free(&graph);
}

static void says_what_is_allowed(void **state)
{
    (void)state;
    sg_label_expression expression = {0};
    check_fails(sg_label_parse(&expression, "induced-cycles:2-5", &err), SG_EINVAL,
                "from 3 to 1000");
}

SG_TESTS(cmocka_unit_test(equals_its_slow_twin),
         cmocka_unit_test(equals_its_slow_twin_on_long_links),
         cmocka_unit_test(edges_beside_chains_are_chords), cmocka_unit_test(counts_by_hand),
         cmocka_unit_test(counts_in_wheels), cmocka_unit_test(large_complete_graphs_are_easy),
         cmocka_unit_test(no_nodes_are_fine),
         cmocka_unit_test(gives_up_when_the_budget_is_used_up),
         cmocka_unit_test(equals_the_reference_values),
         cmocka_unit_test(equals_the_reference_values_of_real_data),
         cmocka_unit_test(keys_move_with_their_nodes),
         cmocka_unit_test(survives_any_failing_allocation),
         cmocka_unit_test(says_what_is_allowed))
