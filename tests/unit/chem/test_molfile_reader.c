/* test_molfile_reader.c - MOL blocks are the molecules that SMILES say. */
#include "chem/molfile_reader.h"

#include "base/mem.h"
#include "chem/smiles_reader.h"
#include "support/check.h"

static const sg_molecule_form NORMAL = {.is_normal = true};

static sg_status parse(sg_molecule *m, const sg_molecule_form *form, const char *text,
                       sg_error *err)
{
    return sg_molfile_parse(m, form, text, strlen(text), (sg_place){"m.mol", 1, 0}, err);
}

/* Labels of atoms in their order, and bonds: what a block of lines and a SMILES in the same order give. */
static void check_same(const char *block, const char *smiles, const sg_molecule_form *form)
{
    sg_molecule a = {0}, b = {0};
    sg_record x = {0}, y = {0};
    check_ok(parse(&a, form, block, &err));
    check_ok(sg_smiles_parse(&b, form, smiles, strlen(smiles), (sg_place){0}, &err));
    check_ok(sg_molecule_to_record(&x, &a, false, &err));
    check_ok(sg_molecule_to_record(&y, &b, false, &err));
    assert_int_equal(x.n_nodes, y.n_nodes);
    assert_int_equal(x.n_edges, y.n_edges);
    for (uint32_t v = 0; v < x.n_nodes; v++)
        if (x.node[v] != y.node[v])
            fail_msg("%s: atom %u is %d, not %d", smiles, v, x.node[v], y.node[v]);
    for (uint32_t e = 0; e < x.n_edges; e++) {
        assert_int_equal(x.edge[e].label, y.edge[e].label);
        assert_int_equal(x.edge[e].from + x.edge[e].to, y.edge[e].from + y.edge[e].to);
    }
    sg_record_free(&x);
    sg_record_free(&y);
    sg_molecule_free(&a);
    sg_molecule_free(&b);
}

#define HEAD  "title\n  program\n\n"
#define AT(s) "    0.0000    0.0000    0.0000 " s "  0  0  0  0  0  0  0  0  0  0  0  0\n"
#define ETHANOL                                                                                \
    HEAD "  3  2  0  0  0  0  0  0  0  0999 V2000\n" AT("C ") AT("C ")                         \
        AT("O ") "  1  2  1  0\n"                                                              \
                 "  2  3  1  0\nM  END\n"

static void plain_molecules(void **state)
{
    (void)state;
    check_same(ETHANOL, "CCO", &NORMAL);
    check_same(ETHANOL, "CCO", NULL);
    check_same(HEAD "  2  1\r\n" AT("C ") AT("N ") "  1  2  3\r\nM  END\r\n", "C#N", &NORMAL);
    check_same(HEAD "  4  3\n" AT("C ") AT("H ") AT("H ")
                   AT("O ") "  1  2  1\n  1  3  1\n  1  4  2\nM  END\n",
               "C([H])([H])=O", &NORMAL);
}

static void benzene_in_both_styles(void **state)
{
    (void)state;
    check_same(
        HEAD "  6  6\n" AT("C ") AT("C ") AT("C ") AT("C ") AT("C ") AT(
            "C ") "  1  2  2\n  2  3  1\n  3  4  2\n  4  5  1\n  5  6  2\n  1  6  1\nM  END\n",
        "c1ccccc1", &NORMAL);
    check_same(
        HEAD "  6  6\n" AT("C ") AT("C ") AT("C ") AT("C ") AT("C ") AT(
            "C ") "  1  2  4\n  2  3  4\n  3  4  4\n  4  5  4\n  5  6  4\n  1  6  4\nM  END\n",
        "c1ccccc1", &NORMAL);
}

