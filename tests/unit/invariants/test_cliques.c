/* test_cliques.c - the labeling by numbers of maximal cliques. */
#include "formats/tu_reader.h"
#include "support/golden_counts.h"
#include "support/random_graph.h"
#include "support/shaped_graphs.h"
#include "support/slow_cliques.h"
#include "unit/invariants/small_graphs.inc"

/* count[s] is the number of cliques of s nodes; only sizes up to `max` count. */
static sg_key key_for(const uint64_t *count, uint32_t largest, uint32_t max)
{
    uint64_t word[SG_KEY_SHORT] = {max};
    for (uint32_t s = 1; s <= max && s <= largest; s++) word[s] = count[s];
    return sg_key_of(SG_TAG_CLIQUES, word, max + (size_t)1);
}

static void check_union(const sg_graph *graph, uint32_t max)
{
    char expression[32];
    (void)snprintf(expression, sizeof expression, "cliques:%u", max);
    sg_key *key = keys_of(graph, expression);
    for (uint32_t g = 0; g < graph->n_graphs; g++) {
        uint64_t count[SLOW_CLIQUES_NODES][SLOW_CLIQUES_NODES + 1];
        const uint32_t first = graph->graph_offset[g];
        slow_cliques(count, graph, g);
        for (uint32_t v = first; v < graph->graph_offset[g + 1]; v++)
            check_same_key(key[v], key_for(count[v - first], SLOW_CLIQUES_NODES, max));
    }
    sg_free(key);
}

static void equals_its_slow_twin(void **state)
{
    (void)state;
    sg_rng rng = check_rng("cliques");
    for (int i = 0; i < 3000; i++) {
        sg_graph graph = random_graph(&rng, (random_shape){2, i % 20 == 0 ? 14 : 9});
        check_union(&graph, 1 + sg_rng_below(&rng, 18));
        sg_graph_free(&graph);
    }
}

/* Node v of the small graph is node v * step of a large one whose other nodes are isolated. */
static sg_graph spread(const sg_graph *small, uint32_t step)
{
    char edges[4000] = "";
    size_t length = 0;
    for (uint32_t v = 0; v < small->n_nodes; v++)
        for (uint32_t a = small->arc_offset[v]; a < small->arc_offset[v + 1]; a++)
            length +=
                (size_t)snprintf(edges + length, sizeof edges - length, "%s%u-%u",
                                 length > 0 ? " " : "", v * step, small->neighbor[a] * step);
    return graph_of(small->n_nodes * step + 1, edges);
}

static void isolated_nodes_change_nothing(void **state)
{
    (void)state;
    sg_rng rng = check_rng("spread");
    for (int i = 0; i < 100; i++) {
        sg_graph small = random_graph(&rng, (random_shape){1, 12});
        sg_graph large = spread(&small, 300);
        sg_key *a = keys_of(&small, "cliques:12"), *b = keys_of(&large, "cliques:12");
        for (uint32_t v = 0; v < small.n_nodes; v++) check_same_key(b[(size_t)v * 300], a[v]);
        check_same_key(b[large.n_nodes - 1], key_for((uint64_t[]){0, 1}, 1, 12));
        sg_free(a);
        sg_free(b);
        sg_graph_free(&large);
        sg_graph_free(&small);
    }
}

/* 3 n nodes in n groups of three, joined across groups: 3^n maximal cliques of n nodes, a third
 * of them through each node.  More than 64 neighbors on each side for n > 43. */
static sg_graph moon_moser(uint32_t n)
{
    const uint32_t n_nodes = 3 * n;
    char *edges = malloc((size_t)n_nodes * n_nodes * 8 + 1);
    size_t length = 0;
    assert_non_null(edges);
    edges[0] = '\0';
    for (uint32_t u = 0; u < n_nodes; u++)
        for (uint32_t v = u / 3 * 3 + 3; v < n_nodes; v++)
            length += (size_t)sprintf(edges + length, "%s%u-%u", length > 0 ? " " : "", u, v);
    sg_graph graph = graph_of(n_nodes, edges);
    free(edges);
    return graph;
}

static void finds_as_many_as_there_can_be(void **state)
{
    (void)state;
    sg_graph graph = moon_moser(9);
    sg_key *key = keys_of(&graph, "cliques:10");
    const uint64_t count[] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 6561, 0};
    for (uint32_t v = 0; v < graph.n_nodes; v++) check_same_key(key[v], key_for(count, 10, 10));
    sg_free(key);
    sg_graph_free(&graph);
}

static void gives_up_when_the_budget_is_used_up(void **state)
{
    (void)state;
    sg_graph graph = moon_moser(50);
    check_fails(label_with_budget(&graph, "cliques:50", 1000000, &err), SG_ELIMIT, "cliques");
    check_fails(label_with_budget(&graph, "cliques:50", 1000000, &err), SG_ELIMIT, "150 nodes");
    check_fails(label_with_budget(&graph, "cliques:50", 1000000, &err), SG_ELIMIT, "budget");
    check_ok(label_with_budget(&graph, "cliques:2", 1000000, &err));
    sg_graph_free(&graph);
}

