/* fuzz_graph6.c - lines of graph6 and sparse6; what is read is written in both, and read again to the
 * same. */
#include "fuzz/fuzz.h"

#include "base/mem.h"
#include "formats/line_reader.h"

#include <string.h>

static sg_status read_lines(sg_dataset *data, const sg_format *format, const char *text,
                            size_t size, sg_error *err)
{
    sg_status status = SG_OK;
    sg_line_reader reader = {.format = format};
    sg_record_collector collector = {0};
    SG_TRY(sg_lines_collect(&collector, &reader, "x", text, size, err));
    SG_TRY(sg_line_finish(data, &collector, &reader, "x", "x", err));
done:
    sg_record_collector_free(&collector);
    sg_line_reader_free(&reader);
    return status;
}

static void check_round_trip(const sg_dataset *data, const sg_format *format)
{
    sg_text text = {0};
    sg_dataset again = {0};
    sg_error err = {0};
    const sg_graph *graph = &data->graph;
    for (uint32_t g = 0; g < graph->n_graphs; g++)
        FUZZ_CHECK(format->write_line(&text, data, g, &err) == SG_OK);
    FUZZ_CHECK(read_lines(&again, format, text.data, text.size, &err) == SG_OK);
    FUZZ_CHECK(again.graph.n_graphs == graph->n_graphs);
    FUZZ_CHECK(again.graph.n_nodes == graph->n_nodes);
    FUZZ_CHECK(again.graph.n_arcs == graph->n_arcs);
    FUZZ_CHECK(graph->n_arcs == 0 || memcmp(again.graph.neighbor, graph->neighbor,
                                            graph->n_arcs * sizeof *graph->neighbor) == 0);
    sg_dataset_free(&again);
    sg_text_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static const sg_format *const formats[] = {&sg_format_graph6, &sg_format_sparse6};
    sg_dataset data = {0};
    sg_error err = {0};
    const long live = sg_mem_live();
    if (size < 2 || size > 4096) return 0;
    const sg_format *format = formats[bytes[0] % 2];
    if (read_lines(&data, format, (const char *)bytes + 1, size - 1, &err) == SG_OK) {
        for (int i = 0; i < 2 && data.graph.n_nodes < 3000; i++)
            check_round_trip(&data, formats[i]);
    } else {
        FUZZ_CHECK(err.text[0] != '\0' && data.name == NULL);
    }
    sg_dataset_free(&data);
    FUZZ_CHECK(sg_mem_live() == live);
    return 0;
}
