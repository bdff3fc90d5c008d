/* short_rings.c - every ring is walked from its last atom, and kept if shorter rings do not sum up to it.
 *
 * A ring is known by those of its bonds that are outside of the spanning tree: other bits are no help
 * in telling rings apart, so elimination looks at them alone. */
#include "chem/short_rings.h"

#include "base/mem.h"

#include <string.h>

/* Ways that are walked at most; words of all rings together. */
enum { MAX_WALKS = 1 << 22, MAX_WORDS = 1 << 22 };

typedef struct ring_walk {
    const sg_molecule *molecule;
    const sg_ring_systems *systems;
    sg_ring_set *set;
    uint32_t *place;              /* by bond of the molecule: its number in the system */
    uint64_t *ring;               /* [n_rings][n_words]                                */
    size_t capacity;              /* words                                             */
    uint32_t n_rings, most_rings; /* most_rings: what MAX_WORDS allows                 */
    uint32_t length;              /* of the rings that are looked for                  */
    uint32_t
        path[SG_RING_SET_SHORT + 1]; /* atoms                                             */
    uint32_t
        bond[SG_RING_SET_SHORT + 1]; /* numbers of the bonds between them                 */
    uint32_t
        cursor[SG_RING_SET_SHORT + 1]; /* next link of each atom                            */
} ring_walk;

/* The walks of SG_RING_SET_SHORT - 1 steps within the system, up to MAX_WALKS. */
static uint64_t count_walks(const ring_walk *w, uint64_t *count, uint64_t *next)
{
    const sg_ring_set *set = w->set;
    uint64_t total = 0;
    for (uint32_t v = 0; v < set->n_atoms; v++) count[v] = 1;
    for (int step = 1; step < SG_RING_SET_SHORT && total <= MAX_WALKS; step++) {
        memset(next, 0, set->n_atoms * sizeof *next);
        for (uint32_t i = 0; i < set->n_bonds; i++) {
            const sg_bond *bond = &w->molecule->bond[set->bond[i]];
            const uint32_t u = set->number[bond->from], v = set->number[bond->to];
            next[u] += count[v];
            next[v] += count[u];
        }
        total = 0;
        for (uint32_t v = 0; v < set->n_atoms; v++) {
            count[v] = next[v];
            total += next[v];
            if (total > MAX_WALKS) break;
        }
    }
    return total;
}

static sg_status add_ring(ring_walk *w, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n_words = w->set->n_words;
    SG_TRY(sg_grow(&w->ring, &w->capacity, (w->n_rings + (size_t)1) * n_words, sizeof *w->ring,
                   err));
    uint64_t *ring = w->ring + w->n_rings++ * n_words;
    memset(ring, 0, n_words * sizeof *ring);
    for (uint32_t i = 0; i < w->length; i++) sg_bit_add(ring, w->bond[i]);
done:
    return status;
}

static bool is_on_path(const ring_walk *w, uint32_t v, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (w->path[i] == v) return true;
    return false;
}

/* Rings of w->length whose last atom is `root`; of both directions the one that leaves to the earlier
 * neighbor. */
static sg_status walk_rings(ring_walk *w, uint32_t root, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_ring_systems *systems = w->systems;
    uint32_t n = 1;
    w->path[0] = root;
    w->cursor[0] = systems->offset[root];
    while (n > 0) {
        const uint32_t v = w->path[n - 1];
        if (w->cursor[n - 1] == systems->offset[v + 1]) {
            n--;
            continue;
        }
        const uint32_t b = systems->link[w->cursor[n - 1]++];
        const sg_bond *bond = &w->molecule->bond[b];
        const uint32_t u = sg_bond_other_end(bond, v);
        if (w->place[b] == UINT32_MAX) continue;
        w->bond[n - 1] = w->place[b];
        if (n == w->length && u == root && w->path[1] < v) {
            SG_TRY(add_ring(w, err));
            if (w->n_rings > w->most_rings) goto done;
        }
        if (n == w->length || u >= root || is_on_path(w, u, n)) continue;
        w->path[n] = u;
        w->cursor[n++] = systems->offset[u];
    }
done:
    return status;
}

/* Independent rings, each known by the lowest of its bonds outside of the tree. */
typedef struct elimination {
    const uint64_t *outside; /* [n_words] bonds outside of the tree              */
    uint64_t *rows;          /* [n_rows][n_words]                                */
    uint32_t *of_bond;       /* [n_bonds] row whose lowest bond it is, plus 1    */
    uint32_t n_rows, n_words;
} elimination;

