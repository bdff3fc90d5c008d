/* test_directed.c - labelings and pair properties of directed graphs. */
#include "base/mem.h"
#include "support/check.h"
#include "support/labeled_graph.h"
#include "support/labels_of.h"
#include "support/pairs_of.h"
#include "support/same_partition.h"
#include "support/slow_graph.h"
#include "support/slow_pairs.h"
#include "support/slow_wl.h"

static const sg_arc_rules DIRECTED = {.directed = true, .loops = true};

static void degrees_count_arcs(void **state)
{
    (void)state;
    sg_rng rng = check_rng("degrees");
    for (int i = 0; i < 100; i++) {
        labeled_graph data = labeled_graph_draw_by(&rng, (random_shape){3, 9}, DIRECTED);
        const sg_graph_view view = labeled_graph_view(&data);
        sg_key *in = keys_of_view(&view, "in-degree"), *out = keys_of_view(&view, "out-degree"),
               *degree = keys_of_view(&view, "degree");
        for (uint32_t v = 0; v < data.graph.n_nodes; v++) {
            uint64_t n_in = 0, n_out = 0;
            for (uint32_t u = 0; u < data.graph.n_nodes; u++)
                for (uint32_t a = data.graph.arc_offset[u]; a < data.graph.arc_offset[u + 1];
                     a++) {
                    n_in += data.graph.neighbor[a] == v;
                    n_out += u == v;
                }
            assert_int_equal(in[v].key, sg_key_of(SG_TAG_IN_DEGREE, &n_in, 1).key);
            assert_int_equal(out[v].key, sg_key_of(SG_TAG_OUT_DEGREE, &n_out, 1).key);
            assert_int_equal(degree[v].key, sg_key_of(SG_TAG_DEGREE, &n_out, 1).key);
        }
        sg_free(in);
        sg_free(out);
        sg_free(degree);
        labeled_graph_free(&data);
    }
}

static void refinement_follows_arcs(void **state)
{
    (void)state;
    sg_rng rng = check_rng("refinement");
    for (int i = 0; i < 200; i++) {
        labeled_graph data = labeled_graph_draw_by(&rng, (random_shape){3, 8}, DIRECTED);
        const sg_graph_view view = labeled_graph_view(&data);
        const bool with_edges = i % 2 == 0;
        sg_key *key = keys_of_view(&view, with_edges ? "wl-edges:3" : "wl:3");
        uint32_t *color = slow_colors(&view);
        slow_colors_by_label(color, &view);
        slow_wl_refine(color, &view, 3, with_edges);
        check_same_partition(key, color, data.graph.n_nodes);
        sg_free(color);
        sg_free(key);
        labeled_graph_free(&data);
    }
}

/* Steps go from the receiver to the sender. */
static void check_distances(const sg_graph_view *view, uint32_t g)
{
    const sg_one_graph one = sg_view_graph(view, g);
    const uint32_t n = one.n_nodes;
    uint32_t *distance = slow_distances(view->graph, g), n_expected = 0;
    sg_property property = {0};
    sg_scratch scratch = {0};
    sg_pairs pairs = {0};
    check_ok(sg_property_parse(&property, "distance 0..3", &err));
    check_ok(sg_property_find(&pairs, &property, &one, &scratch, &err));
    for (uint32_t i = 0; i < n * n; i++) n_expected += distance[i] <= 3;
    assert_int_equal(pairs.row[n], n_expected);
    for (uint32_t v = 0; v < n; v++)
        for (uint32_t p = pairs.row[v]; p < pairs.row[v + 1]; p++)
            assert_int_equal(
                pairs.key[pairs.value[p]].key,
                sg_key_of(SG_TAG_DISTANCE, &(uint64_t){distance[v * n + pairs.sender[p]]}, 1)
                    .key);
    sg_scratch_free(&scratch);
    sg_property_free(&property);
    sg_free(distance);
}

static uint32_t arc_of(const sg_one_graph *graph, uint32_t u, uint32_t v)
{
    for (uint32_t a = graph->arc_offset[u]; a < graph->arc_offset[u + 1]; a++)
        if (graph->neighbor[a] - graph->first == v) return a;
    return SLOW_NONE;
}

static size_t slow_arc(uint64_t word[SLOW_PAIR_WORDS], const slow_pair *pair,
                       const sg_property_parameters *parameters)
{
    const sg_one_graph *graph = pair->graph;
    const uint32_t out = arc_of(graph, pair->receiver, pair->sender),
                   in = arc_of(graph, pair->sender, pair->receiver);
    size_t n = 1;
    (void)parameters;
    word[0] = (out != SLOW_NONE ? 1U : 0U) + (in != SLOW_NONE ? 2U : 0U);
    if (out != SLOW_NONE) word[n++] = (uint64_t)(int64_t)graph->edge_label[out];
    if (in != SLOW_NONE) word[n++] = (uint64_t)(int64_t)graph->edge_label[in];
    return word[0] != 0 || pair->receiver == pair->sender ? n : 0;
}

static size_t slow_leaving_edge(uint64_t word[SLOW_PAIR_WORDS], const slow_pair *pair,
                                const sg_property_parameters *parameters)
{
    const uint32_t out = arc_of(pair->graph, pair->receiver, pair->sender);
    (void)parameters;
    word[0] = out != SLOW_NONE;
    if (out != SLOW_NONE) word[1] = (uint64_t)(int64_t)pair->graph->edge_label[out];
    if (out != SLOW_NONE) return 2;
    return pair->receiver == pair->sender;
}

