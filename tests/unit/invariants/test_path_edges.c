/* test_path_edges.c - the edges on shortest paths, against walking along each of them. */
#include "invariants/properties/path_edges.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/slow_graph.h"
#include "support/slow_pairs.h"

#include <string.h>

static const sg_property_parameters UP_TO_63 = {.value_set = {UINT64_MAX}, .max_value = 63};

/* Length, number, then (label, occurrences): the content of the pair. */
static size_t content_of(uint64_t *word, const sg_path_edges *paths, const slow_pair *pair,
                         uint64_t length)
{
    size_t n = 0;
    word[n++] = length;
    word[n++] = paths->n_paths;
    for (uint32_t i = 0; i < paths->n_edges; i++) {
        word[n++] = (uint64_t)(int64_t)pair->graph->edge_label[paths->edge[i].arc];
        word[n++] = paths->edge[i].n;
    }
    return n;
}

static void check_pair(const slow_pair *pair, const sg_bfs *bfs, sg_scratch *scratch)
{
    uint64_t word[SLOW_PAIR_WORDS], expected[SLOW_PAIR_WORDS];
    sg_path_edges paths = {0};
    const size_t n = slow_path(expected, pair, &UP_TO_63);
    if (n == 0) { /* no way from one to the other */
        assert_int_equal(bfs->distance[pair->sender], SG_UNREACHED);
        return;
    }
    check_ok(sg_path_edges_find(&paths, bfs, pair->graph, pair->sender, scratch, &err));
    assert_int_equal(content_of(word, &paths, pair, bfs->distance[pair->sender]), n);
    assert_memory_equal(word, expected, n * sizeof *word);
}

static void check_graph(const sg_graph_view *view, uint32_t g)
{
    const sg_one_graph graph = sg_view_graph(view, g);
    uint32_t *distance = slow_distances(view->graph, g);
    sg_scratch scratch = {0};
    sg_bfs bfs = {0};
    check_ok(sg_bfs_prepare(&bfs, &graph, &scratch, &err));
    for (uint32_t v = 0; v < graph.n_nodes; v++) {
        sg_bfs_run(&bfs, &graph, v, UINT32_MAX);
        for (uint32_t w = 0; w < graph.n_nodes; w++)
            check_pair(&(slow_pair){&graph, distance, v, w}, &bfs, &scratch);
    }
    sg_scratch_free(&scratch);
    sg_free(distance);
}

/* Labels differ by edge, by direction, or are not there. */
static void equals_the_slow_twin(void **state)
{
    (void)state;
    sg_rng rng = check_rng("path edges");
    for (int i = 0; i < 600; i++) {
        labeled_graph graph =
            labeled_graph_draw(&rng, (random_shape){.max_graphs = 3, .max_nodes = 9});
        if (i % 3 == 1) draw_arc_labels(&graph, &rng, 1 + sg_rng_below(&rng, 5));
        sg_graph_view view = labeled_graph_view(&graph);
        if (i % 3 == 2) view = (sg_graph_view){.graph = &graph.graph};
        for (uint32_t g = 0; g < graph.graph.n_graphs; g++) check_graph(&view, g);
        labeled_graph_free(&graph);
    }
}

SG_TESTS(cmocka_unit_test(equals_the_slow_twin))
