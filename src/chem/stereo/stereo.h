/* stereo.h - handedness of atoms and geometry of double bonds, as labels that do not depend on how a
 * molecule is written.
 *
 *     SG_TRY(sg_molecule_label_stereo(&molecule, err));     // sg_atom.hand, sg_bond.geometry
 *
 * What a string says of a center is relative to the order in which it names the neighbors.  Here neighbors have ranks
 * that follow from the structure alone: elements first, then what their neighbors are, and so on, so
 * that the nearest difference decides.  The label of a center says whether its neighbors, by descending rank, go around
 * one way or the other; that of a double bond, whether the highest neighbors of both ends are on the same
 * side.  Centers and bonds with neighbors of equal rank have no label, although marks may tell
 * them apart with the help of other marks (cis-1,4-dimethylcyclohexane).
 *
 * The labels are not R and S, Z and E: ranks are others than those of Cahn, Ingold and Prelog.
 */
#ifndef SG_CHEM_STEREO_H
#define SG_CHEM_STEREO_H

#include "chem/molecule.h"

/* Neighbors that are the same as far as this number of bonds count as equal. */
enum { SG_STEREO_REACH = 64 };

/* Turn the marks of the string, sg_atom.hand and sg_bond.direction, or of a drawing, sg_atom.hand and
 * sg_bond.geometry (drawn_stereo.h), into labels: hand and geometry.  The molecule has its final atoms and bonds.  Time O(atoms + bonds, with sorting) times the rounds that ranks need, at most
 * SG_STEREO_REACH; nothing where there is no mark.  Fails with SG_ENOMEM. */
sg_status sg_molecule_label_stereo(sg_molecule *molecule, sg_error *err);

#endif
