/* aromatic.h - which bonds are aromatic, decided by the structure and not by how it is written.
 *
 *     SG_TRY(sg_ring_systems_find(&systems, &molecule, err));
 *     ... hydrogens, charges, and a Kekule structure (kekule.h) ...
 *     SG_TRY(sg_molecule_perceive(&molecule, &systems, err));
 *
 * The model is RDKit's: each atom of a ring gives electrons to it (sg_atom_donor), and a ring, or up
 * to six rings of at most 24 bonds that are joined by single shared bonds, is aromatic if together they
 * have 4n + 2.  Atoms in three of the rings do not count.  Of joined rings the outer bonds become
 * aromatic; combinations are tried from few rings to many until all bonds of the joined rings are.
 * docs/molecules.md has the table of donors, and the differences.
 */
#ifndef SG_CHEM_AROMATIC_H
#define SG_CHEM_AROMATIC_H

#include "chem/ring_systems.h"

/* What an atom gives to its rings. */
typedef enum sg_donor {
    SG_DONOR_NONE, /* it breaks the ring: saturated, more bonds than usual, two double bonds */
    SG_DONOR_VACANT, /* an empty orbital: C+, B, the carbon of C=O                             */
    SG_DONOR_ONE, /* an electron of a double bond                                           */
    SG_DONOR_TWO, /* a lone pair: the N of pyrrole, O, S, C-                                */
    SG_DONOR_ANY  /* the wildcard: one or two, where no other atom of the ring is one       */
} sg_donor;

/* What atom `v`, which lies on a ring, gives.  Time O(its bonds). */
sg_donor sg_atom_donor(const sg_molecule *molecule, const sg_ring_systems *systems, uint32_t v);

/* Set the kind of every bond: aromatic, or what its order says.
 * Time O(atoms + bonds) for nearly all molecules.  Fails with SG_ENOMEM. */
sg_status sg_molecule_perceive(sg_molecule *molecule, const sg_ring_systems *systems,
                               sg_error *err);

#endif
