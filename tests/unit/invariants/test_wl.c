/* test_wl.c - Weisfeiler-Leman against refinement without hashing. */
#include "base/mem.h"
#include "invariants/labelings/wl.h"
#include "support/check.h"
#include "support/keys_of.h"
#include "support/labels_of.h"
#include "support/random_graph.h"
#include "support/slow_wl.h"

/* A random union with any number of columns of labels.  Edge labels may differ in the two
 * directions of an edge. */
typedef struct random_view {
    sg_graph graph;
    int32_t *node_label, *edge_label; /* or NULL */
    uint32_t n_node_columns, n_edge_columns;
} random_view;

static int32_t *draw_labels(sg_rng *rng, size_t n)
{
    const uint32_t n_values = 1 + sg_rng_below(rng, 4);
    int32_t *label = sg_alloc(n, sizeof *label);
    assert_non_null(label);
    for (size_t i = 0; i < n; i++) label[i] = (int32_t)sg_rng_below(rng, n_values) - 1;
    return label;
}

static random_view view_draw(sg_rng *rng, random_shape shape)
{
    random_view made = {.graph = random_graph(rng, shape)};
    made.n_node_columns = sg_rng_below(rng, 3);
    made.n_edge_columns = sg_rng_below(rng, 4);
    if (made.n_node_columns > 0)
        made.node_label = draw_labels(rng, (size_t)made.graph.n_nodes * made.n_node_columns);
    if (made.n_edge_columns > 0)
        made.edge_label = draw_labels(rng, (size_t)made.graph.n_arcs * made.n_edge_columns);
    return made;
}

static sg_graph_view view_of(const random_view *made)
{
    return (sg_graph_view){.graph = &made->graph,
                           .node_label = made->node_label,
                           .n_node_columns = made->n_node_columns,
                           .edge_label = made->edge_label,
                           .n_edge_columns = made->n_edge_columns};
}

static void view_free(random_view *made)
{
    sg_graph_free(&made->graph);
    sg_free(made->node_label);
    sg_free(made->edge_label);
}

/* Nodes have the same key exactly where they have the same color. */
static void check_partition(const sg_key *key, const uint32_t *color, uint32_t n)
{
    for (uint32_t u = 0; u < n; u++)
        for (uint32_t v = 0; v < u; v++) {
            assert_int_equal(key[u].key == key[v].key, color[u] == color[v]);
            assert_int_equal(key[u].check == key[v].check, color[u] == color[v]);
        }
}

typedef enum base { BASE_LABEL, BASE_DEGREE, BASE_NONE, N_BASES } base;

static const char *const BASE_NAME[N_BASES] = {"label", "degree", "none"};

static void equals_exact_refinement(void **state)
{
    (void)state;
    sg_rng rng = check_rng("wl");
    const int n_times = check_times(4000);
    for (int i = 0; i < n_times; i++) {
        random_view made = view_draw(&rng, (random_shape){4, 9});
        const sg_graph_view view = view_of(&made);
        const uint32_t rounds = sg_rng_below(&rng, 5), start = sg_rng_below(&rng, N_BASES);
        const bool with_edges = sg_rng_below(&rng, 2) == 0;
        const bool implicit = start == BASE_LABEL && sg_rng_below(&rng, 2) == 0;
        char text[64];
        (void)snprintf(text, sizeof text, "%s:%u%s%s", with_edges ? "wl-edges" : "wl", rounds,
                       implicit ? "" : "/", implicit ? "" : BASE_NAME[start]);
        uint32_t *color = slow_colors(&view);
        if (start == BASE_LABEL) slow_colors_by_label(color, &view);
        if (start == BASE_DEGREE) slow_colors_by_degree(color, &view);
        slow_wl_refine(color, &view, rounds, with_edges);
        sg_key *key = keys_of_view(&view, text);
        check_partition(key, color, made.graph.n_nodes);
        sg_free(key);
        sg_free(color);
        view_free(&made);
    }
}

