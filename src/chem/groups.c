/* groups.c - one function per row of the table in the header, or for rows that are alike. */
#include "chem/groups.h"

#include "chem/elements.h"

enum { ELEMENT_AS = 33, ELEMENT_SE = 34, ELEMENT_TE = 52 };

typedef struct groups {
    sg_molecule *m;
    sg_bond_sum *sum;
    const sg_ring_systems *systems;
} groups;

/* The bonds of atom v, hydrogens included, where an aromatic bond counts one and a half. */
static uint32_t valence_of(const groups *g, uint32_t v)
{
    return g->sum[v].sum + (g->sum[v].n_aromatic + 1) / 2 + g->m->atom[v].hydrogens;
}

static void set_kind(groups *g, sg_bond *bond, uint8_t kind)
{
    const uint32_t end[2] = {bond->from, bond->to};
    for (int e = 0; e < 2; e++) {
        g->sum[end[e]].sum += (uint32_t)kind - bond->kind;
        g->m->atom[end[e]].in_brackets = true;
    }
    bond->kind = kind;
}

/* The bond that is i-th in the links, and its other end than v. */
static sg_bond *bond_at(const groups *g, uint32_t i)
{
    return &g->m->bond[g->systems->link[i]];
}

static sg_atom *other_atom(const groups *g, uint32_t i, uint32_t v)
{
    return &g->m->atom[sg_bond_other_end(bond_at(g, i), v)];
}

/* Nitrogen with five bonds: one goes to an oxygen or nitrogen as a pair of electrons. */
static void unify_nitrogen(groups *g, uint32_t v)
{
    if (valence_of(g, v) != 5) return;
    for (uint32_t i = g->systems->offset[v]; i < g->systems->offset[v + 1]; i++) {
        sg_bond *bond = bond_at(g, i);
        sg_atom *other = other_atom(g, i, v);
        const bool oxide = other->element == SG_ELEMENT_O && bond->kind == SG_BOND_DOUBLE;
        const bool azide = other->element == SG_ELEMENT_N && bond->kind == SG_BOND_TRIPLE;
        if (other->charge != 0 || (!oxide && !azide)) continue;
        set_kind(g, bond, oxide ? SG_BOND_SINGLE : SG_BOND_DOUBLE);
        g->m->atom[v].charge = 1;
        other->charge = -1;
        return;
    }
}

/* N+ with a triple bond to nitrogen and a single one to a negative neighbor. */
static void unify_diazo(groups *g, uint32_t v)
{
    const uint32_t begin = g->systems->offset[v], end = g->systems->offset[v + 1];
    uint32_t triple = UINT32_MAX, single = UINT32_MAX;
    for (uint32_t i = begin; i < end; i++) {
        const sg_atom *other = other_atom(g, i, v);
        const uint8_t kind = bond_at(g, i)->kind;
        const bool is_nitrogen = other->element == SG_ELEMENT_N;
        if (kind == SG_BOND_TRIPLE && is_nitrogen && other->charge == 0) triple = i;
        if (kind == SG_BOND_SINGLE && other->charge == -1 &&
            (is_nitrogen || other->element == SG_ELEMENT_C))
            single = i;
    }
    if (triple == UINT32_MAX || single == UINT32_MAX || end - begin != 2) return;
    set_kind(g, bond_at(g, triple), SG_BOND_DOUBLE);
    set_kind(g, bond_at(g, single), SG_BOND_DOUBLE);
    other_atom(g, triple, v)->charge = -1;
    other_atom(g, single, v)->charge = 0;
}

/* Whether a double or aromatic bond leads from v to a carbon or nitrogen with another neighbor. */
static bool has_double_to_chain(const groups *g, uint32_t v)
{
    for (uint32_t i = g->systems->offset[v]; i < g->systems->offset[v + 1]; i++) {
        const uint8_t kind = bond_at(g, i)->kind;
        const uint32_t u = sg_bond_other_end(bond_at(g, i), v);
        const uint8_t element = g->m->atom[u].element;
        if ((element == SG_ELEMENT_C || element == SG_ELEMENT_N) &&
            (kind == SG_BOND_DOUBLE || kind == SG_BOND_AROMATIC) &&
            g->systems->offset[u + 1] - g->systems->offset[u] >= 2)
            return true;
    }
    return false;
}

