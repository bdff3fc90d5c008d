/* relevant_cycles.h - the rings of a block that every chemist would draw, counted.
 *
 * A minimum cycle basis is what chemists call the smallest set of smallest rings.  It is not
 * unique: cubane has six square faces and bases of five.  Its union over all choices is: a cycle
 * is in some minimum basis if and only if it is no sum of shorter cycles.  Such cycles are called
 * relevant, and in naphthalene, steroids and nearly everything else they are the one basis.
 *
 * There may be exponentially many of them (a necklace of k beads has 2^k), but they come in
 * families that share their highest-numbered node and its opposite, and differ in shortest paths
 * between the two.  A family is tested as one and counted by its numbers of paths.
 *
 * Reference: Vismara, Electronic Journal of Combinatorics 4 (1997), #R9.
 */
#ifndef SG_INVARIANTS_LABELINGS_RELEVANT_CYCLES_H
#define SG_INVARIANTS_LABELINGS_RELEVANT_CYCLES_H

#include "graph/blocks.h"
#include "invariants/labeling.h"
#include "invariants/labelings/ring_tally.h"

/* Add to `tally` the relevant cycles of `block` through each of its nodes, by length.
 * Fails with SG_ENOMEM, or with SG_ELIMIT when the budget of `work` or a bound on memory is used
 * up or a count reaches 2^64.
 * Time O(families * shortest paths of one), plus testing families: see cycle_space.h. */
sg_status sg_relevant_cycles_count(sg_ring_tally *tally, const sg_block_graph *block,
                                   const sg_labeling *labeling, const sg_label_work *work,
                                   sg_error *err);

#endif
