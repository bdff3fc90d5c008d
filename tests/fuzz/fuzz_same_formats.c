/* fuzz_same_formats.c - the same graphs as JSON and in TU Dortmund's format are the same data. */
#include "fuzz/byte_graphs.h"

#include "base/mem.h"
#include "formats/line_reader.h"

#include <string.h>

static void read_json(sg_dataset *data, const byte_graphs *all)
{
    sg_text text = {0};
    sg_error err = {0};
    sg_line_reader reader = {.format = &sg_format_json_lines};
    sg_record_collector collector = {0};
    byte_graphs_json(&text, all);
    FUZZ_CHECK(sg_lines_collect(&collector, &reader, "x", text.data, text.size, &err) == SG_OK);
    FUZZ_CHECK(sg_line_finish(data, &collector, &reader, "X", "x", &err) == SG_OK);
    sg_record_collector_free(&collector);
    sg_line_reader_free(&reader);
    sg_text_free(&text);
}

static void check_numbers(const void *a, const void *b, size_t n, size_t size)
{
    FUZZ_CHECK((a == NULL) == (b == NULL));
    FUZZ_CHECK(n == 0 || a == NULL || memcmp(a, b, n * size) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    byte_source source = {bytes, bytes + size};
    byte_graphs all;
    sg_dataset json = {0}, tu = {0};
    const long live = sg_mem_live();
    byte_graphs_read(&all, &source);
    read_json(&json, &all);
    byte_graphs_open(&tu, &all);
    const sg_graph *a = &json.graph, *b = &tu.graph;
    FUZZ_CHECK(a->n_graphs == b->n_graphs && a->n_nodes == b->n_nodes &&
               a->n_arcs == b->n_arcs);
    check_numbers(a->graph_offset, b->graph_offset, a->n_graphs + (size_t)1, sizeof(uint32_t));
    check_numbers(a->arc_offset, b->arc_offset, a->n_nodes + (size_t)1, sizeof(uint32_t));
    check_numbers(a->neighbor, b->neighbor, a->n_arcs, sizeof(uint32_t));
    check_numbers(json.node_label.value, tu.node_label.value, a->n_nodes, sizeof(int32_t));
    if (a->n_arcs > 0)
        check_numbers(json.edge_label.value, tu.edge_label.value, a->n_arcs, sizeof(int32_t));
    FUZZ_CHECK(json.items.n_classes == tu.items.n_classes);
    check_numbers(json.items.item_class, tu.items.item_class, a->n_graphs, sizeof(uint32_t));
    sg_dataset_free(&json);
    sg_dataset_free(&tu);
    FUZZ_CHECK(sg_mem_live() == live);
    return 0;
}
