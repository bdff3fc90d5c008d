/* test_pair_list.c - the pairs of all graphs, whatever the number of threads. */
#include "base/machine/account.h"
#include "base/mem.h"
#include "invariants/expression.h"
#include "invariants/pair_list.h"
#include "support/check.h"
#include "support/keys_of.h"
#include "support/labeled_graph.h"

static const uint32_t N_THREADS[] = {1, 2, 3, 8};

static const char *const PROPERTIES[] = {"distance 0..3", "distance 0,2,9..700", "edge",
                                         "path 0..3", "cycle-distance 0..2"};

enum { N_PROPERTIES = sizeof PROPERTIES / sizeof *PROPERTIES };

static sg_pair_list find_list(const char *text, const sg_graph_view *view, sg_threads *threads)
{
    sg_property property = {0};
    sg_pair_list list = {0};
    check_ok(sg_property_parse(&property, text, &err));
    check_ok(sg_pair_list_find(&list, &property, view, threads, &err));
    sg_property_free(&property);
    return list;
}

/* The list is what the property finds, graph by graph. */
static void check_graphs(const sg_pair_list *list, const char *text, const sg_graph_view *view)
{
    sg_property property = {0};
    sg_scratch scratch = {0};
    uint64_t n_pairs = 0;
    check_ok(sg_property_parse(&property, text, &err));
    for (uint32_t g = 0; g < view->graph->n_graphs; g++) {
        const sg_one_graph one = sg_view_graph(view, g);
        sg_pairs pairs = {0};
        sg_scratch_reset(&scratch);
        check_ok(property.kind->find(&pairs, &property, &one, &scratch, &err));
        for (uint32_t v = 0; v < one.n_nodes; v++)
            assert_int_equal(list->row[one.first + v], n_pairs + pairs.row[v]);
        for (uint32_t p = 0; p < pairs.row[one.n_nodes]; p++) {
            assert_int_equal(list->sender_node[n_pairs + p], pairs.sender[p]);
            assert_true(list->values.key[list->value[n_pairs + p]] ==
                        pairs.key[pairs.value[p]].key);
        }
        n_pairs += pairs.row[one.n_nodes];
    }
    assert_int_equal(list->n_pairs, n_pairs);
    assert_int_equal(list->row[view->graph->n_nodes], n_pairs);
    sg_scratch_free(&scratch);
    sg_property_free(&property);
}

/* Values are those that occur, the most frequent first. */
static void check_values(const sg_pair_list *list)
{
    uint64_t *count = calloc(list->values.n_keys + (size_t)1, sizeof *count);
    assert_non_null(count);
    for (uint64_t p = 0; p < list->n_pairs; p++) {
        assert_true(list->value[p] < list->values.n_keys);
        count[list->value[p]]++;
    }
    for (uint32_t i = 0; i < list->values.n_keys; i++) {
        assert_true(count[i] > 0);
        assert_int_equal(list->values.count[i], count[i]);
        if (i == 0) continue;
        assert_true(count[i] < count[i - 1] || (count[i] == count[i - 1] &&
                                                list->values.key[i] > list->values.key[i - 1]));
    }
    free(count);
}

static void lists_what_the_property_finds(void **state)
{
    (void)state;
    sg_rng rng = check_rng("pairs");
    for (int i = 0; i < 300; i++) {
        labeled_graph graph = labeled_graph_draw(&rng, (random_shape){6, 9});
        const sg_graph_view view = labeled_graph_view(&graph);
        const char *text = PROPERTIES[i % N_PROPERTIES];
        sg_pair_list list = find_list(text, &view, NULL);
        check_graphs(&list, text, &view);
        check_values(&list);
        sg_pair_list_free(&list);
        sg_pair_list_free(&list);
        labeled_graph_free(&graph);
    }
    assert_int_equal(sg_mem_live(), 0);
}

static void check_equal(const sg_pair_list *a, const sg_pair_list *b, uint32_t n_nodes)
{
    assert_int_equal(a->n_pairs, b->n_pairs);
    assert_int_equal(a->values.n_keys, b->values.n_keys);
    assert_memory_equal(a->row, b->row, (n_nodes + (size_t)1) * sizeof *a->row);
    assert_memory_equal(a->sender_node, b->sender_node, a->n_pairs * sizeof *a->sender_node);
    assert_memory_equal(a->value, b->value, a->n_pairs * sizeof *a->value);
    assert_memory_equal(a->values.key, b->values.key, a->values.n_keys * sizeof(uint64_t));
    assert_memory_equal(a->values.count, b->values.count, a->values.n_keys * sizeof(uint64_t));
}

