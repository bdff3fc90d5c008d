/* stereo.c - marks of the string, or of a drawing, against ranks of the structure.
 *
 * Everything at a center has a place in the string: the atom before it, then its hydrogen or lone pair, then
 * ring bonds and branches as they come.  So the order of the string is that of columns. */
#include "chem/stereo/stereo.h"

#include "base/mem.h"
#include "chem/elements.h"
#include "chem/ring_systems.h"
#include "chem/stereo/atom_ranks.h"

#include <string.h>

/* Double bonds on smaller rings can only be cis. */
enum { SMALL_RING = 7 };

/* Something at a center: an atom, its hydrogen, or a lone pair. */
typedef struct limb {
    uint32_t rank; /* 0: hydrogen or lone pair */
    uint32_t at;   /* in the string            */
} limb;

enum { LIMBS = 4 };

/* ---- Centers ----------------------------------------------------------------------------------- */

/* Where the string names the other end of a bond of atom v. */
static uint32_t place_of_end(const sg_molecule *m, const sg_bond *bond, uint32_t v)
{
    const uint32_t digit = bond->from == v ? bond->from_at : bond->to_at;
    return digit > 0 ? digit - 1 : m->atom[sg_bond_other_end(bond, v)].column;
}

static bool has_lone_pair(uint8_t element)
{
    static const uint8_t with[] = {SG_ELEMENT_P, SG_ELEMENT_S, 33, 34, 52};
    return memchr(with, element, sizeof with) != NULL;
}

/* What is at a center, in no order: 4, or 0 where it is none. */
static uint32_t find_limbs(limb limbs[LIMBS], const sg_molecule *m, const sg_atom_ranks *r,
                           uint32_t v)
{
    const sg_atom *atom = &m->atom[v];
    const uint32_t degree = r->offset[v + 1] - r->offset[v], n_all = degree + atom->hydrogens;
    uint32_t n = 0;
    if (atom->hydrogens > 1 || degree < LIMBS - 1) return 0;
    if (n_all != LIMBS && !(n_all == LIMBS - 1 && has_lone_pair(atom->element))) return 0;
    for (uint32_t i = r->offset[v]; i < r->offset[v + 1]; i++) {
        const sg_bond *bond = &m->bond[r->link[i]];
        limbs[n++] = (limb){r->rank[sg_bond_other_end(bond, v)], place_of_end(m, bond, v)};
    }
    if (n < LIMBS) limbs[n++] = (limb){0, atom->hydrogen_at};
    return n;
}

/* Whether the order by rank is an odd permutation of the order of the string; *tied where two ranks are equal. */
static bool is_odd(bool *tied, const limb limbs[LIMBS])
{
    uint32_t n = 0;
    *tied = false;
    for (int i = 0; i < LIMBS; i++)
        for (int j = 0; j < i; j++) {
            *tied = *tied || limbs[i].rank == limbs[j].rank;
            n += (limbs[i].rank < limbs[j].rank) != (limbs[i].at < limbs[j].at);
        }
    return n % 2 == 1;
}

static void label_center(sg_molecule *m, const sg_atom_ranks *r, uint32_t v)
{
    limb limbs[LIMBS];
    bool tied = true;
    sg_atom *atom = &m->atom[v];
    if (find_limbs(limbs, m, r, v) != LIMBS) {
        atom->hand = SG_HAND_NONE;
        return;
    }
    const bool odd = is_odd(&tied, limbs);
    if (tied)
        atom->hand = SG_HAND_NONE;
    else if (odd)
        atom->hand = atom->hand == SG_HAND_LEFT ? SG_HAND_RIGHT : SG_HAND_LEFT;
}

/* ---- Double bonds -------------------------------------------------------------------------------- */

/* On which side of atom v the other end of a bond is, which may be aromatic: 1 above, -1 below, 0 unknown. */
static int side_of_end(const sg_bond *bond, uint32_t v)
{
    if (bond->order != 1 || bond->direction == SG_DIRECTION_NONE) return 0;
    return (bond->direction == SG_DIRECTION_UP) == (bond->from == v) ? 1 : -1;
}

/* The place of the first neighbor of an end of a double bond, as a drawing counts them. */
static uint32_t first_place(const sg_molecule *m, const sg_atom_ranks *r, uint32_t v,
                            uint32_t but)
{
    const sg_atom *atom = &m->atom[v];
    uint32_t first =
        atom->hydrogens == 1 && atom->hydrogen_at > 0 ? atom->hydrogen_at : UINT32_MAX;
    for (uint32_t i = r->offset[v]; i < r->offset[v + 1]; i++) {
        const uint32_t at = m->atom[sg_bond_other_end(&m->bond[r->link[i]], v)].column;
        if (r->link[i] != but && at < first) first = at;
    }
    return first;
}

/* The side on which the highest neighbor of an end of a double bond is; 0: unknown, or there is no highest.  Where
 * the bond was drawn, the first neighbor is above. */
