/* test_smiles_reader.c - molecules by hand, and strings that are none. */
#include "chem/smiles_reader.h"

#include "base/mem.h"
#include "chem/elements.h"
#include "support/check.h"

static sg_status parse(sg_molecule *m, const char *text, sg_error *err)
{
    return sg_smiles_parse(m, NULL, text, strlen(text), (sg_place){"x.smi", 3, 1}, err);
}

static int compare_bonds(const void *a, const void *b)
{
    const sg_bond *x = a, *y = b;
    return x->to != y->to ? (x->to > y->to) - (x->to < y->to)
                          : (x->from > y->from) - (x->from < y->from);
}

/* The molecule as text: names of atoms, then bonds "0-1", "0=1", "0#1", "0:1", "0$1" by their later
 * atoms. */
static void describe(char *to, size_t size, const sg_molecule *m)
{
    static const char symbol[] = "?-=#:$";
    size_t n = 0;
    if (m->n_bonds > 0) qsort(m->bond, m->n_bonds, sizeof *m->bond, compare_bonds);
    for (uint32_t v = 0; v < m->n_atoms; v++) {
        char name[SG_ATOM_NAME_ROOM];
        sg_atom_label_name(
            name, sg_atom_label(m->atom[v].element, m->atom[v].charge, m->atom[v].hydrogens));
        n += (size_t)snprintf(to + n, size - n, "%s%s", v > 0 ? " " : "", name);
    }
    for (uint32_t b = 0; b < m->n_bonds; b++)
        n += (size_t)snprintf(to + n, size - n, "%s%u%c%u", b > 0 ? " " : " | ",
                              m->bond[b].from, symbol[m->bond[b].kind], m->bond[b].to);
}

static void check_molecule(const char *smiles, const char *expected)
{
    sg_molecule m = {0};
    char found[4096] = "";
    check_ok(parse(&m, smiles, &err));
    describe(found, sizeof found, &m);
    if (strcmp(found, expected) != 0)
        fail_msg("%s: found %s, expected %s", smiles, found, expected);
    sg_molecule_free(&m);
}

static void check_refused(const char *smiles, const char *part)
{
    sg_molecule m = {0};
    const long live = sg_mem_live();
    check_fails(parse(&m, smiles, &err), SG_EFORMAT, part);
    sg_molecule_free(&m);
    assert_int_equal(sg_mem_live(), live);
}

static void reads_the_organic_subset(void **state)
{
    (void)state;
    check_molecule("C", "CH4");
    check_molecule("CCO", "CH3 CH2 OH | 0-1 1-2");
    check_molecule("C=C", "CH2 CH2 | 0=1");
    check_molecule("C#N", "CH N | 0#1");
    check_molecule("BrCCl", "Br CH2 Cl | 0-1 1-2");
    check_molecule("FC(F)(F)I", "F C F F I | 0-1 1-2 1-3 1-4");
    check_molecule("B", "BH3");
    check_molecule("P", "PH3");
    check_molecule("S", "SH2");
    check_molecule("*", "*");
    check_molecule("C*", "CH3 * | 0-1");
    check_molecule("[Ga]$[As]", "Ga As | 0$1");
}

/* The lowest usual valence that the bonds fit into; none where they exceed the largest. */
static void adds_hydrogens(void **state)
{
    (void)state;
    check_molecule("CS(=O)(=O)C", "CH3 S O O CH3 | 0-1 1=2 1=3 1-4");
    check_molecule("CS(=O)C", "CH3 S O CH3 | 0-1 1=2 1-3");
    check_molecule("CP(C)(C)C", "CH3 PH CH3 CH3 CH3 | 0-1 1-2 1-3 1-4");
    check_molecule("CN(=O)=O", "CH3 N O O | 0-1 1=2 1=3");
    check_molecule("CC(C)(C)(C)C", "CH3 C CH3 CH3 CH3 CH3 | 0-1 1-2 1-3 1-4 1-5");
}

