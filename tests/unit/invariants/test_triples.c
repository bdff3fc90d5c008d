/* test_triples.c - triples against sets of tuples, with the table and by sorting. */
#include "base/mem.h"
#include "invariants/triples.h"
#include "support/check.h"
#include "support/keys_of.h"
#include "support/labeled_graph.h"
#include "support/labels_of.h"
#include "support/slow_graph.h"
#include "support/slow_triples.h"

static const uint32_t N_THREADS[] = {1, 2, 3, 8};

/* So many labels that no table of (sender, value) is made. */
enum { SPARSE = 20000000 };

static void check_triples(const sg_triples *fast, const slow_triples *slow)
{
    assert_int_equal(fast->n_triples, slow->n_triples);
    assert_int_equal(fast->values.n_keys, slow->n_values);
    assert_int_equal(fast->n_pairs, slow->n_pairs);
    for (uint32_t i = 0; i < slow->n_values; i++) {
        const uint64_t d = slow->distance[i];
        assert_true(fast->values.key[i] == sg_key_of(SG_TAG_DISTANCE, &d, 1).key);
        assert_int_equal(fast->values.count[i], slow->value_count[i]);
    }
    for (uint32_t t = 0; t < slow->n_triples; t++) {
        assert_int_equal(fast->receiver[t], slow->triple[t].receiver);
        assert_int_equal(fast->sender[t], slow->triple[t].sender);
        assert_int_equal(fast->value[t], slow->triple[t].value);
        assert_int_equal(fast->count[t], slow->triple[t].count);
    }
}

/* Every pair has its triple, and no pair comes twice. */
static void check_pairs(const sg_triples *fast, const slow_triples *slow, const sg_graph *graph)
{
    const uint32_t n = graph->n_nodes;
    bool *seen = calloc((size_t)n * n + 1, sizeof *seen);
    assert_non_null(seen);
    assert_int_equal(fast->row[0], 0);
    assert_int_equal(fast->row[n], fast->n_pairs);
    for (uint32_t v = 0; v < n; v++) {
        const uint32_t g = sg_graph_of_node(graph->graph_offset, graph->n_graphs, v);
        for (uint64_t p = fast->row[v]; p < fast->row[v + 1]; p++) {
            const size_t pair = (size_t)v * n + graph->graph_offset[g] + fast->sender_node[p];
            assert_int_equal(fast->triple[p], slow->triple_of[pair]);
            assert_false(seen[pair]);
            seen[pair] = true;
        }
    }
    free(seen);
}

static void check_case(const sg_labels *receiver, const sg_labels *sender, const char *text,
                       const sg_graph *graph, sg_threads *threads)
{
    const sg_graph_view view = {.graph = graph};
    sg_property property = {0};
    sg_triples fast = {0};
    check_ok(sg_property_parse(&property, text, &err));
    check_ok(sg_triples_collect(&fast, receiver, sender, &property, &view, threads, &err));
    slow_triples slow = slow_triples_collect(receiver, sender, &property.parameters, graph);
    check_triples(&fast, &slow);
    check_pairs(&fast, &slow, graph);
    slow_triples_free(&slow);
    sg_triples_free(&fast);
    sg_property_free(&property);
}

static const char *const VALUES[] = {"distance 0..2",   "distance 0..6", "distance 1",
                                     "distance 0,3",    "distance 2..9", "distance 0..1023",
                                     "distance 0,5..20"};

enum { N_VALUES = sizeof VALUES / sizeof *VALUES };

static void equal_sets_of_tuples(void **state)
{
    (void)state;
    sg_rng rng = check_rng("triples");
    sg_threads *threads = NULL;
    check_ok(sg_threads_open(&threads, 3, &err));
    const char *const labels[] = {"degree", "wl:1", "label", "none", "wl:2/degree limit 5",
                                  "index"};
    for (uint32_t i = 0; i < 1200; i++) {
        labeled_graph graph = labeled_graph_draw(&rng, (random_shape){4, 9});
        const sg_graph_view view = labeled_graph_view(&graph);
        sg_labels receiver = labels_of(&view, labels[sg_rng_below(&rng, 6)]);
        sg_labels sender = labels_of(&view, labels[sg_rng_below(&rng, 6)]);
        check_case(&receiver, &sender, VALUES[i % N_VALUES], &graph.graph,
                   i % 2 == 0 ? NULL : threads);
        sg_labels_free(&receiver);
        sg_labels_free(&sender);
        labeled_graph_free(&graph);
    }
    sg_threads_close(threads);
}

