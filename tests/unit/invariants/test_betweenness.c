/* test_betweenness.c - betweenness in bins, the same for every numbering. */
#include "base/mem.h"
#include "support/check.h"
#include "support/keys_of.h"
#include "support/random_graph.h"
#include "support/shaped_graphs.h"
#include "support/slow_betweenness.h"

static void check_bin(sg_key found, uint64_t n_bins, uint64_t bin)
{
    check_same_key(found, sg_key_of(SG_TAG_BETWEENNESS, (uint64_t[]){n_bins, bin}, 2));
}

static uint64_t bin_of(double value, uint64_t n_bins)
{
    const uint64_t bin = (uint64_t)floor((value + 1e-9) * (double)n_bins);
    return bin < n_bins ? bin : n_bins - 1;
}

static void check_with_twin(const sg_graph *graph, const char *expression, uint64_t n_bins)
{
    sg_key *key = keys_of(graph, expression);
    for (uint32_t g = 0; g < graph->n_graphs; g++) {
        const uint32_t first = graph->graph_offset[g];
        double value[100];
        slow_betweenness(value, graph, g);
        for (uint32_t v = 0; v < graph->graph_offset[g + 1] - first; v++)
            check_bin(key[first + v], n_bins, bin_of(value[v], n_bins));
    }
    sg_free(key);
}

static void equals_its_slow_twin(void **state)
{
    (void)state;
    sg_rng rng = check_rng("betweenness");
    for (int i = 0; i < 2000; i++) {
        sg_graph graph = random_graph(&rng, (random_shape){3, i % 50 == 0 ? 100 : 12});
        check_with_twin(&graph, "betweenness:10", 10);
        check_with_twin(&graph, "betweenness:1000000", 1000000);
        sg_graph_free(&graph);
    }
}

/* Check bins of one graph. */
static void check_by_hand(uint32_t n_nodes, const char *edges, const char *expression,
                          uint64_t n_bins, const uint64_t *bin)
{
    sg_graph graph = graph_of(n_nodes, edges);
    sg_key *key = keys_of(&graph, expression);
    for (uint32_t v = 0; v < n_nodes; v++) check_bin(key[v], n_bins, bin[v]);
    sg_free(key);
    sg_graph_free(&graph);
}

/* Values on the border of two bins belong to the upper one, 1 to the last. */
static void measures_by_hand(void **state)
{
    (void)state;
    check_by_hand(0, "", "betweenness:4", 4, NULL);
    check_by_hand(1, "", "betweenness:4", 4, (uint64_t[]){0});
    check_by_hand(2, "0-1", "betweenness:4", 4, (uint64_t[]){0, 0});
    check_by_hand(3, "", "betweenness:4", 4, (uint64_t[]){0, 0, 0});
    /* a star: its center is between all, 1 */
    check_by_hand(4, "0-1 0-2 0-3", "betweenness:4", 4, (uint64_t[]){3, 0, 0, 0});
    /* a path of four: 0, 2/3, 2/3, 0 */
    check_by_hand(4, "0-1 1-2 2-3", "betweenness:3", 3, (uint64_t[]){0, 2, 2, 0});
    /* C4: half a path of three pairs, 1/6 */
    check_by_hand(4, "0-1 1-2 2-3 3-0", "betweenness:6", 6, (uint64_t[]){1, 1, 1, 1});
    /* a bow tie: 4 of 6 pairs */
    check_by_hand(5, "0-1 1-2 2-0 2-3 3-4 4-2", "betweenness:3", 3,
                  (uint64_t[]){0, 0, 2, 0, 0});
    /* a path of three and an isolated node: one of three pairs */
    check_by_hand(4, "0-1 1-2", "betweenness:3", 3, (uint64_t[]){0, 1, 0, 0});
    check_by_hand(3, "0-1 1-2", "betweenness:1", 1, (uint64_t[]){0, 0, 0});
}

static void keys_move_with_their_nodes(void **state)
{
    (void)state;
    sg_rng rng = check_rng("moving");
    check_keys_move(&rng, "betweenness:1000000", 1000);
}

/* An image of side x side pixels. */
static sg_graph image(uint32_t side)
{
    char *edges = calloc((size_t)side * side, 32);
    size_t at = 0;
    assert_non_null(edges);
    for (uint32_t v = 0; v < side * side; v++) {
        if (v % side + 1 < side) at += (size_t)sprintf(edges + at, "%u-%u ", v, v + 1);
        if (v + side < side * side) at += (size_t)sprintf(edges + at, "%u-%u ", v, v + side);
    }
    edges[at - 1] = '\0';
    sg_graph graph = graph_of(side * side, edges);
    free(edges);
    return graph;
}

/* Between opposite corners there are 4.7e17 paths, more than a double can count exactly. */
static void many_paths_do_not_depend_on_the_numbering(void **state)
{
    (void)state;
    enum { SIDE = 32 };
    sg_rng rng = check_rng("image");
    sg_graph graph = image(SIDE);
    uint32_t new_id[SIDE * SIDE];
    random_permutation(new_id, &rng, graph.graph_offset, 1);
    sg_graph renumbered = renumbered_graph(&graph, new_id);
    sg_key *before = keys_of(&graph, "betweenness:1000000");
    sg_key *after = keys_of(&renumbered, "betweenness:1000000");
    for (uint32_t v = 0; v < SIDE * SIDE; v++) {
        check_same_key(after[new_id[v]], before[v]);
        check_same_key(before[v % SIDE * SIDE + v / SIDE], before[v]); /* its mirror image */
    }
    sg_free(after);
    sg_free(before);
    sg_graph_free(&renumbered);
    sg_graph_free(&graph);
}

/* 2^1000 paths from end to end. */
static void too_many_paths_are_refused(void **state)
{
    (void)state;
    sg_graph graph = chain_of_squares(1000);
    check_fails(label_with_budget(&graph, "betweenness:4", UINT64_MAX, &err), SG_ELIMIT,
                "1e300");
    sg_graph_free(&graph);
}

static void the_budget_is_kept(void **state)
{
    (void)state;
    sg_graph graph = image(10);
    check_fails(label_with_budget(&graph, "betweenness:4", 1000, &err), SG_ELIMIT,
                "betweenness: graph 0");
    sg_graph_free(&graph);
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    sg_graph graph = graph_of(3000, "0-1 1-2 2-0 17-2000");
    check_labeling_memory(&graph, "betweenness:4");
    sg_graph_free(&graph);
}

static void parameters_are_checked(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "betweenness",    "betweenness:",        "betweenness:0", "betweenness:x",
        "betweenness:-1", "betweenness:1000001", "betweenness:5x"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        sg_label_expression expression = {0};
        check_fails(sg_label_parse(&expression, wrong[i], &err), SG_EINVAL, "");
    }
}

SG_TESTS(cmocka_unit_test(equals_its_slow_twin), cmocka_unit_test(measures_by_hand),
         cmocka_unit_test(keys_move_with_their_nodes),
         cmocka_unit_test(many_paths_do_not_depend_on_the_numbering),
         cmocka_unit_test(too_many_paths_are_refused), cmocka_unit_test(the_budget_is_kept),
         cmocka_unit_test(survives_any_failing_allocation),
         cmocka_unit_test(parameters_are_checked))
