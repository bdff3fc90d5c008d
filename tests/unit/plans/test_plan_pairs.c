/* test_plan_pairs.c - pairs of a property kept as matrices or lists, against sg_pair_list. */
#include "plans/plan_pairs.h"

#include "base/mem.h"
#include "invariants/expression.h"
#include "invariants/pair_list.h"
#include "plans/plan_parts.h"
#include "support/check.h"
#include "support/labeled_graph.h"

static const random_shape SHAPE = {.max_graphs = 5, .max_nodes = 20};

/* The value of pair (v, u) of graph g, or the number behind the last. */
static uint32_t value_of(const sg_plan_pairs *pairs, uint32_t g, uint32_t v, uint32_t u)
{
    const uint32_t first = pairs->view.graph->graph_offset[g];
    const uint32_t n = pairs->view.graph->graph_offset[g + 1] - first;
    const uint8_t *value = pairs->value + pairs->begin[g];
    if (pairs->sender == NULL) return value[v * n + u];
    for (uint32_t p = v > 0 ? pairs->row_end[first + v - 1] : 0; p < pairs->row_end[first + v];
         p++)
        if (pairs->sender[pairs->begin[g] + p] == u) return value[p];
    return pairs->values.n_keys;
}

static void compare_with_list(const sg_plan_pairs *pairs, const sg_pair_list *list)
{
    const sg_graph *graph = pairs->view.graph;
    const uint32_t n_values = list->values.n_keys;
    assert_int_equal(pairs->n_pairs, list->n_pairs);
    assert_int_equal(pairs->values.n_keys, n_values);
    assert_memory_equal(pairs->values.key, list->values.key, n_values * sizeof(uint64_t));
    assert_memory_equal(pairs->values.count, list->values.count, n_values * sizeof(uint64_t));
    for (uint32_t g = 0; g < graph->n_graphs; g++) {
        const uint32_t first = graph->graph_offset[g], n = graph->graph_offset[g + 1] - first;
        uint64_t n_valued = 0;
        for (uint32_t v = 0; v < n; v++) {
            for (uint64_t p = list->row[first + v]; p < list->row[first + v + 1]; p++)
                assert_int_equal(value_of(pairs, g, v, list->sender_node[p]), list->value[p]);
            for (uint32_t u = 0; u < n; u++) n_valued += value_of(pairs, g, v, u) < n_values;
        }
        assert_int_equal(n_valued, list->row[first + n] - list->row[first]);
    }
}

static void pairs_are_those_of_the_list(void **state)
{
    (void)state;
    static const char *const PROPERTIES[] = {"distance 0..8", "distance 1", "distance 2,3",
                                             "edge", "path 0..3"};
    sg_rng rng = check_rng("pairs");
    sg_threads *threads = NULL;
    uint32_t n_dense = 0, n_listed = 0;
    check_ok(sg_threads_open(&threads, 3, &err));
    for (int i = 0; i < 300; i++) {
        labeled_graph data = labeled_graph_draw(&rng, SHAPE);
        const sg_graph_view view = labeled_graph_view(&data);
        sg_property property = {0};
        sg_plan_pairs *pairs = NULL;
        sg_pair_list list = {0};
        check_ok(sg_property_parse(&property, PROPERTIES[i % 5], &err));
        check_ok(sg_pair_list_find(&list, &property, &view, NULL, &err));
        check_ok(sg_plan_pairs_open(&pairs, &property, &view, &err));
        assert_int_equal(sg_plan_pairs_bytes(pairs), 0);
        check_ok(sg_plan_pairs_find(pairs, i % 2 == 0 ? NULL : threads, &err));
        assert_true(pairs->found);
        const uint8_t *value = pairs->value;
        check_ok(sg_plan_pairs_find(pairs, NULL, &err));
        assert_ptr_equal(pairs->value, value); /* once is enough */
        compare_with_list(pairs, &list);
        n_dense += pairs->sender == NULL;
        n_listed += pairs->sender != NULL;
        sg_plan_pairs_release(pairs);
        sg_pair_list_free(&list);
        sg_property_free(&property);
        labeled_graph_free(&data);
    }
    assert_true(n_dense > 20 && n_listed > 20);
    sg_threads_close(threads);
}

/* A path of n nodes, `copies` times. */
static sg_graph build_paths(uint32_t n, uint32_t copies)
{
    sg_graph graph = {0};
    sg_arc_list arcs = {0};
    uint32_t *offset = sg_alloc(copies + (size_t)1, sizeof *offset);
    assert_non_null(offset);
    for (uint32_t g = 0; g < copies; g++) {
        offset[g + 1] = offset[g] + n;
        for (uint32_t v = offset[g] + 1; v < offset[g + 1]; v++)
            check_ok(sg_arc_list_add(&arcs, v - 1, v, &err));
    }
    check_ok(sg_graph_build(&graph, NULL, NULL, &arcs, &offset, copies, &err));
    return graph;
}

static void find_distances(sg_plan_pairs **pairs, sg_property *property,
                           const sg_graph_view *view, const char *expression)
{
    check_ok(sg_property_parse(property, expression, &err));
    check_ok(sg_plan_pairs_open(pairs, property, view, &err));
}

