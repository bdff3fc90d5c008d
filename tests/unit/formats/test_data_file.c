/* test_data_file.c - tables, lines and images as data sets, and what is written of them. */
#include "formats/data_file.h"

#include "base/mem.h"
#include "formats/import_options.h"
#include "formats/tu_reader.h"
#include "formats/tu_writer.h"
#include "support/check.h"
#include "support/folder.h"

static sg_status open_in(sg_dataset *data, const char *name, sg_error *err)
{
    return sg_data_file_open(data, path_of(name), NULL, 1, err);
}

static void check_refused(const char *name, sg_status code, const char *part)
{
    sg_dataset data = {0};
    const long live = sg_mem_live();
    check_fails(open_in(&data, name, &err), code, part);
    assert_int_equal(sg_mem_live(), live);
}

static int set_up(void **state)
{
    (void)make_folder(state);
    check_write(folder, "mol.csv",
                "id,SMILES,y,z,split\na,CCO,1.5,,train\nb,\"c1ccccc1\",?,3,test\n");
    check_write(folder, "class.tsv", "text\tlabel\nGood film\tpos\nBad\tneg\nGood\tpos\n");
    check_write(folder, "numbers.csv", "smiles,target\nC,3\nCC,-1\nCCC,3\n");
    check_write(folder, "mol.smi", "CCO ethanol\n\nc1ccccc1\tbenzene ring\r\nC\n");
    check_write(folder, "plain.txt", "to be or not to be\nthat is\n");
    check_write(folder, "pixels.csv", "label,a,b,c,d,e,f\n7,0,1,2,3,4,5\n8,9.5,1,1,1,1,1\n");
    check_write(folder, "graphs.jsonl", "{\"nodes\": [\"x\", \"y\"], \"edges\": [[0, 1]]}\n");
    return 0;
}

static void reads_tables_of_molecules(void **state)
{
    (void)state;
    sg_dataset data = {0};
    check_ok(open_in(&data, "mol.csv?target=y&target=z", &err));
    assert_string_equal(data.name, "mol");
    assert_int_equal(data.graph.n_graphs, 2);
    assert_int_equal(data.graph.n_nodes, 9);
    assert_int_equal(data.items.target.n_columns, 2);
    assert_true(data.items.target.value[0] == 1.5 && data.items.target.value[3] == 3);
    assert_true(isnan(data.items.target.value[1]) && isnan(data.items.target.value[2]));
    assert_string_equal(sg_names_at(&data.items.target_name, 1), "z");
    assert_string_equal(sg_names_at(&data.graph_id, 1), "b");
    assert_string_equal(sg_label_names_find(&data.node_name, 60003), "CH3");
    assert_string_equal(sg_label_names_find(&data.edge_name, 4), "aromatic");
    assert_null(data.node_name.content);
    assert_int_equal(data.items.part[1], SG_TEST);
    assert_int_equal(data.edge_label.value[4], 4);
    sg_dataset_free(&data);
    check_ok(open_in(&data, "mol.csv?bonds=kekule&split=&id=0", &err));
    assert_int_equal(data.items.target.n_columns, 1);
    assert_true(data.edge_label.value[4] + data.edge_label.value[5] == 3);
    assert_null(data.items.part);
    sg_dataset_free(&data);
    check_ok(open_in(&data, "numbers.csv", &err));
    assert_int_equal(data.items.n_classes, 2);
    assert_int_equal(data.items.class_name[0], -1);
    assert_int_equal(data.items.target.n_columns, 1);
    assert_int_equal(data.items.class_word.n, 0);
    sg_dataset_free(&data);
}

static void reads_texts(void **state)
{
    (void)state;
    sg_dataset data = {0};
    check_ok(open_in(&data, "class.tsv", &err));
    assert_int_equal(data.items.n_classes, 2);
    assert_string_equal(sg_names_at(&data.items.class_word, 0), "neg");
    assert_int_equal(data.items.item_class[0], 1);
    assert_int_equal(data.node_name.name.n, 3);
    assert_int_equal(data.node_label.value[0], data.node_label.value[3]);
    sg_dataset_free(&data);
    check_ok(open_in(&data, "plain.txt?text&words=2", &err));
    assert_int_equal(data.graph.n_graphs, 2);
    assert_int_equal(data.node_name.name.n, 3);
    sg_dataset_free(&data);
}

static void reads_lines(void **state)
{
    (void)state;
    sg_dataset data = {0};
    check_ok(open_in(&data, "mol.smi", &err));
    assert_int_equal(data.graph.n_graphs, 3);
    assert_string_equal(sg_names_at(&data.graph_id, 1), "benzene ring");
    assert_string_equal(sg_names_at(&data.graph_id, 2), "2");
    sg_dataset_free(&data);
    check_ok(open_in(&data, "graphs.jsonl", &err));
    assert_int_equal(data.graph.n_nodes, 2);
    sg_dataset_free(&data);
}

