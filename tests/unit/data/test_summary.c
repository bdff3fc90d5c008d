/* test_summary.c - rows of the paper's data set tables. */
#include "base/mem.h"
#include "data/summary.h"
#include "support/check.h"
#include "support/random_graph.h"
#include "support/slow_graph.h"

static sg_data_summary summarize(const sg_dataset *data, sg_threads *threads)
{
    sg_data_summary summary = {.struct_size = sizeof summary};
    check_ok(sg_dataset_summarize(&summary, data, threads, &err));
    return summary;
}

static void check_range(sg_range range, uint32_t max, double avg, uint32_t min)
{
    assert_int_equal(range.max, max);
    check_near(range.avg, avg, 1e-14, 0);
    assert_int_equal(range.min, min);
}

/* A path of 4 nodes; a triangle and an isolated node; an isolated node. */
static void by_hand(void **state)
{
    (void)state;
    uint32_t graph_offset[] = {0, 4, 8, 9};
    uint32_t arc_offset[] = {0, 1, 3, 5, 6, 8, 10, 10, 12, 12};
    uint32_t neighbor[] = {1, 0, 2, 1, 3, 2, 5, 7, 4, 7, 4, 5};
    int32_t label[] = {3, -1, 3, 0, 0, 3, -1, INT32_MIN, INT32_MAX};
    const sg_dataset data = {.graph = {3, 9, 12, graph_offset, arc_offset, neighbor},
                             .node_label = {label, 1},
                             .items.n_classes = 2};
    const sg_data_summary s = summarize(&data, NULL);
    assert_int_equal(s.n_graphs, 3);
    check_range(s.nodes, 4, 3, 1);
    check_range(s.edges, 3, 2, 0);
    check_range(s.diameter, 3, 1, 0);
    assert_int_equal(s.node_labels, 5);
    assert_int_equal(s.classes, 2);
    assert_int_equal(s.components, 4);
}

static void nothing_is_summarized_too(void **state)
{
    (void)state;
    uint32_t zero[] = {0, 0, 0};
    const sg_dataset empty = {0},
                     hollow = {
                         .graph = {.n_graphs = 2, .graph_offset = zero, .arc_offset = zero}};
    const sg_dataset *data[] = {&empty, &hollow};
    for (int i = 0; i < 2; i++) {
        const sg_data_summary s = summarize(data[i], NULL);
        assert_int_equal(s.n_graphs, data[i]->graph.n_graphs);
        check_range(s.nodes, 0, 0, 0);
        check_range(s.edges, 0, 0, 0);
        check_range(s.diameter, 0, 0, 0);
        assert_int_equal(s.components, 0);
        assert_int_equal(s.classes, 0);
        assert_int_equal(s.node_labels, 1); /* without a column all nodes are alike */
    }
}

/* Rows of several columns are one label. */
static void labels_are_whole_rows(void **state)
{
    (void)state;
    uint32_t graph_offset[] = {0, 6}, arc_offset[] = {0, 0, 0, 0, 0, 0, 0};
    int32_t label[] = {1, 2, 3, 2, 1, 3, 1, 2, 3, -1, 2, 3, 3, 2, 1, 2, 1, 3};
    sg_dataset data = {.graph = {1, 6, 0, graph_offset, arc_offset, NULL}};
    assert_int_equal(summarize(&data, NULL).node_labels, 1);
    data.node_label = (sg_label_table){label, 1};
    assert_int_equal(summarize(&data, NULL).node_labels, 3); /* 1 2 3 2 1 3 */
    data.node_label.n_columns = 2;
    assert_int_equal(summarize(&data, NULL).node_labels, 5);
    data.node_label.n_columns = 3;
    assert_int_equal(summarize(&data, NULL).node_labels, 4);
}

static uint32_t count_slowly(const int32_t *label, uint32_t n_rows, uint32_t n_columns)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < n_rows; i++) {
        bool is_new = true;
        for (uint32_t k = 0; k < i; k++)
            if (memcmp(label + i * n_columns, label + k * n_columns,
                       n_columns * sizeof *label) == 0)
                is_new = false;
        n += is_new;
    }
    return n;
}

