/* scaffold.h - what is left of a molecule without its side chains, after Bemis and Murcko.
 *
 *     SG_TRY(sg_scaffolds_make(&scaffolds, &data, err));        // graph g is the scaffold of molecule g
 *
 * A scaffold has the atoms on rings and on the ways between rings, and the atoms that a double bond joins to
 * one of them.  Hydrogens take the place of what was cut off.  A molecule without rings has an empty
 * scaffold.  Molecules with the same scaffold belong together: a model that has seen one of them knows much of
 * the others.
 *
 * Reference: Bemis and Murcko, J. Med. Chem. 39 (1996), 2887-2893; RDKit's MurckoScaffold.
 */
#ifndef SG_CHEM_SCAFFOLD_H
#define SG_CHEM_SCAFFOLD_H

#include "data/dataset.h"

/* Make a data set of the scaffolds of all molecules; graphs without nodes are empty scaffolds.
 * Fails with SG_EINVAL (the graphs are no molecules), SG_ELIMIT or SG_ENOMEM.  Time O(nodes + arcs). */
sg_status sg_scaffolds_make(sg_dataset *scaffolds, const sg_dataset *data, sg_error *err);

#endif
