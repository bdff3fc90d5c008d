/* substructure_counts.c - stars and tails from degrees, cycles by a bounded search.
 *
 * Every cycle is found once: from its smallest node, in the direction that meets the smaller of
 * that node's two neighbors on the cycle first.  Closed formulas exist up to length 7, but they
 * need counts of walks with many corrections; on sparse graphs the search is as fast. */
#include "generators/substructure_counts.h"

#include <assert.h>

enum { MIN_CYCLE = 3, MAX_CYCLE = 6 };

typedef struct cycle_search {
    const sg_graph *graph;
    uint32_t path[MAX_CYCLE];
    uint64_t found[MAX_CYCLE + 1]; /* by length                                      */
    uint64_t degrees;              /* of the triangles' nodes, summed over triangles */
} cycle_search;

static uint32_t degree(const sg_graph *graph, uint32_t v)
{
    return graph->arc_offset[v + 1] - graph->arc_offset[v];
}

static bool contains(const uint32_t *path, uint32_t length, uint32_t v)
{
    for (uint32_t i = 0; i < length; i++)
        if (path[i] == v) return true;
    return false;
}

static void note_cycle(cycle_search *s, uint32_t length)
{
    if (s->path[1] > s->path[length - 1]) return;
    s->found[length]++;
    if (length > MIN_CYCLE) return;
    for (uint32_t i = 0; i < length; i++) s->degrees += degree(s->graph, s->path[i]);
}

/* Find all cycles that begin with the `length` nodes on the path and have no smaller node than
 * the first. */
static void extend(cycle_search *s, uint32_t length)
{
    const sg_graph *graph = s->graph;
    const uint32_t v = s->path[length - 1];
    if (length == MAX_CYCLE && v < s->path[1]) return; /* found in the other direction */
    for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++) {
        const uint32_t w = graph->neighbor[a];
        if (w < s->path[0]) continue;
        if (w == s->path[0]) {
            if (length >= MIN_CYCLE) note_cycle(s, length);
            if (length == MAX_CYCLE) return;
        } else if (length < MAX_CYCLE && !contains(s->path, length, w)) {
            s->path[length] = w;
            extend(s, length + 1);
        }
    }
}

void sg_substructures_count(uint64_t count[SG_N_SUBSTRUCTURES], const sg_graph *graph,
                            uint32_t g)
{
    assert(g < graph->n_graphs);
    cycle_search s = {.graph = graph};
    uint64_t n_stars = 0;
    for (uint32_t v = graph->graph_offset[g]; v < graph->graph_offset[g + 1]; v++) {
        const uint64_t d = degree(graph, v);
        if (d >= 3) n_stars += d * (d - 1) / 2 * (d - 2) / 3;
        s.path[0] = v;
        extend(&s, 1);
    }
    count[SG_TRIANGLES] = s.found[3];
    count[SG_TAILED_TRIANGLES] =
        s.degrees - 6 * s.found[3]; /* two of each degree are its own */
    count[SG_3_STARS] = n_stars;
    count[SG_4_CYCLES] = s.found[4];
    count[SG_5_CYCLES] = s.found[5];
    count[SG_6_CYCLES] = s.found[6];
}
