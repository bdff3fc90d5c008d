/* test_line_reader.c - lines of any format, one by one and as files. */
#include "formats/line_reader.h"

#include "base/mem.h"
#include "support/check.h"

static const sg_place PLACE = {"x.smi", 7, 1};

static void records_are_read_line_by_line(void **state)
{
    (void)state;
    sg_line_reader reader = {.format = &sg_format_smiles};
    sg_record record = {0};
    check_ok(sg_line_read(&record, &reader, "CCO ethanol", 11, PLACE, &err));
    assert_int_equal(record.n_nodes, 3);
    assert_int_equal(record.n_edges, 2);
    assert_string_equal(record.id.data, "ethanol");
    /* The record is cleared first, and blanks at the end do not count. */
    check_ok(sg_line_read(&record, &reader, "C \t\r", 4, PLACE, &err));
    assert_int_equal(record.n_nodes, 1);
    assert_int_equal(record.n_edges, 0);
    assert_false(record.has_id);
    check_fails(sg_line_read(&record, &reader, "CC(", 3, PLACE, &err), SG_EFORMAT, "x.smi:7:");
    check_ok(
        sg_line_read(&record, &reader, "CC", 2, PLACE, &err)); /* the next line can be read */
    assert_int_equal(record.n_nodes, 2);
    sg_record_free(&record);
    sg_line_reader_free(&reader);
}

static void records_are_collected_with_their_place(void **state)
{
    (void)state;
    sg_record_collector collector = {0};
    sg_record record = {0};
    sg_dataset data = {0};
    const sg_line_reader reader = {.format = &sg_format_smiles};
    check_ok(sg_record_labeled_nodes(&record, 1, &err));
    record.node[0] = 6;
    check_ok(sg_line_collect(&collector, &record, PLACE, &err));
    /* Graphs with attributes do not go with graphs without. */
    check_ok(sg_record_attributes(&record, 2, &err));
    check_fails(sg_line_collect(&collector, &record, (sg_place){"x.smi", 8, 0}, &err),
                SG_EFORMAT, "x.smi:8: ");
    check_ok(sg_line_finish(&data, &collector, &reader, "x", "x.smi", &err));
    assert_int_equal(data.graph.n_graphs, 1);
    assert_int_equal(data.node_label.value[0], 6);
    sg_dataset_free(&data);
    sg_record_free(&record);
    sg_record_collector_free(&collector);
}

static sg_status read_text(sg_dataset *data, const char *text, sg_error *err)
{
    char bytes[200] = {0}; /* zeros behind the text */
    strcpy(bytes, text);
    const sg_format_input input = {
        .path = "dir/x.smi", .name = "x", .text = bytes, .size = strlen(text), .n_threads = 1};
    return sg_lines_read(data, &sg_format_smiles, &input, err);
}

static void files_are_read_whole(void **state)
{
    (void)state;
    sg_dataset data = {0};
    /* A byte order mark, an empty line, a line that ends with a return, and a last one without end. */
    check_ok(read_text(&data,
                       "\xef\xbb\xbf"
                       "CC a\n \t\nC b\r\nCCC c",
                       &err));
    assert_string_equal(data.name, "x");
    assert_int_equal(data.graph.n_graphs, 3);
    const uint32_t offset[4] = {0, 2, 3, 6};
    assert_memory_equal(data.graph.graph_offset, offset, sizeof offset);
    for (uint32_t g = 0; g < 3; g++)
        assert_string_equal(sg_names_at(&data.graph_id, g),
                            ((const char *[]){"a", "b", "c"})[g]);
    /* The format has names for its labels. */
    assert_string_equal(sg_label_names_find(&data.node_name, 60003), "CH3");
    sg_dataset_free(&data);
    const long live = sg_mem_live();
    check_fails(read_text(&data, "CC\n\nC(\n", &err), SG_EFORMAT, "dir/x.smi:3:");
    assert_int_equal(sg_mem_live(), live);
    assert_null(data.name); /* untouched */
}

static sg_status read_again(void *context, sg_error *err)
{
    (void)context;
    sg_dataset data = {0};
    const sg_status status = read_text(&data, "CCO a\nc1ccccc1 b\n", err);
    sg_dataset_free(&data);
    return status;
}

static void memory_may_run_out(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(read_again, NULL) > 20);
}

SG_TESTS(cmocka_unit_test(records_are_read_line_by_line),
         cmocka_unit_test(records_are_collected_with_their_place),
         cmocka_unit_test(files_are_read_whole), cmocka_unit_test(memory_may_run_out))
