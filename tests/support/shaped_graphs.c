/* shaped_graphs.c - edge by edge, as text for graph_of. */
#include "support/shaped_graphs.h"

#include "support/check.h"
#include "support/keys_of.h"

typedef struct edge_text {
    char *text;
    size_t size;
} edge_text;

static edge_text edge_text_for(size_t n_edges)
{
    edge_text edges = {.text = calloc(n_edges * 24 + 1, 1)};
    assert_non_null(edges.text);
    return edges;
}

static void add_edge(edge_text *edges, uint32_t u, uint32_t v)
{
    edges->size +=
        (size_t)sprintf(edges->text + edges->size, "%s%u-%u", edges->size > 0 ? " " : "", u, v);
}

static sg_graph finish_graph(edge_text *edges, uint32_t n_nodes)
{
    sg_graph graph = graph_of(n_nodes, edges->text);
    free(edges->text);
    return graph;
}

sg_graph subdivided_graph(sg_rng *rng, const sg_graph *graph, uint32_t max_more)
{
    edge_text edges = edge_text_for((size_t)graph->n_arcs * (max_more + 1));
    uint32_t n_nodes = graph->n_nodes;
    for (uint32_t v = 0; v < graph->n_nodes; v++)
        for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++) {
            uint32_t last = v;
            if (graph->neighbor[a] > v) continue;
            for (uint32_t more = sg_rng_below(rng, max_more + 1); more > 0; more--) {
                add_edge(&edges, last, n_nodes);
                last = n_nodes++;
            }
            add_edge(&edges, last, graph->neighbor[a]);
        }
    return finish_graph(&edges, n_nodes);
}

sg_graph complete_graph(uint32_t n)
{
    edge_text edges = edge_text_for((size_t)n * n);
    for (uint32_t u = 0; u < n; u++)
        for (uint32_t v = 0; v < u; v++) add_edge(&edges, u, v);
    return finish_graph(&edges, n);
}

sg_graph wheel_graph(uint32_t n)
{
    edge_text edges = edge_text_for((size_t)n * 2);
    for (uint32_t v = 0; v < n; v++) {
        add_edge(&edges, v, (v + 1) % n);
        add_edge(&edges, v, n);
    }
    return finish_graph(&edges, n + 1);
}

sg_graph ladder_graph(uint32_t n)
{
    edge_text edges = edge_text_for((size_t)n * 3);
    for (uint32_t v = 0; v < n; v++) {
        add_edge(&edges, v, n + v);
        if (v == 0) continue;
        add_edge(&edges, v - 1, v);
        add_edge(&edges, n + v - 1, n + v);
    }
    return finish_graph(&edges, 2 * n);
}

sg_graph chain_of_squares(uint32_t k)
{
    edge_text edges = edge_text_for((size_t)k * 4);
    for (uint32_t c = 0; c < 3 * k; c += 3) {
        add_edge(&edges, c, c + 1);
        add_edge(&edges, c, c + 2);
        add_edge(&edges, c + 1, c + 3);
        add_edge(&edges, c + 2, c + 3);
    }
    return finish_graph(&edges, 3 * k + 1);
}
