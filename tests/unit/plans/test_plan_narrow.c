/* test_plan_narrow.c - plans of some nodes against the rows of the whole plan. */
#include "plans/plan_narrow.h"

#include "support/check.h"
#include "support/check_alloc.h"
#include "support/tiny_model.h"

/* The graph of a node and its number there. */
static uint32_t local(uint32_t *g, const sg_graph *graph, uint32_t node)
{
    *g = sg_graph_of_node(graph->graph_offset, graph->n_graphs, node);
    return node - graph->graph_offset[*g];
}

static void check_row(const sg_plan *narrow, const sg_plan *whole, const sg_node_field *field,
                      uint32_t i, uint32_t *room)
{
    const uint32_t n_all = field->whole->n_nodes;
    uint32_t *sender = room, *slot = room + n_all, *mine = room + 2 * (size_t)n_all,
             *my_slot = room + 3 * (size_t)n_all, g = 0, h = 0;
    const uint32_t v = local(&g, field->whole, field->node[i]), w = local(&h, &field->graph, i);
    const uint32_t n = sg_plan_row(sender, slot, whole, field->whole, g, v),
                   n_mine = sg_plan_row(mine, my_slot, narrow, &field->graph, h, w);
    assert_int_equal(n_mine, field->depth[i] > 0 ? n : 0);
    for (uint32_t p = 0; p < n_mine; p++) {
        const uint32_t node = field->node[field->graph.graph_offset[h] + mine[p]];
        assert_int_equal(node, field->whole->graph_offset[g] + sender[p]);
        assert_int_equal(my_slot[p], slot[p]);
        if (whole->factor != NULL)
            assert_true(narrow->factor[narrow->row[i] + p] ==
                        whole->factor[whole->row[field->node[i]] + p]);
    }
}

static void pairs_stay_what_they_are(void **state)
{
    sg_rng rng = check_rng("narrow plans");
    (void)state;
    for (uint32_t round = 0; round < 60; round++) {
        tiny_model tiny = tiny_model_draw(&rng, 3, 20);
        const sg_graph *graph = &tiny.data.graph;
        if (round % 2 == 1) tiny_model_replan(&tiny, SG_PLAN_IMPLICIT);
        const sg_plan *whole = &tiny.plan[round % N_TINY_PLANS];
        uint32_t *room = check_alloc(4 * (size_t)graph->n_nodes, sizeof *room);
        sg_node_field field = {0};
        sg_plan narrow = {0};
        check_ok(sg_node_field_open(&field, graph, &err));
        check_ok(sg_node_field_add(&field, sg_rng_below(&rng, graph->n_nodes), 1, &err));
        check_ok(sg_node_field_add(&field, sg_rng_below(&rng, graph->n_nodes), 1, &err));
        check_ok(sg_plan_hear(&field, whole, field.n, 0, &err));
        check_ok(sg_node_field_finish(&field, &err));
        check_ok(sg_plan_narrow(&narrow, whole, &field, 1, &err));
        assert_int_equal(narrow.n_slots, whole->n_slots);
        assert_int_equal(narrow.n_nodes, field.n);
        for (uint32_t i = 0; i < field.n; i++) check_row(&narrow, whole, &field, i, room);
        sg_plan_narrow_free(&narrow);
        sg_node_field_close(&field);
        free(room);
        tiny_model_free(&tiny);
    }
}

SG_TESTS(cmocka_unit_test(pairs_stay_what_they_are))
