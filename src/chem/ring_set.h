/* ring_set.h - the rings of one ring system, as bits.
 *
 *     sg_ring_set set = sg_ring_set_of(&molecule, &systems, s);
 *     if (set.n_atoms == set.n_bonds) ...                               // a plain ring
 *     else SG_TRY(sg_ring_set_find(&set, &molecule, &systems, err));
 *     for (uint32_t r = 0; r < set.n_rings; r++) use(set.bonds + r * set.n_words);
 *
 * The rings are the relevant ones: those that are no sum of shorter rings.  Where the smallest set of
 * smallest rings is unique, they are that set; where it is not (cubane), they are all rings that could
 * be in one.  So they do not depend on how the molecule is written.
 *
 * A system with more than SG_RING_SET_EXACT independent rings has only its relevant rings of up to
 * SG_RING_SET_SHORT atoms, and one with very many ways to walk through it has none.
 *
 * Reference: Vismara, Electronic J. Combinatorics 4 (1997), R9.
 */
#ifndef SG_CHEM_RING_SET_H
#define SG_CHEM_RING_SET_H

#include "base/bitset.h"
#include "chem/ring_systems.h"

enum { SG_RING_SET_EXACT = 8, SG_RING_SET_SHORT = 8 };

/* Atoms and bonds of the system are numbered from 0.  The arrays are memory of the molecule. */
typedef struct sg_ring_set {
    uint32_t n_atoms, n_bonds;
    const uint32_t *atom;   /* [n_atoms] in the molecule                              */
    const uint32_t *bond;   /* [n_bonds] in the molecule                              */
    const uint32_t *number; /* by atom of the molecule: its number here               */
    uint32_t n_words;       /* of a set of bonds; atoms are no more                   */
    uint32_t n_rings;
    uint64_t *bonds; /* [n_rings][n_words]                                     */
    uint64_t *atoms; /* [n_rings][n_words]                                     */
    uint64_t *more;  /* [SG_RING_SET_MORE][n_words] for the caller             */
} sg_ring_set;

enum { SG_RING_SET_MORE = 7 };

/* Number the atoms of system `s`; rings are not yet known. */
sg_ring_set sg_ring_set_of(const sg_molecule *molecule, const sg_ring_systems *systems,
                           uint32_t s);

/* Find the rings.  Time O(2^k * bonds) with k = bonds - atoms + 1 independent rings up to
 * SG_RING_SET_EXACT, beyond that O(walks of SG_RING_SET_SHORT steps).  Fails with SG_ENOMEM. */
sg_status sg_ring_set_find(sg_ring_set *set, sg_molecule *molecule,
                           const sg_ring_systems *systems, sg_error *err);

#endif
