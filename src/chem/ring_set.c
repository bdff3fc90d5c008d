/* ring_set.c - all sums of rings, or all short rings, and those among them that are no sums.
 *
 * The sums of rings form a space of k dimensions, where k is the number of bonds outside of a spanning
 * tree.  For few dimensions all 2^k sums are listed.  A sum that is no sum of smaller ones is a single
 * ring, because parts that could be taken away would be smaller; so nothing else has to be checked.
 * Molecules have three or four independent rings in a system, and rarely more than eight; then rings
 * of up to eight atoms are found by walking. */
#include "chem/ring_set.h"

#include "base/mem.h"
#include "chem/short_rings.h"

#include <string.h>

/* Beyond, sets of bonds get too long to list sums of them. */
enum { MAX_EXACT_BONDS = 2048 };

sg_ring_set sg_ring_set_of(const sg_molecule *m, const sg_ring_systems *systems, uint32_t s)
{
    const uint32_t begin = systems->begin[s], n_bonds = systems->begin[s + 1] - begin;
    sg_ring_set set = {.n_bonds = n_bonds,
                       .atom = systems->atom,
                       .bond = systems->bond + begin,
                       .number = systems->number,
                       .n_words = sg_bit_words(n_bonds)};
    for (uint32_t i = 0; i < n_bonds; i++) {
        const uint32_t end[2] = {m->bond[set.bond[i]].from, m->bond[set.bond[i]].to};
        for (int e = 0; e < 2; e++) {
            if (systems->seen[end[e]] == s + 1) continue;
            systems->seen[end[e]] = s + 1;
            systems->number[end[e]] = set.n_atoms;
            systems->atom[set.n_atoms++] = end[e];
        }
    }
    return set;
}

/* The atoms of a ring from its bonds. */
static void find_atoms(uint64_t *atoms, const uint64_t *bonds, const sg_ring_set *set,
                       const sg_molecule *m)
{
    memset(atoms, 0, set->n_words * sizeof *atoms);
    for (uint32_t i = 0; i < set->n_bonds; i++) {
        if (!sg_bit_has(bonds, i)) continue;
        sg_bit_add(atoms, set->number[m->bond[set->bond[i]].from]);
        sg_bit_add(atoms, set->number[m->bond[set->bond[i]].to]);
    }
}

/* ---- All sums --------------------------------------------------------------------------------- */

/* Sums of the rings that the bonds outside of the spanning tree close. */
typedef struct sums {
    uint32_t n_words;
    uint64_t *way;  /* [n_atoms][n_words] bonds of the tree from its root  */
    uint64_t *sum;  /* [2^k][n_words] of the rings in its number           */
    uint16_t *size; /* [2^k] bonds of it                                   */
} sums;

static uint64_t *row(uint64_t *rows, uint32_t i, uint32_t n_words)
{
    return rows + (size_t)i * n_words;
}

/* Bonds come in the order of the search: where one leads to a new atom, its other end is known. */
static void close_rings(sums *s, const sg_ring_set *set, const sg_molecule *m,
                        const sg_ring_systems *systems)
{
    const uint32_t n_words = s->n_words;
    uint32_t k = 0;
    for (uint32_t i = 0; i < set->n_bonds; i++) {
        const uint32_t b = set->bond[i];
        uint32_t u = m->bond[b].from, v = m->bond[b].to;
        if (systems->order[u] > systems->order[v]) {
            const uint32_t earlier = v;
            v = u;
            u = earlier;
        }
        const uint64_t *of_u = row(s->way, set->number[u], n_words);
        uint64_t *of_v = row(s->way, set->number[v], n_words);
        if (i == 0) memset(row(s->way, set->number[u], n_words), 0, n_words * sizeof *of_v);
        const bool leads_to_v = systems->from_bond[v] == b;
        uint64_t *to = leads_to_v ? of_v : row(s->sum, UINT32_C(1) << k++, n_words);
        for (uint32_t w = 0; w < n_words; w++) to[w] = leads_to_v ? of_u[w] : of_u[w] ^ of_v[w];
        sg_bit_add(to, i);
    }
}

