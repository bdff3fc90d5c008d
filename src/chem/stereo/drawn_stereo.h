/* drawn_stereo.h - handedness and geometry from the coordinates and wedges of a drawing.
 *
 *     sg_molecule_read_drawing(&molecule, &drawing);       // sg_atom.hand, sg_bond.geometry
 *     SG_TRY(sg_molecule_label_stereo(&molecule, err));    // stereo.h: by ranks
 *
 * In three dimensions coordinates tell everything.  In a flat drawing the handedness of an atom follows from
 * the wedges that begin there.  As after reading a string, `hand` is relative to the order of atoms,
 * `sg_atom.column`, where a hydrogen that is no atom and a lone pair come first; `geometry` says whether the
 * first neighbors of both ends are on the same side.
 */
#ifndef SG_CHEM_DRAWN_STEREO_H
#define SG_CHEM_DRAWN_STEREO_H

#include "chem/molecule.h"

typedef struct sg_point {
    double x, y, z;
} sg_point;

/* What V2000 files say about bonds: single ones go up or down from their first atom, or either way; double
 * ones may be crossed. */
enum {
    SG_WEDGE_NONE = 0,
    SG_WEDGE_UP = 1,
    SG_WEDGE_CROSSED = 3,
    SG_WEDGE_EITHER = 4,
    SG_WEDGE_DOWN = 6
};

/* A molecule as it is drawn; borrowed. */
typedef struct sg_drawing {
    const sg_point *at;   /* [n_atoms] */
    const uint8_t *wedge; /* [n_bonds] SG_WEDGE_..., other values say nothing */
} sg_drawing;

/* Read marks from a drawing of the atoms and bonds that the molecule has; atoms whose coordinates are all
 * the same say nothing.  Time O(atoms * bonds); atoms are at most some hundreds in such files. */
void sg_molecule_read_drawing(sg_molecule *molecule, const sg_drawing *drawing);

#endif
