/* test_transpose.c - arcs turned round, against a search of all arcs. */
#include "graph/transpose.h"

#include "support/check.h"
#include "support/labeled_graph.h"

static bool has_arc(const sg_graph *graph, uint32_t u, uint32_t v)
{
    for (uint32_t a = graph->arc_offset[u]; a < graph->arc_offset[u + 1]; a++)
        if (graph->neighbor[a] == v) return true;
    return false;
}

static void arcs_are_turned(void **state)
{
    sg_rng rng = check_rng("turned");
    (void)state;
    for (int i = 0; i < 200; i++) {
        const sg_arc_rules rules = {.directed = i % 2 == 0, .loops = i % 3 == 0};
        labeled_graph data = labeled_graph_draw_by(&rng, (random_shape){3, 8}, rules);
        sg_graph turned = {0};
        check_ok(sg_graph_transpose(&turned, &data.graph, &err));
        assert_int_equal(turned.n_arcs, data.graph.n_arcs);
        assert_int_equal(turned.arc_offset[turned.n_nodes], turned.n_arcs);
        assert_int_equal(turned.rules.directed, rules.directed);
        for (uint32_t u = 0; u < turned.n_nodes; u++) {
            for (uint32_t a = turned.arc_offset[u] + 1; a < turned.arc_offset[u + 1]; a++)
                assert_true(turned.neighbor[a - 1] < turned.neighbor[a]);
            for (uint32_t v = 0; v < turned.n_nodes; v++)
                assert_int_equal(has_arc(&turned, u, v), has_arc(&data.graph, v, u));
        }
        sg_graph_free(&turned);
        labeled_graph_free(&data);
    }
}

static void nothing_is_turned(void **state)
{
    const sg_graph nothing = {.graph_offset = (uint32_t[]){0}, .arc_offset = (uint32_t[]){0}};
    sg_graph turned = {0};
    (void)state;
    check_ok(sg_graph_transpose(&turned, &nothing, &err));
    assert_int_equal(turned.n_nodes, 0);
    sg_graph_free(&turned);
}

SG_TESTS(cmocka_unit_test(arcs_are_turned), cmocka_unit_test(nothing_is_turned))