/* Both refinements of both starts, combined; and one on top of the other. */
static void combinations_equal_exact_refinement(void **state)
{
    (void)state;
    sg_rng rng = check_rng("combined");
    const int n_times = check_times(1000);
    for (int i = 0; i < n_times; i++) {
        random_view made = view_draw(&rng, (random_shape){4, 8});
        const sg_graph_view view = view_of(&made);
        uint32_t *one = slow_colors(&view), *two = slow_colors(&view);
        slow_colors_by_degree(one, &view);
        slow_wl_refine(one, &view, 1, true);
        slow_wl_refine(one, &view, 2, false);
        slow_colors_by_label(two, &view);
        slow_wl_refine(two, &view, 1, false);
        slow_colors_join(one, two, made.graph.n_nodes);
        sg_key *key = keys_of_view(&view, "wl:1+wl:2/wl-edges:1/degree");
        sg_key *swapped = keys_of_view(&view, " wl:2/wl-edges:1/degree + wl:1 ");
        check_partition(key, one, made.graph.n_nodes);
        for (uint32_t v = 0; v < made.graph.n_nodes; v++) check_same_key(key[v], swapped[v]);
        sg_free(key);
        sg_free(swapped);
        sg_free(one);
        sg_free(two);
        view_free(&made);
    }
}

/* The key of a node is about its graph alone, not about the others beside it. */
static void keys_are_the_same_in_every_data_set(void **state)
{
    (void)state;
    sg_rng rng = check_rng("data sets");
    const int n_times = check_times(500);
    for (int i = 0; i < n_times; i++) {
        random_view made = view_draw(&rng, (random_shape){5, 9});
        const sg_graph_view view = view_of(&made);
        sg_key *all = keys_of_view(&view, "wl-edges:3+wl:2/degree");
        for (uint32_t g = 0; g < made.graph.n_graphs; g++) {
            /* The same graph as a data set of its own. */
            const sg_one_graph part = sg_view_graph(&view, g);
            const uint32_t n = part.n_nodes, first_arc = part.arc_offset[0];
            uint32_t offset[2] = {0, n}, arc_offset[10], neighbor[100];
            sg_graph alone = {1,        n,  part.arc_offset[n] - first_arc, offset, arc_offset,
                              neighbor, {0}};
            for (uint32_t v = 0; v <= n; v++) arc_offset[v] = part.arc_offset[v] - first_arc;
            for (uint32_t a = 0; a < alone.n_arcs; a++)
                neighbor[a] = part.neighbor[first_arc + a] - part.first;
            const int32_t *edge_label =
                part.edge_label != NULL
                    ? part.edge_label + (size_t)first_arc * part.n_edge_columns
                    : NULL;
            const sg_graph_view alone_view = {.graph = &alone,
                                              .node_label = part.node_label,
                                              .n_node_columns = part.n_node_columns,
                                              .edge_label = edge_label,
                                              .n_edge_columns = part.n_edge_columns};
            sg_key *key = keys_of_view(&alone_view, "wl-edges:3+wl:2/degree");
            for (uint32_t v = 0; v < n; v++) check_same_key(key[v], all[part.first + v]);
            sg_free(key);
        }
        sg_free(all);
        view_free(&made);
    }
}

static void keys_move_with_their_nodes(void **state)
{
    (void)state;
    sg_rng rng = check_rng("moves");
    check_keys_move(&rng, "wl:3", 300);
    check_keys_move(&rng, "wl:2/degree", 300);
}

static void rounds_add_up(void **state)
{
    (void)state;
    sg_rng rng = check_rng("rounds");
    const int n_times = check_times(200);
    for (int i = 0; i < n_times; i++) {
        random_view made = view_draw(&rng, (random_shape){4, 9});
        const sg_graph_view view = view_of(&made);
        const char *const pairs[][2] = {{"wl:3", "wl:1/wl:2"},
                                        {"wl:3", "wl:3/label"},
                                        {"wl:0", "label"},
                                        {"wl-edges:0/degree", "degree"},
                                        {"wl-edges:4", "wl-edges:2/wl-edges:2"}};
        for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
            sg_key *a = keys_of_view(&view, pairs[k][0]), *b = keys_of_view(&view, pairs[k][1]);
            for (uint32_t v = 0; v < made.graph.n_nodes; v++) check_same_key(a[v], b[v]);
            sg_free(a);
            sg_free(b);
        }
        view_free(&made);
    }
}