/* From fewer graphs than threads to thousands of nodes. */
static void any_number_of_threads_gives_the_same_bits(void **state)
{
    (void)state;
    sg_rng rng = check_rng("threads");
    sg_threads *threads[4] = {NULL};
    for (size_t t = 0; t < 4; t++) check_ok(sg_threads_open(&threads[t], N_THREADS[t], &err));
    for (int i = 0; i < 60; i++) {
        const random_shape shape = {i % 10 == 0 ? 600 : 10, i % 3 == 0 ? 70 : 8};
        labeled_graph graph = labeled_graph_draw(&rng, shape);
        const sg_graph_view view = labeled_graph_view(&graph);
        const char *text = PROPERTIES[i % 2];
        if (shape.max_nodes < 10) text = PROPERTIES[i % N_PROPERTIES];
        sg_pair_list alone = find_list(text, &view, NULL);
        for (size_t t = 0; t < 4; t++) {
            sg_pair_list list = find_list(text, &view, threads[t]);
            check_equal(&list, &alone, graph.graph.n_nodes);
            sg_pair_list_free(&list);
        }
        sg_pair_list_free(&alone);
        labeled_graph_free(&graph);
    }
    for (size_t t = 0; t < 4; t++) sg_threads_close(threads[t]);
}

/* ---- Large graphs ------------------------------------------------------------------------- */

/* A ring with chords between two small graphs, with labels of arcs. */
static labeled_graph draw_large(sg_rng *rng, uint32_t n, sg_arc_rules rules)
{
    sg_arc_list arcs = {.rules = rules};
    labeled_graph made = {0};
    uint32_t *offset = sg_alloc(4, sizeof *offset);
    assert_non_null(offset);
    offset[1] = 5;
    offset[2] = 5 + n;
    offset[3] = 9 + n;
    check_ok(sg_arc_list_add(&arcs, 0, 3, &err));
    for (uint32_t v = 0; v < n; v++) {
        check_ok(sg_arc_list_add(&arcs, 5 + v, 5 + (v + 1) % n, &err));
        if (v % 3 == 0) check_ok(sg_arc_list_add(&arcs, 5 + v, 5 + sg_rng_below(rng, n), &err));
    }
    check_ok(sg_graph_build(&made.graph, NULL, NULL, &arcs, &offset, 3, &err));
    made.node_label = sg_alloc(made.graph.n_nodes, sizeof *made.node_label);
    made.edge_label = sg_alloc(made.graph.n_arcs, sizeof *made.edge_label);
    assert_true(made.node_label != NULL && made.edge_label != NULL);
    for (uint32_t a = 0; a < made.graph.n_arcs; a++)
        made.edge_label[a] = (int32_t)sg_rng_below(rng, 3);
    return made;
}

/* They are searched range by range, and threads share one. */
static void large_graphs_are_cut_into_ranges(void **state)
{
    static const char *const BY_RECEIVER[] = {"distance 0..2", "edge", "distance 1,3",
                                              "edge-bins 0.5"};
    (void)state;
    sg_rng rng = check_rng("large");
    sg_threads *threads = NULL;
    check_ok(sg_threads_open(&threads, 3, &err));
    for (uint32_t i = 0; i < 8; i++) {
        labeled_graph graph = draw_large(&rng, 40000 + i, (sg_arc_rules){.directed = i % 2});
        const sg_graph_view view = labeled_graph_view(&graph);
        const char *text = BY_RECEIVER[i / 2];
        sg_pair_list list = find_list(text, &view, NULL);
        check_graphs(&list, text, &view);
        check_values(&list);
        sg_pair_list shared = find_list(text, &view, threads);
        check_equal(&shared, &list, graph.graph.n_nodes);
        sg_pair_list_free(&shared);
        sg_pair_list_free(&list);
        labeled_graph_free(&graph);
    }
    sg_threads_close(threads);
    assert_int_equal(sg_mem_live(), 0);
}

