/* test_array_api.c - what goes in as arrays comes back: words, parts and names. */
#include "sharegnn.h"

#include "support/check.h"
#include "support/folder.h"

/* ---- Two graphs with words -------------------------------------------------------------------- */

static const uint32_t OFFSET[] = {0, 3, 5}, EDGE[] = {0, 1, 1, 2, 3, 4};
static const char *const NODE_WORD[] = {"the", "cat", "sat", "the", "end"};
static const char *const EDGE_WORD[] = {"next", "next", "last"};
static const char *const CLASS_WORD[] = {"story", "credits"};
static const char *const ID[] = {"a", "b"};
static const uint8_t PART[] = {SG_TEST, SG_NO_PART};

static sg_graph_arrays two_texts(void)
{
    return (sg_graph_arrays){.size = sizeof(sg_graph_arrays),
                             .name = "texts",
                             .n_graphs = 2,
                             .graph_offset = OFFSET,
                             .n_edges = 3,
                             .edge = EDGE,
                             .class_word = CLASS_WORD,
                             .graph_id = ID,
                             .part = PART,
                             .node_label_word = NODE_WORD,
                             .edge_label_word = EDGE_WORD};
}

static void check_texts(const sg_dataset *data)
{
    const sg_data_arrays view = sg_data_view(data);
    for (uint32_t v = 0; v < 5; v++)
        assert_string_equal(sg_data_node_label_word(data, view.node_label[v]), NODE_WORD[v]);
    assert_int_equal(view.node_label[3], view.node_label[0]);
    assert_string_equal(sg_data_node_label_name(data, view.node_label[1]), "cat");
    for (uint32_t a = 0; a < 6; a++)
        assert_string_equal(sg_data_edge_label_word(data, view.edge_label[a]),
                            a < 4 ? "next" : "last");
    for (uint32_t g = 0; g < 2; g++) {
        assert_string_equal(sg_data_class_word(data, view.graph_class[g]), CLASS_WORD[g]);
        assert_string_equal(sg_data_graph_id(data, g), ID[g]);
        assert_int_equal(view.part[g], PART[g]);
    }
}

static void words_and_parts_come_back(void **state)
{
    (void)state;
    const sg_graph_arrays arrays = two_texts();
    sg_dataset *data = NULL, *lines = NULL, *folders = NULL;
    check_ok(sg_data_from_arrays(&data, &arrays, &err));
    check_texts(data);
    check_write(
        folder, "texts.jsonl",
        "{\"nodes\": [\"the\", \"cat\", \"sat\"], \"edges\": [[0, 1, \"next\"], "
        "[1, 2, \"next\"]], \"target\": \"story\", \"id\": \"a\", \"split\": \"test\"}\n"
        "{\"nodes\": [\"the\", \"end\"], \"edges\": [[0, 1, \"last\"]], "
        "\"target\": \"credits\", \"id\": \"b\"}\n");
    check_ok(sg_data_open(&lines, path_of("texts.jsonl"), NULL, &err));
    check_texts(lines);
    assert_true(sg_data_fingerprint(lines) == sg_data_fingerprint(data));
    check_ok(sg_data_write(data, folder, "texts", false, &err));
    check_ok(sg_data_open(&folders, path_of("texts"), NULL, &err));
    check_texts(folders);
    assert_true(sg_data_fingerprint(folders) == sg_data_fingerprint(data));
    sg_data_close(data);
    sg_data_close(lines);
    sg_data_close(folders);
}

static void a_builder_numbers_words_through(void **state)
{
    (void)state;
    const uint32_t first_offset[] = {0, 3}, second_offset[] = {0, 2}, second_edge[] = {0, 1};
    const int32_t label[] = {1, 2};
    sg_graph_arrays first = two_texts(), second = first, whole = first;
    sg_data_builder *builder = NULL;
    sg_dataset *data = NULL, *at_once = NULL;
    first.n_graphs = second.n_graphs = 1;
    first.graph_offset = first_offset;
    first.n_edges = 2;
    second.graph_offset = second_offset;
    second.n_edges = 1;
    second.edge = second_edge;
    second.node_label_word += 3;
    second.edge_label_word += 2;
    second.class_word++;
    second.graph_id++;
    second.part++;
    check_ok(sg_data_builder_open(&builder, "texts", &err));
    check_ok(sg_data_builder_add(builder, &first, &err));
    sg_graph_arrays other = second;
    other.node_label_word = NULL;
    other.node_label = label;
    check_fails(sg_data_builder_add(builder, &other, &err), SG_EINVAL,
                "node_label: the labels of the graphs before are words");
    other = second;
    other.part = NULL;
    check_fails(sg_data_builder_add(builder, &other, &err), SG_EINVAL,
                "part: 0 columns, but the graphs before have 1");
    check_ok(sg_data_builder_add(builder, &second, &err));
    check_ok(sg_data_builder_finish(&data, builder, &err));
    check_texts(data);
    check_ok(sg_data_from_arrays(&at_once, &whole, &err));
    assert_true(sg_data_fingerprint(data) == sg_data_fingerprint(at_once));
    sg_data_builder_close(builder);
    sg_data_close(data);
    sg_data_close(at_once);
}