static void reads_pixels(void **state)
{
    (void)state;
    sg_dataset data = {0};
    check_ok(open_in(&data, "pixels.csv?image=3x2", &err));
    assert_int_equal(data.graph.n_nodes, 12);
    assert_int_equal(data.graph.n_arcs, 2 * 2 * 11);
    assert_int_equal(data.node_attribute.n_columns, 1);
    assert_true(data.node_attribute.value[5] == 5 && data.node_attribute.value[6] == 9.5);
    /* pixel 1 of 3x2: all others but nobody else's */
    assert_int_equal(data.graph.arc_offset[2] - data.graph.arc_offset[1], 5);
    assert_int_equal(data.items.class_name[1], 8);
    sg_dataset_free(&data);
}

static void refuses_wrong_tables(void **state)
{
    (void)state;
    sg_dataset data = {0};
    check_write(folder, "bad.csv", "smiles,y\nCC,1\nCX,2\n");
    check_write(folder, "short.csv", "smiles,y\nCC\n");
    check_write(folder, "none.csv", "a,b\n1,2\n");
    check_write(folder, "empty.csv", "");
    check_write(folder, "quote.csv", "smiles,y\n\"CXC\",1\n");
    check_write(folder, "head.csv", "smiles,y\n");
    check_write(folder, "split.csv", "smiles,split\nC,sometimes\n");
    check_write(folder, "latin.csv", "text,label\ngood,yes\nbad,na\xefve\n");
    check_write(folder, "greek.csv", "text,label\ngood,\xce\xb1\nbad,\xce\xb2\n");
    check_write(folder, "name.csv", "smiles,caf\xe9\nC,1.5\n");
    check_refused("latin.csv", SG_EFORMAT,
                  "/latin.csv:3:5: found byte 239 in a class; words must be UTF-8");
    check_refused("name.csv?target=1", SG_EFORMAT,
                  "/name.csv:1:8: found byte 233 in the name of a target");
    check_ok(open_in(&data, "greek.csv", &err));
    assert_string_equal(sg_names_at(&data.items.class_word, 1), "\xce\xb2");
    sg_dataset_free(&data);
    check_refused("bad.csv", SG_EFORMAT, "/bad.csv:3:2: SMILES: found 'X'");
    check_refused("quote.csv", SG_EFORMAT, "/quote.csv:2:3: SMILES: found 'X'");
    check_refused("short.csv", SG_EFORMAT,
                  "/short.csv:2: found 1 fields, but the header has 2");
    check_refused("mol.csv?smiles=smile", SG_EINVAL,
                  "/mol.csv:1: there is no column \"smile\" among 5; did you mean \"SMILES\"?");
    check_refused("mol.csv?target=solubility", SG_EINVAL,
                  "there is no column \"solubility\" among 5, the first of which is \"id\"");
    check_refused("none.csv", SG_EINVAL, "no column is called smiles, molfile or text");
    check_refused("empty.csv", SG_EFORMAT, "a header is needed");
    check_refused("head.csv", SG_EFORMAT, "it is empty; at least one graph");
    check_refused("split.csv?split=split", SG_EFORMAT,
                  "/split.csv:2:3: found \"sometimes\"; train,");
    check_refused("bad.csv?target=x", SG_EINVAL, "there is no column \"x\" among 2");
    check_refused("pixels.csv?image=2x2", SG_EINVAL, "needs 4 columns of pixels, but 6");
    check_refused("mol.csv?image=2x2", SG_EINVAL, "needs 4 columns");
    check_refused("mol.csv?smile=x", SG_EINVAL, "did you mean smiles?");
    check_refused("mol.csv?words=x", SG_EINVAL, "words=x; a whole number");
    check_refused("mol.csv?bonds=x", SG_EINVAL, "aromatic and kekule are possible");
    check_refused("mol.csv?image=0x1", SG_EINVAL, "WxH is needed, like 28x28");
    check_refused("mol.csv?image=2x2&text=a", SG_EINVAL, "only one of");
    check_refused("mol.csv?target=%4", SG_EINVAL, "two hexadecimal digits");
    check_refused("nothing.csv", SG_ENOTFOUND, "nothing.csv");
    check_refused("mol.smi?words=3", SG_EINVAL, "words: the labels are numbers");
}

/* What is written in TU's format is read again with all its names. */
static void check_round_trip(const char *name)
{
    sg_dataset data = {0}, again = {0};
    check_ok(open_in(&data, name, &err));
    check_ok(sg_tu_write(&data, folder, "written", true, &err));
    check_ok(sg_tu_open(&again, path_of("written"), 1, &err));
    assert_true(sg_dataset_fingerprint(&data) == sg_dataset_fingerprint(&again));
    assert_true(sg_names_equal(&data.graph_id, &again.graph_id));
    assert_true(sg_names_equal(&data.items.target_name, &again.items.target_name));
    assert_true(sg_names_equal(&data.items.class_word, &again.items.class_word));
    assert_true(sg_names_equal(&data.node_name.name, &again.node_name.name));
    assert_true(sg_names_equal(&data.edge_name.name, &again.edge_name.name));
    assert_int_equal(data.node_name.content != NULL, again.node_name.content != NULL);
    assert_int_equal(data.items.part != NULL, again.items.part != NULL);
    if (data.items.part != NULL)
        assert_memory_equal(data.items.part, again.items.part, data.graph.n_graphs);
    sg_dataset_free(&data);
    sg_dataset_free(&again);
}

