/* test_ring_set.c - ring systems and their rings. */
#include "chem/ring_set.h"

#include "chem/joined_rings.h"
#include "chem/short_rings.h"
#include "chem/smiles_reader.h"
#include "support/check.h"

static void parse(sg_molecule *m, const char *text)
{
    check_ok(sg_smiles_parse(m, NULL, text, strlen(text), (sg_place){"x.smi", 1, 1}, &err));
}

/* Systems of a molecule and the rings in all of them that are not plain. */
static void check_rings(const char *smiles, uint32_t n_systems, uint32_t n_rings)
{
    sg_molecule m = {0};
    sg_ring_systems systems;
    uint32_t found = 0;
    parse(&m, smiles);
    check_ok(sg_ring_systems_find(&systems, &m, &err));
    assert_int_equal(systems.n, n_systems);
    for (uint32_t s = 0; s < systems.n; s++) {
        sg_ring_set set = sg_ring_set_of(&m, &systems, s);
        if (set.n_atoms == set.n_bonds) continue;
        check_ok(sg_ring_set_find(&set, &m, &systems, &err));
        found += set.n_rings;
        for (uint32_t r = 0; r < set.n_rings; r++) {
            uint32_t n_atoms = 0, n_bonds = 0;
            for (uint32_t w = 0; w < set.n_words; w++) {
                n_atoms += sg_bit_count(set.atoms[r * set.n_words + w]);
                n_bonds += sg_bit_count(set.bonds[r * set.n_words + w]);
            }
            assert_int_equal(n_atoms, n_bonds);
        }
    }
    assert_int_equal(found, n_rings);
    sg_molecule_free(&m);
}

static void rings_are_the_relevant_ones(void **state)
{
    (void)state;
    check_rings("CCO", 0, 0);
    check_rings("C1CC1", 1, 0);
    check_rings("C1CC12CC2", 2, 0);
    check_rings("C1CC1CC1CC1", 2, 0);
    check_rings("c1ccc2ccccc2c1", 1, 2);
    check_rings("C1CC2CCC1CC2", 1, 3);       /* any two of three equal rings */
    check_rings("C12C3C4C1C5C4C3C25", 1, 6); /* cubane */
    check_rings("C1CC2CC1CC2", 1, 2);
    check_rings("C1CCCCCCCCCCC2CCCCCCCCC1CCC2", 1, 2);
}

/* Both ways find the same rings where all are short. */
static void short_rings_are_the_same(void **state)
{
    static const char *const smiles[] = {"c1ccc2ccccc2c1", "C12C3C4C1C5C4C3C25",
                                         "c1cc2cccc3c2c(c1)cc3", "C1CC2CCC1CC2",
                                         "C1C2CC3CC1CC(C2)C3"};
    (void)state;
    sg_molecule m = {0}, again = {0};
    sg_ring_systems systems, others;
    for (size_t i = 0; i < sizeof smiles / sizeof *smiles; i++) {
        parse(&m, smiles[i]);
        parse(&again, smiles[i]);
        check_ok(sg_ring_systems_find(&systems, &m, &err));
        check_ok(sg_ring_systems_find(&others, &again, &err));
        sg_ring_set exact = sg_ring_set_of(&m, &systems, 0),
                    walked = sg_ring_set_of(&again, &others, 0);
        check_ok(sg_ring_set_find(&exact, &m, &systems, &err));
        check_ok(sg_short_rings_find(&walked, &again, &others, &err));
        assert_int_equal(exact.n_rings, walked.n_rings);
        for (uint32_t r = 0; r < exact.n_rings; r++) {
            uint32_t n_same = 0;
            for (uint32_t s = 0; s < walked.n_rings; s++)
                n_same += exact.bonds[r] == walked.bonds[s];
            assert_int_equal(n_same, 1);
        }
    }
    sg_molecule_free(&m);
    sg_molecule_free(&again);
}

/* A ring of benzene's atoms: with six electrons all bonds are aromatic, with seven none. */
static void electrons_decide(void **state)
{
    (void)state;
    sg_molecule m = {0};
    sg_ring_systems systems;
    parse(&m, "C1CCC2CCCCC2C1");
    check_ok(sg_ring_systems_find(&systems, &m, &err));
    for (int two = 0; two < 2; two++) {
        sg_ring_systems_find(&systems, &m, NULL);
        sg_ring_set set = sg_ring_set_of(&m, &systems, 0);
        check_ok(sg_ring_set_find(&set, &m, &systems, &err));
        sg_joined_rings joined = sg_joined_rings_of(&set);
        for (uint32_t v = 0; v < set.n_atoms; v++) {
            sg_bit_add(joined.usable, v);
            sg_bit_add(joined.one, v);
        }
        if (two) sg_bit_remove(joined.usable, set.number[0]);
        check_ok(sg_joined_rings_solve(&joined, &err));
        assert_int_equal(sg_bit_count(joined.aromatic[0]), two ? 6 : 11);
    }
    sg_molecule_free(&m);
}

static sg_status find_walked(void *context, sg_error *err)
{
    sg_molecule m = {0};
    sg_status status = SG_OK;
    const sg_molecule_form form = {.is_normal = true};
    const char *text = context;
    status = sg_smiles_parse(&m, &form, text, strlen(text), (sg_place){"x.smi", 1, 1}, err);
    sg_molecule_free(&m);
    return status;
}

static void memory_may_run_out(void **state)
{
    (void)state;
    check_out_of_memory(find_walked, (char[]){"c1ccc2ccccc2c1"});
    check_out_of_memory(
        find_walked,
        (char[]){"c1cc2ccc3ccc4ccc5ccc6ccc7ccc8ccc9ccc%10ccc1c1c2c3c4c5c6c7c8c9c1%10"});
}

SG_TESTS(cmocka_unit_test(rings_are_the_relevant_ones),
         cmocka_unit_test(short_rings_are_the_same), cmocka_unit_test(electrons_decide),
         cmocka_unit_test(memory_may_run_out))
