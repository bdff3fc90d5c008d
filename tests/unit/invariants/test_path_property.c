/* test_path_property.c - pairs by their shortest paths. */
#include "base/mem.h"
#include "support/check.h"
#include "support/keys_of.h"
#include "support/pairs_of.h"
#include "support/shaped_graphs.h"
#include "support/slow_pairs.h"

/* Graphs of up to 64 nodes and larger ones are searched in different ways. */
static random_shape any_shape(int i)
{
    return (random_shape){3, i % 20 == 0 ? 75 : 10};
}

static void equals_its_slow_twin(void **state)
{
    (void)state;
    static const char *const expression[] = {"path 0..40", "path 0..2", "path 3", "path 0,2,5"};
    sg_rng rng = check_rng("path");
    for (int i = 0; i < 1600; i++) {
        labeled_graph graph = labeled_graph_draw(&rng, any_shape(i));
        if (i % 3 == 1) draw_arc_labels(&graph, &rng, 1 + sg_rng_below(&rng, 9));
        sg_graph_view view = labeled_graph_view(&graph);
        if (i % 3 == 2) view = (sg_graph_view){.graph = &graph.graph};
        check_pairs(&view, expression[i / 3 % 4], SG_TAG_PATH, slow_path);
        labeled_graph_free(&graph);
    }
}

/* Labels of two columns: the tuple counts. */
static void columns_belong_together(void **state)
{
    (void)state;
    sg_rng rng = check_rng("columns");
    for (int i = 0; i < 300; i++) {
        sg_graph graph = random_graph(&rng, any_shape(i));
        int32_t *label = sg_alloc(graph.n_arcs, 2 * sizeof *label);
        assert_non_null(label);
        for (uint32_t k = 0; k < 2 * graph.n_arcs; k++)
            label[k] = (int32_t)sg_rng_below(&rng, 3) - 1;
        const sg_graph_view view = {.graph = &graph, .edge_label = label, .n_edge_columns = 2};
        check_pairs(&view, "path 0..40", SG_TAG_PATH, slow_path);
        sg_free(label);
        sg_graph_free(&graph);
    }
}

/* A square with bonds 1-2, 2-1 and a tail: 0 and 3 have two paths, one over bonds 1 and 2, the
 * other over 2 and 1; 0 and 4 as many, with two more bonds of kind 7. */
static void counts_by_hand(void **state)
{
    (void)state;
    sg_graph graph = graph_of(5, "0-1 0-2 1-3 2-3 3-4");
    /*                       0>1 0>2 1>0 1>3 2>0 2>3 3>1 3>2 3>4 4>3 */
    const int32_t label[] = {1, 2, 1, 2, 2, 1, 2, 1, 7, 7};
    const sg_graph_view view = {.graph = &graph, .edge_label = label, .n_edge_columns = 1};
    const uint64_t content[][8] = {
        {0, 1}, {1, 1, 1, 1}, {1, 1, 2, 1}, {2, 2, 1, 2, 2, 2}, {3, 2, 1, 2, 2, 2, 7, 2}};
    const size_t n_words[] = {2, 4, 4, 6, 8};
    sg_scratch scratch = {0};
    const sg_pairs pairs = pairs_of(&view, "path 0..3", &scratch);
    assert_int_equal(pairs.row[1], 5);
    for (uint32_t w = 0; w < 5; w++) {
        assert_int_equal(pairs.sender[w], w);
        check_same_key(pairs.key[pairs.value[w]],
                       sg_key_of(SG_TAG_PATH, content[w], n_words[w]));
    }
    sg_scratch_free(&scratch);
    sg_graph_free(&graph);
}

static void keys_move_with_their_nodes(void **state)
{
    (void)state;
    sg_rng rng = check_rng("moving");
    check_pairs_move(&rng, "path 0..8", 300);
}

/* Counted, not listed; and refused where 64 bits do not suffice. */
static void many_paths_are_counted(void **state)
{
    (void)state;
    sg_graph graph = chain_of_squares(63), longer = chain_of_squares(64);
    const sg_graph_view view = {.graph = &graph}, longer_view = {.graph = &longer};
    sg_scratch scratch = {0};
    const sg_pairs pairs = pairs_of(&view, "path 126", &scratch);
    assert_int_equal(pairs.row[graph.n_nodes], 2);
    assert_int_equal(pairs.sender[0], 3 * 63);
    check_same_key(pairs.key[0],
                   sg_key_of(SG_TAG_PATH, (uint64_t[]){126, (uint64_t)1 << 63}, 2));
    check_ok(find_all_pairs(&longer_view, "path 0..127", &err));
    check_fails(find_all_pairs(&longer_view, "path 0..128", &err), SG_ELIMIT, "2^64");
    sg_scratch_free(&scratch);
    sg_graph_free(&longer);
    sg_graph_free(&graph);
}

/* Leaves of a star with labels of their own: every two have a path of their own. */
static void too_many_values_are_refused(void **state)
{
    (void)state;
    enum { LEAVES = 365 }; /* 365 * 364 / 2 = 66,430 pairs */
    char edges[LEAVES * 8];
    int32_t label[2 * LEAVES];
    size_t at = 0;
    for (int32_t v = 1; v <= LEAVES; v++) {
        at += (size_t)sprintf(edges + at, "0-%d ", v);
        label[v - 1] = label[LEAVES + v - 1] = v;
    }
    edges[at - 1] = '\0';
    sg_graph graph = graph_of(LEAVES + 1, edges);
    const sg_graph_view view = {.graph = &graph, .edge_label = label, .n_edge_columns = 1};
    check_ok(find_all_pairs(&view, "path 0..1", &err));
    check_fails(find_all_pairs(&view, "path 0..2", &err), SG_ELIMIT, "65535");
    sg_graph_free(&graph);
}

static void graphs_without_pairs(void **state)
{
    (void)state;
    sg_graph none = graph_of(0, ""), points = graph_of(3, "");
    const sg_graph_view view = {.graph = &none}, point_view = {.graph = &points};
    check_pairs(&view, "path 0..3", SG_TAG_PATH, slow_path);
    check_pairs(&point_view, "path 0..3", SG_TAG_PATH, slow_path);
    check_pairs(&point_view, "path 1..3", SG_TAG_PATH, slow_path);
    sg_graph_free(&none);
    sg_graph_free(&points);
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    sg_rng rng = check_rng("memory");
    sg_graph graph = chain_of_squares(300);
    int32_t *label = sg_alloc(graph.n_arcs, sizeof *label);
    assert_non_null(label);
    for (uint32_t a = 0; a < graph.n_arcs; a++) label[a] = (int32_t)sg_rng_below(&rng, 40);
    const sg_graph_view view = {.graph = &graph, .edge_label = label, .n_edge_columns = 1};
    check_pairs_memory(&view, "path 0..12");
    sg_free(label);
    sg_graph_free(&graph);
}

static void parameters_are_checked(void **state)
{
    (void)state;
    sg_property property = {0};
    check_fails(sg_property_parse(&property, "path", &err), SG_EINVAL, "");
    check_fails(sg_property_parse(&property, "path 1024", &err), SG_EINVAL, "");
}

SG_TESTS(cmocka_unit_test(equals_its_slow_twin), cmocka_unit_test(columns_belong_together),
         cmocka_unit_test(counts_by_hand), cmocka_unit_test(keys_move_with_their_nodes),
         cmocka_unit_test(many_paths_are_counted),
         cmocka_unit_test(too_many_values_are_refused), cmocka_unit_test(graphs_without_pairs),
         cmocka_unit_test(survives_any_failing_allocation),
         cmocka_unit_test(parameters_are_checked))
