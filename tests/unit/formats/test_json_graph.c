/* test_json_graph.c - graphs in JSON lines, there and back. */
#include "formats/json/json_graph.h"

#include "base/mem.h"
#include "data/part.h"
#include "formats/line_reader.h"
#include "support/check.h"

static sg_status read_lines(sg_dataset *data, const char *text, sg_error *err)
{
    sg_status status = SG_OK;
    sg_line_reader reader = {.format = &sg_format_json_lines};
    sg_record_collector collector = {0};
    SG_TRY(sg_lines_collect(&collector, &reader, "x.jsonl", text, strlen(text), err));
    SG_TRY(sg_line_finish(data, &collector, &reader, "x", "x.jsonl", err));
done:
    sg_record_collector_free(&collector);
    sg_line_reader_free(&reader);
    return status;
}

static void write_lines(sg_text *text, const sg_dataset *data)
{
    for (uint32_t g = 0; g < data->graph.n_graphs; g++)
        check_ok(sg_json_graph_write(text, data, g, &err));
}

static void check_same_lines(const char *text, const char *expected)
{
    sg_dataset data = {0};
    sg_text written = {0};
    check_ok(read_lines(&data, text, &err));
    write_lines(&written, &data);
    assert_string_equal(written.data, expected);
    sg_text_free(&written);
    sg_dataset_free(&data);
}

static void check_refused(const char *text, const char *part)
{
    sg_dataset data = {0};
    const long live = sg_mem_live();
    check_fails(read_lines(&data, text, &err), SG_EFORMAT, part);
    assert_int_equal(sg_mem_live(), live);
}

static void reads_graphs(void **state)
{
    (void)state;
    sg_dataset data = {0};
    check_ok(
        read_lines(&data,
                   "{\"nodes\": [6, 6, 8], \"edges\": [[0, 1, 1], [2, 1, 2]], \"target\": 1, "
                   "\"id\": \"ethanol\", \"note\": {\"a\": [1]}}\n\n"
                   "{\"edges\": [], \"nodes\": [6], \"target\": 0, \"id\": 7}",
                   &err));
    assert_int_equal(data.graph.n_graphs, 2);
    assert_int_equal(data.graph.n_nodes, 4);
    assert_int_equal(data.graph.n_arcs, 4);
    assert_int_equal(data.node_label.value[2], 8);
    assert_int_equal(data.edge_label.value[2], 2); /* 1 -> 2 */
    assert_int_equal(data.items.n_classes, 2);
    assert_int_equal(data.items.item_class[0], 1);
    assert_int_equal(data.items.target.n_columns, 1);
    assert_string_equal(sg_names_at(&data.graph_id, 0), "ethanol");
    assert_string_equal(sg_names_at(&data.graph_id, 1), "7");
    assert_int_equal(data.repairs.one_way, 0);
    sg_dataset_free(&data);
}

static void reads_words(void **state)
{
    (void)state;
    sg_dataset data = {0};
    check_ok(read_lines(&data,
                        "{\"nodes\": [\"b\", \"a\", 3, \"b\"], \"edges\": [[0, 1, \"x\"]], "
                        "\"target\": \"yes\"}\n"
                        "{\"nodes\": [\"\\u00e9\"], \"edges\": [], \"target\": \"no\"}",
                        &err));
    /* words are numbered behind the numbers, in the order in which they come */
    const int32_t expected[] = {4, 5, 3, 4, 6};
    for (int v = 0; v < 5; v++) assert_int_equal(data.node_label.value[v], expected[v]);
    assert_string_equal(sg_label_names_find(&data.node_name, 6), "\xc3\xa9");
    assert_non_null(data.node_name.content);
    assert_string_equal(sg_label_names_find(&data.edge_name, 0), "x");
    assert_string_equal(sg_names_at(&data.items.class_word, 0), "no");
    assert_int_equal(data.items.item_class[0], 1);
    assert_null(data.items.target.value);
    sg_dataset_free(&data);
}

