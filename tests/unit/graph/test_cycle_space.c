/* test_cycle_space.c - sums of cycles. */
#include "base/mem.h"
#include "graph/cycle_space.h"
#include "support/check.h"
#include "support/keys_of.h"
#include "support/random_graph.h"
#include "support/shaped_graphs.h"

/* The space of the first block of a graph. */
static sg_cycle_space space_of(const sg_graph *graph, sg_scratch *scratch)
{
    const sg_graph_view view = {.graph = graph};
    const sg_one_graph one = sg_view_graph(&view, 0);
    sg_blocks blocks = {0};
    sg_block_graph block = {0};
    sg_cycle_space space = {0};
    check_ok(sg_blocks_find(&blocks, &one, scratch, &err));
    assert_true(blocks.n_blocks > 0);
    check_ok(sg_block_cut(&block, &blocks, 0, &one, scratch, &err));
    check_ok(sg_cycle_space_prepare(&space, &block, scratch, &err));
    return space;
}

static void add_edge(sg_cycle_space *space, uint32_t u, uint32_t v)
{
    for (uint32_t a = space->arc_offset[u]; a < space->arc_offset[u + 1]; a++)
        if (space->neighbor[a] == v) sg_cycle_space_add(space, a);
}

/* Offer the cycle along these nodes. */
static bool offer(sg_cycle_space *space, const uint32_t *node, uint32_t length)
{
    bool relevant = false;
    for (uint32_t i = 0; i < length; i++) add_edge(space, node[i], node[(i + 1) % length]);
    check_ok(sg_cycle_space_offer(&relevant, space, length, &err));
    return relevant;
}

/* K4: all four triangles count although three generate the fourth; squares are sums of two. */
static void cycles_of_equal_length_do_not_exclude_each_other(void **state)
{
    (void)state;
    sg_scratch scratch = {0};
    sg_graph graph = graph_of(4, "0-1 0-2 0-3 1-2 1-3 2-3");
    sg_cycle_space space = space_of(&graph, &scratch);
    assert_int_equal(space.dimension, 3);
    assert_true(offer(&space, (uint32_t[]){0, 1, 2}, 3));
    assert_true(offer(&space, (uint32_t[]){0, 1, 3}, 3));
    assert_int_equal(space.rank, 2);
    assert_true(offer(&space, (uint32_t[]){0, 2, 3}, 3));
    assert_int_equal(space.rank, 3);
    assert_true(offer(&space, (uint32_t[]){1, 2, 3}, 3));
    assert_int_equal(space.rank, 3);
    assert_false(offer(&space, (uint32_t[]){0, 1, 2, 3}, 4));
    assert_false(offer(&space, (uint32_t[]){0, 2, 1, 3}, 4));
    sg_scratch_free(&scratch);
    sg_graph_free(&graph);
}

/* Both arcs of an edge have its coordinate; all coordinates occur; tree edges join all nodes. */
static void check_coordinates(const sg_cycle_space *space)
{
    const uint32_t n_arcs = space->arc_offset[space->n_nodes];
    uint32_t *n_seen = sg_alloc(space->dimension, sizeof *n_seen), n_tree_arcs = 0;
    assert_non_null(n_seen);
    assert_int_equal(space->dimension, n_arcs / 2 - space->n_nodes + 1);
    for (uint32_t u = 0; u < space->n_nodes; u++)
        for (uint32_t a = space->arc_offset[u]; a < space->arc_offset[u + 1]; a++) {
            const uint32_t v = space->neighbor[a], c = space->coordinate[a];
            uint32_t back = space->arc_offset[v];
            while (space->neighbor[back] != u) back++;
            assert_int_equal(space->coordinate[back], c);
            if (a > space->arc_offset[u]) assert_true(space->neighbor[a - 1] < v);
            if (c == SG_TREE_EDGE)
                n_tree_arcs++;
            else
                n_seen[c]++;
        }
    assert_int_equal(n_tree_arcs, 2 * (space->n_nodes - 1));
    for (uint32_t c = 0; c < space->dimension; c++) assert_int_equal(n_seen[c], 2);
    sg_free(n_seen);
}

/* Random triangles of K24, whose space has 253 dimensions, against plain elimination of whole
 * vectors of edges: the rank is the same after each. */
static void ranks_are_right(void **state)
{
    (void)state;
    enum { N = 24, WORDS = 5 };
    sg_rng rng = check_rng("ranks");
    sg_scratch scratch = {0};
    sg_graph graph = complete_graph(N);
    sg_cycle_space space = space_of(&graph, &scratch);
    static uint64_t basis[N * N][WORDS];
    uint32_t rank = 0;
    check_coordinates(&space);
    for (int i = 0; i < 2000; i++) {
        uint32_t node[N];
        uint64_t sum[WORDS] = {0};
        for (uint32_t v = 0; v < N; v++) node[v] = v;
        sg_rng_shuffle(&rng, node, N);
        for (uint32_t k = 0; k < 3; k++) {
            const uint32_t u = node[k], v = node[(k + 1) % 3];
            const uint32_t low = u < v ? u : v, high = u < v ? v : u;
            const uint32_t bit = high * (high - 1) / 2 + low;
            sum[bit / 64] ^= (uint64_t)1 << (bit % 64);
        }
        for (uint32_t bit = 0; bit < 64 * WORDS; bit++) {
            if ((sum[bit / 64] >> (bit % 64) & 1) == 0) continue;
            if ((basis[bit][bit / 64] >> (bit % 64) & 1) == 0) {
                memcpy(basis[bit], sum, sizeof sum);
                rank++;
                break;
            }
            for (uint32_t w = 0; w < WORDS; w++) sum[w] ^= basis[bit][w];
        }
        assert_true(offer(&space, node, 3));
        assert_int_equal(space.rank, rank);
    }
    assert_int_equal(rank, space.dimension);
    sg_scratch_free(&scratch);
    sg_graph_free(&graph);
}

static void random_blocks_have_coordinates(void **state)
{
    (void)state;
    sg_rng rng = check_rng("coordinates");
    sg_scratch scratch = {0};
    for (int i = 0; i < 500; i++) {
        sg_graph graph = random_graph(&rng, (random_shape){1, 30});
        const sg_graph_view view = {.graph = &graph};
        sg_scratch_reset(&scratch);
        for (uint32_t g = 0; g < graph.n_graphs; g++) {
            const sg_one_graph one = sg_view_graph(&view, g);
            sg_blocks blocks = {0};
            check_ok(sg_blocks_find(&blocks, &one, &scratch, &err));
            for (uint32_t b = 0; b < blocks.n_blocks; b++) {
                sg_block_graph block = {0};
                sg_cycle_space space = {0};
                check_ok(sg_block_cut(&block, &blocks, b, &one, &scratch, &err));
                check_ok(sg_cycle_space_prepare(&space, &block, &scratch, &err));
                check_coordinates(&space);
            }
        }
        sg_graph_free(&graph);
    }
    sg_scratch_free(&scratch);
}

SG_TESTS(cmocka_unit_test(cycles_of_equal_length_do_not_exclude_each_other),
         cmocka_unit_test(ranks_are_right), cmocka_unit_test(random_blocks_have_coordinates))
