/* degeneracy.c - nodes sorted by the number of neighbors they have left, in one array.
 *
 * order[] is kept sorted by that number; bin[d] is where the nodes with d neighbors begin.  When
 * a neighbor is taken away, a node changes places with the first of its bin and the bin begins
 * one place later: the node is now the last of the bin before. */
#include "invariants/labelings/degeneracy.h"

#include "base/observer.h"

#include <string.h>

/* Sort the nodes by degree.  bin is [n_nodes + 1]. */
static void sort_by_degree(sg_cores *cores, uint32_t *bin, const sg_one_graph *graph)
{
    const uint32_t n = graph->n_nodes;
    memset(bin, 0, (n + (size_t)1) * sizeof *bin);
    for (uint32_t v = 0; v < n; v++) {
        cores->core[v] = graph->arc_offset[v + 1] - graph->arc_offset[v];
        bin[cores->core[v] + 1]++;
    }
    for (uint32_t d = 0; d < n; d++) bin[d + 1] += bin[d];
    for (uint32_t v = 0; v < n; v++) {
        const uint32_t place = bin[cores->core[v]]++;
        cores->order[place] = v;
        cores->place[v] = place;
    }
    for (uint32_t d = n; d > 0; d--) bin[d] = bin[d - 1];
    bin[0] = 0;
}

/* Node v loses a neighbor. */
static void move_down(sg_cores *cores, uint32_t *bin, uint32_t v)
{
    const uint32_t place = cores->place[v], begin = bin[cores->core[v]]++;
    const uint32_t other = cores->order[begin];
    cores->order[place] = other;
    cores->place[other] = place;
    cores->order[begin] = v;
    cores->place[v] = begin;
    cores->core[v]--;
}

sg_status sg_cores_find(sg_cores *cores, const sg_one_graph *graph, sg_scratch *scratch,
                        sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = graph->n_nodes;
    sg_cores c = {0};
    uint32_t *bin = NULL;
    SG_TAKE(c.core, scratch, n);
    SG_TAKE(c.order, scratch, n);
    SG_TAKE(c.place, scratch, n);
    SG_TAKE(bin, scratch, n + (size_t)1);
    sort_by_degree(&c, bin, graph);
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t v = c.order[i];
        SG_TRY(sg_watch_ask_at(i + 1, err));
        for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++) {
            const uint32_t u = graph->neighbor[a] - graph->first;
            if (c.core[u] > c.core[v]) move_down(&c, bin, u);
        }
        if (c.core[v] > c.largest) c.largest = c.core[v];
    }
    *cores = c;
done:
    return status;
}
