/* test_cycle_search.c - a search step by step on two joints with three links, and whole searches
 * against the slow twin. */
#include "invariants/labelings/cycle_search.h"

#include "support/block_request.h"
#include "support/check.h"
#include "support/keys_of.h"
#include "support/shaped_graphs.h"
#include "support/slow_cycles.h"

/* Nodes 0 and 1 are joints; links of 2, 2 and 3 edges lead from one to the other.  There is one cycle
 * of length 4, and there are two of length 5. */
#define THETA graph_of(6, "0-2 2-1 0-3 3-1 0-4 4-5 5-1")

enum { MIN = 3, MAX = 6 };

/* The arc that leads back over a link. */
static const sg_net_arc *back(const sg_net *net, uint32_t joint, uint32_t link)
{
    for (uint32_t a = net->arc_offset[joint]; a < net->arc_offset[joint + 1]; a++)
        if (net->arc[a].link == link) return &net->arc[a];
    fail();
    return NULL;
}

static void a_search_step_by_step(void **state)
{
    (void)state;
    sg_graph graph = THETA;
    block_request t;
    sg_net net = {0};
    sg_cycle_search s = {0};
    check_ok(block_request_open(&t, &graph, MIN, MAX, &err));
    check_ok(sg_net_tie(&net, &t.block, &t.scratch, &err));
    check_ok(sg_cycle_search_open(&s, &t.request, &net, &err));
    assert_int_equal(net.n_joints, 2);
    assert_int_equal(s.width, MAX - MIN + 1);
    assert_ptr_equal(sg_cycle_count_of_link(&s, 1), s.count + (size_t)(2 + 1) * s.width);
    sg_cycle_search_begin(&s, 0);
    assert_int_equal(s.n_reached, 2);
    for (uint32_t link = 1; link < 2; link--) { /* 1, then 0 */
        const sg_net_arc *arc = sg_cycle_search_next(&s);
        assert_ptr_equal(arc, &net.arc[link]);
        assert_int_equal(s.first, link);
        /* The shortest way back is one of the links above. */
        uint32_t shortest = SG_CYCLE_FAR;
        for (uint32_t above = link + 1; above < 3; above++) {
            const uint32_t length = net.arc[above].length;
            if (length < shortest) shortest = length;
            sg_cycle_search_note(&s, 1, back(&net, 1, above), arc->length + length);
        }
        assert_int_equal(s.distance[1], shortest);
        sg_cycle_search_fold(&s, 1, arc, arc->length);
    }
    assert_null(sg_cycle_search_next(&s));
    assert_int_equal(s.n_found, 3);
    check_ok(sg_cycle_search_end(&s));
    sg_cycle_search_begin(&s, 1);
    assert_null(sg_cycle_search_next(&s)); /* cycles are found from their lowest joint */
    check_ok(sg_cycle_search_end(&s));
    sg_cycle_search_spread(&s);
    static const uint64_t EXPECTED[6][4] = {{0, 1, 2, 0}, {0, 1, 2, 0}, {0, 1, 1, 0},
                                            {0, 1, 1, 0}, {0, 0, 2, 0}, {0, 0, 2, 0}};
    for (uint32_t v = 0; v < 6; v++)
        assert_memory_equal(t.count + (size_t)v * t.request.width, EXPECTED[v],
                            sizeof EXPECTED[v]);
    block_request_close(&t);
    sg_graph_free(&graph);
}

static void steps_are_paid_for_now_and_then(void **state)
{
    (void)state;
    sg_graph graph = THETA;
    block_request t;
    sg_net net = {0};
    sg_cycle_search s = {0};
    sg_error told = {0};
    check_ok(block_request_open(&t, &graph, MIN, MAX, &err));
    check_ok(sg_net_tie(&net, &t.block, &t.scratch, &err));
    assert_int_equal(sg_cycle_search_open(&s, &t.request, &net, &told), SG_OK);
    t.budget.steps_left = 5000;
    assert_true(sg_cycle_search_step(&s, 4000));
    assert_int_equal(t.budget.steps_left, 5000); /* not yet */
    assert_true(sg_cycle_search_step(&s, 100));
    assert_int_equal(t.budget.steps_left, 900);
    assert_int_equal(s.steps, 0);
    assert_true(sg_cycle_search_step(&s, 900));
    assert_true(sg_cycle_search_pay(&s));
    assert_int_equal(t.budget.steps_left, 0);
    assert_true(sg_cycle_search_step(&s, 1));
    assert_false(sg_cycle_search_pay(&s));
    assert_int_equal(s.status, SG_ELIMIT);
    assert_non_null(strstr(told.text, "more steps than the budget allows"));
    t.budget.steps_left = 5000;
    assert_false(sg_cycle_search_pay(&s)); /* it stays so */
    assert_int_equal(sg_cycle_search_end(&s), SG_ELIMIT);
    block_request_close(&t);
    sg_graph_free(&graph);
}

