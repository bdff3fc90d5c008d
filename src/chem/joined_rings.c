/* joined_rings.c - single rings, then pairs that share a bond, and so on.
 *
 * Connected sets of rings are listed by growing each from its first ring: a ring joins if it comes
 * behind the first one and is no neighbor of the rings that were there before its own neighbor.  So
 * every set is met once (Wernicke, WABI 2005). */
#include "chem/joined_rings.h"

#include "base/mem.h"

#include <string.h>

enum {
    MAX_JOINED = 6,        /* rings that are looked at together                         */
    MAX_JOINED_BONDS = 24, /* of a ring that is joined to others                        */
    MANY_RINGS = 300,      /* in a group: no more than two are looked at together       */
    MAX_RINGS = 1024,      /* in a system: each is looked at alone                      */
    MAX_RING_WORDS = MAX_RINGS / 64
};

/* Rings that are joined, directly or by others. */
typedef struct group {
    sg_joined_rings *joined;
    uint32_t n_words;    /* of a set of rings                     */
    uint64_t *neighbors; /* [n_rings][n_words]                    */
    uint64_t *rings;     /* [n_words] of this group               */
    uint32_t size;       /* of the combinations that are tried    */
    uint32_t n_tried;
    uint32_t chosen[MAX_JOINED];
} group;

sg_joined_rings sg_joined_rings_of(sg_ring_set *set)
{
    const size_t n = set->n_words;
    memset(set->more, 0, SG_RING_SET_MORE * n * sizeof *set->more);
    return (sg_joined_rings){.set = set,
                             .usable = set->more,
                             .one = set->more + n,
                             .two = set->more + 2 * n,
                             .any = set->more + 3 * n,
                             .aromatic = set->more + 4 * n,
                             .found = set->more + 5 * n,
                             .wild = set->more + 6 * n};
}

/* Keep the rings whose atoms are usable and not all of them wildcards. */
static void drop_rings(sg_joined_rings *j)
{
    sg_ring_set *set = j->set;
    const size_t n = set->n_words;
    uint32_t n_kept = 0;
    for (uint32_t r = 0; r < set->n_rings; r++) {
        uint64_t obstacle = 0, known = 0;
        for (size_t w = 0; w < n; w++) {
            obstacle |= set->atoms[r * n + w] & ~j->usable[w];
            known |= set->atoms[r * n + w] & ~j->wild[w];
        }
        if (obstacle != 0 || known == 0) continue;
        memmove(set->atoms + n_kept * n, set->atoms + r * n, n * sizeof *set->atoms);
        memmove(set->bonds + n_kept * n, set->bonds + r * n, n * sizeof *set->bonds);
        n_kept++;
    }
    set->n_rings = n_kept;
}

/* Try the rings ring[0 .. n): atoms in one or two of them count, and bonds in one become aromatic. */
static void try_rings(sg_joined_rings *j, const uint32_t *ring, uint32_t n)
{
    const sg_ring_set *set = j->set;
    sg_electrons e = {0};
    for (size_t w = 0; w < set->n_words; w++) {
        uint64_t once = 0, twice = 0, more = 0;
        for (uint32_t i = 0; i < n; i++) {
            const uint64_t atoms = set->atoms[(size_t)ring[i] * set->n_words + w];
            more |= twice & atoms;
            twice |= once & atoms;
            once |= atoms;
        }
        once &= ~more;
        e.n_one += sg_bit_count(once & j->one[w]);
        e.n_two += sg_bit_count(once & j->two[w]);
        e.n_any += sg_bit_count(once & j->any[w]);
    }
    if (!sg_electrons_are_aromatic(&e)) return;
    for (size_t w = 0; w < set->n_words; w++) {
        uint64_t once = 0, twice = 0;
        for (uint32_t i = 0; i < n; i++) {
            const uint64_t bonds = set->bonds[(size_t)ring[i] * set->n_words + w];
            twice |= once & bonds;
            once |= bonds;
        }
        j->found[w] |= once & ~twice;
    }
}

static void accept_found(sg_joined_rings *j)
{
    for (size_t w = 0; w < j->set->n_words; w++) j->aromatic[w] |= j->found[w];
}

/* ---- Groups ----------------------------------------------------------------------------------- */

/* Whether two rings share exactly one bond. */
static bool are_joined(const sg_ring_set *set, uint32_t a, uint32_t b)
{
    const size_t n = set->n_words;
    uint32_t n_shared = 0, n_a = 0, n_b = 0;
    for (size_t w = 0; w < n; w++) {
        const uint64_t x = set->bonds[a * n + w], y = set->bonds[b * n + w];
        n_shared += sg_bit_count(x & y);
        n_a += sg_bit_count(x);
        n_b += sg_bit_count(y);
    }
    return n_shared == 1 && n_a <= MAX_JOINED_BONDS && n_b <= MAX_JOINED_BONDS;
}

static void find_neighbors(group *g)
{
    const sg_ring_set *set = g->joined->set;
    for (uint32_t a = 0; a < set->n_rings; a++)
        for (uint32_t b = 0; b < a; b++) {
            if (!are_joined(set, a, b)) continue;
            sg_bit_add(g->neighbors + (size_t)a * g->n_words, b);
            sg_bit_add(g->neighbors + (size_t)b * g->n_words, a);
        }
}

