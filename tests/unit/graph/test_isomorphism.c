/* test_isomorphism.c - same graphs are found, different ones told apart. */
#include "graph/isomorphism.h"

#include "base/mem.h"
#include "generators/csl.h"
#include "support/check.h"
#include "support/keys_of.h"
#include "support/labeled_graph.h"
#include "support/slow_isomorphism.h"

enum { BUDGET = 100000 };

static sg_sameness compare(const sg_graph_view *view, uint32_t g, uint32_t h)
{
    sg_sameness same = SG_UNDECIDED;
    check_ok(sg_graphs_same(&same, view, g, h, BUDGET, &err));
    return same;
}

static uint64_t key_of(const sg_graph_view *view, uint32_t g)
{
    uint64_t key = 0;
    check_ok(sg_graph_key(&key, view, g, &err));
    return key;
}

/* A union of two graphs of n nodes from their edges. */
static sg_graph two_graphs(uint32_t n, const char *first, const char *second)
{
    sg_graph graph = {0}, one = graph_of(n, first), two = graph_of(n, second);
    graph.n_graphs = 2;
    graph.n_nodes = 2 * n;
    graph.n_arcs = one.n_arcs + two.n_arcs;
    graph.graph_offset = sg_alloc(3, sizeof *graph.graph_offset);
    graph.arc_offset = sg_alloc(2 * (size_t)n + 1, sizeof *graph.arc_offset);
    graph.neighbor = sg_alloc(graph.n_arcs, sizeof *graph.neighbor);
    graph.graph_offset[1] = n;
    graph.graph_offset[2] = 2 * n;
    for (uint32_t v = 0; v <= n; v++) {
        graph.arc_offset[v] = one.arc_offset[v];
        graph.arc_offset[n + v] = one.n_arcs + two.arc_offset[v];
    }
    for (uint32_t a = 0; a < one.n_arcs; a++) graph.neighbor[a] = one.neighbor[a];
    for (uint32_t a = 0; a < two.n_arcs; a++)
        graph.neighbor[one.n_arcs + a] = two.neighbor[a] + n;
    sg_graph_free(&one);
    sg_graph_free(&two);
    return graph;
}

static void check_pair(uint32_t n, const char *first, const char *second, bool same_key,
                       sg_sameness same)
{
    sg_graph graph = two_graphs(n, first, second);
    const sg_graph_view view = {.graph = &graph};
    assert_int_equal(key_of(&view, 0) == key_of(&view, 1), same_key);
    assert_int_equal(compare(&view, 0, 1), same);
    sg_graph_free(&graph);
}

static void worked_by_hand(void **state)
{
    (void)state;
    check_pair(0, "", "", true, SG_SAME);
    check_pair(1, "", "", true, SG_SAME);
    check_pair(3, "0-1 1-2", "0-2 2-1", true, SG_SAME);
    check_pair(3, "0-1 1-2", "0-1 1-2 2-0", false, SG_DIFFERENT);
    check_pair(3, "0-1", "", false, SG_DIFFERENT);
    /* A ring of six and two rings of three look alike from every node. */
    check_pair(6, "0-1 1-2 2-3 3-4 4-5 5-0", "0-1 1-2 2-0 3-4 4-5 5-3", true, SG_DIFFERENT);
    check_pair(6, "0-1 1-2 2-0 3-4 4-5 5-3", "0-2 2-4 4-0 1-3 3-5 5-1", true, SG_SAME);
}

/* Leaves at one hub, and at several: places can be exchanged without a search. */
static void twins(void **state)
{
    (void)state;
    enum { LEAVES = 3000 };
    static char star[LEAVES * 16], other[LEAVES * 16];
    sg_sameness same = SG_UNDECIDED;
    for (int i = 1; i <= LEAVES; i++) {
        char edge[32];
        (void)snprintf(edge, sizeof edge, "%s0-%d", i > 1 ? " " : "", i);
        strcat(star, edge);
        (void)snprintf(edge, sizeof edge, "%s%d-%d", i > 1 ? " " : "", LEAVES, i - 1);
        strcat(other, edge);
    }
    sg_graph graph = two_graphs(LEAVES + 1, star, other);
    const sg_graph_view view = {.graph = &graph};
    check_ok(sg_graphs_same(&same, &view, 0, 1, 0, &err));
    assert_int_equal(same, SG_SAME);
    sg_graph_free(&graph);
    check_pair(6, "0-1 0-2 3-4 3-5", "5-1 5-2 0-4 0-3", true, SG_SAME);
    check_pair(6, "0-1 0-2 0-3 4-5", "0-1 0-2 4-5 4-3", false, SG_DIFFERENT);
}

