/* test_node_tables.c - nodes and their targets in tables, JSON lines and TU files. */
#include "base/mem.h"
#include "data/nodes/item_splits.h"
#include "formats/data_file.h"
#include "formats/json/json_graph.h"
#include "formats/splits_file.h"
#include "formats/tables/node_tables.h"
#include "formats/tables/table_columns.h"
#include "formats/tu_columns.h"
#include "formats/tu_reader.h"
#include "formats/tu_writer.h"
#include "support/check.h"

static char *folder;

static int set_up(void **state)
{
    (void)state;
    folder = check_folder();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    check_folder_remove(folder);
    return 0;
}

static const char *path_of(const char *name)
{
    static char path[500];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static sg_status open_tables(sg_dataset *data, const char *nodes, const char *edges,
                             const char *settings, sg_error *err)
{
    char name[600];
    check_write(folder, "nodes.csv", nodes);
    check_write(folder, "edges.csv", edges);
    (void)snprintf(name, sizeof name, "%s?edges=edges.csv%s", path_of("nodes.csv"), settings);
    return sg_data_file_open(data, name, NULL, 1, err);
}

static const char NODES[] = "id,class,split,size,attributes\n"
                            "a,red,train,1.5,3:1 7:0.5\n"
                            "b,blue,train,2,\n"
                            "c,,,3,0:2\n"
                            "d,red,test,4,7:1\n";
static const char EDGES[] = "source,target,weight\na,b,0.5\nc,b,1\nd,a,2\n";

static void reads_tables(void **state)
{
    sg_dataset data = {0}, again = {0};
    (void)state;
    check_ok(open_tables(&data, NODES, EDGES, "", &err));
    assert_int_equal(data.items.kind, SG_ITEM_NODE);
    assert_int_equal(sg_item_count(&data), 4);
    assert_int_equal(data.items.n_classes, 2);
    assert_int_equal(data.items.item_class[0], 1); /* blue comes first */
    assert_int_equal(data.items.item_class[2], SG_NO_CLASS);
    assert_false(sg_items_known(&data.items, 2));
    assert_int_equal(sg_items_lacking(&data.items, data.graph.graph_offset, 1), 1);
    assert_int_equal(sg_items_lacking(&data.items, (uint32_t[]){0, 2, 3, 4}, 3), 1);
    assert_int_equal(data.items.part[3], SG_TEST);
    assert_int_equal(data.items.part[2], SG_NO_PART);
    assert_int_equal(data.node_attribute.n_columns, 1);
    assert_int_equal(data.node_sparse.n_columns, 8);
    assert_int_equal(data.graph.n_arcs, 6);
    check_near(data.edge_attribute.value[0], 0.5, 0, 0);
    assert_string_equal(sg_names_at(&data.node_id, 3), "d");
    /* Written and read again it is the same. */
    check_ok(sg_tu_write(&data, folder, "set", false, &err));
    check_ok(sg_tu_open(&again, path_of("set"), 2, &err));
    assert_true(sg_dataset_fingerprint(&data) == sg_dataset_fingerprint(&again));
    assert_memory_equal(again.items.part, data.items.part, 4);
    assert_string_equal(sg_names_at(&again.node_id, 2), "c");
    sg_dataset_free(&again);
    sg_dataset_free(&data);
}

static void several_graphs_and_targets(void **state)
{
    sg_dataset data = {0};
    (void)state;
    check_ok(open_tables(&data, "name,g,x,y\n1,one,0.5,?\n2,one,,1\n3,two,2,3\n",
                         "from,to\n1,2\n", "&id=name&graph=g&target=x&target=y", &err));
    assert_int_equal(data.graph.n_graphs, 2);
    assert_int_equal(data.items.target.n_columns, 2);
    assert_true(isnan(data.items.target.value[1]) && isnan(data.items.target.value[2]));
    assert_string_equal(sg_names_at(&data.items.target_name, 1), "y");
    assert_string_equal(sg_names_at(&data.graph_id, 1), "two");
    sg_dataset_free(&data);
    /* Without anything to predict, items are graphs. */
    check_ok(open_tables(&data, "id\na\nb\n", "a,b\na,b\n", "", &err));
    assert_int_equal(data.items.kind, SG_ITEM_GRAPH);
    sg_dataset_free(&data);
}

static void refuses_tables(void **state)
{
    static const struct {
        const char *nodes, *edges, *text;
    } bad[] = {
        {"id,class\na,1\na,2\n", EDGES, "nodes.csv:3:1: the id \"a\" is in line 2 already"},
        {NODES, "source,target\na,x\n", "edges.csv:2:3: \"x\" is the id of no node"},
        {NODES, "source,target,weight\na,b,nan\n", "edges.csv:2:5: found \"nan\""},
        {NODES, "source\na\n", "edges.csv:1: found 1 column"},
        {"id,class,split\na,1,train\nb,2,test\n", "u,v\na,b\n",
         "nodes.csv:3: no node of the class \"2\" trains"},
        {"id,class,split\na,1,train\nb,,test\n", "u,v\na,b\n",
         "nodes.csv:3: a node that trains, validates or tests needs a class"},
        {"id,class,split\na,1,maybe\n", "u,v\na,a\n", "nodes.csv:2:5: found \"maybe\""},
        {"id,class,graph\na,1,x\nb,,y\n", "u,v\na,a\n",
         "nodes.csv:3: no node of this graph has a class"},
        {"id,graph\na,x\nb,y\nc,x\n", "u,v\na,a\n", "nodes.csv:4:3: a node of graph \"x\""},
        {"id,graph\na,x\nb,y\n", "u,v\na,b\n", "edges.csv:2:3: an edge between nodes of diff"},
        {"id,size\na,big\n", "u,v\na,a\n", "nodes.csv:2:3: found \"big\""},
        {"id,attributes\na,3:1 3:2\n", "u,v\na,a\n", "nodes.csv:2:3: column 3 is there twice"},
        {"id\n", "u,v\n", "there are no nodes"},
        {"", "u,v\n", "a header is needed"},
        {"id,class\na\n", "u,v\n", "nodes.csv:2: found 1 fields, but the header has 2"}};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        sg_dataset data = {0};
        check_fails(open_tables(&data, bad[i].nodes, bad[i].edges, "", &err), SG_EFORMAT,
                    bad[i].text);
        assert_null(data.name);
    }
    sg_dataset data = {0};
    check_fails(open_tables(&data, NODES, EDGES, "&target=clas", &err), SG_EINVAL,
                "did you mean \"class\"");
}

