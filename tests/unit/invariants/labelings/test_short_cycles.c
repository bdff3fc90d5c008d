/* test_short_cycles.c - where formulas apply, and that they count what the slow twin counts. */
#include "invariants/labelings/short_cycles.h"

#include "support/block_request.h"
#include "support/check.h"
#include "support/keys_of.h"
#include "support/shaped_graphs.h"
#include "support/slow_cycles.h"

static bool apply(uint32_t n_nodes, uint32_t n_arcs, uint32_t max)
{
    const sg_block_graph block = {.n_nodes = n_nodes, .n_arcs = n_arcs};
    return sg_short_cycles_apply(&(sg_cycle_request){.block = &block, .min = 3, .max = max});
}

static void they_are_for_short_cycles_of_dense_blocks(void **state)
{
    (void)state;
    assert_true(apply(5, 20, 5));
    assert_true(apply(10, 40, 6));
    assert_false(apply(10, 40, 7));
    assert_false(apply(10, 38, 6));
    assert_true(apply(2048, 8192, 6));
    assert_false(apply(2049, 9000, 6));
}

static void check_counts(const sg_graph *graph, uint32_t min, uint32_t max)
{
    static uint64_t expected[BLOCK_REQUEST_NODES * BLOCK_REQUEST_NODES];
    block_request t;
    check_ok(block_request_open(&t, graph, min, max, &err));
    assert_true(sg_short_cycles_apply(&t.request));
    check_ok(sg_short_cycles_count(&t.request, &err));
    slow_cycles(expected, &t.one, min, max, false);
    assert_memory_equal(t.count, expected,
                        (size_t)graph->n_nodes * t.request.width * sizeof *expected);
    block_request_close(&t);
}

static void five_nodes_all_joined(void **state)
{
    (void)state;
    sg_graph graph = complete_graph(5);
    block_request t;
    check_ok(block_request_open(&t, &graph, 3, 5, &err));
    t.count[0] = 100; /* counts are added */
    check_ok(sg_short_cycles_count(&t.request, &err));
    for (uint32_t v = 0; v < 5; v++) {
        assert_int_equal(t.count[3 * v], v == 0 ? 106 : 6); /* two of the four others      */
        assert_int_equal(t.count[3 * v + 1], 12);           /* 4 3 2 ways round, halved    */
        assert_int_equal(t.count[3 * v + 2], 12);           /* 4 3 2 1 ways round, halved  */
    }
    block_request_close(&t);
    sg_graph_free(&graph);
}

/* Eight nodes, each two joined with the chance p; an empty graph where that is no block that they are
 * for. */
static sg_graph draw_dense(sg_rng *rng, double p)
{
    char edges[400] = "";
    size_t at = 0;
    for (uint32_t u = 0; u < 8; u++)
        for (uint32_t v = u + 1; v < 8; v++)
            if (sg_rng_uniform(rng) < p)
                at += (size_t)snprintf(edges + at, sizeof edges - at, "%u-%u ", u, v);
    if (at > 0) edges[at - 1] = '\0';
    sg_graph graph = graph_of(8, edges);
    if (!is_block(&graph) || graph.n_arcs < 32) sg_graph_free(&graph);
    return graph;
}

static void they_count_what_the_twin_counts(void **state)
{
    (void)state;
    sg_rng rng = check_rng("short cycles");
    uint32_t n_checked = 0;
    for (uint32_t i = 0; i < 400; i++) {
        sg_graph graph = draw_dense(&rng, 0.5 + 0.4 * sg_rng_uniform(&rng));
        if (graph.n_nodes == 0) continue;
        const uint32_t max = 3 + i % 4;
        check_counts(&graph, 3 + sg_rng_below(&rng, max - 2), max);
        n_checked++;
        sg_graph_free(&graph);
    }
    assert_true(n_checked > 100);
}

static void budgets_end_them(void **state)
{
    (void)state;
    sg_graph graph = complete_graph(12);
    block_request t;
    check_ok(block_request_open(&t, &graph, 3, 6, &err));
    t.budget.steps_left = 1;
    check_fails(sg_short_cycles_count(&t.request, &err), SG_ELIMIT, "budget");
    block_request_close(&t);
    sg_graph_free(&graph);
}

static sg_status count(void *context, sg_error *err)
{
    const sg_graph *graph = context;
    block_request t;
    sg_status status = block_request_open(&t, graph, 3, 6, err);
    if (status == SG_OK) status = sg_short_cycles_count(&t.request, err);
    block_request_close(&t);
    return status;
}

static void memory_may_run_out(void **state)
{
    (void)state;
    sg_graph graph = complete_graph(40);
    assert_true(check_out_of_memory(count, &graph) > 0);
    sg_graph_free(&graph);
}

SG_TESTS(cmocka_unit_test(they_are_for_short_cycles_of_dense_blocks),
         cmocka_unit_test(five_nodes_all_joined),
         cmocka_unit_test(they_count_what_the_twin_counts), cmocka_unit_test(budgets_end_them),
         cmocka_unit_test(memory_may_run_out))
