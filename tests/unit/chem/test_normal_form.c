/* test_normal_form.c - strings that mean the same molecule, and strings that do not. */
#include "chem/normal_form.h"

#include "chem/fragments.h"
#include "chem/groups.h"
#include "chem/smiles_reader.h"
#include "support/check.h"

static const sg_molecule_form NORMAL = {.is_normal = true};

static sg_status parse(sg_molecule *m, const sg_molecule_form *form, const char *text,
                       sg_error *err)
{
    return sg_smiles_parse(m, form, text, strlen(text), (sg_place){"x.smi", 3, 1}, err);
}

static uint8_t kind_between(const sg_molecule *m, uint32_t u, uint32_t v)
{
    for (uint32_t i = 0; i < m->n_bonds; i++)
        if ((m->bond[i].from == u && m->bond[i].to == v) ||
            (m->bond[i].from == v && m->bond[i].to == u))
            return m->bond[i].kind;
    return 0;
}

static bool atoms_agree(const sg_atom *x, const sg_atom *y)
{
    return x->element == y->element && x->charge == y->charge && x->hydrogens == y->hydrogens &&
           x->isotope == y->isotope && x->is_marked == y->is_marked;
}

/* Match atoms v, v + 1, ... of a to atoms of b that are not taken. */
static bool extend(const sg_molecule *a, const sg_molecule *b, uint32_t v, uint32_t *to)
{
    if (v == a->n_atoms) return true;
    for (uint32_t w = 0; w < b->n_atoms; w++) {
        bool agree = atoms_agree(&a->atom[v], &b->atom[w]);
        for (uint32_t u = 0; agree && u < v; u++)
            agree = to[u] != w && kind_between(a, u, v) == kind_between(b, to[u], w);
        to[v] = w;
        if (agree && extend(a, b, v + 1, to)) return true;
    }
    return false;
}

static bool are_same(const sg_molecule_form *form, const char *x, const char *y)
{
    sg_molecule a = {0}, b = {0};
    uint32_t to[128];
    check_ok(parse(&a, form, x, &err));
    check_ok(parse(&b, form, y, &err));
    assert_true(a.n_atoms <= 128);
    const bool same = a.n_atoms == b.n_atoms && a.n_bonds == b.n_bonds && extend(&a, &b, 0, to);
    sg_molecule_free(&a);
    sg_molecule_free(&b);
    return same;
}

static void check_same(const char *x, const char *y)
{
    if (!are_same(&NORMAL, x, y)) fail_msg("%s and %s differ", x, y);
}

/* Kekule structures and small letters. */
static void aromatic_styles_are_one(void **state)
{
    static const char *const pair[][2] = {
        {"Cc1ccccc1", "CC1=CC=CC=C1"},
        {"Cc1ccccc1O", "CC1=C(O)C=CC=C1"},
        {"Cc1ccccc1O", "CC=1C=CC=CC=1O"},
        {"c1ccncc1", "C1=CC=NC=C1"},
        {"c1cc[nH]c1", "N1C=CC=C1"},
        {"c1ccoc1", "O1C=CC=C1"},
        {"c1ccsc1", "S1C=CC=C1"},
        {"c1cc[se]c1", "[Se]1C=CC=C1"},
        {"c1ccc2[nH]ccc2c1", "C1=CC=C2NC=CC2=C1"},
        {"c1ccc2ccccc2c1", "C1=CC2=CC=CC=C2C=C1"},
        {"c1ccc2cccc2cc1", "C1=CC=C2C=CC=C2C=C1"},
        {"Cn1c(=O)c2c(ncn2C)n(C)c1=O", "CN1C(=O)C2=C(N=CN2C)N(C)C1=O"},
        {"O=c1cc[nH]cc1", "O=C1C=CNC=C1"},
        {"O=c1cccccc1", "O=C1C=CC=CC=C1"},
        {"c1cc[cH-]c1", "[CH-]1C=CC=C1"},
        {"c1ccc[cH+]cc1", "[CH+]1C=CC=CC=C1"},
        {"c1cc[nH+]cc1", "C1=CC=CC=[NH+]1"},
        {"c1cc[o+]cc1", "C1=CC=CC=[O+]1"},
        {"c1cc[bH-]cc1", "[BH-]1=CC=CC=C1"},
        {"c1ccccc1-c1ccccc1", "C1=CC=CC=C1C1=CC=CC=C1"},
        {"c1ccccc1c1ccccc1", "C1=CC=CC=C1C1=CC=CC=C1"},
        {"c1ccc2c(c1)Cc1ccccc1-2", "C1=CC=C2C(=C1)CC1=CC=CC=C12"},
        {"c1cc2ccc3cccc4ccc(c1)c2c34", "C1=CC2=CC=C3C=CC=C4C=CC(=C1)C2=C34"}};
    (void)state;
    for (size_t i = 0; i < sizeof pair / sizeof *pair; i++) check_same(pair[i][0], pair[i][1]);
}

