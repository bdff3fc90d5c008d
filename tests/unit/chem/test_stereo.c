/* test_stereo.c - marks of stereochemistry: the same labels for all ways to write a molecule. */
#include "chem/stereo/stereo.h"

#include "chem/smiles_reader.h"
#include "support/check.h"

#include <stdio.h>
#include <string.h>

static const sg_molecule_form STEREO = {.is_normal = true, .has_stereo = true};

static sg_status parse(sg_molecule *m, const char *text, sg_error *error)
{
    return sg_smiles_parse(m, &STEREO, text, strlen(text), (sg_place){"x.smi", 1, 1}, error);
}

/* The hands of all atoms, then the geometries of all double bonds, each kind counted: "l1 r0 s0 o1". */
static const char *told(const char *smiles)
{
    static char text[40];
    sg_molecule m = {0};
    int hand[3] = {0}, geometry[3] = {0};
    check_ok(parse(&m, smiles, &err));
    for (uint32_t v = 0; v < m.n_atoms; v++) hand[m.atom[v].hand]++;
    for (uint32_t b = 0; b < m.n_bonds; b++) geometry[m.bond[b].geometry]++;
    (void)snprintf(text, sizeof text, "l%d r%d s%d o%d", hand[SG_HAND_LEFT],
                   hand[SG_HAND_RIGHT], geometry[SG_GEOMETRY_SAME],
                   geometry[SG_GEOMETRY_OPPOSITE]);
    sg_molecule_free(&m);
    return text;
}

static void check_same(const char *const *smiles, size_t n, const char *expected)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(told(smiles[i]), expected) != 0)
            fail_msg("%s: %s instead of %s", smiles[i], told(smiles[i]), expected);
}

#define SAME(expected, ...)                                                                    \
    check_same((const char *const[]){__VA_ARGS__},                                             \
               sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *), expected)

static void hands_do_not_depend_on_the_order(void **state)
{
    (void)state;
    /* L-alanine and D-alanine. */
    SAME("l0 r1 s0 o0", "N[C@@H](C)C(=O)O", "C[C@H](N)C(=O)O", "OC(=O)[C@@H](N)C",
         "[C@@H](N)(C(=O)O)C", "[H][C@](N)(C)C(=O)O", "N[C@@]([H])(C)C(=O)O",
         "N[C@@TH1H](C)C(=O)O", "[C@H]1(N)C.C1(=O)O", "N[C@TH2H](C)C(=O)O");
    SAME("l1 r0 s0 o0", "N[C@H](C)C(=O)O", "C[C@@H](N)C(=O)O", "[C@@]([H])(N)(C)C(=O)O",
         "C[C@]1(N)[H].C1(=O)O");
    /* Sulfoxides have a lone pair. */
    SAME(told("CC[S@](=O)C"), "CC[S@](=O)C", "C[S@@](=O)CC", "O=[S@@](CC)C");
    assert_string_not_equal(told("CC[S@](=O)C"), "l0 r0 s0 o0");
}

static void rings_are_neighbors_at_their_digits(void **state)
{
    (void)state;
    SAME("l0 r2 s0 o0", "C[C@H]1CCCC[C@@H]1N", "[C@H]12CCCC[C@@H]1N.C2");
    SAME("l2 r0 s0 o0", "N[C@@H]1CCCC[C@H]1C");
    SAME("l1 r1 s0 o0", "[C@@H]1(C)CCCC[C@@H]1N", "C[C@@H]1CCCC[C@@H]1N");
    SAME("l0 r0 s0 o0", "C[C@H]1CC[C@@H](C)CC1", "C[C@H]1CC[C@H](C)CC1");
}

static void equal_neighbors_give_none(void **state)
{
    (void)state;
    SAME("l0 r0 s0 o0", "CC[C@H](C)C", "C[C@H](C)N", "[C@H2](F)Cl", "C[N@](CC)CCC", "C[C@@H]=O",
         "F/C=C(/Cl)Cl", "F/C(F)=C/Cl", "C/C=C", "CC=CC", "F/C=C", "C/C=C/1CCCCC1");
}