static void large_complete_graphs_are_easy(void **state)
{
    (void)state;
    enum { N = 200 };
    sg_graph graph = complete_graph(N);
    uint64_t word[N + 3] = {0, 0, N, [N + 2] = 1};
    sg_key *key = keys_of(&graph, "cliques:200"), *none = keys_of(&graph, "cliques:50");
    for (uint32_t v = 0; v < N; v++) {
        check_same_key(key[v], sg_key_in_place(SG_TAG_CLIQUES, word, N + 1));
        check_same_key(none[v], key_for((uint64_t[]){0}, 0, 50));
    }
    sg_free(key);
    sg_free(none);
    sg_graph_free(&graph);
}

static sg_key key_up_to_4(const uint64_t *count)
{
    return key_for(count, 4, 4);
}

static void counts_by_hand(void **state)
{
    (void)state;
    static const hand_counts by_size[N_SMALL_GRAPHS] = {
        [K4] = {{0, 0, 0, 0, 1}, {0, 0, 0, 0, 1}},
        [C6] = {{0, 0, 2}, {0, 0, 2}},
        [TWO_TRIANGLES] = {{0, 0, 0, 1}, {0, 0, 0, 1}},
        [BOW_TIE] = {{0, 0, 0, 1}, {0, 0, 0, 2}},
        [PETERSEN] = {{0, 0, 3}, {0, 0, 3}},
        [GRID] = {{0, 0, 4}, {0, 0, 2}},
        [PAW] = {{0, 0, 0, 1}, {0, 0, 0, 1}},
        [CLAW] = {{0, 0, 1}, {0, 0, 1}},
        [NO_EDGES] = {{0, 1}, {0, 1}},
    };
    check_hand_counts("cliques:4", key_up_to_4, by_size);
}

static void no_nodes_are_fine(void **state)
{
    (void)state;
    check_without_nodes("cliques:5");
}

static void equals_the_reference_values(void **state)
{
    (void)state;
    static const char *const names[] = {"CYC", "IMDB3"};
    for (int i = 0; i < 2; i++) {
        enum { WIDTH = 5, MAX_NODES = 64 };
        uint64_t count[MAX_NODES * WIDTH];
        char relative[64];
        sg_dataset data = {0};
        (void)snprintf(relative, sizeof relative, "golden/tu/%s", names[i]);
        check_ok(sg_tu_open(&data, check_shared(relative), 1, &err));
        assert_true(data.graph.n_nodes <= MAX_NODES);
        (void)snprintf(relative, sizeof relative, "golden/%s.json", names[i]);
        golden_counts(count, check_shared(relative), "\"maximal_cliques_le4\"",
                      data.graph.n_nodes, WIDTH);
        sg_key *key = keys_of(&data.graph, "cliques:4");
        for (uint32_t v = 0; v < data.graph.n_nodes; v++)
            check_same_key(key[v], key_for(count + (size_t)v * WIDTH, 4, 4));
        sg_free(key);
        sg_dataset_free(&data);
    }
}

static void keys_move_with_their_nodes(void **state)
{
    (void)state;
    sg_rng rng = check_rng("moving");
    check_keys_move(&rng, "cliques:3", 200);
    check_keys_move(&rng, "cliques:12", 200);
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    sg_graph small = graph_of(4, "0-1 1-2 2-0 2-3"), large = graph_of(9000, "0-1 1-2 2-0 2-3");
    check_labeling_memory(&small, "cliques:3");
    check_labeling_memory(&large, "cliques:3");
    sg_graph_free(&small);
    sg_graph_free(&large);
}

static void says_what_is_allowed(void **state)
{
    (void)state;
    sg_label_expression expression = {0};
    check_fails(sg_label_parse(&expression, "cliques", &err), SG_EINVAL, "from 1 to 1000");
    check_fails(sg_label_parse(&expression, "cliques:0", &err), SG_EINVAL, "from 1 to 1000");
    check_fails(sg_label_parse(&expression, "cliques:1001", &err), SG_EINVAL, "\"1001\"");
    check_fails(sg_label_parse(&expression, "cliques:2-4", &err), SG_EINVAL, "\"2-4\"");
}

SG_TESTS(cmocka_unit_test(equals_its_slow_twin),
         cmocka_unit_test(isolated_nodes_change_nothing),
         cmocka_unit_test(finds_as_many_as_there_can_be),
         cmocka_unit_test(gives_up_when_the_budget_is_used_up),
         cmocka_unit_test(large_complete_graphs_are_easy), cmocka_unit_test(counts_by_hand),
         cmocka_unit_test(no_nodes_are_fine), cmocka_unit_test(equals_the_reference_values),
         cmocka_unit_test(keys_move_with_their_nodes),
         cmocka_unit_test(survives_any_failing_allocation),
         cmocka_unit_test(says_what_is_allowed))
