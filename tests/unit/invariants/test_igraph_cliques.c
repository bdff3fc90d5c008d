/* test_igraph_cliques.c - cliques, core numbers and patterns as igraph counts them. */
#include "base/mem.h"
#include "formats/tu_reader.h"
#include "support/check.h"
#include "support/keys_of.h"
#include "support/random_graph.h"
#include "support/slow_patterns.h"

#include <igraph/igraph.h>

enum { MAX_SIZE = 50 };

static void make_igraph(igraph_t *out, const sg_one_graph *graph)
{
    igraph_vector_int_t edges;
    assert_int_equal(igraph_vector_int_init(&edges, 0), IGRAPH_SUCCESS);
    for (uint32_t v = 0; v < graph->n_nodes; v++)
        for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++) {
            const uint32_t u = graph->neighbor[a] - graph->first;
            if (u < v) continue;
            igraph_vector_int_push_back(&edges, v);
            igraph_vector_int_push_back(&edges, u);
        }
    assert_int_equal(igraph_create(out, &edges, graph->n_nodes, IGRAPH_UNDIRECTED),
                     IGRAPH_SUCCESS);
    igraph_vector_int_destroy(&edges);
}

static void check_cliques(const sg_key *key, const igraph_t *graph)
{
    const igraph_integer_t n = igraph_vcount(graph);
    uint64_t *word = calloc((size_t)n * (MAX_SIZE + 3) + 1, sizeof *word);
    igraph_vector_int_list_t cliques;
    assert_non_null(word);
    igraph_vector_int_list_init(&cliques, 0);
    assert_int_equal(igraph_maximal_cliques(graph, &cliques, 0, 0), IGRAPH_SUCCESS);
    for (igraph_integer_t i = 0; i < igraph_vector_int_list_size(&cliques); i++) {
        const igraph_vector_int_t *clique = igraph_vector_int_list_get_ptr(&cliques, i);
        const igraph_integer_t size = igraph_vector_int_size(clique);
        for (igraph_integer_t j = 0; j < size && size <= MAX_SIZE; j++)
            word[VECTOR(*clique)[j] * (MAX_SIZE + 3) + 2 + size]++;
    }
    for (igraph_integer_t v = 0; v < n; v++) {
        uint64_t *content = word + v * (MAX_SIZE + 3);
        content[2] = MAX_SIZE;
        check_same_key(key[v], sg_key_in_place(SG_TAG_CLIQUES, content, MAX_SIZE + 1));
    }
    igraph_vector_int_list_destroy(&cliques);
    free(word);
}

static void check_core(const sg_key *key, const igraph_t *graph)
{
    igraph_vector_int_t core;
    igraph_vector_int_init(&core, 0);
    assert_int_equal(igraph_coreness(graph, &core, IGRAPH_ALL), IGRAPH_SUCCESS);
    for (igraph_integer_t v = 0; v < igraph_vcount(graph); v++)
        check_same_key(key[v],
                       sg_key_of(SG_TAG_CORE, &(uint64_t){(uint64_t)VECTOR(core)[v]}, 1));
    igraph_vector_int_destroy(&core);
}

static void check_triangles(const sg_key *key, const igraph_t *graph)
{
    igraph_vector_t count;
    igraph_vector_init(&count, 0);
    assert_int_equal(igraph_adjacent_triangles(graph, &count, igraph_vss_all()),
                     IGRAPH_SUCCESS);
    uint64_t word[] = {slow_pattern_code(&(sg_pattern){3, {6, 5, 3}}), 0};
    for (igraph_integer_t v = 0; v < igraph_vcount(graph); v++) {
        word[1] = (uint64_t)VECTOR(count)[v];
        check_same_key(key[v], sg_key_of(SG_TAG_PATTERNS, word, 2));
    }
    igraph_vector_destroy(&count);
}

/* Cliques, core numbers and triangles of all graphs of a union. */
static void check_union(const sg_graph *graph)
{
    const sg_graph_view view = {.graph = graph};
    sg_key *cliques = keys_of(graph, "cliques:50"), *core = keys_of(graph, "core"),
           *triangles = keys_of(graph, "patterns:triangle");
    for (uint32_t g = 0; g < graph->n_graphs; g++) {
        const sg_one_graph one = sg_view_graph(&view, g);
        igraph_t other;
        make_igraph(&other, &one);
        check_cliques(cliques + one.first, &other);
        check_core(core + one.first, &other);
        check_triangles(triangles + one.first, &other);
        igraph_destroy(&other);
    }
    sg_free(cliques);
    sg_free(core);
    sg_free(triangles);
}

