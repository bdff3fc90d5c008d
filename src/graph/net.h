/* net.h - a block with its chains drawn together.
 *
 * In a block most nodes may have two neighbors and leave a cycle no choice: naphthalene is ten
 * atoms, but only two joints with three links between them.  A net keeps the joints (nodes with
 * three or more neighbors) and the links (chains of nodes between two joints, or single edges):
 *
 *     SG_TRY(sg_net_tie(&net, &part, scratch, err));
 *     for (uint32_t a = net.arc_offset[j]; a < net.arc_offset[j + 1]; a++)
 *         follow(net.arc[a].to, net.arc[a].length);
 *
 * Two joints may have many links, of which at most one is an edge (length 1); no link begins and
 * ends at the same joint.
 */
#ifndef SG_GRAPH_NET_H
#define SG_GRAPH_NET_H

#include "graph/blocks.h"

typedef struct sg_net_arc {
    uint32_t to;     /* joint                                */
    uint32_t length; /* edges of the link                    */
    uint32_t link;
} sg_net_arc;

typedef struct sg_net {
    uint32_t n_joints;
    uint32_t n_links;
    uint32_t *joint;       /* [n_joints] their numbers in the block                          */
    uint32_t *arc_offset;  /* [n_joints + 1]                                                 */
    sg_net_arc *arc;       /* [2 * n_links] each link from both ends, ascending by link      */
    uint32_t *inner_begin; /* [n_links + 1]                                                  */
    uint32_t *inner;       /* [inner_begin[n_links]] nodes inside the links, by their numbers
                              in the block                                                   */
} sg_net;

/* Draw the block together; it must not be a plain ring.  All arrays are scratch memory.
 * Links are numbered by their lower joint: those of joint 0 come first, then those of joint 1
 * that do not lead to 0, and so on.
 * Time and memory O(nodes + arcs).  Fails with SG_ENOMEM. */
sg_status sg_net_tie(sg_net *net, const sg_block_graph *block, sg_scratch *scratch,
                     sg_error *err);

#endif