static void a_pair_takes_little_memory(void **state)
{
    (void)state;
    sg_graph graph = build_paths(30, 20);
    const sg_graph_view view = {.graph = &graph};
    sg_property property = {0};
    sg_plan_pairs *pairs = NULL;
    find_distances(&pairs, &property, &view, "distance 1..29");
    check_ok(sg_plan_pairs_find(pairs, NULL, &err));
    assert_int_equal(pairs->n_pairs, 20 * 30 * 29);
    assert_true((double)sg_plan_pairs_bytes(pairs) <= 1.1 * (double)pairs->n_pairs);
    sg_plan_pairs_release(pairs);
    sg_property_free(&property);

    find_distances(&pairs, &property, &view, "distance 1");
    check_ok(sg_plan_pairs_find(pairs, NULL, &err));
    assert_non_null(pairs->sender);
    const size_t expected =
        3 * (size_t)pairs->n_pairs + 4 * (size_t)graph.n_nodes + (size_t)8 * 21;
    assert_int_equal(sg_plan_pairs_bytes(pairs), expected);
    sg_plan_pairs_release(pairs);
    sg_property_free(&property);
    sg_graph_free(&graph);
}

static void there_may_be_254_values(void **state)
{
    (void)state;
    sg_graph graph = build_paths(300, 1);
    const sg_graph_view view = {.graph = &graph};
    sg_property property = {0};
    sg_plan_pairs *pairs = NULL;
    find_distances(&pairs, &property, &view, "distance 0..253");
    check_ok(sg_plan_pairs_find(pairs, NULL, &err));
    assert_int_equal(pairs->values.n_keys, 254);
    assert_int_equal(value_of(pairs, 0, 0, 299), 254);
    sg_plan_pairs_release(pairs);
    sg_property_free(&property);

    find_distances(&pairs, &property, &view, "distance 0..254");
    check_fails(sg_plan_pairs_find(pairs, NULL, &err), SG_ELIMIT, "more than 254 values");
    assert_false(pairs->found);
    assert_int_equal(sg_plan_pairs_bytes(pairs), 0);
    sg_plan_pairs_release(pairs);
    sg_property_free(&property);
    sg_graph_free(&graph);
}

static void no_graphs_have_no_pairs(void **state)
{
    (void)state;
    uint32_t offset[3] = {0}, arc_offset[1] = {0};
    const sg_graph empty = {.n_graphs = 2, .graph_offset = offset, .arc_offset = arc_offset};
    const sg_graph_view view = {.graph = &empty};
    sg_property property = {0};
    sg_plan_pairs *pairs = NULL;
    find_distances(&pairs, &property, &view, "distance 0..2");
    check_ok(sg_plan_pairs_find(pairs, NULL, &err));
    assert_int_equal(pairs->n_pairs, 0);
    assert_int_equal(pairs->values.n_keys, 0);
    sg_plan_pairs_release(pairs);
    sg_plan_pairs_release(NULL);
    sg_property_free(&property);
}

static void the_last_owner_releases_them(void **state)
{
    (void)state;
    sg_graph graph = build_paths(3, 1);
    const sg_graph_view view = {.graph = &graph};
    sg_property property = {0};
    sg_plan_pairs *pairs = NULL;
    find_distances(&pairs, &property, &view, "distance 0..1");
    const long live = sg_mem_live();
    assert_ptr_equal(sg_plan_pairs_keep(pairs), pairs);
    sg_plan_pairs_release(pairs);
    assert_int_equal(sg_mem_live(), live);
    sg_plan_pairs_release(pairs);
    assert_true(sg_mem_live() < live);
    sg_property_free(&property);
    sg_graph_free(&graph);
}

static void a_sample_tells_what_to_expect(void **state)
{
    (void)state;
    /* Of 130 graphs alike every third is looked at; a path of four has 4, 6, 4 and 2 ordered pairs of
     * distance 0, 1, 2 and 3. */
    sg_graph graph = build_paths(4, 130);
    const sg_graph_view view = {.graph = &graph};
    sg_property property = {0};
    sg_plan_pairs *pairs = NULL;
    find_distances(&pairs, &property, &view, "distance 1..2");
    assert_false(pairs->expected);
    check_ok(sg_plan_pairs_expect(pairs, &err));
    assert_true(pairs->expected);
    assert_false(pairs->found);
    assert_int_equal(pairs->n_expected, 130 * 10);
    assert_int_equal(pairs->n_values_expected, 2);
    pairs->n_expected = 77;
    check_ok(sg_plan_pairs_expect(pairs, &err));
    assert_int_equal(pairs->n_expected, 77); /* once is enough */
    sg_plan_pairs_release(pairs);
    sg_property_free(&property);
    sg_graph_free(&graph);
}

typedef struct memory_case {
    sg_graph_view view;
    sg_property property;
} memory_case;

static sg_status find_pairs(void *context, sg_error *err)
{
    const memory_case *c = context;
    sg_plan_pairs *pairs = NULL;
    sg_status status = sg_plan_pairs_open(&pairs, &c->property, &c->view, err);
    if (status == SG_OK) status = sg_plan_pairs_expect(pairs, err);
    if (status == SG_OK) status = sg_plan_pairs_find(pairs, NULL, err);
    if (pairs != NULL && status != SG_OK) assert_false(pairs->found);
    sg_plan_pairs_release(pairs);
    return status;
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    sg_graph graph = build_paths(9, 4);
    memory_case c = {.view = {.graph = &graph}};
    static const char *const PROPERTIES[] = {"distance 0..9", "distance 1"};
    for (int i = 0; i < 2; i++) {
        check_ok(sg_property_parse(&c.property, PROPERTIES[i], &err));
        assert_true(check_out_of_memory(find_pairs, &c) > 8);
        sg_property_free(&c.property);
    }
    sg_graph_free(&graph);
}

SG_TESTS(cmocka_unit_test(pairs_are_those_of_the_list),
         cmocka_unit_test(a_pair_takes_little_memory),
         cmocka_unit_test(there_may_be_254_values), cmocka_unit_test(no_graphs_have_no_pairs),
         cmocka_unit_test(the_last_owner_releases_them),
         cmocka_unit_test(a_sample_tells_what_to_expect),
         cmocka_unit_test(survives_any_failing_allocation))
