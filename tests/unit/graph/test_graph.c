/* test_graph.c - building unions of graphs. */
#include "base/mem.h"
#include "base/threads.h"
#include "graph/graph.h"
#include "support/check.h"
#include "support/random_graph.h"
#include "support/slow_graph.h"

/* A list of arcs and everything that becomes of it. */
typedef struct built {
    sg_graph graph;
    uint32_t *source;
    sg_graph_repairs repairs;
} built;

static void built_free(built *b)
{
    sg_graph_free(&b->graph);
    sg_free(b->source);
    *b = (built){0};
}

static uint32_t *copy_array(const uint32_t *value, size_t n)
{
    uint32_t *copy = sg_alloc(n, sizeof *copy);
    assert_non_null(copy);
    memcpy(copy, value, n * sizeof *copy);
    return copy;
}

/* A union from arrays; `arc` lists from, to, from, to, ... */
static random_union make_union(const uint32_t *graph_offset, uint32_t n_graphs,
                               const uint32_t *arc, size_t n_arcs)
{
    random_union u = {.n_graphs = n_graphs, .arcs.n = n_arcs};
    u.graph_offset = copy_array(graph_offset, (size_t)n_graphs + 1);
    u.arcs.from = sg_alloc(n_arcs, sizeof *u.arcs.from);
    u.arcs.to = sg_alloc(n_arcs, sizeof *u.arcs.to);
    assert_non_null(u.arcs.from);
    assert_non_null(u.arcs.to);
    for (size_t i = 0; i < n_arcs; i++) {
        u.arcs.from[i] = arc[2 * i];
        u.arcs.to[i] = arc[2 * i + 1];
    }
    return u;
}

/* The same arcs, added one by one as a reader does. */
static sg_arc_list add_all(const sg_arc_list *pairs)
{
    sg_arc_list arcs = {0};
    for (size_t i = 0; i < pairs->n; i++)
        check_ok(sg_arc_list_add(&arcs, pairs->from[i], pairs->to[i], &err));
    return arcs;
}

static built build(random_union *u)
{
    built b = {0};
    check_ok(sg_graph_build(&b.graph, &b.source, &b.repairs, &u->arcs, &u->graph_offset,
                            u->n_graphs, &err));
    const sg_arc_list empty = {0};
    assert_null(u->graph_offset);
    assert_memory_equal(&u->arcs, &empty, sizeof empty);
    return b;
}

static void check_repairs(const sg_graph_repairs *r, uint64_t self_loops, uint64_t duplicates,
                          uint64_t one_way)
{
    assert_int_equal(r->self_loops, self_loops);
    assert_int_equal(r->duplicates, duplicates);
    assert_int_equal(r->one_way, one_way);
}

/* The rows of the matrix, in order, and where each arc came from. */
static void check_equals_slow(const built *b, const slow_graph *slow)
{
    const size_t n = slow->n_nodes;
    uint32_t a = 0;
    assert_int_equal(b->graph.n_nodes, n);
    assert_int_equal(b->graph.n_arcs, slow->n_arcs);
    assert_int_equal(b->source == NULL, slow->in_order);
    check_repairs(&b->repairs, slow->repairs.self_loops, slow->repairs.duplicates,
                  slow->repairs.one_way);
    for (uint32_t u = 0; u < n; u++) {
        assert_int_equal(b->graph.arc_offset[u], a);
        for (uint32_t v = 0; v < n; v++) {
            if (slow->source[u * n + v] == SLOW_NONE) continue;
            assert_int_equal(b->graph.neighbor[a], v);
            assert_int_equal(b->source != NULL ? b->source[a] : a, slow->source[u * n + v]);
            a++;
        }
    }
    assert_int_equal(b->graph.arc_offset[n], a);
}

/* Without the twin: arc a of the graph really is arc source[a] of the list or its reverse. */
static void check_source(const built *b, const sg_arc_list *arcs)
{
    for (uint32_t u = 0; u < b->graph.n_nodes; u++)
        for (uint32_t a = b->graph.arc_offset[u]; a < b->graph.arc_offset[u + 1]; a++) {
            const uint32_t v = b->graph.neighbor[a];
            const uint32_t i = b->source != NULL ? b->source[a] : a;
            assert_true(i < arcs->n);
            const bool same = arcs->from[i] == u && arcs->to[i] == v;
            assert_true(same || (arcs->from[i] == v && arcs->to[i] == u));
            if (b->source == NULL) assert_true(same);
        }
}

