/* substructure_counts.h - how often six small graphs occur in a graph.
 *
 *     uint64_t count[SG_N_SUBSTRUCTURES];
 *     sg_substructures_count(count, graph, g);
 *     printf("%llu triangles\n", (unsigned long long)count[SG_TRIANGLES]);
 *
 * Occurrences are subgraphs, not necessarily induced ones: the complete graph on four nodes
 * contains four triangles, twelve tailed triangles, four 3-stars and three 4-cycles.
 *
 * Reference: Chen et al., "Can Graph Neural Networks Count Substructures?", NeurIPS 2020.
 */
#ifndef SG_GENERATORS_SUBSTRUCTURE_COUNTS_H
#define SG_GENERATORS_SUBSTRUCTURE_COUNTS_H

#include "graph/graph.h"

typedef enum sg_substructure {
    SG_TRIANGLES,
    SG_TAILED_TRIANGLES, /* a triangle with one more node hanging on it */
    SG_3_STARS,          /* a node with three of its neighbors          */
    SG_4_CYCLES,
    SG_5_CYCLES,
    SG_6_CYCLES,
    SG_N_SUBSTRUCTURES
} sg_substructure;

/* Count the six in member `g` of the union; 0 where there are none.
 * Time O(n d^5) for n nodes of degree up to d; no memory. */
void sg_substructures_count(uint64_t count[SG_N_SUBSTRUCTURES], const sg_graph *graph,
                            uint32_t g);

#endif
