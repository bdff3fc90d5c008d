/* test_bfs.c - searches by words and by arcs. */
#include "base/mem.h"
#include "graph/bfs.h"
#include "support/check.h"
#include "support/random_graph.h"
#include "support/slow_graph.h"

/* One search against the distance matrix. */
static void check_search(sg_bfs *bfs, const sg_one_graph *graph, const uint32_t *distance,
                         uint32_t start, uint32_t max_distance)
{
    const uint32_t n = graph->n_nodes;
    uint32_t n_near = 0;
    sg_bfs_run(bfs, graph, start, max_distance);
    sg_bfs_sort(bfs);
    for (uint32_t v = 0; v < n; v++) {
        const uint32_t d = distance[(size_t)start * n + v];
        const bool near = d != SLOW_NONE && d <= max_distance;
        assert_int_equal(bfs->distance[v], near ? d : SG_UNREACHED);
        if (near) assert_int_equal(bfs->sorted[n_near++], v);
    }
    assert_int_equal(bfs->n_reached, n_near);
    for (uint32_t i = 1; i < n_near; i++)
        assert_true(bfs->distance[bfs->queue[i - 1]] <= bfs->distance[bfs->queue[i]]);
}

/* The sets say what arcs and distances say. */
static void check_sets(const sg_bfs *bfs, const sg_one_graph *graph)
{
    if (bfs->adjacent == NULL) return;
    for (uint32_t i = 1; i < bfs->n_reached; i++) {
        const uint32_t v = bfs->queue[i], before = bfs->distance[v] - 1;
        uint64_t expected = 0;
        for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++) {
            const uint32_t u = graph->neighbor[a] - graph->first;
            if (bfs->distance[u] == before) expected |= (uint64_t)1 << u;
        }
        assert_int_equal(bfs->adjacent[v] & bfs->level[before], expected);
    }
}

static void equals_the_slow_distances(void **state)
{
    (void)state;
    sg_rng rng = check_rng("bfs");
    sg_scratch scratch = {0};
    for (int i = 0; i < 600; i++) {
        sg_graph graph = random_graph(&rng, (random_shape){3, i % 4 == 0 ? 130 : 20});
        const sg_graph_view view = {.graph = &graph};
        for (uint32_t g = 0; g < graph.n_graphs; g++) {
            const sg_one_graph one = sg_view_graph(&view, g);
            uint32_t *distance = slow_distances(&graph, g);
            sg_bfs bfs = {0};
            sg_scratch_reset(&scratch);
            check_ok(sg_bfs_prepare(&bfs, &one, &scratch, &err));
            assert_true((bfs.adjacent != NULL) == (one.n_nodes <= 64));
            for (uint32_t k = 0; k < 4 && one.n_nodes > 0; k++) {
                const uint32_t start = sg_rng_below(&rng, one.n_nodes);
                check_search(&bfs, &one, distance, start,
                             k == 0 ? UINT32_MAX - 1 : sg_rng_below(&rng, 5));
                check_sets(&bfs, &one);
            }
            sg_free(distance);
        }
        sg_graph_free(&graph);
    }
    sg_scratch_free(&scratch);
}

SG_TESTS(cmocka_unit_test(equals_the_slow_distances))