static void check_built(const built *b, const random_union *list, const slow_graph *slow)
{
    assert_int_equal(b->graph.n_graphs, list->n_graphs);
    assert_memory_equal(b->graph.graph_offset, list->graph_offset,
                        ((size_t)list->n_graphs + 1) * sizeof *list->graph_offset);
    check_equals_slow(b, slow);
    check_source(b, &list->arcs);
}

/* Build from the pairs and from the arcs added one by one; the union is used up. */
static void check_against_slow(random_union *u)
{
    const random_union list = random_union_copy(u);
    random_union added = random_union_copy(u);
    slow_graph slow = slow_graph_build(&u->arcs, u->graph_offset[u->n_graphs]);
    sg_arc_list_free(&added.arcs);
    added.arcs = add_all(&list.arcs);
    built from_pairs = build(u), one_by_one = build(&added);
    check_built(&from_pairs, &list, &slow);
    check_built(&one_by_one, &list, &slow);
    built_free(&one_by_one);
    built_free(&from_pairs);
    slow_graph_free(&slow);
    random_union_free(&(random_union){list.n_graphs, list.graph_offset, list.arcs});
}

static void equals_its_slow_twin(void **state)
{
    (void)state;
    sg_rng rng = check_rng("graph");
    int n_in_order = 0, n_in_disorder = 0;
    for (int i = 0; i < 6000; i++) {
        random_union u = random_union_draw(&rng, (random_shape){4, i % 2 == 0 ? 5 : 12});
        slow_graph slow = slow_graph_build(&u.arcs, u.graph_offset[u.n_graphs]);
        n_in_order += slow.in_order && slow.n_arcs > 0;
        n_in_disorder += !slow.in_order;
        slow_graph_free(&slow);
        check_against_slow(&u);
    }
    assert_true(n_in_order > 300);
    assert_true(n_in_disorder > 3000);
}

/* Any list at all, most pairs several times. */
static void equals_its_slow_twin_on_noise(void **state)
{
    (void)state;
    sg_rng rng = check_rng("noise");
    for (int i = 0; i < 3000; i++) {
        const uint32_t n = 1 + sg_rng_below(&rng, 6);
        uint32_t arc[2 * 40];
        const uint32_t n_arcs = sg_rng_below(&rng, 41);
        for (uint32_t k = 0; k < 2 * n_arcs; k++) arc[k] = sg_rng_below(&rng, n);
        random_union u = make_union((uint32_t[]){0, n}, 1, arc, n_arcs);
        check_against_slow(&u);
    }
}

/* Rows around the length at which sorting them changes its method. */
static void sorts_long_rows(void **state)
{
    (void)state;
    sg_rng rng = check_rng("long rows");
    for (uint32_t n = 45; n < 60; n++)
        for (int round = 0; round < 4; round++) {
            uint32_t arc[2 * 200];
            const uint32_t n_arcs = n - 1 + sg_rng_below(&rng, 100);
            for (uint32_t i = 0; i < n_arcs; i++) {
                const uint32_t v = i < n - 1 ? i + 1 : sg_rng_below(&rng, n);
                const uint32_t k = sg_rng_below(&rng, i + 1); /* put it anywhere */
                arc[2 * i] = arc[2 * k];
                arc[2 * i + 1] = arc[2 * k + 1];
                const bool outward = sg_rng_below(&rng, 4) > 0;
                arc[2 * k] = outward ? 0 : v;
                arc[2 * k + 1] = outward ? v : 0;
            }
            random_union u = make_union((uint32_t[]){0, n}, 1, arc, n_arcs);
            check_against_slow(&u);
        }
}

