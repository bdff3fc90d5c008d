/* test_atom_name.c - atoms by their names, against the names that labels of atoms have. */
#include "chem/atom_name.h"

#include "chem/elements.h"
#include "chem/molecule.h"
#include "support/check.h"

static void names_of_atoms(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        sg_named_atom atom;
    } cases[] = {{"C", {.element = 6}},
                 {"CH3", {.element = 6, .hydrogens = 3}},
                 {"NH3+", {.element = 7, .hydrogens = 3, .charge = 1}},
                 {"Ca+2", {.element = 20, .charge = 2}},
                 {"13CH4", {.element = 6, .hydrogens = 4, .isotope = 13}},
                 {"O -", {.element = 8, .charge = -1}},
                 {"N H2 +", {.element = 7, .hydrogens = 2, .charge = 1}},
                 {"Cl", {.element = 17}},
                 {"H", {.element = 1}},
                 {"*", {.element = 0}},
                 {"C!", {.element = 6, .is_marked = true}},
                 {"CH@", {.element = 6, .hydrogens = 1, .n_hands = 1}},
                 {"S+@@!", {.element = 16, .charge = 1, .n_hands = 2, .is_marked = true}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sg_named_atom atom;
        assert_true(sg_atom_name_parse(&atom, cases[i].name));
        assert_int_equal(atom.element, cases[i].atom.element);
        assert_int_equal(atom.hydrogens, cases[i].atom.hydrogens);
        assert_int_equal(atom.charge, cases[i].atom.charge);
        assert_int_equal(atom.isotope, cases[i].atom.isotope);
        assert_int_equal(atom.n_hands, cases[i].atom.n_hands);
        assert_int_equal(atom.is_marked, cases[i].atom.is_marked);
    }
}

static void other_names(void **state)
{
    (void)state;
    static const char *const name[] = {"",     "6",   "carbon", "c",    "CHH",  "C++",
                                       "CH3x", "the", "Xx",     "NH99", "N+99", "C@@@"};
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        sg_named_atom atom = {.element = 99};
        if (sg_atom_name_parse(&atom, name[i])) fail_msg("\"%s\" is no atom", name[i]);
        assert_int_equal(atom.element, 99);
    }
}

/* What labels are called can be read back. */
static void names_of_labels_come_back(void **state)
{
    (void)state;
    for (int element = 1; element < SG_ELEMENTS; element++)
        for (int charge = -3; charge <= 3; charge++)
            for (int hydrogens = 0; hydrogens < 5; hydrogens++) {
                char name[SG_ATOM_NAME_ROOM];
                sg_named_atom atom = {0};
                sg_atom_label_name(
                    name, sg_atom_label((uint8_t)element, (int8_t)charge, (uint8_t)hydrogens));
                if (!sg_atom_name_parse(&atom, name)) fail_msg("\"%s\" is refused", name);
                assert_int_equal(atom.element, element);
                assert_int_equal(atom.charge, charge);
                assert_int_equal(atom.hydrogens, hydrogens);
            }
}

SG_TESTS(cmocka_unit_test(names_of_atoms), cmocka_unit_test(other_names),
         cmocka_unit_test(names_of_labels_come_back))