/* Long paths: as many rounds of refinement as nodes would be needed, and no search step but one. */
static void long_paths(void **state)
{
    (void)state;
    enum { N = 20000 };
    sg_graph graph = {.n_graphs = 2, .n_nodes = 2 * N, .n_arcs = 4 * (N - 1)};
    sg_sameness same = SG_UNDECIDED;
    uint32_t n_arcs = 0;
    graph.graph_offset = sg_alloc(3, sizeof *graph.graph_offset);
    graph.arc_offset = sg_alloc(graph.n_nodes + (size_t)1, sizeof *graph.arc_offset);
    graph.neighbor = sg_alloc(graph.n_arcs, sizeof *graph.neighbor);
    graph.graph_offset[1] = N;
    graph.graph_offset[2] = 2 * N;
    for (uint32_t v = 0; v < graph.n_nodes; v++) {
        if (v % N > 0) graph.neighbor[n_arcs++] = v - 1;
        if (v % N < N - 1) graph.neighbor[n_arcs++] = v + 1;
        graph.arc_offset[v + 1] = n_arcs;
    }
    const sg_graph_view view = {.graph = &graph};
    assert_true(key_of(&view, 0) == key_of(&view, 1));
    check_ok(sg_graphs_same(&same, &view, 0, 1, 1, &err));
    assert_int_equal(same, SG_SAME);
    sg_graph_free(&graph);
}

static void labels_count(void **state)
{
    (void)state;
    sg_graph graph = two_graphs(2, "0-1", "0-1");
    int32_t node[] = {1, 2, 2, 1}, edge[] = {5, 5, 5, 5};
    const sg_graph_view view = {.graph = &graph,
                                .node_label = node,
                                .n_node_columns = 1,
                                .edge_label = edge,
                                .n_edge_columns = 1};
    assert_int_equal(compare(&view, 0, 1), SG_SAME);
    edge[2] = edge[3] = 6;
    assert_int_equal(compare(&view, 0, 1), SG_DIFFERENT);
    assert_true(key_of(&view, 0) != key_of(&view, 1));
    /* Both arcs of an edge: 5 from label 1 to label 2, 6 back, and the other way round. */
    edge[0] = 5, edge[1] = 6, edge[2] = 6, edge[3] = 5;
    assert_int_equal(compare(&view, 0, 1), SG_SAME);
    edge[2] = 5, edge[3] = 6;
    assert_int_equal(compare(&view, 0, 1), SG_DIFFERENT);
    node[2] = 3;
    assert_int_equal(compare(&view, 0, 1), SG_DIFFERENT);
    sg_graph_free(&graph);
}

/* The 4 x 4 rook's graph and the Shrikhande graph: strongly regular with the same parameters. */
static void strongly_regular(void **state)
{
    (void)state;
    static const int step[2][6][2] = {{{0, 1}, {0, 2}, {0, 3}, {1, 0}, {2, 0}, {3, 0}},
                                      {{0, 1}, {0, 3}, {1, 0}, {3, 0}, {1, 1}, {3, 3}}};
    char edges[2][2000] = {"", ""};
    for (int k = 0; k < 2; k++)
        for (int x = 0; x < 16; x++)
            for (int i = 0; i < 6; i++) {
                const int y = (x / 4 + step[k][i][0]) % 4 * 4 + (x % 4 + step[k][i][1]) % 4;
                char edge[32];
                (void)snprintf(edge, sizeof edge, " %d-%d", x, y);
                if (x < y) strcat(edges[k], edge);
            }
    check_pair(16, edges[0] + 1, edges[1] + 1, true, SG_DIFFERENT);
    check_pair(16, edges[1] + 1, edges[1] + 1, true, SG_SAME);
}

