/* test_scaffold.c - what is left of molecules without their side chains. */
#include "chem/scaffold.h"

#include "base/mem.h"
#include "chem/molecule.h"
#include "chem/smiles_reader.h"
#include "data/audit.h"
#include "data/record_collector.h"
#include "support/check.h"

static void add(sg_record_collector *collector, const char *smiles)
{
    sg_molecule molecule = {0};
    sg_record record = {0};
    const sg_molecule_form form = {.is_normal = true};
    check_ok(sg_smiles_parse(&molecule, &form, smiles, strlen(smiles), (sg_place){0}, &err));
    check_ok(sg_molecule_to_record(&record, &molecule, false, &err));
    check_ok(sg_record_collector_add(collector, &record, 0, &err));
    sg_record_free(&record);
    sg_molecule_free(&molecule);
}

static sg_dataset read_two(const char *a, const char *b)
{
    sg_dataset data = {0};
    sg_record_collector collector = {0};
    add(&collector, a);
    add(&collector, b);
    check_ok(sg_record_collector_finish(&data, &collector, "x", "x", &err));
    sg_record_collector_free(&collector);
    return data;
}

/* Whether the scaffold of `molecule` is the molecule `scaffold`, which is its own. */
static void check_scaffold(const char *molecule, const char *scaffold)
{
    sg_dataset data = read_two(molecule, scaffold), cut = {0};
    sg_audit audit = {0};
    check_ok(sg_scaffolds_make(&cut, &data, &err));
    assert_int_equal(cut.graph.graph_offset[2] - cut.graph.graph_offset[1],
                     data.graph.graph_offset[2] - data.graph.graph_offset[1]);
    check_ok(sg_audit_make(&audit, &cut, NULL, &err));
    if (audit.counts.n_groups != 1) fail_msg("%s: not %s", molecule, scaffold);
    sg_audit_free(&audit);
    sg_dataset_free(&cut);
    sg_dataset_free(&data);
}

static void side_chains_go(void **state)
{
    (void)state;
    check_scaffold("Cc1ccccc1", "c1ccccc1");
    check_scaffold("CC(C)Cc1ccc(cc1)C(C)C(=O)O", "c1ccccc1");
    check_scaffold("O=C(O)CC1CC(C)CN1", "C1CCNC1");
    check_scaffold("CCN(C)c1ncnc2n(C)cnc12", "c1ncc2nc[nH]c2n1");
    check_scaffold("C[n+]1ccccc1", "c1cc[nH+]cc1");
    check_scaffold("N#CC1CC1", "C1CC1");
}

static void ways_between_rings_stay(void **state)
{
    (void)state;
    check_scaffold("Cc1ccccc1CC(C)Nc1ccncc1", "c1ccccc1CCNc1ccncc1");
    check_scaffold("C1CC1C(C)(C)C1CC1", "C1CC1CC1CC1");
}

static void double_bonds_stay(void **state)
{
    (void)state;
    check_scaffold("CC1CCCCC1=O", "O=C1CCCCC1");
    check_scaffold("c1ccccc1C(=O)Nc1ccccc1C", "c1ccccc1C(=O)Nc1ccccc1");
    check_scaffold("c1ccccc1S(=O)(=O)Nc1ccccc1F", "c1ccccc1S(=O)(=O)Nc1ccccc1");
    check_scaffold("CC(C)=C1CCC1", "C=C1CCC1");
    check_scaffold("c1ccccc1C(C)=O", "c1ccccc1");
}

static void parts_are_cut_by_themselves(void **state)
{
    (void)state;
    check_scaffold("Cc1ccccc1.CCC1CC1.Cl", "c1ccccc1.C1CC1");
}

static void chains_have_nothing(void **state)
{
    (void)state;
    sg_dataset data = read_two("CCCCO", "[Na+].[Cl-]"), cut = {0};
    check_ok(sg_scaffolds_make(&cut, &data, &err));
    assert_int_equal(cut.graph.n_graphs, 2);
    assert_int_equal(cut.graph.n_nodes, 0);
    sg_dataset_free(&cut);
    sg_dataset_free(&data);
}

static void graphs_have_no_scaffolds(void **state)
{
    (void)state;
    sg_dataset data = read_two("CC", "CC"), cut = {0};
    data.edge_label.value[0] = 9;
    check_fails(sg_scaffolds_make(&cut, &data, &err), SG_EINVAL, "edge label 9");
    data.node_label.n_columns = 0;
    check_fails(sg_scaffolds_make(&cut, &data, &err), SG_EINVAL, "x has no molecules");
    data.node_label.n_columns = 1;
    sg_dataset_free(&data);
}

static sg_status make_once(void *context, sg_error *err)
{
    sg_dataset cut = {0};
    const sg_status status = sg_scaffolds_make(&cut, context, err);
    sg_dataset_free(&cut);
    return status;
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    sg_dataset data = read_two("Cc1ccccc1", "C1CC1C=O");
    assert_true(check_out_of_memory(make_once, &data) > 8);
    sg_dataset_free(&data);
}

SG_TESTS(cmocka_unit_test(side_chains_go), cmocka_unit_test(ways_between_rings_stay),
         cmocka_unit_test(double_bonds_stay), cmocka_unit_test(parts_are_cut_by_themselves),
         cmocka_unit_test(chains_have_nothing), cmocka_unit_test(graphs_have_no_scaffolds),
         cmocka_unit_test(survives_any_failing_allocation))
