/* test_valence.c - bonds that atoms can have. */
#include "chem/valence.h"

#include "chem/elements.h"
#include "support/check.h"

static void bonds_are_possible_or_not(void **state)
{
    (void)state;
    assert_true(sg_valence_is_possible(SG_ELEMENT_C, 0, 4));
    assert_false(sg_valence_is_possible(SG_ELEMENT_C, 0, 5));
    assert_false(sg_valence_is_possible(SG_ELEMENT_N, 0, 4));
    assert_true(sg_valence_is_possible(SG_ELEMENT_N, 1, 4));
    assert_true(sg_valence_is_possible(SG_ELEMENT_B, -1, 4));
    assert_true(sg_valence_is_possible(SG_ELEMENT_S, 0, 6));
    assert_false(sg_valence_is_possible(SG_ELEMENT_S, 0, 7));
    assert_true(sg_valence_is_possible(26, 0, 12)); /* a metal */
    assert_true(sg_valence_is_possible(SG_ELEMENT_ANY, 0, 9));
}

static void hydrogens_fill_the_next_valence(void **state)
{
    (void)state;
    assert_int_equal(sg_valence_hydrogens(SG_ELEMENT_C, 1), 3);
    assert_int_equal(sg_valence_hydrogens(SG_ELEMENT_N, 4), 0);
    assert_int_equal(sg_valence_hydrogens(SG_ELEMENT_S, 3), 1);
    assert_int_equal(sg_valence_hydrogens(SG_ELEMENT_I, 2), 1);
    assert_int_equal(sg_valence_hydrogens(26, 0), 0);
    assert_int_equal(sg_element_valence(SG_ELEMENT_P), 3);
    assert_int_equal(sg_element_valence(26), -1);
}

static void charges_shift_valences(void **state)
{
    (void)state;
    assert_int_equal(sg_valence_for(&(sg_atom){.element = SG_ELEMENT_N, .charge = 1}, 4), 4);
    assert_int_equal(sg_valence_for(&(sg_atom){.element = SG_ELEMENT_C, .charge = -1}, 3), 3);
    assert_int_equal(sg_valence_for(&(sg_atom){.element = SG_ELEMENT_C, .charge = 1}, 3), 3);
    assert_int_equal(sg_valence_for(&(sg_atom){.element = SG_ELEMENT_B, .charge = -1}, 3), 4);
    assert_int_equal(sg_valence_for(&(sg_atom){.element = SG_ELEMENT_S}, 5), 4);
    assert_int_equal(sg_valence_for(&(sg_atom){.element = 26}, 5), -1);
}

static void radicals_are_for_brackets(void **state)
{
    (void)state;
    const sg_atom methyl = {.element = SG_ELEMENT_C, .in_brackets = true, .hydrogens = 3};
    assert_int_equal(sg_valence_radicals(&methyl, 3), 1);
    assert_int_equal(sg_valence_radicals(&methyl, 4), 0);
    assert_int_equal(sg_valence_radicals(&(sg_atom){.element = SG_ELEMENT_C}, 3), 0);
    assert_int_equal(sg_element_outer_electrons(SG_ELEMENT_O), 6);
    assert_true(sg_element_draws_electrons(SG_ELEMENT_O, SG_ELEMENT_C));
    assert_true(sg_element_draws_electrons(SG_ELEMENT_O, SG_ELEMENT_S));
    assert_false(sg_element_draws_electrons(SG_ELEMENT_C, SG_ELEMENT_C));
}

SG_TESTS(cmocka_unit_test(bonds_are_possible_or_not),
         cmocka_unit_test(hydrogens_fill_the_next_valence),
         cmocka_unit_test(charges_shift_valences), cmocka_unit_test(radicals_are_for_brackets))
