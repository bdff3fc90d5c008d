/* fuzz_table.c - a line of settings, then a table. */
#include "fuzz/fuzz.h"

#include "base/mem.h"
#include "formats/table_file.h"

#include <string.h>

static void check_data(const sg_dataset *data)
{
    const sg_graph *graph = &data->graph;
    FUZZ_CHECK(graph->n_graphs > 0 && graph->graph_offset[graph->n_graphs] == graph->n_nodes);
    for (uint32_t g = 0; data->items.item_class != NULL && g < graph->n_graphs; g++)
        FUZZ_CHECK(data->items.item_class[g] < data->items.n_classes);
    FUZZ_CHECK(data->graph_id.n == 0 || data->graph_id.n == graph->n_graphs);
    FUZZ_CHECK(data->items.class_word.n == 0 ||
               data->items.class_word.n == data->items.n_classes);
    for (uint32_t v = 0; data->node_name.content != NULL && v < graph->n_nodes; v++)
        FUZZ_CHECK(sg_label_names_find(&data->node_name, data->node_label.value[v]) != NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    enum { PADDING = 32 };
    const uint8_t *newline = size > 0 ? memchr(bytes, '\n', size) : NULL;
    if (newline == NULL) return 0;
    const size_t n_settings = (size_t)(newline - bytes), n_text = size - n_settings - 1;
    sg_import_options options = {0};
    sg_dataset data = {0};
    sg_error err = {0};
    const long live = sg_mem_live();
    char *settings = sg_alloc(n_settings + 1, 1), *text = sg_alloc(n_text + PADDING, 1);
    FUZZ_CHECK(settings != NULL && text != NULL);
    memcpy(settings, bytes, n_settings);
    memcpy(text, newline + 1, n_text);
    sg_status status = sg_import_options_parse(&options, settings, &err);
    const size_t n_pixels = (size_t)options.width * options.height;
    if (status == SG_OK && n_pixels <= 4096)
        status = sg_table_read(&data, "x", "x.csv", text, n_text, ',', &options, &err);
    if (status == SG_OK && n_pixels <= 4096) check_data(&data);
    if (status != SG_OK) FUZZ_CHECK(err.text[0] != '\0' && data.name == NULL);
    sg_dataset_free(&data);
    sg_import_options_free(&options);
    sg_free(settings);
    sg_free(text);
    FUZZ_CHECK(sg_mem_live() == live);
    return 0;
}