static void double_bonds_have_sides(void **state)
{
    (void)state;
    SAME("l0 r0 s0 o1", "F/C=C/F", "F\\C=C\\F", "C(/F)=C\\F", "C(\\F)=C/F", "[H]/C(F)=C\\F",
         "C1\\F.F\\C=1", "C\\1=C/F.F1");
    SAME("l0 r0 s1 o0", "F/C=C\\F", "F\\C=C/F", "[H]/C(F)=C/F", "[H]/C(F)=C(\\[H])F",
         "[H]\\C(F)=C(/[H])F");
    SAME("l0 r0 s0 o2", "F/C=C/C=C/F", "F\\C=C\\C=C\\F");
    SAME("l0 r0 s1 o1", "F/C=C/C=C\\F");
    SAME(told("C/C=N/O"), "C/C=N/O", "O/N=C/C", "N(/O)=C\\C");
    SAME("l0 r0 s0 o0", "F/C1=C/CCCCC1", "F/C(\\Cl)=C(/F)/F");
    assert_string_equal(told("C1CCCC/C=C/CCCC1"), "l0 r0 s0 o1");
}

static void nothing_without_asking(void **state)
{
    (void)state;
    const sg_molecule_form plain = {.is_normal = true};
    static const char text[] = "F/C=C/[C@H](C)O";
    sg_molecule m = {0};
    check_ok(sg_smiles_parse(&m, &plain, text, strlen(text), (sg_place){"x.smi", 1, 1}, &err));
    for (uint32_t v = 0; v < m.n_atoms; v++) assert_int_equal(m.atom[v].hand, SG_HAND_NONE);
    for (uint32_t b = 0; b < m.n_bonds; b++)
        assert_int_equal(m.bond[b].geometry, SG_GEOMETRY_NONE);
    sg_molecule_free(&m);
}

/* Without marks nothing is done, and no label is made up. */
static void molecules_without_marks(void **state)
{
    (void)state;
    sg_molecule m = {0};
    check_ok(parse(&m, "FC=CC(O)Cl", &err));
    check_ok(sg_molecule_label_stereo(&m, &err));
    for (uint32_t v = 0; v < m.n_atoms; v++) assert_int_equal(m.atom[v].hand, SG_HAND_NONE);
    for (uint32_t b = 0; b < m.n_bonds; b++)
        assert_int_equal(m.bond[b].geometry, SG_GEOMETRY_NONE);
    sg_molecule_free(&m);
}

static void labels_have_names(void **state)
{
    (void)state;
    char name[SG_ATOM_NAME_ROOM];
    static const struct {
        int32_t label, flat;
        const char *name;
    } known[] = {{60031, 60001, "CH@"},  {60040, 60000, "C@@"},         {160030, 160000, "S@"},
                 {69931, 69901, "NH-@"}, {70020, 70020, "NH20"},        {70140, 70100, "N+@@"},
                 {60050, 60050, "C!"},   {26060041, 26060001, "13CH@@"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        sg_atom_label_name(name, known[i].label);
        assert_string_equal(name, known[i].name);
        assert_int_equal(sg_atom_label_flat(known[i].label), known[i].flat);
    }
    assert_int_equal(sg_bond_label_flat(SG_BOND_DOUBLE_OPPOSITE), SG_BOND_DOUBLE);
    assert_int_equal(sg_bond_label_flat(SG_BOND_TRIPLE), SG_BOND_TRIPLE);
}

static sg_status read_one(void *context, sg_error *error)
{
    sg_molecule m = {0};
    const sg_status status = parse(&m, context, error);
    sg_molecule_free(&m);
    return status;
}

static void memory_may_be_missing(void **state)
{
    (void)state;
    char text[] = "F/C=C/[C@H](C)O";
    assert_true(check_out_of_memory(read_one, text) > 5);
}

SG_TESTS(cmocka_unit_test(hands_do_not_depend_on_the_order),
         cmocka_unit_test(rings_are_neighbors_at_their_digits),
         cmocka_unit_test(equal_neighbors_give_none), cmocka_unit_test(double_bonds_have_sides),
         cmocka_unit_test(nothing_without_asking), cmocka_unit_test(molecules_without_marks),
         cmocka_unit_test(labels_have_names), cmocka_unit_test(memory_may_be_missing))
