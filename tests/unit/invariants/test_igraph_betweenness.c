/* test_igraph_betweenness.c - a second opinion on betweenness, paths and blocks: igraph's. */
#include "base/mem.h"
#include "support/check.h"
#include "support/keys_of.h"
#include "support/slow_pairs.h"

/* igraph's headers are not made for our warnings. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wstrict-prototypes"
#pragma GCC diagnostic ignored "-Wpedantic"
#include <igraph/igraph.h>
#pragma GCC diagnostic pop

static void to_igraph(igraph_t *to, const sg_graph *graph)
{
    igraph_vector_int_t edges;
    igraph_vector_int_init(&edges, 0);
    for (uint32_t u = 0; u < graph->n_nodes; u++)
        for (uint32_t a = graph->arc_offset[u]; a < graph->arc_offset[u + 1]; a++) {
            if (graph->neighbor[a] < u) continue;
            igraph_vector_int_push_back(&edges, u);
            igraph_vector_int_push_back(&edges, graph->neighbor[a]);
        }
    igraph_create(to, &edges, graph->n_nodes, IGRAPH_UNDIRECTED);
    igraph_vector_int_destroy(&edges);
}

/* One random graph with at least one node. */
static sg_graph draw(sg_rng *rng, uint32_t max_nodes)
{
    for (;;) {
        sg_graph graph = random_graph(rng, (random_shape){1, max_nodes});
        if (graph.n_nodes > 0) return graph;
        sg_graph_free(&graph);
    }
}

static void same_betweenness(void **state)
{
    (void)state;
    enum { BINS = 1000 };
    sg_rng rng = check_rng("betweenness");
    for (int i = 0; i < 500; i++) {
        sg_graph graph = draw(&rng, 40);
        sg_key *key = keys_of(&graph, "betweenness:1000");
        const double n = graph.n_nodes, all = n > 2 ? (n - 1) * (n - 2) / 2 : 1;
        igraph_t other;
        igraph_vector_t value;
        to_igraph(&other, &graph);
        igraph_vector_init(&value, 0);
        assert_int_equal(
            igraph_betweenness(&other, &value, igraph_vss_all(), IGRAPH_UNDIRECTED, NULL), 0);
        for (uint32_t v = 0; v < graph.n_nodes; v++) {
            const double bin = floor((VECTOR(value)[v] / all + 1e-9) * BINS);
            const uint64_t word[] = {BINS, bin < BINS ? (uint64_t)bin : BINS - 1};
            check_same_key(key[v], sg_key_of(SG_TAG_BETWEENNESS, word, 2));
        }
        igraph_vector_destroy(&value);
        igraph_destroy(&other);
        sg_free(key);
        sg_graph_free(&graph);
    }
}

/* Find the pairs of random graphs and look at each beside igraph's copy of its graph. */
static void check_graphs(sg_rng *rng, int n_graphs, const char *expression,
                         void (*check)(const sg_pairs *pairs, const igraph_t *other))
{
    sg_property property = {0};
    sg_scratch scratch = {0};
    check_ok(sg_property_parse(&property, expression, &err));
    for (int i = 0; i < n_graphs; i++) {
        sg_graph graph = draw(rng, i % 10 == 0 ? 90 : 20);
        const sg_graph_view view = {.graph = &graph};
        const sg_one_graph one = sg_view_graph(&view, 0);
        sg_pairs pairs = {0};
        igraph_t other;
        to_igraph(&other, &graph);
        sg_scratch_reset(&scratch);
        check_ok(property.kind->find(&pairs, &property, &one, &scratch, &err));
        check(&pairs, &other);
        igraph_destroy(&other);
        sg_graph_free(&graph);
    }
    sg_scratch_free(&scratch);
    sg_property_free(&property);
}

