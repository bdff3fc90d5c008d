/* short_rings.h - the rings of a large ring system, by walking.  See ring_set.h, which calls it.
 */
#ifndef SG_CHEM_SHORT_RINGS_H
#define SG_CHEM_SHORT_RINGS_H

#include "chem/ring_set.h"

/* Find the relevant rings of up to SG_RING_SET_SHORT atoms: set->bonds and set->n_rings; set->atoms
 * has room for as many.  None are found where there are too many ways to walk: a number that does not
 * depend on how the molecule is written.  Fails with SG_ENOMEM. */
sg_status sg_short_rings_find(sg_ring_set *set, sg_molecule *molecule,
                              const sg_ring_systems *systems, sg_error *err);

#endif
