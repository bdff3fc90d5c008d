/* cip.h - R and S, E and Z: the names of Cahn, Ingold and Prelog for what labels say.
 *
 *     SG_TRY(sg_cip_find(hand, geometry, &molecule, err));       // hand[v] is 'R', 'S' or '\0'
 *
 * Labels of stereochemistry are relative to ranks that follow from the structure (stereo.h), which are quick to
 * find; chemists use other ranks (cip_tree.h).  The names are for people alone: models know the labels.
 */
#ifndef SG_CHEM_CIP_H
#define SG_CHEM_CIP_H

#include "chem/molecule.h"

/* Name the centers and double bonds that have labels.
 *
 *   hand      out; [n_atoms] 'R', 'S', or '\0' where there is no label, or branches are equal to the rules
 *   geometry  out; [n_bonds] 'E', 'Z' or '\0'
 *   molecule  sg_atom.hand and sg_bond.geometry are labels; aromatic bonds get the orders of a Kekule structure
 *
 * Fails with SG_ENOMEM. */
sg_status sg_cip_find(char *hand, char *geometry, sg_molecule *molecule, sg_error *err);

#endif
