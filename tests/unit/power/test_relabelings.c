/* test_relabelings.c - copies are the same graphs, labels and all, with nodes in another order. */
#include "power/relabelings.h"

#include "base/mem.h"
#include "data/dataset_view.h"
#include "graph/isomorphism.h"
#include "support/check.h"
#include "support/small_data.h"

/* A square with a tail, and a triangle; labels tell the nodes apart. */
static sg_dataset pictures(void)
{
    sg_dataset data =
        small_data("0: 5 6 7 8 9 / 0-1 1-2 2-3 3-0 3-4", "1: 5 5 6 / 0-1 1-2 2-0");
    small_data_attributes(&data, 2);
    for (uint32_t v = 0; v < data.graph.n_nodes; v++) {
        check_ok(sg_sparse_row_add(&data.node_sparse, 10 + v, (float)v, &err));
        check_ok(sg_sparse_row_end(&data.node_sparse, &err));
    }
    return data;
}

/* The copy of a node: the one with its label, where labels differ. */
static uint32_t copy_of(const sg_dataset *copies, uint32_t g, int32_t label)
{
    for (uint32_t v = copies->graph.graph_offset[g]; v < copies->graph.graph_offset[g + 1]; v++)
        if (copies->node_label.value[v] == label) return v;
    return UINT32_MAX;
}

static void copies_are_the_same(void **state)
{
    (void)state;
    sg_dataset data = pictures(), copies = {0};
    const uint32_t graph[] = {0, 1, 0, 0, 1};
    sg_rng rng = check_rng("copies_are_the_same");
    bool moved = false;
    check_ok(sg_relabelings_make(&copies, &data, graph, 5, &rng, &err));
    assert_int_equal(copies.graph.n_graphs, 5);
    const sg_graph_view view = sg_dataset_view(&copies);
    for (uint32_t g = 0; g < 5; g++)
        for (uint32_t h = 0; h < g; h++) {
            sg_sameness same = SG_UNDECIDED;
            check_ok(sg_graphs_same(&same, &view, g, h, 1000, &err));
            assert_int_equal(same, graph[g] == graph[h] ? SG_SAME : SG_DIFFERENT);
        }
    for (uint32_t g = 0; g < 5; g += g == 0 ? 2 : 1) {
        if (graph[g] != 0) continue;
        for (uint32_t v = 0; v < 5; v++) {
            const uint32_t w = copy_of(&copies, g, data.node_label.value[v]);
            assert_true(w != UINT32_MAX);
            moved = moved || w - copies.graph.graph_offset[g] != v;
            const sg_sparse_table *sparse = &copies.node_sparse;
            assert_int_equal(sparse->row[w + 1] - sparse->row[w], 1);
            assert_int_equal(sparse->column[sparse->row[w]], 10 + v);
            for (uint32_t c = 0; c < 2; c++)
                assert_true(data.node_attribute.value[v * 2 + c] ==
                            copies.node_attribute.value[w * 2 + c]);
        }
    }
    assert_true(moved);
    sg_dataset_free(&copies);
    sg_dataset_free(&data);
}

/* Rows are in order, as all graphs' are. */
static void rows_are_sorted(void **state)
{
    (void)state;
    sg_dataset data = pictures(), copies = {0};
    sg_rng rng = check_rng("rows_are_sorted");
    for (int i = 0; i < 50; i++) {
        const uint32_t graph[] = {0, 1};
        check_ok(sg_relabelings_make(&copies, &data, graph, 2, &rng, &err));
        const sg_graph *g = &copies.graph;
        for (uint32_t v = 0; v < g->n_nodes; v++)
            for (uint32_t a = g->arc_offset[v] + 1; a < g->arc_offset[v + 1]; a++)
                assert_true(g->neighbor[a - 1] < g->neighbor[a]);
        sg_dataset_free(&copies);
    }
    sg_dataset_free(&data);
}

static sg_status make_body(void *context, sg_error *err)
{
    sg_dataset copies = {0};
    sg_rng rng = sg_rng_stream(1, NULL, 0);
    const uint32_t graph[] = {0, 1, 1};
    const sg_status status = sg_relabelings_make(&copies, context, graph, 3, &rng, err);
    sg_dataset_free(&copies);
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    sg_dataset data = pictures();
    assert_true(check_out_of_memory(make_body, &data) > 5);
    sg_dataset_free(&data);
}

SG_TESTS(cmocka_unit_test(copies_are_the_same), cmocka_unit_test(rows_are_sorted),
         cmocka_unit_test(out_of_memory))
