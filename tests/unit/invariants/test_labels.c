/* test_labels.c - labeling whole data sets: threads, limits, errors, progress. */
#include "base/mem.h"
#include "invariants/labels.h"
#include "support/check.h"
#include "support/keys_of.h"
#include "support/labeled_graph.h"
#include "support/labels_of.h"

#include "sharegnn/limits.h"

#include <pthread.h>

static const uint32_t N_THREADS[] = {1, 2, 3, 8};

static sg_status label_view(sg_labels *labels, const char *text, const sg_graph_view *view,
                            const sg_invariant_options *options, sg_error *err)
{
    sg_status status = SG_OK;
    sg_label_expression expression = {0};
    SG_TRY(sg_label_parse(&expression, text, err));
    SG_TRY(sg_labels_compute(labels, &expression, view, options, err));
done:
    sg_label_expression_free(&expression);
    return status;
}

/* Labels, keys and counts belong together. */
static void check_consistent(const sg_labels *labels, const sg_key *key)
{
    const sg_vocabulary *v = &labels->vocabulary;
    uint64_t total = 0;
    for (uint32_t i = 0; i < v->n_keys; i++) total += v->count[i];
    assert_int_equal(total, labels->n_nodes);
    for (uint32_t u = 0; u < labels->n_nodes; u++) {
        assert_true(labels->label[u] < v->n_keys);
        assert_true(v->key[labels->label[u]] == key[u].key);
    }
}

static void labels_are_the_ids_of_the_keys(void **state)
{
    (void)state;
    sg_rng rng = check_rng("ids");
    for (int i = 0; i < 300; i++) {
        labeled_graph graph = labeled_graph_draw(&rng, (random_shape){6, 10});
        const sg_graph_view view = labeled_graph_view(&graph);
        sg_key *key = keys_of_view(&view, "wl-edges:1+degree");
        sg_labels labels = labels_of(&view, "wl-edges:1+degree");
        check_consistent(&labels, key);
        sg_labels_free(&labels);
        sg_free(key);
        labeled_graph_free(&graph);
    }
}

static void any_number_of_threads_gives_the_same_bits(void **state)
{
    (void)state;
    sg_rng rng = check_rng("threads");
    const char *const texts[] = {"wl:2", "wl-edges:3/degree+label limit 40", "cycles:5+core"};
    for (int i = 0; i < 5; i++) {
        labeled_graph graph = labeled_graph_draw(&rng, (random_shape){900, 8});
        const sg_graph_view view = labeled_graph_view(&graph);
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
            sg_labels alone = {0};
            check_ok(label_view(&alone, texts[k], &view, NULL, &err));
            for (size_t t = 0; t < 4; t++) {
                sg_invariant_options options = {0};
                sg_labels labels = {0};
                check_ok(sg_threads_open(&options.threads, N_THREADS[t], &err));
                check_ok(label_view(&labels, texts[k], &view, &options, &err));
                check_same_labels(&labels, &alone);
                sg_labels_free(&labels);
                sg_threads_close(options.threads);
            }
            sg_labels_free(&alone);
        }
        labeled_graph_free(&graph);
    }
}

/* A star of five leaves beside a path of three nodes: degree 1 is the most frequent. */
static void limits_join_the_rarest(void **state)
{
    (void)state;
    uint32_t offset[] = {0, 6, 9}, arcs[] = {0, 5, 6, 7, 8, 9, 10, 11, 13, 14};
    uint32_t neighbor[] = {1, 2, 3, 4, 5, 0, 0, 0, 0, 0, 7, 6, 8, 7};
    sg_graph graph = {2, 9, 14, offset, arcs, neighbor, {0}};
    const sg_graph_view view = {.graph = &graph};
    const uint64_t one = 1, two = 2, five = 5, rest = sg_key_of(SG_TAG_REST, NULL, 0).key;
    sg_labels all = {0}, few = {0}, single = {0};
    check_ok(label_view(&all, "degree limit 3", &view, NULL, &err));
    assert_int_equal(all.vocabulary.n_keys, 3);
    assert_true(all.vocabulary.key[0] == sg_key_of(SG_TAG_DEGREE, &one, 1).key);
    assert_int_equal(all.vocabulary.count[0], 7);
    const uint64_t a = sg_key_of(SG_TAG_DEGREE, &two, 1).key,
                   b = sg_key_of(SG_TAG_DEGREE, &five, 1).key;
    assert_true(all.vocabulary.key[1] == (a < b ? a : b));
    assert_true(all.vocabulary.key[2] == (a < b ? b : a));
    check_ok(label_view(&few, "degree limit 2", &view, NULL, &err));
    assert_int_equal(few.vocabulary.n_keys, 2);
    assert_true(few.vocabulary.key[1] == rest);
    assert_int_equal(few.vocabulary.count[1], 2);
    assert_int_equal(few.label[0], 1);
    assert_int_equal(few.label[7], 1);
    assert_int_equal(few.label[1], 0);
    check_ok(label_view(&single, "degree limit 1", &view, NULL, &err));
    assert_int_equal(single.vocabulary.n_keys, 1);
    assert_true(single.vocabulary.key[0] == rest);
    assert_int_equal(single.vocabulary.count[0], 9);
    sg_labels_free(&all);
    sg_labels_free(&few);
    sg_labels_free(&single);
}