static sg_status open_lines(sg_dataset *data, const char *text, sg_error *err)
{
    check_write(folder, "x.jsonl", text);
    return sg_data_file_open(data, path_of("x.jsonl"), NULL, 1, err);
}

static void reads_json_lines(void **state)
{
    sg_dataset data = {0};
    sg_text text = {0};
    (void)state;
    check_ok(open_lines(&data,
                        "{\"node_classes\":[\"x\",null],\"nodes\":2,\"edges\":[[0,1]],"
                        "\"node_split\":{\"train\":[0]}}\n"
                        "{\"nodes\":1,\"edges\":[],\"node_classes\":[\"y\"],\"node_split\":"
                        "[\"train\"]}\n",
                        &err));
    assert_int_equal(data.items.kind, SG_ITEM_NODE);
    assert_int_equal(data.items.item_class[1], SG_NO_CLASS);
    assert_int_equal(data.items.item_class[2], 1);
    assert_int_equal(data.items.part[0], SG_TRAIN);
    assert_int_equal(data.items.part[1], SG_NO_PART);
    check_ok(sg_json_graph_write(&text, &data, 0, &err));
    assert_string_equal(text.data,
                        "{\"nodes\":2,\"edges\":[[0,1]],\"node_classes\":[\"x\",null],"
                        "\"node_split\":[\"train\",\"none\"]}\n");
    sg_text_free(&text);
    sg_dataset_free(&data);
    check_ok(open_lines(&data,
                        "{\"nodes\":2,\"edges\":[],\"node_targets\":[[1.5,2],[null,3]],"
                        "\"split\":\"train\"}\n",
                        &err));
    assert_int_equal(data.items.target.n_columns, 2);
    assert_int_equal(data.items.part[1], SG_TRAIN);
    assert_null(data.items.item_class);
    sg_dataset_free(&data);
}

