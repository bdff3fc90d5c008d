/* layout_distances.c - distances in the graph, which those on paper shall resemble. */
#include "draw/layout_parts.h"

void sgi_part_distances(uint16_t *distance, uint32_t *queue, const sg_block_graph *part)
{
    const uint32_t n = part->n_nodes;
    for (uint32_t root = 0; root < n; root++) {
        uint16_t *row = distance + (size_t)root * n;
        uint32_t tail = 0;
        for (uint32_t v = 0; v < n; v++) row[v] = UINT16_MAX;
        row[root] = 0;
        queue[tail++] = root;
        for (uint32_t head = 0; head < tail; head++) {
            const uint32_t u = queue[head];
            for (uint32_t a = part->arc_offset[u]; a < part->arc_offset[u + 1]; a++) {
                const uint32_t w = part->neighbor[a];
                if (row[w] != UINT16_MAX) continue;
                row[w] = (uint16_t)(row[u] + 1);
                queue[tail++] = w;
            }
        }
    }
}