/* A path of four nodes: rows of the two in the middle, which have two arcs each. */
static void some_receivers_of_a_graph(void **state)
{
    (void)state;
    static const char *const TEXT[] = {"distance 0..1", "edge", "edge-bins 1"};
    sg_graph graph = graph_of(4, "0-1 1-2 2-3");
    const sg_graph_view view = {.graph = &graph};
    sg_one_graph one = sg_view_graph(&view, 0);
    assert_int_equal(sg_behind_receivers(&one), 4);
    assert_int_equal(sg_receivers_arcs(&one), 6);
    one.first_receiver = 1;
    one.n_receivers = 2;
    assert_int_equal(sg_behind_receivers(&one), 3);
    assert_int_equal(sg_receivers_arcs(&one), 4);
    for (int i = 0; i < 3; i++) {
        sg_property property = {0};
        sg_scratch scratch = {0};
        sg_pairs pairs = {0};
        check_ok(sg_property_parse(&property, TEXT[i], &err));
        check_ok(sg_property_find(&pairs, &property, &one, &scratch, &err));
        assert_int_equal(pairs.row[1], 0);
        assert_int_equal(pairs.row[2], 3);
        assert_int_equal(pairs.row[3], 6);
        sg_scratch_free(&scratch);
        sg_property_free(&property);
    }
    sg_graph_free(&graph);
}

/* About 40000 x 14 pairs of eight bytes: 4.5 MB in the end. */
static void pairs_that_do_not_fit_are_refused_before_they_are_found(void **state)
{
    (void)state;
    sg_rng rng = check_rng("refused");
    labeled_graph graph = draw_large(&rng, 40000, (sg_arc_rules){0});
    const sg_graph_view view = labeled_graph_view(&graph);
    sg_property property = {0};
    sg_pair_list list = {0};
    sg_account *account = NULL;
    check_ok(sg_property_parse(&property, "distance 0..3", &err));
    const sg_limits limits = {.struct_size = sizeof limits, .memory = 3 << 20};
    check_ok(sg_account_open(&account, &limits, &err));
    check_fails(sg_pair_list_find(&list, &property, &view, NULL, &err), SG_ENOMEM,
                "pairs need");
    sg_account_close(account);
    const sg_limits enough = {.struct_size = sizeof enough, .memory = 16 << 20};
    check_ok(sg_account_open(&account, &enough, &err));
    check_ok(sg_pair_list_find(&list, &property, &view, NULL, &err));
    sg_account_close(account);
    sg_pair_list_free(&list);
    sg_property_free(&property);
    labeled_graph_free(&graph);
}

static void data_sets_without_pairs_are_fine(void **state)
{
    (void)state;
    uint32_t no_offset[] = {0, 0, 0, 0};
    sg_threads *threads = NULL;
    check_ok(sg_threads_open(&threads, 3, &err));
    for (uint32_t n_graphs = 0; n_graphs <= 3; n_graphs++) {
        sg_graph empty = {
            .n_graphs = n_graphs, .graph_offset = no_offset, .arc_offset = no_offset};
        const sg_graph_view view = {.graph = &empty};
        for (int t = 0; t < 2; t++) {
            sg_pair_list list = find_list("distance 0..3", &view, t == 0 ? NULL : threads);
            assert_int_equal(list.n_pairs, 0);
            assert_int_equal(list.values.n_keys, 0);
            assert_int_equal(list.row[0], 0);
            sg_pair_list_free(&list);
        }
    }
    sg_graph apart = graph_of(3, "");
    const sg_graph_view view = {.graph = &apart};
    sg_pair_list list = find_list("distance 1..9", &view, NULL);
    assert_int_equal(list.n_pairs, 0);
    assert_int_equal(list.row[3], 0);
    assert_int_equal(list.values.n_keys, 0);
    sg_pair_list_free(&list);
    sg_graph_free(&apart);
    sg_threads_close(threads);
}

/* ---- Failures ----------------------------------------------------------------------------- */

/* n graphs of one node each, without arcs. */
enum { MAX_GRAPHS = 400 };

static uint32_t single_offset[MAX_GRAPHS + 1], single_arcs[MAX_GRAPHS + 1];

static sg_graph single_nodes(uint32_t n)
{
    for (uint32_t v = 0; v <= n; v++) single_offset[v] = v;
    return (sg_graph){n, n, 0, single_offset, single_arcs, NULL, {0}};
}

