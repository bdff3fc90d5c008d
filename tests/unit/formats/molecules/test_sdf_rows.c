/* test_sdf_rows.c - SD files as tables, and as data sets. */
#include "formats/molecules/sdf_rows.h"

#include "base/mem.h"
#include "formats/data_file.h"
#include "formats/molecules/molecule_settings.h"
#include "support/check.h"
#include "support/folder.h"

#define ATOM(s) "    0.0000    0.0000    0.0000 " s "   0  0\n"
#define METHANE "methane\n  x\n\n  1  0  0 V2000\n" ATOM("C") "M  END\n"
#define WATER   "\n\n\n  1  0  0 V2000\n" ATOM("O") "M  END\n"

static const char FILE_TEXT[] =
    METHANE "> <logS>\n1.5\n\n>  25 <note> (x)\nsays \"hi\"\ntwice\n\n$$$$\n" WATER
            "> <logS>\n-2\n\n> <kind>\nwet\n\n$$$$\r\n"
            "bad\n\n\n  1  0\nX\nM  END\n> <logS>\n3\n\n$$$$\n\n";

static void files_become_tables(void **state)
{
    (void)state;
    sg_sdf_rows rows = {0};
    check_ok(sg_sdf_rows_make(&rows, FILE_TEXT, strlen(FILE_TEXT), &err));
    assert_int_equal(rows.n, 3);
    assert_int_equal(rows.line[0], 1);
    assert_int_equal(rows.line[1], 15);
    assert_int_equal(rows.line[2], 28);
    assert_memory_equal(rows.csv.data, "molfile,id,\"logS\",\"note\",\"kind\"\n\"methane\n",
                        40);
    assert_non_null(
        strstr(rows.csv.data, "M  END\n\",\"methane\",\"1.5\",\"says \"\"hi\"\"\ntwice\",\n"));
    assert_non_null(strstr(rows.csv.data, "M  END\n\",\"\",\"-2\",,\"wet\"\n"));
    assert_int_equal(rows.csv.data[rows.csv.size + 31], 0);
    sg_sdf_rows_free(&rows);
    check_ok(sg_sdf_rows_make(&rows, "", 0, &err));
    assert_int_equal(rows.n, 0);
    sg_sdf_rows_free(&rows);
    check_fails(sg_sdf_rows_make(&rows, "a\0b", 3, &err), SG_EFORMAT, "zero byte");
}

static void files_become_data(void **state)
{
    (void)state;
    sg_dataset data = {0};
    check_write(folder, "m.sdf", FILE_TEXT);
    check_write(folder, "one.mol", METHANE);
    check_fails(sg_data_file_open(&data, path_of("m.sdf?target=logS"), NULL, 1, &err),
                SG_EFORMAT, "m.sdf:32:32: MOL: the symbol of an element is needed");
    check_ok(
        sg_data_file_open(&data, path_of("m.sdf?target=logS&max-rejects=1"), NULL, 1, &err));
    assert_int_equal(data.graph.n_graphs, 2);
    assert_true(data.items.target.value[0] == 1.5 && data.items.target.value[1] == -2);
    assert_string_equal(sg_names_at(&data.graph_id, 0), "methane");
    assert_int_equal(data.node_label.value[0], 60004);
    assert_int_equal(sg_reading_at(&data.reading, 0).line, 32);
    assert_string_equal(sg_reading_at(&data.reading, 0).id, "bad");
    assert_string_equal(data.form, "form=normal");
    sg_dataset_free(&data);
    check_ok(sg_data_file_open(&data, path_of("one.mol"), NULL, 1, &err));
    assert_int_equal(data.graph.n_graphs, 1);
    sg_dataset_free(&data);
}

static void settings_are_the_same_for_all_molecules(void **state)
{
    (void)state;
    sg_import_options options = {0};
    sg_molecule_memory *memory = NULL;
    check_ok(sg_import_options_parse(&options, "salts=strip&bonds=kekule", &err));
    sg_line_reader reader = {.format = &sg_format_sdf, .options = &options};
    check_ok(sg_molecule_memory_of(&memory, &reader, &err));
    assert_true(memory->is_kekule && memory->form.strips_salts && memory->form.is_normal);
    sg_molecule_memory_free(reader.memory);
    sg_import_options_free(&options);
    sg_dataset data = {0};
    check_ok(sg_molecules_complete(&data, NULL, &err));
    assert_string_equal(data.form, "form=normal");
    sg_dataset_free(&data);
}

static sg_status make_once(void *context, sg_error *err)
{
    (void)context;
    sg_sdf_rows rows = {0};
    const sg_status status = sg_sdf_rows_make(&rows, FILE_TEXT, strlen(FILE_TEXT), err);
    sg_sdf_rows_free(&rows);
    return status;
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(make_once, NULL) > 5);
}

SG_TESTS(cmocka_unit_test(files_become_tables),
         cmocka_unit_test_setup_teardown(files_become_data, make_folder, remove_folder),
         cmocka_unit_test(settings_are_the_same_for_all_molecules),
         cmocka_unit_test(survives_any_failing_allocation))
