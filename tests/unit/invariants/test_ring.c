/* test_ring.c - ring membership by relevant cycles. */
#include "base/mem.h"
#include "support/check.h"
#include "support/keys_of.h"
#include "support/random_graph.h"
#include "support/shaped_graphs.h"
#include "support/slow_rings.h"

/* The key of a node with these rings: (size, count) pairs. */
static sg_key ring_key(size_t n_sizes, const uint64_t *size_and_count)
{
    uint64_t word[61] = {n_sizes};
    if (n_sizes > 0) memcpy(word + 1, size_and_count, 2 * n_sizes * sizeof *word);
    return sg_key_of(SG_TAG_RING, word, 1 + 2 * n_sizes);
}

static void check_one_size(sg_key found, uint64_t size, uint64_t count)
{
    check_same_key(found, ring_key(1, (uint64_t[]){size, count}));
}

static void check_no_ring(sg_key found)
{
    check_same_key(found, ring_key(0, NULL));
}

/* All nodes are in `count` rings of `size` nodes and no others. */
static void check_all(uint32_t n_nodes, const char *edges, uint64_t size, uint64_t count)
{
    sg_graph graph = graph_of(n_nodes, edges);
    sg_key *key = keys_of(&graph, "ring");
    for (uint32_t v = 0; v < n_nodes; v++) check_one_size(key[v], size, count);
    sg_free(key);
    sg_graph_free(&graph);
}

static void check_with_twin(const sg_graph *graph)
{
    sg_key *key = keys_of(graph, "ring");
    const sg_graph_view view = {.graph = graph};
    for (uint32_t g = 0; g < graph->n_graphs; g++) {
        const sg_one_graph one = sg_view_graph(&view, g);
        uint64_t count[SLOW_RINGS_NODES][SLOW_RINGS_NODES + 1];
        slow_rings(count, &one);
        for (uint32_t v = 0; v < one.n_nodes; v++) {
            uint64_t word[60];
            size_t n = 0;
            for (uint64_t size = 3; size <= SLOW_RINGS_NODES; size++) {
                if (count[v][size] == 0) continue;
                word[2 * n] = size;
                word[2 * n++ + 1] = count[v][size];
            }
            check_same_key(key[one.first + v], ring_key(n, word));
        }
    }
    sg_free(key);
}

static void equals_its_slow_twin(void **state)
{
    (void)state;
    sg_rng rng = check_rng("ring");
    for (int i = 0; i < 3000; i++) {
        sg_graph graph = random_graph(&rng, (random_shape){3, 8});
        check_with_twin(&graph);
        sg_graph_free(&graph);
    }
}

/* A ring with chords and shortcuts: few cycles, but long ones. */
static sg_graph draw_chords(sg_rng *rng)
{
    const uint32_t n = 4 + sg_rng_below(rng, 25), n_chords = sg_rng_below(rng, 7);
    char edges[1024];
    size_t at = 0;
    for (uint32_t v = 0; v < n; v++)
        at += (size_t)snprintf(edges + at, sizeof edges - at, "%u-%u ", v, (v + 1) % n);
    for (uint32_t i = 0; i < n_chords; i++)
        at += (size_t)snprintf(edges + at, sizeof edges - at, "%u-%u ", sg_rng_below(rng, n),
                               sg_rng_below(rng, n));
    edges[at - 1] = '\0';
    return graph_of(n, edges);
}

static void long_rings_equal_the_slow_twin(void **state)
{
    (void)state;
    sg_rng rng = check_rng("chords");
    for (int i = 0; i < 3000; i++) {
        sg_graph ordered = draw_chords(&rng);
        uint32_t new_id[32];
        random_permutation(new_id, &rng, ordered.graph_offset, 1);
        sg_graph graph = renumbered_graph(&ordered, new_id);
        check_with_twin(&graph);
        sg_graph_free(&graph);
        sg_graph_free(&ordered);
    }
}

static void graphs_without_rings(void **state)
{
    (void)state;
    sg_graph none = graph_of(0, ""), points = graph_of(3, ""),
             tree = graph_of(4, "0-1 1-2 1-3");
    sg_free(keys_of(&none, "ring"));
    sg_key *of_points = keys_of(&points, "ring"), *of_tree = keys_of(&tree, "ring");
    for (uint32_t v = 0; v < 3; v++) check_no_ring(of_points[v]);
    for (uint32_t v = 0; v < 4; v++) check_no_ring(of_tree[v]);
    sg_free(of_points);
    sg_free(of_tree);
    sg_graph_free(&none);
    sg_graph_free(&points);
    sg_graph_free(&tree);
}