/* Pairs of the first node with itself, which take their values in turn; keys are left to fill. */
static sg_status take_pairs(sg_pairs *pairs, uint32_t n_pairs, uint32_t n_values,
                            const sg_one_graph *graph, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TAKE(pairs->row, scratch, graph->n_nodes + (size_t)1);
    SG_TAKE(pairs->sender, scratch, n_pairs);
    SG_TAKE(pairs->value, scratch, n_pairs);
    SG_TAKE(pairs->key, scratch, n_values);
    for (uint32_t v = 0; v <= graph->n_nodes; v++) pairs->row[v] = v == 0 ? 0 : n_pairs;
    for (uint32_t p = 0; p < n_pairs; p++) {
        pairs->sender[p] = 0;
        pairs->value[p] = (uint16_t)(p % n_values);
    }
    pairs->n_values = n_values;
done:
    return status;
}

/* Every graph has 60000 values of its own. */
static sg_status find_many_values(sg_pairs *pairs, const sg_property *property,
                                  const sg_one_graph *graph, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    enum { N = 60000 };
    (void)property;
    SG_TRY(take_pairs(pairs, N, N, graph, scratch, err));
    for (uint64_t i = 0; i < N; i++)
        pairs->key[i] = sg_key_of(SG_TAG_PATH, (uint64_t[]){graph->number, i}, 2);
done:
    return status;
}

static void a_million_values_are_enough(void **state)
{
    (void)state;
    const sg_property_kind kind = {.name = "many", .find = find_many_values};
    const sg_property property = {.kind = &kind};
    const uint32_t n_threads[] = {1, 8};
    for (int t = 0; t < 2; t++) {
        sg_threads *threads = NULL;
        sg_pair_list list = {0};
        sg_graph graph = single_nodes(18);
        const sg_graph_view view = {.graph = &graph};
        check_ok(sg_threads_open(&threads, n_threads[t], &err));
        check_fails(sg_pair_list_find(&list, &property, &view, threads, &err), SG_ELIMIT,
                    "more than a million values");
        assert_null(list.row);
        sg_threads_close(threads);
    }
}

/* Graphs 17 and 280 give the same key to different values. */
static sg_status find_colliding(sg_pairs *pairs, const sg_property *property,
                                const sg_one_graph *graph, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t g = graph->number;
    (void)property;
    SG_TRY(take_pairs(pairs, 1, 1, graph, scratch, err));
    pairs->key[0] = (sg_key){g == 17 || g == 280 ? 5 : 6, g == 280 ? 2 : 1};
done:
    return status;
}

static void collisions_are_detected(void **state)
{
    (void)state;
    const sg_property_kind kind = {.name = "colliding", .find = find_colliding};
    const sg_property property = {.kind = &kind};
    sg_graph graph = single_nodes(MAX_GRAPHS);
    const sg_graph_view view = {.graph = &graph};
    for (size_t t = 0; t < 4; t++) {
        sg_threads *threads = NULL;
        sg_pair_list list = {0};
        check_ok(sg_threads_open(&threads, N_THREADS[t], &err));
        check_fails(sg_pair_list_find(&list, &property, &view, threads, &err), SG_ELIMIT,
                    "have the same 64-bit key");
        sg_threads_close(threads);
    }
}

/* A graph fails where its bit of the value set is set. */
static sg_status find_failing(sg_pairs *pairs, const sg_property *property,
                              const sg_one_graph *graph, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    SG_REQUIRE(!sg_value_counts(&property->parameters, graph->number), SG_ELIMIT,
               "graph %u fails", graph->number);
    SG_TRY(take_pairs(pairs, 1, 1, graph, scratch, err));
    pairs->key[0] = (sg_key){1, 1};
done:
    return status;
}

