/* layout_quality.c - crossings and closeness, by looking at all pairs. */
#include "draw/layout_parts.h"
#include "graph/undirected.h"

/* Nodes that are no neighbors should be as far from each other as this; nearer than TOUCH they
 * hide each other, which is worse than any crossing. */
static const double ROOM = 0.9, TOUCH = 0.3, HIDING = 3;

static double turn(sg_point a, sg_point b, sg_point c)
{
    const double area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    return fabs(area) < 1e-9 ? 0 : area;
}

bool sgi_lines_meet(sg_point a, sg_point b, sg_point c, sg_point d)
{
    return turn(a, b, c) * turn(a, b, d) <= 0 && turn(c, d, a) * turn(c, d, b) <= 0;
}

/* Pairs of edges that cross and share no node, each edge counted from its lower end. */
static uint64_t count_crossings(const sg_point *at, const sg_block_graph *part)
{
    const uint32_t *offset = part->arc_offset, *neighbor = part->neighbor;
    uint64_t crossings = 0;
    for (uint32_t u = 0; u < part->n_nodes; u++)
        for (uint32_t a = offset[u]; a < offset[u + 1]; a++) {
            const uint32_t w = neighbor[a];
            if (w < u) continue;
            for (uint32_t v = u + 1; v < part->n_nodes; v++)
                for (uint32_t b = offset[v]; b < offset[v + 1]; b++) {
                    const uint32_t x = neighbor[b];
                    if (x < v || v == w || x == w) continue;
                    crossings += sgi_segments_meet(at[u], at[w], at[v], at[x]);
                }
        }
    return crossings;
}

/* The same in a graph among others, until there are more than `most`. */
static uint64_t count_until(const sg_point *at, const sg_one_graph *graph, uint64_t most)
{
    const uint32_t *offset = graph->arc_offset, *neighbor = graph->neighbor;
    uint64_t crossings = 0;
    for (uint32_t u = 0; u < graph->n_nodes; u++)
        for (uint32_t a = offset[u]; a < offset[u + 1] && crossings <= most; a++) {
            const uint32_t w = neighbor[a] - graph->first;
            if (!sg_arc_stands_for_edge(graph, u, w)) continue;
            for (uint32_t b = a + 1, v = u; b < offset[graph->n_nodes]; b++) {
                while (b >= offset[v + 1]) v++;
                const uint32_t x = neighbor[b] - graph->first;
                if (v == u || v == w || x == u || x == w) continue;
                if (!sg_arc_stands_for_edge(graph, v, x)) continue;
                crossings += sgi_segments_meet(at[u], at[w], at[v], at[x]);
            }
        }
    return crossings;
}

bool sg_layout_is_tangled(const sg_layout *layout, const sg_one_graph *graph)
{
    uint64_t n_edges = 0;
    for (uint32_t v = 0; v < graph->n_nodes; v++)
        for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++)
            n_edges += sg_arc_stands_for_edge(graph, v, graph->neighbor[a] - graph->first);
    return count_until(layout->at, graph, n_edges / 4) > n_edges / 4;
}

double sg_layout_closest(const sg_point *at, uint32_t n_nodes)
{
    double closest = INFINITY;
    for (uint32_t u = 0; u < n_nodes; u++)
        for (uint32_t v = u + 1; v < n_nodes; v++)
            closest = fmin(closest, sg_point_distance(at[u], at[v]));
    return closest;
}

bool sgi_part_joined(const sg_block_graph *part, uint32_t u, uint32_t v)
{
    for (uint32_t a = part->arc_offset[u]; a < part->arc_offset[u + 1]; a++)
        if (part->neighbor[a] == v) return true;
    return false;
}

double sgi_nearness(sg_point p, sg_point q)
{
    const double x = p.x - q.x, y = p.y - q.y, square = x * x + y * y;
    const double lack = 1 - square / (ROOM * ROOM);
    if (lack <= 0) return 0;
    return lack * lack + (square < TOUCH * TOUCH ? HIDING : 0);
}

sg_tangle sgi_part_tangle(const sg_point *at, const sg_block_graph *part)
{
    double nearness = 0;
    for (uint32_t u = 0; u < part->n_nodes; u++)
        for (uint32_t v = u + 1; v < part->n_nodes; v++) {
            const double its = sgi_nearness(at[u], at[v]);
            if (its >= HIDING || (its > 0 && !sgi_part_joined(part, u, v))) nearness += its;
        }
    const uint64_t crossings = count_crossings(at, part);
    return (sg_tangle){crossings, (double)crossings + 2 * nearness};
}
