/* test_label_rounds.c - rounds of a refinement at once against labelings one by one. */
#include "base/mem.h"
#include "invariants/label_rounds.h"
#include "support/check.h"
#include "support/labeled_graph.h"
#include "support/labels_of.h"

enum { MOST = 9 };

static sg_status compute(sg_labels *labels, const char *const *text, size_t n,
                         const sg_graph_view *view, const sg_invariant_options *options,
                         sg_error *err)
{
    sg_status status = SG_OK;
    sg_label_expression expression[MOST] = {{0}};
    for (size_t i = 0; i < n; i++) SG_TRY(sg_label_parse(&expression[i], text[i], err));
    SG_TRY(sg_labels_compute_all(labels, expression, n, view, options, err));
done:
    for (size_t i = 0; i < n; i++) sg_label_expression_free(&expression[i]);
    return status;
}

static void check_same(const sg_labels *a, const sg_labels *b)
{
    assert_int_equal(a->n_nodes, b->n_nodes);
    assert_int_equal(a->vocabulary.n_keys, b->vocabulary.n_keys);
    for (uint32_t v = 0; v < a->n_nodes; v++) assert_int_equal(a->label[v], b->label[v]);
    for (uint32_t l = 0; l < a->vocabulary.n_keys; l++) {
        assert_true(a->vocabulary.key[l] == b->vocabulary.key[l]);
        assert_int_equal(a->vocabulary.count[l], b->vocabulary.count[l]);
    }
}

static void check_all(const char *const *text, size_t n, const sg_graph_view *view,
                      uint32_t n_threads)
{
    sg_labels labels[MOST] = {{0}};
    sg_invariant_options options = {0};
    check_ok(sg_threads_open(&options.threads, n_threads, &err));
    check_ok(compute(labels, text, n, view, &options, &err));
    for (size_t i = 0; i < n; i++) {
        sg_labels one = labels_of(view, text[i]);
        check_same(&labels[i], &one);
        sg_labels_free(&one);
        sg_labels_free(&labels[i]);
    }
    sg_threads_close(options.threads);
}

/* Chains in any order, several at once, with bases, limits and repetitions, and what is in no chain. */
static const char *const CHAINS[][MOST] = {
    {"wl:0", "wl:1", "wl:2", "wl:3"},
    {"wl:4", "wl:1", "wl:1", "wl:3 limit 5", "wl:1 limit 2"},
    {"wl-edges:0", "wl-edges:2", "wl:2", "wl-edges:3", "cycles:4", "wl:0"},
    {"wl:2/degree", "wl:1", "wl:1/degree", "wl:3/wl:1/degree", "wl-edges:1/degree"},
    {"degree", "wl:1/patterns:triangle", "wl:2/patterns:square", "wl:2/patterns:triangle"},
    {"wl:2 limit 3"},
    {"wl:1+degree", "wl:2+degree", "wl:6"}};
enum { N_CHAINS = sizeof CHAINS / sizeof *CHAINS };

static size_t length_of(const char *const *text)
{
    size_t n = 0;
    while (n < MOST && text[n] != NULL) n++;
    return n;
}

static void rounds_are_what_they_are_one_by_one(void **state)
{
    (void)state;
    sg_rng rng = check_rng("rounds");
    for (int i = 0; i < 120; i++) {
        labeled_graph graph = labeled_graph_draw(&rng, (random_shape){20, 12});
        sg_graph_view view = labeled_graph_view(&graph);
        if (i % 5 == 1) view.node_label = NULL;
        if (i % 7 == 2) view.edge_label = NULL;
        const char *const *text = CHAINS[(unsigned)i % N_CHAINS];
        check_all(text, length_of(text), &view, 1 + (uint32_t)i % 4);
        labeled_graph_free(&graph);
    }
}

