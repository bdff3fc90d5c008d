/* test_splits_api.c - data divided by rules, as programs see it. */
#include "sharegnn.h"

#include "support/check.h"
#include "support/folder.h"

static int set_up(void **state)
{
    (void)make_folder(state);
    check_write(folder, "m.csv",
                "smiles,y,Part\nCCO,0,train\nOCC,1,train\nCc1ccccc1,0,test\nCCc1ccccc1,1,test\n"
                "CCCC,1,train\nC1CC1,0,train\nNC1CC1,1,test\nCCN,0,train\n");
    return 0;
}

static sg_dataset *open_molecules(const char *settings)
{
    char name[200];
    sg_dataset *data = NULL;
    (void)snprintf(name, sizeof name, "%s?%s", path_of("m.csv"), settings);
    check_ok(sg_data_open(&data, name, NULL, &err));
    return data;
}

static uint32_t size_of(const sg_splits *splits, uint32_t fold, sg_part part)
{
    uint32_t n = 0;
    (void)sg_splits_part(&n, splits, fold, part);
    return n;
}

static void rules_divide(void **state)
{
    (void)state;
    sg_dataset *data = open_molecules("");
    sg_splits *splits = NULL;
    sg_split_options options = {
        .struct_size = sizeof options, .rule = "scaffold", .n_folds = 2};
    check_ok(sg_splits_divide(&splits, data, &options, &err));
    assert_int_equal(sg_splits_folds(splits), 2);
    assert_int_equal(size_of(splits, 0, SG_TEST) + size_of(splits, 1, SG_TEST), 8);
    assert_non_null(strstr(sg_splits_note(splits, 1), "8 molecules have 3 scaffolds"));
    assert_null(sg_splits_note(splits, 2));
    check_ok(sg_splits_write(splits, path_of("s.json"), &err));
    sg_splits_close(splits);
    check_ok(sg_splits_open_for(&splits, path_of("s.json"), data, &err));
    assert_int_equal(sg_splits_folds(splits), 2);
    sg_splits_close(splits);
    check_ok(sg_splits_divide(&splits, data, NULL, &err));
    assert_int_equal(sg_splits_folds(splits), 1);
    sg_splits_close(splits);
    sg_data_close(data);
    data = open_molecules("split=Part");
    options = (sg_split_options){.struct_size = sizeof options, .rule = "column Part"};
    check_ok(sg_splits_divide(&splits, data, &options, &err));
    assert_int_equal(size_of(splits, 0, SG_TEST), 3);
    sg_splits_close(splits);
    sg_data_close(data);
}

static void groups_are_told(void **state)
{
    (void)state;
    sg_dataset *data = open_molecules("");
    uint32_t group[8];
    const uint32_t scaffold[8] = {0, 0, 1, 1, 0, 2, 2, 0};
    check_ok(sg_splits_groups(group, data, "scaffold", &err));
    assert_memory_equal(group, scaffold, sizeof group);
    check_ok(sg_splits_groups(group, data, "random", &err));
    assert_int_equal(group[1], 0);
    assert_int_equal(group[7], 6);
    check_fails(sg_splits_groups(group, data, "column x", &err), SG_EINVAL, "has no groups");
    sg_data_close(data);
}

static void what_is_wrong_is_refused(void **state)
{
    (void)state;
    sg_dataset *data = open_molecules("");
    sg_splits *splits = NULL;
    uint32_t group[8];
    sg_split_options options = {.struct_size = sizeof options, .rule = "best"};
    check_fails(sg_splits_divide(NULL, data, NULL, &err), SG_EINVAL, "splits: it is NULL");
    check_fails(sg_splits_divide(&splits, NULL, NULL, &err), SG_EINVAL, "data: it is NULL");
    check_fails(sg_splits_divide(&splits, data, &options, &err), SG_EINVAL, "random, scaffold");
    options = (sg_split_options){.struct_size = sizeof options, .share = {0.5, 0.1, 0.1}};
    check_fails(sg_splits_divide(&splits, data, &options, &err), SG_EINVAL, "add up to 1");
    check_fails(sg_splits_groups(NULL, data, "random", &err), SG_EINVAL, "group: it is NULL");
    check_fails(sg_splits_groups(group, NULL, "random", &err), SG_EINVAL, "data: it is NULL");
    check_fails(sg_splits_groups(group, data, NULL, &err), SG_EINVAL, "rule: it is NULL");
    check_fails(sg_splits_write(NULL, "x", &err), SG_EINVAL, "splits: it is NULL");
    check_ok(sg_splits_divide(&splits, data, NULL, &err));
    check_fails(sg_splits_write(splits, NULL, &err), SG_EINVAL, "path: it is NULL");
    assert_null(sg_splits_note(NULL, 0));
    sg_splits_close(splits);
    sg_data_close(data);
}

SG_TESTS(cmocka_unit_test_setup_teardown(rules_divide, set_up, remove_folder),
         cmocka_unit_test_setup_teardown(groups_are_told, set_up, remove_folder),
         cmocka_unit_test_setup_teardown(what_is_wrong_is_refused, set_up, remove_folder))
