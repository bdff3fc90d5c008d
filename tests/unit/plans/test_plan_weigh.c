/* test_plan_weigh.c - attributes of edges as factors of messages, against a search of all arcs. */
#include "base/mem.h"
#include "plans/plan.h"
#include "support/check.h"
#include "support/check_alloc.h"
#include "support/tiny_model.h"

enum { N_COLUMNS = 3 };

/* The attribute of the first arc from v to w that is found among all, else of one from w to v, else 1. */
static double slow_factor(const sg_graph_view *view, uint32_t v, uint32_t w, uint32_t column)
{
    const sg_graph *graph = view->graph;
    for (int turned = 0; turned < 2; turned++) {
        const uint32_t from = turned ? w : v, to = turned ? v : w;
        for (uint32_t a = graph->arc_offset[from]; a < graph->arc_offset[from + 1]; a++)
            if (graph->neighbor[a] == to)
                return view->edge_attribute[(size_t)a * N_COLUMNS + column];
    }
    return 1;
}

static void compare(const tiny_model *tiny, const char *pair, sg_rng *rng)
{
    sg_graph_view view = labeled_graph_view(&tiny->data);
    sg_plan plan = {0};
    sg_weight_keys keys = {0};
    sg_labels labels = {0};
    double *attribute = check_alloc((size_t)view.graph->n_arcs * N_COLUMNS, sizeof *attribute);
    for (size_t i = 0; i < (size_t)view.graph->n_arcs * N_COLUMNS; i++)
        attribute[i] = sg_rng_uniform(rng);
    view.edge_attribute = attribute;
    view.n_edge_attributes = N_COLUMNS;
    tiny_plan(&plan, &keys, &labels, &view, "none", pair);
    check_ok(sg_plan_weigh(&plan, &view, 2, &err));
    for (uint32_t g = 0; g < view.graph->n_graphs; g++) {
        const uint32_t first = view.graph->graph_offset[g];
        for (uint32_t v = first; v < view.graph->graph_offset[g + 1]; v++)
            for (uint64_t p = plan.row[v]; p < plan.row[v + 1]; p++)
                check_near(plan.factor[p],
                           slow_factor(&view, v, first + sg_plan_sender(&plan, p), 2), 0, 0);
    }
    sg_plan_free(&plan);
    sg_weight_keys_free(&keys);
    sg_labels_free(&labels);
    sg_free(attribute);
}

static void factors_are_those_of_the_arcs(void **state)
{
    static const char *const PAIRS[] = {"edge", "arc", "edge-bins 0.5 of 1"};
    sg_rng rng = check_rng("weigh");
    (void)state;
    for (int i = 0; i < 60; i++) {
        tiny_model tiny =
            i % 2 == 0 ? tiny_model_draw(&rng, 4, 9) : tiny_model_draw_directed(&rng, 4, 9);
        compare(&tiny, PAIRS[i % 3], &rng);
        tiny_model_free(&tiny);
    }
}

static void attributes_must_be_there(void **state)
{
    sg_rng rng = check_rng("no attributes");
    tiny_model tiny = tiny_model_draw(&rng, 20, 9);
    sg_graph_view view = labeled_graph_view(&tiny.data);
    const sg_graph none = {.graph_offset = (uint32_t[]){0, 2},
                           .arc_offset = (uint32_t[3]){0},
                           .n_graphs = 1,
                           .n_nodes = 2};
    const double attribute[1] = {0};
    sg_plan *plan = &tiny.plan[TINY_EDGE], alone = {0};
    sg_weight_keys keys = {0};
    sg_labels labels = {0};
    (void)state;
    check_fails(sg_plan_weigh(plan, &view, 0, &err), SG_EINVAL,
                "weight 0: there is no attribute 0 of edges; there are 0, numbered from 0");
    view.edge_attribute = attribute;
    view.n_edge_attributes = 1;
    check_fails(sg_plan_weigh(plan, &view, 1, &err), SG_EINVAL,
                "weight 1: there is no attribute 1 of edges; there are 1, numbered from 0");
    assert_null(plan->factor);
    const sg_graph_view nothing = {.graph = &none};
    tiny_plan(&alone, &keys, &labels, &nothing, "none", "edge");
    check_ok(sg_plan_weigh(&alone, &nothing, 5, &err));
    for (uint64_t p = 0; p < alone.n_pairs; p++) check_near(alone.factor[p], 1, 0, 0);
    sg_plan_free(&alone);
    sg_weight_keys_free(&keys);
    sg_labels_free(&labels);
    tiny_model_free(&tiny);
}

SG_TESTS(cmocka_unit_test(factors_are_those_of_the_arcs),
         cmocka_unit_test(attributes_must_be_there))
