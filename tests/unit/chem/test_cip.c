/* test_cip.c - R and S, E and Z of molecules whose names are known, and branches that only later spheres tell apart. */
#include "chem/stereo/cip.h"

#include "chem/smiles_reader.h"
#include "support/check.h"

#include <stdio.h>
#include <string.h>

/* All names of a molecule: "1S 2-3E". */
static sg_status told(char *text, size_t room, const char *smiles, sg_error *error)
{
    static const sg_molecule_form form = {
        .is_normal = true, .has_stereo = true, .has_isotopes = true};
    sg_molecule m = {0};
    char hand[200] = "", geometry[200] = "";
    size_t n = 0;
    text[0] = '\0';
    sg_status status =
        sg_smiles_parse(&m, &form, smiles, strlen(smiles), (sg_place){"x.smi", 1, 1}, error);
    if (status == SG_OK) status = sg_cip_find(hand, geometry, &m, error);
    for (uint32_t v = 0; status == SG_OK && v < m.n_atoms; v++)
        if (hand[v] != '\0')
            n += (size_t)snprintf(text + n, room - n, "%s%u%c", n > 0 ? " " : "", v, hand[v]);
    for (uint32_t b = 0; status == SG_OK && b < m.n_bonds; b++)
        if (geometry[b] != '\0')
            n += (size_t)snprintf(text + n, room - n, "%s%u-%u%c", n > 0 ? " " : "",
                                  m.bond[b].from, m.bond[b].to, geometry[b]);
    sg_molecule_free(&m);
    return status;
}

typedef struct known_name {
    const char *smiles, *names;
} known_name;

static void check_names(const known_name *known, size_t n)
{
    char text[400];
    for (size_t i = 0; i < n; i++) {
        check_ok(told(text, sizeof text, known[i].smiles, &err));
        if (strcmp(text, known[i].names) != 0)
            fail_msg("%s: %s instead of %s", known[i].smiles, text, known[i].names);
    }
}

/* As rdCIPLabeler of RDKit 2022.09 names them: amino acids, sugars, estradiol, morphine and others. */
static void known_molecules(void **state)
{
    static const known_name known[] = {
        {"N[C@@H](C)C(=O)O", "1S"},
        {"N[C@H](C)C(=O)O", "1R"},
        {"C[C@H](O)CC", "1S"},
        {"C[C@@H](F)Cl", "1S"},
        {"F[C@](Cl)(Br)I", "1S"},
        {"OC[C@H](O)C=O", "2S"},
        {"N[C@@H](CS)C(=O)O", "1R"},
        {"N[C@@H](Cc1ccccc1)C(=O)O", "1S"},
        {"C[C@@H](c1ccccc1)N", "1S"},
        {"C[C@H](c1ccncc1)c1ccccc1", "1S"},
        {"C[S@](=O)c1ccccc1", "1S"},
        {"CC(C)C[C@H](NC=O)C(=O)O", "4S"},
        {"F/C=C/F", "1-2E"},
        {"F/C=C\\F", "1-2Z"},
        {"C/C=C(/C)CC", "1-2Z"},
        {"C/C(Cl)=C(/F)Br", "1-3E"},
        {"C/C=N/O", "1-2E"},
        {"CC(=O)O[C@H]1CC[C@@H](C)CC1=O", "4S 7R"},
        {"C[C@]12CC[C@H]3[C@@H](CCc4cc(O)ccc43)[C@@H]1CC[C@@H]2O", "1S 4S 5R 15S 18S"},
        {"CN1CC[C@]23c4c5ccc(O)c4O[C@H]2[C@@H](O)C=C[C@H]3[C@H]1C5", "4S 13R 14S 18R 19R"},
        {"O[C@H](C#N)C=C", "1S"},
        {"C[C@@H](C=C)C#C", "1S"},
        {"OC[C@H]1O[C@@H](O)[C@H](O)[C@@H](O)[C@@H]1O", "2R 4R 6R 8S 10S"},
        {"C[P@](=O)(O)c1ccccc1", "1S"},
        {"c1ccc2c(c1)CC[C@@H]2C1CCCC1", "8R"},
        {"C[C@@H](C1CC1)C(C)C", "1R"},
        {"C[C@H]1CCc2ccncc2C1", "1S"},
        {"O=C(/C=C/c1ccccc1)O", "2-3E"},
        {"CC/C(=C(\\C)Cl)C#N", "2-3Z"},
        {"Cl/C(I)=C(Br)/C=O", "1-3E"},
    };
    (void)state;
    check_names(known, sizeof known / sizeof *known);
}

/* Isotopes decide where nothing else does; duplicates that close a smaller ring are nearer. */
static void later_rules(void **state)
{
    static const known_name known[] = {{"C[C@]([2H])(O)C(C)C", "1S"},
                                       {"O[C@]([2H])([H])C", "1S"},
                                       {"[13CH3][C@H](C)O", "1S"},
                                       {"C[C@H]([13CH3])O", "1R"}};
    (void)state;
    check_names(known, sizeof known / sizeof *known);
}

/* What the rules left out would name has none here; neither has what is no center. */
static void without_names(void **state)
{
    static const known_name known[] = {
        {"CCO", ""}, {"C[C@H](C)O", ""}, {"CC=C(C)C", ""}, {"C/C=C(C)/C", ""}, {"C", ""}};
    (void)state;
    check_names(known, sizeof known / sizeof *known);
}

static sg_status name_estradiol(void *context, sg_error *error)
{
    (void)context;
    char text[400];
    return told(text, sizeof text, "C[C@]12CC[C@H]3[C@@H](CCc4cc(O)ccc43)[C@@H]1CC[C@@H]2O",
                error);
}

static void memory(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(name_estradiol, NULL) > 5);
}

SG_TESTS(cmocka_unit_test(known_molecules), cmocka_unit_test(later_rules),
         cmocka_unit_test(without_names), cmocka_unit_test(memory))
