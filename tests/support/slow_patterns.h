/* slow_patterns.h - the slow twin of the labeling by patterns.
 *
 * Lays a pattern over every set of nodes in every possible way; slow and simple by design.
 */
#ifndef SG_TESTS_SUPPORT_SLOW_PATTERNS_H
#define SG_TESTS_SUPPORT_SLOW_PATTERNS_H

#include "invariants/labeling.h"

enum { SLOW_PATTERNS_NODES = 16 };

/* count[v] = the sets of nodes of graph g that contain its node v and induce the pattern, for
 * graphs of up to 16 nodes. */
void slow_patterns(uint64_t count[SLOW_PATTERNS_NODES], const sg_pattern *pattern,
                   const sg_graph *graph, uint32_t g);

/* The code by which keys know a pattern: the number of its nodes from bit 16 on, and bit
 * j (j - 1) / 2 + i for an edge between i < j, with the nodes in the order that makes it least. */
uint64_t slow_pattern_code(const sg_pattern *pattern);

#endif
