/* test_invariance.c - renumber the nodes of any graph and every key moves with its node: for every
 * labeling and every pair property of the registries, without a list of them here. */
#include "base/mem.h"
#include "support/check.h"
#include "support/labeled_graph.h"
#include "support/labels_of.h"

enum { N_GRAPHS = 60 };

static const random_shape SHAPE = {.max_graphs = 3, .max_nodes = 9};
static const sg_arc_rules PLAIN = {0}, DIRECTED = {.directed = true, .loops = true};

static uint32_t *draw_renumbering(sg_rng *rng, const sg_graph *graph)
{
    uint32_t *new_id = sg_alloc(graph->n_nodes, sizeof *new_id);
    assert_non_null(new_id);
    random_permutation(new_id, rng, graph->graph_offset, graph->n_graphs);
    return new_id;
}

/* ---- Labelings --------------------------------------------------------------------------- */

static sg_key *keys_of(const char *expression, const labeled_graph *graph)
{
    const sg_graph_view view = labeled_graph_view(graph);
    return keys_of_view(&view, expression);
}

static void check_labeling(const char *expression, sg_arc_rules rules, sg_rng *rng)
{
    for (int i = 0; i < N_GRAPHS; i++) {
        labeled_graph one = labeled_graph_draw_by(rng, SHAPE, rules);
        uint32_t *new_id = draw_renumbering(rng, &one.graph);
        labeled_graph two = labeled_graph_renumber(&one, new_id);
        sg_key *first = keys_of(expression, &one), *second = keys_of(expression, &two);
        for (uint32_t v = 0; v < one.graph.n_nodes; v++)
            if (first[v].key != second[new_id[v]].key ||
                first[v].check != second[new_id[v]].check)
                fail_msg("%s: the key of node %u changed with its number", expression, v);
        sg_free(first);
        sg_free(second);
        sg_free(new_id);
        labeled_graph_free(&one);
        labeled_graph_free(&two);
    }
}

static void labelings_move_with_their_nodes(void **state)
{
    (void)state;
    sg_rng rng = check_rng("labelings");
    size_t n_kinds = 0;
    const sg_labeling_kind *const *kinds = sg_labeling_kinds(&n_kinds);
    assert_true(n_kinds >= 13);
    for (size_t i = 0; i < n_kinds; i++)
        if (strcmp(kinds[i]->name, "index") != 0)
            check_labeling(kinds[i]->example, PLAIN, &rng);
}

static void combinations_move_too_and_their_order_does_not_matter(void **state)
{
    (void)state;
    sg_rng rng = check_rng("combinations");
    check_labeling("wl:1/degree+label+cycles:5", PLAIN, &rng);
    check_labeling("wl-edges:1/in-degree+out-degree", DIRECTED, &rng);
    for (int i = 0; i < N_GRAPHS; i++) {
        labeled_graph graph = labeled_graph_draw(&rng, SHAPE);
        sg_key *ab = keys_of("degree+label", &graph), *ba = keys_of("label + degree", &graph);
        assert_memory_equal(ab, ba, graph.graph.n_nodes * sizeof *ab);
        sg_free(ab);
        sg_free(ba);
        labeled_graph_free(&graph);
    }
}

/* ---- Pair properties --------------------------------------------------------------------- */

/* The key of every ordered pair of graph g, [n][n]; all zero where a pair has no value. */
static sg_key *pair_keys(const sg_property *property, const labeled_graph *graph, uint32_t g)
{
    const sg_graph_view view = labeled_graph_view(graph);
    const sg_one_graph one = sg_view_graph(&view, g);
    sg_scratch scratch = {0};
    sg_pairs pairs = {0};
    sg_key *key = sg_alloc((size_t)one.n_nodes * one.n_nodes, sizeof *key);
    assert_non_null(key);
    check_ok(property->kind->find(&pairs, property, &one, &scratch, &err));
    for (uint32_t v = 0; v < one.n_nodes; v++)
        for (uint32_t p = pairs.row[v]; p < pairs.row[v + 1]; p++) {
            sg_key *cell = &key[v * one.n_nodes + pairs.sender[p]];
            assert_int_equal(cell->key, 0); /* every pair once */
            assert_in_range(pairs.value[p], 0, pairs.n_values - 1);
            *cell = pairs.key[pairs.value[p]];
        }
    sg_scratch_free(&scratch);
    return key;
}

static void check_property(const char *expression, sg_arc_rules rules, sg_rng *rng)
{
    sg_property property = {0};
    check_ok(sg_property_parse(&property, expression, &err));
    for (int i = 0; i < N_GRAPHS; i++) {
        labeled_graph one = labeled_graph_draw_by(rng, SHAPE, rules);
        uint32_t *new_id = draw_renumbering(rng, &one.graph);
        labeled_graph two = labeled_graph_renumber(&one, new_id);
        for (uint32_t g = 0; g < one.graph.n_graphs; g++) {
            const uint32_t first = one.graph.graph_offset[g];
            const uint32_t n = one.graph.graph_offset[g + 1] - first;
            sg_key *before = pair_keys(&property, &one, g);
            sg_key *after = pair_keys(&property, &two, g);
            for (uint32_t v = 0; v < n; v++)
                for (uint32_t w = 0; w < n; w++) {
                    const uint32_t v2 = new_id[first + v] - first,
                                   w2 = new_id[first + w] - first;
                    if (before[v * n + w].key != after[v2 * n + w2].key)
                        fail_msg("%s: the value of pair (%u, %u) changed with their numbers",
                                 expression, v, w);
                }
            sg_free(before);
            sg_free(after);
        }
        sg_free(new_id);
        labeled_graph_free(&one);
        labeled_graph_free(&two);
    }
    sg_property_free(&property);
}

static void pair_properties_move_with_their_nodes(void **state)
{
    (void)state;
    sg_rng rng = check_rng("pair properties");
    size_t n_kinds = 0;
    const sg_property_kind *const *kinds = sg_property_kinds(&n_kinds);
    assert_true(n_kinds >= 5);
    /* `offset` is about numbered grids: renumbering takes its meaning away. */
    for (size_t i = 0; i < n_kinds; i++)
        if (strcmp(kinds[i]->name, "offset") != 0)
            check_property(kinds[i]->example, PLAIN, &rng);
}

/* ---- Directed graphs --------------------------------------------------------------------- */

static void kinds_that_follow_arcs_move_with_nodes_of_directed_graphs(void **state)
{
    (void)state;
    sg_rng rng = check_rng("directed");
    size_t n_labelings = 0, n_properties = 0, n_following = 0;
    const sg_labeling_kind *const *labeling = sg_labeling_kinds(&n_labelings);
    const sg_property_kind *const *property = sg_property_kinds(&n_properties);
    for (size_t i = 0; i < n_labelings; i++) {
        if (!labeling[i]->follows_arcs || strcmp(labeling[i]->name, "index") == 0) continue;
        check_labeling(labeling[i]->example, DIRECTED, &rng);
        n_following++;
    }
    for (size_t i = 0; i < n_properties; i++) {
        if (!property[i]->follows_arcs) continue;
        check_property(property[i]->example, DIRECTED, &rng);
        n_following++;
    }
    assert_true(n_following >= 10);
}

SG_TESTS(cmocka_unit_test(labelings_move_with_their_nodes),
         cmocka_unit_test(combinations_move_too_and_their_order_does_not_matter),
         cmocka_unit_test(pair_properties_move_with_their_nodes),
         cmocka_unit_test(kinds_that_follow_arcs_move_with_nodes_of_directed_graphs))