static void symmetric_graphs_by_hand(void **state)
{
    (void)state;
    check_all(4, "0-1 0-2 0-3 1-2 1-3 2-3", 3, 3);             /* K4            */
    check_all(6, "0-1 1-2 2-3 3-4 4-5 5-0", 6, 1);             /* C6            */
    check_all(6, "0-1 1-2 2-0 3-4 4-5 5-3", 3, 1);             /* two triangles */
    check_all(6, "0-3 0-4 0-5 1-3 1-4 1-5 2-3 2-4 2-5", 4, 6); /* K3,3          */
    check_all(10, "0-1 1-2 2-3 3-4 4-0 0-5 1-6 2-7 3-8 4-9 5-7 7-9 9-6 6-8 8-5", 5,
              6); /* Petersen */
    /* Cubane: a basis has five of its six faces, the label counts all. */
    check_all(8, "0-1 1-2 2-3 3-0 4-5 5-6 6-7 7-4 0-4 1-5 2-6 3-7", 4, 3);
}

/* Two triangles with one node in common. */
static void a_bow_tie_by_hand(void **state)
{
    (void)state;
    sg_graph graph = graph_of(5, "0-1 1-2 2-0 2-3 3-4 4-2");
    sg_key *key = keys_of(&graph, "ring");
    for (uint32_t v = 0; v < 5; v++) check_one_size(key[v], 3, v == 2 ? 2 : 1);
    sg_free(key);
    sg_graph_free(&graph);
}

/* Naphthalene: not the ring of ten. */
static void naphthalene_by_hand(void **state)
{
    (void)state;
    sg_graph graph = graph_of(10, "0-1 1-2 2-3 3-4 4-5 5-0 4-6 6-7 7-8 8-9 9-5");
    sg_key *key = keys_of(&graph, "ring");
    for (uint32_t v = 0; v < 10; v++) check_one_size(key[v], 6, v == 4 || v == 5 ? 2 : 1);
    sg_free(key);
    sg_graph_free(&graph);
}

/* Indole with a methyl group: a ring of five and a ring of six share the edge 3-4. */
static void indole_by_hand(void **state)
{
    (void)state;
    sg_graph graph = graph_of(10, "0-1 1-2 2-3 3-4 4-0 4-5 5-6 6-7 7-8 8-3 0-9");
    const sg_key both = ring_key(2, (uint64_t[]){5, 1, 6, 1});
    sg_key *key = keys_of(&graph, "ring");
    for (uint32_t v = 0; v < 3; v++) check_one_size(key[v], 5, 1);
    check_same_key(key[3], both);
    check_same_key(key[4], both);
    for (uint32_t v = 5; v < 9; v++) check_one_size(key[v], 6, 1);
    check_no_ring(key[9]);
    sg_free(key);
    sg_graph_free(&graph);
}

/* Bridged systems: bridges between nodes 0 and 1 of lengths 3, 3, 2 (norbornane: the ring of six
 * is the sum of two rings of five) and of lengths 3, 3, 3 (all three rings of six are equal). */
static void bridged_rings_by_hand(void **state)
{
    (void)state;
    sg_graph norbornane = graph_of(7, "0-2 2-3 3-1 0-4 4-5 5-1 0-6 6-1");
    sg_graph octane = graph_of(8, "0-2 2-3 3-1 0-4 4-5 5-1 0-6 6-7 7-1");
    sg_key *a = keys_of(&norbornane, "ring"), *b = keys_of(&octane, "ring");
    for (uint32_t v = 0; v < 7; v++)
        check_one_size(a[v], 5, v == 0 || v == 1 || v == 6 ? 2 : 1);
    for (uint32_t v = 0; v < 8; v++) check_one_size(b[v], 6, v < 2 ? 3 : 2);
    sg_free(a);
    sg_free(b);
    sg_graph_free(&norbornane);
    sg_graph_free(&octane);
}

static void grid_by_hand(void **state)
{
    (void)state;
    static const uint64_t expected[] = {1, 2, 1, 2, 4, 2, 1, 2, 1};
    sg_graph graph = graph_of(9, "0-1 1-2 3-4 4-5 6-7 7-8 0-3 3-6 1-4 4-7 2-5 5-8");
    sg_key *key = keys_of(&graph, "ring");
    for (uint32_t v = 0; v < 9; v++) check_one_size(key[v], 4, expected[v]);
    sg_free(key);
    sg_graph_free(&graph);
}

/* A ring of k squares, each joined to the next at a corner: node 3i is the corner, 3i+1 and 3i+2
 * are the ways to the next. */
static sg_graph necklace(uint32_t k)
{
    char *edges = calloc(k, 64);
    size_t at = 0;
    assert_non_null(edges);
    for (uint32_t i = 0; i < k; i++) {
        const uint32_t c = 3 * i, next = 3 * ((i + 1) % k);
        at += (size_t)sprintf(edges + at, "%u-%u %u-%u %u-%u %u-%u ", c, c + 1, c, c + 2, c + 1,
                              next, c + 2, next);
    }
    edges[at - 1] = '\0';
    sg_graph graph = graph_of(3 * k, edges);
    free(edges);
    return graph;
}

