/* test_edge_property.c - pairs by the label of their edge. */
#include "base/mem.h"
#include "support/check.h"
#include "support/keys_of.h"
#include "support/slow_pairs.h"

static void equals_its_slow_twin(void **state)
{
    (void)state;
    sg_rng rng = check_rng("edge");
    for (int i = 0; i < 2000; i++) {
        labeled_graph graph = labeled_graph_draw(&rng, (random_shape){3, 12});
        if (i % 3 == 1) draw_arc_labels(&graph, &rng, 1 + sg_rng_below(&rng, 30));
        sg_graph_view view = labeled_graph_view(&graph);
        if (i % 3 == 2) view = (sg_graph_view){.graph = &graph.graph};
        check_pairs(&view, "edge", SG_TAG_EDGE, slow_edge);
        labeled_graph_free(&graph);
    }
}

/* Labels of two columns: the tuple counts. */
static void columns_belong_together(void **state)
{
    (void)state;
    sg_rng rng = check_rng("columns");
    for (int i = 0; i < 500; i++) {
        sg_graph graph = random_graph(&rng, (random_shape){3, 10});
        int32_t *label = sg_alloc(graph.n_arcs, 2 * sizeof *label);
        assert_non_null(label);
        for (uint32_t k = 0; k < 2 * graph.n_arcs; k++)
            label[k] = (int32_t)sg_rng_below(&rng, 4) - 2;
        const sg_graph_view view = {.graph = &graph, .edge_label = label, .n_edge_columns = 2};
        check_pairs(&view, "edge", SG_TAG_EDGE, slow_edge);
        sg_free(label);
        sg_graph_free(&graph);
    }
}

/* A path 0-1-2 whose edge labels depend on the direction. */
static void the_receiver_looks_towards_the_sender(void **state)
{
    (void)state;
    sg_graph graph = graph_of(3, "0-1 1-2");
    const int32_t label[] = {5, -6, 7, 5}; /* 0->1, 1->0, 1->2, 2->1 */
    const sg_graph_view view = {.graph = &graph, .edge_label = label, .n_edge_columns = 1};
    const sg_one_graph one = sg_view_graph(&view, 0);
    const sg_property property = {.kind = &sg_property_edge};
    const uint32_t sender[] = {0, 1, 0, 1, 2, 1, 2}, row[] = {0, 2, 5, 7};
    const uint16_t value[] = {0, 1, 2, 0, 3, 1, 0};
    sg_scratch scratch = {0};
    sg_pairs pairs = {0};
    check_ok(sg_property_edge.find(&pairs, &property, &one, &scratch, &err));
    assert_memory_equal(pairs.row, row, sizeof row);
    assert_memory_equal(pairs.sender, sender, sizeof sender);
    assert_memory_equal(pairs.value, value, sizeof value);
    assert_int_equal(pairs.n_values, 4);
    check_same_key(pairs.key[0], sg_key_of(SG_TAG_EDGE, (uint64_t[]){0}, 1));
    check_same_key(pairs.key[1], sg_key_of(SG_TAG_EDGE, (uint64_t[]){1, 5}, 2));
    check_same_key(pairs.key[2], sg_key_of(SG_TAG_EDGE, (uint64_t[]){1, (uint64_t)-6}, 2));
    check_same_key(pairs.key[3], sg_key_of(SG_TAG_EDGE, (uint64_t[]){1, 7}, 2));
    sg_scratch_free(&scratch);
    sg_graph_free(&graph);
}

static void keys_move_with_their_nodes(void **state)
{
    (void)state;
    sg_rng rng = check_rng("moving");
    check_pairs_move(&rng, "edge", 300);
}

/* A star whose edges all have labels of their own. */
static sg_graph star(uint32_t n_leaves, int32_t **label)
{
    sg_graph graph = {0};
    sg_arc_list arcs = {0};
    uint32_t *offset = sg_alloc(2, sizeof *offset);
    assert_non_null(offset);
    offset[1] = n_leaves + 1;
    for (uint32_t v = 1; v <= n_leaves; v++) check_ok(sg_arc_list_add(&arcs, 0, v, &err));
    check_ok(sg_graph_build(&graph, NULL, NULL, &arcs, &offset, 1, &err));
    *label = sg_alloc(graph.n_arcs, sizeof **label);
    assert_non_null(*label);
    for (uint32_t a = 0; a < graph.n_arcs; a++) (*label)[a] = (int32_t)(a % n_leaves);
    return graph;
}

static void too_many_labels_are_refused(void **state)
{
    (void)state;
    for (uint32_t n = 65534; n <= 65535; n++) {
        int32_t *label = NULL;
        sg_graph graph = star(n, &label);
        const sg_graph_view view = {.graph = &graph, .edge_label = label, .n_edge_columns = 1};
        if (n == 65534)
            check_ok(find_all_pairs(&view, "edge", &err));
        else
            check_fails(find_all_pairs(&view, "edge", &err), SG_ELIMIT, "65534");
        sg_free(label);
        sg_graph_free(&graph);
    }
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    int32_t *label = NULL;
    sg_graph graph = star(3000, &label);
    const sg_graph_view view = {.graph = &graph, .edge_label = label, .n_edge_columns = 1};
    check_pairs_memory(&view, "edge");
    sg_free(label);
    sg_graph_free(&graph);
}

static void takes_no_parameters(void **state)
{
    (void)state;
    sg_property property = {0};
    check_fails(sg_property_parse(&property, "edge 3", &err), SG_EINVAL, "no parameters");
}

SG_TESTS(cmocka_unit_test(equals_its_slow_twin), cmocka_unit_test(columns_belong_together),
         cmocka_unit_test(the_receiver_looks_towards_the_sender),
         cmocka_unit_test(keys_move_with_their_nodes),
         cmocka_unit_test(too_many_labels_are_refused),
         cmocka_unit_test(survives_any_failing_allocation),
         cmocka_unit_test(takes_no_parameters))
