/* test_orbit.c - canonical forms of rooted graphs, against trying all orders of the nodes. */
#include "base/mem.h"
#include "data/dataset.h"
#include "generators/csl.h"
#include "support/check.h"
#include "support/keys_of.h"
#include "support/labeled_graph.h"
#include "support/labels_of.h"
#include "support/shaped_graphs.h"
#include "support/slow_isomorphism.h"

enum { MARK = 1000 };

/* The truth: the graphs are the same if both nodes carry a mark. */
static bool slow_same_orbit(labeled_graph *graph, const sg_graph_view *view, uint32_t g,
                            uint32_t v, uint32_t h, uint32_t w)
{
    const int32_t label_v = graph->node_label[v], label_w = graph->node_label[w];
    if (label_v != label_w) return false;
    graph->node_label[v] = graph->node_label[w] = MARK;
    const bool same = slow_graphs_same(view, g, h);
    graph->node_label[v] = label_v;
    graph->node_label[w] = label_w;
    return same;
}

/* Nodes of two graphs have the same key exactly if their rooted graphs are the same. */
static void as_all_orders_say(void **state)
{
    (void)state;
    sg_rng rng = check_rng("as_all_orders_say");
    uint64_t n_same = 0, n_other = 0;
    for (int i = 0; i < 250; i++) {
        labeled_graph one =
            labeled_graph_draw(&rng, (random_shape){.max_graphs = 9, .max_nodes = 5});
        sg_graph_view view = labeled_graph_view(&one);
        for (uint32_t v = 0; v < one.graph.n_nodes; v++)
            one.node_label[v] /= i % 3 == 0 ? 4 : 2;
        if (i % 2 == 0) view.edge_label = NULL;
        sg_key *key = keys_of_view(&view, "orbit");
        const uint32_t *offset = one.graph.graph_offset;
        for (uint32_t g = 0; g < one.graph.n_graphs; g++)
            for (uint32_t h = 0; h < g; h++)
                for (uint32_t v = offset[g]; v < offset[g + 1]; v++)
                    for (uint32_t w = offset[h]; w < offset[h + 1]; w++) {
                        const bool same = slow_same_orbit(&one, &view, g, v, h, w);
                        assert_int_equal(same, key[v].key == key[w].key);
                        assert_int_equal(same, key[v].check == key[w].check);
                        n_same += same;
                        n_other += !same;
                    }
        sg_free(key);
        labeled_graph_free(&one);
    }
    assert_true(n_same > 100 && n_other > 1000);
}

/* Numbers of orbits that everybody can see. */
static void known_orbits(void **state)
{
    (void)state;
    static const struct {
        uint32_t n;
        const char *edges;
        uint32_t n_orbits;
    } known[] = {
        {0, "", 0},
        {1, "", 1},
        {3, "", 1},
        {4, "0-1 1-2 2-3", 2},
        {6, "0-1 1-2 2-3 3-4 4-5 5-0", 1},
        {6, "0-1 1-2 2-0 3-4 4-5 5-3", 1},
        {5, "0-1 0-2 0-3 0-4", 2},
        {7, "0-1 1-2 2-0 2-3 3-4 4-5 4-6", 5},
        /* Frucht's graph: cubic, without any symmetry. */
        {12, "0-1 1-2 2-3 3-4 4-5 5-6 6-0 0-7 1-7 2-8 3-9 4-9 5-10 6-10 7-11 8-11 8-9 10-11",
         12},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        sg_graph graph = graph_of(known[i].n, known[i].edges);
        const sg_graph_view view = {.graph = &graph};
        sg_labels labels = labels_of(&view, "orbit");
        assert_int_equal(labels.vocabulary.n_keys, known[i].n_orbits);
        sg_labels_free(&labels);
        sg_graph_free(&graph);
    }
}

/* Circular skip links: every node is like every other, and the ten kinds have ten labels. */
static void skip_links(void **state)
{
    (void)state;
    sg_dataset data = {0};
    check_ok(sg_csl_make(&data, 0, &err));
    const sg_graph_view view = {.graph = &data.graph};
    sg_key *key = keys_of_view(&view, "orbit");
    for (uint32_t g = 0; g < data.graph.n_graphs; g++)
        for (uint32_t h = 0; h < g; h++) {
            const uint32_t v = data.graph.graph_offset[g], w = data.graph.graph_offset[h];
            assert_true(key[v].key == key[v + 1].key);
            assert_int_equal(key[v].key == key[w].key,
                             data.items.item_class[g] == data.items.item_class[h]);
        }
    sg_free(key);
    sg_dataset_free(&data);
}

static void keys_move_with_their_nodes(void **state)
{
    (void)state;
    sg_rng rng = check_rng("moving");
    check_keys_move(&rng, "orbit", 200);
    check_keys_move(&rng, "orbit/degree", 50);
}

/* Twenty leaves at a hub have 20! symmetries; nineteen of them are enough. */
static void many_symmetries(void **state)
{
    (void)state;
    sg_graph star = graph_of(
        21, "0-1 0-2 0-3 0-4 0-5 0-6 0-7 0-8 0-9 0-10 0-11 0-12 0-13 0-14 0-15 0-16 0-17 0-18 "
            "0-19 0-20");
    check_ok(label_with_budget(&star, "orbit", 100000, &err));
    sg_graph clique = complete_graph(30);
    check_ok(label_with_budget(&clique, "orbit", 3000000, &err));
    sg_graph_free(&star);
    sg_graph_free(&clique);
}

static void limits(void **state)
{
    (void)state;
    sg_graph graph = complete_graph(12);
    check_fails(label_with_budget(&graph, "orbit", 500, &err), SG_ELIMIT,
                "orbit: graph 0 (12 nodes, 66 edges) takes more steps than the budget allows");
    sg_graph_free(&graph);
    check_without_nodes("orbit");
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    sg_graph graph = graph_of(6, "0-1 1-2 2-3 3-4 4-5 5-0");
    check_labeling_memory(&graph, "orbit");
    sg_graph_free(&graph);
}

SG_TESTS(cmocka_unit_test(as_all_orders_say), cmocka_unit_test(known_orbits),
         cmocka_unit_test(skip_links), cmocka_unit_test(keys_move_with_their_nodes),
         cmocka_unit_test(many_symmetries), cmocka_unit_test(limits),
         cmocka_unit_test(survives_any_failing_allocation))
