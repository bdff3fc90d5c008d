/* test_igraph_cycles.c - blocks and triangles as igraph finds them. */
#include "base/mem.h"
#include "graph/blocks.h"
#include "support/check.h"
#include "support/keys_of.h"
#include "support/random_graph.h"
#include "support/slow_cycles.h"

/* igraph's headers are not written for our warnings. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#include <igraph/igraph.h>
#pragma GCC diagnostic pop

static igraph_t igraph_of(const sg_graph *graph)
{
    igraph_t result;
    igraph_vector_int_t edges;
    igraph_vector_int_init(&edges, 0);
    for (uint32_t v = 0; v < graph->n_nodes; v++)
        for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++) {
            if (graph->neighbor[a] > v) continue;
            igraph_vector_int_push_back(&edges, v);
            igraph_vector_int_push_back(&edges, graph->neighbor[a]);
        }
    igraph_create(&result, &edges, graph->n_nodes, IGRAPH_UNDIRECTED);
    igraph_vector_int_destroy(&edges);
    return result;
}

static void triangles_are_those_of_igraph(void **state)
{
    (void)state;
    sg_rng rng = check_rng("triangles");
    for (int i = 0; i < 300; i++) {
        sg_graph graph = random_graph(&rng, (random_shape){2, 40});
        igraph_t other = igraph_of(&graph);
        igraph_vector_t triangles;
        igraph_vector_init(&triangles, 0);
        igraph_adjacent_triangles(&other, &triangles, igraph_vss_all());
        sg_key *simple = keys_of(&graph, "cycles:3"),
               *induced = keys_of(&graph, "induced-cycles:3");
        for (uint32_t v = 0; v < graph.n_nodes; v++) {
            const uint64_t count = (uint64_t)VECTOR(triangles)[v];
            check_same_key(simple[v], cycles_key(false, 3, 3, &count));
            check_same_key(induced[v], cycles_key(true, 3, 3, &count));
        }
        sg_free(simple);
        sg_free(induced);
        igraph_vector_destroy(&triangles);
        igraph_destroy(&other);
        sg_graph_free(&graph);
    }
}

/* The shape of a block: how many nodes and edges.  Together they must be the same. */
static uint64_t shape_of(uint64_t n_nodes, uint64_t n_edges)
{
    return (n_nodes << 20 ^ n_edges) * 0x9fb21c651e98df25ULL;
}

static uint64_t igraph_shapes(const igraph_t *graph)
{
    uint64_t sum = 0;
    igraph_integer_t n_components = 0;
    igraph_vector_int_list_t edges, nodes;
    igraph_vector_int_list_init(&edges, 0);
    igraph_vector_int_list_init(&nodes, 0);
    igraph_biconnected_components(graph, &n_components, NULL, &edges, &nodes, NULL);
    for (igraph_integer_t c = 0; c < n_components; c++) {
        const igraph_integer_t n =
            igraph_vector_int_size(igraph_vector_int_list_get_ptr(&nodes, c));
        const igraph_integer_t m =
            igraph_vector_int_size(igraph_vector_int_list_get_ptr(&edges, c));
        if (n > 2) sum += shape_of((uint64_t)n, (uint64_t)m);
    }
    igraph_vector_int_list_destroy(&edges);
    igraph_vector_int_list_destroy(&nodes);
    return sum;
}

static void blocks_are_those_of_igraph(void **state)
{
    (void)state;
    sg_rng rng = check_rng("blocks");
    sg_scratch scratch = {0};
    for (int i = 0; i < 500; i++) {
        sg_graph graph = random_graph(&rng, (random_shape){1, 200});
        igraph_t other = igraph_of(&graph);
        const sg_graph_view view = {.graph = &graph};
        uint64_t sum = 0;
        sg_blocks blocks = {0};
        sg_scratch_reset(&scratch);
        if (graph.n_graphs > 0) {
            const sg_one_graph one = sg_view_graph(&view, 0);
            check_ok(sg_blocks_find(&blocks, &one, &scratch, &err));
        }
        for (uint32_t b = 0; b < blocks.n_blocks; b++)
            sum += shape_of(sg_block_size(&blocks, b), blocks.n_edges[b]);
        assert_int_equal(sum, igraph_shapes(&other));
        igraph_destroy(&other);
        sg_graph_free(&graph);
    }
    sg_scratch_free(&scratch);
}

SG_TESTS(cmocka_unit_test(triangles_are_those_of_igraph),
         cmocka_unit_test(blocks_are_those_of_igraph))
