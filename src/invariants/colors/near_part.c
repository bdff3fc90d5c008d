/* near_part.c - two sorted rows of near nodes have the common ones in order. */
#include "invariants/colors/near_part.h"

#include <string.h>

#define NOT_THERE UINT32_MAX

sg_status sg_near_part_prepare(sg_near_part *part, const sg_one_graph *whole,
                               const sg_near_pairs *near, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n = whole->n_nodes;
    sg_near_part made = {.whole = whole, .near = near};
    SG_TAKE(made.node, scratch, n);
    SG_TAKE(made.number, scratch, n);
    SG_TAKE(made.arc_offset, scratch, n + 1);
    SG_TAKE(made.neighbor, scratch, (size_t)whole->arc_offset[n] - whole->arc_offset[0]);
    memset(made.number, 0xff, n * sizeof *made.number);
    made.graph = (sg_one_graph){.number = whole->number,
                                .arc_offset = made.arc_offset,
                                .neighbor = made.neighbor,
                                .rules = whole->rules};
    *part = made;
done:
    return status;
}

static void take_nodes(sg_near_part *part, uint32_t v, uint32_t w)
{
    const sg_near_pairs *near = part->near;
    uint32_t p = near->row[v], q = near->row[w], n = 0;
    const uint32_t p_end = near->row[v + 1], q_end = near->row[w + 1];
    for (uint32_t i = 0; i < part->graph.n_nodes; i++) part->number[part->node[i]] = NOT_THERE;
    while (p < p_end && q < q_end) {
        const uint32_t a = near->node[p], b = near->node[q];
        if (a == b) {
            part->number[a] = n;
            part->node[n++] = a;
        }
        p += a <= b;
        q += b <= a;
    }
    part->graph.n_nodes = n;
}

void sg_near_part_take(sg_near_part *part, uint32_t v, uint32_t w)
{
    const sg_one_graph *whole = part->whole;
    uint32_t n_arcs = 0;
    take_nodes(part, v, w);
    for (uint32_t i = 0; i < part->graph.n_nodes; i++) {
        const uint32_t u = part->node[i];
        part->arc_offset[i] = n_arcs;
        for (uint32_t a = whole->arc_offset[u]; a < whole->arc_offset[u + 1]; a++) {
            const uint32_t to = part->number[whole->neighbor[a] - whole->first];
            if (to != NOT_THERE) part->neighbor[n_arcs++] = to;
        }
    }
    part->arc_offset[part->graph.n_nodes] = n_arcs;
    part->receiver = part->number[v];
    part->sender = part->number[w];
}
