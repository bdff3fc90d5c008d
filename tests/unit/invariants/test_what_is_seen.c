/* test_what_is_seen.c - what a kind says that it looks at decides its labels or values, and nothing else
 * does. */
#include "base/mem.h"
#include "support/check.h"
#include "support/labeled_graph.h"
#include "support/labels_of.h"

#include <string.h>

enum { N_GRAPHS = 200 };

/* The same graph without what is lost. */
static sg_graph_view without(sg_graph_view view, uint32_t lost)
{
    if ((lost & SG_SEES_NODE_LABELS) != 0) view.node_label = NULL;
    if ((lost & SG_SEES_EDGE_LABELS) != 0) view.edge_label = NULL;
    return view;
}

static bool labels_change(const char *expression, uint32_t lost)
{
    sg_rng rng = check_rng("labels");
    bool changes = false;
    for (int i = 0; i < N_GRAPHS && !changes; i++) {
        labeled_graph data = labeled_graph_draw(&rng, (random_shape){1, 7});
        const sg_graph_view all = labeled_graph_view(&data), less = without(all, lost);
        sg_key *a = keys_of_view(&all, expression), *b = keys_of_view(&less, expression);
        changes = data.graph.n_nodes > 0 && memcmp(a, b, data.graph.n_nodes * sizeof *a) != 0;
        sg_free(a);
        sg_free(b);
        labeled_graph_free(&data);
    }
    return changes;
}

static void check_label(const char *text)
{
    sg_label_expression expression = {0};
    check_ok(sg_label_parse(&expression, text, &err));
    const uint32_t sees = sg_label_sees(&expression);
    for (uint32_t bit = SG_SEES_NODE_LABELS; bit <= SG_SEES_EDGE_LABELS; bit <<= 1)
        if (((sees & bit) != 0) != labels_change(text, bit))
            fail_msg("%s %s %s labels", text, (sees & bit) != 0 ? "does not see" : "sees",
                     bit == SG_SEES_NODE_LABELS ? "node" : "edge");
    sg_label_expression_free(&expression);
}

static void labelings_say_what_they_see(void **state)
{
    (void)state;
    size_t n = 0;
    const sg_labeling_kind *const *kind = sg_labeling_kinds(&n);
    for (size_t i = 0; i < n; i++) check_label(kind[i]->example);
    check_label("wl:2/degree");
    check_label("wl-edges:1/degree");
    check_label("wl:1/wl-edges:1/degree");
    check_label("degree+label");
    check_label("degree+cycles:4");
}

/* The keys of all pairs in their order, as one hash of what is found. */
static sg_key pairs_of_graph(const sg_property *property, const sg_graph_view *view,
                             sg_status *status)
{
    sg_scratch scratch = {0};
    sg_pairs pairs = {0};
    sg_key sum = {0, 0};
    if (view->graph->n_graphs == 0) return sum;
    const sg_one_graph one = sg_view_graph(view, 0);
    *status = sg_property_find(&pairs, property, &one, &scratch, NULL);
    for (uint32_t p = 0; *status == SG_OK && p < pairs.row[one.n_nodes]; p++)
        sum =
            sg_key_of(SG_TAG_COMBINED,
                      (uint64_t[]){sum.key, pairs.sender[p], pairs.key[pairs.value[p]].key}, 3);
    sg_scratch_free(&scratch);
    return sum;
}

static bool pairs_change(const sg_property *property, uint32_t lost)
{
    sg_rng rng = check_rng("pairs");
    bool changes = false;
    for (int i = 0; i < N_GRAPHS && !changes; i++) {
        labeled_graph data = labeled_graph_draw(&rng, (random_shape){1, 7});
        const sg_graph_view all = labeled_graph_view(&data), less = without(all, lost);
        sg_status status = SG_OK;
        const sg_key a = pairs_of_graph(property, &all, &status);
        if (status == SG_OK) /* some are for images alone */
            changes = a.key != pairs_of_graph(property, &less, &status).key;
        labeled_graph_free(&data);
    }
    return changes;
}

static void properties_say_what_they_see(void **state)
{
    (void)state;
    size_t n = 0;
    const sg_property_kind *const *kind = sg_property_kinds(&n);
    for (size_t i = 0; i < n; i++) {
        sg_property property = {0};
        check_ok(sg_property_parse(&property, kind[i]->example, &err));
        for (uint32_t bit = SG_SEES_NODE_LABELS; bit <= SG_SEES_EDGE_LABELS; bit <<= 1)
            if (((kind[i]->sees & bit) != 0) != pairs_change(&property, bit))
                fail_msg("%s %s %s labels", kind[i]->example,
                         (kind[i]->sees & bit) != 0 ? "does not see" : "sees",
                         bit == SG_SEES_NODE_LABELS ? "node" : "edge");
        sg_property_free(&property);
    }
}

SG_TESTS(cmocka_unit_test(labelings_say_what_they_see),
         cmocka_unit_test(properties_say_what_they_see))
