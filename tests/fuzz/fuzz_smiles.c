/* fuzz_smiles.c - a SMILES string. */
#include "fuzz/fuzz.h"

#include "base/mem.h"
#include "chem/smiles_reader.h"

/* Bonds join different atoms that are there, and every bond has an order. */
static void check_molecule(const sg_molecule *m)
{
    FUZZ_CHECK(m->n_atoms > 0);
    for (uint32_t b = 0; b < m->n_bonds; b++) {
        const sg_bond *bond = &m->bond[b];
        FUZZ_CHECK(bond->from < m->n_atoms && bond->to < m->n_atoms && bond->from != bond->to);
        FUZZ_CHECK(bond->kind >= SG_BOND_SINGLE && bond->kind <= SG_BOND_QUADRUPLE);
        FUZZ_CHECK(bond->order >= 1 && bond->order <= 4);
        FUZZ_CHECK(bond->kind != SG_BOND_AROMATIC || bond->order <= 2);
    }
    for (uint32_t v = 0; v < m->n_atoms; v++) {
        char name[SG_ATOM_NAME_ROOM];
        sg_atom_label_name(
            name, sg_atom_label(m->atom[v].element, m->atom[v].charge, m->atom[v].hydrogens));
        FUZZ_CHECK(name[0] != '\0');
    }
}

/* Read the string in one form. */
static void read_as(const sg_molecule_form *form, const uint8_t *bytes, size_t size)
{
    sg_molecule molecule = {0};
    sg_record record = {0};
    sg_error err = {0};
    const long live = sg_mem_live();
    const sg_status status = sg_smiles_parse(&molecule, form, (const char *)bytes, size,
                                             (sg_place){"x.smi", 1, 1}, &err);
    if (status == SG_OK) {
        check_molecule(&molecule);
        FUZZ_CHECK(sg_molecule_to_record(&record, &molecule, false, &err) == SG_OK);
        FUZZ_CHECK(record.n_nodes == molecule.n_atoms && record.n_edges == molecule.n_bonds);
    } else {
        FUZZ_CHECK(err.text[0] != '\0');
    }
    sg_record_free(&record);
    sg_molecule_free(&molecule);
    FUZZ_CHECK(sg_mem_live() == live);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static const sg_molecule_form form[] = {{0},
                                            {.is_normal = true},
                                            {.is_normal = true,
                                             .marks_valences = true,
                                             .strips_salts = true,
                                             .is_neutral = true,
                                             .has_isotopes = true,
                                             .has_stereo = true}};
    for (size_t i = 0; i < sizeof form / sizeof *form; i++) read_as(&form[i], bytes, size);
    return 0;
}
