/* normal_form.c - the steps from a string's atoms and bonds to a normal form, in their order.
 *
 * Rings come first, because bonds between aromatic atoms are aromatic on rings alone.  Hydrogens that
 * are atoms take part like others and are folded in the end: they are on no ring. */
#include "chem/normal_form.h"

#include "base/mem.h"
#include "chem/aromatic.h"
#include "chem/elements.h"
#include "chem/fragments.h"
#include "chem/groups.h"
#include "chem/hydrogens.h"
#include "chem/kekule.h"
#include "chem/stereo/stereo.h"
#include "chem/valence.h"

#include <string.h>

static void settle_unsaid_bonds(sg_molecule *m)
{
    for (uint32_t b = 0; b < m->n_bonds; b++) {
        sg_bond *bond = &m->bond[b];
        if (bond->kind == SG_BOND_UNSAID || bond->kind == SG_BOND_AROMATIC)
            bond->kind = bond->in_ring ? SG_BOND_AROMATIC : SG_BOND_SINGLE;
    }
}

static void add_up_bonds(sg_bond_sum *sum, const sg_molecule *m)
{
    memset(sum, 0, m->n_atoms * sizeof *sum);
    for (uint32_t b = 0; b < m->n_bonds; b++) {
        const uint8_t kind = m->bond[b].kind;
        const bool is_aromatic = kind == SG_BOND_AROMATIC;
        const uint32_t order = is_aromatic ? 1 : kind == SG_BOND_QUADRUPLE ? 4 : kind;
        const uint32_t end[2] = {m->bond[b].from, m->bond[b].to};
        for (int e = 0; e < 2; e++) {
            sum[end[e]].sum += order;
            sum[end[e]].n_aromatic += is_aromatic;
            sum[end[e]].is_multiple = sum[end[e]].is_multiple || order > 1;
        }
    }
}

/* As sg_molecule_count_hydrogens does it, with other valences. */
static void fill_valences(sg_molecule *m, const sg_bond_sum *sum)
{
    for (uint32_t v = 0; v < m->n_atoms; v++) {
        sg_atom *atom = &m->atom[v];
        if (atom->in_brackets || (atom->is_aromatic && atom->element != SG_ELEMENT_C)) continue;
        const bool shares = atom->is_aromatic && !sum[v].is_multiple;
        atom->hydrogens = sg_valence_hydrogens(atom->element, sum[v].sum + shares);
    }
}

/* A positive atom with hydrogens gives one away unless a neighbor is negative; a negative one takes one
 * unless a neighbor is positive. */
static void neutralize(sg_molecule *m, const sg_ring_systems *systems)
{
    for (uint32_t v = 0; v < m->n_atoms; v++) {
        sg_atom *atom = &m->atom[v];
        bool has_opposite = false;
        if (atom->charge != -1 && (atom->charge != 1 || atom->hydrogens == 0)) continue;
        for (uint32_t i = systems->offset[v]; i < systems->offset[v + 1]; i++) {
            const sg_bond *bond = &m->bond[systems->link[i]];
            const sg_atom *other = &m->atom[sg_bond_other_end(bond, v)];
            has_opposite = has_opposite || other->charge * atom->charge < 0;
        }
        if (!has_opposite) atom->hydrogens = (uint8_t)(atom->hydrogens - atom->charge);
        atom->is_marked = !has_opposite; /* until all neighbors have been looked at */
    }
    for (uint32_t v = 0; v < m->n_atoms; v++) {
        if (m->atom[v].is_marked) m->atom[v].charge = 0;
        m->atom[v].is_marked = false;
    }
}

static sg_status check_valences(sg_molecule_flaw *flaw, sg_molecule *m, bool marks)
{
    uint32_t *sum = m->work;
    for (uint32_t v = 0; v < m->n_atoms; v++) sum[v] = m->atom[v].hydrogens;
    for (uint32_t b = 0; b < m->n_bonds; b++) {
        sum[m->bond[b].from] += m->bond[b].order;
        sum[m->bond[b].to] += m->bond[b].order;
    }
    for (uint32_t v = 0; v < m->n_atoms; v++) {
        sg_atom *atom = &m->atom[v];
        if ((sum[v] <= 4 && atom->element == SG_ELEMENT_C && atom->charge == 0) ||
            sg_valence_is_possible(atom->element, atom->charge, sum[v]))
            continue;
        if (!marks) {
            *flaw = (sg_molecule_flaw){
                v, "this atom has more bonds than its element and charge allow"};
            return SG_EFORMAT;
        }
        atom->is_marked = true;
    }
    return SG_OK;
}

static sg_status place_double_bonds(sg_molecule_flaw *flaw, sg_molecule *m, sg_error *err)
{
    uint32_t stuck = 0;
    const sg_status status = sg_molecule_kekulize(&stuck, m, SG_KEKULE_BY_VALENCE, err);
    if (status == SG_EFORMAT) *flaw = (sg_molecule_flaw){stuck, SG_FLAW_NO_KEKULE};
    return status;
}

sg_status sg_molecule_normalize(sg_molecule_flaw *flaw, sg_molecule *m,
                                const sg_molecule_form *form, bool has_hydrogens, sg_error *err)
{
    sg_status status = SG_OK;
    sg_ring_systems systems;
    const size_t n_words = sizeof(sg_bond_sum) / sizeof *m->work;
    SG_TRY(sg_grow(&m->work, &m->work_capacity, (m->n_atoms + (size_t)1) * n_words,
                   sizeof *m->work, err));
    sg_bond_sum *sum = (sg_bond_sum *)(void *)m->work;
    SG_TRY(sg_ring_systems_find(&systems, m, err));
    settle_unsaid_bonds(m);
    add_up_bonds(sum, m);
    sg_molecule_unify_groups(m, sum, &systems);
    fill_valences(m, sum);
    if (form->is_neutral) neutralize(m, &systems);
    SG_TRY(place_double_bonds(flaw, m, err));
    SG_TRY(check_valences(flaw, m, form->marks_valences));
    SG_TRY(sg_molecule_perceive(m, &systems, err));
    if (has_hydrogens) SG_TRY(sg_molecule_fold_hydrogens(m, err));
    if (form->strips_salts) SG_TRY(sg_molecule_keep_largest(m, err));
    if (form->has_stereo) SG_TRY(sg_molecule_label_stereo(m, err));
done:
    return status;
}

/* Hydrogens and double bonds of a molecule that stays as it is written. */
static sg_status complete_as_written(sg_molecule_flaw *flaw, sg_molecule *m, bool has_hydrogens,
                                     sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_molecule_find_aromatic_bonds(m, err));
    SG_TRY(sg_molecule_count_hydrogens(m, err));
    if (has_hydrogens) SG_TRY(sg_molecule_fold_hydrogens(m, err));
    flaw->text = SG_FLAW_NO_KEKULE;
    SG_TRY(sg_molecule_kekulize(&flaw->atom, m, SG_KEKULE_BY_ELEMENT, err));
done:
    return status;
}

sg_status sg_molecule_complete(sg_molecule_flaw *flaw, sg_molecule *molecule,
                               const sg_molecule_form *form, bool has_hydrogens, sg_error *err)
{
    return form != NULL && form->is_normal
               ? sg_molecule_normalize(flaw, molecule, form, has_hydrogens, err)
               : complete_as_written(flaw, molecule, has_hydrogens, err);
}
