/* blocks.h - the parts of a graph that cycles live in.
 *
 * A block is a largest set of nodes in which every two lie on a common cycle (a biconnected
 * component of three or more nodes).  Every cycle lies in one block; two blocks share at most one
 * node; nodes in no block are on no cycle.
 *
 *     sg_blocks blocks = {0};
 *     SG_TRY(sg_blocks_find(&blocks, graph, scratch, err));
 *     for (uint32_t b = 0; b < blocks.n_blocks; b++)
 *         if (blocks.n_edges[b] == sg_block_size(&blocks, b)) ...   // a plain ring
 *         else SG_TRY(sg_block_cut(&part, &blocks, b, graph, scratch, err));
 *
 * Reference: Hopcroft and Tarjan, CACM 16 (1973).
 */
#ifndef SG_GRAPH_BLOCKS_H
#define SG_GRAPH_BLOCKS_H

#include "base/scratch.h"
#include "graph/view.h"

typedef struct sg_blocks {
    uint32_t n_blocks;
    uint32_t *begin;   /* [n_blocks + 1] of each block's nodes in `node`                     */
    uint32_t *node;    /* [begin[n_blocks]]; the last node of a block is the one that the
                          search met first                                                   */
    uint32_t *n_edges; /* [n_blocks] edges between the nodes of a block                      */
    uint32_t *order;   /* [n_nodes] when the search met a node, from 1                       */
    uint32_t *place;   /* [n_nodes] memory for sg_block_cut                                  */
} sg_blocks;

static inline uint32_t sg_block_size(const sg_blocks *blocks, uint32_t b)
{
    return blocks->begin[b + 1] - blocks->begin[b];
}

/* Find the blocks of `graph`; all arrays are scratch memory.
 * Time and memory O(nodes + arcs).  Fails with SG_ECANCELED or SG_ENOMEM. */
sg_status sg_blocks_find(sg_blocks *blocks, const sg_one_graph *graph, sg_scratch *scratch,
                         sg_error *err);

/* One block as a graph of its own, with nodes 0 .. n_nodes-1. */
typedef struct sg_block_graph {
    uint32_t n_nodes;
    uint32_t n_arcs;
    const uint32_t *node; /* [n_nodes] their numbers in the whole graph                      */
    uint32_t *arc_offset; /* [n_nodes + 1]                                                   */
    uint32_t *neighbor;   /* [n_arcs], in no particular order within a node                  */
} sg_block_graph;

/* Cut block `b` out of the graph; its arrays are scratch memory.
 * For all blocks together time and memory O(nodes + arcs).  Fails with SG_ECANCELED or SG_ENOMEM. */
sg_status sg_block_cut(sg_block_graph *part, const sg_blocks *blocks, uint32_t b,
                       const sg_one_graph *graph, sg_scratch *scratch, sg_error *err);

#endif