static void groups_have_one_style(void **state)
{
    static const char *const pair[][2] = {{"CN(=O)=O", "C[N+](=O)[O-]"},
                                          {"C[N+]([O-])=O", "CN(=O)=O"},
                                          {"CN=N#N", "CN=[N+]=[N-]"},
                                          {"C[N-][N+]#N", "CN=[N+]=[N-]"},
                                          {"[CH2-][N+]#N", "C=[N+]=[N-]"},
                                          {"CN(C)(C)=O", "C[N+](C)(C)[O-]"},
                                          {"O=n1ccccc1", "[O-][n+]1ccccc1"},
                                          {"C1=CC=CN(=O)=C1", "[O-][n+]1ccccc1"},
                                          {"C[S+]([O-])C", "CS(=O)C"},
                                          {"C[S+2]([O-])([O-])C", "CS(=O)(=O)C"},
                                          {"C[Se+]([O-])C", "C[Se](=O)C"},
                                          {"C[P+](C)(C)[O-]", "CP(C)(C)=O"},
                                          {"CC=P(C)=O", "CC=[P+](C)[O-]"},
                                          {"OCl(=O)(=O)=O", "O[Cl+3]([O-])([O-])[O-]"},
                                          {"OBr(=O)=O", "O[Br+2]([O-])[O-]"},
                                          {"[H]C([H])([H])O[H]", "CO"},
                                          {"[2H]C", "C"},
                                          {"[13CH4]", "C"},
                                          {"[CH3][CH2][OH]", "CCO"}};
    (void)state;
    for (size_t i = 0; i < sizeof pair / sizeof *pair; i++) check_same(pair[i][0], pair[i][1]);
}

static void others_stay_different(void **state)
{
    static const char *const pair[][2] = {{"CC(=O)C", "CC(O)=C"}, /* tautomers */
                                          {"c1ccccc1", "C1=CCC=CC1"},
                                          {"CC(=O)O", "CC(=O)[O-]"},
                                          {"C1=CC=CC=CC=C1", "C1=CCCC=CCC1"},
                                          {"Oc1ccccn1", "O=c1cccc[nH]1"}};
    (void)state;
    for (size_t i = 0; i < sizeof pair / sizeof *pair; i++)
        assert_false(are_same(&NORMAL, pair[i][0], pair[i][1]));
}

static void impossible_valences_are_refused_or_marked(void **state)
{
    (void)state;
    const sg_molecule_form marks = {.is_normal = true, .marks_valences = true};
    sg_molecule m = {0};
    char name[SG_ATOM_NAME_ROOM];
    check_fails(parse(&m, &NORMAL, "CC(C)(C)(C)C", &err), SG_EFORMAT,
                "x.smi:3:2: SMILES: this atom has more bonds");
    check_fails(parse(&m, &NORMAL, "CN(C)(C)C", &err), SG_EFORMAT, "more bonds");
    check_fails(parse(&m, &NORMAL, "c1cccn1", &err), SG_EFORMAT,
                "double bonds cannot be placed");
    check_ok(parse(&m, &marks, "CC(C)(C)(C)C", &err));
    assert_true(m.atom[1].is_marked);
    assert_false(m.atom[0].is_marked);
    sg_atom_label_name(name, 60000 + SG_ATOM_MARK);
    assert_string_equal(name, "C!");
    check_ok(parse(&m, &NORMAL, "F[P-](F)(F)(F)(F)F", &err));
    check_ok(parse(&m, NULL, "CC(C)(C)(C)C", &err)); /* as it is written */
    sg_molecule_free(&m);
}

