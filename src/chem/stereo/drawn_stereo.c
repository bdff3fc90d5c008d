/* drawn_stereo.c - the sign of a volume, and the angle between two planes.
 *
 * Bonds have length 1 here, so that three bonds of a flat drawing go around their atom in the order of their
 * ends.  A wedge lifts its end by 1. */
#include "chem/stereo/drawn_stereo.h"

#include "chem/ring_systems.h"

#include <math.h>
#include <string.h>

enum { FEWEST = 3, MOST = 4 };

/* Less than this share of a unit cube is flat, and less than this sine of an angle is straight. */
static const double FLAT = 0.05, STRAIGHT = 0.08;

static sg_point minus(sg_point a, sg_point b)
{
    return (sg_point){a.x - b.x, a.y - b.y, a.z - b.z};
}

static double dot(sg_point a, sg_point b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static double volume(sg_point a, sg_point b, sg_point c)
{
    const sg_point across = {b.y * c.z - b.z * c.y, b.z * c.x - b.x * c.z,
                             b.x * c.y - b.y * c.x};
    return dot(a, across);
}

/* From a to b with length 1; false where they are at the same place. */
static bool direction(sg_point *d, sg_point a, sg_point b)
{
    *d = minus(b, a);
    const double length = sqrt(dot(*d, *d));
    if (!(length > 1e-6)) return false;
    *d = (sg_point){d->x / length, d->y / length, d->z / length};
    return true;
}

/* ---- Centers ------------------------------------------------------------------------------------ */

/* The bonds of atom v by ascending other end; returns how many, more than MOST where there are more. */
static uint32_t list_bonds(uint32_t bond[MOST], const sg_molecule *m, uint32_t v)
{
    uint32_t n = 0;
    for (uint32_t b = 0; b < m->n_bonds; b++) {
        if (m->bond[b].from != v && m->bond[b].to != v) continue;
        if (n == MOST) return MOST + 1;
        uint32_t i = n++;
        for (; i > 0 &&
               sg_bond_other_end(&m->bond[bond[i - 1]], v) > sg_bond_other_end(&m->bond[b], v);
             i--)
            bond[i] = bond[i - 1];
        bond[i] = b;
    }
    return n;
}

/* Where the ends of its bonds are, seen from atom v; false where the drawing does not say it. */
static bool place_ends(sg_point *end, const sg_molecule *m, const sg_drawing *drawing,
                       bool is_flat, const uint32_t *bond, uint32_t n, uint32_t v)
{
    bool says_something = !is_flat;
    for (uint32_t i = 0; i < n; i++) {
        const sg_bond *b = &m->bond[bond[i]];
        const uint8_t wedge = b->from == v ? drawing->wedge[bond[i]] : SG_WEDGE_NONE;
        if (b->kind == SG_BOND_SINGLE && wedge == SG_WEDGE_EITHER) return false;
        if (!direction(&end[i], drawing->at[v], drawing->at[sg_bond_other_end(b, v)]))
            return false;
        if (!is_flat || (wedge != SG_WEDGE_UP && wedge != SG_WEDGE_DOWN)) continue;
        end[i].z = wedge == SG_WEDGE_UP ? 1 : -1;
        says_something = true;
    }
    return says_something;
}

/* Three bonds of a flat drawing, two of which are in a line, and the third is a wedge: what is missing is
 * opposite to the wedge, as where all three bonds are on one side. */
static double volume_in_line(const sg_point end[FEWEST])
{
    const double lift = end[0].z + end[1].z + end[2].z;
    sg_point up[FEWEST];
    for (int i = 0; i < FEWEST; i++) up[i] = (sg_point){end[i].x, end[i].y, 1};
    return -lift * volume(up[0], up[1], up[2]);
}

static uint8_t hand_of(const sg_molecule *m, const sg_drawing *drawing, bool is_flat,
                       uint32_t v)
{
    uint32_t bond[MOST];
    sg_point end[MOST];
    const uint32_t n = list_bonds(bond, m, v);
    if (n < FEWEST || n > MOST || !place_ends(end, m, drawing, is_flat, bond, n, v))
        return SG_HAND_NONE;
    /* Seen from the first neighbor, or from the side where a bond is missing. */
    double found = n == FEWEST ? volume(end[0], end[1], end[2])
                               : volume(minus(end[1], end[0]), minus(end[2], end[0]),
                                        minus(end[3], end[0]));
    if (fabs(found) < FLAT && is_flat && n == FEWEST) found = volume_in_line(end);
    if (fabs(found) < FLAT) return SG_HAND_NONE;
    return found < 0 ? SG_HAND_LEFT : SG_HAND_RIGHT;
}

/* ---- Double bonds ------------------------------------------------------------------------------- */

/* The direction from the axis of double bond b to the first neighbor of its end v. */
static bool beside_axis(sg_point *side, const sg_molecule *m, const sg_drawing *drawing,
                        uint32_t b, uint32_t v)
{
    uint32_t bond[MOST];
    sg_point axis, first;
    const uint32_t n = list_bonds(bond, m, v), other = sg_bond_other_end(&m->bond[b], v);
    if (n < 2 || n > FEWEST) return false;
    for (uint32_t i = 0; i < n; i++)
        if (m->bond[bond[i]].from == v && drawing->wedge[bond[i]] == SG_WEDGE_EITHER)
            return false;
    const uint32_t neighbor = sg_bond_other_end(&m->bond[bond[bond[0] == b ? 1 : 0]], v);
    if (!direction(&axis, drawing->at[v], drawing->at[other]) ||
        !direction(&first, drawing->at[v], drawing->at[neighbor]))
        return false;
    const double along = dot(axis, first);
    *side = (sg_point){first.x - along * axis.x, first.y - along * axis.y,
                       first.z - along * axis.z};
    return dot(*side, *side) > STRAIGHT * STRAIGHT;
}

static uint8_t geometry_of(const sg_molecule *m, const sg_drawing *drawing, uint32_t b)
{
    sg_point from, to;
    if (m->bond[b].kind != SG_BOND_DOUBLE || drawing->wedge[b] == SG_WEDGE_CROSSED)
        return SG_GEOMETRY_NONE;
    if (!beside_axis(&from, m, drawing, b, m->bond[b].from) ||
        !beside_axis(&to, m, drawing, b, m->bond[b].to))
        return SG_GEOMETRY_NONE;
    return dot(from, to) > 0 ? SG_GEOMETRY_SAME : SG_GEOMETRY_OPPOSITE;
}

void sg_molecule_read_drawing(sg_molecule *m, const sg_drawing *drawing)
{
    bool is_flat = true;
    for (uint32_t v = 0; v < m->n_atoms; v++)
        is_flat = is_flat && fabs(drawing->at[v].z) < 1e-3;
    for (uint32_t v = 0; v < m->n_atoms; v++) m->atom[v].hand = hand_of(m, drawing, is_flat, v);
    for (uint32_t b = 0; b < m->n_bonds; b++) m->bond[b].geometry = geometry_of(m, drawing, b);
}
