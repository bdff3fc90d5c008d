/* test_pair_colors.c - the folklore refinement of pairs against one with numbers. */
#include "invariants/colors/pair_colors.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/keys_of.h"
#include "support/labeled_graph.h"
#include "support/labels_of.h"
#include "support/same_partition.h"
#include "support/slow_pair_colors.h"
#include "support/slow_pairs.h"

/* Graphs with labels, with labels of arcs, and without. */
static sg_graph_view any_view(const labeled_graph *graph, int kind)
{
    sg_graph_view view = labeled_graph_view(graph);
    if (kind % 3 == 1) view.node_label = NULL;
    if (kind % 3 == 2) view = (sg_graph_view){.graph = &graph->graph};
    return view;
}

static void pairs_equal_exact_refinement(void **state)
{
    (void)state;
    sg_rng rng = check_rng("fwl");
    for (int i = 0; i < 1200; i++) {
        labeled_graph graph = labeled_graph_draw(&rng, (random_shape){4, 7});
        const uint32_t rounds = sg_rng_below(&rng, 4);
        const uint32_t within = sg_rng_below(&rng, 2) == 0 ? UINT32_MAX : sg_rng_below(&rng, 4);
        char text[64];
        draw_arc_labels(&graph, &rng, 1 + sg_rng_below(&rng, 3));
        const sg_graph_view view = any_view(&graph, i);
        if (within == UINT32_MAX)
            (void)snprintf(text, sizeof text, "fwl:%u", rounds);
        else
            (void)snprintf(text, sizeof text, "fwl:%u within %u", rounds, within);
        uint32_t *color = slow_fwl(&view, within, rounds);
        check_pair_partition(&view, text, color);
        sg_free(color);
        labeled_graph_free(&graph);
    }
}

/* Two columns of arc labels. */
static void columns_belong_together(void **state)
{
    (void)state;
    sg_rng rng = check_rng("columns");
    for (int i = 0; i < 200; i++) {
        sg_graph graph = random_graph(&rng, (random_shape){3, 6});
        int32_t *label = sg_alloc(graph.n_arcs, 2 * sizeof *label);
        assert_non_null(label);
        for (uint32_t k = 0; k < 2 * graph.n_arcs; k++)
            label[k] = (int32_t)sg_rng_below(&rng, 2);
        const sg_graph_view view = {.graph = &graph, .edge_label = label, .n_edge_columns = 2};
        uint32_t *color = slow_fwl(&view, UINT32_MAX, 1);
        check_pair_partition(&view, "fwl:1", color);
        sg_free(color);
        sg_free(label);
        sg_graph_free(&graph);
    }
}

/* A node's label is the color of its pair with itself. */
static void nodes_equal_exact_refinement(void **state)
{
    (void)state;
    sg_rng rng = check_rng("nodes");
    for (int i = 0; i < 600; i++) {
        static const char *const text[] = {"fwl:2", "fwl:1 within 2", "fwl:3 within 1"};
        static const uint32_t rounds[] = {2, 1, 3}, within[] = {UINT32_MAX, 2, 1};
        labeled_graph graph = labeled_graph_draw(&rng, (random_shape){4, 7});
        draw_arc_labels(&graph, &rng, 1 + sg_rng_below(&rng, 3));
        const sg_graph_view view = any_view(&graph, i / 3);
        uint32_t *color = slow_fwl(&view, within[i % 3], rounds[i % 3]), own[28];
        sg_key *key = keys_of_view(&view, text[i % 3]);
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

static void steps_are_squares_of_rows(void **state)
{
    (void)state;
    sg_graph graph = graph_of(3, "0-1 1-2");
    const sg_graph_view view = {.graph = &graph};
    const sg_one_graph one = sg_view_graph(&view, 0);
    sg_scratch scratch = {0};
    sg_near_pairs pairs = {0};
    sg_key *color = NULL;
    const sg_key node_key[3] = {{1, 1}, {1, 1}, {1, 1}};
    check_ok(sg_near_pairs_find(&pairs, &one, 1, &scratch, &err));
    assert_int_equal(sg_pair_colors_steps(&pairs, 3, 2), 7 + 2 * (4 + 9 + 4));
    check_ok(sg_pair_colors_refine(&color, &pairs, &one, node_key, 2, &scratch, &err));
    check_same_key(color[0], color[6]); /* both ends with themselves */
    check_same_key(color[1], color[5]); /* from the ends to the middle */
    assert_true(color[1].key != color[2].key);
    sg_scratch_free(&scratch);
    sg_graph_free(&graph);
}

static void keys_move_with_their_nodes(void **state)
{
    (void)state;
    sg_rng rng = check_rng("moving");
    check_pairs_move(&rng, "fwl:2", 100);
    check_pairs_move(&rng, "fwl:2 within 3", 100);
    check_keys_move(&rng, "fwl:2", 150);
    check_keys_move(&rng, "fwl:2 within 2/degree", 150);
}

/* Worked out once and pinned: the keys are part of model files. */
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
    sg_key *key = keys_of_view(&view, "fwl:2");
    assert_int_equal(key[0].key, 0xe1d2c0b50317312cULL);
    sg_free(key);
    sg_graph_free(&graph);
}

static uint32_t *color_pairs(const sg_graph_view *view)
{
    return slow_fwl(view, UINT32_MAX, 2);
}

static void the_smallest_graphs(void **state)
{
    (void)state;
    check_without_nodes("fwl:2");
    check_smallest_partitions("fwl:2", color_pairs);
}

static void too_much_is_refused(void **state)
{
    (void)state;
    sg_graph graph = graph_of(1100, "0-1");
    const sg_graph_view view = {.graph = &graph};
    check_fails(find_all_pairs(&view, "fwl:1", &err), SG_ELIMIT,
                "fwl: graph 0 (1100 nodes) takes ");
    check_ok(find_all_pairs(&view, "fwl:1 within 3", &err));
    check_fails(label_with_budget(&graph, "fwl:1 within 3", 1000, &err), SG_ELIMIT, "fwl");
    sg_graph_free(&graph);
    sg_property property = {0};
    sg_label_expression expression = {0};
    check_fails(sg_property_parse(&property, "fwl", &err), SG_EINVAL, "from 0 to 100");
    check_fails(sg_property_parse(&property, "fwl:101", &err), SG_EINVAL, "from 0 to 100");
    check_fails(sg_label_parse(&expression, "fwl:101", &err), SG_EINVAL, "from 0 to 100");
    check_fails(sg_label_parse(&expression, "fwl:1 within 2000", &err), SG_EINVAL,
                "from 0 to 1023");
    check_fails(sg_label_parse(&expression, "fwl:1 within ", &err), SG_EINVAL, "");
    check_fails(sg_label_parse(&expression, "fwl:1 about 3", &err), SG_EINVAL, "");
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    sg_graph graph = graph_of(5, "0-1 1-2 2-3 3-4");
    const sg_graph_view view = {.graph = &graph};
    check_pairs_memory(&view, "fwl:2");
    check_labeling_memory(&graph, "fwl:2 within 3");
    sg_graph_free(&graph);
}

SG_TESTS(cmocka_unit_test(pairs_equal_exact_refinement),
         cmocka_unit_test(columns_belong_together),
         cmocka_unit_test(nodes_equal_exact_refinement),
         cmocka_unit_test(steps_are_squares_of_rows),
         cmocka_unit_test(keys_move_with_their_nodes),
         cmocka_unit_test(keys_are_what_they_always_were),
         cmocka_unit_test(the_smallest_graphs), cmocka_unit_test(too_much_is_refused),
         cmocka_unit_test(survives_any_failing_allocation))
