/* slow_betweenness.h - the slow twin of the labeling `betweenness`.
 *
 * Counts paths for all pairs from matrices; slow and simple by design.
 */
#ifndef SG_TESTS_SUPPORT_SLOW_BETWEENNESS_H
#define SG_TESTS_SUPPORT_SLOW_BETWEENNESS_H

#include "graph/graph.h"

/* The normalized betweenness of every node of graph g, value[n]. */
void slow_betweenness(double *value, const sg_graph *graph, uint32_t g);

#endif