static void data_sets_without_nodes_are_fine(void **state)
{
    (void)state;
    uint32_t no_offset[] = {0, 0, 0, 0};
    for (uint32_t n_graphs = 0; n_graphs <= 3; n_graphs++) {
        sg_graph graph = {
            .n_graphs = n_graphs, .graph_offset = no_offset, .arc_offset = no_offset};
        const sg_graph_view view = {.graph = &graph};
        size_t n_kinds = 0;
        const sg_labeling_kind *const *kinds = sg_labeling_kinds(&n_kinds);
        for (size_t i = 0; i < n_kinds; i++) {
            sg_labels labels = {0};
            check_ok(label_view(&labels, kinds[i]->example, &view, NULL, &err));
            assert_int_equal(labels.n_nodes, 0);
            assert_int_equal(labels.vocabulary.n_keys, 0);
            sg_labels_free(&labels);
            sg_labels_free(&labels);
        }
    }
}

/* ---- Failures ----------------------------------------------------------------------------- */

/* A labeling whose search takes as many steps as the first node's label says. */
static sg_status label_by_searching(sg_key *key, const sg_labeling *labeling,
                                    const sg_label_work *work, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t v = 0; v < work->graph->n_nodes; v++) {
        key[v] = sg_key_of(SG_TAG_NONE, NULL, 0);
        SG_TRY(sg_budget_spend(work, labeling, (uint64_t)work->graph->node_label[v], err));
    }
done:
    return status;
}

static const sg_labeling_kind SEARCHING = {.name = "searching", .label = label_by_searching};

static void the_first_graph_over_budget_is_named(void **state)
{
    (void)state;
    enum { N = 700 };
    sg_rng rng = check_rng("budget");
    uint32_t offset[N + 1], arc_offset[N + 1] = {0};
    int32_t steps[N];
    for (uint32_t v = 0; v <= N; v++) offset[v] = v;
    const sg_graph graph = {N, N, 0, offset, arc_offset, NULL, {0}};
    const sg_graph_view view = {.graph = &graph, .node_label = steps, .n_node_columns = 1};
    sg_labeling part = {.kind = &SEARCHING};
    char name[] = "searching";
    const sg_label_expression expression = {&part, 1, 0, name};
    for (size_t t = 0; t < 4; t++) {
        sg_invariant_options options = {.budget = 1000};
        check_ok(sg_threads_open(&options.threads, N_THREADS[t], &err));
        for (int i = 0; i < 20; i++) {
            uint32_t first = N;
            for (uint32_t v = 0; v < N; v++) steps[v] = (int32_t)sg_rng_below(&rng, 1001);
            for (uint32_t k = sg_rng_below(&rng, 4); k > 0; k--) {
                const uint32_t g = sg_rng_below(&rng, N);
                steps[g] = 1001;
                if (g < first) first = g;
            }
            sg_labels labels = {0};
            if (first == N) {
                check_ok(sg_labels_compute(&labels, &expression, &view, &options, &err));
                sg_labels_free(&labels);
                continue;
            }
            char text[64];
            (void)snprintf(text, sizeof text, "searching: graph %u (1 nodes, 0 edges)", first);
            check_fails(sg_labels_compute(&labels, &expression, &view, &options, &err),
                        SG_ELIMIT, text);
            assert_null(labels.label);
        }
        sg_threads_close(options.threads);
    }
}

