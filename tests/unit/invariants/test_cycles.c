/* test_cycles.c - the labeling by numbers of simple cycles. */
#include "support/random_graph.h"
#include "support/shaped_graphs.h"
#include "support/slow_cycles.h"
#include "unit/invariants/small_graphs.inc"

static void equals_its_slow_twin(void **state)
{
    (void)state;
    sg_rng rng = check_rng("cycles");
    for (int i = 0; i < 3000; i++) {
        sg_graph graph = random_graph(&rng, (random_shape){2, 8});
        const uint32_t min = 3 + sg_rng_below(&rng, 4);
        check_cycles(&graph, false, min, min + sg_rng_below(&rng, 7));
        sg_graph_free(&graph);
    }
}

/* Chains of nodes between the joints, of all lengths. */
static void equals_its_slow_twin_on_long_links(void **state)
{
    (void)state;
    sg_rng rng = check_rng("subdivided");
    for (int i = 0; i < 1000; i++) {
        sg_graph small = random_graph(&rng, (random_shape){1, 6});
        sg_graph large = subdivided_graph(&rng, &small, 3);
        const uint32_t min = 3 + sg_rng_below(&rng, 4);
        check_cycles(&large, false, min, min + sg_rng_below(&rng, 16));
        sg_graph_free(&large);
        sg_graph_free(&small);
    }
}

/* Where formulas take over from the search, and behind it. */
static void formulas_equal_the_slow_twin(void **state)
{
    (void)state;
    sg_rng rng = check_rng("formulas");
    for (int i = 0; i < 150; i++) {
        sg_graph graph = random_graph(&rng, (random_shape){1, 11});
        for (uint32_t max = 3; max <= 6; max++)
            check_cycles(&graph, false, 3 + sg_rng_below(&rng, max - 2), max);
        sg_graph_free(&graph);
    }
}

/* (n-1)(n-2)...(n-k+1) / 2 cycles of length k go through a node of the complete graph. */
static void large_complete_graphs_are_easy(void **state)
{
    (void)state;
    enum { N = 150 };
    sg_graph graph = complete_graph(N);
    uint64_t count[4], ways = N - 1;
    for (uint64_t k = 3; k <= 6; k++) {
        ways *= N - k + 1;
        count[k - 3] = ways / 2;
    }
    sg_key *key = keys_of(&graph, "cycles:6");
    for (uint32_t v = 0; v < N; v++) check_same_key(key[v], cycles_key(false, 3, 6, count));
    sg_free(key);
    sg_graph_free(&graph);
}

static sg_key key_up_to_10(const uint64_t *count)
{
    return cycles_key(false, 3, 10, count);
}

static void counts_by_hand(void **state)
{
    (void)state;
    static const hand_counts from_length_3[N_SMALL_GRAPHS] = {
        [K4] = {{3, 3}, {3, 3}},
        [C6] = {{0, 0, 0, 1}, {0, 0, 0, 1}},
        [TWO_TRIANGLES] = {{1}, {1}},
        [BOW_TIE] = {{1}, {2}},
        [PETERSEN] = {{0, 0, 6, 6, 0, 12, 18}, {0, 0, 6, 6, 0, 12, 18}},
        [GRID] = {{0, 4, 0, 4, 0, 4}, {0, 1, 0, 2, 0, 4}},
        [PAW] = {{1}, {1}},
    };
    check_hand_counts("cycles:10", key_up_to_10, from_length_3);
}

static void other_lengths_are_other_labels(void **state)
{
    (void)state;
    static const char *const all[] = {"cycles:3",   "cycles:5",   "cycles:6",
                                      "cycles:4-6", "cycles:5-6", "induced-cycles:6"};
    sg_graph graph = graph_of(2, "0-1");
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (size_t j = 0; j < i; j++) {
            sg_key *a = keys_of(&graph, all[i]), *b = keys_of(&graph, all[j]);
            assert_int_not_equal(a->key, b->key);
            sg_free(a);
            sg_free(b);
        }
    sg_key *a = keys_of(&graph, "cycles:6"), *b = keys_of(&graph, "cycles:3-6");
    check_same_key(*a, *b);
    sg_free(a);
    sg_free(b);
    sg_graph_free(&graph);
}

/* A wheel of n spokes: a cycle through the hub leaves out an arc of the rim; a node of the rim is
 * on k - 1 of the n cycles of length k + 1, and on the rim itself. */
static void counts_in_wheels(void **state)
{
    (void)state;
    enum { N = 300, MAX = 40 };
    sg_graph graph = wheel_graph(N);
    sg_key *key = keys_of(&graph, "cycles:40");
    uint64_t of_hub[MAX - 2], of_rim[MAX - 2];
    for (uint64_t k = 3; k <= MAX; k++) {
        of_hub[k - 3] = N;
        of_rim[k - 3] = k - 1;
    }
    check_same_key(key[N], cycles_key(false, 3, MAX, of_hub));
    for (uint32_t v = 0; v < N; v++) check_same_key(key[v], cycles_key(false, 3, MAX, of_rim));
    sg_free(key);
    sg_graph_free(&graph);
}

