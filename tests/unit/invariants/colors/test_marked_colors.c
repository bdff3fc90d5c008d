/* test_marked_colors.c - marked graphs against refinement of marked copies, without hashing. */
#include "invariants/colors/marked_colors.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/keys_of.h"
#include "support/labels_of.h"
#include "support/pairs_of.h"
#include "support/same_partition.h"
#include "support/slow_pair_colors.h"
#include "support/slow_pairs.h"

static sg_graph_view any_view(const labeled_graph *graph, int kind)
{
    return kind % 2 == 0 ? labeled_graph_view(graph) : (sg_graph_view){.graph = &graph->graph};
}

static sg_key key_of_pair(const sg_graph_view *view, const char *expression, uint32_t v,
                          uint32_t w)
{
    sg_scratch scratch = {0};
    const sg_pairs pairs = pairs_of(view, expression, &scratch);
    sg_key key = {0};
    for (uint32_t p = pairs.row[v]; p < pairs.row[v + 1]; p++)
        if (pairs.sender[p] == w) key = pairs.key[pairs.value[p]];
    sg_scratch_free(&scratch);
    return key;
}

static void pairs_equal_marked_copies(void **state)
{
    (void)state;
    sg_rng rng = check_rng("marked pairs");
    for (int i = 0; i < 500; i++) {
        labeled_graph graph = labeled_graph_draw(&rng, (random_shape){3, 6});
        const sg_graph_view view = any_view(&graph, i);
        const uint32_t rounds = sg_rng_below(&rng, 4), within = sg_rng_below(&rng, 4);
        char text[64];
        (void)snprintf(text, sizeof text,
                       i % 3 == 0 ? "marked-wl:%u" : "marked-wl:%u within %u", rounds, within);
        uint32_t *color = slow_marked(&view, i % 3 == 0 ? UINT32_MAX : within, rounds);
        check_pair_partition(&view, text, color);
        sg_free(color);
        labeled_graph_free(&graph);
    }
}

static void nodes_equal_marked_copies(void **state)
{
    (void)state;
    sg_rng rng = check_rng("marked nodes");
    for (int i = 0; i < 300; i++) {
        labeled_graph graph = labeled_graph_draw(&rng, (random_shape){3, 6});
        const sg_graph_view view = any_view(&graph, i);
        const uint32_t rounds = sg_rng_below(&rng, 4);
        uint32_t *color = slow_marked(&view, UINT32_MAX, rounds), own[18];
        char text[64];
        (void)snprintf(text, sizeof text, "marked-wl:%u", rounds);
        sg_key *key = keys_of_view(&view, text);
        for (uint32_t g = 0; g < graph.graph.n_graphs; g++) {
            const sg_one_graph one = sg_view_graph(&view, g);
            for (uint32_t v = 0; v < one.n_nodes; v++)
                own[one.first + v] = color[slow_pair_number(&view, g, v, v)];
        }
        check_same_partition(key, own, graph.graph.n_nodes);
        sg_free(key);
        sg_free(color);
        labeled_graph_free(&graph);
    }
}

/* With a distance both nodes see what is so near to both, and nothing else. */
static void far_nodes_do_not_matter(void **state)
{
    (void)state;
    sg_graph near = graph_of(5, "0-1 1-2 2-3 3-4"),
             more = graph_of(8, "0-1 1-2 2-3 3-4 4-5 4-6");
    const sg_graph_view a = {.graph = &near}, b = {.graph = &more};
    check_same_key(key_of_pair(&a, "marked-wl:3 within 2", 1, 2),
                   key_of_pair(&b, "marked-wl:3 within 2", 1, 2));
    assert_true(key_of_pair(&a, "marked-wl:3", 1, 2).key !=
                key_of_pair(&b, "marked-wl:3", 1, 2).key);
    sg_graph_free(&near);
    sg_graph_free(&more);
}