/* Labels that are numbers are no words, whatever they are called. */
static void names_are_no_words(void **state)
{
    (void)state;
    static const sg_label_name name[] = {{6, "C"}};
    const int32_t label[] = {6, 6, 8, 6, 6};
    sg_graph_arrays arrays = two_texts();
    sg_dataset *data = NULL;
    arrays.node_label_word = NULL;
    arrays.edge_label_word = NULL;
    arrays.node_label = label;
    arrays.node_label_name = name;
    arrays.n_node_label_names = 1;
    check_ok(sg_data_from_arrays(&data, &arrays, &err));
    assert_string_equal(sg_data_node_label_name(data, 6), "C");
    assert_null(sg_data_node_label_word(data, 6));
    assert_null(sg_data_edge_label_word(data, 0));
    sg_data_close(data);
}

/* Programs that were compiled when the struct had fewer members. */
static void smaller_structs_say_nothing_more(void **state)
{
    (void)state;
    sg_graph_arrays arrays = two_texts();
    sg_dataset *data = NULL;
    arrays.size = offsetof(sg_graph_arrays, part);
    check_ok(sg_data_from_arrays(&data, &arrays, &err));
    assert_null(sg_data_view(data).part);
    assert_null(sg_data_view(data).node_label);
    assert_string_equal(sg_data_graph_id(data, 1), "b");
    sg_data_close(data);
}

static void check_refused(sg_graph_arrays arrays, const char *text)
{
    sg_dataset *data = NULL;
    check_fails(sg_data_from_arrays(&data, &arrays, &err), SG_EINVAL, text);
    assert_null(data);
}

static void errors_name_array_and_index(void **state)
{
    (void)state;
    static const uint8_t no_part[] = {0, 4};
    static const char *const missing[] = {"a", "b", NULL, "c", "d"}, *const no_utf8[] = {
                                                                         "a", "\xff", "b"};
    static const int32_t label[] = {1, 2, 3, 4, 5};
    static const sg_label_name name[] = {{0, "x"}};
    sg_graph_arrays arrays = two_texts();
    arrays.part = no_part;
    check_refused(arrays, "part[1]: 4; SG_TRAIN, SG_VALIDATION, SG_TEST or SG_NO_PART");
    arrays = two_texts();
    arrays.node_label_word = missing;
    check_refused(arrays, "node_label_word[2]: it is NULL");
    arrays = two_texts();
    arrays.edge_label_word = no_utf8;
    check_refused(arrays, "edge_label_word[1]: it is no UTF-8");
    arrays = two_texts();
    arrays.node_label = label;
    check_refused(arrays, "node_label_word: there is node_label, too");
    arrays = two_texts();
    arrays.n_node_labels = 2;
    check_refused(arrays, "node_label_word: words are one column, not 2");
    arrays = two_texts();
    arrays.edge_label_name = name;
    arrays.n_edge_label_names = 1;
    check_refused(arrays, "edge_label_name: there is edge_label_word, too");
}

static sg_status make_texts(void *context, sg_error *err)
{
    sg_dataset *data = NULL;
    const sg_status status = sg_data_from_arrays(&data, context, err);
    sg_data_close(data);
    return status;
}

static void survives_lack_of_memory(void **state)
{
    (void)state;
    sg_graph_arrays arrays = two_texts();
    assert_true(check_out_of_memory(make_texts, &arrays) > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_and_parts_come_back),
        cmocka_unit_test(a_builder_numbers_words_through),
        cmocka_unit_test(names_are_no_words),
        cmocka_unit_test(smaller_structs_say_nothing_more),
        cmocka_unit_test(errors_name_array_and_index),
        cmocka_unit_test(survives_lack_of_memory),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
