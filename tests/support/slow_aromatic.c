/* slow_aromatic.c - rings as sets of bonds, one bit for each bond. */
#include "support/slow_aromatic.h"

#include "chem/aromatic.h"
#include "chem/elements.h"
#include "support/check.h"

enum { MAX_CYCLES = 20000 };

typedef struct cycle {
    uint64_t bonds;
    uint32_t atoms, size;
} cycle;

typedef struct cycles {
    const sg_molecule *molecule;
    cycle all[MAX_CYCLES];
    uint32_t n;
} cycles;

/* Every cycle starts at its lowest atom and leaves to the lower neighbor. */
static void walk(cycles *c, cycle path, uint32_t start, uint32_t second, uint32_t at)
{
    for (uint32_t b = 0; b < c->molecule->n_bonds; b++) {
        const sg_bond *bond = &c->molecule->bond[b];
        if (bond->from != at && bond->to != at) continue;
        const uint32_t u = sg_bond_other_end(bond, at);
        const uint64_t bonds = path.bonds | UINT64_C(1) << b;
        if (u == start && path.size > 2 && second < at) {
            assert_true(c->n < MAX_CYCLES);
            c->all[c->n++] = (cycle){bonds, path.atoms, path.size};
        }
        if (u <= start || (path.atoms >> u & 1) != 0) continue;
        walk(c, (cycle){bonds, path.atoms | UINT32_C(1) << u, path.size + 1}, start,
             path.size == 1 ? u : second, u);
    }
}

/* What is left of `bonds` when the basis has taken from it what it can. */
static uint64_t reduce(const uint64_t basis[64], uint64_t bonds)
{
    for (uint32_t bit = 0; bit < 64; bit++)
        if ((bonds >> bit & 1) != 0 && basis[bit] != 0) bonds ^= basis[bit];
    return bonds;
}

static uint32_t keep_relevant(cycle *kept, const cycles *c)
{
    uint64_t basis[64] = {0};
    uint32_t n = 0;
    for (uint32_t size = 3; size <= c->molecule->n_atoms; size++) {
        const uint32_t first = n;
        for (uint32_t i = 0; i < c->n; i++) {
            if (c->all[i].size != size || reduce(basis, c->all[i].bonds) == 0) continue;
            if (n == SLOW_AROMATIC_RINGS) return UINT32_MAX;
            kept[n++] = c->all[i];
        }
        for (uint32_t i = first; i < n; i++) {
            const uint64_t left = reduce(basis, kept[i].bonds);
            for (uint32_t bit = 0; left != 0; bit++)
                if ((left >> bit & 1) != 0) {
                    basis[bit] = left;
                    break;
                }
        }
    }
    return n;
}

static uint32_t count(uint64_t bits)
{
    uint32_t n = 0;
    for (; bits != 0; bits &= bits - 1) n++;
    return n;
}

static bool are_joined(const cycle *a, const cycle *b)
{
    return count(a->bonds & b->bonds) == 1;
}

/* The rings of `among` that can be reached from the lowest of them. */
static uint32_t reachable(const cycle *ring, uint32_t n, uint32_t among)
{
    uint32_t reached = among & (~among + 1), before = 0;
    while (reached != before) {
        before = reached;
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t j = 0; j < n; j++)
                if ((reached >> i & 1) != 0 && (among >> j & 1) != 0 &&
                    are_joined(&ring[i], &ring[j]))
                    reached |= UINT32_C(1) << j;
    }
    return reached;
}

static bool has_right_number(const sg_donor *donor, uint32_t n_atoms, const cycle *ring,
                             uint32_t n, uint32_t chosen)
{
    uint32_t least = 0, n_any = 0;
    for (uint32_t v = 0; v < n_atoms; v++) {
        uint32_t times = 0;
        for (uint32_t i = 0; i < n; i++)
            times += (chosen >> i & 1) != 0 && (ring[i].atoms >> v & 1) != 0;
        if (times != 1 && times != 2) continue;
        least += donor[v] == SG_DONOR_ONE || donor[v] == SG_DONOR_ANY;
        least += donor[v] == SG_DONOR_TWO ? 2 : 0;
        n_any += donor[v] == SG_DONOR_ANY;
    }
    if (n_any > 1) return false;
    const uint32_t most = least + n_any;
    if (most < 6) return most == 2;
    for (uint32_t e = least; e <= most; e++)
        if (e % 4 == 2) return true;
    return false;
}

static uint64_t bonds_in_one(const cycle *ring, uint32_t n, uint32_t chosen)
{
    uint64_t once = 0, twice = 0;
    for (uint32_t i = 0; i < n; i++) {
        if ((chosen >> i & 1) == 0) continue;
        twice |= once & ring[i].bonds;
        once |= ring[i].bonds;
    }
    return once & ~twice;
}

/* Try sets of one ring, two, ... of a group until all of its bonds are aromatic. */
static uint64_t solve_group(const sg_donor *donor, uint32_t n_atoms, const cycle *ring,
                            uint32_t n, uint32_t group)
{
    uint64_t all = 0, aromatic = 0;
    for (uint32_t i = 0; i < n; i++)
        if ((group >> i & 1) != 0) all |= ring[i].bonds;
    for (uint32_t size = 1; size <= 6 && (all & ~aromatic) != 0; size++) {
        uint64_t found = 0;
        for (uint32_t chosen = 1; chosen < UINT32_C(1) << n; chosen++)
            if ((chosen & ~group) == 0 && count(chosen) == size &&
                reachable(ring, n, chosen) == chosen &&
                has_right_number(donor, n_atoms, ring, n, chosen))
                found |= bonds_in_one(ring, n, chosen);
        aromatic |= found;
    }
    return aromatic;
}

bool slow_aromatic(uint64_t *aromatic, const sg_molecule *m, const sg_ring_systems *systems)
{
    static cycles c;
    cycle ring[SLOW_AROMATIC_RINGS];
    sg_donor donor[SLOW_AROMATIC_ATOMS];
    uint32_t n_usable = 0;
    assert_true(m->n_atoms <= SLOW_AROMATIC_ATOMS && m->n_bonds <= 64);
    c.molecule = m;
    c.n = 0;
    for (uint32_t v = 0; v < m->n_atoms; v++) {
        walk(&c, (cycle){0, UINT32_C(1) << v, 1}, v, v, v);
        donor[v] = sg_atom_donor(m, systems, v);
    }
    const uint32_t n_rings = keep_relevant(ring, &c);
    if (n_rings == UINT32_MAX) return false;
    for (uint32_t i = 0; i < n_rings; i++) {
        bool usable = true, all_wild = true;
        for (uint32_t v = 0; v < m->n_atoms; v++) {
            if ((ring[i].atoms >> v & 1) == 0) continue;
            usable = usable && donor[v] != SG_DONOR_NONE;
            all_wild = all_wild && m->atom[v].element == SG_ELEMENT_ANY;
        }
        if (usable && !all_wild) ring[n_usable++] = ring[i];
    }
    *aromatic = 0;
    for (uint32_t left = (UINT32_C(1) << n_usable) - 1; left != 0;) {
        const uint32_t group = reachable(ring, n_usable, left);
        *aromatic |= solve_group(donor, m->n_atoms, ring, n_usable, group);
        left &= ~group;
    }
    return true;
}