static void writes_and_reads_again(void **state)
{
    (void)state;
    check_write(folder, "odd.jsonl",
                "{\"nodes\": [\"a b\", \"\", \"c\\\\n\\n\\r\"], \"edges\": [[0, 1, \"x y\"]], "
                "\"target\": \"p q\", \"id\": \"1\\n2\"}\n");
    check_round_trip("mol.csv?target=y&target=z");
    check_round_trip("class.tsv");
    check_round_trip("mol.smi");
    check_round_trip("pixels.csv?image=3x2");
    check_round_trip("odd.jsonl");
}

static sg_status open_many(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    static const char *const name[] = {"mol.csv?target=y&target=z", "class.tsv?words=1",
                                       "mol.smi", "pixels.csv?image=3x2"};
    (void)context;
    for (size_t i = 0; i < 4; i++) {
        sg_dataset data = {0};
        SG_TRY(open_in(&data, name[i], err));
        sg_dataset_free(&data);
    }
done:
    return status;
}

static void survives_without_memory(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(open_many, NULL) > 50);
}

static sg_status read_written(void *context, sg_error *err)
{
    (void)context;
    sg_dataset data = {0};
    const sg_status status = sg_tu_open(&data, path_of("written"), 1, err);
    sg_dataset_free(&data);
    return status;
}

static void reads_names_without_memory(void **state)
{
    (void)state;
    check_round_trip("class.tsv");
    assert_true(check_out_of_memory(read_written, NULL) > 20);
}

static void check_names_refused(const char *file, const char *content, const char *part)
{
    sg_dataset data = {0};
    check_round_trip("class.tsv");
    check_write(path_of("written"), file, content);
    check_fails(sg_tu_open(&data, path_of("written"), 1, &err), SG_EFORMAT, part);
}

static void refuses_wrong_names(void **state)
{
    (void)state;
    check_names_refused("written_node_label_words.txt", "0 a\n2 b\n", "count up one by one");
    check_names_refused("written_node_label_words.txt", "0 a\n1 a\n", "are the same");
    check_names_refused("written_node_label_words.txt", "0 a\n0 b\n", "labels must ascend");
    check_names_refused("written_node_label_names.txt", "a\n",
                        "a label and its name are needed");
    check_names_refused("written_node_label_names.txt", "12\n3 x\n", "a label and its name");
    check_names_refused("written_class_names.txt", "0 a\n", "the classes are not those");
    check_names_refused("written_graph_ids.txt", "a\n", "another number of lines");
    check_names_refused("written_graph_parts.txt", "train\n", "a line per graph is needed");
    check_names_refused("written_graph_parts.txt", "x\n",
                        "found \"x\"; train, validation, test or none");
    check_names_refused("written_edge_label_words.txt", "1 a\n", "not exactly one label");
}

static void endings_and_settings_are_known(void **state)
{
    (void)state;
    static const char *const KNOWN[] = {
        "a.csv",        "dir/a.TSV",        "a.smi", "a.jsonl", "a?text",
        "a.dat?smiles", "a?no-such-setting"};
    static const char *const UNKNOWN[] = {"", "a", "a.dat", "csv", "MUTAG", "a.csv.d"};
    for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++)
        assert_true(sg_data_file_is_known(KNOWN[i]));
    for (size_t i = 0; i < sizeof UNKNOWN / sizeof *UNKNOWN; i++)
        assert_false(sg_data_file_is_known(UNKNOWN[i]));
    /* A file may have a question mark in its name. */
    assert_true(sg_data_file_is_known(path_of("what?")));
    check_write(folder, "what?", "C\n");
    assert_false(sg_data_file_is_known(path_of("what?")));
}

SG_TESTS(cmocka_unit_test_setup_teardown(endings_and_settings_are_known, set_up, remove_folder),
         cmocka_unit_test_setup_teardown(reads_tables_of_molecules, set_up, remove_folder),
         cmocka_unit_test_setup_teardown(reads_texts, set_up, remove_folder),
         cmocka_unit_test_setup_teardown(reads_lines, set_up, remove_folder),
         cmocka_unit_test_setup_teardown(reads_pixels, set_up, remove_folder),
         cmocka_unit_test_setup_teardown(refuses_wrong_tables, set_up, remove_folder),
         cmocka_unit_test_setup_teardown(writes_and_reads_again, set_up, remove_folder),
         cmocka_unit_test_setup_teardown(survives_without_memory, set_up, remove_folder),
         cmocka_unit_test_setup_teardown(reads_names_without_memory, set_up, remove_folder),
         cmocka_unit_test_setup_teardown(refuses_wrong_names, set_up, remove_folder))
