/* path_edges.h - which edges are on the shortest paths between two nodes, and how often.
 *
 *     sg_bfs_run(&bfs, graph, receiver, UINT32_MAX);
 *     SG_TRY(sg_path_edges_find(&paths, &bfs, graph, sender, scratch, err));
 *     for (uint32_t i = 0; i < paths.n_edges; i++)
 *         show(paths.edge[i].arc, paths.edge[i].n);
 *
 * It is what the pair property `path` tells pairs apart by, of one pair and open to be read.
 */
#ifndef SG_INVARIANTS_PROPERTIES_PATH_EDGES_H
#define SG_INVARIANTS_PROPERTIES_PATH_EDGES_H

#include "graph/bfs.h"

/* A label of edges. */
typedef struct sg_path_edge {
    uint32_t arc; /* one that has it                          */
    uint64_t n;   /* how often it occurs on all of the paths  */
} sg_path_edge;

typedef struct sg_path_edges {
    uint64_t n_paths;
    sg_path_edge *edge; /* [n_edges] scratch memory; by ascending label, none without labels */
    uint32_t n_edges;
} sg_path_edges;

/* Find them between the start of the search `bfs`, which must have reached it, and `sender`.
 * Edges count in the direction from the start to the sender.  The property has made sure that no
 * number reaches 2^64.
 * Time O(nodes and arcs, times different labels).  Fails with SG_ENOMEM. */
sg_status sg_path_edges_find(sg_path_edges *paths, const sg_bfs *bfs, const sg_one_graph *graph,
                             uint32_t sender, sg_scratch *scratch, sg_error *err);

#endif
