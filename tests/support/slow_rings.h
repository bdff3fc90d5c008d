/* slow_rings.h - the slow twin of the labeling `ring`.
 *
 * Lists all simple cycles and takes those that are no sums of shorter ones; slow and simple by
 * design.
 */
#ifndef SG_TESTS_SUPPORT_SLOW_RINGS_H
#define SG_TESTS_SUPPORT_SLOW_RINGS_H

#include "graph/view.h"

enum { SLOW_RINGS_NODES = 32, SLOW_RINGS_EDGES = 64 };

/* Count the rings through every node of a graph of up to SLOW_RINGS_NODES nodes and
 * SLOW_RINGS_EDGES edges: count[v][size]. */
void slow_rings(uint64_t count[SLOW_RINGS_NODES][SLOW_RINGS_NODES + 1],
                const sg_one_graph *graph);

#endif