/* In a long ladder a cycle goes up some steps, over, and back. */
static void counts_in_ladders(void **state)
{
    (void)state;
    enum { N = 3000, MAX = 20 };
    sg_graph graph = ladder_graph(N);
    sg_key *key = keys_of(&graph, "cycles:20");
    uint64_t count[MAX - 2] = {0};
    for (uint64_t k = 4; k <= MAX; k += 2) count[k - 3] = k / 2;
    check_same_key(key[N / 2], cycles_key(false, 3, MAX, count));
    for (uint64_t k = 4; k <= MAX; k += 2) count[k - 3] = 1;
    check_same_key(key[N], cycles_key(false, 3, MAX, count));
    sg_free(key);
    sg_graph_free(&graph);
}

static void rings_are_their_only_cycle(void **state)
{
    (void)state;
    sg_rng rng = check_rng("rings");
    sg_graph triangle = graph_of(3, "0-1 1-2 2-0");
    sg_graph ring = subdivided_graph(&rng, &triangle, 330);
    const uint32_t n = ring.n_nodes;
    assert_in_range(n, 10, 1000);
    uint64_t count[998] = {0};
    sg_key *none = keys_of(&ring, "cycles:9"), *one = keys_of(&ring, "cycles:1000");
    check_same_key(none[n - 1], cycles_key(false, 3, 9, count));
    count[n - 3] = 1;
    check_same_key(one[0], cycles_key(false, 3, 1000, count));
    check_same_key(one[n - 1], cycles_key(false, 3, 1000, count));
    sg_free(none);
    sg_free(one);
    sg_graph_free(&ring);
    sg_graph_free(&triangle);
}

static void no_nodes_are_fine(void **state)
{
    (void)state;
    check_without_nodes("cycles:5");
}

static void gives_up_when_the_budget_is_used_up(void **state)
{
    (void)state;
    sg_graph graph = complete_graph(30);
    check_fails(label_with_budget(&graph, "cycles:30", 1000000, &err), SG_ELIMIT, "cycles");
    check_fails(label_with_budget(&graph, "cycles:30", 1000000, &err), SG_ELIMIT, "30 nodes");
    check_fails(label_with_budget(&graph, "cycles:30", 1000000, &err), SG_ELIMIT, "budget");
    check_fails(label_with_budget(&graph, "cycles:6", 1000, &err), SG_ELIMIT, "budget");
    check_ok(label_with_budget(&graph, "cycles:6", 10000, &err));
    sg_graph_free(&graph);
}

static void gives_up_when_counts_take_too_much_memory(void **state)
{
    (void)state;
    sg_graph graph = ladder_graph(40000);
    check_fails(label_with_budget(&graph, "cycles:1000", UINT64_MAX, &err), SG_ELIMIT,
                "fewer lengths");
    check_ok(label_with_budget(&graph, "cycles:4", UINT64_MAX, &err));
    sg_graph_free(&graph);
}

static void equals_the_reference_values(void **state)
{
    (void)state;
    check_fixture_cycles(false);
}

static void equals_the_reference_values_of_real_data(void **state)
{
    (void)state;
    check_shared_cycles("DHFR3", false, 10);
    check_shared_cycles("IMDB3", false, 4);
}

static void keys_move_with_their_nodes(void **state)
{
    (void)state;
    sg_rng rng = check_rng("moving");
    check_keys_move(&rng, "cycles:5", 300);
    check_keys_move(&rng, "cycles:4-7", 300);
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    sg_graph sparse = graph_of(9000, "0-1 1-2 2-3 3-0 2-4 4-0 5-6 6-7 7-5");
    sg_graph dense = complete_graph(60);
    check_labeling_memory(&sparse, "cycles:8");
    check_labeling_memory(&dense, "cycles:6");
    sg_graph_free(&sparse);
    sg_graph_free(&dense);
}

static void says_what_is_allowed(void **state)
{
    (void)state;
    sg_label_expression expression = {0};
    check_fails(sg_label_parse(&expression, "cycles", &err), SG_EINVAL, "from 3 to 1000");
    check_fails(sg_label_parse(&expression, "cycles:2", &err), SG_EINVAL, "from 3 to 1000");
    check_fails(sg_label_parse(&expression, "cycles:1001", &err), SG_EINVAL, "\"1001\"");
    check_fails(sg_label_parse(&expression, "cycles:7-6", &err), SG_EINVAL, "\"7-6\"");
}

SG_TESTS(cmocka_unit_test(equals_its_slow_twin),
         cmocka_unit_test(equals_its_slow_twin_on_long_links),
         cmocka_unit_test(formulas_equal_the_slow_twin),
         cmocka_unit_test(large_complete_graphs_are_easy), cmocka_unit_test(counts_by_hand),
         cmocka_unit_test(other_lengths_are_other_labels), cmocka_unit_test(counts_in_wheels),
         cmocka_unit_test(counts_in_ladders), cmocka_unit_test(rings_are_their_only_cycle),
         cmocka_unit_test(no_nodes_are_fine),
         cmocka_unit_test(gives_up_when_the_budget_is_used_up),
         cmocka_unit_test(gives_up_when_counts_take_too_much_memory),
         cmocka_unit_test(equals_the_reference_values),
         cmocka_unit_test(equals_the_reference_values_of_real_data),
         cmocka_unit_test(keys_move_with_their_nodes),
         cmocka_unit_test(survives_any_failing_allocation),
         cmocka_unit_test(says_what_is_allowed))