static void check_pinned(sg_key found, uint64_t key, uint64_t check)
{
    if (found.key != key || found.check != check)
        fail_msg("key 0x%016llxULL, 0x%016llxULL", (unsigned long long)found.key,
                 (unsigned long long)found.check);
}

/* A path of three atoms, C-C=O, worked out once and pinned: the keys are part of model files. */
static void keys_are_what_they_always_were(void **state)
{
    (void)state;
    sg_graph graph = graph_of(3, "0-1 1-2");
    const int32_t atom[] = {6, 6, 8}, bond[] = {1, 1, 2, 2};
    const sg_graph_view view = {.graph = &graph,
                                .node_label = atom,
                                .n_node_columns = 1,
                                .edge_label = bond,
                                .n_edge_columns = 1};
    const sg_graph_view plain = {.graph = &graph};
    sg_key *key[] = {keys_of_view(&view, "wl:1"), keys_of_view(&view, "wl-edges:2"),
                     keys_of_view(&plain, "wl:2"), keys_of_view(&view, "wl:1/degree+label")};
    check_pinned(key[0][0], 0x06662d0935c5df3eULL, 0x71cc465d6d8f4168ULL);
    check_pinned(key[0][1], 0x5fbd1ede27979da7ULL, 0x72240761886036aeULL);
    check_pinned(key[1][2], 0x8f137892b4ea69f5ULL, 0x5594f8804cf878eeULL);
    check_pinned(key[2][0], 0x0cd0d30d281fffa8ULL, 0x96f1a0d28fbbea70ULL);
    check_pinned(key[3][1], 0xaa05712da45ac30dULL, 0x4ecdccc7de50dea2ULL);
    for (size_t i = 0; i < 4; i++) sg_free(key[i]);
    sg_graph_free(&graph);
}

/* One round by hand: own key, then the neighbors' keys. */
static void a_round_is_what_it_says(void **state)
{
    (void)state;
    sg_graph graph = graph_of(3, "0-1 1-2");
    const int32_t atom[] = {6, 7, 8};
    const sg_graph_view view = {.graph = &graph, .node_label = atom, .n_node_columns = 1};
    const sg_key c = sg_key_of(SG_TAG_LABEL, &(uint64_t){6}, 1);
    const sg_key n = sg_key_of(SG_TAG_LABEL, &(uint64_t){7}, 1);
    const sg_key o = sg_key_of(SG_TAG_LABEL, &(uint64_t){8}, 1);
    uint64_t word[SG_KEY_ROOM + 2] = {0, 0, 0, o.key, c.key};
    sg_key *key = keys_of_view(&view, "wl:1");
    check_same_key(key[1], sg_key_of_keys(SG_TAG_WL, n, word, 2,
                                          sg_check_mix(o.check) + sg_check_mix(c.check)));
    sg_free(key);
    sg_graph_free(&graph);
}

/* What refinement cannot tell apart: a ring of six and two of three; and what it can. */
static void hand_worked_cases(void **state)
{
    (void)state;
    sg_graph six = graph_of(6, "0-1 1-2 2-3 3-4 4-5 5-0");
    sg_graph three = graph_of(6, "0-1 1-2 2-0 3-4 4-5 5-3");
    sg_graph star = graph_of(7, "0-1 0-2 0-3 0-4 0-5 0-6"), path = graph_of(4, "0-1 1-2 2-3");
    sg_key *a = keys_of(&six, "wl:10"), *b = keys_of(&three, "wl:10");
    for (uint32_t v = 0; v < 6; v++) check_same_key(a[v], b[0]);
    sg_key *c = keys_of(&star, "wl:1"), *d = keys_of(&path, "wl:1");
    for (uint32_t v = 2; v < 7; v++) check_same_key(c[v], c[1]);
    assert_true(c[0].key != c[1].key);
    check_same_key(d[0], c[1]); /* one step far, a leaf is a leaf */
    check_same_key(d[1], d[2]);
    sg_free(c);
    c = keys_of(&star, "wl:2");
    sg_free(d);
    d = keys_of(&path, "wl:2");
    assert_true(d[0].key != c[1].key);
    sg_key *const made[] = {a, b, c, d};
    sg_graph *const graphs[] = {&six, &three, &star, &path};
    for (int i = 0; i < 4; i++) {
        sg_free(made[i]);
        sg_graph_free(graphs[i]);
    }
}