/* Besides its squares a necklace has 2^k rings around it: counted, not listed. */
static void necklaces_are_counted(void **state)
{
    (void)state;
    sg_rng rng = check_rng("necklace");
    for (uint32_t k = 3; k <= 60; k += 19) {
        sg_graph ordered = necklace(k);
        uint32_t new_id[180];
        random_permutation(new_id, &rng, ordered.graph_offset, 1);
        sg_graph graph = renumbered_graph(&ordered, new_id);
        const uint64_t all = (uint64_t)1 << k;
        const sg_key corner = ring_key(2, (uint64_t[]){4, 2, 2 * k, all});
        const sg_key way = ring_key(2, (uint64_t[]){4, 1, 2 * k, all / 2});
        sg_key *key = keys_of(&graph, "ring");
        for (uint32_t v = 0; v < 3 * k; v++)
            check_same_key(key[new_id[v]], v % 3 == 0 ? corner : way);
        sg_free(key);
        sg_graph_free(&graph);
        sg_graph_free(&ordered);
    }
}

static void too_many_rings_are_refused(void **state)
{
    (void)state;
    sg_graph graph = necklace(64);
    check_fails(label_with_budget(&graph, "ring", UINT64_MAX, &err), SG_ELIMIT, "2^64");
    sg_graph_free(&graph);
}

/* Lengths beyond 64 share bits with shorter ones. */
static void a_chord_splits_a_long_ring(void **state)
{
    (void)state;
    enum { N = 1000, CHORD = 400 };
    char *edges = calloc(N + 1, 16);
    size_t at = 0;
    assert_non_null(edges);
    for (uint32_t v = 0; v < N; v++)
        at += (size_t)sprintf(edges + at, "%u-%u ", v, (v + 1) % N);
    (void)sprintf(edges + at, "0-%u", (uint32_t)CHORD);
    sg_graph graph = graph_of(N, edges);
    sg_key *key = keys_of(&graph, "ring");
    check_same_key(key[0], ring_key(2, (uint64_t[]){CHORD + 1, 1, N - CHORD + 1, 1}));
    check_one_size(key[1], CHORD + 1, 1);
    check_one_size(key[N - 1], N - CHORD + 1, 1);
    sg_free(key);
    sg_graph_free(&graph);
    free(edges);
}

/* The space of K40's cycles has 741 dimensions: vectors of several words. */
static void dense_graphs_have_their_triangles(void **state)
{
    (void)state;
    sg_graph graph = complete_graph(40);
    sg_key *key = keys_of(&graph, "ring");
    for (uint32_t v = 0; v < 40; v++) check_one_size(key[v], 3, 39 * 38 / 2);
    sg_free(key);
    sg_graph_free(&graph);
}

static void keys_move_with_their_nodes(void **state)
{
    (void)state;
    sg_rng rng = check_rng("moving");
    check_keys_move(&rng, "ring", 1000);
}

static void the_budget_is_kept(void **state)
{
    (void)state;
    sg_graph graph = complete_graph(60);
    check_fails(label_with_budget(&graph, "ring", 1000, &err), SG_ELIMIT, "ring: graph 0");
    sg_graph_free(&graph);
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    sg_graph dense = complete_graph(60), thin = necklace(50);
    check_labeling_memory(&dense, "ring");
    check_labeling_memory(&thin, "ring");
    sg_graph_free(&thin);
    sg_graph_free(&dense);
}

static void takes_no_parameters(void **state)
{
    (void)state;
    sg_label_expression expression = {0};
    check_fails(sg_label_parse(&expression, "ring:6", &err), SG_EINVAL, "no parameters");
}

SG_TESTS(cmocka_unit_test(equals_its_slow_twin),
         cmocka_unit_test(long_rings_equal_the_slow_twin),
         cmocka_unit_test(graphs_without_rings), cmocka_unit_test(symmetric_graphs_by_hand),
         cmocka_unit_test(a_bow_tie_by_hand), cmocka_unit_test(naphthalene_by_hand),
         cmocka_unit_test(indole_by_hand), cmocka_unit_test(bridged_rings_by_hand),
         cmocka_unit_test(grid_by_hand), cmocka_unit_test(necklaces_are_counted),
         cmocka_unit_test(too_many_rings_are_refused),
         cmocka_unit_test(a_chord_splits_a_long_ring),
         cmocka_unit_test(dense_graphs_have_their_triangles),
         cmocka_unit_test(keys_move_with_their_nodes), cmocka_unit_test(the_budget_is_kept),
         cmocka_unit_test(survives_any_failing_allocation),
         cmocka_unit_test(takes_no_parameters))
