/* test_tu_names.c - names beside TU Dortmund's files, there and back. */
#include "formats/tu_names.h"

#include "base/file.h"
#include "base/mem.h"
#include "data/part.h"
#include "support/check.h"
#include "support/folder.h"
#include "support/small_data.h"

/* Graphs of two classes, 4 and 7, with labels 5 and 9; there are no names yet. */
static sg_dataset open_data(void)
{
    sg_dataset data = small_data("4: 5 5 9 / 0-1 1-2", "7: 5", "4: 9");
    sg_names_free(&data.items.class_word);
    sg_free(data.name);
    data.name = sg_text_copy("set");
    assert_non_null(data.name);
    return data;
}

static sg_status read_names(sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    sg_bundle bundle = {0};
    SG_TRY(sg_bundle_open(&bundle, folder, err));
    SG_TRY(sg_tu_read_names(data, &bundle, err));
done:
    sg_bundle_close(&bundle);
    return status;
}

static void check_file(const char *name, const char *expected)
{
    sg_text text = {0};
    check_ok(sg_file_read(&text, path_of(name), 1000, &err));
    assert_string_equal(text.data, expected);
    sg_text_free(&text);
}

static void write_all(void)
{
    check_write(folder, "set_A.txt", "1, 2\n"); /* a bundle has a file at least */
    check_write(folder, "set_node_label_names.txt", "5 carbon\n9 two words\n");
    check_write(folder, "set_class_names.txt", "4 bad\r\n7 good\\nbetter\n");
    check_write(folder, "set_graph_ids.txt", "a\n\nc\\\\d\n");
    check_write(folder, "set_graph_parts.txt", "train\ntest\nvalidation\n");
}

static void check_all(const sg_dataset *data)
{
    assert_string_equal(sg_label_names_find(&data->node_name, 5), "carbon");
    assert_string_equal(sg_label_names_find(&data->node_name, 9), "two words");
    assert_null(data->node_name.content); /* names for people, not words */
    assert_string_equal(sg_names_at(&data->items.class_word, 0), "bad");
    assert_string_equal(sg_names_at(&data->items.class_word, 1), "good\nbetter");
    assert_string_equal(sg_names_at(&data->graph_id, 0), "a");
    assert_string_equal(sg_names_at(&data->graph_id, 1), "");
    assert_string_equal(sg_names_at(&data->graph_id, 2), "c\\d");
    assert_int_equal(data->items.part[0], SG_TRAIN);
    assert_int_equal(data->items.part[1], SG_TEST);
    assert_int_equal(data->items.part[2], SG_VALIDATION);
}

static void rules_are_read_before_all_else(void **state)
{
    (void)state;
    sg_arc_rules rules = {0};
    sg_bundle bundle = {0};
    char name[] = "arcs";
    check_write(folder, "arcs_A.txt", "1, 2\n");
    check_write(folder, "arcs_arc_rules.txt", "self-loops\ndirected\n");
    check_ok(sg_bundle_open(&bundle, folder, &err));
    check_ok(sg_tu_read_rules(&rules, &bundle, name, &err));
    assert_true(rules.directed && rules.loops);
    name[0] = 'x';
    check_ok(sg_tu_read_rules(&rules, &bundle, name, &err));
    assert_false(sg_arcs_are_special(rules));
    sg_bundle_close(&bundle);
}

static void names_are_read_and_written(void **state)
{
    (void)state;
    sg_dataset data = open_data(), again = open_data();
    write_all();
    check_ok(read_names(&data, &err));
    check_all(&data);
    /* As the files of another data set. */
    check_ok(sg_tu_write_names(&data, folder, "new", &err));
    check_file("new_node_label_names.txt", "5 carbon\n9 two words\n");
    check_file("new_class_names.txt", "4 bad\n7 good\\nbetter\n");
    check_file("new_graph_ids.txt", "a\n\nc\\\\d\n");
    check_file("new_graph_parts.txt", "train\ntest\nvalidation\n");
    assert_false(sg_path_exists(path_of("new_edge_label_names.txt")));
    assert_false(sg_path_exists(path_of("new_node_label_words.txt")));
    memcpy(again.name, "new", 3);
    check_ok(read_names(&again, &err));
    check_all(&again);
    sg_dataset_free(&again);
    sg_dataset_free(&data);
}

