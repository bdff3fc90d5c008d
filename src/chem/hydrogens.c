/* hydrogens.c - hydrogens that are not written, and hydrogens that are atoms. */
#include "chem/hydrogens.h"

#include "base/mem.h"
#include "chem/elements.h"

#include <string.h>

static const uint32_t GONE = UINT32_MAX;

/* An aromatic bond counts once, and an aromatic atom without another double bond once more. */
sg_status sg_molecule_count_hydrogens(sg_molecule *m, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_grow(&m->work, &m->work_capacity, m->n_atoms + (size_t)1, sizeof *m->work, err));
    uint32_t *bonds = m->work; /* sum of orders, and bit 31: one is double or more */
    const uint32_t multiple = UINT32_C(1) << 31;
    memset(bonds, 0, m->n_atoms * sizeof *bonds);
    for (uint32_t b = 0; b < m->n_bonds; b++) {
        const uint8_t kind = m->bond[b].kind;
        const uint32_t order = kind == SG_BOND_AROMATIC    ? 1
                               : kind == SG_BOND_QUADRUPLE ? 4
                                                           : kind;
        bonds[m->bond[b].from] += order;
        bonds[m->bond[b].to] += order;
        if (order == 1) continue;
        bonds[m->bond[b].from] |= multiple;
        bonds[m->bond[b].to] |= multiple;
    }
    for (uint32_t v = 0; v < m->n_atoms; v++) {
        sg_atom *atom = &m->atom[v];
        if (atom->in_brackets) continue;
        const bool shares = atom->is_aromatic && (bonds[v] & multiple) == 0;
        const uint8_t missing =
            sg_element_hydrogens(atom->element, (bonds[v] & ~multiple) + shares);
        /* Of aromatic atoms outside of brackets only carbon has hydrogens: n with three neighbors
         * would get one otherwise, on its way to the valence 5. */
        if (!atom->is_aromatic || atom->element == SG_ELEMENT_C) atom->hydrogens = missing;
    }
done:
    return status;
}

/* Whether the atom at the other end of its only bond can take hydrogen v over. */
static bool is_plain_hydrogen(const sg_atom *atom)
{
    return atom->element == SG_ELEMENT_H && atom->charge == 0 && atom->hydrogens == 0 &&
           atom->isotope == 0;
}

/* Where the string puts the other end of a bond of atom v. */
static int8_t side_of(const sg_bond *bond, uint32_t v)
{
    if (bond->direction == SG_DIRECTION_NONE) return 0;
    return (bond->direction == SG_DIRECTION_UP) == (bond->from == v) ? 1 : -1;
}

sg_status sg_molecule_fold_hydrogens(sg_molecule *m, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_grow(&m->work, &m->work_capacity, m->n_atoms + (size_t)1, sizeof *m->work, err));
    uint32_t *degree = m->work, n_bonds = 0, n_atoms = 0;
    memset(degree, 0, m->n_atoms * sizeof *degree);
    for (uint32_t b = 0; b < m->n_bonds; b++) {
        degree[m->bond[b].from]++;
        degree[m->bond[b].to]++;
    }
    for (uint32_t b = 0; b < m->n_bonds; b++) {
        const sg_bond bond = m->bond[b];
        const bool from_h = is_plain_hydrogen(&m->atom[bond.from]) && degree[bond.from] == 1;
        const uint32_t hydrogen = from_h ? bond.from : bond.to;
        const uint32_t heavy = from_h ? bond.to : bond.from;
        const bool folds = is_plain_hydrogen(&m->atom[hydrogen]) && degree[hydrogen] == 1 &&
                           m->atom[heavy].element != SG_ELEMENT_H &&
                           bond.kind == SG_BOND_SINGLE && m->atom[heavy].hydrogens < 20;
        if (folds) {
            m->atom[heavy].hydrogens++;
            m->atom[heavy].hydrogen_at = m->atom[hydrogen].column;
            m->atom[heavy].hydrogen_side = side_of(&bond, heavy);
            degree[hydrogen] = GONE;
        } else {
            m->bond[n_bonds++] = bond;
        }
    }
    for (uint32_t v = 0; v < m->n_atoms; v++) {
        const bool gone = degree[v] == GONE;
        degree[v] = n_atoms;
        if (!gone) m->atom[n_atoms++] = m->atom[v];
    }
    m->n_atoms = n_atoms;
    m->n_bonds = n_bonds;
    for (uint32_t b = 0; b < n_bonds; b++) {
        m->bond[b].from = degree[m->bond[b].from];
        m->bond[b].to = degree[m->bond[b].to];
    }
done:
    return status;
}