#define GOOD "{\"nodes\":1,\"edges\":[],\"node_classes\":[1]}\n"

static void refuses_json_lines(void **state)
{
    static const struct {
        const char *line, *text;
    } bad[] = {
        {"{\"nodes\":2,\"edges\":[],\"node_targets\":[1]}",
         "x.jsonl:1: targets of 1 nodes, but there are 2 nodes"},
        {"{\"nodes\":2,\"edges\":[],\"node_targets\":[1,[1,2]]}",
         "x.jsonl:1:41: 2 targets, but the nodes before have 1"},
        {"{\"nodes\":2,\"edges\":[],\"node_targets\":[null,null]}",
         "no node of this graph has a"},
        {"{\"nodes\":1,\"edges\":[],\"node_targets\":[1],\"node_classes\":[1]}",
         "one of them is needed"},
        {"{\"nodes\":1,\"edges\":[],\"node_targets\":[1],\"target\":1}",
         "one of them is needed"},
        {"{\"nodes\":1,\"edges\":[],\"node_split\":[\"test\"]}", "but have no targets"},
        {"{\"nodes\":1,\"edges\":[],\"node_classes\":[1],\"node_split\":[\"test\",\"test\"]}",
         "parts of 2 nodes, but there are 1 nodes"},
        {"{\"nodes\":2,\"edges\":[],\"node_classes\":[1,2],\"node_split\":{\"train\":[0],"
         "\"test\":[1,0]}}",
         "node 0 is in \"train\" already"},
        {"{\"nodes\":2,\"edges\":[],\"node_classes\":[1,2],\"node_split\":{\"train\":[2]}}",
         "node 2, but there are 2 nodes"},
        {"{\"nodes\":2,\"edges\":[],\"node_classes\":[1,2],\"node_split\":{\"trainee\":[1]}}",
         "train, validation, test or none is needed"},
        {"{\"nodes\":2,\"edges\":[],\"node_classes\":[1,2],\"node_split\":7}",
         "a list of parts"},
        {"{\"nodes\":1,\"edges\":[],\"node_classes\":[[]]}", "a missing target is null"},
        {GOOD "{\"nodes\":1,\"edges\":[]}",
         "x.jsonl:2: the graphs before have targets of nodes"},
        {GOOD "{\"nodes\":1,\"edges\":[],\"node_classes\":[[1,2]]}", "2 targets, but"},
        {GOOD "{\"nodes\":1,\"edges\":[],\"node_targets\":[1]}",
         "targets of nodes, but the graphs before have classes"}};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        sg_dataset data = {0};
        check_fails(open_lines(&data, bad[i].line, &err), SG_EFORMAT, bad[i].text);
        assert_null(data.name);
    }
}

static void reads_sparse_rows(void **state)
{
    sg_bundle bundle = {0};
    sg_stream *stream = NULL;
    sg_sparse_table table = {0};
    size_t n_rows = 0;
    (void)state;
    check_write(folder, "rows.txt", "9\n3:1 2:0.5\n\n8\n");
    check_ok(sg_bundle_open(&bundle, folder, &err));
    check_ok(sg_stream_open(&stream, &bundle, sg_bundle_find(&bundle, "rows.txt"), &err));
    check_ok(sg_tu_read_sparse(&table, &n_rows, stream, &err));
    assert_int_equal(n_rows, 3);
    assert_int_equal(table.n_columns, 9);
    assert_int_equal(table.column[0], 2);
    assert_int_equal(table.row[3], 3);
    sg_sparse_table_free(&table);
    sg_stream_close(stream);
    sg_bundle_close(&bundle);
}

