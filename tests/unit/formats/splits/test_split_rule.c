/* test_split_rule.c - rules in words, groups and splits of data sets. */
#include "formats/splits/split_rule.h"

#include "base/mem.h"
#include "formats/data_file.h"
#include "formats/splits_file.h"
#include "support/check.h"
#include "support/folder.h"

static void rules_are_read(void **state)
{
    (void)state;
    sg_split_rule rule = {0};
    check_ok(sg_split_rule_read(&rule, "random", &err));
    assert_true(rule.kind == SG_SPLIT_RANDOM && rule.name == NULL);
    check_ok(sg_split_rule_read(&rule, "scaffold", &err));
    assert_int_equal(rule.kind, SG_SPLIT_SCAFFOLD);
    check_ok(sg_split_rule_read(&rule, "column  my part", &err));
    assert_int_equal(rule.kind, SG_SPLIT_COLUMN);
    assert_string_equal(rule.name, "my part");
    check_ok(sg_split_rule_read(&rule, "file a b.json", &err));
    assert_string_equal(rule.name, "a b.json");
    check_fails(sg_split_rule_read(&rule, "column", &err), SG_EINVAL,
                "column NAME and file PATH");
    check_fails(sg_split_rule_read(&rule, "random 3", &err), SG_EINVAL, "found \"random 3\"");
    check_fails(sg_split_rule_read(&rule, "", &err), SG_EINVAL, "possible");
}

static void shares_are_read(void **state)
{
    (void)state;
    double share[SG_N_PARTS] = {0};
    check_ok(sg_split_shares_read(share, "70/10/20", &err));
    assert_true(share[0] == 0.7 && share[1] == 0.1 && share[2] == 0.2);
    check_ok(sg_split_shares_read(share, "0.5/0/0.5", &err));
    assert_true(share[1] == 0 && share[2] == 0.5);
    check_fails(sg_split_shares_read(share, "70/30", &err), SG_EINVAL, "as in 80/10/10");
    check_fails(sg_split_shares_read(share, "70/10/10/10", &err), SG_EINVAL, "as in 80/10/10");
    check_fails(sg_split_shares_read(share, "a/b/c", &err), SG_EINVAL, "as in 80/10/10");
    check_fails(sg_split_shares_read(share, "70/10/10", &err), SG_EINVAL, "add up to 1");
}

static int set_up(void **state)
{
    (void)make_folder(state);
    check_write(
        folder, "m.csv",
        "smiles,y,Part\nCCO,0,train\nOCC,1,train\nCc1ccccc1,0,test\n"
        "C1=CC=CC=C1CC,1,test\nCCCC,1,train\nC1CC1,0,train\nNC1CC1,1,test\nCCN,0,train\n");
    check_write(folder, "nodes.csv", "id,class\na,x\nb,y\nc,\nd,x\ne,y\nf,x\ng,y\n");
    check_write(folder, "edges.csv", "source,target\na,b\nb,c\nc,d\nd,e\ne,f\nf,g\n");
    return 0;
}

static sg_dataset open_file(const char *name)
{
    sg_dataset data = {0};
    check_ok(sg_data_file_open(&data, path_of(name), NULL, 1, &err));
    return data;
}

static void equal_molecules_are_a_group(void **state)
{
    (void)state;
    sg_dataset data = open_file("m.csv");
    uint32_t *group = NULL, n_groups = 0;
    sg_names notes = {0};
    const uint32_t equal[] = {0, 0, 1, 2, 3, 4, 5, 6}, scaffold[] = {0, 0, 1, 1, 0, 2, 2, 0};
    check_ok(sg_split_groups(&group, &n_groups, &notes, &data, SG_SPLIT_RANDOM, &err));
    assert_int_equal(n_groups, 7);
    assert_memory_equal(group, equal, sizeof equal);
    assert_string_equal(
        sg_names_at(&notes, 0),
        "2 of 8 graphs are there more than once; equal ones stay in one part; 2 of "
        "them contradict each other in what is to be predicted");
    sg_free(group);
    check_ok(sg_split_groups(&group, &n_groups, &notes, &data, SG_SPLIT_SCAFFOLD, &err));
    assert_int_equal(n_groups, 3);
    assert_memory_equal(group, scaffold, sizeof scaffold);
    assert_string_equal(sg_names_at(&notes, 2), "8 molecules have 3 scaffolds");
    sg_free(group);
    sg_names_free(&notes);
    sg_dataset_free(&data);
}

