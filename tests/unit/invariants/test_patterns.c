/* test_patterns.c - the labeling by numbers of small induced patterns. */
#include "base/hash.h"
#include "base/mem.h"
#include "base/table.h"
#include "formats/tu_reader.h"
#include "invariants/labelings/pattern_dense.h"
#include "invariants/labelings/pattern_sparse.h"
#include "support/check.h"
#include "support/golden_counts.h"
#include "support/keys_of.h"
#include "support/random_graph.h"
#include "support/shaped_graphs.h"
#include "support/slow_patterns.h"

/* A random connected pattern, and the same as a list of edges with random names of its nodes. */
static sg_pattern draw_pattern(char *text, sg_rng *rng)
{
    sg_pattern p = {.n_nodes = (uint8_t)(2 + sg_rng_below(rng, SG_PATTERN_MAX_NODES - 1))};
    uint32_t name[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    const double density = sg_rng_uniform(rng);
    sg_rng_shuffle(rng, name, 10);
    for (uint32_t i = 1; i < p.n_nodes; i++) {
        const uint32_t always = sg_rng_below(rng, i); /* keeps it connected */
        for (uint32_t j = 0; j < i; j++) {
            if (j != always && sg_rng_uniform(rng) >= density) continue;
            p.adjacent[i] |= (uint8_t)(1U << j);
            p.adjacent[j] |= (uint8_t)(1U << i);
            text += sprintf(text, "%u-%u.", name[i], name[j]);
        }
    }
    text[-1] = '\0';
    return p;
}

static void equals_its_slow_twin(void **state)
{
    (void)state;
    sg_rng rng = check_rng("patterns");
    for (int i = 0; i < 3000; i++) {
        char expression[80] = "patterns:";
        const sg_pattern pattern = draw_pattern(expression + strlen(expression), &rng);
        sg_graph graph = random_graph(&rng, (random_shape){2, 9});
        sg_key *key = keys_of(&graph, expression);
        for (uint32_t g = 0; g < graph.n_graphs; g++) {
            uint64_t count[SLOW_PATTERNS_NODES], word[2] = {slow_pattern_code(&pattern)};
            const uint32_t first = graph.graph_offset[g];
            slow_patterns(count, &pattern, &graph, g);
            for (uint32_t v = first; v < graph.graph_offset[g + 1]; v++) {
                word[1] = count[v - first];
                check_same_key(key[v], sg_key_of(SG_TAG_PATTERNS, word, 2));
            }
        }
        sg_free(key);
        sg_graph_free(&graph);
    }
}

/* Count with either search and compare. */
static void check_both(const sg_one_graph *graph, const sg_pattern *pattern)
{
    enum { MAX_NODES = 200 };
    const sg_labeling labeling = {.kind = &sg_labeling_patterns};
    uint64_t by_rows[MAX_NODES] = {0}, by_lists[MAX_NODES] = {0};
    sg_scratch scratch = {0};
    sg_budget budget = {UINT64_MAX};
    const sg_label_work work = {graph, &scratch, &budget};
    sg_dense_search dense = {0};
    sg_sparse_search sparse = {0};
    sg_pattern_plan plan[SG_PATTERN_MAX_NODES];
    const unsigned n_plans = sg_pattern_plans(plan, pattern);
    assert_true(graph->n_nodes <= MAX_NODES);
    check_ok(sg_dense_search_open(&dense, &labeling, &work, &err));
    check_ok(sg_sparse_search_open(&sparse, &labeling, &work, &err));
    for (unsigned k = 0; k < n_plans; k++) {
        check_ok(sg_dense_search_count(by_rows, &dense, &plan[k], &err));
        check_ok(sg_sparse_search_count(by_lists, &sparse, &plan[k], &err));
    }
    assert_memory_equal(by_rows, by_lists, sizeof by_rows);
    sg_scratch_free(&scratch);
}

/* On graphs with rows of several words. */
static void both_searches_find_the_same(void **state)
{
    (void)state;
    sg_rng rng = check_rng("searches");
    for (int i = 0; i < 300; i++) {
        char text[80];
        const sg_pattern pattern = draw_pattern(text, &rng);
        const uint32_t most = pattern.n_nodes > 4 ? 20 : pattern.n_nodes == 4 ? 70 : 200;
        sg_graph graph = random_graph(&rng, (random_shape){1, most});
        const sg_graph_view view = {.graph = &graph};
        for (uint32_t g = 0; g < graph.n_graphs; g++) {
            const sg_one_graph one = sg_view_graph(&view, g);
            check_both(&one, &pattern);
        }
        sg_graph_free(&graph);
    }
}

/* Node v of the small graph is node v * step of a large one whose other nodes are isolated: rows
 * of one word, of a few words, and a graph so sparse that neighbor lists are used. */
static void isolated_nodes_change_nothing(void **state)
{
    (void)state;
    static const uint32_t steps[] = {1, 6, 20, 300};
    sg_rng rng = check_rng("spread");
    for (int i = 0; i < 200; i++) {
        char expression[80] = "patterns:", edges[2000] = "";
        size_t length = 0;
        (void)draw_pattern(expression + strlen(expression), &rng);
        const uint32_t step = steps[i % 4];
        sg_graph small = random_graph(&rng, (random_shape){1, 10});
        for (uint32_t v = 0; v < small.n_nodes; v++)
            for (uint32_t a = small.arc_offset[v]; a < small.arc_offset[v + 1]; a++)
                length +=
                    (size_t)snprintf(edges + length, sizeof edges - length, "%s%u-%u",
                                     length > 0 ? " " : "", v * step, small.neighbor[a] * step);
        sg_graph large = graph_of(small.n_nodes * step + 1, edges);
        sg_key *a = keys_of(&small, expression), *b = keys_of(&large, expression);
        for (uint32_t v = 0; v < small.n_nodes; v++) check_same_key(b[(size_t)v * step], a[v]);
        sg_free(a);
        sg_free(b);
        sg_graph_free(&large);
        sg_graph_free(&small);
    }
}

static const char BOW_TIE[] = "0-1 0-2 1-2 2-3 2-4 3-4", K4[] = "0-1 0-2 0-3 1-2 1-3 2-3",
                  PETERSEN[] = "0-1 1-2 2-3 3-4 4-0 0-5 1-6 2-7 3-8 4-9 5-7 7-9 9-6 6-8 8-5",
                  GRID[] = "0-1 1-2 3-4 4-5 6-7 7-8 0-3 3-6 1-4 4-7 2-5 5-8";

/* The count of the only pattern of an expression, found by trying. */
static uint64_t count_in_key(sg_key key, const char *pattern)
{
    sg_pattern p = {0};
    check_ok(sg_pattern_parse(&p, pattern, strlen(pattern), &err));
    for (uint64_t n = 0; n < 1000; n++) {
        const uint64_t word[] = {sg_pattern_code(&p), n};
        if (sg_key_of(SG_TAG_PATTERNS, word, 2).key == key.key) return n;
    }
    fail();
    return 0;
}

static void counts_by_hand(void **state)
{
    (void)state;
    static const struct {
        uint32_t n_nodes;
        const char *edges, *pattern;
        uint64_t count[10];
    } cases[] = {
        {4, K4, "triangle", {3, 3, 3, 3}},
        {4, K4, "clique4", {1, 1, 1, 1}},
        {4, K4, "square", {0}},
        {4, K4, "tailed-triangle", {0}},
        {4, K4, "edge", {3, 3, 3, 3}},
        {5, BOW_TIE, "triangle", {1, 1, 2, 1, 1}},
        {5, BOW_TIE, "tailed-triangle", {3, 3, 4, 3, 3}},
        {5, BOW_TIE, "star", {0}},
        {5, BOW_TIE, "0-1.1-2", {2, 2, 4, 2, 2}},
        {9, GRID, "square", {1, 2, 1, 2, 4, 2, 1, 2, 1}},
        {9, GRID, "star", {2, 4, 2, 4, 8, 4, 2, 4, 2}},
        {10, PETERSEN, "cycle5", {6, 6, 6, 6, 6, 6, 6, 6, 6, 6}},
        {10, PETERSEN, "cycle6", {6, 6, 6, 6, 6, 6, 6, 6, 6, 6}},
        {10, PETERSEN, "star", {4, 4, 4, 4, 4, 4, 4, 4, 4, 4}},
        {6, "0-1 1-2 2-3 3-4 4-5 5-0", "cycle6", {1, 1, 1, 1, 1, 1}},
        {6, "0-1 1-2 2-3 3-4 4-5 5-0", "0-1.1-2.2-3.3-4.4-5", {0}},
        {6, "0-1 1-2 2-3 3-4 4-5", "0-1.1-2.2-3.3-4.4-5", {1, 1, 1, 1, 1, 1}},
        {3, "", "edge", {0}},
        {1, "", "triangle", {0}},
        {0, "", "triangle", {0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char expression[80];
        (void)snprintf(expression, sizeof expression, "patterns:%s", cases[i].pattern);
        sg_graph graph = graph_of(cases[i].n_nodes, cases[i].edges);
        sg_key *key = keys_of(&graph, expression);
        for (uint32_t v = 0; v < graph.n_nodes; v++)
            assert_int_equal(count_in_key(key[v], cases[i].pattern), cases[i].count[v]);
        sg_free(key);
        sg_graph_free(&graph);
    }
}

/* A star with many leaves: what costs is pairs of leaves, not triples. */
static void counts_large_stars(void **state)
{
    (void)state;
    enum { N_LEAVES = 1000 };
    char edges[N_LEAVES * 8] = "0-1";
    size_t length = strlen(edges);
    for (int v = 2; v <= N_LEAVES; v++) length += (size_t)sprintf(edges + length, " 0-%d", v);
    sg_graph graph = graph_of(N_LEAVES + 1, edges);
    sg_key *key = keys_of(&graph, "patterns:star");
    uint64_t word[] = {0, 166167000};
    word[0] = slow_pattern_code(&(sg_pattern){4, {14, 1, 1, 1}});
    check_same_key(key[0], sg_key_of(SG_TAG_PATTERNS, word, 2));
    word[1] = 498501;
    check_same_key(key[1], sg_key_of(SG_TAG_PATTERNS, word, 2));
    sg_free(key);
    sg_graph_free(&graph);
}

static void check_same_labeling(const sg_graph *graph, const char *a, const char *b)
{
    sg_key *key_a = keys_of(graph, a), *key_b = keys_of(graph, b);
    for (uint32_t v = 0; v < graph->n_nodes; v++) check_same_key(key_a[v], key_b[v]);
    sg_free(key_a);
    sg_free(key_b);
}

static void any_way_to_write_it_is_the_same(void **state)
{
    (void)state;
    sg_graph graph = graph_of(10, PETERSEN);
    check_same_labeling(&graph, "patterns:edge", "patterns:clique2");
    check_same_labeling(&graph, "patterns:triangle", "patterns:clique3");
    check_same_labeling(&graph, "patterns:triangle", "patterns:cycle3");
    check_same_labeling(&graph, "patterns:square", "patterns:cycle4");
    check_same_labeling(&graph, "patterns:square", "patterns:0-1.1-2.2-3.3-0");
    check_same_labeling(&graph, "patterns:square", "patterns:7-3.9-7.4-9.4-3");
    check_same_labeling(&graph, "patterns:star", "patterns:0-3.1-3.2-3");
    check_same_labeling(&graph, "patterns:tailed-triangle", "patterns:5-6.6-7.7-5.5-0");
    check_same_labeling(&graph, "patterns:star,square,edge", "patterns:edge,star,cycle4,star");
    sg_key *one = keys_of(&graph, "patterns:triangle"),
           *other = keys_of(&graph, "patterns:square");
    assert_int_not_equal(one[0].key, other[0].key); /* although both counts are 0 */
    sg_free(one);
    sg_free(other);
    sg_graph_free(&graph);
}

static void counts_every_pattern_once(void **state)
{
    (void)state;
    sg_graph graph = graph_of(5, BOW_TIE);
    sg_key *key = keys_of(&graph, "patterns:triangle,edge");
    const uint64_t edge = slow_pattern_code(&(sg_pattern){2, {2, 1}});
    const uint64_t triangle = slow_pattern_code(&(sg_pattern){3, {6, 5, 3}});
    check_same_key(key[0], sg_key_of(SG_TAG_PATTERNS, (uint64_t[]){edge, 2, triangle, 1}, 4));
    check_same_key(key[2], sg_key_of(SG_TAG_PATTERNS, (uint64_t[]){edge, 4, triangle, 2}, 4));
    sg_free(key);
    sg_graph_free(&graph);
}

static void equals_the_reference_values(void **state)
{
    (void)state;
    static const char *const names[] = {"CYC", "IMDB3"};
    sg_pattern p[2] = {{0}};
    check_ok(sg_pattern_parse(&p[0], "triangle", 8, &err));
    check_ok(sg_pattern_parse(&p[1], "square", 6, &err));
    for (int i = 0; i < 2; i++) {
        enum { WIDTH = 11, MAX_NODES = 64 };
        uint64_t count[MAX_NODES * WIDTH];
        char relative[64];
        sg_dataset data = {0};
        (void)snprintf(relative, sizeof relative, "golden/tu/%s", names[i]);
        check_ok(sg_tu_open(&data, check_shared(relative), 1, &err));
        assert_true(data.graph.n_nodes <= MAX_NODES);
        (void)snprintf(relative, sizeof relative, "golden/%s.json", names[i]);
        golden_counts(count, check_shared(relative), "\"induced_cycles\"", data.graph.n_nodes,
                      WIDTH);
        sg_key *key = keys_of(&data.graph, "patterns:triangle,square");
        for (uint32_t v = 0; v < data.graph.n_nodes; v++) {
            const uint64_t *c = count + (size_t)v * WIDTH;
            const uint64_t word[] = {sg_pattern_code(&p[0]), c[3], sg_pattern_code(&p[1]),
                                     c[4]};
            check_same_key(key[v], sg_key_of(SG_TAG_PATTERNS, word, 4));
        }
        sg_free(key);
        sg_dataset_free(&data);
    }
}

/* Add the triples of node v with itself and with all nodes within two steps. */
static void add_triples(sg_table *triples, const sg_key *key, const sg_graph *graph, uint32_t v,
                        uint32_t *seen_by)
{
    const uint32_t *offset = graph->arc_offset, *neighbor = graph->neighbor;
    uint32_t id = 0;
    uint64_t word[] = {key[v].key, key[v].key, 0};
    check_ok(sg_table_intern(&id, triples, sg_hash_words(word, 3), &err));
    seen_by[v] = v;
    for (uint32_t a = offset[v]; a < offset[v + 1]; a++) seen_by[neighbor[a]] = v;
    for (uint32_t a = offset[v]; a < offset[v + 1]; a++) {
        const uint32_t u = neighbor[a];
        word[1] = key[u].key;
        word[2] = 1;
        check_ok(sg_table_intern(&id, triples, sg_hash_words(word, 3), &err));
        for (uint32_t b = offset[u]; b < offset[u + 1]; b++) {
            const uint32_t w = neighbor[b];
            if (seen_by[w] == v) continue;
            seen_by[w] = v;
            word[1] = key[w].key;
            word[2] = 2;
            check_ok(sg_table_intern(&id, triples, sg_hash_words(word, 3), &err));
        }
    }
}

static void gives_the_published_number_of_triples(void **state)
{
    (void)state;
    sg_dataset data = {0};
    sg_table triples = {0};
    check_ok(sg_tu_open(&data, check_shared("data/IMDB-BINARY.zip"), 1, &err));
    sg_key *key = keys_of(&data.graph, "patterns:triangle,square+degree");
    uint32_t *seen_by = malloc(data.graph.n_nodes * sizeof *seen_by);
    assert_non_null(seen_by);
    memset(seen_by, 0xff, data.graph.n_nodes * sizeof *seen_by);
    for (uint32_t v = 0; v < data.graph.n_nodes; v++)
        add_triples(&triples, key, &data.graph, v, seen_by);
    assert_int_equal(triples.n_keys, 19332);
    free(seen_by);
    sg_free(key);
    sg_table_free(&triples);
    sg_dataset_free(&data);
}

static void keys_move_with_their_nodes(void **state)
{
    (void)state;
    sg_rng rng = check_rng("moving");
    check_keys_move(&rng, "patterns:triangle,square", 200);
    check_keys_move(&rng, "patterns:0-1.1-2.2-3.3-4.4-5.1-4,star,clique4", 200);
}

/* A complete graph with clique6 asks for more than a hundred million steps. */
static void gives_up_when_the_budget_is_used_up(void **state)
{
    (void)state;
    sg_graph graph = complete_graph(80);
    check_fails(label_with_budget(&graph, "patterns:clique6", 1000000, &err), SG_ELIMIT,
                "patterns");
    check_fails(label_with_budget(&graph, "patterns:clique6", 1000000, &err), SG_ELIMIT,
                "80 nodes");
    check_fails(label_with_budget(&graph, "patterns:triangle", 100, &err), SG_ELIMIT, "budget");
    check_ok(label_with_budget(&graph, "patterns:triangle", 1000000, &err));
    sg_graph_free(&graph);
    graph = graph_of(9000, "0-1 1-2 2-3 3-0 0-2");
    check_fails(label_with_budget(&graph, "patterns:square", 3, &err), SG_ELIMIT, "budget");
    check_ok(label_with_budget(&graph, "patterns:square", 1000000, &err));
    sg_graph_free(&graph);
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    sg_graph small = graph_of(4, "0-1 1-2 2-0 2-3"), large = graph_of(9000, "0-1 1-2 2-0 2-3");
    sg_graph many = graph_of(250, "0-1 1-2 2-0 2-3");
    check_labeling_memory(&small, "patterns:triangle,0-1.1-2");
    check_labeling_memory(&many, "patterns:triangle,0-1.1-2");
    check_labeling_memory(&large, "patterns:triangle,0-1.1-2");
    sg_graph_free(&small);
    sg_graph_free(&many);
    sg_graph_free(&large);
}

static void check_refused(const char *text, const char *part)
{
    sg_label_expression expression = {0};
    check_fails(sg_label_parse(&expression, text, &err), SG_EINVAL, part);
}

static void says_what_is_allowed(void **state)
{
    (void)state;
    check_refused("patterns", "a list of patterns is needed");
    check_refused("patterns:", "a list of patterns is needed");
    check_refused("patterns:sqare", "did you mean square?");
    check_refused("patterns:triangle,", "unknown pattern \"\"");
    check_refused("patterns:,triangle", "unknown pattern \"\"");
    check_refused("patterns:pentagon", "cycle3 to cycle6");
    check_refused("patterns:clique7", "clique2 to clique6");
    check_refused("patterns:cycle2", "cycle3 to cycle6");
    check_refused("patterns:cycle", "unknown pattern \"cycle\"");
    check_refused("patterns:cycle10", "unknown pattern \"cycle10\"");
    check_refused("patterns:0", "edges are written 0-1.1-2.2-0");
    check_refused("patterns:0-", "edges are written 0-1.1-2.2-0");
    check_refused("patterns:0-1.", "edges are written 0-1.1-2.2-0");
    check_refused("patterns:0-1..1-2", "edges are written 0-1.1-2.2-0");
    check_refused("patterns:0-12", "edges are written 0-1.1-2.2-0");
    check_refused("patterns:0-a", "edges are written 0-1.1-2.2-0");
    check_refused("patterns:0-1.1-2.2-3.3-4.4-5.5-6",
                  "at most 6 nodes; \"5-6\" brings one more");
    check_refused("patterns:0-1.1-1", "\"1-1\" joins a node with itself");
    check_refused("patterns:0-1.1-2.2-1", "\"2-1\" is there twice");
    check_refused("patterns:0-1.2-3", "not connected");
}

SG_TESTS(cmocka_unit_test(equals_its_slow_twin), cmocka_unit_test(both_searches_find_the_same),
         cmocka_unit_test(isolated_nodes_change_nothing), cmocka_unit_test(counts_by_hand),
         cmocka_unit_test(counts_large_stars),
         cmocka_unit_test(any_way_to_write_it_is_the_same),
         cmocka_unit_test(counts_every_pattern_once),
         cmocka_unit_test(equals_the_reference_values),
         cmocka_unit_test(gives_the_published_number_of_triples),
         cmocka_unit_test(keys_move_with_their_nodes),
         cmocka_unit_test(gives_up_when_the_budget_is_used_up),
         cmocka_unit_test(survives_any_failing_allocation),
         cmocka_unit_test(says_what_is_allowed))