static void wishes_change_the_molecule(void **state)
{
    (void)state;
    const sg_molecule_form strip = {.is_normal = true, .strips_salts = true};
    const sg_molecule_form neutral = {.is_normal = true, .is_neutral = true};
    const sg_molecule_form isotopes = {.is_normal = true, .has_isotopes = true};
    char name[SG_ATOM_NAME_ROOM];
    assert_true(are_same(&strip, "CCN.Cl", "CCN"));
    assert_true(are_same(&strip, "Cl.CCN", "CCN.O"));
    assert_true(are_same(&strip, "CCN.CCO", "CCO.CCN"));
    assert_true(are_same(&strip, "[Na+].CC(=O)[O-]", "CC(=O)[O-]"));
    assert_true(are_same(&neutral, "CC(=O)[O-]", "CC(=O)O"));
    assert_true(are_same(&neutral, "C[NH3+]", "CN"));
    assert_true(are_same(&neutral, "C1=CC=C[NH+]=C1", "n1ccccc1"));
    assert_false(are_same(&neutral, "C[N+](=O)[O-]", "C[N+](=O)O"));
    assert_false(are_same(&neutral, "C[N+](C)(C)C", "CN(C)C"));
    assert_false(are_same(&isotopes, "[13CH4]", "C"));
    assert_false(are_same(&isotopes, "[2H]C", "C"));
    assert_true(are_same(&isotopes, "[2H]C", "[2H][CH3]"));
    sg_atom_label_name(name, sg_atom_label(6, 0, 4) + 13 * SG_ATOM_ISOTOPE);
    assert_string_equal(name, "13CH4");
    sg_atom_label_name(name, sg_atom_label(118, -15, 20) + 999 * SG_ATOM_ISOTOPE);
    assert_string_equal(name, "999OgH20-15");
}

/* Steps by themselves, on molecules that the reader has left as they are written. */
static void steps_can_be_taken_alone(void **state)
{
    (void)state;
    sg_molecule m = {0};
    sg_molecule_flaw flaw = {0};
    sg_ring_systems systems;
    sg_bond_sum sum[4] = {{.sum = 1}, {.sum = 5, .is_multiple = true}, {.sum = 2}, {.sum = 2}};
    check_ok(parse(&m, NULL, "CN(=O)=O", &err));
    check_ok(sg_ring_systems_find(&systems, &m, &err));
    sg_molecule_unify_groups(&m, sum, &systems);
    assert_int_equal(m.atom[1].charge, 1);
    assert_int_equal(m.atom[2].charge, -1);
    assert_int_equal(sum[1].sum, 4);
    check_ok(parse(&m, NULL, "CC.C", &err));
    check_ok(sg_molecule_keep_largest(&m, &err));
    assert_int_equal(m.n_atoms, 2);
    check_ok(parse(&m, NULL, "C1=CC=CC=C1", &err));
    check_ok(sg_molecule_normalize(&flaw, &m, &NORMAL, false, &err));
    assert_int_equal(m.bond[0].kind, SG_BOND_AROMATIC);
    sg_molecule_free(&m);
}

static sg_status parse_stripped(void *context, sg_error *err)
{
    const sg_molecule_form form = {.is_normal = true, .strips_salts = true};
    sg_molecule m = {0};
    (void)context;
    const sg_status status = parse(&m, &form, "[H]OCC.c1ccc2ccccc2c1", err);
    sg_molecule_free(&m);
    return status;
}

static void memory_may_run_out(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(parse_stripped, NULL) > 4);
}

static void molecules_are_completed_in_both_forms(void **state)
{
    (void)state;
    sg_molecule m = {0};
    sg_molecule_flaw flaw = {0};
    const sg_molecule_form normal = {.is_normal = true};
    sg_atom atom[2] = {{.element = 6}, {.element = 8}};
    sg_bond bond[1] = {{.from = 0, .to = 1, .kind = SG_BOND_DOUBLE, .order = 2}};
    m.atom = atom;
    m.bond = bond;
    m.n_atoms = 2;
    m.n_bonds = 1;
    check_ok(sg_molecule_complete(&flaw, &m, &normal, false, &err));
    assert_int_equal(atom[0].hydrogens, 2);
    atom[0].hydrogens = 0;
    check_ok(sg_molecule_complete(&flaw, &m, NULL, false, &err));
    assert_int_equal(atom[0].hydrogens, 2);
    bond[0].kind = bond[0].order = 3;
    atom[1].in_brackets = true;
    check_fails(sg_molecule_complete(&flaw, &m, &normal, false, &err), SG_EFORMAT, "");
    assert_int_equal(flaw.atom, 1);
    m.atom = NULL;
    m.bond = NULL;
    sg_molecule_free(&m);
}

SG_TESTS(cmocka_unit_test(molecules_are_completed_in_both_forms),
         cmocka_unit_test(aromatic_styles_are_one), cmocka_unit_test(groups_have_one_style),
         cmocka_unit_test(others_stay_different),
         cmocka_unit_test(impossible_valences_are_refused_or_marked),
         cmocka_unit_test(wishes_change_the_molecule),
         cmocka_unit_test(steps_can_be_taken_alone), cmocka_unit_test(memory_may_run_out))
