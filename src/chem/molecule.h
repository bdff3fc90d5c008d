/* molecule.h - a molecule: atoms, bonds, and the graph it becomes.
 *
 * The label of an atom is a whole number made of element, charge and hydrogens, by a formula that is
 * the same in every data set: 10000 * atomic number + 100 * charge + hydrogens.  NH3+ is 70103, O-
 * is 79900.  Stereo marks and whether an atom is aromatic do not count: the last is said by its bonds.
 * On request an isotope adds 2000000 * its mass number, and an atom with more bonds than it can have
 * adds 50 (normal_form.h).
 *
 *     SG_TRY(sg_smiles_parse(&molecule, text, size, place, err));
 *     SG_TRY(sg_molecule_to_record(&record, &molecule, false, err));
 */
#ifndef SG_CHEM_MOLECULE_H
#define SG_CHEM_MOLECULE_H

#include "data/dataset.h"
#include "data/record.h"

/* Labels of bonds. */
typedef enum sg_bond_kind {
    SG_BOND_SINGLE = 1,
    SG_BOND_DOUBLE = 2,
    SG_BOND_TRIPLE = 3,
    SG_BOND_AROMATIC = 4,
    SG_BOND_QUADRUPLE = 5
} sg_bond_kind;

typedef struct sg_atom {
    uint8_t element; /* 0: any */
    int8_t charge;
    uint8_t hydrogens;
    bool is_aromatic;
    bool in_brackets;    /* the hydrogens are those written there */
    bool is_marked;      /* it has more bonds than it can have    */
    uint16_t isotope;    /* 0: not said, or not asked for         */
    uint32_t column;     /* in the string, from 0; for messages   */
    uint32_t first_bond; /* while reading: bonds before are between other atoms */
} sg_atom;

typedef struct sg_bond {
    uint32_t from, to;
    uint8_t kind;  /* sg_bond_kind                                               */
    uint8_t order; /* 1 .. 4: the same, but aromatic ones single or double, as one
                      Kekule structure has them                                  */
    bool in_ring;  /* once ring_systems.h has looked                             */
} sg_bond;

/* {0} is an empty molecule; its arrays are reused for the next. */
typedef struct sg_molecule {
    sg_atom *atom; /* [n_atoms] */
    uint32_t n_atoms;
    sg_bond *bond; /* [n_bonds] */
    uint32_t n_bonds;
    size_t atom_capacity, bond_capacity;
    uint32_t *work; /* what reading needs besides */
    size_t work_capacity;
    uint32_t *rings; /* ring_systems.h */
    uint64_t *bits;  /* ring_set.h     */
    size_t rings_capacity, bits_capacity;
} sg_molecule;

void sg_molecule_free(sg_molecule *molecule);

/* The label of an atom that is neither marked nor a stated isotope. */
static inline int32_t sg_atom_label(uint8_t element, int8_t charge, uint8_t hydrogens)
{
    return 10000 * element + 100 * charge + hydrogens;
}

/* What a label is called: "C", "CH3", "NH3+", "Ca+2", "13CH4"; "C!" where it is marked. */
enum { SG_ATOM_NAME_ROOM = 20, SG_ATOM_MARK = 50, SG_ATOM_ISOTOPE = 2000000 };
void sg_atom_label_name(char name[SG_ATOM_NAME_ROOM], int32_t label);

/* Append the molecule's atoms and bonds to an empty record, with Kekule's bonds where
 * `kekule`.  Fails with SG_ENOMEM. */
sg_status sg_molecule_to_record(sg_record *record, const sg_molecule *molecule, bool kekule,
                                sg_error *err);

/* Name the labels of atoms and bonds in a data set of molecules.  Fails with SG_ENOMEM. */
sg_status sg_molecules_name_labels(sg_dataset *data, sg_error *err);

#endif