static void reads_brackets(void **state)
{
    (void)state;
    check_molecule("[NH3+]CC([O-])=O", "NH3+ CH2 C O- O | 0-1 1-2 2-3 2=4");
    check_molecule("[Ca+2]", "Ca+2");
    check_molecule("[Ca++]", "Ca+2");
    check_molecule("[O--]", "O-2");
    check_molecule("[13CH4]", "CH4");
    check_molecule("[CH3:12]C", "CH3 CH3 | 0-1");
    check_molecule("[C@@H](N)(C)O", "CH NH2 CH3 OH | 0-1 0-2 0-3");
    check_molecule("[C@TH1](N)(C)(F)O", "C NH2 CH3 F OH | 0-1 0-2 0-3 0-4");
    check_molecule("[Co@OH26](F)(Cl)(Br)(I)(C)S",
                   "Co F Cl Br I CH3 SH | 0-1 0-2 0-3 0-4 0-5 0-6");
    check_molecule("[2H+]", "H+");
    check_molecule("[*-]", "*-");
    check_molecule("[Og]", "Og");
    check_molecule("[Sc]", "Sc");
}

/* Hydrogens that are written as atoms belong to their neighbors, except where there is none. */
static void folds_hydrogens(void **state)
{
    (void)state;
    check_molecule("[H]C([H])([H])[H]", "CH4");
    check_molecule("[H]O[H]", "OH2");
    check_molecule("[2H]C", "CH4");
    check_molecule("[H][H]", "H H | 0-1");
    check_molecule("[H+]", "H+");
    check_molecule("C[H]C", "CH3 H CH3 | 0-1 1-2");
    check_molecule("[H]c1ccccc1O", "CH CH CH CH CH C OH | 0:1 1:2 2:3 3:4 0:5 4:5 5-6");
}

static void closes_rings(void **state)
{
    (void)state;
    check_molecule("C1CC1", "CH2 CH2 CH2 | 0-1 0-2 1-2");
    check_molecule("C=1CC1", "CH CH2 CH | 0-1 0=2 1-2");
    check_molecule("C1CC=1", "CH CH2 CH | 0-1 0=2 1-2");
    check_molecule("C%12CC%12", "CH2 CH2 CH2 | 0-1 0-2 1-2");
    check_molecule("C1CC1C1CC1", "CH2 CH2 CH CH CH2 CH2 | 0-1 0-2 1-2 2-3 3-4 3-5 4-5");
    check_molecule("C12CC1C2", "CH CH2 CH CH2 | 0-1 0-2 1-2 0-3 2-3");
    check_molecule("C1.C1", "CH3 CH3 | 0-1");
}

static void reads_branches_and_dots(void **state)
{
    (void)state;
    check_molecule("CC(=O)(O)", "CH3 C O OH | 0-1 1=2 1-3");
    check_molecule("C(C(C))C", "CH2 CH2 CH3 CH3 | 0-1 1-2 0-3");
    check_molecule("[Na+].[Cl-]", "Na+ Cl-");
    check_molecule("C(.N)O", "CH3 NH3 OH | 0-2");
}

static void ignores_stereo_marks(void **state)
{
    (void)state;
    check_molecule("F/C=C/F", "F CH CH F | 0-1 1=2 2-3");
    check_molecule("F\\C=C\\F", "F CH CH F | 0-1 1=2 2-3");
    check_molecule("C/1=C/CCCCCC1",
                   "CH CH CH2 CH2 CH2 CH2 CH2 CH2 | 0=1 1-2 2-3 3-4 4-5 5-6 0-7 6-7");
    check_molecule(
        "c1ccccc1/N=N/c1ccccc1",
        "CH CH CH CH CH C N N C CH CH CH CH CH | 0:1 1:2 2:3 3:4 0:5 4:5 5-6 6=7 7-8 8:9 "
        "9:10 10:11 11:12 8:13 12:13");
}

