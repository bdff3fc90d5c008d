/* test_diameter.c - diameters of connected components. */
#include "base/mem.h"
#include "graph/diameter.h"
#include "sharegnn/limits.h"
#include "support/check.h"
#include "support/random_graph.h"
#include "support/shaped_graphs.h"
#include "support/slow_graph.h"

static void check_equal(const sg_diameters *a, const sg_diameters *b)
{
    assert_int_equal(a->n_components, b->n_components);
    assert_int_equal(a->sum, b->sum);
    assert_int_equal(a->max, b->max);
    assert_int_equal(a->min, b->min);
}

static sg_diameters measure(const sg_graph *graph, sg_threads *threads)
{
    sg_diameters d = {0};
    check_ok(sg_graph_diameters(&d, graph, threads, &err));
    return d;
}

static void equals_its_slow_twin(void **state)
{
    (void)state;
    sg_rng rng = check_rng("diameter");
    for (int i = 0; i < 2000; i++) {
        sg_graph graph = random_graph(&rng, (random_shape){4, 12});
        const sg_diameters slow = slow_diameters(&graph), fast = measure(&graph, NULL);
        check_equal(&fast, &slow);
        sg_graph_free(&graph);
    }
}

/* Enough graphs for several pieces of work. */
static void any_number_of_threads_gives_the_same(void **state)
{
    (void)state;
    sg_rng rng = check_rng("threads");
    const uint32_t n_threads[] = {1, 2, 3, 8};
    for (int t = 0; t < 4; t++) {
        sg_threads *threads = NULL;
        check_ok(sg_threads_open(&threads, n_threads[t], &err));
        for (int i = 0; i < 20; i++) {
            sg_graph graph = random_graph(&rng, (random_shape){600, 8});
            const sg_diameters slow = slow_diameters(&graph), fast = measure(&graph, threads);
            check_equal(&fast, &slow);
            sg_graph_free(&graph);
        }
        sg_threads_close(threads);
    }
}

/* Pieces of 64 graphs: their ends, with every component in the last graph. */
static void no_graph_is_left_out(void **state)
{
    (void)state;
    const uint32_t numbers[] = {1, 63, 64, 65, 127, 128, 129};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        random_union u = {.n_graphs = numbers[k], .arcs.n = 1};
        u.graph_offset = sg_alloc((size_t)u.n_graphs + 1, sizeof *u.graph_offset);
        u.arcs.from = sg_alloc(1, sizeof *u.arcs.from);
        u.arcs.to = sg_alloc(1, sizeof *u.arcs.to);
        u.graph_offset[u.n_graphs] = 2;
        u.arcs.to[0] = 1;
        sg_graph graph = {0};
        check_ok(
            sg_graph_build(&graph, NULL, NULL, &u.arcs, &u.graph_offset, u.n_graphs, &err));
        const sg_diameters d = measure(&graph, NULL);
        check_equal(&d, &(sg_diameters){.n_components = 1, .sum = 1, .max = 1, .min = 1});
        sg_graph_free(&graph);
    }
}

static void no_nodes_have_no_components(void **state)
{
    (void)state;
    const sg_graph empty = {0};
    uint32_t no_nodes[] = {0, 0, 0}, no_arcs[] = {0};
    const sg_graph hollow = {.n_graphs = 2, .graph_offset = no_nodes, .arc_offset = no_arcs};
    const sg_diameters a = measure(&empty, NULL), b = measure(&hollow, NULL);
    check_equal(&a, &(sg_diameters){0});
    check_equal(&b, &(sg_diameters){0});
}

/* A path of 4 nodes, a triangle with an isolated node beside it, and an isolated node. */
static void measures_by_hand(void **state)
{
    (void)state;
    uint32_t graph_offset[] = {0, 4, 8, 9};
    uint32_t arc_offset[] = {0, 1, 3, 5, 6, 8, 10, 10, 12, 12};
    uint32_t neighbor[] = {1, 0, 2, 1, 3, 2, 5, 7, 4, 7, 4, 5};
    const sg_graph graph = {3, 9, 12, graph_offset, arc_offset, neighbor, {0}};
    const sg_diameters d = measure(&graph, NULL);
    check_equal(&d, &(sg_diameters){.n_components = 4, .sum = 4, .max = 3, .min = 0});
}

