/* path_edges.c - counting paths from both ends.
 *
 * An edge from u to v, one step farther, is on as many shortest paths as lead from the start to u,
 * times those that lead from v to the sender. */
#include "invariants/properties/path_edges.h"

#include <string.h>

/* Numbers of shortest paths. */
typedef struct counts {
    uint64_t *from_start; /* [n_nodes] to a node                 */
    uint64_t *to_sender;  /* [n_nodes] from a node to the sender */
} counts;

static bool steps_on(const sg_bfs *bfs, uint32_t from, uint32_t to)
{
    return bfs->distance[to] == bfs->distance[from] + 1;
}

static void count_from_start(counts *c, const sg_bfs *bfs, const sg_one_graph *graph)
{
    memset(c->from_start, 0, graph->n_nodes * sizeof *c->from_start);
    c->from_start[bfs->queue[0]] = 1;
    for (uint32_t i = 0; i < bfs->n_reached; i++) {
        const uint32_t u = bfs->queue[i];
        for (uint32_t a = graph->arc_offset[u]; a < graph->arc_offset[u + 1]; a++) {
            const uint32_t v = graph->neighbor[a] - graph->first;
            if (steps_on(bfs, u, v)) c->from_start[v] += c->from_start[u];
        }
    }
}

static void count_to_sender(counts *c, const sg_bfs *bfs, const sg_one_graph *graph,
                            uint32_t sender)
{
    memset(c->to_sender, 0, graph->n_nodes * sizeof *c->to_sender);
    c->to_sender[sender] = 1;
    for (uint32_t i = bfs->n_reached; i-- > 0;) {
        const uint32_t u = bfs->queue[i];
        for (uint32_t a = graph->arc_offset[u]; a < graph->arc_offset[u + 1]; a++) {
            const uint32_t v = graph->neighbor[a] - graph->first;
            if (steps_on(bfs, u, v)) c->to_sender[u] += c->to_sender[v];
        }
    }
}

static int compare_labels(const sg_one_graph *graph, uint32_t a, uint32_t b)
{
    const size_t n = graph->n_edge_columns;
    const int32_t *x = graph->edge_label + a * n, *y = graph->edge_label + b * n;
    for (size_t c = 0; c < n; c++)
        if (x[c] != y[c]) return x[c] < y[c] ? -1 : 1;
    return 0;
}

/* Count an edge n times, at the place that its label has in the order. */
static void add_edge(sg_path_edges *p, const sg_one_graph *graph, uint32_t arc, uint64_t n)
{
    uint32_t at = 0;
    while (at < p->n_edges && compare_labels(graph, p->edge[at].arc, arc) < 0) at++;
    if (at == p->n_edges || compare_labels(graph, p->edge[at].arc, arc) != 0) {
        memmove(p->edge + at + 1, p->edge + at, (p->n_edges - at) * sizeof *p->edge);
        p->edge[at] = (sg_path_edge){.arc = arc};
        p->n_edges++;
    }
    p->edge[at].n += n;
}

sg_status sg_path_edges_find(sg_path_edges *paths, const sg_bfs *bfs, const sg_one_graph *graph,
                             uint32_t sender, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    sg_path_edges found = {0};
    counts c = {0};
    SG_TAKE(c.from_start, scratch, graph->n_nodes);
    SG_TAKE(c.to_sender, scratch, graph->n_nodes);
    SG_TAKE(found.edge, scratch,
            (size_t)graph->arc_offset[graph->n_nodes] - graph->arc_offset[0]);
    count_from_start(&c, bfs, graph);
    count_to_sender(&c, bfs, graph, sender);
    found.n_paths = c.from_start[sender];
    for (uint32_t u = 0; u < graph->n_nodes && graph->n_edge_columns > 0; u++)
        for (uint32_t a = graph->arc_offset[u]; a < graph->arc_offset[u + 1]; a++) {
            const uint32_t v = graph->neighbor[a] - graph->first;
            if (bfs->distance[u] == SG_UNREACHED || !steps_on(bfs, u, v)) continue;
            const uint64_t n = c.from_start[u] * c.to_sender[v];
            if (n > 0) add_edge(&found, graph, a, n);
        }
    *paths = found;
done:
    return status;
}
