/* test_narrowing.c - labels, plans and edges of some nodes, and layers on them. */
#include "layers/narrowing.h"

#include "layers/kinds/gine_layer.h"
#include "support/check.h"
#include "support/check_alloc.h"
#include "support/tiny_model.h"

/* Two nodes and their neighbors. */
static void open_field(sg_node_field *field, const sg_graph *graph, sg_rng *rng)
{
    check_ok(sg_node_field_open(field, graph, &err));
    for (int i = 0; i < 2; i++)
        check_ok(sg_node_field_add(field, sg_rng_below(rng, graph->n_nodes), 1, &err));
    check_ok(sg_node_field_hear_arcs(field, 0, &err));
    check_ok(sg_node_field_finish(field, &err));
}

static void labels_and_edges_are_those_of_the_nodes(void **state)
{
    sg_rng rng = check_rng("narrowing");
    (void)state;
    for (int round = 0; round < 50; round++) {
        tiny_model tiny = tiny_model_draw(&rng, 3, 12);
        const sg_graph *graph = &tiny.data.graph;
        double *attribute = check_alloc(2 * (size_t)graph->n_arcs + 1, sizeof *attribute);
        for (size_t a = 0; a < 2 * (size_t)graph->n_arcs; a++) attribute[a] = (double)a;
        sg_node_field field = {0};
        open_field(&field, graph, &rng);
        const uint32_t *label = tiny.labels[TINY_WL].label;
        sg_edge_spec edges = {
            .plan = &tiny.plan[TINY_EDGE], .attribute = attribute, .n_attributes = 2};
        const sg_plan *plan = &tiny.plan[TINY_EDGE];
        check_ok(sg_narrow_labels(&label, &field, &err));
        check_ok(sg_narrow_edges(&edges, &field, 1, &err));
        check_ok(sg_narrow_plan(&plan, &field, 1, &err));
        assert_int_equal(plan->n_pairs, edges.plan->n_pairs);
        for (uint32_t i = 0; i < field.n; i++) {
            assert_int_equal(label[i], tiny.labels[TINY_WL].label[field.node[i]]);
            for (uint32_t a = field.graph.arc_offset[i]; a < field.graph.arc_offset[i + 1]; a++)
                assert_true(
                    edges.attribute[2 * (size_t)a + 1] ==
                    2.0 * (graph->arc_offset[field.node[i]] + a - field.graph.arc_offset[i]) +
                        1);
        }
        sg_narrow_plan_free(&plan);
        sg_narrow_labels_free(&label);
        sg_narrow_edges_free(&edges);
        assert_null(label);
        sg_node_field_close(&field);
        free(attribute);
        tiny_model_free(&tiny);
    }
}

static void layers_hear_and_are_narrowed(void **state)
{
    sg_rng rng = check_rng("narrowed layers");
    tiny_model tiny = tiny_model_draw(&rng, 2, 12);
    const sg_gine_spec gine = {.of_edges = true, .edges = {.plan = &tiny.plan[TINY_EDGE]}};
    const sg_layer_spec layer = {.kind = &sg_gine_kind, .of = &gine};
    sg_node_field field = {0};
    void *spec = NULL;
    (void)state;
    check_ok(sg_layer_check_narrow(&layer, &err));
    check_ok(sg_node_field_open(&field, &tiny.data.graph, &err));
    check_ok(sg_node_field_add(&field, 0, 1, &err));
    check_ok(sg_layer_hear(&field, &layer, 0, &err));
    assert_int_equal(field.n, 1 + tiny.data.graph.arc_offset[1]);
    check_ok(sg_node_field_finish(&field, &err));
    check_ok(sg_layer_narrow(&spec, &layer, &field, 1, &err));
    const sg_gine_spec *narrow = spec;
    assert_true(narrow->of_edges);
    assert_int_equal(narrow->edges.plan->n_nodes, field.n);
    sg_layer_narrow_free(spec, layer.kind);
    sg_node_field_close(&field);
    tiny_model_free(&tiny);
}

SG_TESTS(cmocka_unit_test(labels_and_edges_are_those_of_the_nodes),
         cmocka_unit_test(layers_hear_and_are_narrowed))
