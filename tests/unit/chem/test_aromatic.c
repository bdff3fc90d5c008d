/* test_aromatic.c - electrons of atoms, and aromatic bonds against the slow twin. */
#include "chem/aromatic.h"

#include "base/mem.h"
#include "chem/elements.h"
#include "chem/joined_rings.h"
#include "chem/smiles_reader.h"
#include "chem/valence.h"
#include "support/check.h"
#include "support/slow_aromatic.h"

static void parse(sg_molecule *m, const char *text)
{
    const sg_molecule_form form = {.is_normal = true};
    check_ok(sg_smiles_parse(m, &form, text, strlen(text), (sg_place){"x.smi", 1, 1}, &err));
}

static void atoms_give_what_their_bonds_leave(void **state)
{
    static const struct {
        const char *smiles;
        uint32_t atom;
        sg_donor donor;
    } known[] = {{"C1=CC=CC=C1", 0, SG_DONOR_ONE},     {"N1C=CC=C1", 0, SG_DONOR_TWO},
                 {"N1=CC=CC=C1", 0, SG_DONOR_ONE},     {"O1C=CC=C1", 0, SG_DONOR_TWO},
                 {"S1C=CC=C1", 0, SG_DONOR_TWO},       {"[Se]1C=CC=C1", 0, SG_DONOR_TWO},
                 {"C1CCCC1", 0, SG_DONOR_NONE},        {"C1(=O)C=CC=CC=C1", 0, SG_DONOR_VACANT},
                 {"C1(=C)C=CC=C1", 0, SG_DONOR_ONE},   {"[CH+]1C=CC=CC=C1", 0, SG_DONOR_VACANT},
                 {"[CH-]1C=CC=C1", 0, SG_DONOR_TWO},   {"S1(=O)C=CC=C1", 0, SG_DONOR_NONE},
                 {"B1C=CC=CC=C1", 0, SG_DONOR_NONE},   {"[As]1C=CC=C1", 0, SG_DONOR_NONE},
                 {"[NH+]1=CC=CC=C1", 0, SG_DONOR_ONE}, {"*1C=CC=C1", 0, SG_DONOR_ANY},
                 {"*1=CC=CC=C1", 0, SG_DONOR_ONE},     {"C1=C=CC=CC=1", 1, SG_DONOR_NONE},
                 {"C1C=CC=C[N]1", 5, SG_DONOR_NONE},   {"[SiH]1=CC=CC=C1", 0, SG_DONOR_ONE}};
    (void)state;
    sg_molecule m = {0};
    sg_ring_systems systems;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        parse(&m, known[i].smiles);
        check_ok(sg_ring_systems_find(&systems, &m, &err));
        const sg_donor found = sg_atom_donor(&m, &systems, known[i].atom);
        if (found != known[i].donor)
            fail_msg("%s: found %d, expected %d", known[i].smiles, (int)found,
                     (int)known[i].donor);
    }
    sg_molecule_free(&m);
}

static void electrons_are_counted(void **state)
{
    (void)state;
    assert_true(sg_electrons_are_aromatic(&(sg_electrons){.n_one = 6}));
    assert_false(sg_electrons_are_aromatic(&(sg_electrons){.n_one = 8}));
    assert_true(sg_electrons_are_aromatic(&(sg_electrons){.n_one = 4, .n_two = 1}));
    assert_true(sg_electrons_are_aromatic(&(sg_electrons){.n_one = 2}));
    assert_false(sg_electrons_are_aromatic(&(sg_electrons){.n_one = 4}));
    assert_true(sg_electrons_are_aromatic(&(sg_electrons){.n_one = 4, .n_any = 1}));
    assert_false(sg_electrons_are_aromatic(&(sg_electrons){.n_one = 4, .n_any = 2}));
}