static void the_least_may_be_large(void **state)
{
    (void)state;
    uint32_t graph_offset[] = {0, 3}, arc_offset[] = {0, 1, 3, 4}, neighbor[] = {1, 0, 2, 1};
    const sg_graph path = {1, 3, 4, graph_offset, arc_offset, neighbor, {0}};
    const sg_diameters d = measure(&path, NULL);
    check_equal(&d, &(sg_diameters){.n_components = 1, .sum = 2, .max = 2, .min = 2});
}

/* A ring of n nodes. */
static sg_graph ring_graph(uint32_t n)
{
    sg_graph ring = {.n_graphs = 1, .n_nodes = n, .n_arcs = 2 * n};
    ring.graph_offset = sg_alloc(2, sizeof *ring.graph_offset);
    ring.arc_offset = sg_alloc(n + (size_t)1, sizeof *ring.arc_offset);
    ring.neighbor = sg_alloc(2 * (size_t)n, sizeof *ring.neighbor);
    ring.graph_offset[1] = n;
    for (uint32_t v = 0; v < n; v++) {
        const uint32_t before = (v + n - 1) % n, behind = (v + 1) % n;
        ring.arc_offset[v + 1] = 2 * (v + 1);
        ring.neighbor[2 * (size_t)v] = before < behind ? before : behind;
        ring.neighbor[2 * (size_t)v + 1] = before < behind ? behind : before;
    }
    return ring;
}

/* Rings need many searches, and an account stops them; paths and wheels need few. */
static void steps_are_bounded(void **state)
{
    (void)state;
    sg_account *account = NULL;
    const sg_limits limits = {.struct_size = sizeof limits, .steps = 100000};
    sg_graph ladder = ladder_graph(2000), wheel = wheel_graph(2000);
    sg_graph ring = ring_graph(3000);
    sg_diameters d = measure(&ring, NULL);
    check_equal(&d, &(sg_diameters){.n_components = 1, .sum = 1500, .max = 1500, .min = 1500});
    check_ok(sg_account_open(&account, &limits, &err));
    d = measure(&ring, NULL);
    check_equal(&d, &(sg_diameters){0});
    assert_int_equal(d.n_unmeasured, 1);
    d = measure(&ladder, NULL);
    check_equal(&d, &(sg_diameters){.n_components = 1, .sum = 2000, .max = 2000, .min = 2000});
    d = measure(&wheel, NULL);
    check_equal(&d, &(sg_diameters){.n_components = 1, .sum = 2, .max = 2, .min = 2});
    assert_int_equal(d.n_unmeasured, 0);
    sg_account_close(account);
    sg_graph_free(&ladder);
    sg_graph_free(&wheel);
    sg_graph_free(&ring);
}

static void node_numbers_do_not_matter(void **state)
{
    (void)state;
    sg_rng rng = check_rng("numbers");
    for (int i = 0; i < 300; i++) {
        sg_graph graph = random_graph(&rng, (random_shape){3, 10});
        uint32_t new_id[30];
        random_permutation(new_id, &rng, graph.graph_offset, graph.n_graphs);
        sg_graph renumbered = renumbered_graph(&graph, new_id);
        const sg_diameters a = measure(&graph, NULL), b = measure(&renumbered, NULL);
        check_equal(&a, &b);
        sg_graph_free(&renumbered);
        sg_graph_free(&graph);
    }
}

typedef struct oom {
    const sg_graph *graph;
    sg_threads *threads;
} oom;

static sg_status measure_again(void *context, sg_error *err)
{
    const oom *o = context;
    sg_diameters d = {.sum = 77};
    const sg_status status = sg_graph_diameters(&d, o->graph, o->threads, err);
    if (status != SG_OK) assert_int_equal(d.sum, 77);
    return status;
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    sg_rng rng = check_rng("memory");
    sg_graph graph = random_graph(&rng, (random_shape){200, 5});
    oom o = {.graph = &graph};
    check_ok(sg_threads_open(&o.threads, 2, &err));
    assert_true(check_out_of_memory(measure_again, &o) >= 10);
    sg_threads_close(o.threads);
    sg_graph_free(&graph);
}

SG_TESTS(cmocka_unit_test(equals_its_slow_twin),
         cmocka_unit_test(any_number_of_threads_gives_the_same),
         cmocka_unit_test(no_graph_is_left_out), cmocka_unit_test(no_nodes_have_no_components),
         cmocka_unit_test(measures_by_hand), cmocka_unit_test(the_least_may_be_large),
         cmocka_unit_test(steps_are_bounded), cmocka_unit_test(node_numbers_do_not_matter),
         cmocka_unit_test(survives_any_failing_allocation))
