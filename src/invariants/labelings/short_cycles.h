/* short_cycles.h - cycles of length 3 to 6 through every node, without looking at any.
 *
 * A dense block has far more cycles than nodes and edges; short ones are counted by formulas over
 * the numbers of common neighbors, in a time that does not depend on how many there are.
 */
#ifndef SG_INVARIANTS_LABELINGS_SHORT_CYCLES_H
#define SG_INVARIANTS_LABELINGS_SHORT_CYCLES_H

#include "invariants/labelings/cycle_counts.h"

/* Whether formulas answer this request faster than a search would. */
bool sg_short_cycles_apply(const sg_cycle_request *request);

/* Count the cycles of a request to which they apply.
 * Time O(nodes * arcs), memory O(nodes^2).  Fails with SG_ENOMEM or SG_ELIMIT. */
sg_status sg_short_cycles_count(const sg_cycle_request *request, sg_error *err);

#endif