static void there_and_back(void **state)
{
    (void)state;
    static const char *const same[] = {
        "{\"nodes\":3,\"edges\":[[0,1],[1,2]]}\n",
        "{\"nodes\":[\"a\",\"b\"],\"edges\":[[0,1,\"x\"]],\"target\":\"t\",\"id\":\"i\"}\n",
        "{\"nodes\":[[0.5,1],[2,3e-07]],\"edges\":[],\"target\":0.5}\n"
        "{\"nodes\":[[1,1]],\"edges\":[],\"target\":null}\n",
        "{\"nodes\":[{\"label\":-3,\"attributes\":[1]}],\"edges\":[],\"target\":[1,null]}\n",
        "{\"nodes\":0,\"edges\":[],\"split\":\"train\"}\n{\"nodes\":1,\"edges\":[],\"split\":"
        "\"none\"}\n",
        "{\"nodes\":[\"a\\n\\\"b\"],\"edges\":[]}\n"};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) check_same_lines(same[i], same[i]);
    check_same_lines("{\"edges\":[[1,0],[0,1],[1,1]],\"nodes\":[1,2]}",
                     "{\"nodes\":[1,2],\"edges\":[[0,1]]}\n");
}

static void refuses_wrong_graphs(void **state)
{
    (void)state;
    check_refused("", "x.jsonl: it is empty");
    check_refused("[]", "x.jsonl:1:1: ");
    check_refused("{}", "x.jsonl:1:1: a graph needs \"nodes\"");
    check_refused("\n{\"nodes\": 2, \"edge\": []}",
                  "x.jsonl:2:14: unknown key \"edge\"; did you mean "
                  "\"edges\"?");
    check_refused("{\"nodes\": 2, \"nodes\": 2}", "occurs twice");
    check_refused("{\"nodes\": -1}", "x.jsonl:1:11: ");
    check_refused("{\"nodes\": [1.5]}", "real numbers are attributes, in a list");
    check_refused("{\"nodes\": [-2000000000]}", "from -1073741824");
    check_refused("{\"nodes\": [null]}", "a label is a text or a whole number");
    check_refused("{\"nodes\": [[1], [1, 2]]}",
                  "x.jsonl:1:17: 2 attributes, but the nodes before");
    check_refused("{\"nodes\": [[1], 2]}", "no attributes, but the nodes before have 1");
    check_refused("{\"nodes\": [2, [1]]}", "1 attributes, but the nodes before have 0");
    check_refused("{\"nodes\": [{\"lable\": 1}]}", "a node has \"label\" and \"attributes\"");
    check_refused("{\"nodes\": 2, \"edges\": [[0, 2]]}", "x.jsonl:1: the edge from 0 to 2");
    check_refused("{\"nodes\": 2, \"edges\": [[0]]}", "x.jsonl:1:");
    check_refused("{\"nodes\": 2, \"edges\": [[0, 1, 2, 3]]}",
                  "an edge is two node numbers and a label, if any");
    check_refused("{\"nodes\": 2, \"edges\": [0, 1]}", "an edge is a list");
    check_refused("{\"nodes\": 1, \"target\": true}", "a target is a number, a text or null");
    check_refused("{\"nodes\": 1, \"split\": \"sometimes\"}",
                  "train, validation, test or none");
    check_refused("{\"nodes\": 1} {}", "x.jsonl:1:");
    check_refused("{\"nodes\": [\"a\\u0000\"]}", "zero byte");
    check_refused("{\"nodes\": 1, \"target\": 1}\n{\"nodes\": 1}",
                  "x.jsonl:2: 0 targets, but the graphs before have 1");
    check_refused("{\"nodes\": [[1]]}\n{\"nodes\": [1]}",
                  "x.jsonl:2: 0 attributes per node, but the graphs before have 1");
    check_refused("{\"nodes\": 1, \"target\": [\"a\", 1]}",
                  "of several targets each must be a number");
    check_refused("{\"nodes\": 1, \"target\": \"a\"}\n{\"nodes\": 1, \"target\": null}",
                  "x.jsonl:2: found no class");
}

static sg_status parse(sg_record *record, const char *text, sg_error *err)
{
    return sg_json_graph_parse(record, text, strlen(text), (sg_place){"x.jsonl", 4, 1}, err);
}

