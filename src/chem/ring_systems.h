/* ring_systems.h - the parts of a molecule in which every bond lies on a ring.
 *
 *     sg_ring_systems systems;
 *     SG_TRY(sg_ring_systems_find(&systems, &molecule, err));
 *     for (uint32_t s = 0; s < systems.n; s++)
 *         for (uint32_t i = systems.begin[s]; i < systems.begin[s + 1]; i++)
 *             use(systems.bond[i]);
 *
 * A ring system is a block of the graph: any two of its bonds lie on a common ring.  Rings that share
 * one atom, as in spiro compounds, are two systems.
 */
#ifndef SG_CHEM_RING_SYSTEMS_H
#define SG_CHEM_RING_SYSTEMS_H

#include "chem/molecule.h"

/* All arrays are memory of the molecule, valid until the next call. */
typedef struct sg_ring_systems {
    uint32_t n;
    uint32_t *begin; /* [n + 1] of each system's bonds in `bond`                             */
    uint32_t *bond;  /* [begin[n]]; a bond to a new atom comes before the others of that atom */
    uint32_t *offset; /* [n_atoms + 1] of each atom's bonds in `link`                         */
    uint32_t *link;   /* [2 * n_bonds] bonds                                                  */
    uint32_t *order;  /* [n_atoms] when the search met the atom, from 1; 0: it is an end      */
    uint32_t
        *from_bond;   /* [n_atoms] the bond that led to it, or UINT32_MAX                     */
    uint32_t *seen;   /* [n_atoms] zeros, for the caller                                      */
    uint32_t *number; /* [n_atoms] for the caller                                             */
    uint32_t *atom;   /* [n_atoms] for the caller                                             */
} sg_ring_systems;

static inline uint32_t sg_bond_other_end(const sg_bond *bond, uint32_t v)
{
    return bond->from == v ? bond->to : bond->from;
}

/* Find the ring systems.  Sets in_ring of every bond.
 * Time and memory O(atoms + bonds).  Fails with SG_ENOMEM. */
sg_status sg_ring_systems_find(sg_ring_systems *systems, sg_molecule *molecule, sg_error *err);

#endif
