/* slow_counts.h - the slow twin of generators/substructure_counts.h.
 *
 * Tries every way to lay a pattern over the graph; slow and simple by design.
 */
#ifndef SG_TESTS_SUPPORT_SLOW_COUNTS_H
#define SG_TESTS_SUPPORT_SLOW_COUNTS_H

#include "generators/substructure_counts.h"

/* The same as sg_substructures_count, for graphs of up to 16 nodes. */
void slow_counts(uint64_t count[SG_N_SUBSTRUCTURES], const sg_graph *graph, uint32_t g);

#endif