static int side_of_highest(const sg_molecule *m, const sg_atom_ranks *r, uint32_t v,
                           uint32_t but, bool drawn)
{
    const uint32_t first_at = drawn ? first_place(m, r, v, but) : 0;
    uint32_t rank[2] = {0, 0}, n = 0;
    int side[2] = {0, 0};
    if (m->atom[v].hydrogens > 1) return 0;
    for (uint32_t i = r->offset[v]; i < r->offset[v + 1]; i++) {
        const sg_bond *bond = &m->bond[r->link[i]];
        if (r->link[i] == but) continue;
        if (n == 2 || bond->order > 1) return 0; /* no plane, or a row of double bonds */
        const uint32_t other = sg_bond_other_end(bond, v);
        rank[n] = r->rank[other];
        side[n++] = drawn ? m->atom[other].column == first_at : side_of_end(bond, v);
    }
    if (n + m->atom[v].hydrogens > 2) return 0;
    if (m->atom[v].hydrogens == 1) {
        const int8_t up_or_down = m->atom[v].hydrogen_side;
        side[1] =
            drawn ? m->atom[v].hydrogen_at == first_at : (up_or_down > 0) - (up_or_down < 0);
    }
    if (n == 0) return side[1]; /* the hydrogen of an imine: the only neighbor */
    if (rank[0] == rank[1]) return 0;
    if (side[0] != 0 && side[0] == side[1]) return 0; /* the marks contradict each other */
    const int first = side[0] != 0 ? side[0] : -side[1];
    return rank[0] > rank[1] ? first : -first;
}

/* Whether a bond is on a ring of at most SMALL_RING atoms: whether its ends are near without it. */
static bool is_in_small_ring(const sg_molecule *m, const sg_atom_ranks *r, uint32_t b,
                             uint32_t *distance, uint32_t *queue)
{
    const uint32_t from = m->bond[b].from, to = m->bond[b].to;
    uint32_t n = 0, next = 0;
    bool found = false;
    if (!m->bond[b].in_ring) return false;
    distance[from] = 1;
    queue[n++] = from;
    for (; next < n && !found; next++) {
        const uint32_t v = queue[next];
        if (distance[v] == SMALL_RING) break;
        for (uint32_t i = r->offset[v]; i < r->offset[v + 1]; i++) {
            const uint32_t w = sg_bond_other_end(&m->bond[r->link[i]], v);
            if (r->link[i] == b || distance[w] > 0) continue;
            found = found || w == to;
            distance[w] = distance[v] + 1;
            queue[n++] = w;
        }
    }
    for (uint32_t i = 0; i < n; i++) distance[queue[i]] = 0;
    return found;
}

static sg_status label_bonds(sg_molecule *m, const sg_atom_ranks *r, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_grow(&m->work, &m->work_capacity, 2 * (m->n_atoms + (size_t)1), sizeof *m->work,
                   err));
    uint32_t *distance = m->work, *queue = m->work + m->n_atoms + 1;
    memset(distance, 0, m->n_atoms * sizeof *distance);
    for (uint32_t b = 0; b < m->n_bonds; b++) {
        sg_bond *bond = &m->bond[b];
        const uint8_t drawn = bond->geometry;
        bond->geometry = SG_GEOMETRY_NONE;
        if (bond->kind != SG_BOND_DOUBLE) continue;
        const bool is_drawn = drawn != SG_GEOMETRY_NONE;
        const int from = side_of_highest(m, r, bond->from, b, is_drawn),
                  to = from != 0 ? side_of_highest(m, r, bond->to, b, is_drawn) : 0;
        if (to == 0 || is_in_small_ring(m, r, b, distance, queue)) continue;
        const bool same = (from == to) == (drawn != SG_GEOMETRY_OPPOSITE);
        bond->geometry = same ? SG_GEOMETRY_SAME : SG_GEOMETRY_OPPOSITE;
    }
done:
    return status;
}

/* ---- Both ------------------------------------------------------------------------------------------ */

sg_status sg_molecule_label_stereo(sg_molecule *m, sg_error *err)
{
    sg_status status = SG_OK;
    sg_atom_ranks ranks = {0};
    bool has_hands = false, has_directions = false;
    for (uint32_t v = 0; v < m->n_atoms; v++) {
        has_hands = has_hands || m->atom[v].hand != SG_HAND_NONE;
        has_directions = has_directions || m->atom[v].hydrogen_side != 0;
    }
    for (uint32_t b = 0; b < m->n_bonds; b++)
        has_directions = has_directions || m->bond[b].direction != SG_DIRECTION_NONE ||
                         m->bond[b].geometry != SG_GEOMETRY_NONE;
    if (!has_hands && !has_directions) goto done;
    SG_TRY(sg_atom_ranks_find(&ranks, m, SG_STEREO_REACH, err));
    for (uint32_t v = 0; v < m->n_atoms; v++)
        if (m->atom[v].hand != SG_HAND_NONE) label_center(m, &ranks, v);
    if (has_directions) SG_TRY(label_bonds(m, &ranks, err));
done:
    sg_atom_ranks_free(&ranks);
    return status;
}