/* Labels of several columns, and labels that are words. */
static void columns_and_words_are_looked_at(void **state)
{
    (void)state;
    sg_rng rng = check_rng("columns");
    const uint64_t content[] = {77, 78};
    for (int i = 0; i < 40; i++) {
        labeled_graph graph = labeled_graph_draw(&rng, (random_shape){8, 12});
        sg_graph_view view = labeled_graph_view(&graph);
        int32_t *columns = sg_alloc((size_t)3 * view.graph->n_nodes + 1, sizeof *columns);
        int32_t *edges = sg_alloc((size_t)2 * view.graph->n_arcs + 1, sizeof *edges);
        assert_true(columns != NULL && edges != NULL);
        for (size_t k = 0; k < (size_t)3 * view.graph->n_nodes; k++)
            columns[k] = (int32_t)sg_rng_below(&rng, 3) - 1;
        for (size_t k = 0; k < (size_t)2 * view.graph->n_arcs; k++)
            edges[k] = (int32_t)sg_rng_below(&rng, 2) * -5;
        if (i % 2 == 0) {
            view.node_label = columns;
            view.n_node_columns = 3;
            view.edge_label = edges;
            view.n_edge_columns = 2;
        } else {
            view.node_words = (sg_label_words){content, 1, 2};
        }
        check_all((const char *const[]){"wl:0", "wl:2", "wl-edges:2", "wl-edges:1"}, 4, &view,
                  2);
        sg_free(columns);
        sg_free(edges);
        labeled_graph_free(&graph);
    }
}

/* Three neighbors that are like the node, and the other way round: sums of small multiples meet. */
static void a_node_is_not_its_neighbors(void **state)
{
    (void)state;
    sg_graph graph = {0};
    sg_arc_list arcs = {0};
    int32_t label[] = {1, 2, 2, 2, 2, 1, 1, 1};
    uint32_t *offset = sg_alloc(3, sizeof *offset);
    assert_non_null(offset);
    offset[1] = 4;
    offset[2] = 8;
    for (uint32_t k = 0; k < 6; k++)
        check_ok(sg_arc_list_add(&arcs, k / 3 * 4, k / 3 * 4 + 1 + k % 3, &err));
    check_ok(sg_graph_build(&graph, NULL, NULL, &arcs, &offset, 2, &err));
    const sg_graph_view view = {.graph = &graph, .node_label = label, .n_node_columns = 1};
    check_all((const char *const[]){"wl:1", "wl:2"}, 2, &view, 1);
    sg_graph_free(&graph);
    sg_arc_list_free(&arcs);
}

/* ---- Failures -------------------------------------------------------------------------------- */

static sg_status compute_and_free(void *context, sg_error *err)
{
    sg_labels labels[3] = {{0}};
    const char *const text[] = {"wl:0", "wl:2 limit 3", "wl-edges:1/degree"};
    const sg_status status = compute(labels, text, 3, context, NULL, err);
    for (int i = 0; i < 3; i++) {
        if (status != SG_OK) assert_null(labels[i].label);
        sg_labels_free(&labels[i]);
    }
    return status;
}

static void no_memory_leaves_nothing_behind(void **state)
{
    (void)state;
    sg_rng rng = check_rng("memory");
    labeled_graph graph = labeled_graph_draw(&rng, (random_shape){5, 8});
    sg_graph_view view = labeled_graph_view(&graph);
    assert_true(check_out_of_memory(compute_and_free, &view) > 20);
    labeled_graph_free(&graph);
}

static bool refuse(void *context, const sg_progress *progress)
{
    (void)progress;
    return ++*(int *)context < 2;
}

static void an_observer_stops_it(void **state)
{
    (void)state;
    sg_rng rng = check_rng("stop");
    labeled_graph graph = labeled_graph_draw(&rng, (random_shape){5, 8});
    const sg_graph_view view = labeled_graph_view(&graph);
    int n_calls = 0;
    const sg_observer observer = {refuse, &n_calls};
    const sg_invariant_options options = {.observer = &observer};
    sg_labels labels[2] = {{0}};
    const char *const text[] = {"wl:1", "degree"};
    check_fails(compute(labels, text, 2, &view, &options, &err), SG_ECANCELED, "");
    assert_true(labels[0].label == NULL && labels[1].label == NULL);
    labeled_graph_free(&graph);
}

SG_TESTS(cmocka_unit_test(rounds_are_what_they_are_one_by_one),
         cmocka_unit_test(columns_and_words_are_looked_at),
         cmocka_unit_test(a_node_is_not_its_neighbors),
         cmocka_unit_test(no_memory_leaves_nothing_behind),
         cmocka_unit_test(an_observer_stops_it))
