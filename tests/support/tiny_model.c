/* tiny_model.c - see tiny_model.h. */
#include "support/tiny_model.h"

#include "support/check.h"

void tiny_plan(sg_plan *plan, sg_weight_keys *keys, sg_labels *labels,
               const sg_graph_view *view, const char *label, const char *pair)
{
    sg_label_expression expression = {0};
    sg_property property = {0};
    sg_triples triples = {0};
    check_ok(sg_label_parse(&expression, label, &err));
    check_ok(sg_property_parse(&property, pair, &err));
    check_ok(sg_labels_compute(labels, &expression, view, NULL, &err));
    check_ok(sg_triples_collect(&triples, labels, labels, &property, view, NULL, &err));
    check_ok(sg_plan_make(plan, keys, &triples, labels, labels, (sg_thresholds){0}, view->graph,
                          &err));
    sg_triples_free(&triples);
    sg_property_free(&property);
    sg_label_expression_free(&expression);
}

tiny_model tiny_model_draw(sg_rng *rng, uint32_t n_graphs, uint32_t max_nodes)
{
    static const char *const LABELS[N_TINY] = {"label", "wl:1", "degree"};
    tiny_model tiny = {0};
    bool usable = false;
    while (!usable) {
        labeled_graph_free(&tiny.data);
        tiny.data = labeled_graph_draw(
            rng, (random_shape){.max_graphs = n_graphs, .max_nodes = max_nodes});
        usable = tiny.data.graph.n_graphs == n_graphs && tiny.data.graph.n_arcs > 4;
        for (uint32_t g = 0; g < tiny.data.graph.n_graphs; g++)
            usable =
                usable && tiny.data.graph.graph_offset[g + 1] > tiny.data.graph.graph_offset[g];
    }
    const sg_graph_view view = labeled_graph_view(&tiny.data);
    for (int i = 0; i < N_TINY; i++)
        tiny_plan(&tiny.plan[i], &tiny.keys[i], &tiny.labels[i], &view, LABELS[i],
                  "distance 0..2");
    return tiny;
}

void tiny_model_free(tiny_model *tiny)
{
    for (int i = 0; i < N_TINY; i++) {
        sg_labels_free(&tiny->labels[i]);
        sg_plan_free(&tiny->plan[i]);
        sg_weight_keys_free(&tiny->keys[i]);
    }
    labeled_graph_free(&tiny->data);
    *tiny = (tiny_model){0};
}
