/* pair_colors.h - the folklore Weisfeiler-Leman refinement of pairs of nodes (2-FWL).
 *
 * At first the color of a pair is made of the labels of both nodes, their distance and the labels of
 * the edge between them.  A round gives the pair (v, w) a new color from its own and the multiset of
 * (color of (v, u), color of (u, w)) over all nodes u.
 *
 * Reference: Cai, Fuerer, Immerman, Combinatorica 12 (1992), 389-410.
 */
#ifndef SG_INVARIANTS_COLORS_PAIR_COLORS_H
#define SG_INVARIANTS_COLORS_PAIR_COLORS_H

#include "invariants/colors/near_pairs.h"
#include "invariants/key.h"

/* The number of steps that `rounds` rounds take. */
uint64_t sg_pair_colors_steps(const sg_near_pairs *pairs, uint32_t n_nodes, uint32_t rounds);

/* Refine the colors of `pairs`, which are all that u ranges over: (v, u) and (u, w) are among them.
 *
 *   color     out; [n_pairs] scratch memory
 *   node_key  [n_nodes] the labels of the nodes
 *
 * Fails with SG_ENOMEM.  Time as sg_pair_colors_steps says. */
sg_status sg_pair_colors_refine(sg_key **color, const sg_near_pairs *pairs,
                                const sg_one_graph *graph, const sg_key *node_key,
                                uint32_t rounds, sg_scratch *scratch, sg_error *err);

#endif