static void both_directions_at_once(void **state)
{
    (void)state;
    sg_graph graph = graph_of(4, "0-1 1-2 2-3");
    const sg_graph_view view = {.graph = &graph};
    const sg_one_graph one = sg_view_graph(&view, 0);
    const sg_key node_key[4] = {{1, 1}, {1, 1}, {1, 1}, {1, 1}};
    sg_scratch scratch = {0};
    sg_marked_colors colors = {0};
    sg_key there[2], back[2], same[2];
    check_ok(sg_marked_colors_prepare(&colors, &one, node_key, 3, &scratch, &err));
    assert_int_equal(sg_marked_colors_steps(&colors), 4 * (4 + 6));
    sg_marked_colors_of_pair(there, &colors, 0, 2);
    sg_marked_colors_of_pair(back, &colors, 2, 0);
    check_same_key(there[0], back[1]);
    check_same_key(there[1], back[0]);
    assert_true(there[0].key != there[1].key);
    sg_marked_colors_of_pair(same, &colors, 1, 1);
    check_same_key(same[0], same[1]);
    check_same_key(same[0], sg_marked_colors_of_node(&colors, 2));
    sg_scratch_free(&scratch);
    sg_graph_free(&graph);
}

static void keys_move_with_their_nodes(void **state)
{
    (void)state;
    sg_rng rng = check_rng("moving");
    check_pairs_move(&rng, "marked-wl:2", 60);
    check_pairs_move(&rng, "marked-wl:3 within 2", 60);
    check_keys_move(&rng, "marked-wl:3", 150);
    check_keys_move(&rng, "marked-wl:2/degree", 150);
}

/* Worked out once and pinned: the keys are part of model files. */
static void keys_are_what_they_always_were(void **state)
{
    (void)state;
    sg_graph graph = graph_of(3, "0-1 1-2");
    const int32_t atom[] = {6, 6, 8};
    const sg_graph_view view = {.graph = &graph, .node_label = atom, .n_node_columns = 1};
    sg_key *key = keys_of_view(&view, "marked-wl:2");
    assert_int_equal(key[0].key, 0xe0202ecdee211971ULL);
    sg_free(key);
    sg_graph_free(&graph);
}

static uint32_t *color_pairs(const sg_graph_view *view)
{
    return slow_marked(view, UINT32_MAX, 2);
}

static void the_smallest_graphs(void **state)
{
    (void)state;
    check_without_nodes("marked-wl:2");
    check_smallest_partitions("marked-wl:2", color_pairs);
}

static void too_much_is_refused(void **state)
{
    (void)state;
    sg_graph graph = graph_of(1100, "0-1");
    const sg_graph_view view = {.graph = &graph};
    check_fails(find_all_pairs(&view, "marked-wl:2", &err), SG_ELIMIT,
                "marked-wl: graph 0 (1100 nodes) takes ");
    check_ok(find_all_pairs(&view, "marked-wl:2 within 1", &err));
    check_fails(label_with_budget(&graph, "marked-wl:2", 10000, &err), SG_ELIMIT, "marked-wl");
    sg_graph_free(&graph);
    sg_property property = {0};
    sg_label_expression expression = {0};
    check_fails(sg_property_parse(&property, "marked-wl:101", &err), SG_EINVAL,
                "from 0 to 100");
    check_fails(sg_label_parse(&expression, "marked-wl", &err), SG_EINVAL, "from 0 to 100");
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    sg_graph graph = graph_of(5, "0-1 1-2 2-3 3-4");
    const sg_graph_view view = {.graph = &graph};
    check_pairs_memory(&view, "marked-wl:2 within 3");
    check_labeling_memory(&graph, "marked-wl:2");
    sg_graph_free(&graph);
}

SG_TESTS(cmocka_unit_test(pairs_equal_marked_copies),
         cmocka_unit_test(nodes_equal_marked_copies), cmocka_unit_test(far_nodes_do_not_matter),
         cmocka_unit_test(both_directions_at_once),
         cmocka_unit_test(keys_move_with_their_nodes),
         cmocka_unit_test(keys_are_what_they_always_were),
         cmocka_unit_test(the_smallest_graphs), cmocka_unit_test(too_much_is_refused),
         cmocka_unit_test(survives_any_failing_allocation))