static void a_line_becomes_a_record(void **state)
{
    (void)state;
    sg_record record = {0};
    check_ok(parse(&record,
                   "{\"nodes\": [6, \"O\", 8], \"edges\": [[2, 0, 5], [1, 0, 4]], \"target\": "
                   "[1.5, null], \"id\": 12, \"split\": \"test\"}",
                   &err));
    assert_int_equal(record.n_nodes, 3);
    assert_true(record.has_node_labels && record.has_edge_labels);
    assert_int_equal(record.node[0], 6);
    assert_int_equal(record.node[1], SG_RECORD_WORD(0));
    assert_string_equal(sg_names_at(&record.node_word, 0), "O");
    assert_int_equal(record.n_edges, 2);
    assert_true(record.edge[0].from == 2 && record.edge[0].to == 0 &&
                record.edge[0].label == 5);
    assert_true(record.edge[1].from == 1 && record.edge[1].to == 0 &&
                record.edge[1].label == 4);
    assert_int_equal(record.target.n, 2);
    assert_string_equal(sg_names_at(&record.target, 0), "1.5");
    assert_string_equal(sg_names_at(&record.target, 1), "");
    assert_string_equal(record.id.data, "12");
    assert_int_equal(record.part, SG_TEST);
    sg_record_clear(&record);
    check_ok(parse(&record, "{\"nodes\": 2, \"edges\": []}", &err));
    assert_int_equal(record.n_nodes, 2);
    assert_false(record.has_node_labels || record.has_edge_labels || record.has_id);
    sg_record_clear(&record);
    check_fails(parse(&record, "{\"nodes\": 2,, }", &err), SG_EFORMAT, "x.jsonl:4:13");
    sg_record_clear(&record);
    check_fails(parse(&record, "{\"nodes\": 2, \"edges\": [[0]]}", &err), SG_EFORMAT,
                "x.jsonl:4:");
    sg_record_free(&record);
}

static sg_status read_and_write(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    sg_dataset data = {0};
    sg_text text = {0};
    (void)context;
    SG_TRY(read_lines(
        &data,
        "{\"nodes\": [{\"label\": \"a\", \"attributes\": [1]}, {\"label\": \"b\", "
        "\"attributes\": [2]}], \"edges\": [[0, 1, \"x\"]], \"target\": \"p\", \"id\": "
        "\"i\", \"split\": \"test\"}\n"
        "{\"nodes\": [], \"edges\": [], \"target\": \"q\"}\n",
        err));
    SG_TRY(sg_json_graph_write(&text, &data, 0, err));
done:
    sg_dataset_free(&data);
    sg_text_free(&text);
    return status;
}

static void survives_without_memory(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(read_and_write, NULL) > 20);
}

/* Nothing is lost without a word. */
static void what_has_no_room_is_refused(void **state)
{
    (void)state;
    uint32_t offset[2] = {0};
    uint64_t row = 0;
    char name[] = "net";
    sg_text text = {0};
    sg_dataset data = {.name = name,
                       .graph = {.n_graphs = 1, .graph_offset = offset, .arc_offset = offset},
                       .node_sparse = {.row = &row, .n_columns = 7}};
    check_fails(sg_json_graph_write(&text, &data, 0, &err), SG_EINVAL,
                "net: a JSON line has no room for sparse attributes of nodes");
    data.node_sparse.row = NULL;
    data.edge_attribute.n_columns = 1;
    check_fails(sg_json_graph_write(&text, &data, 0, &err), SG_EINVAL,
                "net: a JSON line has no room for attributes of edges");
    data.edge_attribute.n_columns = 0;
    data.node_label.n_columns = 2;
    check_fails(sg_json_graph_write(&text, &data, 0, &err), SG_EINVAL, "several labels each");
    assert_int_equal(text.size, 0);
    sg_text_free(&text);
}

SG_TESTS(cmocka_unit_test(a_line_becomes_a_record),
         cmocka_unit_test(what_has_no_room_is_refused), cmocka_unit_test(reads_graphs),
         cmocka_unit_test(reads_words), cmocka_unit_test(there_and_back),
         cmocka_unit_test(refuses_wrong_graphs), cmocka_unit_test(survives_without_memory))
