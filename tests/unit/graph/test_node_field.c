/* test_node_field.c - fields of nodes against distances, and what becomes of arcs that lead out of them. */
#include "graph/node_field.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/check_alloc.h"
#include "support/labeled_graph.h"

/* Steps along arcs from `from` to all nodes, at most `most`; more: most + 1. */
static void measure(uint32_t *steps, const sg_graph *graph, uint32_t from, uint32_t most)
{
    for (uint32_t v = 0; v < graph->n_nodes; v++) steps[v] = v == from ? 0 : most + 1;
    for (uint32_t round = 0; round < most; round++)
        for (uint32_t v = 0; v < graph->n_nodes; v++)
            for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++)
                if (steps[v] == round && steps[graph->neighbor[a]] > round + 1)
                    steps[graph->neighbor[a]] = round + 1;
}

static void check_field(const sg_node_field *field, const uint32_t *steps, uint32_t depth)
{
    const sg_graph *whole = field->whole, *graph = &field->graph;
    uint32_t n = 0;
    for (uint32_t v = 0; v < whole->n_nodes; v++) {
        const uint32_t i = field->place[v];
        assert_int_equal(i == SG_BEYOND, steps[v] > depth);
        if (i == SG_BEYOND) continue;
        assert_int_equal(i, n++);
        assert_int_equal(field->node[i], v);
        assert_int_equal(field->depth[i], depth - steps[v]);
        const uint32_t first = whole->arc_offset[v], mine = graph->arc_offset[i];
        assert_int_equal(graph->arc_offset[i + 1] - mine, whole->arc_offset[v + 1] - first);
        for (uint32_t k = 0; k < graph->arc_offset[i + 1] - mine; k++) {
            const uint32_t w = whole->neighbor[first + k];
            assert_int_equal(graph->neighbor[mine + k],
                             field->depth[i] > 0 || w == v ? field->place[w] : SG_BEYOND);
        }
    }
    assert_int_equal(field->n, n);
    assert_int_equal(graph->graph_offset[graph->n_graphs], n);
    assert_true(graph->rules.directed);
}

static void fields_are_what_is_near(void **state)
{
    sg_rng rng = check_rng("fields");
    (void)state;
    for (int i = 0; i < 200; i++) {
        const sg_arc_rules rules = {.directed = i % 2 == 0, .loops = i % 3 == 0};
        labeled_graph data = labeled_graph_draw_by(&rng, (random_shape){3, 90}, rules);
        const uint32_t n = data.graph.n_nodes, depth = (uint32_t)(i % 4);
        uint32_t *steps = check_alloc(n + (size_t)1, sizeof *steps);
        sg_node_field field = {0};
        check_ok(sg_node_field_open(&field, &data.graph, &err));
        for (int round = 0; round < 2 && n > 0; round++) {
            const uint32_t from = sg_rng_below(&rng, n);
            check_ok(sg_node_field_add(&field, from, depth, &err));
            check_ok(sg_node_field_add(&field, from, 0, &err)); /* is there already */
            for (uint32_t d = depth; d-- > 0;)
                check_ok(sg_node_field_hear_arcs(&field, d, &err));
            check_ok(sg_node_field_finish(&field, &err));
            measure(steps, &data.graph, from, depth);
            check_field(&field, steps, depth);
            sg_node_field_clear(&field);
            assert_int_equal(field.n, 0);
        }
        sg_node_field_close(&field);
        free(steps);
        labeled_graph_free(&data);
    }
}

SG_TESTS(cmocka_unit_test(fields_are_what_is_near))
