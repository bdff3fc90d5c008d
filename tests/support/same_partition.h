/* same_partition.h - keys and colors that tell the same things apart. */
#ifndef SG_TESTS_SUPPORT_SAME_PARTITION_H
#define SG_TESTS_SUPPORT_SAME_PARTITION_H

#include "invariants/expression.h"

/* Things have the same key exactly where they have the same color; the same for checks. */
void check_same_partition(const sg_key *key, const uint32_t *color, uint32_t n);

/* Pairs that a property finds in all graphs have the same key exactly where their colors are the same,
 * and those that have no value have the color UINT32_MAX; numbers are those of slow_pair_colors.h. */
void check_pair_partition(const sg_graph_view *view, const char *property,
                          const uint32_t *color);

/* The same for no node, one, and two edges apart; `slow` gives colors to be freed with sg_free. */
void check_smallest_partitions(const char *property,
                               uint32_t *(*slow)(const sg_graph_view *view));

#endif