/* Circular skip links: ten kinds of 15 graphs each, all alike for color refinement. */
static void skip_links(void **state)
{
    (void)state;
    sg_dataset data = {0};
    sg_rng rng = check_rng("skip_links");
    check_ok(sg_csl_make(&data, 0, &err));
    const sg_graph_view view = {.graph = &data.graph};
    for (int i = 0; i < 60; i++) {
        const uint32_t g = sg_rng_below(&rng, 150), h = sg_rng_below(&rng, 150);
        const bool same = data.items.item_class[g] == data.items.item_class[h];
        assert_true(key_of(&view, g) == key_of(&view, h));
        assert_int_equal(compare(&view, g, h), same ? SG_SAME : SG_DIFFERENT);
    }
    sg_dataset_free(&data);
}

static void as_all_orders_say(void **state)
{
    (void)state;
    sg_rng rng = check_rng("as_all_orders_say");
    for (int i = 0; i < 400; i++) {
        labeled_graph one =
            labeled_graph_draw(&rng, (random_shape){.max_graphs = 6, .max_nodes = 6});
        sg_graph_view view = labeled_graph_view(&one);
        for (uint32_t v = 0; v < one.graph.n_nodes; v++) one.node_label[v] %= 2;
        if (i % 2 == 0) view.edge_label = NULL;
        if (i % 3 == 0) view.node_label = NULL;
        for (uint32_t g = 0; g < one.graph.n_graphs; g++)
            for (uint32_t h = 0; h < one.graph.n_graphs; h++) {
                const bool same = slow_graphs_same(&view, g, h);
                assert_int_equal(compare(&view, g, h), same ? SG_SAME : SG_DIFFERENT);
                if (same) assert_true(key_of(&view, g) == key_of(&view, h));
            }
        labeled_graph_free(&one);
    }
}

/* A graph and the same with its nodes renumbered, in one union. */
static void renumbering_changes_nothing(void **state)
{
    (void)state;
    sg_rng rng = check_rng("renumbering_changes_nothing");
    for (int i = 0; i < 200; i++) {
        uint32_t new_id[400] = {0};
        labeled_graph one =
            labeled_graph_draw(&rng, (random_shape){.max_graphs = 3, .max_nodes = 40});
        random_permutation(new_id, &rng, one.graph.graph_offset, one.graph.n_graphs);
        labeled_graph two = labeled_graph_renumber(&one, new_id);
        const sg_graph_view a = labeled_graph_view(&one), b = labeled_graph_view(&two);
        for (uint32_t g = 0; g < one.graph.n_graphs; g++)
            assert_true(key_of(&a, g) == key_of(&b, g));
        labeled_graph_free(&one);
        labeled_graph_free(&two);
    }
}

static void budget_is_kept(void **state)
{
    (void)state;
    sg_dataset data = {0};
    sg_sameness same = SG_SAME;
    check_ok(sg_csl_make(&data, 0, &err));
    const sg_graph_view view = {.graph = &data.graph};
    uint32_t other = 0;
    while (data.items.item_class[other] == data.items.item_class[0]) other++;
    check_ok(sg_graphs_same(&same, &view, 0, other, 1, &err));
    assert_int_equal(same, SG_UNDECIDED);
    sg_dataset_free(&data);
}

static sg_status compare_body(void *context, sg_error *err)
{
    sg_sameness same = SG_UNDECIDED;
    uint64_t key = 0;
    sg_status status = sg_graph_key(&key, context, 0, err);
    if (status == SG_OK) status = sg_graphs_same(&same, context, 0, 1, BUDGET, err);
    if (status != SG_OK) assert_int_equal(same, SG_UNDECIDED);
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    sg_graph graph = two_graphs(6, "0-1 1-2 2-0 3-4 4-5 5-3", "0-2 2-4 4-0 1-3 3-5 5-1");
    sg_graph_view view = {.graph = &graph};
    assert_true(check_out_of_memory(compare_body, &view) > 10);
    sg_graph_free(&graph);
}

SG_TESTS(cmocka_unit_test(worked_by_hand), cmocka_unit_test(twins),
         cmocka_unit_test(long_paths), cmocka_unit_test(labels_count),
         cmocka_unit_test(strongly_regular), cmocka_unit_test(skip_links),
         cmocka_unit_test(as_all_orders_say), cmocka_unit_test(renumbering_changes_nothing),
         cmocka_unit_test(budget_is_kept), cmocka_unit_test(out_of_memory))
