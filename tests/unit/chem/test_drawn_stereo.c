/* test_drawn_stereo.c - drawings in two and three dimensions are the molecules that SMILES say. */
#include "chem/stereo/drawn_stereo.h"

#include "base/mem.h"
#include "chem/molfile_reader.h"
#include "chem/smiles_reader.h"
#include "support/check.h"

static const sg_molecule_form STEREO = {.is_normal = true, .has_stereo = true};

typedef struct drawn_atom {
    const char *symbol;
    double x, y, z;
} drawn_atom;

typedef struct drawn_bond {
    int from, to, kind, wedge;
} drawn_bond;

enum { MOST_ATOMS = 12, ROOM = 4000 };

/* The block of a drawing; with `mirror` as a mirror shows it. */
static void write_block(char text[ROOM], const drawn_atom *atom, int n_atoms,
                        const drawn_bond *bond, int n_bonds, bool mirror)
{
    int n = snprintf(text, ROOM, "title\n  program\n\n%3d%3d\n", n_atoms, n_bonds);
    for (int i = 0; i < n_atoms; i++)
        n += snprintf(text + n, (size_t)(ROOM - n), "%10.4f%10.4f%10.4f %-3s 0  0\n",
                      mirror ? -atom[i].x : atom[i].x, atom[i].y, atom[i].z, atom[i].symbol);
    for (int i = 0; i < n_bonds; i++)
        n += snprintf(text + n, (size_t)(ROOM - n), "%3d%3d%3d%3d\n", bond[i].from, bond[i].to,
                      bond[i].kind, bond[i].wedge);
    (void)snprintf(text + n, (size_t)(ROOM - n), "M  END\n");
}

static void check_same(const char *block, const char *smiles)
{
    sg_molecule a = {0}, b = {0};
    sg_record x = {0}, y = {0};
    check_ok(sg_molfile_parse(&a, &STEREO, block, strlen(block), (sg_place){0}, &err));
    check_ok(sg_smiles_parse(&b, &STEREO, smiles, strlen(smiles), (sg_place){0}, &err));
    check_ok(sg_molecule_to_record(&x, &a, false, &err));
    check_ok(sg_molecule_to_record(&y, &b, false, &err));
    assert_true(x.n_nodes == y.n_nodes && x.n_edges == y.n_edges);
    for (uint32_t v = 0; v < x.n_nodes; v++)
        if (x.node[v] != y.node[v])
            fail_msg("%s: atom %u is %d, not %d", smiles, v, x.node[v], y.node[v]);
    for (uint32_t e = 0; e < x.n_edges; e++)
        if (x.edge[e].label != y.edge[e].label)
            fail_msg("%s: bond %u is %d, not %d", smiles, e, x.edge[e].label, y.edge[e].label);
    sg_record_free(&x);
    sg_record_free(&y);
    sg_molecule_free(&a);
    sg_molecule_free(&b);
}

/* Alanine: nitrogen above the center, the methyl group at the left below, the acid at the right below. */
static const drawn_atom ALANINE[] = {
    {"N", 0, 1.5, 0}, {"C", 0, 0, 0},       {"C", -1.3, -0.75, 0}, {"C", 1.3, -0.75, 0},
    {"O", 2.6, 0, 0}, {"O", 1.3, -2.25, 0}, {"H", 0.1, -0.3, -1}};

