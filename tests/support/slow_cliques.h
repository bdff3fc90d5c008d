/* slow_cliques.h - the slow twin of invariants/labelings/maximal_cliques.h.
 *
 * Looks at every set of nodes; slow and simple by design.
 */
#ifndef SG_TESTS_SUPPORT_SLOW_CLIQUES_H
#define SG_TESTS_SUPPORT_SLOW_CLIQUES_H

#include "graph/graph.h"

enum { SLOW_CLIQUES_NODES = 16 };

/* count[v][s] = maximal cliques of s nodes that contain node v of graph g, for graphs of up to 16
 * nodes. */
void slow_cliques(uint64_t count[SLOW_CLIQUES_NODES][SLOW_CLIQUES_NODES + 1],
                  const sg_graph *graph, uint32_t g);

#endif