static void the_first_failing_graph_is_named(void **state)
{
    (void)state;
    sg_rng rng = check_rng("failures");
    const sg_property_kind kind = {.name = "failing", .find = find_failing};
    sg_graph graph = single_nodes(MAX_GRAPHS);
    const sg_graph_view view = {.graph = &graph};
    for (size_t t = 0; t < 4; t++) {
        sg_threads *threads = NULL;
        check_ok(sg_threads_open(&threads, N_THREADS[t], &err));
        for (int i = 0; i < 20; i++) {
            sg_property property = {.kind = &kind};
            uint32_t first = MAX_GRAPHS;
            for (uint32_t k = 1 + sg_rng_below(&rng, 5); k > 0; k--) {
                const uint32_t g = sg_rng_below(&rng, MAX_GRAPHS);
                property.parameters.value_set[g / 64] |= (uint64_t)1 << (g % 64);
                if (g < first) first = g;
            }
            char text[64];
            (void)snprintf(text, sizeof text, "graph %u fails", first);
            sg_pair_list list = {0};
            check_fails(sg_pair_list_find(&list, &property, &view, threads, &err), SG_ELIMIT,
                        text);
            assert_null(list.row);
        }
        sg_threads_close(threads);
    }
}

/* ---- Memory ------------------------------------------------------------------------------- */

typedef struct memory_case {
    sg_graph_view view;
    sg_threads *threads;
    const char *text;
} memory_case;

static sg_status find_once(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    const memory_case *c = context;
    sg_property property = {0};
    sg_pair_list list = {0};
    SG_TRY(sg_property_parse(&property, c->text, err));
    SG_TRY(sg_pair_list_find(&list, &property, &c->view, c->threads, err));
done:
    if (status != SG_OK) assert_null(list.row);
    sg_pair_list_free(&list);
    sg_property_free(&property);
    return status;
}

static void survives_failing_allocations(void **state)
{
    (void)state;
    sg_rng rng = check_rng("memory");
    labeled_graph few = labeled_graph_draw(&rng, (random_shape){60, 8}), many = {0};
    while (many.graph.n_nodes < 1500) { /* enough for guessing what the rest needs */
        labeled_graph_free(&many);
        many = labeled_graph_draw(&rng, (random_shape){500, 8});
    }
    memory_case c = {.view = labeled_graph_view(&few)};
    for (int t = 0; t < 2; t++) {
        if (t == 1) check_ok(sg_threads_open(&c.threads, 3, &err));
        c.view = labeled_graph_view(&few);
        for (size_t i = 0; i < N_PROPERTIES; i++) {
            c.text = PROPERTIES[i];
            assert_true(check_out_of_memory(find_once, &c) > 5);
        }
        c.view = labeled_graph_view(&many);
        c.text = PROPERTIES[0];
        assert_true(check_out_of_memory(find_once, &c) > 5);
    }
    sg_threads_close(c.threads);
    labeled_graph_free(&few);
    labeled_graph_free(&many);
    assert_int_equal(sg_mem_live(), 0);
}

static void counts_what_it_would_list(void **state)
{
    (void)state;
    sg_rng rng = check_rng("counts_what_it_would_list");
    labeled_graph graph = labeled_graph_draw(&rng, (random_shape){20, 30});
    const sg_graph_view view = labeled_graph_view(&graph);
    for (size_t t = 0; t < sizeof N_THREADS / sizeof *N_THREADS; t++) {
        sg_threads *threads = NULL;
        check_ok(sg_threads_open(&threads, N_THREADS[t], &err));
        for (int p = 0; p < N_PROPERTIES; p++) {
            sg_pair_list list = find_list(PROPERTIES[p], &view, threads);
            sg_property property = {0};
            uint64_t n_pairs = 0;
            check_ok(sg_property_parse(&property, PROPERTIES[p], &err));
            check_ok(sg_pair_list_count(&n_pairs, &property, &view, threads, &err));
            assert_int_equal(n_pairs, list.n_pairs);
            sg_property_free(&property);
            sg_pair_list_free(&list);
        }
        sg_threads_close(threads);
    }
    labeled_graph_free(&graph);
}

SG_TESTS(cmocka_unit_test(lists_what_the_property_finds),
         cmocka_unit_test(any_number_of_threads_gives_the_same_bits),
         cmocka_unit_test(large_graphs_are_cut_into_ranges),
         cmocka_unit_test(some_receivers_of_a_graph),
         cmocka_unit_test(pairs_that_do_not_fit_are_refused_before_they_are_found),
         cmocka_unit_test(data_sets_without_pairs_are_fine),
         cmocka_unit_test(a_million_values_are_enough),
         cmocka_unit_test(collisions_are_detected),
         cmocka_unit_test(the_first_failing_graph_is_named),
         cmocka_unit_test(counts_what_it_would_list),
         cmocka_unit_test(survives_failing_allocations))
