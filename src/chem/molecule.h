/* molecule.h - a molecule: atoms, bonds, and the graph it becomes.
 *
 * The label of an atom is a whole number made of element, charge and hydrogens, by a formula that is
 * the same in every data set: 10000 * atomic number + 100 * charge + hydrogens.  NH3+ is 70103, O-
 * is 79900.  Whether an atom is aromatic does not count: its bonds say it.
 * On request an isotope adds 2000000 * its mass number, an atom with more bonds than it can have
 * adds 50 (normal_form.h), and an atom that is a center adds 30 or 40 (stereo.h).
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
    SG_BOND_QUADRUPLE = 5,
    SG_BOND_DOUBLE_SAME = 6, /* of labels alone: on request, double bonds whose highest     */
    SG_BOND_DOUBLE_OPPOSITE =
        7, /* neighbors are on the same side, or on opposite ones (stereo.h) */
    SG_BOND_KINDS
} sg_bond_kind;

/* Which way the neighbors of an atom go around, seen from the first: in the order of the string (@ is left), and
 * then by rank (stereo.h). */
enum { SG_HAND_NONE, SG_HAND_LEFT, SG_HAND_RIGHT };

/* Where the second atom of a bond is, seen from the first: / is up. */
enum { SG_DIRECTION_NONE, SG_DIRECTION_UP, SG_DIRECTION_DOWN };

/* Where the highest neighbors of the ends of a double bond are. */
enum { SG_GEOMETRY_NONE, SG_GEOMETRY_SAME, SG_GEOMETRY_OPPOSITE };

typedef struct sg_atom {
    uint8_t element; /* 0: any */
    int8_t charge;
    uint8_t hydrogens;
    bool is_aromatic;
    bool in_brackets;     /* the hydrogens are those written there */
    bool is_marked;       /* it has more bonds than it can have    */
    uint16_t isotope;     /* 0: not said, or not asked for         */
    uint32_t column;      /* in the string, from 0; for messages   */
    uint32_t first_bond;  /* while reading: bonds before are between other atoms */
    uint32_t hydrogen_at; /* where the string names its hydrogen, as a column */
    uint8_t hand;         /* SG_HAND_...                                      */
    int8_t hydrogen_side; /* of a hydrogen that was an atom: 1 above, -1 below, 0 unknown */
} sg_atom;

typedef struct sg_bond {
    uint32_t from, to;
    uint8_t kind;      /* sg_bond_kind                                               */
    uint8_t order;     /* 1 .. 4: the same, but aromatic ones single or double, as one
                      Kekule structure has them                                  */
    bool in_ring;      /* once ring_systems.h has looked                             */
    uint8_t direction; /* SG_DIRECTION_..., as written                     */
    uint8_t geometry;  /* SG_GEOMETRY_..., of double bonds                 */
    uint32_t from_at,
        to_at; /* of ring bonds: where the digit is at each end, as a column + 1; 0: it
                                is no ring bond                                  */
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

/* What a label is called: "C", "CH3", "NH3+", "Ca+2", "13CH4"; "C!" where it is marked; "CH@" and "CH@@" for
 * centers that go around left and right. */
enum {
    SG_ATOM_NAME_ROOM = 20,
    SG_ATOM_LEFT = 30,
    SG_ATOM_RIGHT = 40,
    SG_ATOM_MARK = 50,
    SG_ATOM_ISOTOPE = 2000000
};
void sg_atom_label_name(char name[SG_ATOM_NAME_ROOM], int32_t label);

/* The labels of an atom and of a bond where stereochemistry is left out. */
int32_t sg_atom_label_flat(int32_t label);
int32_t sg_bond_label_flat(int32_t label);

/* Append the molecule's atoms and bonds to an empty record, with Kekule's bonds where
 * `kekule`.  Fails with SG_ENOMEM. */
sg_status sg_molecule_to_record(sg_record *record, const sg_molecule *molecule, bool kekule,
                                sg_error *err);

/* Name the labels of atoms and bonds in a data set of molecules.  Fails with SG_ENOMEM. */
sg_status sg_molecules_name_labels(sg_dataset *data, sg_error *err);

#endif