static void reads_aromatic_rings(void **state)
{
    (void)state;
    check_molecule("c1ccccc1", "CH CH CH CH CH CH | 0:1 1:2 2:3 3:4 0:5 4:5");
    check_molecule("c1ccncc1", "CH CH CH N CH CH | 0:1 1:2 2:3 3:4 0:5 4:5");
    check_molecule("c1cc[nH]c1", "CH CH CH NH CH | 0:1 1:2 2:3 0:4 3:4");
    check_molecule("Cn1cccc1", "CH3 N CH CH CH CH | 0-1 1:2 2:3 3:4 1:5 4:5");
    check_molecule("o1cccc1", "O CH CH CH CH | 0:1 1:2 2:3 0:4 3:4");
    check_molecule("O=c1cc[nH]cc1", "O C CH CH NH CH CH | 0=1 1:2 2:3 3:4 4:5 1:6 5:6");
    check_molecule("[cH-]1cccc1", "CH- CH CH CH CH | 0:1 1:2 2:3 0:4 3:4");
    check_molecule("[cH+]1cccccc1", "CH+ CH CH CH CH CH CH | 0:1 1:2 2:3 3:4 4:5 0:6 5:6");
    check_molecule("[se]1cccc1", "Se CH CH CH CH | 0:1 1:2 2:3 0:4 3:4");
    check_molecule("c1:c:c:c:c:c:1", "CH CH CH CH CH CH | 0:1 1:2 2:3 3:4 0:5 4:5");
    check_molecule("*1cccc1", "* CH CH CH CH | 0:1 1:2 2:3 0:4 3:4");
    check_molecule("*1ccccc1", "* CH CH CH CH CH | 0:1 1:2 2:3 3:4 0:5 4:5");
    check_molecule("c1ccn(=O)cc1", "CH CH CH N O CH CH | 0:1 1:2 2:3 3=4 3:5 0:6 5:6");
}

/* What joins two aromatic systems is single, whether that is written or not. */
static void finds_aromatic_bonds(void **state)
{
    (void)state;
    static const char *const biphenyl =
        "CH CH CH CH CH C C CH CH CH CH CH | 0:1 1:2 2:3 3:4 0:5 "
        "4:5 5-6 6:7 7:8 8:9 9:10 6:11 10:11";
    check_molecule("c1ccccc1-c1ccccc1", biphenyl);
    check_molecule("c1ccccc1c1ccccc1", biphenyl);
    /* fluorene: the bond is in a ring, but not in an aromatic one */
    check_molecule(
        "c1ccc2c(c1)Cc1ccccc12",
        "CH CH CH C C CH CH2 C CH CH CH CH C | 0:1 1:2 2:3 3:4 0:5 4:5 4-6 6-7 7:8 8:9 "
        "9:10 10:11 3-12 7:12 11:12");
}

/* Kekule's bonds: every atom of these has exactly one double bond. */
static void check_kekule(const char *smiles, uint32_t n_double)
{
    sg_molecule m = {0};
    uint32_t n_found[64] = {0}, sum = 0;
    check_ok(parse(&m, smiles, &err));
    for (uint32_t b = 0; b < m.n_bonds; b++) {
        if (m.bond[b].order != 2) continue;
        sum++;
        assert_int_equal(n_found[m.bond[b].from]++, 0);
        assert_int_equal(n_found[m.bond[b].to]++, 0);
    }
    assert_int_equal(sum, n_double);
    sg_molecule_free(&m);
}

static void finds_kekule_structures(void **state)
{
    (void)state;
    check_kekule("c1ccccc1", 3);
    check_kekule("c1ccc2ccccc2c1", 5);
    check_kekule("c1ccc2cccc2cc1", 5);       /* azulene: two odd rings */
    check_kekule("c1cc2cccc3c2c(c1)cc3", 6); /* acenaphthylene: greedy choices fail */
    check_kekule("c1cc[nH]c1", 2);
    check_kekule("c1cc2ccc3cccc4ccc(c1)c2c34", 8); /* pyrene */
    check_kekule(
        "c12c3c4c5c1c1c6c7c2c2c8c3c3c9c4c4c%10c5c5c1c1c6c6c%11c7c2c2c7c8c3c3c8c9c4c4c9c"
        "%10c5c5c1c1c6c6c%11c2c2c7c3c3c8c4c4c9c5c1c1c6c2c3c41",
        30); /* buckminsterfullerene */
}