static void charges_and_radicals(void **state)
{
    (void)state;
    const sg_molecule_form isotopes = {.is_normal = true, .has_isotopes = true};
    check_same(HEAD "  2  1\n" AT("C ") AT("N ") "  1  2  1\nM  CHG  1   2   1\nM  END\n",
               "C[NH3+]", &NORMAL);
    check_same(HEAD "  2  1\n" AT("C ") AT("O ") "  1  2  1\nM  CHG  1   2  -1\nM  END\n",
               "C[O-]", &NORMAL);
    check_same(HEAD "  2  0\n" AT("Na") AT("Cl") "M  CHG  2   1   1   2  -1\nM  END\n",
               "[Na+].[Cl-]", &NORMAL);
    check_same(HEAD "  1  0\n    0.0000    0.0000    0.0000 O   0  5  0  0\nM  END\n", "[OH-]",
               &NORMAL);
    check_same(HEAD "  1  0\n" AT("C ") "M  RAD  1   1   2\nM  END\n", "[CH3]", &NORMAL);
    check_same(HEAD "  1  0\n" AT("B ") "M  CHG  1   1  -1\nM  END\n", "[BH4-]", &NORMAL);
    check_same(HEAD "  1  0\n" AT("C ") "M  CHG  1   1   1\nM  END\n", "[CH3+]", &NORMAL);
    check_same(HEAD "  1  0\n" AT("C ") "M  ISO  1   1  13\nM  END\n", "[13CH4]", &isotopes);
    check_same(HEAD "  2  1\n" AT("D ") AT("O ") "  1  2  1\nM  END\n", "[2H]O", &isotopes);
    check_same(HEAD "  1  0\n    0.0000    0.0000    0.0000 S   0  0  0  0  0  4\nM  END\n",
               "[SH4]", &NORMAL);
    check_same(HEAD "  1  0\n    0.0000    0.0000    0.0000 C   0  0  0  0  0 15\nM  END\n",
               "[C]", &NORMAL);
}

static void check_refused(const char *text, const char *part)
{
    sg_molecule m = {0};
    const long live = sg_mem_live();
    check_fails(parse(&m, &NORMAL, text, &err), SG_EFORMAT, part);
    sg_molecule_free(&m);
    assert_int_equal(sg_mem_live(), live);
}

static void wrong_blocks_are_refused(void **state)
{
    (void)state;
    check_refused("", "found the end before the line of counts");
    check_refused(HEAD "  0  0\nM  END\n", "m.mol:4:1: MOL: the numbers of atoms");
    check_refused(HEAD "  x  0\nM  END\n", "the numbers of atoms");
    check_refused(HEAD "  0  0  0  0  0  0  0  0  0  0999 V3000\n",
                  "m.mol:4:35: MOL: this is V3000");
    check_refused(HEAD "  1  0\n", "more atoms are needed");
    check_refused(HEAD "  1  0\n" AT("Xx") "M  END\n", "m.mol:5:32: MOL: the symbol");
    check_refused(HEAD "  1  0\nC\nM  END\n", "the symbol of an element");
    check_refused(HEAD "  2  1\n" AT("C ") AT("C ") "  1  3  1\nM  END\n",
                  "m.mol:7:1: MOL: a bond");
    check_refused(HEAD "  2  1\n" AT("C ") AT("C ") "  1  2  8\nM  END\n",
                  "m.mol:7:7: MOL: a bond is 1");
    check_refused(HEAD "  2  2\n" AT("C ") AT("C ") "  1  2  1\n  2  1  1\nM  END\n",
                  "bonded already");
    check_refused(HEAD "  2  2\n" AT("C ") AT("C ") "  1  2  1\n", "more bonds are needed");
    check_refused(HEAD "  1  0\n" AT("C ") "M  CHG  9\nM  END\n", "of 1 to 8 atoms");
    check_refused(HEAD "  1  0\n" AT("C ") "M  CHG  1   2   1\nM  END\n",
                  "the number of an atom");
    check_refused(HEAD "  1  0\n" AT("C ") "M  CHG  1   1  99\nM  END\n", "a possible value");
    check_refused(HEAD "  1  0\n" AT("C "), "\"M  END\" is missing");
    check_refused(HEAD "  2  1\n" AT("F ") AT("F ") "  1  2  2\nM  END\n",
                  "m.mol:5:32: MOL: this atom has");
}

static sg_status parse_once(void *context, sg_error *err)
{
    (void)context;
    sg_molecule m = {0};
    const sg_status status = parse(&m, &NORMAL, ETHANOL, err);
    sg_molecule_free(&m);
    return status;
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(parse_once, NULL) >= 3);
}

SG_TESTS(cmocka_unit_test(plain_molecules), cmocka_unit_test(benzene_in_both_styles),
         cmocka_unit_test(charges_and_radicals), cmocka_unit_test(wrong_blocks_are_refused),
         cmocka_unit_test(survives_any_failing_allocation))
