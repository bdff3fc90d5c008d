/* test_label_readme.c - what TU Dortmund says of labels: atoms and bonds, or nothing. */
#include "formats/molecules/label_readme.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/folder.h"
#include "support/small_data.h"

static const char TITLES[] = "Node labels:\t\t[chem]\n\nEdge labels:\t\t[valence]\n\n";
static const char ATOMS[] =
    "Node labels were converted to integer values using this map:\n\nComponent 0:\n\t0\tC\n\t3\tCl\n\n";
static const char BONDS[] = "Edge labels were converted to integer values using this "
                            "map:\r\n\r\nComponent 0:\r\n\t0\t1\r\n\t1\t2\r\n";
static const char CLASSES[] =
    "Class labels were converted to integer values using this map:\n\n\t0\tmutagen\n";

static sg_dataset read_of(const char *first, const char *second, const char *third)
{
    sg_dataset data = small_data("4: 0 3 0 / 0-1 1-2", "7: 3", "4: 0");
    sg_bundle bundle = {0};
    sg_text text = {0};
    sg_free(data.name);
    data.name = sg_text_copy("set");
    data.edge_label.n_columns = 1; /* that there are labels is enough */
    sg_label_names_free(&data.node_name);
    sg_label_names_free(&data.edge_name);
    check_ok(sg_text_add(&text, &err, "%s%s%s%s", first, second, third, CLASSES));
    check_write(folder, "set_label_readme.txt", text.data);
    check_ok(sg_bundle_open(&bundle, folder, &err));
    check_ok(sg_label_readme_read(&data, &bundle, &err));
    sg_bundle_close(&bundle);
    sg_text_free(&text);
    return data;
}

static void atoms_and_bonds_have_names(void **state)
{
    (void)state;
    sg_dataset data = read_of(TITLES, ATOMS, BONDS);
    assert_string_equal(sg_label_names_find(&data.node_name, 0), "C");
    assert_string_equal(sg_label_names_find(&data.node_name, 3), "Cl");
    assert_int_equal(data.node_name.name.n, 2);
    assert_string_equal(sg_label_names_find(&data.edge_name, 0), "single");
    assert_string_equal(sg_label_names_find(&data.edge_name, 1), "double");
    sg_dataset_free(&data);
}

static void what_is_not_said_is_not_guessed(void **state)
{
    (void)state;
    static const char *const nodes[] = {
        "Node labels were converted ...\nComponent 0:\n\t0\tcar\n\t3\tCl\n", /* no atom       */
        "Node labels were converted ...\nComponent 0:\n\t3\tC\n\t0\tCl\n",   /* not ascending */
        "Node labels were converted ...\nComponent 0:\n\t0\tC\nComponent 1:\n\t0\tN\n",
        "Node labels were converted ...\nComponent 0:\n\t0\t\n",
        "Atoms:\n\t0\tC\n",
        "",
    };
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++) {
        sg_dataset data = read_of(TITLES, nodes[i], BONDS);
        assert_int_equal(data.node_name.name.n, 0);
        assert_int_equal(data.edge_name.name.n, 0);
        sg_dataset_free(&data);
    }
    sg_dataset data = read_of("", ATOMS, BONDS); /* nobody says that 2 is a valence */
    assert_int_equal(data.node_name.name.n, 2);
    assert_int_equal(data.edge_name.name.n, 0);
    sg_dataset_free(&data);
}

static sg_status read_again(void *context, sg_error *error)
{
    sg_dataset *data = context;
    sg_bundle bundle = {0};
    sg_status status = SG_OK;
    status = sg_bundle_open(&bundle, folder, error);
    if (status == SG_OK) status = sg_label_readme_read(data, &bundle, error);
    sg_bundle_close(&bundle);
    sg_label_names_free(&data->node_name);
    sg_label_names_free(&data->edge_name);
    return status;
}

static void survives_failing_allocations(void **state)
{
    (void)state;
    sg_dataset data = read_of(TITLES, ATOMS, BONDS);
    sg_label_names_free(&data.node_name);
    sg_label_names_free(&data.edge_name);
    assert_true(check_out_of_memory(read_again, &data) >= 5);
    sg_dataset_free(&data);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

SG_TESTS(IN_FOLDER(atoms_and_bonds_have_names), IN_FOLDER(what_is_not_said_is_not_guessed),
         IN_FOLDER(survives_failing_allocations))
