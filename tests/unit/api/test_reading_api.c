/* test_reading_api.c - tables with dirt in them, as programs see them. */
#include "sharegnn.h"

#include "support/check.h"
#include "support/folder.h"

static sg_status open_table(sg_dataset **data, const char *settings, sg_error *err)
{
    char name[200];
    (void)snprintf(name, sizeof name, "%s?%s", path_of("t.csv"), settings);
    return sg_data_open(data, name, NULL, err);
}

/* 300 rows, three of which are bad. */
static int set_up(void **state)
{
    char text[12000] = "\xef\xbb\xbfkey,smiles,logS,many\r\n";
    size_t size = strlen(text);
    (void)make_folder(state);
    for (int i = 0; i < 300; i++)
        size += (size_t)snprintf(text + size, sizeof text - size, "m%d,%s,%s,%d\r\n", i,
                                 i == 7 ? "CX" : "CCO",
                                 i == 9    ? ">4.5"
                                 : i == 11 ? "\"1,234.5\""
                                 : i == 13 ? "-"
                                           : "0.25",
                                 i);
    size += (size_t)snprintf(text + size, sizeof text - size, "only,this\r\n");
    check_write(folder, "t.csv", text);
    return 0;
}

static void bad_rows_are_left_out(void **state)
{
    (void)state;
    sg_dataset *data = NULL;
    check_ok(open_table(&data, "target=logS&id=key", &err));
    assert_int_equal(sg_data_row_count(data), 301);
    assert_int_equal(sg_data_reject_count(data), 3);
    assert_int_equal(sg_data_sizes_of(data).n_graphs, 298);
    const sg_data_reject first = sg_data_reject_of(data, 0), bound = sg_data_reject_of(data, 1),
                         last = sg_data_reject_of(data, 2);
    assert_int_equal(first.line, 9);
    assert_int_equal(first.row, 7);
    assert_string_equal(first.column, "smiles");
    assert_string_equal(first.id, "m7");
    assert_string_equal(bound.column, "logS");
    assert_non_null(strstr(bound.reason, "found \">4.5\" among numbers"));
    assert_string_equal(last.column, "");
    assert_string_equal(last.reason, "found 2 fields, but the header has 4");
    assert_string_equal(sg_data_graph_id(data, 7), "m8");
    assert_true(sg_data_view_of(data).target[9] == 1234.5);
    assert_true(isnan(sg_data_view_of(data).target[11]));
    assert_null(sg_data_reject_of(data, 3).reason);
    assert_int_equal(sg_data_task_of(data).task, SG_REGRESSION);
    assert_int_equal(sg_data_column_count(data), 0);
    check_ok(sg_data_write_rejects(data, path_of("rejects.csv"), &err));
    sg_data_close(data);
}

static void limits_are_settings(void **state)
{
    (void)state;
    sg_dataset *data = NULL;
    check_fails(open_table(&data, "target=logS&max-rejects=2", &err), SG_EFORMAT,
                "3 of 301 rows cannot be read, and max-rejects allows 2");
    check_fails(open_table(&data, "target=logS&max-rejects=x", &err), SG_EINVAL,
                "max-rejects=x");
    check_fails(open_table(&data, "bounds=x", &err), SG_EINVAL, "refuse and value");
    check_ok(open_table(&data, "target=logS&max-rejects=2&bounds=value", &err));
    assert_true(sg_data_view_of(data).target[8] == 4.5);
    sg_data_close(data);
    const sg_data_options lenient = {.struct_size = sizeof lenient, .form = "max-rejects=100%"};
    check_write(folder, "bad.csv", "smiles\nX\nX\nC\n");
    check_ok(sg_data_open(&data, path_of("bad.csv"), &lenient, &err));
    assert_int_equal(sg_data_reject_count(data), 2);
    sg_data_close(data);
}