/* Labels as a model's vocabulary may give them: many ids, few of which occur. */
static sg_labels draw_labels(sg_rng *rng, uint32_t n_nodes, uint32_t n_keys)
{
    sg_labels labels = {.n_nodes = n_nodes, .vocabulary.n_keys = n_keys};
    uint32_t used[6];
    labels.label = sg_alloc(n_nodes, sizeof *labels.label);
    assert_non_null(labels.label);
    for (int i = 0; i < 6; i++) used[i] = sg_rng_below(rng, n_keys);
    used[0] = n_keys - 1;
    used[1] = 0;
    for (uint32_t v = 0; v < n_nodes; v++) labels.label[v] = used[sg_rng_below(rng, 6)];
    return labels;
}

static void check_drawn(sg_rng *rng, uint32_t n_receivers, uint32_t n_senders, int n_cases,
                        sg_threads *threads)
{
    for (int i = 0; i < n_cases; i++) {
        sg_graph graph = random_graph(rng, (random_shape){4, 9});
        sg_labels receiver = draw_labels(rng, graph.n_nodes, n_receivers);
        sg_labels sender = draw_labels(rng, graph.n_nodes, n_senders);
        check_case(&receiver, &sender, VALUES[i % N_VALUES], &graph, threads);
        sg_labels_free(&receiver);
        sg_labels_free(&sender);
        sg_graph_free(&graph);
    }
}

static void sorting_gives_the_same(void **state)
{
    (void)state;
    sg_rng rng = check_rng("sorting");
    sg_threads *threads = NULL;
    check_ok(sg_threads_open(&threads, 3, &err));
    check_drawn(&rng, 50, SPARSE, 400, NULL);
    check_drawn(&rng, 50, SPARSE, 200, threads);
    check_drawn(&rng, 3000000, SPARSE, 3, threads);
    check_drawn(&rng, 50, UINT32_MAX, 200, NULL);
    sg_threads_close(threads);
}

/* Labels that touch a few words of a large table, and those that fill a small one. */
static void tables_of_all_sizes_give_the_same(void **state)
{
    (void)state;
    sg_rng rng = check_rng("tables");
    const uint32_t n_senders[] = {1, 2, 63, 64, 65, 1000, 30000};
    for (size_t i = 0; i < sizeof n_senders / sizeof *n_senders; i++)
        check_drawn(&rng, 1 + sg_rng_below(&rng, 40), n_senders[i], 60, NULL);
    check_drawn(&rng, 40, 1 << 20, 10, NULL);
}

/* ---- Both ways, and threads --------------------------------------------------------------- */

static void check_equal(const sg_triples *a, const sg_triples *b, uint32_t n_nodes)
{
    const uint32_t n = a->n_triples;
    assert_int_equal(n, b->n_triples);
    assert_int_equal(a->n_pairs, b->n_pairs);
    assert_int_equal(a->values.n_keys, b->values.n_keys);
    assert_memory_equal(a->receiver, b->receiver, n * sizeof *a->receiver);
    assert_memory_equal(a->sender, b->sender, n * sizeof *a->sender);
    assert_memory_equal(a->value, b->value, n * sizeof *a->value);
    assert_memory_equal(a->count, b->count, n * sizeof *a->count);
    assert_memory_equal(a->values.key, b->values.key, a->values.n_keys * sizeof(uint64_t));
    assert_memory_equal(a->row, b->row, (n_nodes + (size_t)1) * sizeof *a->row);
    assert_memory_equal(a->sender_node, b->sender_node, a->n_pairs * sizeof *a->sender_node);
    assert_memory_equal(a->triple, b->triple, a->n_pairs * sizeof *a->triple);
}

static void any_number_of_threads_gives_the_same_bits(void **state)
{
    (void)state;
    sg_rng rng = check_rng("threads");
    const char *const properties[] = {"distance 0..4", "edge", "path 0..2"};
    for (size_t i = 0; i < 6; i++) {
        labeled_graph graph = labeled_graph_draw(&rng, (random_shape){700, 9});
        const sg_graph_view view = labeled_graph_view(&graph);
        sg_labels receiver = labels_of(&view, "wl:2");
        sg_labels sender = labels_of(&view, "wl-edges:1");
        sg_property property = {0};
        sg_triples alone = {0};
        check_ok(sg_property_parse(&property, properties[i % 3], &err));
        check_ok(sg_triples_collect(&alone, &receiver, &sender, &property, &view, NULL, &err));
        for (size_t t = 0; t < 8; t++) {
            sg_threads *threads = NULL;
            sg_triples triples = {0};
            sg_labels sparse = sender;
            if (t >= 4) sparse.vocabulary.n_keys = SPARSE;
            check_ok(sg_threads_open(&threads, N_THREADS[t % 4], &err));
            check_ok(sg_triples_collect(&triples, &receiver, &sparse, &property, &view, threads,
                                        &err));
            check_equal(&triples, &alone, graph.graph.n_nodes);
            sg_triples_free(&triples);
            sg_threads_close(threads);
        }
        sg_triples_free(&alone);
        sg_property_free(&property);
        sg_labels_free(&receiver);
        sg_labels_free(&sender);
        labeled_graph_free(&graph);
    }
}