static void wedges_tell_hands(void **state)
{
    (void)state;
    static const char D[] = "N[C@H](C)C(=O)O", L[] = "N[C@@H](C)C(=O)O", FLAT[] = "NC(C)C(=O)O";
    static const struct {
        drawn_bond first, second;
        const char *is, *mirrored;
    } trial[] = {{{2, 1, 1, SG_WEDGE_UP}, {2, 3, 1, 0}, D, L},
                 {{2, 1, 1, SG_WEDGE_DOWN}, {2, 3, 1, 0}, L, D},
                 {{2, 1, 1, 0}, {2, 3, 1, SG_WEDGE_UP}, D, L},
                 {{2, 1, 1, SG_WEDGE_UP}, {2, 3, 1, SG_WEDGE_UP}, D, L},
                 {{1, 2, 1, SG_WEDGE_UP}, {2, 3, 1, 0}, FLAT, FLAT}, /* begins elsewhere */
                 {{2, 1, 1, 0}, {2, 3, 1, 0}, FLAT, FLAT},
                 {{2, 1, 1, SG_WEDGE_EITHER}, {2, 3, 1, SG_WEDGE_UP}, FLAT, FLAT}};
    for (size_t i = 0; i < sizeof trial / sizeof *trial; i++) {
        const drawn_bond bond[] = {
            trial[i].first, trial[i].second, {2, 4, 1, 0}, {4, 5, 2, 0}, {4, 6, 1, 0}};
        char text[ROOM];
        write_block(text, ALANINE, 6, bond, 5, false);
        check_same(text, trial[i].is);
        write_block(text, ALANINE, 6, bond, 5, true);
        check_same(text, trial[i].mirrored);
    }
}

/* Depth tells it without a wedge; the hydrogen may be an atom. */
static void depth_tells_hands(void **state)
{
    (void)state;
    static const drawn_bond bond[] = {{2, 1, 1, 0}, {2, 3, 1, 0}, {2, 4, 1, 0},
                                      {4, 5, 2, 0}, {4, 6, 1, 0}, {2, 7, 1, 0}};
    drawn_atom atom[7];
    char text[ROOM];
    memcpy(atom, ALANINE, sizeof atom);
    for (int i = 0; i < 4; i++) atom[i].z = i == 1 ? 0 : 0.4;
    write_block(text, atom, 6, bond, 5, false);
    check_same(text, "N[C@H](C)C(=O)O");
    write_block(text, atom, 7, bond, 6, false);
    check_same(text, "N[C@](C)(C(=O)O)[H]");
    write_block(text, atom, 7, bond, 6, true);
    check_same(text, "N[C@@](C)(C(=O)O)[H]");
}

static void sides_of_double_bonds(void **state)
{
    (void)state;
    static const drawn_atom butene[] = {
        {"C", -1.3, 0.75, 0}, {"C", 0, 0, 0}, {"C", 1.3, 0, 0}, {"C", 2.6, 0.75, 0}};
    const struct {
        double y;
        int wedge;
        const char *is;
    } trial[] = {{0.75, 0, "C/C=C\\C"},
                 {-0.75, 0, "C/C=C/C"},
                 {0.75, SG_WEDGE_CROSSED, "CC=CC"},
                 {0.01, 0, "CC=CC"}}; /* in a line */
    for (size_t i = 0; i < sizeof trial / sizeof *trial; i++) {
        const drawn_bond bond[] = {{1, 2, 1, 0}, {2, 3, 2, trial[i].wedge}, {3, 4, 1, 0}};
        drawn_atom atom[4];
        char text[ROOM];
        memcpy(atom, butene, sizeof atom);
        atom[3].y = trial[i].y;
        write_block(text, atom, 4, bond, 3, false);
        check_same(text, trial[i].is);
        /* A mirror changes no side. */
        write_block(text, atom, 4, bond, 3, true);
        check_same(text, trial[i].is);
    }
}

/* The first neighbor of an end may be a hydrogen, and the highest one comes later. */
static void hydrogens_are_neighbors(void **state)
{
    (void)state;
    static const drawn_atom atom[] = {{"H", -1, 0.75, 0},
                                      {"C", 0, 0, 0},
                                      {"F", -1, -0.75, 0},
                                      {"C", 1.3, 0, 0},
                                      {"Cl", 2.6, 0.75, 0}};
    static const drawn_bond bond[] = {{1, 2, 1, 0}, {2, 3, 1, 0}, {2, 4, 2, 0}, {4, 5, 1, 0}};
    char text[ROOM];
    write_block(text, atom, 5, bond, 4, false);
    check_same(text, "[H]/C(F)=C\\Cl");
}

