/* molecule_look.h - a graph of a data set as the atoms and bonds of a structural formula.
 *
 *     sg_molecule_look look = {0};
 *     SG_TRY(sg_molecule_look_find(&look, data, g, err));
 *     if (look.atom != NULL) SG_TRY(sg_structure_draw(&structure, &layout, look.atom, look.bond, ...));
 *     sg_molecule_look_free(&look);
 *
 * Nothing is guessed: a graph is a molecule if the data calls the labels of all its nodes by names of
 * atoms (atom_name.h).  Bonds are single unless the data calls them double, triple or aromatic.
 */
#ifndef SG_CHEM_MOLECULE_LOOK_H
#define SG_CHEM_MOLECULE_LOOK_H

#include "data/dataset.h"
#include "draw/structure.h"

/* {0} is no molecule. */
typedef struct sg_molecule_look {
    sg_structure_atom *atom; /* [nodes of the graph]; NULL: it is no molecule */
    sg_structure_bond *bond; /* [n_bonds] */
    size_t n_bonds;
} sg_molecule_look;

void sg_molecule_look_free(sg_molecule_look *look);

/* What graph `g` looks like; `look` is empty where it is no molecule.  Fails with SG_ENOMEM. */
sg_status sg_molecule_look_find(sg_molecule_look *look, const sg_dataset *data, uint32_t g,
                                sg_error *err);

/* What structural formulas lack because the data does not say it, as a sentence; "" where nothing is lacking.
 * Data some of whose names have hydrogens or charges says both of all atoms. */
const char *sg_molecule_lacks(const sg_dataset *data);

#endif
