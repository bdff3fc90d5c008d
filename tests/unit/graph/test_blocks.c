/* test_blocks.c - the parts of a graph that cycles live in. */
#include "graph/blocks.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/random_graph.h"

enum { MAX_NODES = 12 };

typedef bool matrix[MAX_NODES][MAX_NODES];

static void fill_matrix(matrix joined, const sg_one_graph *graph)
{
    memset(joined, 0, sizeof(matrix));
    for (uint32_t v = 0; v < graph->n_nodes; v++)
        for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++)
            joined[v][graph->neighbor[a] - graph->first] = true;
}

/* Whether there is a way from u to v that avoids node `without`; matrices are closed by trying
 * every node in the middle. */
static bool has_way(matrix joined, uint32_t n, uint32_t u, uint32_t v, uint32_t without)
{
    matrix way;
    memcpy(way, joined, sizeof way);
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t i = 0; i < n && k != without; i++)
            for (uint32_t j = 0; j < n; j++) way[i][j] = way[i][j] || (way[i][k] && way[k][j]);
    return way[u][v];
}

/* Two nodes are on a common cycle if no other node is on all ways between them, nor is the edge
 * that joins them the only way. */
static bool share_cycle(matrix joined, uint32_t n, uint32_t u, uint32_t v)
{
    matrix without_edge;
    memcpy(without_edge, joined, sizeof without_edge);
    without_edge[u][v] = without_edge[v][u] = false;
    if (!has_way(without_edge, n, u, v, MAX_NODES)) return false;
    if (joined[u][v]) return true;
    for (uint32_t w = 0; w < n; w++)
        if (w != u && w != v && !has_way(joined, n, u, v, w)) return false;
    return true;
}

static void check_cut(const sg_blocks *blocks, uint32_t b, const sg_one_graph *graph,
                      matrix joined, sg_scratch *scratch)
{
    sg_block_graph part = {0};
    matrix cut = {{false}};
    check_ok(sg_block_cut(&part, blocks, b, graph, scratch, &err));
    assert_int_equal(part.n_nodes, sg_block_size(blocks, b));
    assert_int_equal(part.n_arcs, 2 * blocks->n_edges[b]);
    assert_int_equal(part.arc_offset[0], 0);
    assert_int_equal(part.arc_offset[part.n_nodes], part.n_arcs);
    for (uint32_t i = 0; i < part.n_nodes; i++)
        for (uint32_t a = part.arc_offset[i]; a < part.arc_offset[i + 1]; a++) {
            assert_false(cut[i][part.neighbor[a]]);
            cut[i][part.neighbor[a]] = true;
        }
    for (uint32_t i = 0; i < part.n_nodes; i++)
        for (uint32_t j = 0; j < part.n_nodes; j++)
            assert_int_equal(cut[i][j], joined[part.node[i]][part.node[j]]);
}

static void check_graph(const sg_one_graph *graph, sg_scratch *scratch)
{
    sg_blocks blocks = {0};
    matrix joined, shared = {{false}};
    fill_matrix(joined, graph);
    check_ok(sg_blocks_find(&blocks, graph, scratch, &err));
    for (uint32_t b = 0; b < blocks.n_blocks; b++) {
        assert_true(sg_block_size(&blocks, b) >= 3);
        for (uint32_t i = blocks.begin[b]; i < blocks.begin[b + 1]; i++)
            for (uint32_t j = blocks.begin[b]; j < i; j++) {
                const uint32_t u = blocks.node[i], v = blocks.node[j];
                assert_false(shared[u][v]);
                shared[u][v] = shared[v][u] = true;
            }
        for (uint32_t i = blocks.begin[b]; i + 1 < blocks.begin[b + 1]; i++)
            assert_true(blocks.order[blocks.node[i]] >
                        blocks.order[blocks.node[blocks.begin[b + 1] - 1]]);
        check_cut(&blocks, b, graph, joined, scratch);
    }
    for (uint32_t u = 0; u < graph->n_nodes; u++)
        for (uint32_t v = 0; v < u; v++)
            assert_int_equal(shared[u][v], share_cycle(joined, graph->n_nodes, u, v));
}

static void nodes_of_a_block_share_cycles(void **state)
{
    (void)state;
    sg_rng rng = check_rng("blocks");
    sg_scratch scratch = {0};
    for (int i = 0; i < 1500; i++) {
        sg_graph graph = random_graph(&rng, (random_shape){3, MAX_NODES});
        const sg_graph_view view = {.graph = &graph};
        for (uint32_t g = 0; g < graph.n_graphs; g++) {
            const sg_one_graph one = sg_view_graph(&view, g);
            sg_scratch_reset(&scratch);
            check_graph(&one, &scratch);
        }
        sg_graph_free(&graph);
    }
    sg_scratch_free(&scratch);
}

/* n triangles around node 0: as many blocks, and all of the time spent once. */
static void a_node_may_be_in_many_blocks(void **state)
{
    (void)state;
    enum { N = 50000 };
    sg_graph graph = {0};
    sg_arc_list arcs = {0};
    uint32_t *offset = sg_alloc(2, sizeof *offset);
    sg_scratch scratch = {0};
    sg_blocks blocks = {0};
    assert_non_null(offset);
    offset[1] = 2 * N + 1;
    for (uint32_t i = 0; i < N; i++) {
        check_ok(sg_arc_list_add(&arcs, 0, 2 * i + 1, &err));
        check_ok(sg_arc_list_add(&arcs, 2 * i + 2, 0, &err));
        check_ok(sg_arc_list_add(&arcs, 2 * i + 1, 2 * i + 2, &err));
    }
    check_ok(sg_graph_build(&graph, NULL, NULL, &arcs, &offset, 1, &err));
    const sg_graph_view view = {.graph = &graph};
    const sg_one_graph one = sg_view_graph(&view, 0);
    check_ok(sg_blocks_find(&blocks, &one, &scratch, &err));
    assert_int_equal(blocks.n_blocks, N);
    for (uint32_t b = 0; b < N; b++) {
        sg_block_graph part = {0};
        check_ok(sg_block_cut(&part, &blocks, b, &one, &scratch, &err));
        assert_int_equal(part.n_nodes, 3);
        assert_int_equal(part.node[2], 0);
        assert_int_equal(part.n_arcs, 6);
    }
    sg_scratch_free(&scratch);
    sg_graph_free(&graph);
}

static sg_status find_and_cut(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_graph_view view = {.graph = context};
    const sg_one_graph one = sg_view_graph(&view, 0);
    sg_scratch scratch = {0};
    sg_blocks blocks = {0};
    sg_block_graph part = {0};
    SG_TRY(sg_blocks_find(&blocks, &one, &scratch, err));
    for (uint32_t b = 0; b < blocks.n_blocks; b++)
        SG_TRY(sg_block_cut(&part, &blocks, b, &one, &scratch, err));
done:
    if (status != SG_OK) assert_true(blocks.n_blocks == 0 || part.n_nodes == 0);
    sg_scratch_free(&scratch);
    return status;
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    sg_rng rng = check_rng("memory");
    sg_graph graph = {0};
    while (graph.n_graphs == 0 || graph.n_arcs < 1000) {
        sg_graph_free(&graph);
        graph = random_graph(&rng, (random_shape){1, 2000});
    }
    assert_true(check_out_of_memory(find_and_cut, &graph) > 0);
    sg_graph_free(&graph);
}

SG_TESTS(cmocka_unit_test(nodes_of_a_block_share_cycles),
         cmocka_unit_test(a_node_may_be_in_many_blocks),
         cmocka_unit_test(survives_any_failing_allocation))
