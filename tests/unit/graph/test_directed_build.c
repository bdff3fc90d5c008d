/* test_directed_build.c - arcs that stay as they are, self-loops that stay, numbers that are added up. */
#include "base/mem.h"
#include "graph/graph.h"
#include "support/check.h"
#include "support/check_alloc.h"
#include "support/random_graph.h"

/* The slow twin: every pair of nodes is looked up in the list. */
static uint32_t first_mention(const sg_arc_list *arcs, uint32_t u, uint32_t v)
{
    for (uint32_t i = 0; i < arcs->n; i++) {
        const bool there = arcs->from[i] == u && arcs->to[i] == v;
        if (there) return i;
    }
    for (uint32_t i = 0; i < arcs->n && !arcs->rules.directed; i++)
        if (arcs->from[i] == v && arcs->to[i] == u) return i;
    return UINT32_MAX;
}

static double sum_of_mentions(const sg_arc_list *arcs, uint32_t u, uint32_t v)
{
    double sum = 0;
    for (uint32_t i = 0; i < arcs->n; i++)
        if (arcs->from[i] == u && arcs->to[i] == v) sum += 1 + i;
    return sum;
}

static void check_union(random_union *u, sg_arc_rules rules)
{
    random_union given = random_union_copy(u);
    sg_graph graph = {0};
    sg_graph_repairs repairs = {0};
    uint32_t *source = NULL, a = 0;
    uint64_t n_loops = 0, n_mentions = 0;
    double *number = check_alloc(u->arcs.n + 1, sizeof *number);
    for (uint32_t i = 0; i < u->arcs.n; i++) number[i] = 1 + i;
    given.arcs.rules = u->arcs.rules = rules;
    u->arcs.added = number;
    u->arcs.n_added = 1;
    check_ok(sg_graph_build(&graph, &source, &repairs, &u->arcs, &u->graph_offset, u->n_graphs,
                            &err));
    assert_int_equal(graph.rules.directed, rules.directed);
    assert_int_equal(graph.rules.loops, rules.loops);
    for (uint32_t v = 0; v < graph.n_nodes; v++) {
        for (uint32_t w = 0; w < graph.n_nodes; w++) {
            const uint32_t i = first_mention(&given.arcs, v, w);
            if (i == UINT32_MAX || (v == w && !rules.loops)) continue;
            assert_true(a < graph.arc_offset[v + 1]);
            assert_int_equal(graph.neighbor[a], w);
            assert_int_equal(source != NULL ? source[a] : a, i);
            if (rules.directed) assert_true(number[i] == sum_of_mentions(&given.arcs, v, w));
            a++;
        }
        assert_int_equal(a, graph.arc_offset[v + 1]);
    }
    for (uint32_t i = 0; i < given.arcs.n; i++)
        n_loops += given.arcs.from[i] == given.arcs.to[i];
    n_mentions = given.arcs.n - (rules.loops ? 0 : n_loops);
    assert_int_equal(repairs.self_loops, rules.loops ? 0 : n_loops);
    assert_int_equal(n_mentions - repairs.duplicates + repairs.one_way, graph.n_arcs);
    if (rules.directed) assert_int_equal(repairs.one_way, 0);
    sg_free(number);
    sg_free(source);
    sg_graph_free(&graph);
    random_union_free(&given);
}

static void graphs_have_the_arcs_of_the_list(void **state)
{
    (void)state;
    sg_rng rng = check_rng("directed");
    for (int i = 0; i < 600; i++) {
        random_union u = random_union_draw(&rng, (random_shape){4, 8});
        check_union(&u, (sg_arc_rules){.directed = i % 3 != 0, .loops = i % 3 != 1});
        random_union_free(&u);
    }
}

static void rows_in_order_are_clean(void **state)
{
    (void)state;
    const uint32_t graph_offset[] = {0, 3};
    const uint32_t offset[] = {0, 2, 3, 3}, one_way[] = {1, 2, 2}, loop[] = {0, 2, 2};
    const struct {
        const uint32_t *neighbor;
        sg_arc_rules rules;
        bool clean;
    } cases[] = {{one_way, {0}, false},
                 {one_way, {.directed = true}, true},
                 {loop, {.directed = true}, false},
                 {loop, {.directed = true, .loops = true}, true},
                 {loop, {.loops = true}, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool clean = !cases[i].clean;
        check_ok(sg_graph_rows_are_clean(&clean, offset, cases[i].neighbor, graph_offset, 1,
                                         cases[i].rules, &err));
        assert_int_equal(clean, cases[i].clean);
    }
}

SG_TESTS(cmocka_unit_test(graphs_have_the_arcs_of_the_list),
         cmocka_unit_test(rows_in_order_are_clean))