/* Rows in the order of the list: clean exactly where the list in this order is the graph. */
static void knows_clean_rows(void **state)
{
    (void)state;
    sg_rng rng = check_rng("clean rows");
    int n_clean = 0;
    for (int i = 0; i < 6000; i++) {
        random_union u = random_union_draw(&rng, (random_shape){4, 4});
        const uint32_t n_nodes = u.graph_offset[u.n_graphs];
        uint32_t *offset = sg_alloc((size_t)n_nodes + 1, sizeof *offset);
        sg_arc_list rows = {0};
        assert_non_null(offset);
        check_ok(sg_arc_list_make_pairs(&rows, &err));
        check_ok(sg_arc_list_reserve(&rows, u.arcs.n, &err));
        for (uint32_t v = 0; v < n_nodes; v++) {
            for (size_t a = 0; a < u.arcs.n; a++)
                if (u.arcs.from[a] == v) {
                    rows.from[rows.n] = v;
                    rows.to[rows.n++] = u.arcs.to[a];
                }
            offset[v + 1] = (uint32_t)rows.n;
        }
        slow_graph slow = slow_graph_build(&rows, n_nodes);
        bool clean = !slow.in_order;
        check_ok(sg_graph_rows_are_clean(&clean, offset, rows.to, u.graph_offset, u.n_graphs,
                                         (sg_arc_rules){0}, &err));
        assert_int_equal(clean, slow.in_order);
        n_clean += clean && slow.n_arcs > 0;
        slow_graph_free(&slow);
        sg_arc_list_free(&rows);
        sg_free(offset);
        random_union_free(&u);
    }
    assert_true(n_clean > 300);
}

static void the_null_graph_has_nothing(void **state)
{
    (void)state;
    random_union u = make_union((uint32_t[]){0}, 0, NULL, 0);
    built b = build(&u);
    assert_int_equal(b.graph.n_graphs, 0);
    assert_int_equal(b.graph.n_nodes, 0);
    assert_int_equal(b.graph.n_arcs, 0);
    assert_int_equal(b.graph.arc_offset[0], 0);
    assert_null(b.source);
    check_repairs(&b.repairs, 0, 0, 0);
    built_free(&b);
}

static void arrays_of_no_arcs_may_be_missing(void **state)
{
    (void)state;
    random_union u = {.n_graphs = 2};
    u.graph_offset = copy_array((uint32_t[]){0, 1, 3}, 3);
    built b = build(&u);
    assert_int_equal(b.graph.n_nodes, 3);
    for (uint32_t v = 0; v <= 3; v++) assert_int_equal(b.graph.arc_offset[v], 0);
    built_free(&b);
}

static void graphs_may_have_no_nodes_and_nodes_no_arcs(void **state)
{
    (void)state;
    const uint32_t offset[] = {0, 0, 3, 3, 5, 5}, arc[] = {0, 2, 2, 0};
    random_union u = make_union(offset, 5, arc, 2);
    built b = build(&u);
    const uint32_t arc_offset[] = {0, 1, 1, 2, 2, 2}, neighbor[] = {2, 0};
    assert_int_equal(b.graph.n_graphs, 5);
    assert_memory_equal(b.graph.graph_offset, offset, sizeof offset);
    assert_memory_equal(b.graph.arc_offset, arc_offset, sizeof arc_offset);
    assert_memory_equal(b.graph.neighbor, neighbor, sizeof neighbor);
    built_free(&b);
}

static void repairs_a_small_list(void **state)
{
    (void)state;
    /*                   0     1     2     3     4     5     6 */
    const uint32_t arc[] = {2, 1, 0, 0, 0, 1, 2, 1, 0, 1, 1, 2, 3, 0};
    random_union u = make_union((uint32_t[]){0, 4}, 1, arc, 7);
    built b = build(&u);
    const uint32_t arc_offset[] = {0, 2, 4, 5, 6}, neighbor[] = {1, 3, 0, 2, 1, 0},
                   source[] = {2, 6, 2, 5, 0, 6};
    check_repairs(&b.repairs, 1, 2, 2);
    assert_memory_equal(b.graph.arc_offset, arc_offset, sizeof arc_offset);
    assert_memory_equal(b.graph.neighbor, neighbor, sizeof neighbor);
    assert_memory_equal(b.source, source, sizeof source);
    built_free(&b);
}

static void only_loops_leave_no_arcs(void **state)
{
    (void)state;
    random_union u = make_union((uint32_t[]){0, 2}, 1, (uint32_t[]){1, 1, 0, 0, 1, 1}, 3);
    built b = build(&u);
    assert_int_equal(b.graph.n_arcs, 0);
    check_repairs(&b.repairs, 3, 0, 0);
    built_free(&b);
}

/* The reason for the short way: no second copy of the neighbors. */
static void a_list_in_order_is_taken_over(void **state)
{
    (void)state;
    random_union u = make_union((uint32_t[]){0, 2}, 1, (uint32_t[]){0, 1, 1, 0}, 2);
    const long live = sg_mem_live();
    built b = build(&u);
    assert_null(b.source);
    assert_int_equal(sg_mem_live(), live); /* from is gone, the rows' offsets are new */
    built_free(&b);
}

