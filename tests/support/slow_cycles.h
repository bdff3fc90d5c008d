/* slow_cycles.h - the slow twin of the labelings by cycles, and how to compare them.
 *
 * Walks along every path there is; slow and simple by design.
 *
 *     check_cycles(&graph, true, 3, 8);      // induced-cycles:3-8 is what the twin says
 */
#ifndef SG_TESTS_SUPPORT_SLOW_CYCLES_H
#define SG_TESTS_SUPPORT_SLOW_CYCLES_H

#include "graph/view.h"
#include "invariants/key.h"

/* Count the simple cycles through every node of a graph of up to 64 nodes; chordless ones only
 * if `induced`.
 *
 *   count  out; [n_nodes][max - min + 1] by node and length */
void slow_cycles(uint64_t *count, const sg_one_graph *graph, uint32_t min, uint32_t max,
                 bool induced);

/* The key for these counts of the lengths min .. max. */
sg_key cycles_key(bool induced, uint32_t min, uint32_t max, const uint64_t *count);

/* The keys of cycles:MIN-MAX or induced-cycles:MIN-MAX must be those of the twin's counts. */
void check_cycles(const sg_graph *graph, bool induced, uint32_t min, uint32_t max);

/* The counts must be those of the reference values: the fixtures' graphs of our own making, or
 * real data in the shared folder, whose cycles are counted up to `max` there. */
void check_fixture_cycles(bool induced);
void check_shared_cycles(const char *name, bool induced, uint32_t max);

#endif