static void refuses_what_has_no_kekule_structure(void **state)
{
    (void)state;
    check_refused("c1cccn1", "double bonds cannot be placed");
    check_refused("c1ccccc1c", "x.smi:3:9: SMILES: double bonds cannot be placed");
    check_refused("c1cccc1", "is a hydrogen missing, as in [nH]?");
    check_refused("cc", "x.smi:3:1: SMILES: double bonds");
    check_refused("c", "double bonds");
}

static void refuses_wrong_strings(void **state)
{
    (void)state;
    check_refused("", "x.smi:3:1: SMILES: found the end; an atom is needed");
    check_refused("CX", "x.smi:3:2: SMILES: found 'X'; an atom, a bond,");
    check_refused("C(C", "x.smi:3:4: SMILES: found the end; a branch is still open");
    check_refused("CC)", "x.smi:3:3: SMILES: found ')'; no branch is open");
    check_refused("(C)C", "x.smi:3:1: SMILES: found '('; a branch must follow an atom");
    check_refused("C()C", "found ')'; an atom is needed in a branch");
    check_refused("C(=)C", "found ')'; an atom is needed behind a bond or dot");
    check_refused("C1CC", "x.smi:3:2: SMILES: ring bond 1 is never closed");
    check_refused("C%1CC", "found '1'; two digits are needed behind %");
    check_refused("C11", "found '1'; a ring bond must lead to another atom");
    check_refused("C1C1", "found '1'; these two atoms are bonded already");
    check_refused("C12CC12", "these two atoms are bonded already");
    check_refused("C(C1)(CCC)1", "these two atoms are bonded already");
    check_refused("C(CC12)(C3CC3)12", "these two atoms are bonded already");
    check_refused("C=1CC#1", "the bond of this ring was another one");
    check_refused("1CC1", "a ring bond must follow an atom");
    check_refused("C=", "found the end; an atom is needed");
    check_refused("C==C", "found '='; a bond must follow an atom");
    check_refused("=C", "a bond must follow an atom");
    check_refused("C..C", "a dot must follow an atom");
    check_refused(".C", "a dot must follow an atom");
    check_refused("C.", "an atom is needed");
    check_refused("[Xx]", "x.smi:3:2: SMILES: found 'X'; the symbol of an element is needed");
    check_refused("[]", "found ']'; the symbol of an element is needed");
    check_refused("[CH4", "found the end; in brackets stand isotope,");
    check_refused("[C+20]", "charges go from -15 to +15");
    check_refused("[C++++++++++++++++]", "charges go from -15 to +15");
    check_refused("[C:]", "found ']'; the number of a class is needed");
    check_refused("[CH99]", "an atom has at most 20 hydrogens");
    check_refused("[9999C]", "isotopes go up to 999");
    check_refused("C\tC", "found byte 9;");
    check_refused("C\xc3\xa9", "found byte 195;");
    check_refused("C-(C)", "a branch must follow an atom");
}

/* Atoms in another order, the same graph: sums over labels and bonds do not change. */
static void order_does_not_matter(void **state)
{
    (void)state;
    static const char *const same[] = {"CC(=O)Oc1ccccc1C(=O)O", "O=C(C)Oc1ccccc1C(O)=O",
                                       "c1cccc(OC(C)=O)c1C(=O)O", "OC(=O)c1ccccc1OC(=O)C"};
    int64_t first = 0;
    for (size_t i = 0; i < 4; i++) {
        sg_molecule m = {0};
        int64_t sum = 0;
        check_ok(parse(&m, same[i], &err));
        for (uint32_t b = 0; b < m.n_bonds; b++) {
            const sg_atom *x = &m.atom[m.bond[b].from], *y = &m.atom[m.bond[b].to];
            sum += (int64_t)m.bond[b].kind *
                   sg_atom_label(x->element, x->charge, x->hydrogens) *
                   sg_atom_label(y->element, y->charge, y->hydrogens);
        }
        if (i == 0) first = sum;
        assert_true(sum == first);
        sg_molecule_free(&m);
    }
}