static void the_smallest_graphs(void **state)
{
    (void)state;
    uint32_t no_offset[] = {0, 0, 0};
    sg_graph empty = {.n_graphs = 2, .graph_offset = no_offset, .arc_offset = no_offset};
    sg_free(keys_of(&empty, "wl:3"));
    sg_free(keys_of(&empty, "wl-edges:3"));
    sg_graph single = graph_of(1, ""), pair = graph_of(2, "");
    sg_key *a = keys_of(&single, "wl:3"), *b = keys_of(&pair, "wl:3");
    check_same_key(a[0], b[0]);
    check_same_key(a[0], b[1]);
    sg_free(a);
    sg_free(b);
    sg_graph_free(&single);
    sg_graph_free(&pair);
}

/* A view may say how wide the edge labels would be and have none. */
static void without_edge_labels_the_edges_are_alike(void **state)
{
    (void)state;
    sg_graph graph = graph_of(4, "0-1 1-2 2-3");
    const sg_graph_view view = {.graph = &graph, .n_edge_columns = 3};
    uint32_t *color = slow_colors(&view);
    slow_wl_refine(color, &view, 2, false);
    sg_key *key = keys_of_view(&view, "wl-edges:2");
    check_partition(key, color, 4);
    sg_free(key);
    sg_free(color);
    sg_graph_free(&graph);
}

static void a_thousand_rounds_are_allowed(void **state)
{
    (void)state;
    sg_graph graph = graph_of(5, "0-1 1-2 2-3 3-4");
    sg_key *key = keys_of(&graph, "wl:1000");
    check_same_key(key[0], key[4]);
    check_same_key(key[1], key[3]);
    assert_true(key[0].key != key[1].key && key[1].key != key[2].key);
    sg_free(key);
    sg_graph_free(&graph);
    sg_label_expression expression = {0};
    check_fails(sg_label_parse(&expression, "wl:1001", &err), SG_EINVAL, "from 0 to 1000");
}

/* A round by labels is a round by nodes. */
static void a_round_may_start_from_labels(void **state)
{
    (void)state;
    sg_graph graph = graph_of(5, "0-1 1-2 2-3 3-4 1-3");
    const sg_graph_view view = {.graph = &graph};
    const sg_one_graph one = sg_view_graph(&view, 0);
    sg_labels before = labels_of(&view, "wl:1");
    sg_key *keys = keys_of_view(&view, "wl:1"), *after = keys_of_view(&view, "wl:2");
    sg_key of_label[5];
    uint64_t word[3 + SG_KEY_ROOM];
    assert_int_equal(sg_wl_largest_degree(&one), 3);
    for (uint32_t v = 0; v < 5; v++) of_label[before.label[v]] = keys[v];
    const sg_wl_round round = {
        .graph = &one, .label = before.label, .key = of_label, .word = word};
    for (uint32_t v = 0; v < 5; v++) {
        const sg_key key = sg_wl_refine_node(&round, v);
        assert_true(key.key == after[v].key && key.check == after[v].check);
    }
    sg_free(keys);
    sg_free(after);
    sg_labels_free(&before);
    sg_graph_free(&graph);
}

static void survives_failing_allocations(void **state)
{
    (void)state;
    sg_graph graph = graph_of(5, "0-1 1-2 2-3 3-4");
    check_labeling_memory(&graph, "wl:3+wl-edges:2/wl:1");
    sg_graph_free(&graph);
}

SG_TESTS(cmocka_unit_test(equals_exact_refinement),
         cmocka_unit_test(combinations_equal_exact_refinement),
         cmocka_unit_test(keys_are_the_same_in_every_data_set),
         cmocka_unit_test(keys_move_with_their_nodes), cmocka_unit_test(rounds_add_up),
         cmocka_unit_test(keys_are_what_they_always_were),
         cmocka_unit_test(a_round_is_what_it_says), cmocka_unit_test(hand_worked_cases),
         cmocka_unit_test(the_smallest_graphs),
         cmocka_unit_test(without_edge_labels_the_edges_are_alike),
         cmocka_unit_test(a_thousand_rounds_are_allowed),
         cmocka_unit_test(a_round_may_start_from_labels),
         cmocka_unit_test(survives_failing_allocations))
