/* test_atom_ranks.c - ranks by hand, equal atoms, and the order of atoms, which does not matter. */
#include "chem/stereo/atom_ranks.h"

#include "chem/smiles_reader.h"
#include "support/check.h"

#include <string.h>

static void parse(sg_molecule *m, const char *text)
{
    const sg_molecule_form form = {.is_normal = true};
    check_ok(sg_smiles_parse(m, &form, text, strlen(text), (sg_place){"x.smi", 1, 1}, &err));
}

static void check_ranks(const char *smiles, const uint32_t *expected, uint32_t rounds)
{
    sg_molecule m = {0};
    sg_atom_ranks ranks = {0};
    parse(&m, smiles);
    check_ok(sg_atom_ranks_find(&ranks, &m, rounds, &err));
    for (uint32_t v = 0; v < m.n_atoms; v++) assert_int_equal(ranks.rank[v], expected[v]);
    sg_atom_ranks_free(&ranks);
    sg_molecule_free(&m);
}

static void elements_come_first_then_neighbors(void **state)
{
    (void)state;
    /* CH2 before CH3 by hydrogens; the CH3 beside the oxygen is above the other one. */
    check_ranks("CCOC", (const uint32_t[]){2, 1, 4, 3}, 9);
    check_ranks("COCC", (const uint32_t[]){3, 4, 1, 2}, 9);
    check_ranks("FCCl", (const uint32_t[]){2, 1, 3}, 9);
    /* Ends of a chain are equal, whatever the rounds. */
    check_ranks("CCC", (const uint32_t[]){2, 1, 2}, 64);
    check_ranks("C.C.O", (const uint32_t[]){1, 1, 2}, 64);
}

/* What is farther away than the rounds reach does not count. */
static void rounds_are_a_reach(void **state)
{
    (void)state;
    check_ranks("CCCCF", (const uint32_t[]){2, 1, 1, 1, 3}, 0);
    check_ranks("CCCCF", (const uint32_t[]){4, 2, 1, 3, 5}, 9);
}

static sg_status find(void *context, sg_error *error)
{
    sg_atom_ranks ranks = {0};
    const sg_status status = sg_atom_ranks_find(&ranks, context, 9, error);
    sg_atom_ranks_free(&ranks);
    return status;
}

static void memory_may_be_missing(void **state)
{
    (void)state;
    sg_molecule m = {0};
    parse(&m, "CC(=O)Nc1ccccc1");
    assert_true(check_out_of_memory(find, &m) >= 5);
    sg_molecule_free(&m);
}

SG_TESTS(cmocka_unit_test(elements_come_first_then_neighbors),
         cmocka_unit_test(rounds_are_a_reach), cmocka_unit_test(memory_may_be_missing))
