/* bfs.c - a queue, and a set of bits to sort it.
 *
 * Most graphs are molecules of at most 64 nodes.  There a set of nodes is one machine word, and a
 * search looks at a node once instead of at each of its arcs. */
#include "graph/bfs.h"

#include "base/bitset.h"
#include "base/observer.h"

#include <string.h>

enum { WORD = 64 };

static sg_status take_sets(sg_bfs *bfs, const sg_one_graph *graph, sg_scratch *scratch,
                           sg_error *err)
{
    sg_status status = SG_OK;
    SG_TAKE(bfs->adjacent, scratch, graph->n_nodes);
    SG_TAKE(bfs->level, scratch, graph->n_nodes);
    for (uint32_t v = 0; v < graph->n_nodes; v++) {
        bfs->adjacent[v] = 0;
        for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++)
            sg_bit_add(&bfs->adjacent[v], graph->neighbor[a] - graph->first);
    }
done:
    return status;
}

sg_status sg_bfs_prepare(sg_bfs *bfs, const sg_one_graph *graph, sg_scratch *scratch,
                         sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = graph->n_nodes, n_words = sg_bit_words(n);
    sg_bfs made = {0};
    SG_TAKE(made.distance, scratch, n);
    SG_TAKE(made.queue, scratch, n);
    SG_TAKE(made.sorted, scratch, n);
    SG_TAKE(made.reached, scratch, n_words);
    for (uint32_t v = 0; v < n; v++) made.distance[v] = SG_UNREACHED;
    memset(made.reached, 0, n_words * sizeof *made.reached);
    if (n <= WORD) SG_TRY(take_sets(&made, graph, scratch, err));
    *bfs = made;
done:
    return status;
}

static uint32_t search_words(sg_bfs *bfs, uint32_t start, uint32_t max_distance)
{
    uint64_t level = (uint64_t)1 << start, seen = level;
    uint32_t tail = 0;
    for (uint32_t d = 0; level != 0; d++) {
        uint64_t next = 0;
        bfs->level[d] = level;
        for (; level != 0; level &= level - 1) {
            const uint32_t u = sg_bit_first(level);
            next |= bfs->adjacent[u];
            bfs->distance[u] = d;
            bfs->queue[tail++] = u;
        }
        level = d < max_distance ? next & ~seen : 0;
        seen |= next;
    }
    return tail;
}

static uint32_t search_arcs(sg_bfs *bfs, const sg_one_graph *graph, uint32_t start,
                            uint32_t max_distance)
{
    uint32_t *distance = bfs->distance, *queue = bfs->queue;
    const uint32_t *offset = graph->arc_offset, *neighbor = graph->neighbor;
    const uint32_t first = graph->first;
    uint32_t tail = 1;
    queue[0] = start;
    distance[start] = 0;
    for (uint32_t head = 0; head < tail && sg_watch_ask_at(head + 1, NULL) == SG_OK; head++) {
        const uint32_t u = queue[head], next = distance[u] + 1;
        if (next > max_distance) break;
        for (uint32_t a = offset[u]; a < offset[u + 1]; a++) {
            const uint32_t w = neighbor[a] - first;
            if (distance[w] != SG_UNREACHED) continue;
            distance[w] = next;
            queue[tail++] = w;
        }
    }
    return tail;
}

void sg_bfs_run(sg_bfs *bfs, const sg_one_graph *graph, uint32_t start, uint32_t max_distance)
{
    for (uint32_t i = 0; i < bfs->n_reached; i++) bfs->distance[bfs->queue[i]] = SG_UNREACHED;
    bfs->n_reached = bfs->adjacent != NULL ? search_words(bfs, start, max_distance)
                                           : search_arcs(bfs, graph, start, max_distance);
}

void sg_bfs_sort(sg_bfs *bfs)
{
    uint32_t low = UINT32_MAX, high = 0, n = 0;
    for (uint32_t i = 0; i < bfs->n_reached; i++) {
        const uint32_t v = bfs->queue[i];
        sg_bit_add(bfs->reached, v);
        if (v / 64 < low) low = v / 64;
        if (v / 64 > high) high = v / 64;
    }
    for (uint32_t word = low; word <= high; word++) {
        for (uint64_t left = bfs->reached[word]; left != 0; left &= left - 1)
            bfs->sorted[n++] = 64 * word + sg_bit_first(left);
        bfs->reached[word] = 0;
    }
}
