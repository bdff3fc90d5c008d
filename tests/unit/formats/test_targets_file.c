/* test_targets_file.c - classes and targets from a file of their own. */
#include "formats/targets_file.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/folder.h"

static const char *file_of(const char *text)
{
    check_write(folder, "targets.txt", text);
    return path_of("targets.txt");
}

/* Three graphs of which nothing else matters. */
static sg_dataset three_graphs(void)
{
    return (sg_dataset){.graph = {.n_graphs = 3}};
}

static void reads_columns(void **state)
{
    (void)state;
    sg_value_table table = {0};
    size_t n_rows = 0;
    check_ok(sg_targets_read(&table, &n_rows, file_of("1, 2\n?, 4\n5,\n"), &err));
    assert_int_equal(n_rows, 3);
    assert_int_equal(table.n_columns, 2);
    assert_true(table.value[0] == 1 && table.value[3] == 4 && table.value[4] == 5);
    assert_true(isnan(table.value[2]) && isnan(table.value[5]));
    sg_free(table.value);
    check_fails(sg_targets_read(&table, &n_rows, file_of("1\nx\n"), &err), SG_EFORMAT,
                "targets.txt:2");
    check_fails(sg_targets_read(&table, &n_rows, path_of("none"), &err), SG_ENOTFOUND, "none");
}

static void whole_numbers_are_classes(void **state)
{
    (void)state;
    sg_dataset data = three_graphs();
    check_ok(sg_dataset_read_targets(&data, file_of("7\n-1\n7\n"), false, &err));
    assert_int_equal(data.items.n_classes, 2);
    assert_int_equal(data.items.class_name[0], -1);
    assert_int_equal(data.items.item_class[0], 1);
    assert_null(data.items.target.value);
    check_ok(sg_dataset_read_targets(&data, file_of("7\n-1\n7\n"), true, &err));
    assert_int_equal(data.items.n_classes, 0);
    assert_null(data.items.item_class);
    assert_int_equal(data.items.target.n_columns, 1);
    check_ok(sg_dataset_read_targets(&data, file_of("0.5\n1\n2\n"), false, &err));
    assert_null(data.items.item_class);
    assert_true(data.items.target.value[0] == 0.5);
    sg_dataset_free(&data);
}

static void a_line_per_graph_is_needed(void **state)
{
    (void)state;
    sg_dataset data = three_graphs();
    check_ok(sg_dataset_read_targets(&data, file_of("1\n2\n3\n"), false, &err));
    check_fails(sg_dataset_read_targets(&data, file_of("1\n2\n"), true, &err), SG_EFORMAT,
                "2 lines, but the data has 3 graphs");
    assert_int_equal(data.items.n_classes, 3);
    sg_dataset_free(&data);
}

static void a_line_per_node_is_needed(void **state)
{
    (void)state;
    sg_dataset data = {.graph = {.n_graphs = 1, .n_nodes = 3}, .items.kind = SG_ITEM_NODE};
    check_fails(sg_dataset_read_targets(&data, file_of("1\n2\n"), true, &err), SG_EFORMAT,
                "2 lines, but the data has 3 nodes");
    check_ok(sg_dataset_read_targets(&data, file_of("1\n2\n1\n"), false, &err));
    assert_int_equal(data.items.n_classes, 2);
    assert_int_equal(data.items.kind, SG_ITEM_NODE);
    sg_dataset_free(&data);
}

static sg_status read_once(void *context, sg_error *err)
{
    sg_dataset data = three_graphs();
    const sg_status status = sg_dataset_read_targets(&data, context, false, err);
    sg_dataset_free(&data);
    return status;
}

static void survives_failing_allocations(void **state)
{
    (void)state;
    char path[1024];
    (void)snprintf(path, sizeof path, "%s", file_of("1\n2\n3\n"));
    assert_true(check_out_of_memory(read_once, path) > 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(reads_columns),
                                       cmocka_unit_test(whole_numbers_are_classes),
                                       cmocka_unit_test(a_line_per_graph_is_needed),
                                       cmocka_unit_test(a_line_per_node_is_needed),
                                       cmocka_unit_test(survives_failing_allocations)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