static void add_up(sums *s, uint32_t n_sums)
{
    const uint32_t n_words = s->n_words;
    for (uint32_t i = 1; i < n_sums; i++) {
        const uint32_t rest = i & (i - 1);
        uint64_t *sum = row(s->sum, i, n_words);
        uint32_t size = 0;
        if (rest != 0) {
            const uint64_t *x = row(s->sum, rest, n_words), *y = row(s->sum, i ^ rest, n_words);
            for (uint32_t w = 0; w < n_words; w++) sum[w] = x[w] ^ y[w];
        }
        for (uint32_t w = 0; w < n_words; w++) size += sg_bit_count(sum[w]);
        s->size[i] = (uint16_t)size;
    }
}

/* Vectors of up to SG_RING_SET_EXACT coordinates that are independent, by their highest bit. */
typedef struct basis {
    uint32_t vector[SG_RING_SET_EXACT];
    uint32_t rank;
} basis;

static uint32_t reduced(const basis *known, uint32_t x)
{
    for (uint32_t i = SG_RING_SET_EXACT; i-- > 0;)
        if ((x >> i & 1) != 0 && known->vector[i] != 0) x ^= known->vector[i];
    return x;
}

static void take_in(basis *known, uint32_t x)
{
    x = reduced(known, x);
    if (x == 0) return;
    known->vector[31 - __builtin_clz(x)] = x;
    known->rank++;
}

/* Keep the sums that are no sums of smaller ones; size by size, until all can be made of them. */
static void keep_rings(sg_ring_set *set, const sums *s, uint32_t k, const sg_molecule *m)
{
    const uint32_t n_sums = UINT32_C(1) << k, n_words = set->n_words;
    basis known = {0};
    for (uint32_t size = 0; known.rank < k;) {
        uint32_t next = UINT32_MAX;
        for (uint32_t i = 1; i < n_sums; i++)
            if (s->size[i] > size && s->size[i] < next) next = s->size[i];
        size = next;
        const uint32_t n_before = set->n_rings;
        uint32_t found[1 << SG_RING_SET_EXACT];
        for (uint32_t i = 1; i < n_sums; i++) {
            if (s->size[i] != size || reduced(&known, i) == 0) continue;
            found[set->n_rings - n_before] = i;
            memcpy(row(set->bonds, set->n_rings, n_words), row(s->sum, i, n_words),
                   n_words * sizeof *set->bonds);
            find_atoms(row(set->atoms, set->n_rings, n_words), row(s->sum, i, n_words), set, m);
            set->n_rings++;
        }
        for (uint32_t i = n_before; i < set->n_rings; i++) take_in(&known, found[i - n_before]);
    }
}

static sg_status find_exactly(sg_ring_set *set, uint32_t k, sg_molecule *m,
                              const sg_ring_systems *systems, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n_sums = (size_t)1 << k, n_words = set->n_words;
    const size_t n_rows = SG_RING_SET_MORE + 3 * n_sums + set->n_atoms;
    SG_TRY(sg_grow(&m->bits, &m->bits_capacity, n_rows * n_words + n_sums / 4 + 1,
                   sizeof *m->bits, err));
    set->more = m->bits;
    set->bonds = set->more + SG_RING_SET_MORE * n_words;
    set->atoms = set->bonds + n_sums * n_words;
    sums s = {.n_words = set->n_words, .way = set->atoms + n_sums * n_words};
    s.sum = s.way + set->n_atoms * n_words;
    s.size = (uint16_t *)(s.sum + n_sums * n_words);
    close_rings(&s, set, m, systems);
    add_up(&s, (uint32_t)n_sums);
    keep_rings(set, &s, k, m);
done:
    return status;
}

sg_status sg_ring_set_find(sg_ring_set *set, sg_molecule *m, const sg_ring_systems *systems,
                           sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t k = set->n_bonds - set->n_atoms + 1;
    if (k <= SG_RING_SET_EXACT && set->n_bonds <= MAX_EXACT_BONDS)
        return find_exactly(set, k, m, systems, err);
    SG_TRY(sg_short_rings_find(set, m, systems, err));
    for (uint32_t r = 0; r < set->n_rings; r++)
        find_atoms(row(set->atoms, r, set->n_words), row(set->bonds, r, set->n_words), set, m);
done:
    return status;
}
