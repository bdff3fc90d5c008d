/* normal_form.h - one graph for a molecule, however it is written.
 *
 *     const sg_molecule_form form = {.is_normal = true};
 *     SG_TRY(sg_smiles_parse(&molecule, &form, text, size, place, err));
 *
 * In normal form groups have one style (groups.h), hydrogens are part of the atoms that they hang on,
 * atoms have no more bonds than they can have (valence.h), and bonds are aromatic where the structure
 * says so (aromatic.h).  Tautomers are different molecules.  Other wishes change the molecule itself.
 */
#ifndef SG_CHEM_NORMAL_FORM_H
#define SG_CHEM_NORMAL_FORM_H

#include "chem/molecule.h"

/* {0}: as it is written. */
typedef struct sg_molecule_form {
    bool is_normal; /* the others are for normal forms alone                               */
    bool
        marks_valences; /* impossible ones give their atoms other labels; else they are refused */
    bool
        strips_salts; /* only the largest of the parts that no bond joins stays               */
    bool is_neutral;  /* charges that a hydrogen more or less takes away are taken away       */
    bool
        has_isotopes; /* they are part of labels, and deuterium is an atom                    */
    bool has_stereo;  /* handedness and geometry are part of labels (stereo.h)                */
} sg_molecule_form;

/* Why a molecule is none. */
typedef struct sg_molecule_flaw {
    uint32_t atom;
    const char *text; /* static */
} sg_molecule_flaw;

/* Give a molecule, as its string says it, its normal form.
 *
 *   flaw          out, where it fails with SG_EFORMAT; err is then untouched
 *   molecule      bonds that the string leaves open are SG_BOND_UNSAID (kekule.h)
 *   has_hydrogens whether some atoms are hydrogens
 *
 * Time O(atoms + bonds) for nearly all molecules.  Fails with SG_EFORMAT or SG_ENOMEM. */
sg_status sg_molecule_normalize(sg_molecule_flaw *flaw, sg_molecule *molecule,
                                const sg_molecule_form *form, bool has_hydrogens,
                                sg_error *err);

/* The same, or what is missing of a molecule that stays as it is written: its hydrogens and double bonds.
 *
 *   form  NULL: as it is written */
sg_status sg_molecule_complete(sg_molecule_flaw *flaw, sg_molecule *molecule,
                               const sg_molecule_form *form, bool has_hydrogens, sg_error *err);

#endif