static void refuses_tu_files(void **state)
{
    static const struct {
        const char *file, *content, *text;
    } bad[] = {{"t_node_classes.txt", "1\n?\n", "2 rows for 3 nodes"},
               {"t_node_classes.txt", "1\nx\n2\n", "t_node_classes.txt:2:1: found \"x\""},
               {"t_node_classes.txt", "1\n2\n?\n",
                "t_node_classes.txt:3: graph 2 has no node with a class"},
               {"t_node_targets.txt", "1\nnan\n2\n", "t_node_targets.txt:2:1"},
               {"t_node_parts.txt", "train\ntest\nnone\n", "the nodes have no classes"},
               {"t_node_sparse.txt", "4\n1:1\n\n5:1\n", "t_node_sparse.txt:4: column 5"},
               {"t_node_sparse.txt", "x\n", "the number of columns is needed"},
               {"t_node_sparse.txt", "4\n1:1\n", "1 rows for 3 nodes"},
               {"t_node_ids.txt", "a\n", "one for each"}};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        sg_dataset data = {0};
        char name[40];
        (void)snprintf(name, sizeof name, "tu%zu", i);
        char inner[600];
        (void)snprintf(inner, sizeof inner, "%s/%s", folder, name);
        check_write(inner, "t_A.txt", "1, 2\n2, 1\n");
        check_write(inner, "t_graph_indicator.txt", "1\n1\n2\n");
        check_write(inner, bad[i].file, bad[i].content);
        check_fails(sg_tu_open(&data, inner, 1, &err), SG_EFORMAT, bad[i].text);
    }
}

static void splits_of_nodes_from_files(void **state)
{
    sg_dataset data = {0};
    sg_splits splits = {0};
    (void)state;
    check_ok(open_tables(&data, "id,class,graph\na,1,x\nb,2,x\nc,1,y\nd,2,y\ne,1,z\nf,,z\n",
                         "u,v\na,b\n", "", &err));
    check_write(folder, "s.json",
                "[{\"test\":[4],\"model_selection\":[{\"train\":[0,1],\"validation\":[2]}]},"
                "{\"of\":\"graphs\",\"test\":[2],\"model_selection\":[{\"train\":[0],"
                "\"validation\":[1]}]}]");
    check_ok(sg_splits_read_for(&splits, path_of("s.json"), &data, &err));
    assert_int_equal(splits.fold[1].part[SG_TRAIN].n, 2);
    assert_int_equal(splits.fold[1].part[SG_TEST].n, 1);
    assert_int_equal(splits.fold[1].part[SG_TEST].index[0], 4);
    sg_splits_free(&splits);
    static const struct {
        const char *content, *text;
        sg_status status;
    } bad[] = {{"[{\"test\":[5],\"model_selection\":[{\"train\":[0,1],\"validation\":[]}]}]",
                "b.json:1:2: fold 0: node 5 is among those that test, but has no class",
                SG_EINVAL},
               {"[{\"test\":[1],\"model_selection\":[{\"train\":[0,1],\"validation\":[]}]}]",
                "node 1 is in \"test\" already", SG_EFORMAT},
               {"[{\"test\":[1],\"model_selection\":[{\"train\":[0,2],\"validation\":[]}]}]",
                "b.json:1:2: fold 0: no node of class 2 trains", SG_EINVAL},
               {"[{\"test\":[6],\"model_selection\":[{\"train\":[0,1],\"validation\":[]}]}]",
                "6", SG_EFORMAT},
               {"[{\"of\":\"graphs\",\"test\":[3],\"model_selection\":[]}]", "3", SG_EFORMAT},
               {"[{\"test\":[1],\"of\":\"graphs\",\"model_selection\":[]}]", "before the lists",
                SG_EFORMAT},
               {"[{\"of\":\"edges\"}]", "\"graphs\" or \"nodes\"", SG_EFORMAT}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        check_write(folder, "b.json", bad[i].content);
        check_fails(sg_splits_read_for(&splits, path_of("b.json"), &data, &err), bad[i].status,
                    bad[i].text);
    }
    sg_dataset_free(&data);
}

