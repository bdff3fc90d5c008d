/* near_part.h - the part of a graph that two near nodes see: all nodes near both, and the edges between them.
 *
 *     SG_TRY(sg_near_part_prepare(&part, graph, &near, scratch, err));
 *     sg_near_part_take(&part, v, w);
 *     part.graph.n_nodes, part.node[i];             // node i of the part is node[i] of the graph
 *     part.receiver, part.sender;                   // v and w in the part
 *
 * A property that looks at this part alone is decided by the nodes within one and a half times the distance,
 * however large the graph is.
 */
#ifndef SG_INVARIANTS_COLORS_NEAR_PART_H
#define SG_INVARIANTS_COLORS_NEAR_PART_H

#include "invariants/colors/near_pairs.h"

typedef struct sg_near_part {
    sg_one_graph graph; /* arcs and nodes from 0 on; without labels                        */
    uint32_t *node;     /* [graph.n_nodes] ascending: what the nodes are in the whole graph */
    uint32_t receiver, sender;
    const sg_one_graph *whole;
    const sg_near_pairs *near;
    uint32_t *number; /* [nodes of the whole] in the part, or UINT32_MAX                 */
    uint32_t *arc_offset, *neighbor;
} sg_near_part;

/* Make room for any part; all arrays are scratch memory, the rest is borrowed.  Fails with SG_ENOMEM. */
sg_status sg_near_part_prepare(sg_near_part *part, const sg_one_graph *whole,
                               const sg_near_pairs *near, sg_scratch *scratch, sg_error *err);

/* Take the part of a near pair, instead of the one before.  Time O(nodes near v or w, and their arcs). */
void sg_near_part_take(sg_near_part *part, uint32_t v, uint32_t w);

/* How many steps around a node decide the parts of its pairs within a distance; SG_EVERYWHERE where the
 * distance has no bound.  The way from w to a node that is near both may lead away from v, by half of it. */
static inline uint32_t sg_near_part_radius(uint32_t within)
{
    return within < SG_WITHIN_REACH ? within + within / 2 : SG_EVERYWHERE;
}

#endif
