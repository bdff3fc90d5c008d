/* groups.h - groups of atoms that are written in several styles get one.
 *
 * | written                               | becomes                   |                        |
 * |---------------------------------------|---------------------------|------------------------|
 * | N(=O)=O, N(=O) with five bonds        | [N+](=O)[O-], [N+][O-]    | nitro groups, N-oxides |
 * | N=N#N                                 | N=[N+]=[N-]               | azides                 |
 * | C=P(=O), three neighbors              | C=[P+][O-]                |                        |
 * | Cl(=O)(=O)=O, all neighbors O; Br, I  | [Cl+3]([O-])([O-])[O-]    | oxyacids of halogens   |
 * | [S+][O-]; S Se Te, O S Se             | S=O                       | sulfoxides, sulfones   |
 * | [P+][O-]; P As, no bond to C=, N=     | P=O                       | phosphates             |
 * | [N-][N+]#N, [C-][N+]#N                | N=[N+]=[N-], C=[N+]=[N-]  | azides, diazo          |
 *
 * The first four rows are what RDKit does when it reads a molecule; it leaves the others alone.
 */
#ifndef SG_CHEM_GROUPS_H
#define SG_CHEM_GROUPS_H

#include "chem/ring_systems.h"

/* The bonds of an atom before a Kekule structure is known. */
typedef struct sg_bond_sum {
    uint32_t sum;        /* of orders; aromatic bonds count once */
    uint32_t n_aromatic; /* bonds                                */
    bool is_multiple;    /* one bond is double or more           */
} sg_bond_sum;

/* Change the groups.  Atoms whose bonds become fewer have no hydrogens from now on (in_brackets).
 *
 *   sum  in/out; [n_atoms]
 *
 * Time O(atoms + bonds).  Cannot fail. */
void sg_molecule_unify_groups(sg_molecule *molecule, sg_bond_sum *sum,
                              const sg_ring_systems *systems);

#endif
