/* test_undirected.c - directed graphs for what knows edges alone. */
#include "base/mem.h"
#include "graph/isomorphism.h"
#include "graph/undirected.h"
#include "support/check.h"
#include "support/labeled_graph.h"

static const sg_arc_rules DIRECTED = {.directed = true, .loops = true};

static bool has_arc(const sg_graph *graph, uint32_t u, uint32_t v)
{
    for (uint32_t a = graph->arc_offset[u]; a < graph->arc_offset[u + 1]; a++)
        if (graph->neighbor[a] == v) return true;
    return false;
}

static sg_one_graph all_of(const sg_graph *graph)
{
    return (sg_one_graph){.n_nodes = graph->n_nodes,
                          .arc_offset = graph->arc_offset,
                          .neighbor = graph->neighbor,
                          .rules = graph->rules};
}

static void arcs_are_found(void **state)
{
    (void)state;
    sg_rng rng = check_rng("arcs");
    for (int i = 0; i < 100; i++) {
        sg_graph graph = random_graph_by(&rng, (random_shape){2, 9}, DIRECTED);
        const sg_one_graph all = all_of(&graph);
        for (uint32_t u = 0; u < graph.n_nodes; u++)
            for (uint32_t v = 0; v < graph.n_nodes; v++) {
                const uint32_t a = sg_arc_between(&all, u, v);
                assert_int_equal(a != SG_NO_ARC, has_arc(&graph, u, v));
                if (a != SG_NO_ARC) assert_int_equal(graph.neighbor[a], v);
            }
        sg_graph_free(&graph);
    }
}

static void nodes_are_joined_once_whatever_the_direction(void **state)
{
    (void)state;
    sg_rng rng = check_rng("joined");
    for (int i = 0; i < 200; i++) {
        sg_graph graph = random_graph_by(&rng, (random_shape){3, 8}, DIRECTED), plain = {0};
        const sg_one_graph all = all_of(&graph);
        uint32_t n_listed = 0;
        check_ok(sg_undirected_make(&plain, &all, graph.graph_offset, graph.n_graphs, &err));
        assert_false(sg_arcs_are_special(plain.rules));
        assert_int_equal(plain.n_graphs, graph.n_graphs);
        for (uint32_t u = 0; u < graph.n_nodes; u++) {
            for (uint32_t v = 0; v < graph.n_nodes; v++)
                assert_int_equal(has_arc(&plain, u, v),
                                 u != v && (has_arc(&graph, u, v) || has_arc(&graph, v, u)));
            for (uint32_t a = graph.arc_offset[u]; a < graph.arc_offset[u + 1]; a++)
                n_listed += sg_arc_stands_for_edge(&all, u, graph.neighbor[a]);
        }
        assert_int_equal(2 * n_listed, plain.n_arcs);
        sg_graph_free(&plain);
        check_ok(sg_undirected_make(&plain, &all, NULL, 1, &err));
        assert_int_equal(plain.n_graphs, 1);
        sg_graph_free(&plain);
        sg_graph_free(&graph);
    }
}

/* Whether graphs 0 and 1 of a list of arcs are the same. */
static sg_sameness compare(const uint32_t (*arc)[2], size_t n_arcs, uint32_t n_nodes)
{
    sg_arc_list arcs = {.rules = DIRECTED};
    sg_graph graph = {0};
    sg_undirected plain = {0};
    sg_sameness same = SG_UNDECIDED;
    uint32_t *offset = sg_alloc(3, sizeof *offset);
    assert_non_null(offset);
    offset[1] = n_nodes;
    offset[2] = 2 * n_nodes;
    for (size_t i = 0; i < n_arcs; i++)
        check_ok(sg_arc_list_add(&arcs, arc[i][0], arc[i][1], &err));
    check_ok(sg_graph_build(&graph, NULL, NULL, &arcs, &offset, 2, &err));
    const sg_graph_view view = {.graph = &graph};
    check_ok(sg_undirected_encode(&plain, &view, &err));
    check_ok(sg_graphs_same(&same, &plain.view, 0, 1, 1000, &err));
    sg_undirected_free(&plain);
    sg_graph_free(&graph);
    return same;
}

static void directions_and_loops_tell_graphs_apart(void **state)
{
    (void)state;
    /* A path of two arcs, and the same turned round; or with an arc turned. */
    assert_int_equal(compare((const uint32_t[][2]){{0, 1}, {1, 2}, {5, 4}, {4, 3}}, 4, 3),
                     SG_SAME);
    assert_int_equal(compare((const uint32_t[][2]){{0, 1}, {1, 2}, {4, 3}, {4, 5}}, 4, 3),
                     SG_DIFFERENT);
    assert_int_equal(compare((const uint32_t[][2]){{0, 1}, {3, 2}}, 2, 2), SG_SAME);
    assert_int_equal(compare((const uint32_t[][2]){{0, 1}, {2, 3}, {3, 2}}, 3, 2),
                     SG_DIFFERENT);
    assert_int_equal(compare((const uint32_t[][2]){{0, 1}, {0, 0}, {2, 3}, {3, 3}}, 4, 2),
                     SG_DIFFERENT);
}

static void renumbered_graphs_stay_the_same(void **state)
{
    (void)state;
    sg_rng rng = check_rng("renumbered");
    for (int i = 0; i < 100; i++) {
        labeled_graph one = labeled_graph_draw_by(&rng, (random_shape){1, 8}, DIRECTED);
        uint32_t new_id[8];
        sg_undirected before = {0}, after = {0};
        uint64_t key[2] = {0};
        random_permutation(new_id, &rng, one.graph.graph_offset, one.graph.n_graphs);
        labeled_graph two = labeled_graph_renumber(&one, new_id);
        const sg_graph_view first = labeled_graph_view(&one), second = labeled_graph_view(&two);
        check_ok(sg_undirected_encode(&before, &first, &err));
        check_ok(sg_undirected_encode(&after, &second, &err));
        if (one.graph.n_graphs > 0) {
            check_ok(sg_graph_key(&key[0], &before.view, 0, &err));
            check_ok(sg_graph_key(&key[1], &after.view, 0, &err));
        }
        assert_int_equal(key[0], key[1]);
        sg_undirected_free(&before);
        sg_undirected_free(&after);
        labeled_graph_free(&one);
        labeled_graph_free(&two);
    }
}

SG_TESTS(cmocka_unit_test(arcs_are_found),
         cmocka_unit_test(nodes_are_joined_once_whatever_the_direction),
         cmocka_unit_test(directions_and_loops_tell_graphs_apart),
         cmocka_unit_test(renumbered_graphs_stay_the_same))
