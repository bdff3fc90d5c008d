/* atom_ranks.c - refinement by sorting, as wl.c does it, but with an order that means something. */
#include "chem/stereo/atom_ranks.h"

#include "base/mem.h"
#include "base/sort.h"

#include <stdlib.h>

void sg_atom_ranks_free(sg_atom_ranks *ranks)
{
    sg_free(ranks->rank);
    sg_free(ranks->offset);
    sg_free(ranks->link);
    *ranks = (sg_atom_ranks){0};
}

/* ---- Who is bonded to whom --------------------------------------------------------------------- */

static sg_status link_atoms(sg_atom_ranks *r, const sg_molecule *m, sg_error *err)
{
    sg_status status = SG_OK;
    SG_ALLOC(r->rank, m->n_atoms);
    SG_ALLOC(r->offset, m->n_atoms + (size_t)2);
    SG_ALLOC(r->link, 2 * (size_t)m->n_bonds);
    uint32_t *next =
        r->offset + 1; /* where the next bond of an atom goes, one place further on */
    for (uint32_t b = 0; b < m->n_bonds; b++) {
        next[m->bond[b].from + 1]++;
        next[m->bond[b].to + 1]++;
    }
    for (uint32_t v = 0; v < m->n_atoms; v++) next[v + 1] += next[v];
    for (uint32_t b = 0; b < m->n_bonds; b++) {
        r->link[next[m->bond[b].from]++] = b;
        r->link[next[m->bond[b].to]++] = b;
    }
done:
    return status;
}

/* ---- Ranks --------------------------------------------------------------------------------------- */

/* What decides an atom's next rank: words that are compared from the first to the last. */
typedef struct rank_key {
    const uint64_t *word;
    uint32_t n, atom;
} rank_key;

static int compare_words_down(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x < y) - (x > y);
}

static int compare_keys(const void *a, const void *b)
{
    const rank_key *x = a, *y = b;
    for (uint32_t i = 0; i < x->n && i < y->n; i++)
        if (x->word[i] != y->word[i]) return x->word[i] < y->word[i] ? -1 : 1;
    return (x->n > y->n) - (x->n < y->n);
}

static uint64_t first_word(const sg_atom *atom)
{
    return (uint64_t)atom->element << 40 | (uint64_t)atom->isotope << 24 |
           (uint64_t)(uint8_t)(atom->charge + 64) << 16 | (uint64_t)atom->hydrogens << 8 |
           atom->is_marked;
}

/* Number the keys in their order; returns how many different ones there are. */
static sg_status number_keys(uint32_t *n_ranks, sg_atom_ranks *r, rank_key *key, uint32_t n,
                             sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t rank = 0;
    SG_TRY(sg_sort(key, n, sizeof *key, compare_keys, err));
    for (uint32_t i = 0; i < n; i++) {
        rank += i == 0 || compare_keys(&key[i - 1], &key[i]) != 0;
        r->rank[key[i].atom] = rank;
    }
    *n_ranks = rank;
done:
    return status;
}

/* An atom's own rank, then its bonds and their other ends, the highest ends first. */
static void write_keys(rank_key *key, uint64_t *pool, const sg_atom_ranks *r,
                       const sg_molecule *m)
{
    for (uint32_t v = 0; v < m->n_atoms; v++) {
        uint32_t n = 0;
        pool[n++] = r->rank[v];
        for (uint32_t i = r->offset[v]; i < r->offset[v + 1]; i++) {
            const sg_bond *bond = &m->bond[r->link[i]];
            const uint32_t other = bond->from == v ? bond->to : bond->from;
            pool[n++] = (uint64_t)r->rank[other] << 8 | bond->kind;
        }
        qsort(pool + 1, n - 1, sizeof *pool, compare_words_down);
        key[v] = (rank_key){pool, n, v};
        pool += n;
    }
}

sg_status sg_atom_ranks_find(sg_atom_ranks *ranks, const sg_molecule *m, uint32_t rounds,
                             sg_error *err)
{
    sg_status status = SG_OK;
    sg_atom_ranks made = {0};
    rank_key *key = NULL;
    uint64_t *pool = NULL;
    uint32_t n_ranks = 0, n_before = 0;
    SG_TRY(link_atoms(&made, m, err));
    SG_ALLOC(key, m->n_atoms);
    SG_ALLOC(pool, m->n_atoms + 2 * (size_t)m->n_bonds);
    for (uint32_t v = 0; v < m->n_atoms; v++) {
        pool[v] = first_word(&m->atom[v]);
        key[v] = (rank_key){pool + v, 1, v};
    }
    SG_TRY(number_keys(&n_ranks, &made, key, m->n_atoms, err));
    for (; rounds > 0 && n_ranks > n_before && n_ranks < m->n_atoms; rounds--) {
        n_before = n_ranks;
        write_keys(key, pool, &made, m);
        SG_TRY(number_keys(&n_ranks, &made, key, m->n_atoms, err));
    }
    *ranks = made;
    made = (sg_atom_ranks){0};
done:
    sg_free(pool);
    sg_free(key);
    sg_atom_ranks_free(&made);
    return status;
}
