/* eccentricity.c - how far the farthest node is, as a labeling. */
#include "invariants/labeling.h"

/* The distance of the farthest node that can be reached from `start`. */
static uint64_t farthest(uint32_t start, uint32_t *queue, uint32_t *distance,
                         const sg_one_graph *graph)
{
    uint32_t head = 0, tail = 0;
    for (uint32_t v = 0; v < graph->n_nodes; v++) distance[v] = UINT32_MAX;
    distance[start] = 0;
    queue[tail++] = start;
    while (head < tail) {
        const uint32_t u = queue[head++];
        for (uint32_t a = graph->arc_offset[u]; a < graph->arc_offset[u + 1]; a++) {
            const uint32_t w = graph->neighbor[a] - graph->first;
            if (distance[w] != UINT32_MAX) continue;
            distance[w] = distance[u] + 1;
            queue[tail++] = w;
        }
    }
    return distance[queue[tail - 1]];
}

static sg_status label_eccentricity(sg_key *key, const sg_labeling *labeling,
                                    const sg_label_work *work, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_one_graph *graph = work->graph;
    uint32_t *queue = NULL, *distance = NULL;
    SG_TAKE(queue, work->scratch, graph->n_nodes);
    SG_TAKE(distance, work->scratch, graph->n_nodes);
    for (uint32_t v = 0; v < graph->n_nodes; v++) {
        SG_TRY(sg_budget_spend(work, labeling, graph->n_nodes, err));
        const uint64_t word = farthest(v, queue, distance, graph);
        key[v] = sg_key_of(SG_TAG_EXAMPLE, &word, 1);
    }
done:
    return status;
}

const sg_labeling_kind sg_labeling_eccentricity = {
    .name = "eccentricity",
    .usage = "eccentricity",
    .about = "the distance of the farthest node",
    .example = "eccentricity",
    .label = label_eccentricity,
};