/* The rings that are joined to `first`; their number. */
static uint32_t find_group(group *g, uint32_t first)
{
    uint32_t n = 0, before = 0;
    memset(g->rings, 0, g->n_words * sizeof *g->rings);
    sg_bit_add(g->rings, first);
    do {
        before = n;
        n = 0;
        for (uint32_t r = 0; r < g->joined->set->n_rings; r++) {
            if (!sg_bit_has(g->rings, r)) continue;
            const uint64_t *neighbors = g->neighbors + (size_t)r * g->n_words;
            for (uint32_t w = 0; w < g->n_words; w++) g->rings[w] |= neighbors[w];
        }
        for (uint32_t w = 0; w < g->n_words; w++) n += sg_bit_count(g->rings[w]);
    } while (n > before);
    return n;
}

/* Whether every bond of the group is aromatic. */
static bool is_done(const group *g)
{
    const sg_ring_set *set = g->joined->set;
    for (uint32_t r = 0; r < set->n_rings; r++)
        for (size_t w = 0; sg_bit_has(g->rings, r) && w < set->n_words; w++)
            if ((set->bonds[(size_t)r * set->n_words + w] & ~g->joined->aromatic[w]) != 0)
                return false;
    return true;
}

/* ---- Combinations ----------------------------------------------------------------------------- */

/* Complete chosen[0 .. n) with rings of `next`, to which neighbors are added that are not in `near`:
 * the chosen rings and their neighbors. */
static void extend(group *g, uint32_t n, const uint64_t *next, const uint64_t *near)
{
    uint64_t left[MAX_RING_WORDS], wider[MAX_RING_WORDS], more[MAX_RING_WORDS];
    if (n == g->size) {
        if (++g->n_tried <= SG_MOST_COMBINATIONS) try_rings(g->joined, g->chosen, n);
        return;
    }
    const uint32_t n_words = g->n_words, first = g->chosen[0];
    memcpy(left, next, n_words * sizeof *left);
    for (uint32_t w = 0; w < n_words; w++)
        while (left[w] != 0 && g->n_tried <= SG_MOST_COMBINATIONS) {
            const uint32_t r = w * 64 + sg_bit_first(left[w]);
            const uint64_t *neighbors = g->neighbors + (size_t)r * n_words;
            left[w] &= left[w] - 1;
            for (uint32_t i = 0; i < n_words; i++) {
                const uint64_t behind = i > first / 64    ? ~UINT64_C(0)
                                        : i == first / 64 ? sg_bits_above(first)
                                                          : 0;
                more[i] = left[i] | (neighbors[i] & ~near[i] & behind);
                wider[i] = near[i] | neighbors[i];
            }
            g->chosen[n] = r;
            extend(g, n + 1, more, wider);
        }
}

/* Try all connected sets of g->size rings; what they make aromatic counts if they are not too many. */
static bool try_size(group *g)
{
    g->n_tried = 0;
    memset(g->joined->found, 0, g->joined->set->n_words * sizeof *g->joined->found);
    for (uint32_t r = 0; r < g->joined->set->n_rings; r++) {
        uint64_t next[MAX_RING_WORDS] = {0}, near[MAX_RING_WORDS] = {0};
        if (!sg_bit_has(g->rings, r)) continue;
        const uint64_t *neighbors = g->neighbors + (size_t)r * g->n_words;
        for (uint32_t w = 0; w < g->n_words; w++) {
            next[w] = w < r / 64 ? 0 : neighbors[w];
            near[w] = neighbors[w];
        }
        next[r / 64] &= sg_bits_above(r);
        sg_bit_add(near, r);
        g->chosen[0] = r;
        extend(g, 1, next, near);
    }
    if (g->n_tried > SG_MOST_COMBINATIONS) return false;
    accept_found(g->joined);
    return true;
}

static void solve_group(group *g, uint32_t n_rings)
{
    const uint32_t largest = n_rings > MANY_RINGS   ? 2
                             : n_rings < MAX_JOINED ? n_rings
                                                    : MAX_JOINED;
    for (g->size = 1; g->size <= largest && !is_done(g); g->size++)
        if (!try_size(g)) return;
}

static sg_status solve_groups(sg_joined_rings *j, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n_rings = j->set->n_rings, n_words = sg_bit_words(n_rings);
    uint64_t few[64 + 2], *memory = few, *many = NULL;
    const size_t size = (n_rings + (size_t)2) * n_words;
    if (size > sizeof few / sizeof *few) {
        SG_ALLOC(many, size);
        memory = many;
    }
    memset(memory, 0, size * sizeof *memory);
    group g = {.joined = j,
               .n_words = n_words,
               .neighbors = memory,
               .rings = memory + (size_t)n_rings * n_words};
    uint64_t *finished = g.rings + n_words;
    find_neighbors(&g);
    for (uint32_t r = 0; r < n_rings; r++) {
        if (sg_bit_has(finished, r)) continue;
        solve_group(&g, find_group(&g, r));
        for (uint32_t w = 0; w < n_words; w++) finished[w] |= g.rings[w];
    }
done:
    sg_free(many);
    return status;
}

sg_status sg_joined_rings_solve(sg_joined_rings *j, sg_error *err)
{
    drop_rings(j);
    if (j->set->n_rings == 0) return SG_OK;
    if (j->set->n_rings <= MAX_RINGS) return solve_groups(j, err);
    for (uint32_t r = 0; r < j->set->n_rings; r++) try_rings(j, &r, 1);
    accept_found(j);
    return SG_OK;
}
