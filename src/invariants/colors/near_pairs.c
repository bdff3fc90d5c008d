/* near_pairs.c - one search per node to count, another to write. */
#include "invariants/colors/near_pairs.h"

#include "base/observer.h"
#include "invariants/pair_budget.h"

#include <inttypes.h>

/* These pairs, with what is computed for each, take several times the memory of plain ones. */
enum { WEIGHT = 4 };

static sg_status count_pairs(sg_near_pairs *pairs, sg_bfs *bfs, const sg_one_graph *graph,
                             uint32_t within, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = graph->n_nodes, n_arcs = graph->arc_offset[n] - graph->arc_offset[0];
    const uint64_t allowed = sg_pair_budget(n, n_arcs) / WEIGHT;
    uint64_t n_pairs = 0;
    for (uint32_t v = 0; v < n; v++) {
        pairs->row[v] = (uint32_t)n_pairs;
        if (within != SG_WITHIN_ALL) sg_bfs_run(bfs, graph, v, within);
        SG_TRY(sg_watch_ask(err));
        n_pairs += within != SG_WITHIN_ALL ? bfs->n_reached : n;
        SG_REQUIRE(n_pairs <= SG_MAX_NEAR_PAIRS, SG_ELIMIT,
                   "graph %u (%u nodes) has more than %u pairs of nodes that are near enough; "
                   "ask for a smaller distance (within D)",
                   graph->number, n, SG_MAX_NEAR_PAIRS);
        SG_REQUIRE(n_pairs <= allowed, SG_ELIMIT,
                   "graph %u: %" PRIu64
                   " near pairs of %u nodes or more are more than the budget allows (%" PRIu64
                   "); ask for a smaller distance (within D)",
                   graph->number, n_pairs, n, allowed);
    }
    pairs->row[n] = pairs->n_pairs = (uint32_t)n_pairs;
done:
    return status;
}

static void write_row(sg_near_pairs *pairs, sg_bfs *bfs, uint32_t v, bool all)
{
    const uint32_t first = pairs->row[v], n = pairs->row[v + 1] - first;
    if (!all) sg_bfs_sort(bfs);
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t w = all ? i : bfs->sorted[i];
        pairs->node[first + i] = w;
        pairs->distance[first + i] = bfs->distance[w];
    }
}

/* Nodes that are near are so both ways, and nodes come in order in every row: the pair (w, v) is the
 * next of w's row that has not been met. */
static void find_ways_back(sg_near_pairs *pairs, uint32_t *next, uint32_t n_nodes)
{
    for (uint32_t v = 0; v < n_nodes; v++) next[v] = pairs->row[v];
    for (uint32_t p = 0; p < pairs->n_pairs; p++) pairs->back[p] = next[pairs->node[p]]++;
}

sg_status sg_near_pairs_find(sg_near_pairs *pairs, const sg_one_graph *graph, uint32_t within,
                             sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    sg_near_pairs found = {0};
    sg_bfs bfs = {0};
    uint32_t *next = NULL;
    SG_TRY(sg_bfs_prepare(&bfs, graph, scratch, err));
    SG_TAKE(found.row, scratch, (size_t)graph->n_nodes + 1);
    SG_TRY(count_pairs(&found, &bfs, graph, within, err));
    SG_TAKE(found.node, scratch, found.n_pairs);
    SG_TAKE(found.distance, scratch, found.n_pairs);
    SG_TAKE(found.back, scratch, found.n_pairs);
    SG_TAKE(next, scratch, graph->n_nodes);
    for (uint32_t v = 0; v < graph->n_nodes; v++) {
        sg_bfs_run(&bfs, graph, v, within);
        SG_TRY(sg_watch_ask(err));
        write_row(&found, &bfs, v, within == SG_WITHIN_ALL);
    }
    find_ways_back(&found, next, graph->n_nodes);
    *pairs = found;
done:
    return status;
}