static void an_account_bounds_the_steps(void **state)
{
    (void)state;
    uint32_t offset[] = {0, 1}, arc_offset[] = {0, 0};
    const int32_t steps[] = {1001};
    const sg_graph graph = {1, 1, 0, offset, arc_offset, NULL, {0}};
    const sg_graph_view view = {.graph = &graph, .node_label = steps, .n_node_columns = 1};
    sg_labeling part = {.kind = &SEARCHING};
    char name[] = "searching";
    const sg_label_expression expression = {&part, 1, 0, name};
    const sg_limits limits = {.struct_size = sizeof limits, .steps = 1000};
    const sg_invariant_options more = {.budget = 1001};
    sg_account *account = NULL;
    sg_labels labels = {0};
    check_ok(sg_account_open(&account, &limits, &err));
    check_fails(sg_labels_compute(&labels, &expression, &view, NULL, &err), SG_ELIMIT,
                "searching: graph 0");
    check_ok(sg_labels_compute(&labels, &expression, &view, &more, &err));
    sg_labels_free(&labels);
    sg_account_close(account);
    check_ok(sg_labels_compute(&labels, &expression, &view, NULL, &err));
    sg_labels_free(&labels);
}

static void budgets_are_spent_to_the_last_step(void **state)
{
    (void)state;
    sg_graph graph = graph_of(3, "0-1 1-2");
    const int32_t steps[] = {5, 0, 7};
    const sg_graph_view view = {.graph = &graph, .node_label = steps, .n_node_columns = 1};
    const sg_one_graph one = sg_view_graph(&view, 0);
    const sg_labeling labeling = {.kind = &SEARCHING};
    sg_key key[3];
    for (uint64_t budget = 0; budget < 20; budget++) {
        sg_budget left = {budget};
        const sg_label_work work = {&one, NULL, &left};
        sg_error err = {0};
        const sg_status status = label_by_searching(key, &labeling, &work, &err);
        assert_int_equal(status, budget < 12 ? SG_ELIMIT : SG_OK);
        assert_int_equal(left.steps_left, budget < 12 ? 0 : budget - 12);
        if (budget < 12) assert_non_null(strstr(err.text, "graph 0 (3 nodes, 2 edges)"));
        if (budget < 12) assert_non_null(strstr(err.text, "the budget allows"));
    }
    sg_graph_free(&graph);
}

/* A kind whose keys collide: the same key, different checks. */
static sg_status label_colliding(sg_key *key, const sg_labeling *labeling,
                                 const sg_label_work *work, sg_error *err)
{
    (void)labeling, (void)err;
    for (uint32_t v = 0; v < work->graph->n_nodes; v++)
        key[v] = (sg_key){42, work->graph->first + v};
    return SG_OK;
}

static void collisions_are_reported_with_the_expression(void **state)
{
    (void)state;
    const sg_labeling_kind kind = {.name = "colliding", .label = label_colliding};
    sg_labeling part[2] = {{.kind = &kind}, {.kind = &sg_labeling_degree}};
    char name[] = "colliding+degree";
    sg_graph graph = graph_of(4, "0-1 2-3");
    const sg_graph_view view = {.graph = &graph};
    for (size_t n_parts = 1; n_parts <= 2; n_parts++) {
        const sg_label_expression expression = {part, n_parts, 1, name};
        sg_labels labels = {0};
        check_fails(sg_labels_compute(&labels, &expression, &view, NULL, &err), SG_ELIMIT,
                    "colliding+degree: two different contents");
        assert_null(labels.label);
    }
    sg_graph_free(&graph);
}

/* ---- Progress ----------------------------------------------------------------------------- */

typedef struct watcher {
    pthread_t caller;
    uint32_t n_reports;
    uint64_t last_done; /* the last report must say that all is done */
    bool wrong;
    bool answer;
} watcher;

static bool on_progress(void *context, const sg_progress *progress)
{
    watcher *w = context;
    w->n_reports++;
    w->last_done = progress->done;
    w->wrong |= !pthread_equal(pthread_self(), w->caller) || progress->done > progress->total ||
                strcmp(progress->stage, "labeling") != 0 ||
                strcmp(progress->unit, "graphs") != 0;
    return w->answer;
}

