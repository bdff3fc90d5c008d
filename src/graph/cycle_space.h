/* cycle_space.h - sums of cycles: which cycle is no sum of shorter ones?
 *
 * The sum of two cycles is the set of edges that are in one of them only.  The cycles of a block
 * and their sums form a vector space over {0, 1} whose dimension is edges - nodes + 1.  Beside a
 * spanning tree there are just as many edges, and a cycle is known by those of them it contains:
 * they are its coordinates.
 *
 *     SG_TRY(sg_cycle_space_prepare(&space, &block, scratch, err));
 *     for (every cycle, short ones first) {
 *         for (every arc a of it) sg_cycle_space_add(&space, a);
 *         SG_TRY(sg_cycle_space_offer(&relevant, &space, length, err));
 *     }
 *
 * Reference: Horton, SIAM J. Comput. 16 (1987), 358-366.
 */
#ifndef SG_GRAPH_CYCLE_SPACE_H
#define SG_GRAPH_CYCLE_SPACE_H

#include "graph/blocks.h"

/* The coordinate of an edge of the spanning tree. */
#define SG_TREE_EDGE UINT32_MAX

/* A vector of the space's basis: words begin .. end-1 of its bits; the others are 0. */
typedef struct sg_cycle_row {
    uint64_t *word; /* NULL: no such vector yet   */
    uint32_t begin, end;
    uint32_t length; /* of the cycle it came with  */
} sg_cycle_row;

typedef struct sg_cycle_space {
    uint32_t n_nodes;     /* numbered anew, so that the last one has most neighbors          */
    uint32_t *node;       /* [n_nodes] their numbers in the whole graph                      */
    uint32_t *arc_offset; /* [n_nodes + 1]                                                   */
    uint32_t *neighbor;   /* [n_arcs] ascending within a node                                */
    uint32_t *coordinate; /* [n_arcs] the same for both arcs of an edge, or SG_TREE_EDGE     */

    uint32_t dimension;
    uint32_t rank;     /* dimension of what the offered cycles span                          */
    sg_cycle_row *row; /* [dimension] the basis vector whose lowest coordinate this is       */
    uint64_t *vector;  /* the cycle being put together; 0 outside of words begin .. end-1    */
    uint32_t begin, end;
    uint32_t shortest; /* length of the first cycle offered, 0: there was none               */
    uint64_t n_stored; /* words in all basis vectors                                         */
    uint64_t steps;    /* words that were added or looked at so far                          */
    sg_scratch *scratch;
} sg_cycle_space;

/* Make the space of a block, with an empty basis; all arrays are scratch memory, which is kept
 * for what is taken later.  Time O(nodes + arcs).  Fails with SG_ENOMEM. */
sg_status sg_cycle_space_prepare(sg_cycle_space *space, const sg_block_graph *block,
                                 sg_scratch *scratch, sg_error *err);

/* Put arc `a` into the vector of the next cycle (or take it out, if it is there). */
static inline void sg_cycle_space_add(sg_cycle_space *space, uint32_t a)
{
    const uint32_t c = space->coordinate[a];
    if (c == SG_TREE_EDGE) return;
    if (c / 64 < space->begin) space->begin = c / 64;
    if (c / 64 >= space->end) space->end = c / 64 + 1;
    space->vector[c / 64] ^= (uint64_t)1 << (c % 64);
}

/* Take the vector that was put together, and empty it: is it no sum of shorter cycles offered
 * before?  Cycles come by ascending length.
 * Time O(rank * dimension / 64) at worst.  Fails with SG_ENOMEM. */
sg_status sg_cycle_space_offer(bool *relevant, sg_cycle_space *space, uint32_t length,
                               sg_error *err);

#endif
