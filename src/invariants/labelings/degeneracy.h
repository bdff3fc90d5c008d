/* degeneracy.h - core numbers, and the order in which a graph falls apart.
 *
 * Taking away a node of the fewest neighbors again and again orders the nodes so that each has
 * few neighbors behind it: no more than its core number.  Searches for cliques start from there.
 *
 *     sg_cores cores = {0};
 *     SG_TRY(sg_cores_find(&cores, graph, scratch, err));
 *     cores.core[v];
 *
 * Reference: Batagelj and Zaversnik, "An O(m) Algorithm for Cores Decomposition of Networks",
 * 2003; Matula and Beck, JACM 30 (1983).
 */
#ifndef SG_INVARIANTS_LABELINGS_DEGENERACY_H
#define SG_INVARIANTS_LABELINGS_DEGENERACY_H

#include "base/scratch.h"
#include "graph/view.h"

typedef struct sg_cores {
    uint32_t *core; /* [n_nodes] largest k such that v is in a subgraph with all degrees >= k */
    uint32_t
        *order; /* [n_nodes] the nodes as they are taken away                             */
    uint32_t
        *place; /* [n_nodes] order[place[v]] == v                                         */
    uint32_t
        largest; /* core number: the degeneracy of the graph                               */
} sg_cores;

/* Find the core numbers; all memory is scratch memory.
 * Time and memory O(n + m).  Fails with SG_ENOMEM. */
sg_status sg_cores_find(sg_cores *cores, const sg_one_graph *graph, sg_scratch *scratch,
                        sg_error *err);

#endif
