/* test_own_graphs.c - some graphs of a data set under their numbers, and a rank's part of it. */
#include "data/ranks/own_graphs.h"
#include "data/ranks/rank_part.h"

#include "sharegnn.h"
#include "support/check.h"
#include "support/fake_ranks.h"

enum { N_GRAPHS = 150, MOST = 5 };

/* Whether graph g of `a` is graph h of `b`. */
static bool is_same_graph(const sg_graph *a, uint32_t g, const sg_graph *b, uint32_t h)
{
    const uint32_t first = a->graph_offset[g], other = b->graph_offset[h],
                   n = a->graph_offset[g + 1] - first;
    if (b->graph_offset[h + 1] - other != n) return false;
    for (uint32_t v = 0; v < n; v++) {
        const uint32_t from = a->arc_offset[first + v], at = b->arc_offset[other + v],
                       n_arcs = a->arc_offset[first + v + 1] - from;
        if (b->arc_offset[other + v + 1] - at != n_arcs) return false;
        for (uint32_t i = 0; i < n_arcs; i++)
            if (a->neighbor[from + i] - first != b->neighbor[at + i] - other) return false;
    }
    return true;
}

static void check_own(const sg_dataset *data, const bool *wanted)
{
    sg_dataset own = {0};
    check_ok(sg_dataset_own_graphs(&own, data, wanted, &err));
    assert_int_equal(own.graph.n_graphs, N_GRAPHS);
    assert_int_equal(own.items.kind, SG_ITEM_GRAPH);
    for (uint32_t g = 0; g < N_GRAPHS; g++) {
        const uint32_t n = own.graph.graph_offset[g + 1] - own.graph.graph_offset[g];
        if (wanted[g])
            assert_true(is_same_graph(&data->graph, g, &own.graph, g));
        else
            assert_int_equal(n, 0);
    }
    assert_int_equal(own.graph.graph_offset[N_GRAPHS], own.graph.n_nodes);
    sg_dataset_free(&own);
}

static void graphs_keep_their_numbers(void **state)
{
    (void)state;
    sg_dataset *data = NULL;
    sg_rng rng = check_rng("own_graphs");
    check_ok(sg_data_generate(&data, "CSL", 0, &err));
    for (int share = 0; share <= 4; share++) {
        bool wanted[N_GRAPHS];
        for (uint32_t g = 0; g < N_GRAPHS; g++)
            wanted[g] = (int)(sg_rng_next(&rng) % 4) < share;
        check_own(data, wanted);
    }
    sg_data_close(data);
}

/* Graphs that a rank has are graphs first[r] .. first[r] + n[r] - 1. */
typedef struct parts {
    const sg_dataset *data;
    uint32_t first[MOST], n[MOST];
    bool good[MOST];
} parts;

static void open_part(sg_cluster *cluster, void *context)
{
    parts *p = context;
    const uint32_t rank = sg_cluster_rank(cluster);
    sg_rank_part part = {0};
    if (sg_rank_part_open(&part, p->data, cluster, NULL) != SG_OK) return;
    const sg_graph_view view = sg_rank_part_view(&part);
    p->first[rank] = part.first_graph;
    p->n[rank] = view.graph->n_graphs;
    p->good[rank] = part.first_node[rank + 1] - part.first_node[rank] == view.graph->n_nodes;
    for (uint32_t g = 0; g < view.graph->n_graphs; g++)
        p->good[rank] = p->good[rank] &&
                        sg_view_graph(&view, g).number == part.first_graph + g &&
                        is_same_graph(&p->data->graph, part.first_graph + g, view.graph, g);
    sg_rank_part_close(&part);
}

static void ranks_have_all_graphs_once(void **state)
{
    (void)state;
    sg_dataset *data = NULL;
    check_ok(sg_data_generate(&data, "Snowflakes", 1, &err));
    for (uint32_t n = 1; n <= MOST; n++) {
        parts p = {.data = data};
        uint32_t behind = 0;
        run_ranks(n, open_part, &p);
        for (uint32_t r = 0; r < n; r++) {
            assert_true(p.good[r]);
            assert_int_equal(p.first[r], behind);
            behind += p.n[r];
        }
        assert_int_equal(behind, data->graph.n_graphs);
    }
    sg_data_close(data);
}

SG_TESTS(cmocka_unit_test(graphs_keep_their_numbers),
         cmocka_unit_test(ranks_have_all_graphs_once))