static void unify_phosphorus(groups *g, uint32_t v)
{
    const uint32_t begin = g->systems->offset[v], end = g->systems->offset[v + 1];
    if (valence_of(g, v) != 5 || end - begin != 3 || !has_double_to_chain(g, v)) return;
    for (uint32_t i = begin; i < end; i++) {
        sg_atom *other = other_atom(g, i, v);
        if (other->element != SG_ELEMENT_O || other->charge != 0 ||
            bond_at(g, i)->kind != SG_BOND_DOUBLE)
            continue;
        set_kind(g, bond_at(g, i), SG_BOND_SINGLE);
        g->m->atom[v].charge = 1;
        other->charge = -1;
        return;
    }
}

static void unify_halogen(groups *g, uint32_t v)
{
    const uint32_t valence = valence_of(g, v);
    const uint32_t begin = g->systems->offset[v], end = g->systems->offset[v + 1];
    if (valence != 3 && valence != 5 && valence != 7) return;
    for (uint32_t i = begin; i < end; i++)
        if (other_atom(g, i, v)->element != SG_ELEMENT_O) return;
    for (uint32_t i = begin; i < end; i++) {
        if (bond_at(g, i)->kind != SG_BOND_DOUBLE) continue;
        set_kind(g, bond_at(g, i), SG_BOND_SINGLE);
        g->m->atom[v].charge++;
        other_atom(g, i, v)->charge = -1;
    }
}

/* A positive atom next to a negative one at the end of a single bond: the bond is double. */
static void join_charges(groups *g, uint32_t v)
{
    sg_atom *atom = &g->m->atom[v];
    for (uint32_t i = g->systems->offset[v]; i < g->systems->offset[v + 1] && atom->charge > 0;
         i++) {
        const uint32_t u = sg_bond_other_end(bond_at(g, i), v);
        sg_atom *other = &g->m->atom[u];
        const bool is_end = g->systems->offset[u + 1] - g->systems->offset[u] == 1;
        const bool draws = other->element == SG_ELEMENT_O || other->element == SG_ELEMENT_S ||
                           other->element == ELEMENT_SE;
        if (!is_end || !draws || other->charge != -1 || other->hydrogens != 0 ||
            bond_at(g, i)->kind != SG_BOND_SINGLE)
            continue;
        set_kind(g, bond_at(g, i), SG_BOND_DOUBLE);
        g->sum[v].is_multiple = g->sum[u].is_multiple = true;
        atom->charge--;
        other->charge = 0;
    }
}

static void unify_charged(groups *g, uint32_t v)
{
    switch (g->m->atom[v].element) {
    case SG_ELEMENT_N:
        if (g->m->atom[v].charge == 1) unify_diazo(g, v);
        break;
    case SG_ELEMENT_P:
    case ELEMENT_AS:
        if (!has_double_to_chain(g, v)) join_charges(g, v);
        break;
    case SG_ELEMENT_S:
    case ELEMENT_SE:
    case ELEMENT_TE:
        join_charges(g, v);
        break;
    default:
        break;
    }
}

static void unify_neutral(groups *g, uint32_t v)
{
    switch (g->m->atom[v].element) {
    case SG_ELEMENT_N:
        unify_nitrogen(g, v);
        break;
    case SG_ELEMENT_P:
        unify_phosphorus(g, v);
        break;
    case SG_ELEMENT_CL:
    case SG_ELEMENT_BR:
    case SG_ELEMENT_I:
        unify_halogen(g, v);
        break;
    default:
        break;
    }
}

void sg_molecule_unify_groups(sg_molecule *m, sg_bond_sum *sum, const sg_ring_systems *systems)
{
    groups g = {m, sum, systems};
    for (uint32_t v = 0; v < m->n_atoms; v++) {
        if (m->atom[v].element == SG_ELEMENT_C) continue;
        if (m->atom[v].charge > 0)
            unify_charged(&g, v);
        else if (m->atom[v].charge == 0 && sum[v].sum >= 3)
            unify_neutral(&g, v);
    }
}
