/* slow_joins.h - how two nodes are joined, from the definitions: walks, paths, resistance, cuts.
 *
 * The slow twins of walks, paths, resistance and separators for check_pairs (slow_pairs.h), in graphs
 * of at most 16 nodes.  Slow and simple by design.
 */
#ifndef SG_TESTS_SUPPORT_SLOW_JOINS_H
#define SG_TESTS_SUPPORT_SLOW_JOINS_H

#include "support/slow_pairs.h"

slow_pair_content slow_walks, slow_paths, slow_resistance, slow_separators;

/* The number of walks of a length from v to w, step by step. */
uint64_t slow_count_walks(const sg_one_graph *graph, uint32_t v, uint32_t w, uint32_t length);

/* The resistance between two nodes that a path joins, as a fraction in lowest terms: determinants of
 * the Laplacian without the rows and columns of both nodes, and of one. */
typedef struct slow_fraction {
    int64_t a, b;
} slow_fraction;

slow_fraction slow_resistance_of(const slow_pair *pair);

#endif
