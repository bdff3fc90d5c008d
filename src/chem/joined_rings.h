/* joined_rings.h - which bonds of a ring system are aromatic, given the electrons of its atoms.
 *
 *     sg_joined_rings joined = sg_joined_rings_of(&set);
 *     ... set bits of joined.usable, one, two, any and wild ...
 *     SG_TRY(sg_joined_rings_solve(&joined, err));
 *     if (sg_bit_has(joined.aromatic, i)) ...
 */
#ifndef SG_CHEM_JOINED_RINGS_H
#define SG_CHEM_JOINED_RINGS_H

#include "chem/ring_set.h"

/* Atoms by what they give. */
typedef struct sg_electrons {
    uint32_t n_one, n_two;
    uint32_t n_any; /* one or two each */
} sg_electrons;

/* Whether a ring of such atoms has 4n + 2 electrons; with more than one that could be anything nobody
 * knows. */
static inline bool sg_electrons_are_aromatic(const sg_electrons *e)
{
    const uint32_t least = e->n_one + 2 * e->n_two + e->n_any, most = least + e->n_any;
    if (e->n_any > 1) return false;
    if (most < 6) return most == 2;
    return least % 4 == 2 || most % 4 == 2;
}

/* The bits are the set's memory. */
typedef struct sg_joined_rings {
    sg_ring_set *set;
    uint64_t *usable;    /* atoms that are no obstacle                  */
    uint64_t *one, *two; /* atoms that give one electron, a lone pair   */
    uint64_t *any;       /* wildcards that can give one or two          */
    uint64_t *aromatic;  /* bonds, out                                  */
    uint64_t *found;     /* bonds that the rings tried now have made so */
    uint64_t *wild;      /* all wildcards                               */
} sg_joined_rings;

/* All bits are zero. */
sg_joined_rings sg_joined_rings_of(sg_ring_set *set);

/* Find the aromatic bonds.  Rings with unusable atoms leave the set.
 * Time O(rings^2 + combinations of up to six joined rings), where more than SG_MOST_COMBINATIONS of one
 * size are not tried.  Fails with SG_ENOMEM. */
enum { SG_MOST_COMBINATIONS = 100000 };
sg_status sg_joined_rings_solve(sg_joined_rings *joined, sg_error *err);

#endif
