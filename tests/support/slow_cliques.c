/* slow_cliques.c - all subsets, each as the bits of a word. */
#include "support/slow_cliques.h"

#include "support/check.h"

/* Is every node of the set joined to all others of it? */
static bool is_clique(const uint32_t *neighbors, uint32_t n, uint32_t set)
{
    for (uint32_t v = 0; v < n; v++)
        if ((set >> v & 1) != 0 && (set & ~neighbors[v] & ~(1U << v)) != 0) return false;
    return true;
}

static bool is_maximal(const uint32_t *neighbors, uint32_t n, uint32_t set)
{
    for (uint32_t v = 0; v < n; v++)
        if ((set >> v & 1) == 0 && is_clique(neighbors, n, set | 1U << v)) return false;
    return true;
}

void slow_cliques(uint64_t count[SLOW_CLIQUES_NODES][SLOW_CLIQUES_NODES + 1],
                  const sg_graph *graph, uint32_t g)
{
    const uint32_t first = graph->graph_offset[g], n = graph->graph_offset[g + 1] - first;
    uint32_t neighbors[SLOW_CLIQUES_NODES] = {0};
    assert_true(n <= SLOW_CLIQUES_NODES);
    memset(count, 0, sizeof(uint64_t[SLOW_CLIQUES_NODES][SLOW_CLIQUES_NODES + 1]));
    for (uint32_t v = 0; v < n; v++)
        for (uint32_t a = graph->arc_offset[first + v]; a < graph->arc_offset[first + v + 1];
             a++)
            neighbors[v] |= 1U << (graph->neighbor[a] - first);
    for (uint32_t set = 1; set < 1U << n; set++) {
        if (!is_clique(neighbors, n, set) || !is_maximal(neighbors, n, set)) continue;
        const int size = __builtin_popcount(set);
        for (uint32_t v = 0; v < n; v++) count[v][size] += set >> v & 1;
    }
}
