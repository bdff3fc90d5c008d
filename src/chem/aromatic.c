/* aromatic.c - electrons of atoms, and rings that have 4n + 2 of them. */
#include "chem/aromatic.h"

#include "chem/elements.h"
#include "chem/joined_rings.h"
#include "chem/valence.h"

/* ---- Donors ----------------------------------------------------------------------------------- */

/* What the bonds of an atom say. */
typedef struct surroundings {
    uint32_t degree; /* with hydrogens                                           */
    uint32_t sum;    /* of orders, without hydrogens                             */
    uint32_t excess; /* of it over the number of bonds                           */
    uint32_t n_multiple;
    bool on_ring;       /* a multiple bond is part of a ring                    */
    bool off_ring;      /* one is not                                           */
    bool is_drawn_from; /* ... and leads to an atom that draws electrons        */
} surroundings;

static surroundings look_around(const sg_molecule *m, const sg_ring_systems *systems,
                                uint32_t v)
{
    const sg_atom *atom = &m->atom[v];
    const uint32_t begin = systems->offset[v], end = systems->offset[v + 1];
    surroundings s = {.degree = end - begin + atom->hydrogens};
    for (uint32_t i = begin; i < end; i++) {
        const sg_bond *bond = &m->bond[systems->link[i]];
        s.sum += bond->order;
        if (bond->order == 1) continue;
        s.n_multiple++;
        if (bond->in_ring) {
            s.on_ring = true;
        } else if (!s.off_ring) {
            const sg_atom *other = &m->atom[sg_bond_other_end(bond, v)];
            s.off_ring = true;
            s.is_drawn_from = sg_element_draws_electrons(other->element, atom->element);
        }
    }
    s.excess = s.sum - (end - begin);
    return s;
}

/* Electrons that are not in bonds to neighbors; negative: the atom has no orbital to share. */
static int free_electrons(const sg_atom *atom, const surroundings *s, int radicals)
{
    const int valence = sg_element_valence(atom->element);
    if (valence <= 1 || s->degree > 3) return -1;
    int lone = sg_element_outer_electrons(atom->element) - valence - atom->charge;
    if (lone < 0) lone = 0;
    const int electrons = valence - (int)s->degree + lone - radicals;
    return electrons > 1 && s->excess > 1 ? 1 : electrons;
}

static sg_donor donor_of_electrons(const sg_atom *atom, const surroundings *s, int electrons)
{
    if (electrons < 0) return SG_DONOR_NONE;
    if (electrons == 0)
        return s->off_ring ? SG_DONOR_VACANT : s->on_ring ? SG_DONOR_ONE : SG_DONOR_NONE;
    if (electrons == 1) {
        if (s->off_ring) return s->is_drawn_from ? SG_DONOR_VACANT : SG_DONOR_ONE;
        if (s->excess > 0) return SG_DONOR_ONE;
        return atom->charge == 1 ? SG_DONOR_VACANT : SG_DONOR_NONE;
    }
    if (s->off_ring && s->is_drawn_from) electrons--;
    return electrons % 2 == 1 ? SG_DONOR_ONE : SG_DONOR_TWO;
}

/* Elements of the first rows, and two more. */
static bool may_be_aromatic(uint8_t element)
{
    return element <= 18 || element == 34 || element == 52;
}

sg_donor sg_atom_donor(const sg_molecule *m, const sg_ring_systems *systems, uint32_t v)
{
    const sg_atom *atom = &m->atom[v];
    const uint32_t n_neighbors = systems->offset[v + 1] - systems->offset[v] + atom->hydrogens;
    if (n_neighbors > 3 && atom->element != SG_ELEMENT_ANY) return SG_DONOR_NONE;
    const surroundings s = look_around(m, systems, v);
    if (!may_be_aromatic(atom->element) || s.n_multiple > 1) return SG_DONOR_NONE;
    if (atom->element == SG_ELEMENT_ANY) return s.on_ring ? SG_DONOR_ONE : SG_DONOR_ANY;
    const uint32_t bonds = s.sum + atom->hydrogens;
    const int radicals = sg_valence_radicals(atom, bonds);
    /* Its bonds must be no more than those of the element that its charge makes it alike. */
    const int alike = atom->element - atom->charge;
    const int usual =
        alike > 0 && alike < SG_ELEMENTS ? sg_element_valence((uint8_t)alike) : -1;
    if ((int)bonds > usual) return SG_DONOR_NONE;
    if (radicals > 0 && (atom->element != SG_ELEMENT_C || atom->charge != 0))
        return SG_DONOR_NONE;
    return donor_of_electrons(atom, &s, free_electrons(atom, &s, radicals));
}

