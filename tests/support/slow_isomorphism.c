/* slow_isomorphism.c - a node after the other, whatever comes of it. */
#include "support/slow_isomorphism.h"

enum { MOST = 8 };

/* The label of the arc from u to v of a graph plus 1, or 0 where there is none. */
static int64_t arc_of(const sg_one_graph *graph, uint32_t u, uint32_t v)
{
    for (uint32_t a = graph->arc_offset[u]; a < graph->arc_offset[u + 1]; a++)
        if (graph->neighbor[a] - graph->first == v)
            return graph->edge_label != NULL ? (int64_t)graph->edge_label[a] + 1 : 1;
    return 0;
}

static bool is_good(const sg_one_graph *g, const sg_one_graph *h, const uint32_t *part)
{
    for (uint32_t v = 0; v < g->n_nodes; v++) {
        if (g->node_label != NULL && g->node_label[v] != h->node_label[part[v]]) return false;
        for (uint32_t u = 0; u < g->n_nodes; u++)
            if (arc_of(g, u, v) != arc_of(h, part[u], part[v])) return false;
    }
    return true;
}

static bool try_all(const sg_one_graph *g, const sg_one_graph *h, uint32_t *part, uint32_t n)
{
    if (n == g->n_nodes || n == MOST) return is_good(g, h, part);
    for (uint32_t v = 0; v < g->n_nodes; v++) {
        bool taken = false;
        for (uint32_t i = 0; i < n; i++) taken = taken || part[i] == v;
        part[n] = v;
        if (!taken && try_all(g, h, part, n + 1)) return true;
    }
    return false;
}

bool slow_graphs_same(const sg_graph_view *view, uint32_t g, uint32_t h)
{
    const sg_one_graph first = sg_view_graph(view, g), second = sg_view_graph(view, h);
    uint32_t part[MOST] = {0};
    return first.n_nodes == second.n_nodes && try_all(&first, &second, part, 0);
}
