/* pair_orbits.h - pairs of nodes that symmetries of the graph map to each other.
 *
 * An invariant gives all pairs of an orbit the same value, so that one of them needs to be computed.
 *
 *     SG_TRY(sg_pair_orbits_find(&orbits, graph, node_key, steps, scratch, err));
 *     if (orbits.orbit != NULL && orbits.orbit[n * v + w] == orbits.orbit[n * a + b]) ...
 */
#ifndef SG_INVARIANTS_COLORS_PAIR_ORBITS_H
#define SG_INVARIANTS_COLORS_PAIR_ORBITS_H

#include "base/scratch.h"
#include "graph/view.h"
#include "invariants/key.h"

typedef struct sg_pair_orbits {
    uint32_t *orbit; /* [n_nodes][n_nodes] the first pair of the orbit of (v, w), as
                        n_nodes * v + w; scratch memory; NULL: no symmetry is known       */
} sg_pair_orbits;

/* Find the orbits of ordered pairs under symmetries that keep the keys of nodes; labels of edges are not
 * looked at.  They may be finer than they could be: the search gives up where it takes more than `steps`,
 * and does not begin where the graph has thousands of nodes.
 * Fails with SG_ENOMEM or SG_ECANCELED. */
sg_status sg_pair_orbits_find(sg_pair_orbits *orbits, const sg_one_graph *graph,
                              const sg_key *node_key, uint64_t steps, sg_scratch *scratch,
                              sg_error *err);

#endif