static void the_observer_is_told_and_can_stop(void **state)
{
    (void)state;
    sg_rng rng = check_rng("observer");
    labeled_graph graph = labeled_graph_draw(&rng, (random_shape){0, 0});
    while (graph.graph.n_graphs < 500) {
        labeled_graph_free(&graph);
        graph = labeled_graph_draw(&rng, (random_shape){1000, 8});
    }
    const sg_graph_view view = labeled_graph_view(&graph);
    for (size_t t = 0; t < 4; t++) {
        watcher w = {.caller = pthread_self(), .answer = true};
        const sg_observer observer = {on_progress, &w};
        sg_invariant_options options = {.observer = &observer};
        sg_labels labels = {0};
        check_ok(sg_threads_open(&options.threads, N_THREADS[t], &err));
        check_ok(label_view(&labels, "wl:3", &view, &options, &err));
        assert_false(w.wrong);
        assert_int_equal(w.last_done, graph.graph.n_graphs);
        sg_labels_free(&labels);
        if (t == 0) {
            assert_int_equal(w.n_reports, graph.graph.n_graphs + 1);
            w.answer = false;
            check_fails(label_view(&labels, "wl:3", &view, &options, &err), SG_ECANCELED,
                        "labeling: stopped");
            assert_null(labels.label);
        }
        sg_threads_close(options.threads);
    }
    labeled_graph_free(&graph);
}

/* ---- Memory ------------------------------------------------------------------------------- */

typedef struct memory_case {
    sg_graph_view view;
    sg_invariant_options options;
} memory_case;

static sg_status label_in_memory(void *context, sg_error *err)
{
    const memory_case *c = context;
    sg_labels labels = {0};
    const sg_status status =
        label_view(&labels, "wl-edges:2+cycles:6+label limit 5", &c->view, &c->options, err);
    if (status != SG_OK) assert_null(labels.label);
    sg_labels_free(&labels);
    return status;
}

static void survives_failing_allocations(void **state)
{
    (void)state;
    sg_rng rng = check_rng("memory");
    labeled_graph graph = labeled_graph_draw(&rng, (random_shape){90, 8});
    memory_case c = {.view = labeled_graph_view(&graph)};
    assert_true(check_out_of_memory(label_in_memory, &c) > 10);
    check_ok(sg_threads_open(&c.options.threads, 3, &err));
    assert_true(check_out_of_memory(label_in_memory, &c) > 10);
    sg_threads_close(c.options.threads);
    labeled_graph_free(&graph);
}

static void options_of_callers_get_threads(void **state)
{
    (void)state;
    assert_int_equal(sg_steps_of_labels(&(sg_invariant_options){.budget = 7}), 7);
    assert_int_equal(sg_steps_of_labels(&(sg_invariant_options){0}), SG_DEFAULT_BUDGET);
    sg_observer observer = {0};
    const sg_label_options chosen = {.n_threads = 3, .budget = 77, .observer = &observer};
    sg_invariant_options options = {0};
    check_ok(sg_invariant_options_open(&options, &chosen, &err));
    assert_int_equal(sg_threads_count(options.threads), 3);
    assert_true(options.budget == 77 && options.observer == &observer);
    sg_invariant_options_close(&options);
    assert_true(options.threads == NULL && options.observer == NULL);
    sg_invariant_options_close(&options);
}

SG_TESTS(cmocka_unit_test(options_of_callers_get_threads),
         cmocka_unit_test(labels_are_the_ids_of_the_keys),
         cmocka_unit_test(any_number_of_threads_gives_the_same_bits),
         cmocka_unit_test(limits_join_the_rarest),
         cmocka_unit_test(data_sets_without_nodes_are_fine),
         cmocka_unit_test(the_first_graph_over_budget_is_named),
         cmocka_unit_test(an_account_bounds_the_steps),
         cmocka_unit_test(budgets_are_spent_to_the_last_step),
         cmocka_unit_test(collisions_are_reported_with_the_expression),
         cmocka_unit_test(the_observer_is_told_and_can_stop),
         cmocka_unit_test(survives_failing_allocations))