/* ---- Whole searches ----------------------------------------------------------------------- */

static void walk(sg_cycle_search *s, uint32_t depth, const sg_net_arc *via, uint32_t length)
{
    const sg_net *net = s->net;
    const uint32_t v = via->to, way_back = s->distance[v];
    s->distance[v] = SG_CYCLE_FAR;
    for (uint32_t a = net->arc_offset[v]; a < net->arc_offset[v + 1]; a++) {
        const sg_net_arc *arc = &net->arc[a];
        const uint32_t longer = length + arc->length;
        if (longer + s->distance[arc->to] > s->max) continue;
        if (arc->to != s->start)
            walk(s, depth + 1, arc, longer);
        else if (arc->link > s->first && longer >= s->min)
            sg_cycle_search_note(s, depth, arc, longer);
    }
    s->distance[v] = way_back;
    sg_cycle_search_fold(s, depth, via, length);
}

static sg_status search(block_request *t, sg_error *err)
{
    sg_status status = SG_OK;
    sg_net net = {0};
    sg_cycle_search s = {0};
    SG_TRY(sg_net_tie(&net, &t->block, &t->scratch, err));
    SG_TRY(sg_cycle_search_open(&s, &t->request, &net, err));
    for (uint32_t start = 0; start < net.n_joints; start++) {
        const sg_net_arc *arc = NULL;
        sg_cycle_search_begin(&s, start);
        while ((arc = sg_cycle_search_next(&s)) != NULL) walk(&s, 1, arc, arc->length);
        SG_TRY(sg_cycle_search_end(&s));
    }
    sg_cycle_search_spread(&s);
done:
    return status;
}

/* Searches find what the twin finds; the graph is freed. */
static void check_search(sg_graph graph, uint32_t min, uint32_t max)
{
    static uint64_t expected[BLOCK_REQUEST_NODES * BLOCK_REQUEST_NODES];
    block_request t;
    check_ok(block_request_open(&t, &graph, min, max, &err));
    check_ok(search(&t, &err));
    slow_cycles(expected, &t.one, min, max, false);
    assert_memory_equal(t.count, expected,
                        (size_t)graph.n_nodes * t.request.width * sizeof *expected);
    block_request_close(&t);
    sg_graph_free(&graph);
}

static void searches_find_what_the_twin_finds(void **state)
{
    (void)state;
    check_search(THETA, 3, 6);
    check_search(THETA, 5, 5);
    check_search(complete_graph(6), 3, 6);
    check_search(complete_graph(7), 4, 5);
    check_search(wheel_graph(7), 3, 8);
    check_search(ladder_graph(6), 3, 12);
    sg_rng rng = check_rng("cycle search");
    for (int i = 0; i < 60; i++) {
        sg_graph base = i % 2 == 0 ? complete_graph(4) : wheel_graph(4);
        check_search(subdivided_graph(&rng, &base, 2), 3, 4 + (uint32_t)i % 9);
        sg_graph_free(&base);
    }
}

static sg_status open_and_search(void *context, sg_error *err)
{
    const sg_graph *graph = context;
    block_request t;
    sg_status status = block_request_open(&t, graph, MIN, MAX, err);
    if (status == SG_OK) status = search(&t, err);
    block_request_close(&t);
    return status;
}

static void memory_may_run_out(void **state)
{
    (void)state;
    sg_graph graph = ladder_graph(30);
    assert_true(check_out_of_memory(open_and_search, &graph) > 0);
    sg_graph_free(&graph);
}

SG_TESTS(cmocka_unit_test(a_search_step_by_step),
         cmocka_unit_test(steps_are_paid_for_now_and_then),
         cmocka_unit_test(searches_find_what_the_twin_finds),
         cmocka_unit_test(memory_may_run_out))