/* The pieces that the format is made of. */
static void columns_and_rows(void **state)
{
    char text[] = "id,Class\na,1\0                          ";
    sg_csv csv = sg_csv_of("t.csv", text, 13, ',');
    bool some = false;
    size_t column = 0;
    (void)state;
    check_ok(sg_csv_next(&some, &csv, &err));
    assert_int_equal(sg_table_guess(&csv, (const char *[]){"none", "class"}, 2), 1);
    assert_true(sg_table_guess(&csv, (const char *[]){"none"}, 1) == SIZE_MAX);
    check_ok(sg_table_column(&column, &csv, "1", &err));
    check_ok(sg_table_column_or(&column, &csv, NULL, "id", &err));
    assert_int_equal(column, 0);
    check_fails(sg_table_column(&column, &csv, "clas", &err), SG_EINVAL, "did you mean");
    sg_names names = {0};
    check_ok(sg_table_name_columns(&names, &csv, (size_t[]){1, 0}, 2, "a target", &err));
    assert_string_equal(sg_names_at(&names, 0), "Class");
    sg_names_free(&names);
    check_ok(sg_table_check_row(&csv, 2, &err));
    check_fails(sg_table_check_row(&csv, 3, &err), SG_EFORMAT, "found 2 fields");
    double value[2] = {0};
    check_ok(sg_table_read_reals(value, &csv, NULL, 0, "an attribute", &err));
    check_fails(sg_table_read_reals(value, &csv, (size_t[]){1, 0}, 2, "an attribute", &err),
                SG_EFORMAT, "; an attribute is a finite number");
    sg_csv_free(&csv);
    sg_node_rows nodes = {0};
    sg_edge_rows edges = {0};
    char again[] = "id,Class\na,1\nb,2\n                                ";
    char pairs[] = "u,v\nb,a\n                                ";
    check_ok(sg_node_rows_read(&nodes, "n.csv", again, 17, &(sg_import_options){0}, &err));
    check_ok(sg_edge_rows_read(&edges, &nodes, "e.csv", pairs, 8, &err));
    assert_int_equal(nodes.n, 2);
    assert_int_equal(edges.n, 1);
    assert_int_equal(edges.end[0], 1);
    sg_edge_rows_free(&edges);
    sg_node_rows_free(&nodes);
}

static sg_status open_and_free(void *context, sg_error *err)
{
    sg_dataset data = {0};
    const sg_status status = sg_data_file_open(&data, context, NULL, 1, err);
    sg_dataset_free(&data);
    return status;
}

static void survives_without_memory(void **state)
{
    char name[600];
    (void)state;
    check_write(folder, "nodes.csv", NODES);
    check_write(folder, "edges.csv", EDGES);
    (void)snprintf(name, sizeof name, "%s?edges=edges.csv", path_of("nodes.csv"));
    assert_true(check_out_of_memory(open_and_free, name) > 20);
}

/* The first of the rows between two nodes counts, whatever their direction. */
static void first_rows_of_edges(void **state)
{
    (void)state;
    uint32_t end[] = {0, 1, 3, 2, 1, 0, 2, 2, 2, 3, 2, 2}, *first = NULL, n = 7;
    double weight[] = {1, 4, 5, 9, 4, 8};
    const sg_edge_rows rows = {.n = 6, .end = end, .attribute = weight, .n_attributes = 1};
    const uint32_t wanted[] = {0, 1, 0, 3, 1, 3};
    check_ok(sg_edge_rows_first(&first, &n, &rows, false, &err));
    assert_memory_equal(first, wanted, sizeof wanted);
    assert_int_equal(n, 1); /* 0-1; 2-3 says the same twice, and loops do not count */
    sg_free(first);
    check_ok(sg_edge_rows_first(&first, &n, &rows, true, &err));
    assert_int_equal(n, 2);
    sg_free(first);
}

SG_TESTS(cmocka_unit_test(first_rows_of_edges),
         cmocka_unit_test_setup_teardown(reads_tables, set_up, tear_down),
         cmocka_unit_test_setup_teardown(several_graphs_and_targets, set_up, tear_down),
         cmocka_unit_test_setup_teardown(refuses_tables, set_up, tear_down),
         cmocka_unit_test_setup_teardown(reads_json_lines, set_up, tear_down),
         cmocka_unit_test_setup_teardown(refuses_json_lines, set_up, tear_down),
         cmocka_unit_test_setup_teardown(reads_sparse_rows, set_up, tear_down),
         cmocka_unit_test_setup_teardown(refuses_tu_files, set_up, tear_down),
         cmocka_unit_test_setup_teardown(splits_of_nodes_from_files, set_up, tear_down),
         cmocka_unit_test(columns_and_rows),
         cmocka_unit_test_setup_teardown(survives_without_memory, set_up, tear_down))
