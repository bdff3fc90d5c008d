/* test_relevant_cycles.c - the rings of one block by hand and against the slow twin. */
#include "invariants/labelings/relevant_cycles.h"

#include "support/block_request.h"
#include "support/check.h"
#include "support/keys_of.h"
#include "support/shaped_graphs.h"
#include "support/slow_rings.h"

static sg_status count(sg_ring_tally *tally, block_request *t, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_ring_tally_prepare(tally, t->one.n_nodes, &t->scratch, err));
    SG_TRY(sg_relevant_cycles_count(tally, &t->block, &t->labeling, &t->work, err));
done:
    return status;
}

static uint64_t rings_at(const sg_ring_tally *tally, uint32_t v, uint32_t size)
{
    for (uint32_t e = tally->first[v]; e != SG_RING_NONE; e = tally->entry[e].next)
        if (tally->entry[e].size == size) return tally->entry[e].count;
    return 0;
}

/* The rings of a block are those of the twin; the graph is freed. */
static void check_rings(sg_graph graph)
{
    static uint64_t expected[SLOW_RINGS_NODES][SLOW_RINGS_NODES + 1];
    block_request t;
    sg_ring_tally tally = {0};
    check_ok(block_request_open(&t, &graph, 3, 3, &err));
    check_ok(count(&tally, &t, &err));
    slow_rings(expected, &t.one);
    for (uint32_t v = 0; v < graph.n_nodes; v++)
        for (uint32_t size = 3; size <= SLOW_RINGS_NODES; size++)
            assert_int_equal(rings_at(&tally, v, size), expected[v][size]);
    block_request_close(&t);
    sg_graph_free(&graph);
}

static void cubane_has_six_faces(void **state)
{
    (void)state;
    /* A minimum basis has five of them, but which? */
    sg_graph graph = graph_of(8, "0-1 1-2 2-3 3-0 4-5 5-6 6-7 7-4 0-4 1-5 2-6 3-7");
    block_request t;
    sg_ring_tally tally = {0};
    check_ok(block_request_open(&t, &graph, 3, 3, &err));
    check_ok(count(&tally, &t, &err));
    for (uint32_t v = 0; v < 8; v++) {
        assert_int_equal(rings_at(&tally, v, 4), 3);
        assert_int_equal(tally.entry[tally.first[v]].next, SG_RING_NONE); /* and no others */
    }
    /* They are added to what is there. */
    check_ok(sg_relevant_cycles_count(&tally, &t.block, &t.labeling, &t.work, &err));
    assert_int_equal(rings_at(&tally, 0, 4), 6);
    block_request_close(&t);
    sg_graph_free(&graph);
}

static void rings_are_those_of_the_twin(void **state)
{
    (void)state;
    check_rings(complete_graph(5));
    check_rings(wheel_graph(6));
    check_rings(ladder_graph(5));
    check_rings(graph_of(10, "0-1 1-2 2-3 3-4 4-5 5-0 4-6 6-7 7-8 8-9 9-5")); /* naphthalene */
    sg_rng rng = check_rng("relevant cycles");
    for (int i = 0; i < 100; i++) {
        sg_graph base = i % 2 == 0 ? complete_graph(4) : wheel_graph(4);
        check_rings(subdivided_graph(&rng, &base, 2));
        sg_graph_free(&base);
    }
}

static void budgets_end_the_search(void **state)
{
    (void)state;
    sg_graph graph = ladder_graph(30);
    block_request t;
    sg_ring_tally tally = {0};
    check_ok(block_request_open(&t, &graph, 3, 3, &err));
    t.budget.steps_left = 1;
    check_fails(count(&tally, &t, &err), SG_ELIMIT, "budget");
    block_request_close(&t);
    sg_graph_free(&graph);
}

static sg_status open_and_count(void *context, sg_error *err)
{
    const sg_graph *graph = context;
    block_request t;
    sg_ring_tally tally = {0};
    sg_status status = block_request_open(&t, graph, 3, 3, err);
    if (status == SG_OK) status = count(&tally, &t, err);
    block_request_close(&t);
    return status;
}

static void memory_may_run_out(void **state)
{
    (void)state;
    sg_graph graph = ladder_graph(30);
    assert_true(check_out_of_memory(open_and_count, &graph) > 0);
    sg_graph_free(&graph);
}

SG_TESTS(cmocka_unit_test(cubane_has_six_faces), cmocka_unit_test(rings_are_those_of_the_twin),
         cmocka_unit_test(budgets_end_the_search), cmocka_unit_test(memory_may_run_out))
