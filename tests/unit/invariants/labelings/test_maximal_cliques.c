/* test_maximal_cliques.c - cliques through every node, by hand and against the slow twin. */
#include "invariants/labelings/maximal_cliques.h"

#include "support/check.h"
#include "support/keys_of.h"
#include "support/random_graph.h"
#include "support/shaped_graphs.h"
#include "support/slow_cliques.h"

static sg_status count_graph(sg_clique_counts *counts, const sg_graph *graph, uint32_t g,
                             uint32_t max, uint64_t budget, sg_scratch *scratch, sg_error *err)
{
    const sg_graph_view view = {.graph = graph};
    const sg_one_graph one = sg_view_graph(&view, g);
    sg_budget left = {budget};
    const sg_label_work work = {&one, scratch, &left};
    const sg_labeling labeling = {.kind = &sg_labeling_cliques, .parameters = {.max = max}};
    return sg_cliques_count(counts, &labeling, &work, err);
}

static uint64_t cliques_at(const sg_clique_counts *counts, uint32_t v, uint32_t size)
{
    return size <= sg_clique_sizes(counts, v) ? counts->count[counts->offset[v] + size - 1] : 0;
}

static void cliques_by_hand(void **state)
{
    (void)state;
    /* A triangle, a tail at node 2, and a lonely node. */
    sg_graph graph = graph_of(5, "0-1 1-2 2-0 2-3");
    sg_scratch scratch = {0};
    sg_clique_counts counts = {0};
    static const uint64_t EXPECTED[5][3] = {
        {0, 0, 1}, {0, 0, 1}, {0, 1, 1}, {0, 1, 0}, {1, 0, 0}};
    check_ok(count_graph(&counts, &graph, 0, 3, UINT64_MAX, &scratch, &err));
    for (uint32_t v = 0; v < 5; v++)
        for (uint32_t size = 1; size <= 3; size++)
            assert_int_equal(cliques_at(&counts, v, size), EXPECTED[v][size - 1]);
    sg_scratch_reset(&scratch);
    check_ok(count_graph(&counts, &graph, 0, 2, UINT64_MAX, &scratch, &err));
    for (uint32_t v = 0; v < 5; v++) {
        /* The triangle is left out, and its edges are not maximal. */
        assert_true(sg_clique_sizes(&counts, v) <= 2);
        assert_int_equal(cliques_at(&counts, v, 2), EXPECTED[v][1]);
    }
    sg_scratch_free(&scratch);
    sg_graph_free(&graph);
}

static void a_node_has_a_count_for_every_size(void **state)
{
    (void)state;
    size_t offset[4] = {0, 3, 3, 8};
    const sg_clique_counts counts = {.offset = offset};
    assert_int_equal(sg_clique_sizes(&counts, 0), 3);
    assert_int_equal(sg_clique_sizes(&counts, 1), 0);
    assert_int_equal(sg_clique_sizes(&counts, 2), 5);
}

static void cliques_are_those_of_the_twin(void **state)
{
    (void)state;
    sg_rng rng = check_rng("maximal cliques");
    sg_scratch scratch = {0};
    for (uint32_t i = 0; i < 300; i++) {
        sg_graph graph = random_graph(&rng, (random_shape){3, 9});
        const uint32_t max = 1 + i % 9;
        for (uint32_t g = 0; g < graph.n_graphs; g++) {
            uint64_t expected[SLOW_CLIQUES_NODES][SLOW_CLIQUES_NODES + 1];
            sg_clique_counts counts = {0};
            sg_scratch_reset(&scratch);
            check_ok(count_graph(&counts, &graph, g, max, UINT64_MAX, &scratch, &err));
            slow_cliques(expected, &graph, g);
            for (uint32_t v = 0; v < graph.graph_offset[g + 1] - graph.graph_offset[g]; v++)
                for (uint32_t size = 1; size <= 9; size++)
                    assert_int_equal(cliques_at(&counts, v, size),
                                     size <= max ? expected[v][size] : 0);
        }
        sg_graph_free(&graph);
    }
    sg_scratch_free(&scratch);
}

static void budgets_end_the_search(void **state)
{
    (void)state;
    sg_graph graph = complete_graph(20);
    sg_scratch scratch = {0};
    sg_clique_counts counts = {0};
    check_fails(count_graph(&counts, &graph, 0, 20, 1, &scratch, &err), SG_ELIMIT,
                "cliques: graph 0 (20 nodes, 190 edges) takes more steps");
    sg_scratch_free(&scratch);
    sg_graph_free(&graph);
}

static sg_status count_again(void *context, sg_error *err)
{
    sg_scratch scratch = {0};
    sg_clique_counts counts = {0};
    const sg_status status = count_graph(&counts, context, 0, 99, UINT64_MAX, &scratch, err);
    sg_scratch_free(&scratch);
    return status;
}

static void memory_may_run_out(void **state)
{
    (void)state;
    sg_graph graph = wheel_graph(500);
    assert_true(check_out_of_memory(count_again, &graph) > 0);
    sg_graph_free(&graph);
}

SG_TESTS(cmocka_unit_test(cliques_by_hand), cmocka_unit_test(a_node_has_a_count_for_every_size),
         cmocka_unit_test(cliques_are_those_of_the_twin),
         cmocka_unit_test(budgets_end_the_search), cmocka_unit_test(memory_may_run_out))
