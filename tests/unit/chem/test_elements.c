/* test_elements.c - symbols there and back, and the hydrogens of SMILES. */
#include "chem/elements.h"

#include "support/check.h"

static void every_symbol_is_found(void **state)
{
    (void)state;
    assert_string_equal(sg_element_symbol(SG_ELEMENT_ANY), "*");
    assert_string_equal(sg_element_symbol(200), "*");
    for (int e = 1; e < SG_ELEMENTS; e++) {
        const char *symbol = sg_element_symbol((uint8_t)e);
        char text[8];
        size_t length = 0;
        assert_int_equal(sg_element_find(&length, symbol, strlen(symbol)), e);
        assert_int_equal(length, strlen(symbol));
        (void)snprintf(text, sizeof text, "%s+2", symbol);
        assert_int_equal(sg_element_find(&length, text, strlen(text)), e);
    }
}

static void the_longer_symbol_wins(void **state)
{
    (void)state;
    size_t length = 0;
    assert_int_equal(sg_element_find(&length, "Cl", 2), SG_ELEMENT_CL);
    assert_int_equal(sg_element_find(&length, "Cl", 1), SG_ELEMENT_C);
    assert_int_equal(sg_element_find(&length, "Cx", 2), SG_ELEMENT_C);
    assert_int_equal(length, 1);
    assert_int_equal(sg_element_find(&length, "c", 1), 0);
    assert_int_equal(sg_element_find(&length, "Q", 1), 0);
    assert_int_equal(sg_element_find(&length, "", 0), 0);
}

static void hydrogens_fill_the_next_valence(void **state)
{
    (void)state;
    static const struct {
        uint8_t element;
        uint32_t bonds, hydrogens;
    } cases[] = {{SG_ELEMENT_C, 0, 4}, {SG_ELEMENT_C, 3, 1}, {SG_ELEMENT_C, 4, 0},
                 {SG_ELEMENT_C, 5, 0}, {SG_ELEMENT_N, 3, 0}, {SG_ELEMENT_N, 4, 1},
                 {SG_ELEMENT_O, 1, 1}, {SG_ELEMENT_S, 3, 1}, {SG_ELEMENT_S, 5, 1},
                 {SG_ELEMENT_S, 7, 0}, {SG_ELEMENT_F, 0, 1}, {26, 0, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(sg_element_hydrogens(cases[i].element, cases[i].bonds),
                         cases[i].hydrogens);
}

SG_TESTS(cmocka_unit_test(every_symbol_is_found), cmocka_unit_test(the_longer_symbol_wins),
         cmocka_unit_test(hydrogens_fill_the_next_valence))