static void source_and_repairs_are_optional(void **state)
{
    (void)state;
    const uint32_t list[2][4] = {{0, 1, 1, 0}, {1, 0, 1, 1}};
    for (int i = 0; i < 2; i++) {
        const long live = sg_mem_live();
        random_union u = make_union((uint32_t[]){0, 2}, 1, list[i], 2);
        sg_graph graph = {0};
        check_ok(sg_graph_build(&graph, NULL, NULL, &u.arcs, &u.graph_offset, 1, &err));
        assert_int_equal(graph.n_arcs, 2);
        sg_graph_free(&graph);
        assert_int_equal(sg_mem_live(), live);
    }
}

static void renumbering_keeps_the_graph(void **state)
{
    (void)state;
    sg_rng rng = check_rng("renumbering");
    for (int i = 0; i < 500; i++) {
        sg_graph graph = random_graph(&rng, (random_shape){3, 8});
        uint32_t new_id[24], old_id[24];
        random_permutation(new_id, &rng, graph.graph_offset, graph.n_graphs);
        for (uint32_t v = 0; v < graph.n_nodes; v++) old_id[new_id[v]] = v;
        sg_graph renumbered = renumbered_graph(&graph, new_id);
        sg_graph back = renumbered_graph(&renumbered, old_id);
        assert_int_equal(renumbered.n_arcs, graph.n_arcs);
        for (uint32_t v = 0; v < graph.n_nodes; v++) {
            const uint32_t *row = graph.arc_offset + v;
            const uint32_t *there = renumbered.arc_offset + new_id[v];
            assert_int_equal(there[1] - there[0], row[1] - row[0]);
            for (uint32_t a = row[0]; a < row[1]; a++)
                assert_int_equal(back.neighbor[a], graph.neighbor[a]);
        }
        sg_graph_free(&back);
        sg_graph_free(&renumbered);
        sg_graph_free(&graph);
    }
}

/* A list in order may have become one of pairs: the arcs are the same. */
static void check_untouched(const built *b, const built *before, random_union *u,
                            const random_union *list)
{
    assert_memory_equal(b, before, sizeof *b);
    assert_memory_equal(u->graph_offset, list->graph_offset,
                        ((size_t)list->n_graphs + 1) * sizeof *list->graph_offset);
    check_ok(sg_arc_list_make_pairs(&u->arcs, &err));
    assert_int_equal(u->arcs.n, list->arcs.n);
    assert_memory_equal(u->arcs.from, list->arcs.from, list->arcs.n * sizeof *list->arcs.from);
    assert_memory_equal(u->arcs.to, list->arcs.to, list->arcs.n * sizeof *list->arcs.to);
}

/* The k-th allocation of the build fails; the copy of the list is made before the countdown. */
static long build_out_of_memory(const random_union *list, bool one_by_one)
{
    for (long k = 0;; k++) {
        const long live = sg_mem_live();
        random_union u = random_union_copy(list);
        if (one_by_one) {
            sg_arc_list_free(&u.arcs);
            u.arcs = add_all(&list->arcs);
        }
        built b = {.graph.n_arcs = 7, .repairs.duplicates = 8};
        const built before = b;
        sg_error err = {0};
        sg_mem_fail_at(k);
        const sg_status status = sg_graph_build(&b.graph, &b.source, &b.repairs, &u.arcs,
                                                &u.graph_offset, u.n_graphs, &err);
        sg_mem_fail_at(-1);
        if (status == SG_OK) {
            built_free(&b);
            assert_int_equal(sg_mem_live(), live);
            return k;
        }
        assert_int_equal(status, SG_ENOMEM);
        check_untouched(&b, &before, &u, list);
        random_union_free(&u);
        assert_int_equal(sg_mem_live(), live);
    }
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    static const struct {
        uint32_t arc[8];
        size_t n_arcs;
        long at_least; /* that many allocations */
    } cases[] = {
        {{0, 1, 1, 0}, 2, 1},             /* in order                      */
        {{1, 0, 0, 1}, 2, 4},             /* in no order                   */
        {{0, 1, 2, 2, 2, 1}, 3, 5},       /* one way, with a loop          */
        {{0, 1, 1, 0, 1, 2}, 3, 5},       /* in order until the last arc   */
        {{0, 1, 1, 0, 2, 0, 2, 1}, 4, 5}, /* in order, but one way         */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        random_union u = make_union((uint32_t[]){0, 40}, 1, cases[i].arc, cases[i].n_arcs);
        assert_true(build_out_of_memory(&u, false) >= cases[i].at_least);
        assert_true(build_out_of_memory(&u, true) >= cases[i].at_least);
        random_union_free(&u);
    }
}