/* Connected, with rings, some bonds double and some atoms not carbon; hydrogens by valence. */
static bool draw_molecule(sg_molecule *m, sg_rng *rng)
{
    static const uint8_t element[] = {6, 6, 6, 6, 6, 7, 8, 16, 0, 5};
    const uint32_t n = 5 + sg_rng_below(rng, 9), n_more = 1 + sg_rng_below(rng, 4);
    uint32_t degree[SLOW_AROMATIC_ATOMS] = {0}, sum[SLOW_AROMATIC_ATOMS] = {0};
    m->n_atoms = n;
    m->n_bonds = 0;
    for (uint32_t v = 0; v < n; v++)
        m->atom[v] = (sg_atom){.element = element[sg_rng_below(rng, sizeof element)]};
    for (uint32_t i = 1; i < n + n_more; i++) {
        const uint32_t v = i < n ? i : sg_rng_below(rng, n);
        const uint32_t u = i < n && i % 4 != 0 ? i - 1 : sg_rng_below(rng, i < n ? i : n);
        bool taken = u == v || degree[u] > 2 || degree[v] > 2;
        for (uint32_t b = 0; b < m->n_bonds; b++)
            taken = taken || (m->bond[b].from == u && m->bond[b].to == v) ||
                    (m->bond[b].from == v && m->bond[b].to == u);
        if (taken) continue;
        degree[u]++;
        degree[v]++;
        m->bond[m->n_bonds++] = (sg_bond){.from = u, .to = v, .order = 1};
    }
    for (uint32_t b = 0; b < m->n_bonds; b++) {
        sum[m->bond[b].from]++;
        sum[m->bond[b].to]++;
    }
    for (uint32_t b = 0; b < m->n_bonds; b++) {
        const uint32_t u = m->bond[b].from, v = m->bond[b].to;
        if (sum[u] != degree[u] || sum[v] != degree[v] || sg_rng_below(rng, 4) == 0) continue;
        m->bond[b].order = 2;
        sum[u]++;
        sum[v]++;
    }
    for (uint32_t v = 0; v < n; v++)
        m->atom[v].hydrogens = sg_valence_hydrogens(m->atom[v].element, sum[v]);
    return m->n_bonds >= n;
}

static void bonds_are_those_of_the_slow_twin(void **state)
{
    (void)state;
    sg_rng rng = check_rng("aromatic");
    sg_atom atom[SLOW_AROMATIC_ATOMS];
    sg_bond bond[64];
    sg_molecule m = {.atom = atom, .bond = bond};
    sg_ring_systems systems;
    uint32_t n_aromatic = 0, n_compared = 0;
    for (int i = 0; i < 3000; i++) {
        uint64_t expected = 0, found = 0;
        if (!draw_molecule(&m, &rng)) continue;
        check_ok(sg_ring_systems_find(&systems, &m, &err));
        if (!slow_aromatic(&expected, &m, &systems)) continue;
        check_ok(sg_molecule_perceive(&m, &systems, &err));
        for (uint32_t b = 0; b < m.n_bonds; b++)
            found |= (uint64_t)(m.bond[b].kind == SG_BOND_AROMATIC) << b;
        assert_int_equal(found, expected);
        n_compared++;
        n_aromatic += expected != 0;
    }
    assert_true(n_compared > 1000 && n_aromatic > 50);
    sg_free(m.work);
    sg_free(m.rings);
    sg_free(m.bits);
}

static uint32_t count_aromatic(const char *smiles)
{
    sg_molecule m = {0};
    uint32_t n = 0;
    parse(&m, smiles);
    for (uint32_t b = 0; b < m.n_bonds; b++) n += m.bond[b].kind == SG_BOND_AROMATIC;
    sg_molecule_free(&m);
    return n;
}

/* Numbers of RDKit. */
static void known_molecules_are_aromatic(void **state)
{
    (void)state;
    assert_int_equal(count_aromatic("C1=CC=C2C=CC=CC2=C1"), 11);
    assert_int_equal(count_aromatic("C1=CC2=CC=CC2=C1"), 0);
    assert_int_equal(count_aromatic("c1cc2cccc3c2c(c1)cc3"), 11);
    assert_int_equal(count_aromatic("c1ccc2cccc2cc1"), 10); /* azulene: its outer bonds */
    assert_int_equal(count_aromatic("C1=CC2=CC3=CC=C(N3)C=C3C=CC(=N3)C=C3C=CC(N3)=CC1=N2"), 22);
    assert_int_equal(count_aromatic("C1#CC=CC=C1"), 5); /* the triple bond stays one */
    assert_int_equal(
        count_aromatic(
            "C12=C3C4=C5C1=C1C6=C7C2=C2C8=C3C3=C9C4=C4C%10=C5C5=C1C1=C6C6=C%11C7=C2C2=C7C8="
            "C3C3=C8C9=C4C4=C9C%10=C5C5=C1C1=C6C6=C%11C2=C2C7=C3C3=C8C4=C4C9=C5C1=C1C6=C2C3="
            "C41"),
        90); /* a fullerene: more independent rings than are listed exactly */
}

SG_TESTS(cmocka_unit_test(atoms_give_what_their_bonds_leave),
         cmocka_unit_test(electrons_are_counted),
         cmocka_unit_test(bonds_are_those_of_the_slow_twin),
         cmocka_unit_test(known_molecules_are_aromatic))
