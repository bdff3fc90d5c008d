/* atom_ranks.h - ranks of a molecule's atoms that follow from its structure alone.
 *
 *     sg_atom_ranks ranks = {0};
 *     SG_TRY(sg_atom_ranks_find(&ranks, &molecule, rounds, err));
 *     if (ranks.rank[u] > ranks.rank[v]) ...
 *     sg_atom_ranks_free(&ranks);
 *
 * Element, isotope, charge and hydrogens decide first; then, round by round, the bonds of an atom and the
 * ranks of its neighbors, the highest first.  Earlier rounds outrank later ones.  Which of two atoms ranks higher depends on what
 * is within `rounds` bonds of them, not on the rest of the molecule or on the order of atoms.
 */
#ifndef SG_CHEM_ATOM_RANKS_H
#define SG_CHEM_ATOM_RANKS_H

#include "chem/molecule.h"

/* {0} is empty. */
typedef struct sg_atom_ranks {
    uint32_t *rank;   /* [n_atoms] from 1, dense; equal atoms have equal ranks */
    uint32_t *offset; /* [n_atoms + 1] of each atom's bonds in `link`          */
    uint32_t *link;   /* [2 * n_bonds] bonds                                   */
} sg_atom_ranks;

void sg_atom_ranks_free(sg_atom_ranks *ranks);

/* Rank all atoms, by `rounds` rounds at most.  Time O(rounds * (atoms + bonds) log atoms).
 * Fails with SG_ENOMEM; the ranks are empty then. */
sg_status sg_atom_ranks_find(sg_atom_ranks *ranks, const sg_molecule *molecule, uint32_t rounds,
                             sg_error *err);

#endif
