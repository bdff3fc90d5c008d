/* fragments.c - parts by joining atoms over bonds. */
#include "chem/fragments.h"

#include "base/hash.h"
#include "base/mem.h"
#include "chem/elements.h"

/* What decides between parts, in this order. */
typedef struct part_rank {
    uint64_t n_atoms, n_carbons, weight, n_hydrogens, hash;
} part_rank;

static uint32_t find_root(uint32_t *root, uint32_t v)
{
    while (root[v] != v) v = root[v] = root[root[v]];
    return v;
}

static bool ranks_before(const part_rank *a, const part_rank *b)
{
    if (a->n_atoms != b->n_atoms) return a->n_atoms > b->n_atoms;
    if (a->n_carbons != b->n_carbons) return a->n_carbons > b->n_carbons;
    if (a->weight != b->weight) return a->weight > b->weight;
    if (a->n_hydrogens != b->n_hydrogens) return a->n_hydrogens > b->n_hydrogens;
    return a->hash > b->hash;
}

static uint64_t hash_word(uint64_t word)
{
    return sg_hash_words(&word, 1);
}

static uint64_t hash_of(const sg_atom *atom)
{
    return hash_word((uint64_t)atom->element << 32 | (uint64_t)(uint8_t)atom->charge << 24 |
                     (uint64_t)atom->isotope << 8 | atom->hydrogens);
}

static void rank_parts(part_rank *rank, uint32_t *root, const sg_molecule *m)
{
    for (uint32_t v = 0; v < m->n_atoms; v++) {
        const sg_atom *atom = &m->atom[v];
        part_rank *part = &rank[find_root(root, v)];
        part->n_atoms++;
        part->n_carbons += atom->element == SG_ELEMENT_C;
        part->weight += atom->element;
        part->n_hydrogens += atom->hydrogens;
        part->hash += hash_of(atom);
    }
    for (uint32_t b = 0; b < m->n_bonds; b++) {
        const sg_bond *bond = &m->bond[b];
        const uint64_t ends = hash_of(&m->atom[bond->from]) + hash_of(&m->atom[bond->to]);
        rank[find_root(root, bond->from)].hash += hash_word(ends + bond->kind);
    }
}

/* Keep the atoms whose root is `kept`. */
static void keep_part(sg_molecule *m, uint32_t *root, uint32_t kept)
{
    uint32_t n_atoms = 0, n_bonds = 0;
    for (uint32_t b = 0; b < m->n_bonds; b++)
        if (root[m->bond[b].from] == kept) m->bond[n_bonds++] = m->bond[b];
    for (uint32_t v = 0; v < m->n_atoms; v++) {
        const bool stays = root[v] == kept;
        root[v] = n_atoms;
        if (stays) m->atom[n_atoms++] = m->atom[v];
    }
    for (uint32_t b = 0; b < n_bonds; b++) {
        m->bond[b].from = root[m->bond[b].from];
        m->bond[b].to = root[m->bond[b].to];
    }
    m->n_atoms = n_atoms;
    m->n_bonds = n_bonds;
}

sg_status sg_molecule_keep_largest(sg_molecule *m, sg_error *err)
{
    sg_status status = SG_OK;
    part_rank *rank = NULL;
    SG_TRY(sg_grow(&m->work, &m->work_capacity, m->n_atoms + (size_t)1, sizeof *m->work, err));
    uint32_t *root = m->work, n_parts = m->n_atoms, kept = 0;
    for (uint32_t v = 0; v < m->n_atoms; v++) root[v] = v;
    for (uint32_t b = 0; b < m->n_bonds; b++) {
        const uint32_t u = find_root(root, m->bond[b].from), v = find_root(root, m->bond[b].to);
        n_parts -= u != v;
        root[u] = v;
    }
    if (n_parts <= 1) goto done;
    SG_ALLOC(rank, m->n_atoms);
    for (uint32_t v = 0; v < m->n_atoms; v++) root[v] = find_root(root, v);
    rank_parts(rank, root, m);
    for (uint32_t v = 0; v < m->n_atoms; v++)
        if (root[v] == v && ranks_before(&rank[v], &rank[kept])) kept = v;
    keep_part(m, root, root[kept]);
done:
    sg_free(rank);
    return status;
}