static void pairs_follow_arcs(void **state)
{
    (void)state;
    sg_rng rng = check_rng("pairs");
    for (int i = 0; i < 150; i++) {
        const random_shape shape = {3, i % 30 == 0 ? 75 : 9}; /* beyond a word of nodes */
        labeled_graph data = labeled_graph_draw_by(&rng, shape, DIRECTED);
        sg_graph_view view = labeled_graph_view(&data);
        for (uint32_t g = 0; g < data.graph.n_graphs; g++) check_distances(&view, g);
        labeled_graph_free(&data);
        data = labeled_graph_draw_by(&rng, shape, (sg_arc_rules){.directed = true});
        view = labeled_graph_view(&data);
        check_pairs(&view, "arc", SG_TAG_ARC, slow_arc);
        check_pairs(&view, "edge", SG_TAG_EDGE, slow_leaving_edge);
        labeled_graph_free(&data);
    }
}

/* A node with a self-loop is paired with itself once, by that arc. */
static void loops_are_arcs(void **state)
{
    static const char *const PROPERTIES[] = {"edge", "arc"};
    static const sg_tag TAGS[] = {SG_TAG_EDGE, SG_TAG_ARC};
    static const uint64_t LOOP[][3] = {{1, 7}, {3, 7, 7}};
    uint32_t graph_offset[] = {0, 2}, arc_offset[] = {0, 2, 2}, neighbor[] = {0, 1};
    const int32_t label[] = {7, 8};
    const sg_graph graph = {1, 2, 2, graph_offset, arc_offset, neighbor, DIRECTED};
    const sg_graph_view view = {.graph = &graph, .edge_label = label, .n_edge_columns = 1};
    (void)state;
    for (int i = 0; i < 2; i++) {
        sg_scratch scratch = {0};
        const sg_pairs pairs = pairs_of(&view, PROPERTIES[i], &scratch);
        assert_int_equal(pairs.row[1], 2);
        assert_int_equal(pairs.sender[0], 0);
        assert_int_equal(pairs.key[pairs.value[0]].key,
                         sg_key_of(TAGS[i], LOOP[i], i == 0 ? 2 : 3).key);
        assert_int_equal(pairs.sender[1], 1);
        sg_scratch_free(&scratch);
    }
}

static void arcs_survive_failing_allocations(void **state)
{
    (void)state;
    sg_rng rng = check_rng("memory");
    labeled_graph data = labeled_graph_draw_by(&rng, (random_shape){3, 9}, DIRECTED);
    const sg_graph_view view = labeled_graph_view(&data);
    check_pairs_memory(&view, "arc");
    labeled_graph_free(&data);
}

/* Every kind says whether it knows directions; those that do not refuse them with a sentence. */
static void other_kinds_refuse(void **state)
{
    (void)state;
    sg_rng rng = check_rng("refused");
    labeled_graph data = labeled_graph_draw_by(&rng, (random_shape){1, 9}, DIRECTED);
    while (data.graph.n_nodes == 0) {
        labeled_graph_free(&data);
        data = labeled_graph_draw_by(&rng, (random_shape){1, 9}, DIRECTED);
    }
    const sg_graph_view view = labeled_graph_view(&data);
    size_t n_labelings = 0, n_properties = 0, n_refused = 0;
    const sg_labeling_kind *const *labeling = sg_labeling_kinds(&n_labelings);
    const sg_property_kind *const *property = sg_property_kinds(&n_properties);
    for (size_t i = 0; i < n_labelings; i++) {
        sg_label_expression expression = {0};
        sg_labels labels = {0};
        if (labeling[i]->follows_arcs) continue;
        check_ok(sg_label_parse(&expression, labeling[i]->example, &err));
        check_fails(sg_labels_compute(&labels, &expression, &view, NULL, &err), SG_EINVAL,
                    "these are directed; none, label, degree, in-degree, out-degree");
        sg_label_expression_free(&expression);
        n_refused++;
    }
    for (size_t i = 0; i < n_properties; i++) {
        if (property[i]->follows_arcs) continue;
        check_fails(find_all_pairs(&view, property[i]->example, &err), SG_EINVAL,
                    "these are directed; distance, edge, arc and edge-bins are for all graphs");
        n_refused++;
    }
    assert_true(n_refused > 15);
    data.graph.rules.directed = false;
    check_fails(find_all_pairs(&view, "path 0..2", &err), SG_EINVAL, "keep self-loops");
    labeled_graph_free(&data);
}

/* A labeling that refines another one is refused for its sake. */
static void bases_are_looked_at(void **state)
{
    (void)state;
    sg_label_expression expression = {0};
    const sg_one_graph graph = {.rules = DIRECTED};
    check_ok(sg_label_parse(&expression, "wl:2/core", &err));
    check_fails(sg_labeling_check(&expression.part[0], &graph, &err), SG_EINVAL, "core: ");
    sg_label_expression_free(&expression);
}

SG_TESTS(cmocka_unit_test(degrees_count_arcs), cmocka_unit_test(refinement_follows_arcs),
         cmocka_unit_test(pairs_follow_arcs), cmocka_unit_test(loops_are_arcs),
         cmocka_unit_test(arcs_survive_failing_allocations),
         cmocka_unit_test(other_kinds_refuse), cmocka_unit_test(bases_are_looked_at))