/* ---- By hand ------------------------------------------------------------------------------ */

/* A path of three nodes: ends have label 0, the middle has 1; at distance 1 the four pairs have
 * two triples. */
static void a_path_by_hand(void **state)
{
    (void)state;
    sg_graph graph = graph_of(3, "0-1 1-2");
    const sg_graph_view view = {.graph = &graph};
    const uint32_t receivers[] = {0, 1}, senders[] = {1, 0}, triples[] = {0, 1, 1, 0};
    const uint64_t counts[] = {2, 2}, rows[] = {0, 1, 3, 4};
    sg_labels labels = labels_of(&view, "degree");
    sg_property property = {0};
    sg_triples made = {0};
    check_ok(sg_property_parse(&property, "distance 1", &err));
    check_ok(sg_triples_collect(&made, &labels, &labels, &property, &view, NULL, &err));
    assert_int_equal(made.n_triples, 2);
    assert_memory_equal(made.receiver, receivers, sizeof receivers);
    assert_memory_equal(made.sender, senders, sizeof senders);
    assert_memory_equal(made.count, counts, sizeof counts);
    assert_memory_equal(made.row, rows, sizeof rows);
    assert_memory_equal(made.triple, triples, sizeof triples);
    sg_triples_free(&made);
    sg_triples_free(&made);
    sg_labels_free(&labels);
    sg_graph_free(&graph);
}

static void data_sets_without_pairs_are_fine(void **state)
{
    (void)state;
    uint32_t no_offset[] = {0, 0, 0};
    sg_threads *threads = NULL;
    check_ok(sg_threads_open(&threads, 3, &err));
    for (uint32_t n_graphs = 0; n_graphs <= 2; n_graphs++) {
        sg_graph empty = {
            .n_graphs = n_graphs, .graph_offset = no_offset, .arc_offset = no_offset};
        const sg_graph_view view = {.graph = &empty};
        sg_labels labels = labels_of(&view, "degree");
        check_case(&labels, &labels, "distance 0..3", &empty, NULL);
        check_case(&labels, &labels, "distance 0..3", &empty, threads);
        sg_labels_free(&labels);
    }
    sg_graph apart = graph_of(5, "");
    const sg_graph_view view = {.graph = &apart};
    sg_labels labels = labels_of(&view, "degree");
    check_case(&labels, &labels, "distance 1..3", &apart, NULL);
    check_case(&labels, &labels, "distance 1..3", &apart, threads);
    sg_labels_free(&labels);
    sg_graph_free(&apart);
    sg_threads_close(threads);
}

/* ---- Memory ------------------------------------------------------------------------------- */

typedef struct memory_case {
    sg_graph_view view;
    sg_labels receiver, sender;
    sg_threads *threads;
} memory_case;

static sg_status collect_once(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    const memory_case *c = context;
    sg_property property = {0};
    sg_triples triples = {0};
    SG_TRY(sg_property_parse(&property, "distance 0..3", err));
    SG_TRY(sg_triples_collect(&triples, &c->receiver, &c->sender, &property, &c->view,
                              c->threads, err));
done:
    if (status != SG_OK) assert_null(triples.row);
    sg_triples_free(&triples);
    sg_property_free(&property);
    return status;
}

static void survives_failing_allocations(void **state)
{
    (void)state;
    sg_rng rng = check_rng("memory");
    labeled_graph graph = labeled_graph_draw(&rng, (random_shape){100, 8});
    memory_case c = {.view = labeled_graph_view(&graph)};
    c.receiver = labels_of(&c.view, "wl:1");
    for (int t = 0; t < 2; t++) {
        c.sender = c.receiver;
        assert_true(check_out_of_memory(collect_once, &c) > 10);
        c.sender.vocabulary.n_keys = SPARSE;
        assert_true(check_out_of_memory(collect_once, &c) > 10);
        if (t == 0) check_ok(sg_threads_open(&c.threads, 3, &err));
    }
    sg_threads_close(c.threads);
    sg_labels_free(&c.receiver);
    labeled_graph_free(&graph);
    assert_int_equal(sg_mem_live(), 0);
}

SG_TESTS(cmocka_unit_test(equal_sets_of_tuples), cmocka_unit_test(sorting_gives_the_same),
         cmocka_unit_test(tables_of_all_sizes_give_the_same),
         cmocka_unit_test(any_number_of_threads_gives_the_same_bits),
         cmocka_unit_test(a_path_by_hand), cmocka_unit_test(data_sets_without_pairs_are_fine),
         cmocka_unit_test(survives_failing_allocations))
