/* slow_rings.c - cycles as sets of edges, one bit for each edge. */
#include "support/slow_rings.h"

#include "base/mem.h"
#include "support/check.h"

typedef struct slow_ring {
    uint64_t edges;
    uint32_t nodes; /* one bit for each */
    uint32_t size;
} slow_ring;

typedef struct ring_list {
    uint32_t n_nodes;
    uint64_t edge[SLOW_RINGS_NODES][SLOW_RINGS_NODES]; /* its bit, 0: no edge */
    slow_ring *ring;
    size_t n_rings;
    size_t capacity;
} ring_list;

static ring_list number_edges(const sg_one_graph *graph)
{
    ring_list list = {.n_nodes = graph->n_nodes};
    uint32_t n_edges = 0;
    assert_true(graph->n_nodes <= SLOW_RINGS_NODES);
    for (uint32_t u = 0; u < graph->n_nodes; u++)
        for (uint32_t a = graph->arc_offset[u]; a < graph->arc_offset[u + 1]; a++) {
            const uint32_t v = graph->neighbor[a] - graph->first;
            if (v < u) continue;
            assert_true(n_edges < SLOW_RINGS_EDGES);
            list.edge[u][v] = list.edge[v][u] = (uint64_t)1 << n_edges++;
        }
    return list;
}

/* Go on from the end of a path in all ways.  Cycles start at their lowest node, and their second
 * node is lower than their last, so that each is found once. */
static void walk(ring_list *list, slow_ring path, uint32_t start, uint32_t second, uint32_t end)
{
    for (uint32_t w = start; w < list->n_nodes; w++) {
        const uint64_t edge = list->edge[end][w];
        if (edge == 0) continue;
        if (w == start && path.size > 2 && second < end) {
            check_ok(sg_grow(&list->ring, &list->capacity, list->n_rings + 1,
                             sizeof *list->ring, &err));
            list->ring[list->n_rings++] = (slow_ring){path.edges | edge, path.nodes, path.size};
        }
        if ((path.nodes >> w & 1) != 0) continue;
        walk(list, (slow_ring){path.edges | edge, path.nodes | (uint32_t)1 << w, path.size + 1},
             start, path.size == 1 ? w : second, w);
    }
}

/* What is left of `edges` when the basis has taken from it what it can. */
static uint64_t reduce(const uint64_t basis[SLOW_RINGS_EDGES], uint64_t edges)
{
    for (uint32_t bit = 0; bit < SLOW_RINGS_EDGES; bit++)
        if ((edges >> bit & 1) != 0 && basis[bit] != 0) edges ^= basis[bit];
    return edges;
}

static void insert(uint64_t basis[SLOW_RINGS_EDGES], uint64_t edges)
{
    edges = reduce(basis, edges);
    for (uint32_t bit = 0; bit < SLOW_RINGS_EDGES; bit++)
        if ((edges >> bit & 1) != 0) {
            basis[bit] = edges;
            return;
        }
}

void slow_rings(uint64_t count[SLOW_RINGS_NODES][SLOW_RINGS_NODES + 1],
                const sg_one_graph *graph)
{
    ring_list list = number_edges(graph);
    uint64_t basis[SLOW_RINGS_EDGES] = {0};
    memset(count, 0, sizeof(uint64_t[SLOW_RINGS_NODES][SLOW_RINGS_NODES + 1]));
    for (uint32_t v = 0; v < list.n_nodes; v++)
        walk(&list, (slow_ring){0, (uint32_t)1 << v, 1}, v, v, v);
    for (uint32_t size = 3; size <= list.n_nodes; size++) {
        for (size_t i = 0; i < list.n_rings; i++) {
            if (list.ring[i].size != size || reduce(basis, list.ring[i].edges) == 0) continue;
            for (uint32_t v = 0; v < list.n_nodes; v++)
                count[v][size] += list.ring[i].nodes >> v & 1;
        }
        for (size_t i = 0; i < list.n_rings; i++)
            if (list.ring[i].size == size) insert(basis, list.ring[i].edges);
    }
    sg_free(list.ring);
}
