/* test_igraph_isomorphism.c - same graphs as igraph finds them, with labels (VF2) and without. */
#include "base/mem.h"
#include "graph/isomorphism.h"
#include "support/check.h"
#include "support/labeled_graph.h"

#include <igraph/igraph.h>

/* A graph of igraph's with the colors of its nodes and edges. */
typedef struct colored {
    igraph_t graph;
    igraph_vector_int_t node, edge;
} colored;

static void colored_open(colored *c, const sg_one_graph *graph)
{
    igraph_vector_int_t edges;
    igraph_vector_int_init(&edges, 0);
    igraph_vector_int_init(&c->node, 0);
    igraph_vector_int_init(&c->edge, 0);
    for (uint32_t v = 0; v < graph->n_nodes; v++) {
        igraph_vector_int_push_back(&c->node, graph->node_label[v]);
        for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++) {
            const uint32_t u = graph->neighbor[a] - graph->first;
            if (u < v) continue;
            igraph_vector_int_push_back(&edges, v);
            igraph_vector_int_push_back(&edges, u);
            igraph_vector_int_push_back(&c->edge, graph->edge_label[a]);
        }
    }
    assert_int_equal(igraph_create(&c->graph, &edges, graph->n_nodes, IGRAPH_UNDIRECTED),
                     IGRAPH_SUCCESS);
    igraph_vector_int_destroy(&edges);
}

static void colored_close(colored *c)
{
    igraph_destroy(&c->graph);
    igraph_vector_int_destroy(&c->node);
    igraph_vector_int_destroy(&c->edge);
}

static bool igraph_says(const sg_graph_view *view, uint32_t g, uint32_t h)
{
    const sg_one_graph first = sg_view_graph(view, g), second = sg_view_graph(view, h);
    colored a, b;
    igraph_bool_t same = false;
    colored_open(&a, &first);
    colored_open(&b, &second);
    assert_int_equal(igraph_isomorphic_vf2(&a.graph, &b.graph, &a.node, &b.node, &a.edge,
                                           &b.edge, &same, NULL, NULL, NULL, NULL, NULL),
                     IGRAPH_SUCCESS);
    colored_close(&a);
    colored_close(&b);
    return same;
}

/* Few labels and small graphs, so that many pairs are the same. */
static void as_igraph(void **state)
{
    (void)state;
    sg_rng rng = check_rng("as_igraph");
    uint32_t n_same = 0;
    for (int i = 0; i < 150; i++) {
        labeled_graph graphs = labeled_graph_draw(
            &rng, (random_shape){.max_graphs = 12, .max_nodes = i % 2 == 0 ? 3 : 12});
        for (uint32_t v = 0; v < graphs.graph.n_nodes; v++) graphs.node_label[v] /= 3;
        for (uint32_t a = 0; a < graphs.graph.n_arcs; a++) graphs.edge_label[a] /= 2;
        const sg_graph_view view = labeled_graph_view(&graphs);
        for (uint32_t g = 0; g < graphs.graph.n_graphs; g++)
            for (uint32_t h = 0; h < g; h++) {
                sg_sameness same = SG_UNDECIDED;
                check_ok(sg_graphs_same(&same, &view, g, h, 100000, &err));
                assert_int_equal(same == SG_SAME, igraph_says(&view, g, h));
                n_same += same == SG_SAME;
            }
        labeled_graph_free(&graphs);
    }
    assert_true(n_same > 50);
}

SG_TESTS(cmocka_unit_test(as_igraph))