static void columns_can_be_kept(void **state)
{
    (void)state;
    sg_dataset *data = NULL;
    check_ok(open_table(&data, "target=logS&columns=all", &err));
    assert_int_equal(sg_data_column_count(data), 4);
    assert_string_equal(sg_data_column_name(data, 3), "many");
    assert_null(sg_data_column_name(data, 4));
    assert_string_equal(sg_data_cell(data, 7, 3), "8");
    assert_string_equal(sg_data_cell(data, 9, 2), "1,234.5");
    assert_null(sg_data_cell(data, 298, 0));
    assert_string_equal(sg_data_reject_cell(data, 1, 2), ">4.5");
    assert_string_equal(sg_data_reject_cell(data, 2, 0), "");
    assert_null(sg_data_reject_cell(data, 3, 0));
    sg_data_close(data);
}

static void candidates_and_notes(void **state)
{
    (void)state;
    sg_dataset *data = NULL;
    sg_data_candidate candidate = {.struct_size = sizeof candidate};
    sg_data_reject reject = {.struct_size = sizeof reject};
    sg_data_task_guess guess = {.struct_size = sizeof guess};
    check_ok(open_table(&data, "", &err));
    check_ok(sg_data_candidate_at(&candidate, data, 0, &err));
    assert_string_equal(candidate.column, "logS");
    assert_string_equal(sg_data_candidate_of(data, 1).column, "many");
    assert_null(sg_data_candidate_of(data, 2).column);
    check_fails(sg_data_candidate_at(&candidate, data, 2, &err), SG_EINVAL, "no candidate 2");
    check_fails(sg_data_reject_at(&reject, data, 2, &err), SG_EINVAL, "no reject 2");
    check_fails(sg_data_task(&guess, NULL, &err), SG_EINVAL, "data: it is NULL");
    assert_null(sg_data_note(data, 0));
    sg_data_close(data);
    assert_int_equal(sg_data_row_count(NULL) + sg_data_reject_count(NULL), 0);
    assert_null(sg_data_note(NULL, 0));
}

static void what_is_missing_is_refused(void **state)
{
    (void)state;
    sg_dataset *data = NULL;
    sg_data_candidate candidate = {.struct_size = sizeof candidate};
    sg_data_reject reject = {.struct_size = sizeof reject};
    check_ok(open_table(&data, "", &err));
    check_fails(sg_data_reject_at(NULL, data, 0, &err), SG_EINVAL, "reject: it is NULL");
    check_fails(sg_data_reject_at(&reject, NULL, 0, &err), SG_EINVAL, "data: it is NULL");
    check_fails(sg_data_write_rejects(NULL, "x", &err), SG_EINVAL, "data: it is NULL");
    check_fails(sg_data_write_rejects(data, NULL, &err), SG_EINVAL, "path: it is NULL");
    check_fails(sg_data_candidate_at(NULL, data, 0, &err), SG_EINVAL, "candidate: it is NULL");
    check_fails(sg_data_candidate_at(&candidate, NULL, 0, &err), SG_EINVAL, "data: it is NULL");
    check_fails(sg_data_task(NULL, data, &err), SG_EINVAL, "guess: it is NULL");
    sg_data_close(data);
}

static void lines_are_left_out_too(void **state)
{
    (void)state;
    sg_dataset *data = NULL;
    char name[200];
    check_write(folder, "m.smi", "CCO a\nCX b\nCC c\n");
    check_fails(sg_data_open(&data, path_of("m.smi"), NULL, &err), SG_EFORMAT,
                "m.smi:2:2: SMILES: found 'X'");
    (void)snprintf(name, sizeof name, "%s?max-rejects=1", path_of("m.smi"));
    check_ok(sg_data_open(&data, name, NULL, &err));
    assert_int_equal(sg_data_sizes_of(data).n_graphs, 2);
    assert_string_equal(sg_data_reject_of(data, 0).id, "b");
    sg_data_close(data);
}

SG_TESTS(cmocka_unit_test_setup_teardown(bad_rows_are_left_out, set_up, remove_folder),
         cmocka_unit_test_setup_teardown(limits_are_settings, set_up, remove_folder),
         cmocka_unit_test_setup_teardown(columns_can_be_kept, set_up, remove_folder),
         cmocka_unit_test_setup_teardown(candidates_and_notes, set_up, remove_folder),
         cmocka_unit_test_setup_teardown(what_is_missing_is_refused, set_up, remove_folder),
         cmocka_unit_test_setup_teardown(lines_are_left_out_too, set_up, remove_folder))
