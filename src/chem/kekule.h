/* kekule.h - aromatic bonds, and double bonds for those who ask for them.
 *
 * SMILES writes aromatic atoms in small letters and says nothing about the bonds between them.  Such
 * a string is a molecule only if double bonds can be spread over the aromatic bonds so that every
 * atom that has an electron to share gets exactly one: a matching.  A wrong string, like c1cccn1 with
 * its hydrogen forgotten, is found out here.
 */
#ifndef SG_CHEM_KEKULE_H
#define SG_CHEM_KEKULE_H

#include "chem/molecule.h"

/* What is wrong with an atom that kekulizing gets stuck at. */
#define SG_FLAW_NO_KEKULE                                                                        \
    "double bonds cannot be placed so that this aromatic atom gets one; is a hydrogen missing, " \
    "as in [nH]?"

/* The kind of a bond between aromatic atoms that says nothing. */
enum { SG_BOND_UNSAID = 0 };

/* Decide which unsaid bonds are aromatic: those on a cycle of such bonds.  The others are single:
 * the one that joins the rings of biphenyl, say.  Fails with SG_ENOMEM.  Time O(atoms + bonds). */
sg_status sg_molecule_find_aromatic_bonds(sg_molecule *molecule, sg_error *err);

/* Who needs a double bond. */
typedef enum sg_kekule_rule {
    SG_KEKULE_BY_ELEMENT, /* a table of elements, charges and numbers of neighbors; the way of 0.1 */
    SG_KEKULE_BY_VALENCE /* an atom with one bond less than its valence                           */
} sg_kekule_rule;

/* Give every aromatic bond the order 1 or 2.  Atoms must have their hydrogens.  Of several ways the
 * first is taken: atom by atom, each has its double bond with the first neighbor (one that needs it
 * before one that may have it, then in the order of bonds) that leaves a way for the rest.
 *
 *   stuck   out; an atom without its double bond, where there is no way
 *
 * Returns SG_OK, SG_EFORMAT (no matching; err is untouched) or SG_ENOMEM.
 * Time O(atoms) for nearly all molecules, O(atoms^3) at worst. */
sg_status sg_molecule_kekulize(uint32_t *stuck, sg_molecule *molecule, sg_kekule_rule rule,
                               sg_error *err);

#endif
