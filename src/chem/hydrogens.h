/* hydrogens.h - how many hydrogens each atom of a molecule has.
 *
 *     SG_TRY(sg_molecule_count_hydrogens(&molecule, err));
 *     SG_TRY(sg_molecule_fold_hydrogens(&molecule, err));
 *
 * The kinds of all bonds must be known (molecule.h).
 */
#ifndef SG_CHEM_HYDROGENS_H
#define SG_CHEM_HYDROGENS_H

#include "chem/molecule.h"

/* Give atoms outside of brackets the hydrogens that their valence leaves room for.
 * Time O(atoms + bonds).  Fails with SG_ENOMEM. */
sg_status sg_molecule_count_hydrogens(sg_molecule *molecule, sg_error *err);

/* Hydrogens that are atoms of their own become part of their neighbors; the atoms behind them move
 * up.  Time O(atoms + bonds).  Fails with SG_ENOMEM. */
sg_status sg_molecule_fold_hydrogens(sg_molecule *molecule, sg_error *err);

#endif