static void long_molecules_are_fine(void **state)
{
    (void)state;
    enum { N = 100000 };
    sg_molecule m = {0};
    char *text = malloc(N + 1);
    memset(text, 'C', N);
    text[N] = '\0';
    check_ok(parse(&m, text, &err));
    assert_int_equal(m.n_atoms, N);
    memset(text, '(', N);
    text[0] = 'C';
    check_fails(parse(&m, text, &err), SG_EFORMAT, "an atom is needed in a branch");
    for (int i = 0; i < N; i += 2) text[i] = 'C', text[i + 1] = '(';
    check_fails(parse(&m, text, &err), SG_EFORMAT, "nested more than 4096 deep");
    free(text);
    sg_molecule_free(&m);
}

static void names_labels(void **state)
{
    (void)state;
    char name[SG_ATOM_NAME_ROOM];
    sg_atom_label_name(name, sg_atom_label(118, -15, 20));
    assert_string_equal(name, "OgH20-15");
    sg_atom_label_name(name, sg_atom_label(0, 0, 0));
    assert_string_equal(name, "*");
    assert_int_equal(sg_atom_label(7, 1, 3), 70103);
    assert_int_equal(sg_atom_label(8, -1, 0), 79900);
}

static sg_status parse_some(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    sg_molecule m = {0};
    sg_record record = {0};
    (void)context;
    SG_TRY(parse(&m, "[H]c1ccc2cccc2cc1", err));
    SG_TRY(sg_molecule_to_record(&record, &m, true, err));
done:
    sg_molecule_free(&m);
    sg_record_free(&record);
    return status;
}

static void survives_without_memory(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(parse_some, NULL) > 4);
}

static void names_the_labels_of_data(void **state)
{
    (void)state;
    int32_t label[] = {sg_atom_label(SG_ELEMENT_C, 0, 3), sg_atom_label(SG_ELEMENT_N, 1, 3),
                       sg_atom_label(SG_ELEMENT_C, 0, 3)};
    sg_dataset data = {.graph = {.n_nodes = 3, .n_arcs = 2}, .node_label = {label, 1}};
    check_ok(sg_molecules_name_labels(&data, &err));
    assert_string_equal(sg_label_names_find(&data.node_name, label[0]), "CH3");
    assert_string_equal(sg_label_names_find(&data.node_name, label[1]), "NH3+");
    assert_null(sg_label_names_find(&data.node_name, 0));
    assert_string_equal(sg_label_names_find(&data.edge_name, SG_BOND_AROMATIC), "aromatic");
    sg_label_names_free(&data.node_name);
    sg_label_names_free(&data.edge_name);
}

SG_TESTS(cmocka_unit_test(reads_the_organic_subset), cmocka_unit_test(adds_hydrogens),
         cmocka_unit_test(reads_brackets), cmocka_unit_test(folds_hydrogens),
         cmocka_unit_test(closes_rings), cmocka_unit_test(reads_branches_and_dots),
         cmocka_unit_test(ignores_stereo_marks), cmocka_unit_test(reads_aromatic_rings),
         cmocka_unit_test(finds_aromatic_bonds), cmocka_unit_test(finds_kekule_structures),
         cmocka_unit_test(refuses_what_has_no_kekule_structure),
         cmocka_unit_test(refuses_wrong_strings), cmocka_unit_test(order_does_not_matter),
         cmocka_unit_test(long_molecules_are_fine), cmocka_unit_test(names_labels),
         cmocka_unit_test(names_the_labels_of_data), cmocka_unit_test(survives_without_memory))