static void agrees_on_random_graphs(void **state)
{
    (void)state;
    sg_rng rng = check_rng("igraph");
    for (int i = 0; i < 500; i++) {
        sg_graph graph = random_graph(&rng, (random_shape){2, i % 10 == 0 ? 40 : 20});
        check_union(&graph);
        sg_graph_free(&graph);
    }
}

static void agrees_on_film_casts(void **state)
{
    (void)state;
    sg_dataset data = {0};
    check_ok(sg_tu_open(&data, check_shared("data/IMDB-BINARY.zip"), 1, &err));
    check_union(&data.graph);
    sg_dataset_free(&data);
}

static void agrees_on_molecules(void **state)
{
    (void)state;
    sg_dataset data = {0};
    check_ok(sg_tu_open(&data, check_shared("data/MUTAG.zip"), 1, &err));
    check_union(&data.graph);
    sg_dataset_free(&data);
}

/* igraph finds embeddings: each occurrence as often as the pattern has symmetries. */
static uint64_t embeddings(uint64_t *through, const igraph_t *pattern, const igraph_t *graph)
{
    igraph_vector_int_list_t maps;
    igraph_bool_t found = false;
    igraph_vector_int_list_init(&maps, 0);
    assert_int_equal(
        igraph_subisomorphic_lad(pattern, graph, NULL, &found, NULL, &maps, true, 0),
        IGRAPH_SUCCESS);
    const igraph_integer_t n_maps = igraph_vector_int_list_size(&maps);
    for (igraph_integer_t i = 0; i < n_maps && through != NULL; i++) {
        const igraph_vector_int_t *map = igraph_vector_int_list_get_ptr(&maps, i);
        for (igraph_integer_t j = 0; j < igraph_vector_int_size(map); j++)
            through[VECTOR(*map)[j]]++;
    }
    igraph_vector_int_list_destroy(&maps);
    return (uint64_t)n_maps;
}

/* Node i of the text's pattern is named i; `bits` is its adjacency. */
static void check_pattern(const sg_graph *graph, const char *edges, const char *text,
                          sg_pattern bits)
{
    char expression[80];
    (void)snprintf(expression, sizeof expression, "patterns:%s", text);
    const sg_graph_view view = {.graph = graph};
    sg_graph small = graph_of(bits.n_nodes, edges);
    const sg_graph_view small_view = {.graph = &small};
    const sg_one_graph one_small = sg_view_graph(&small_view, 0), one = sg_view_graph(&view, 0);
    uint64_t through[32] = {0}, word[] = {slow_pattern_code(&bits), 0};
    igraph_t pattern, other;
    make_igraph(&pattern, &one_small);
    make_igraph(&other, &one);
    (void)embeddings(through, &pattern, &other);
    const uint64_t n_symmetries = embeddings(NULL, &pattern, &pattern);
    sg_key *key = keys_of(graph, expression);
    for (uint32_t v = 0; v < graph->n_nodes; v++) {
        word[1] = through[v] / n_symmetries;
        check_same_key(key[v], sg_key_of(SG_TAG_PATTERNS, word, 2));
    }
    sg_free(key);
    igraph_destroy(&pattern);
    igraph_destroy(&other);
    sg_graph_free(&small);
}

static void agrees_on_patterns(void **state)
{
    (void)state;
    sg_rng rng = check_rng("lad");
    for (int i = 0; i < 200; i++) {
        sg_graph graph = random_graph(&rng, (random_shape){1, 14});
        if (graph.n_graphs == 1 && graph.n_nodes >= 6) {
            check_pattern(&graph, "0-1 1-2 2-3 3-0", "square", (sg_pattern){4, {10, 5, 10, 5}});
            check_pattern(&graph, "0-1 0-2 0-3", "star", (sg_pattern){4, {14, 1, 1, 1}});
            check_pattern(&graph, "0-1 1-2 2-0 2-3", "tailed-triangle",
                          (sg_pattern){4, {6, 5, 11, 4}});
            check_pattern(&graph, "0-1 1-2 2-3 3-4 4-0", "cycle5",
                          (sg_pattern){5, {18, 5, 10, 20, 9}});
            check_pattern(&graph, "0-1 1-2 2-3 3-4 4-5 1-4", "0-1.1-2.2-3.3-4.4-5.1-4",
                          (sg_pattern){6, {2, 21, 10, 20, 42, 16}});
        }
        sg_graph_free(&graph);
    }
}

SG_TESTS(cmocka_unit_test(agrees_on_random_graphs), cmocka_unit_test(agrees_on_film_casts),
         cmocka_unit_test(agrees_on_molecules), cmocka_unit_test(agrees_on_patterns))