/* Take the known rows out of `vector`; the lowest bond that is left, or UINT32_MAX. */
static uint32_t reduce(const elimination *e, uint64_t *vector, uint32_t n_known)
{
    for (uint32_t w = 0; w < e->n_words; w++)
        for (uint64_t left = vector[w]; left != 0;) {
            const uint32_t bond = w * 64 + sg_bit_first(left);
            const uint32_t found = e->of_bond[bond];
            if (found == 0 || found > n_known) return bond;
            const uint64_t *known = e->rows + (size_t)(found - 1) * e->n_words;
            for (uint32_t x = w; x < e->n_words; x++) vector[x] ^= known[x];
            left = vector[w];
        }
    return UINT32_MAX;
}

/* Of the rings of one length, from `first` on, keep those that no shorter rings sum up to. */
static void keep_relevant(ring_walk *w, elimination *e, uint32_t first)
{
    const size_t n_words = e->n_words;
    const uint32_t n_shorter = e->n_rows;
    uint32_t n_kept = first;
    for (uint32_t r = first; r < w->n_rings; r++) {
        uint64_t *ring = w->ring + r * n_words, *row = e->rows + e->n_rows * n_words;
        for (size_t i = 0; i < n_words; i++) row[i] = ring[i] & e->outside[i];
        if (reduce(e, row, n_shorter) == UINT32_MAX) continue;
        memmove(w->ring + n_kept++ * n_words, ring, n_words * sizeof *ring);
        const uint32_t lowest = reduce(e, row, e->n_rows);
        if (lowest != UINT32_MAX) e->of_bond[lowest] = ++e->n_rows;
    }
    w->n_rings = n_kept;
}

static sg_status find_by_length(ring_walk *w, elimination *e, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t k = w->set->n_bonds - w->set->n_atoms + 1;
    for (w->length = 3; w->length <= SG_RING_SET_SHORT && e->n_rows < k; w->length++) {
        const uint32_t first = w->n_rings;
        for (uint32_t v = 0; v < w->set->n_atoms && w->n_rings <= w->most_rings; v++)
            SG_TRY(walk_rings(w, w->set->atom[v], err));
        if (w->n_rings > w->most_rings) {
            w->n_rings = first;
            goto done;
        }
        keep_relevant(w, e, first);
    }
done:
    return status;
}

static void mark_outside(uint64_t *outside, const ring_walk *w)
{
    for (uint32_t i = 0; i < w->set->n_bonds; i++) {
        const uint32_t b = w->set->bond[i];
        const sg_bond *bond = &w->molecule->bond[b];
        const bool in_tree =
            w->systems->from_bond[bond->from] == b || w->systems->from_bond[bond->to] == b;
        if (!in_tree) sg_bit_add(outside, i);
    }
}

/* Copy the rings to the molecule's memory, with room for their atoms. */
static sg_status hand_over(sg_ring_set *set, const ring_walk *w, sg_molecule *m, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n_words = set->n_words, size = w->n_rings * n_words;
    SG_TRY(sg_grow(&m->bits, &m->bits_capacity, SG_RING_SET_MORE * n_words + 2 * size,
                   sizeof *m->bits, err));
    set->more = m->bits;
    set->bonds = set->more + SG_RING_SET_MORE * n_words;
    set->atoms = set->bonds + size;
    set->n_rings = w->n_rings;
    if (size > 0) memcpy(set->bonds, w->ring, size * sizeof *set->bonds);
done:
    return status;
}

sg_status sg_short_rings_find(sg_ring_set *set, sg_molecule *m, const sg_ring_systems *systems,
                              sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t k = set->n_bonds - set->n_atoms + 1;
    ring_walk w = {
        .molecule = m, .systems = systems, .set = set, .most_rings = MAX_WORDS / set->n_words};
    uint64_t *memory = NULL, *rows = NULL;
    uint32_t *of_bond = NULL;
    SG_ALLOC(memory, 2 * (size_t)set->n_atoms + set->n_words);
    SG_ALLOC(w.place, m->n_bonds);
    SG_ALLOC(of_bond, set->n_bonds);
    for (uint32_t b = 0; b < m->n_bonds; b++) w.place[b] = UINT32_MAX;
    for (uint32_t i = 0; i < set->n_bonds; i++) w.place[set->bond[i]] = i;
    if (count_walks(&w, memory, memory + set->n_atoms) <= MAX_WALKS && k < w.most_rings) {
        SG_ALLOC(rows, (k + (size_t)1) * set->n_words);
        uint64_t *outside = memory + 2 * (size_t)set->n_atoms;
        mark_outside(outside, &w);
        elimination e = {outside, rows, of_bond, 0, set->n_words};
        SG_TRY(find_by_length(&w, &e, err));
    }
    SG_TRY(hand_over(set, &w, m, err));
done:
    sg_free(memory);
    sg_free(rows);
    sg_free(of_bond);
    sg_free(w.place);
    sg_free(w.ring);
    return status;
}