/* ---- Rings ------------------------------------------------------------------------------------ */

static bool plain_ring_is_aromatic(const sg_molecule *m, const sg_ring_systems *systems,
                                   const sg_ring_set *set)
{
    sg_electrons electrons = {0};
    bool all_wild = true;
    for (uint32_t i = 0; i < set->n_atoms; i++) {
        const sg_donor donor = sg_atom_donor(m, systems, set->atom[i]);
        if (donor == SG_DONOR_NONE) return false;
        all_wild = all_wild && m->atom[set->atom[i]].element == SG_ELEMENT_ANY;
        electrons.n_one += donor == SG_DONOR_ONE;
        electrons.n_two += donor == SG_DONOR_TWO;
        electrons.n_any += donor == SG_DONOR_ANY;
    }
    return !all_wild && sg_electrons_are_aromatic(&electrons);
}

static void make_aromatic(sg_bond *bond)
{
    if (bond->order <= 2) bond->kind = SG_BOND_AROMATIC;
}

/* Sort the atoms of the system by what they give. */
static void find_donors(sg_joined_rings *joined, const sg_molecule *m,
                        const sg_ring_systems *systems)
{
    const sg_ring_set *set = joined->set;
    for (uint32_t i = 0; i < set->n_atoms; i++) {
        const sg_donor donor = sg_atom_donor(m, systems, set->atom[i]);
        if (donor != SG_DONOR_NONE) sg_bit_add(joined->usable, i);
        if (donor == SG_DONOR_ONE) sg_bit_add(joined->one, i);
        if (donor == SG_DONOR_TWO) sg_bit_add(joined->two, i);
        if (donor == SG_DONOR_ANY) sg_bit_add(joined->any, i);
        if (m->atom[set->atom[i]].element == SG_ELEMENT_ANY) sg_bit_add(joined->wild, i);
    }
}

static sg_status perceive_system(sg_molecule *m, const sg_ring_systems *systems, uint32_t s,
                                 sg_error *err)
{
    sg_status status = SG_OK;
    sg_ring_set set = sg_ring_set_of(m, systems, s);
    if (set.n_atoms == set.n_bonds) {
        if (!plain_ring_is_aromatic(m, systems, &set)) goto done;
        for (uint32_t i = 0; i < set.n_bonds; i++) make_aromatic(&m->bond[set.bond[i]]);
        goto done;
    }
    SG_TRY(sg_ring_set_find(&set, m, systems, err));
    if (set.n_rings == 0) goto done;
    sg_joined_rings joined = sg_joined_rings_of(&set);
    find_donors(&joined, m, systems);
    SG_TRY(sg_joined_rings_solve(&joined, err));
    for (uint32_t i = 0; i < set.n_bonds; i++)
        if (sg_bit_has(joined.aromatic, i)) make_aromatic(&m->bond[set.bond[i]]);
done:
    return status;
}

sg_status sg_molecule_perceive(sg_molecule *m, const sg_ring_systems *systems, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t b = 0; b < m->n_bonds; b++) {
        sg_bond *bond = &m->bond[b];
        bond->kind = bond->order == 4 ? (uint8_t)SG_BOND_QUADRUPLE : bond->order;
    }
    for (uint32_t s = 0; s < systems->n; s++) SG_TRY(perceive_system(m, systems, s, err));
done:
    return status;
}
