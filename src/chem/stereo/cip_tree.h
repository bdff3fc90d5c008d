/* cip_tree.h - the neighbors of an atom in the order of Cahn, Ingold and Prelog.
 *
 *     sg_cip_tree tree = {0};
 *     SG_TRY(sg_cip_tree_rank(&tree, &molecule, &ranks, v, err));
 *     if (tree.rank_of[u] > tree.rank_of[w]) ...          // u and w are neighbors of v
 *     sg_cip_tree_free(&tree);
 *
 * All ways that begin at the atom are a tree.  A way that comes back to one of its own atoms ends with a
 * duplicate of it, and an atom with a double bond has a duplicate of the other end.  Branches are compared
 * sphere by sphere: by atomic numbers (rule 1a), then by how near the originals of duplicates are (1b), then by
 * isotopes (2).  The duplicate in an aromatic ring has the mean number of the neighbors that could have the double
 * bond.  Rules 3 to 5, which look at stereochemistry itself, are left out.
 *
 * Reference: IUPAC, Nomenclature of Organic Chemistry (2013), P-92.
 */
#ifndef SG_CHEM_CIP_TREE_H
#define SG_CHEM_CIP_TREE_H

#include "chem/stereo/atom_ranks.h"

/* Larger trees are not compared; molecules of fused cages have such. */
enum { SG_CIP_MOST_NODES = 50000 };

struct sg_cip_node;

/* {0} is empty; its memory is used again for the next atom. */
typedef struct sg_cip_tree {
    struct sg_cip_node *node;  /* [n_nodes] parents before their children, sphere by sphere */
    uint32_t n_nodes, n_grown; /* n_grown: those whose children are there                 */
    uint32_t *order;           /* [n_nodes] nodes; the children of one, the highest first  */
    uint32_t *queue[2];        /* [n_nodes] to compare branches                            */
    size_t node_capacity, order_capacity, queue_capacity[2];
    uint32_t *
        rank_of; /* [atoms] of the neighbors: 1 is the lowest, equal branches have equal ranks */
    size_t rank_capacity;
    uint32_t
        rank_of_hydrogen; /* of the atom that was asked for; 0: it has none                */
} sg_cip_tree;

void sg_cip_tree_free(sg_cip_tree *tree);

/* Rank the neighbors of atom v and its hydrogen.  Aromatic bonds have the orders of a Kekule structure.
 *
 *   ranks  for the bonds of atoms
 *
 * Branches that are too large to be compared have equal ranks.  Fails with SG_ENOMEM. */
sg_status sg_cip_tree_rank(sg_cip_tree *tree, const sg_molecule *molecule,
                           const sg_atom_ranks *ranks, uint32_t v, sg_error *err);

#endif
