/* marked_colors.h - colors of a graph in which one or two nodes are marked.
 *
 * A marked node differs from all others.  Refinement (wl.c) of the marked graph sees more than that of
 * the graph itself; what it sees is the multiset of all colors, with those of the marked nodes.
 *
 *     SG_TRY(sg_marked_colors_prepare(&colors, graph, node_key, 3, scratch, err));
 *     key = sg_marked_colors_of_pair(&colors, receiver, sender);
 */
#ifndef SG_INVARIANTS_COLORS_MARKED_COLORS_H
#define SG_INVARIANTS_COLORS_MARKED_COLORS_H

#include "base/scratch.h"
#include "graph/view.h"
#include "invariants/colors/multiset.h"

typedef struct sg_marked_colors {
    const sg_one_graph *graph;
    const sg_key *node_key; /* [n_nodes] borrowed                              */
    uint32_t rounds;
    sg_key *color;      /* [n_nodes] of this round                             */
    sg_multiset *mixed; /* [n_nodes] what a node's color adds to its neighbors */
} sg_marked_colors;

/* Make room for the colors of one graph; all arrays are scratch memory.  Fails with SG_ENOMEM. */
sg_status sg_marked_colors_prepare(sg_marked_colors *colors, const sg_one_graph *graph,
                                   const sg_key *node_key, uint32_t rounds, sg_scratch *scratch,
                                   sg_error *err);

/* The number of steps that one key takes. */
uint64_t sg_marked_colors_steps(const sg_marked_colors *colors);

/* The key of the graph with one marked node. */
sg_key sg_marked_colors_of_node(sg_marked_colors *colors, uint32_t node);

/* The keys of the graph with two marked nodes, seen from each of them; for one node twice, both are
 * the same.  Time as sg_marked_colors_steps says. */
void sg_marked_colors_of_pair(sg_key key[2], sg_marked_colors *colors, uint32_t first,
                              uint32_t second);

#endif
