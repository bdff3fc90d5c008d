/* cip.c - a label turns into a name by comparing two orders of the same neighbors. */
#include "chem/stereo/cip.h"

#include "base/mem.h"
#include "chem/kekule.h"
#include "chem/ring_systems.h"
#include "chem/stereo/cip_tree.h"
#include "chem/stereo/stereo.h"

#include <string.h>

/* A neighbor of a center by both orders; 0 is a lone pair, and a hydrogen in the order of labels. */
typedef struct neighbor {
    uint32_t by_label, by_rule;
} neighbor;

enum { NEIGHBORS = 4 };

/* Seen from the lowest neighbor, the others go around by ascending rank: clockwise is R. */
static char name_center(const sg_molecule *m, const sg_atom_ranks *ranks,
                        const sg_cip_tree *tree, uint32_t v)
{
    neighbor of[NEIGHBORS] = {{0, 0}};
    uint32_t n = 0, n_swaps = 0;
    for (uint32_t i = ranks->offset[v]; i < ranks->offset[v + 1] && n < NEIGHBORS; i++) {
        const uint32_t other = sg_bond_other_end(&m->bond[ranks->link[i]], v);
        of[n++] = (neighbor){ranks->rank[other], tree->rank_of[other]};
    }
    if (n < NEIGHBORS) of[n] = (neighbor){0, tree->rank_of_hydrogen};
    for (int i = 0; i < NEIGHBORS; i++)
        for (int k = 0; k < i; k++) {
            if (of[i].by_rule == of[k].by_rule || of[i].by_label == of[k].by_label) return '\0';
            n_swaps += (of[i].by_label < of[k].by_label) != (of[i].by_rule < of[k].by_rule);
        }
    return (m->atom[v].hand == SG_HAND_RIGHT) == (n_swaps % 2 == 0) ? 'R' : 'S';
}

/* Whether the highest neighbor of an end is another one by rule than by label: 1, 0, or -1 where the rules know
 * none. */
static int is_other_highest(const sg_molecule *m, const sg_atom_ranks *ranks,
                            const sg_cip_tree *tree, uint32_t v, uint32_t bond)
{
    neighbor of[2] = {{0, tree->rank_of_hydrogen}, {0, tree->rank_of_hydrogen}};
    uint32_t n = 0;
    for (uint32_t i = ranks->offset[v]; i < ranks->offset[v + 1] && n < 2; i++) {
        const uint32_t other = sg_bond_other_end(&m->bond[ranks->link[i]], v);
        if (ranks->link[i] != bond)
            of[n++] = (neighbor){ranks->rank[other], tree->rank_of[other]};
    }
    if (n == 0) return 0; /* its only neighbor is a hydrogen */
    if (of[0].by_rule == of[1].by_rule) return -1;
    return (of[0].by_label > of[1].by_label) != (of[0].by_rule > of[1].by_rule);
}

static sg_status name_bond(char *name, const sg_molecule *m, const sg_atom_ranks *ranks,
                           sg_cip_tree *tree, uint32_t b, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_bond *bond = &m->bond[b];
    bool same = bond->geometry == SG_GEOMETRY_SAME;
    for (int end = 0; end < 2; end++) {
        const uint32_t v = end == 0 ? bond->from : bond->to;
        SG_TRY(sg_cip_tree_rank(tree, m, ranks, v, err));
        const int other = is_other_highest(m, ranks, tree, v, b);
        if (other < 0) goto done;
        if (other > 0) same = !same;
    }
    *name = same ? 'Z' : 'E';
done:
    return status;
}

sg_status sg_cip_find(char *hand, char *geometry, sg_molecule *m, sg_error *err)
{
    sg_status status = SG_OK;
    sg_atom_ranks ranks = {0};
    sg_cip_tree tree = {0};
    uint32_t stuck = 0;
    memset(hand, 0, m->n_atoms);
    if (m->n_bonds > 0) memset(geometry, 0, m->n_bonds);
    SG_TRY(sg_atom_ranks_find(&ranks, m, SG_STEREO_REACH, err));
    status = sg_molecule_kekulize(&stuck, m, SG_KEKULE_BY_VALENCE, err);
    if (status == SG_EFORMAT)
        status = SG_OK; /* drawn by hand: it has no names */
    else if (status == SG_OK) {
        for (uint32_t v = 0; v < m->n_atoms; v++) {
            if (m->atom[v].hand == SG_HAND_NONE) continue;
            SG_TRY(sg_cip_tree_rank(&tree, m, &ranks, v, err));
            hand[v] = name_center(m, &ranks, &tree, v);
        }
        for (uint32_t b = 0; b < m->n_bonds; b++)
            if (m->bond[b].geometry != SG_GEOMETRY_NONE)
                SG_TRY(name_bond(&geometry[b], m, &ranks, &tree, b, err));
    }
done:
    sg_cip_tree_free(&tree);
    sg_atom_ranks_free(&ranks);
    return status;
}