static void labels_may_be_words(void **state)
{
    (void)state;
    sg_dataset data = open_data();
    check_write(folder, "set_node_label_words.txt", "8 carbon\n9 oxygen\n");
    check_ok(read_names(&data, &err));
    assert_non_null(data.node_name.content);
    check_ok(sg_tu_write_names(&data, folder, "new", &err));
    check_file("new_node_label_words.txt", "8 carbon\n9 oxygen\n");
    assert_false(sg_path_exists(path_of("new_node_label_names.txt")));
    sg_dataset_free(&data);
}

static void without_files_there_are_no_names(void **state)
{
    (void)state;
    sg_dataset data = open_data();
    check_write(folder, "set_A.txt", "1, 2\n");
    check_write(folder, "other_graph_ids.txt", "a\nb\nc\n");
    check_ok(read_names(&data, &err));
    assert_int_equal(data.graph_id.n, 0);
    assert_null(data.items.part);
    check_ok(sg_tu_write_names(&data, folder, "new", &err));
    assert_int_equal(n_entries(folder), 2); /* nothing to write */
    sg_dataset_free(&data);
}

static void wrong_files_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *file, *text, *part;
    } CASES[] = {
        {"set_node_label_names.txt", "5 a\nb\n",
         "names.txt:2: a label and its name are needed"},
        {"set_node_label_names.txt", "9 a\n5 b\n", "names.txt:2: labels must ascend"},
        {"set_node_label_names.txt", "99999999999 a\n", "a label and its name are needed"},
        {"set_class_names.txt", "4 a\n", "the classes are not those of the data"},
        {"set_class_names.txt", "4 a\n8 b\n", "the classes are not those of the data"},
        {"set_graph_ids.txt", "a\nb\n", "another number of lines is needed"},
        {"set_graph_ids.txt", "a\n\xe4\nc\n", "_graph_ids.txt:2: the name is not UTF-8"},
        {"set_graph_parts.txt", "train\ntrain\nprobe\n",
         "parts.txt:3: found \"probe\"; train, "},
        {"set_graph_parts.txt", "train\n", "a line per graph is needed"},
        {"set_graph_parts.txt", "none\nnone\nnone\nnone\n", "more lines than graphs"},
        {"set_edge_label_names.txt", "1 a\n", "not exactly one label of each"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        sg_dataset data = open_data();
        check_write(folder, CASES[i].file, CASES[i].text);
        check_fails(read_names(&data, &err), SG_EFORMAT, CASES[i].part);
        assert_int_equal(remove(path_of(CASES[i].file)), 0);
        sg_dataset_free(&data);
    }
    sg_dataset data = open_data();
    write_all();
    check_ok(read_names(&data, &err));
    check_fails(sg_tu_write_names(&data, path_of("missing"), "new", &err), SG_ENOTFOUND,
                "missing");
    sg_dataset_free(&data);
}

static sg_status read_and_write(void *context, sg_error *err)
{
    sg_dataset *data = context;
    sg_status status = SG_OK;
    SG_TRY(read_names(data, err));
    SG_TRY(sg_tu_write_names(data, folder, "new", err));
done:
    sg_label_names_free(&data->node_name);
    sg_names_free(&data->items.class_word);
    sg_names_free(&data->graph_id);
    sg_free(data->items.part);
    data->items.part = NULL;
    return status;
}

static void memory_may_run_out(void **state)
{
    (void)state;
    sg_dataset data = open_data();
    write_all();
    assert_true(check_out_of_memory(read_and_write, &data) > 20);
    sg_dataset_free(&data);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

SG_TESTS(IN_FOLDER(rules_are_read_before_all_else), IN_FOLDER(names_are_read_and_written),
         IN_FOLDER(labels_may_be_words), IN_FOLDER(without_files_there_are_no_names),
         IN_FOLDER(wrong_files_are_refused), IN_FOLDER(memory_may_run_out))