/* For each node: the distance to all nodes and the number of shortest paths, from igraph. */
static void check_paths_from(const sg_pairs *pairs, uint32_t v, const igraph_t *other)
{
    igraph_vector_int_t n_paths;
    igraph_matrix_t distance;
    uint32_t p = pairs->row[v];
    igraph_vector_int_init(&n_paths, 0);
    igraph_matrix_init(&distance, 0, 0);
    assert_int_equal(
        igraph_distances(other, &distance, igraph_vss_1(v), igraph_vss_all(), IGRAPH_ALL), 0);
    assert_int_equal(igraph_get_all_shortest_paths(other, NULL, NULL, &n_paths, v,
                                                   igraph_vss_all(), IGRAPH_ALL),
                     0);
    for (uint32_t w = 0; w < (uint32_t)igraph_vcount(other); w++) {
        const double d = MATRIX(distance, 0, w);
        if (!isfinite(d)) continue;
        const uint64_t word[] = {(uint64_t)d, (uint64_t)VECTOR(n_paths)[w]};
        assert_int_equal(pairs->sender[p], w);
        check_same_key(pairs->key[pairs->value[p++]], sg_key_of(SG_TAG_PATH, word, 2));
    }
    assert_int_equal(pairs->row[v + 1], p);
    igraph_matrix_destroy(&distance);
    igraph_vector_int_destroy(&n_paths);
}

static void check_paths(const sg_pairs *pairs, const igraph_t *other)
{
    for (uint32_t v = 0; v < (uint32_t)igraph_vcount(other); v++)
        check_paths_from(pairs, v, other);
}

static void same_paths(void **state)
{
    (void)state;
    sg_rng rng = check_rng("paths");
    check_graphs(&rng, 200, "path 0..1023", check_paths);
}

/* together[v * n + w]: v and w are in one biconnected component of three nodes or more. */
static void find_together(bool *together, const igraph_t *other)
{
    const size_t n = (size_t)igraph_vcount(other);
    igraph_vector_int_list_t parts;
    igraph_integer_t n_parts = 0;
    igraph_vector_int_list_init(&parts, 0);
    assert_int_equal(igraph_biconnected_components(other, &n_parts, NULL, NULL, &parts, NULL),
                     0);
    for (igraph_integer_t i = 0; i < n_parts; i++) {
        const igraph_vector_int_t *part = igraph_vector_int_list_get_ptr(&parts, i);
        const igraph_integer_t size = igraph_vector_int_size(part);
        for (igraph_integer_t j = 0; size > 2 && j < size; j++)
            for (igraph_integer_t k = 0; k < size; k++)
                together[(size_t)VECTOR(*part)[j] * n + (size_t)VECTOR(*part)[k]] = true;
    }
    igraph_vector_int_list_destroy(&parts);
}

static void check_cycles(const sg_pairs *pairs, const igraph_t *other)
{
    const uint32_t n = (uint32_t)igraph_vcount(other);
    bool *together = sg_alloc((size_t)n * n, sizeof *together);
    igraph_matrix_t distance;
    assert_non_null(together);
    igraph_matrix_init(&distance, 0, 0);
    assert_int_equal(
        igraph_distances(other, &distance, igraph_vss_all(), igraph_vss_all(), IGRAPH_ALL), 0);
    find_together(together, other);
    for (uint32_t v = 0; v < n; v++)
        for (uint32_t p = pairs->row[v]; p < pairs->row[v + 1]; p++) {
            const uint32_t w = pairs->sender[p];
            const uint64_t word[] = {(uint64_t)MATRIX(distance, v, w),
                                     together[(size_t)v * n + w]};
            check_same_key(pairs->key[pairs->value[p]],
                           sg_key_of(SG_TAG_CYCLE_DISTANCE, word, 2));
        }
    igraph_matrix_destroy(&distance);
    sg_free(together);
}

static void same_common_cycles(void **state)
{
    (void)state;
    sg_rng rng = check_rng("cycles");
    check_graphs(&rng, 300, "cycle-distance 0..1023", check_cycles);
}

SG_TESTS(cmocka_unit_test(same_betweenness), cmocka_unit_test(same_paths),
         cmocka_unit_test(same_common_cycles))