static void nodes_without_a_class_are_in_no_part(void **state)
{
    (void)state;
    char name[200];
    (void)snprintf(name, sizeof name, "nodes.csv?edges=%s", path_of("edges.csv"));
    sg_dataset data = open_file(name);
    sg_splits splits = {0};
    const sg_split_rule rule = {SG_SPLIT_RANDOM, NULL}, scaffold = {SG_SPLIT_SCAFFOLD, NULL};
    const sg_split_plan plan = {.share = {0.6, 0.2, 0.2}, .seed = 1};
    check_ok(sg_split_make(&splits, &data, &rule, &plan, &err));
    uint32_t n = 0;
    for (int p = 0; p < SG_N_PARTS; p++)
        for (uint32_t i = 0; i < splits.fold[0].part[p].n; i++, n++)
            assert_int_not_equal(splits.fold[0].part[p].index[i], 2);
    assert_int_equal(n, 6);
    assert_string_equal(sg_names_at(&splits.note, 0),
                        "1 of 7 nodes have no class or target and are in no part");
    sg_splits_free(&splits);
    check_fails(sg_split_make(&splits, &data, &scaffold, &plan, &err), SG_EINVAL,
                "scaffolds are for molecules");
    sg_dataset_free(&data);
}

static void columns_and_files(void **state)
{
    (void)state;
    sg_dataset data = open_file("m.csv?split=Part"), without = open_file("m.csv");
    sg_splits splits = {0}, again = {0};
    const sg_split_plan plan = {.share = {0.8, 0.1, 0.1}, .seed = 1};
    const sg_split_rule column = {SG_SPLIT_COLUMN, "Part"};
    check_ok(sg_split_make(&splits, &data, &column, &plan, &err));
    assert_int_equal(splits.fold[0].part[SG_TEST].n, 3);
    assert_int_equal(splits.n_items, 8);
    check_fails(sg_split_make(&again, &without, &column, &plan, &err), SG_EINVAL, "");
    check_ok(sg_splits_file_write(&splits, path_of("s.json"), &err));
    const sg_split_rule file = {SG_SPLIT_FILE, path_of("s.json")};
    check_ok(sg_split_make(&again, &without, &file, &plan, &err));
    assert_int_equal(again.fold[0].part[SG_TEST].n, 3);
    sg_splits_free(&again);
    sg_splits_free(&splits);
    sg_dataset_free(&data);
    sg_dataset_free(&without);
}

static sg_status make_once(void *context, sg_error *err)
{
    const sg_split_plan plan = {.n_folds = 2, .share = {0.8, 0.1, 0.1}, .seed = 1};
    const sg_split_rule rule = {SG_SPLIT_SCAFFOLD, NULL};
    sg_splits splits = {0};
    const sg_status status = sg_split_make(&splits, context, &rule, &plan, err);
    sg_splits_free(&splits);
    return status;
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    sg_dataset data = open_file("m.csv");
    assert_true(check_out_of_memory(make_once, &data) > 20);
    sg_dataset_free(&data);
}

SG_TESTS(cmocka_unit_test(rules_are_read), cmocka_unit_test(shares_are_read),
         cmocka_unit_test_setup_teardown(equal_molecules_are_a_group, set_up, remove_folder),
         cmocka_unit_test_setup_teardown(nodes_without_a_class_are_in_no_part, set_up,
                                         remove_folder),
         cmocka_unit_test_setup_teardown(columns_and_files, set_up, remove_folder),
         cmocka_unit_test_setup_teardown(survives_any_failing_allocation, set_up,
                                         remove_folder))