static void wrong_drawings_are_refused(void **state)
{
    (void)state;
    static const char HEAD[] = "t\n p\n\n  2  1\n";
    static const struct {
        const char *atoms, *part;
    } trial[] = {
        {"    0.0000    0.0x00    0.0000 C   0  0\n    1.0000    0.0000    0.0000 C   0  0\n"
         "  1  2  1  0\nM  END\n",
         "three coordinates"},
        {"    0.0000    0.0000       inf C   0  0\n    1.0000    0.0000    0.0000 C   0  0\n"
         "  1  2  1  0\nM  END\n",
         "three coordinates"},
        {"    0.0000    0.0000    0.0000 C   0  0\n    1.0000    0.0000    0.0000 C   0  0\n"
         "  1  2  1  9\nM  END\n",
         "how the bond is drawn"}};
    for (size_t i = 0; i < sizeof trial / sizeof *trial; i++) {
        char text[ROOM];
        sg_molecule m = {0};
        (void)snprintf(text, sizeof text, "%s%s", HEAD, trial[i].atoms);
        check_fails(
            sg_molfile_parse(&m, &STEREO, text, strlen(text), (sg_place){"m.mol", 1, 0}, &err),
            SG_EFORMAT, trial[i].part);
        /* Who does not ask for stereochemistry does not care. */
        check_ok(sg_molfile_parse(&m, &(sg_molecule_form){.is_normal = true}, text,
                                  strlen(text), (sg_place){0}, &err));
        sg_molecule_free(&m);
    }
}

/* Chlorofluoromethanol's carbon with wedges up and down, without a reader around it. */
static void drawings_give_marks(void **state)
{
    (void)state;
    sg_atom atom[] = {{.element = 6, .hydrogens = 1, .column = 0},
                      {.element = 8, .hydrogens = 1, .column = 1},
                      {.element = 9, .column = 2},
                      {.element = 17, .column = 3}};
    sg_bond bond[] = {{.from = 0, .to = 1, .kind = SG_BOND_SINGLE, .order = 1},
                      {.from = 0, .to = 2, .kind = SG_BOND_SINGLE, .order = 1},
                      {.from = 0, .to = 3, .kind = SG_BOND_SINGLE, .order = 1}};
    sg_molecule molecule = {.atom = atom, .n_atoms = 4, .bond = bond, .n_bonds = 3};
    const sg_point at[] = {{0, 0, 0}, {0, 1.5, 0}, {-1.3, -0.75, 0}, {1.3, -0.75, 0}};
    uint8_t wedge[] = {SG_WEDGE_UP, SG_WEDGE_NONE, SG_WEDGE_NONE}, up = SG_HAND_NONE;
    sg_molecule_read_drawing(&molecule, &(sg_drawing){.at = at, .wedge = wedge});
    up = atom[0].hand;
    assert_true(up == SG_HAND_LEFT || up == SG_HAND_RIGHT);
    atom[0].hand = SG_HAND_NONE;
    wedge[0] = SG_WEDGE_DOWN;
    sg_molecule_read_drawing(&molecule, &(sg_drawing){.at = at, .wedge = wedge});
    assert_int_equal(atom[0].hand, up == SG_HAND_LEFT ? SG_HAND_RIGHT : SG_HAND_LEFT);
    atom[0].hand = SG_HAND_NONE;
    wedge[0] = SG_WEDGE_NONE;
    sg_molecule_read_drawing(&molecule, &(sg_drawing){.at = at, .wedge = wedge});
    assert_int_equal(atom[0].hand, SG_HAND_NONE);
}

SG_TESTS(cmocka_unit_test(drawings_give_marks), cmocka_unit_test(wedges_tell_hands),
         cmocka_unit_test(depth_tells_hands), cmocka_unit_test(sides_of_double_bonds),
         cmocka_unit_test(hydrogens_are_neighbors),
         cmocka_unit_test(wrong_drawings_are_refused))
