/* bfs.h - breadth-first searches in one graph, one after the other.
 *
 *     sg_bfs bfs = {0};
 *     SG_TRY(sg_bfs_prepare(&bfs, graph, scratch, err));
 *     for (uint32_t v = 0; v < graph->n_nodes; v++) {
 *         sg_bfs_run(&bfs, graph, v, 6);
 *         for (uint32_t i = 0; i < bfs.n_reached; i++)
 *             visit(v, bfs.queue[i], bfs.distance[bfs.queue[i]]);
 *     }
 */
#ifndef SG_GRAPH_BFS_H
#define SG_GRAPH_BFS_H

#include "base/scratch.h"
#include "graph/view.h"

/* The distance of a node that a search did not reach. */
#define SG_UNREACHED UINT32_MAX

typedef struct sg_bfs {
    uint32_t *distance; /* [n_nodes] from the start, or SG_UNREACHED                     */
    uint32_t *queue;    /* [n_reached] the nodes reached, by ascending distance          */
    uint32_t *sorted;   /* [n_reached] the same by ascending number, after sg_bfs_sort   */
    uint32_t n_reached;
    uint64_t *reached; /* set of nodes; empty outside sg_bfs_sort                       */

    /* Only in graphs of up to 64 nodes, where a set is one word; elsewhere NULL.  The neighbors
     * of v one step nearer to the start are adjacent[v] & level[distance[v] - 1]. */
    uint64_t *adjacent; /* [n_nodes] neighbors                                           */
    uint64_t *level;    /* nodes at each distance                                        */
} sg_bfs;

/* Make room for searches in `graph`; all arrays are scratch memory.  Fails with SG_ENOMEM. */
sg_status sg_bfs_prepare(sg_bfs *bfs, const sg_one_graph *graph, sg_scratch *scratch,
                         sg_error *err);

/* Find the nodes up to max_distance steps from `start`, and forget those of the search before.
 * A search in a large graph that somebody stops (observer.h) ends early, with fewer nodes: whoever goes on
 * asks afterwards.  Time O(nodes reached and their arcs). */
void sg_bfs_run(sg_bfs *bfs, const sg_one_graph *graph, uint32_t start, uint32_t max_distance);

/* Write the nodes reached to `sorted`.  Time O(nodes reached + range of their numbers / 64). */
void sg_bfs_sort(sg_bfs *bfs);

#endif
