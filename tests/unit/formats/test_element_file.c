/* test_element_file.c - names of atoms and bonds from a file, and what is refused. */
#include "formats/element_file.h"

#include "chem/molecule_look.h"
#include "formats/data_file.h"
#include "support/check.h"
#include "support/folder.h"

static sg_dataset molecules(void)
{
    sg_dataset data = {0};
    check_ok(sg_data_file_open(&data, SG_TEST_FIXTURES "/MOL2", NULL, 1, &err));
    return data;
}

static sg_status name_by(sg_dataset *data, const char *text, sg_error *error)
{
    check_write(folder, "elements.txt", text);
    return sg_dataset_name_elements(data, path_of("elements.txt"), error);
}

static void atoms_and_bonds(void **state)
{
    (void)state;
    sg_dataset data = molecules();
    sg_molecule_look look = {0};
    check_ok(sg_molecule_look_find(&look, &data, 0, &err));
    assert_null(look.atom); /* numbers are no names */
    check_ok(name_by(&data, "1 C\r\n 0 H # hydrogen\nbond 1\tdouble\nbond 0 single", &err));
    check_ok(sg_molecule_look_find(&look, &data, 0, &err));
    assert_non_null(look.atom);
    uint32_t n_carbon = 0, n_double = 0;
    for (uint32_t v = 0; v < data.graph.graph_offset[1]; v++)
        n_carbon += strcmp(look.atom[v].symbol, "C") == 0;
    for (size_t b = 0; b < look.n_bonds; b++) n_double += look.bond[b].look == SG_LOOK_DOUBLE;
    assert_int_equal(n_carbon, 2);
    assert_int_equal(n_double, 1);
    sg_molecule_look_free(&look);
    check_ok(name_by(&data, "0 H\n", &err)); /* one label has no name: it is no molecule */
    check_ok(sg_molecule_look_find(&look, &data, 0, &err));
    assert_null(look.atom);
    sg_dataset_free(&data);
}

static void what_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *part;
    } cases[] = {{"C 1\n", "elements.txt:1: a line begins with a label"},
                 {"1 C\n2\n", "elements.txt:2: a line begins with a label"},
                 {"1 \n", "what the label is"},
                 {"1 carbon\n", "an atom is needed"},
                 {"99999999999 C\n", "begins with a label"},
                 {"bond 1 strong\n", "a bond is single"},
                 {"1 C\n1 N\n", "label 1 occurs twice"}};
    sg_dataset data = molecules();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_fails(name_by(&data, cases[i].text, &err), SG_EFORMAT, cases[i].part);
    assert_int_equal(data.node_name.name.n, 0); /* unchanged */
    check_fails(sg_dataset_name_elements(&data, path_of("none.txt"), &err), SG_ENOTFOUND,
                "none.txt");
    data.node_label.n_columns = 2;
    check_fails(name_by(&data, "1 C\n", &err), SG_EINVAL, "one column");
    data.node_label.n_columns = 1;
    sg_dataset_free(&data);
}

static sg_status name_again(void *context, sg_error *error)
{
    return sg_dataset_name_elements(context, path_of("elements.txt"), error);
}

static void runs_out_of_memory(void **state)
{
    (void)state;
    sg_dataset data = molecules();
    check_ok(name_by(&data, "1 C\n0 H\nbond 1 single\nbond 2 double\n", &err));
    assert_true(check_out_of_memory(name_again, &data) > 3);
    sg_dataset_free(&data);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

SG_TESTS(IN_FOLDER(atoms_and_bonds), IN_FOLDER(what_is_refused), IN_FOLDER(runs_out_of_memory))
