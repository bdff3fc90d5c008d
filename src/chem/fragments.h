/* fragments.h - the parts of a molecule that no bond joins: salts, solvents.
 *
 *     SG_TRY(sg_molecule_keep_largest(&molecule, err));               // of a salt the organic part
 */
#ifndef SG_CHEM_FRAGMENTS_H
#define SG_CHEM_FRAGMENTS_H

#include "chem/molecule.h"

/* Keep the part with most atoms; of several those with most carbons, the largest sum of atomic
 * numbers, most hydrogens; then the one whose hash of atoms and bonds is largest, so that the order of
 * parts in a string does not matter.  Time O(atoms + bonds).  Fails with SG_ENOMEM. */
sg_status sg_molecule_keep_largest(sg_molecule *molecule, sg_error *err);

#endif
