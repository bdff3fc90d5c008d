/* slow_aromatic.h - the slow twin of sg_molecule_perceive.
 *
 * Lists all simple cycles, takes those that are no sums of shorter ones, and tries every set of up to
 * six of them; slow and simple by design.  What atoms give is asked of sg_atom_donor, which RDKit's
 * opinion tests (cli.smiles_rdkit).
 */
#ifndef SG_TESTS_SUPPORT_SLOW_AROMATIC_H
#define SG_TESTS_SUPPORT_SLOW_AROMATIC_H

#include "chem/ring_systems.h"

enum { SLOW_AROMATIC_ATOMS = 16, SLOW_AROMATIC_RINGS = 14 };

/* Set bit b of the result for every aromatic bond.  False where there are more rings than
 * SLOW_AROMATIC_RINGS; molecules have at most SLOW_AROMATIC_ATOMS atoms and 64 bonds. */
bool slow_aromatic(uint64_t *aromatic, const sg_molecule *molecule,
                   const sg_ring_systems *systems);

#endif
