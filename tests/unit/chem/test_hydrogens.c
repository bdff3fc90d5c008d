/* test_hydrogens.c - hydrogens by valence, and hydrogens that are atoms. */
#include "chem/hydrogens.h"

#include "base/mem.h"
#include "chem/elements.h"
#include "support/check.h"

enum { MOST = 4, NITROGEN = 7 };

/* A molecule whose arrays are the test's own. */
typedef struct small_molecule {
    sg_molecule molecule;
    sg_atom atom[MOST];
    sg_bond bond[MOST];
} small_molecule;

static sg_molecule *use(small_molecule *small, uint32_t n_atoms, uint32_t n_bonds)
{
    sg_molecule *m = &small->molecule;
    m->atom = small->atom;
    m->bond = small->bond;
    m->n_atoms = n_atoms;
    m->n_bonds = n_bonds;
    return m;
}

/* C=C-N, and a carbon in brackets, whose hydrogens are those written there. */
static void valences_leave_room_for_hydrogens(void **state)
{
    (void)state;
    small_molecule small = {
        .atom = {{.element = SG_ELEMENT_C},
                 {.element = SG_ELEMENT_C},
                 {.element = NITROGEN},
                 {.element = SG_ELEMENT_C, .in_brackets = true, .hydrogens = 1}},
        .bond = {{.from = 0, .to = 1, .kind = SG_BOND_DOUBLE, .order = 2},
                 {.from = 1, .to = 2, .kind = SG_BOND_SINGLE, .order = 1}}};
    sg_molecule *m = use(&small, 4, 2);
    check_ok(sg_molecule_count_hydrogens(m, &err));
    assert_int_equal(m->atom[0].hydrogens, 2);
    assert_int_equal(m->atom[1].hydrogens, 1);
    assert_int_equal(m->atom[2].hydrogens, 2);
    assert_int_equal(m->atom[3].hydrogens, 1);
    sg_free(m->work);
}

/* [H]-C, C-N: the hydrogen goes, and the others move up. */
static void hydrogens_become_part_of_their_neighbors(void **state)
{
    (void)state;
    small_molecule small = {.atom = {{.element = SG_ELEMENT_H, .in_brackets = true},
                                     {.element = SG_ELEMENT_C, .hydrogens = 2},
                                     {.element = NITROGEN, .hydrogens = 2}},
                            .bond = {{.from = 0, .to = 1, .kind = SG_BOND_SINGLE, .order = 1},
                                     {.from = 1, .to = 2, .kind = SG_BOND_SINGLE, .order = 1}}};
    sg_molecule *m = use(&small, 3, 2);
    check_ok(sg_molecule_fold_hydrogens(m, &err));
    assert_int_equal(m->n_atoms, 2);
    assert_int_equal(m->n_bonds, 1);
    assert_int_equal(m->atom[0].element, SG_ELEMENT_C);
    assert_int_equal(m->atom[0].hydrogens, 3);
    assert_int_equal(m->atom[1].element, NITROGEN);
    assert_true(m->bond[0].from == 0 && m->bond[0].to == 1);
    sg_free(m->work);
}

/* [H][H] stays as it is: neither atom can take the other over. */
static void a_hydrogen_molecule_stays(void **state)
{
    (void)state;
    small_molecule small = {.atom = {{.element = SG_ELEMENT_H, .in_brackets = true},
                                     {.element = SG_ELEMENT_H, .in_brackets = true}},
                            .bond = {{.from = 0, .to = 1, .kind = SG_BOND_SINGLE, .order = 1}}};
    sg_molecule *m = use(&small, 2, 1);
    check_ok(sg_molecule_fold_hydrogens(m, &err));
    assert_true(m->n_atoms == 2 && m->n_bonds == 1);
    sg_free(m->work);
}

SG_TESTS(cmocka_unit_test(valences_leave_room_for_hydrogens),
         cmocka_unit_test(hydrogens_become_part_of_their_neighbors),
         cmocka_unit_test(a_hydrogen_molecule_stays))