/* Without a graph there is nothing to average: all zero. */
static void check_sizes(const sg_data_summary *s, const sg_graph *graph)
{
    const double n = graph->n_graphs;
    uint32_t most_nodes = 0, most_edges = 0;
    uint32_t least_nodes = n > 0 ? UINT32_MAX : 0, least_edges = least_nodes;
    for (uint32_t g = 0; g < graph->n_graphs; g++) {
        uint32_t n_edges = 0;
        const uint32_t first = graph->graph_offset[g], end = graph->graph_offset[g + 1];
        for (uint32_t v = first; v < end; v++)
            for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++)
                n_edges += v < graph->neighbor[a];
        if (end - first > most_nodes) most_nodes = end - first;
        if (end - first < least_nodes) least_nodes = end - first;
        if (n_edges > most_edges) most_edges = n_edges;
        if (n_edges < least_edges) least_edges = n_edges;
    }
    check_range(s->nodes, most_nodes, n > 0 ? graph->n_nodes / n : 0, least_nodes);
    check_range(s->edges, most_edges, n > 0 ? graph->n_arcs / 2 / n : 0, least_edges);
}

static void equals_its_slow_twin(void **state)
{
    (void)state;
    sg_rng rng = check_rng("summary");
    for (int round = 0; round < 500; round++) {
        int32_t label[3 * 40];
        sg_dataset data = {.graph = random_graph(&rng, (random_shape){5, 8})};
        data.node_label = (sg_label_table){label, 1 + sg_rng_below(&rng, 3)};
        for (int i = 0; i < 3 * 40; i++) label[i] = (int32_t)sg_rng_below(&rng, 4) - 2;
        const sg_diameters d = slow_diameters(&data.graph);
        const sg_data_summary s = summarize(&data, NULL);
        check_sizes(&s, &data.graph);
        check_range(s.diameter, d.max,
                    d.n_components > 0 ? (double)d.sum / (double)d.n_components : 0, d.min);
        assert_int_equal(s.components, d.n_components);
        assert_int_equal(s.node_labels,
                         count_slowly(label, data.graph.n_nodes, data.node_label.n_columns));
        sg_graph_free(&data.graph);
    }
}

static void any_number_of_threads_gives_the_same(void **state)
{
    (void)state;
    sg_rng rng = check_rng("threads");
    sg_dataset data = {.graph = random_graph(&rng, (random_shape){2000, 12})};
    const sg_data_summary alone = summarize(&data, NULL);
    const uint32_t n_threads[] = {1, 2, 3, 8};
    for (int t = 0; t < 4; t++) {
        sg_threads *threads = NULL;
        check_ok(sg_threads_open(&threads, n_threads[t], &err));
        const sg_data_summary s = summarize(&data, threads);
        assert_true(s.diameter.avg == alone.diameter.avg);
        assert_int_equal(s.diameter.max, alone.diameter.max);
        assert_int_equal(s.components, alone.components);
        sg_threads_close(threads);
    }
    sg_graph_free(&data.graph);
}

static sg_status summarize_again(void *context, sg_error *err)
{
    sg_data_summary s = {.struct_size = sizeof s, .n_graphs = 77};
    const sg_status status = sg_dataset_summarize(&s, context, NULL, err);
    if (status != SG_OK) assert_int_equal(s.n_graphs, 77);
    return status;
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    uint32_t graph_offset[] = {0, 2}, arc_offset[] = {0, 1, 2}, neighbor[] = {1, 0};
    int32_t label[] = {1, 2};
    sg_dataset data = {.graph = {1, 2, 2, graph_offset, arc_offset, neighbor},
                       .node_label = {label, 1}};
    assert_true(check_out_of_memory(summarize_again, &data) >= 7);
}

SG_TESTS(cmocka_unit_test(by_hand), cmocka_unit_test(nothing_is_summarized_too),
         cmocka_unit_test(labels_are_whole_rows), cmocka_unit_test(equals_its_slow_twin),
         cmocka_unit_test(any_number_of_threads_gives_the_same),
         cmocka_unit_test(survives_any_failing_allocation))
