/* fuzz_json_graph.c - JSON lines; what is read is written, and read again to the same. */
#include "fuzz/fuzz.h"

#include "base/mem.h"
#include "formats/json/json_graph.h"
#include "formats/line_reader.h"

static sg_status read_lines(sg_dataset *data, const char *text, size_t size, sg_error *err)
{
    sg_status status = SG_OK;
    sg_line_reader reader = {.format = &sg_format_json_lines};
    sg_record_collector collector = {0};
    SG_TRY(sg_lines_collect(&collector, &reader, "x.jsonl", text, size, err));
    SG_TRY(sg_line_finish(data, &collector, &reader, "x", "x.jsonl", err));
done:
    sg_record_collector_free(&collector);
    sg_line_reader_free(&reader);
    return status;
}

/* Classes that are numbers lose the number's spelling, 1.0 becomes 1; all else is the same. */
static void check_round_trip(const sg_dataset *data)
{
    sg_text text = {0};
    sg_dataset again = {0};
    sg_error err = {0};
    for (uint32_t g = 0; g < data->graph.n_graphs; g++)
        FUZZ_CHECK(sg_json_graph_write(&text, data, g, &err) == SG_OK);
    FUZZ_CHECK(read_lines(&again, text.data, text.size, &err) == SG_OK);
    FUZZ_CHECK(again.graph.n_graphs == data->graph.n_graphs);
    FUZZ_CHECK(again.graph.n_nodes == data->graph.n_nodes);
    FUZZ_CHECK(again.graph.n_arcs == data->graph.n_arcs);
    FUZZ_CHECK(again.items.n_classes == data->items.n_classes);
    sg_dataset_free(&again);
    sg_text_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    sg_dataset data = {0};
    sg_error err = {0};
    const long live = sg_mem_live();
    if (size > 0 && read_lines(&data, (const char *)bytes, size, &err) == SG_OK) {
        if (data.graph.n_nodes < 100000) check_round_trip(&data);
    } else if (size > 0) {
        FUZZ_CHECK(err.text[0] != '\0' && data.name == NULL);
    }
    sg_dataset_free(&data);
    FUZZ_CHECK(sg_mem_live() == live);
    return 0;
}