static void refuses_more_arcs_than_it_can_number(void **state)
{
    (void)state;
    uint32_t offset[] = {0, 2}, *graph_offset = offset, node = 1;
    sg_arc_list arcs = {.from = &node, .to = &node, .n = UINT32_MAX};
    built b = {.graph.n_arcs = 7};
    check_fails(sg_graph_build(&b.graph, &b.source, &b.repairs, &arcs, &graph_offset, 1, &err),
                SG_ELIMIT, "2^32-2 arcs");
    assert_int_equal(b.graph.n_arcs, 7);
    assert_ptr_equal(arcs.from, &node);
    assert_ptr_equal(graph_offset, offset);
}

static void freeing_makes_empty(void **state)
{
    (void)state;
    const sg_graph empty = {0};
    random_union u = make_union((uint32_t[]){0, 2}, 1, (uint32_t[]){0, 1}, 1);
    const long live = sg_mem_live();
    built b = build(&u);
    built_free(&b);
    assert_memory_equal(&b.graph, &empty, sizeof empty);
    sg_graph_free(&b.graph);
    assert_int_equal(sg_mem_live(), live - 3);
}

static void finds_the_graph_of_every_node(void **state)
{
    (void)state;
    sg_rng rng = check_rng("graph of node");
    for (int i = 0; i < 500; i++) {
        sg_graph graph = random_graph(&rng, (random_shape){12, 4});
        for (uint32_t g = 0; g < graph.n_graphs; g++)
            for (uint32_t v = graph.graph_offset[g]; v < graph.graph_offset[g + 1]; v++)
                assert_int_equal(sg_graph_of_node(graph.graph_offset, graph.n_graphs, v), g);
        sg_graph_free(&graph);
    }
}

static void threads_do_not_matter(void **state)
{
    (void)state;
    sg_rng rng = check_rng("threads_do_not_matter");
    sg_threads *threads = NULL;
    check_ok(sg_threads_open(&threads, 3, &err));
    for (int i = 0; i < 60; i++) {
        random_union u = random_union_draw(&rng, (random_shape){9, 40});
        random_union same = random_union_copy(&u);
        built alone = build(&u), shared = {0};
        check_ok(sg_graph_build_on(&shared.graph, &shared.source, &shared.repairs, &same.arcs,
                                   &same.graph_offset, same.n_graphs, threads, &err));
        assert_int_equal(shared.graph.n_arcs, alone.graph.n_arcs);
        assert_memory_equal(&shared.repairs, &alone.repairs, sizeof alone.repairs);
        assert_int_equal(shared.source == NULL, alone.source == NULL);
        for (uint32_t a = 0; a < alone.graph.n_arcs; a++) {
            assert_int_equal(shared.graph.neighbor[a], alone.graph.neighbor[a]);
            if (alone.source != NULL) assert_int_equal(shared.source[a], alone.source[a]);
        }
        built_free(&alone);
        built_free(&shared);
    }
    sg_threads_close(threads);
}

SG_TESTS(cmocka_unit_test(equals_its_slow_twin),
         cmocka_unit_test(equals_its_slow_twin_on_noise), cmocka_unit_test(sorts_long_rows),
         cmocka_unit_test(knows_clean_rows), cmocka_unit_test(the_null_graph_has_nothing),
         cmocka_unit_test(arrays_of_no_arcs_may_be_missing),
         cmocka_unit_test(graphs_may_have_no_nodes_and_nodes_no_arcs),
         cmocka_unit_test(repairs_a_small_list), cmocka_unit_test(only_loops_leave_no_arcs),
         cmocka_unit_test(a_list_in_order_is_taken_over),
         cmocka_unit_test(source_and_repairs_are_optional),
         cmocka_unit_test(renumbering_keeps_the_graph),
         cmocka_unit_test(survives_any_failing_allocation),
         cmocka_unit_test(refuses_more_arcs_than_it_can_number),
         cmocka_unit_test(threads_do_not_matter), cmocka_unit_test(freeing_makes_empty),
         cmocka_unit_test(finds_the_graph_of_every_node))
