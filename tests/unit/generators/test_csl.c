/* test_csl.c - every graph is a ring with the skip links of its class, ours and the published. */
#include "formats/tu_reader.h"
#include "generators/csl.h"
#include "support/check.h"

enum { N_NODES = 41, N_CLASSES = 10, N_COPIES = 15 };

static const uint32_t skips[N_CLASSES] = {2, 3, 4, 5, 6, 9, 11, 12, 13, 16};

/* A walk around the ring: node[i] is i steps from the start. */
typedef struct walk {
    bool joined[N_NODES][N_NODES];
    uint32_t skip;
    uint32_t node[N_NODES];
} walk;

/* May `v` be the i-th node of the ring?  It must be joined to the nodes 1 and `skip` steps away,
 * either way around, and to no other node of the walk. */
static bool fits(const walk *w, uint32_t i, uint32_t v)
{
    for (uint32_t j = 0; j < i; j++) {
        const uint32_t steps = i - j;
        const bool expected = steps == 1 || steps == N_NODES - 1 || steps == w->skip ||
                              steps == N_NODES - w->skip;
        if (w->node[j] == v || w->joined[w->node[j]][v] != expected) return false;
    }
    return true;
}

static bool complete(walk *w, uint32_t i)
{
    if (i == N_NODES) return true;
    for (uint32_t v = 0; v < N_NODES; v++) {
        if (!w->joined[w->node[i - 1]][v] || !fits(w, i, v)) continue;
        w->node[i] = v;
        if (complete(w, i + 1)) return true;
    }
    return false;
}

/* Whether graph `g` is isomorphic to the ring with skip links.  All nodes of such a graph are
 * alike, so one start is enough. */
static bool has_skip(const sg_graph *graph, uint32_t g, uint32_t skip)
{
    walk w = {.skip = skip};
    const uint32_t first = graph->graph_offset[g];
    for (uint32_t v = 0; v < N_NODES; v++)
        for (uint32_t a = graph->arc_offset[first + v]; a < graph->arc_offset[first + v + 1];
             a++)
            w.joined[v][graph->neighbor[a] - first] = true;
    return complete(&w, 1);
}

static void check_all(const sg_dataset *data)
{
    assert_int_equal(data->graph.n_graphs, N_CLASSES * N_COPIES);
    assert_int_equal(data->graph.n_nodes, N_CLASSES * N_COPIES * N_NODES);
    assert_int_equal(data->graph.n_arcs, N_CLASSES * N_COPIES * N_NODES * 4);
    assert_int_equal(data->items.n_classes, N_CLASSES);
    for (uint32_t v = 0; v < data->graph.n_nodes; v++)
        assert_int_equal(data->node_label.value[v], 0);
    for (uint32_t g = 0; g < data->graph.n_graphs; g++) {
        assert_int_equal(data->graph.graph_offset[g], g * N_NODES);
        assert_int_equal(data->items.item_class[g], g / N_COPIES);
        assert_true(has_skip(&data->graph, g, skips[g / N_COPIES]));
    }
}

static void graphs_are_rings_with_skip_links(void **state)
{
    (void)state;
    sg_dataset data = {0};
    check_ok(sg_csl_make(&data, 3, &err));
    assert_string_equal(data.name, "CSL");
    check_all(&data);
    sg_dataset_free(&data);
}

static void classes_are_not_isomorphic(void **state)
{
    (void)state;
    sg_dataset data = {0};
    check_ok(sg_csl_make(&data, 4, &err));
    for (uint32_t c = 0; c < N_CLASSES; c++)
        for (uint32_t other = c; other < N_CLASSES; other++)
            assert_int_equal(has_skip(&data.graph, c * N_COPIES, skips[other]), c == other);
    sg_dataset_free(&data);
}

static void copies_are_numbered_differently(void **state)
{
    (void)state;
    sg_dataset data = {0};
    check_ok(sg_csl_make(&data, 5, &err));
    const uint32_t n = 4 * N_NODES; /* arcs of a graph */
    for (uint32_t g = 0; g + 1 < data.graph.n_graphs; g++) {
        bool same = true;
        for (uint32_t a = g * n; a < (g + 1) * n; a++)
            same = same && data.graph.neighbor[a] + N_NODES == data.graph.neighbor[a + n];
        assert_false(same);
    }
    sg_dataset_free(&data);
}

static void published_graphs_are_the_same_up_to_numbering(void **state)
{
    (void)state;
    sg_dataset data = {0};
    check_ok(sg_tu_open(&data, check_shared("data/CSL.zip"), 1, &err));
    check_all(&data);
    sg_dataset_free(&data);
}

SG_TESTS(cmocka_unit_test(graphs_are_rings_with_skip_links),
         cmocka_unit_test(classes_are_not_isomorphic),
         cmocka_unit_test(copies_are_numbered_differently),
         cmocka_unit_test(published_graphs_are_the_same_up_to_numbering))
