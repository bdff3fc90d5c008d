/* fuzz_tu.c - a data set in one text (see text_bundle.h) through the TU reader. */
#include "fuzz/fuzz.h"

#include "base/mem.h"
#include "formats/tu_reader.h"
#include "support/text_bundle.h"

#include <math.h>

static void check_offsets(const uint32_t *offset, uint32_t n, uint32_t end)
{
    FUZZ_CHECK(offset[0] == 0 && offset[n] == end);
    for (uint32_t i = 0; i < n; i++) FUZZ_CHECK(offset[i] <= offset[i + 1]);
}

static bool has_arc(const sg_graph *graph, uint32_t u, uint32_t v)
{
    for (uint32_t a = graph->arc_offset[u]; a < graph->arc_offset[u + 1]; a++)
        if (graph->neighbor[a] == v) return true;
    return false;
}

/* Simple, undirected, sorted, and no arc leaves its graph. */
static void check_graph(const sg_graph *graph)
{
    check_offsets(graph->graph_offset, graph->n_graphs, graph->n_nodes);
    check_offsets(graph->arc_offset, graph->n_nodes, graph->n_arcs);
    for (uint32_t g = 0; g < graph->n_graphs; g++)
        for (uint32_t u = graph->graph_offset[g]; u < graph->graph_offset[g + 1]; u++)
            for (uint32_t a = graph->arc_offset[u]; a < graph->arc_offset[u + 1]; a++) {
                const uint32_t v = graph->neighbor[a];
                FUZZ_CHECK(v != u);
                FUZZ_CHECK(v >= graph->graph_offset[g] && v < graph->graph_offset[g + 1]);
                FUZZ_CHECK(a == graph->arc_offset[u] || graph->neighbor[a - 1] < v);
                FUZZ_CHECK(has_arc(graph, v, u));
            }
}

static void check_labels(const sg_label_table *table, uint32_t n_rows)
{
    FUZZ_CHECK((table->value != NULL) == (table->n_columns > 0));
    int64_t sum = 0; /* touch every value, so that a short table gets noticed */
    for (size_t i = 0; i < (size_t)n_rows * table->n_columns; i++) sum += table->value[i];
    FUZZ_CHECK(sum != INT64_MIN);
}

static void check_values(const sg_value_table *table, uint32_t n_rows, bool may_miss)
{
    FUZZ_CHECK((table->value != NULL) == (table->n_columns > 0));
    for (size_t i = 0; i < (size_t)n_rows * table->n_columns; i++)
        FUZZ_CHECK(isfinite(table->value[i]) || (may_miss && isnan(table->value[i])));
}

static void check_classes(const sg_dataset *data)
{
    if (data->items.item_class == NULL) return;
    for (uint32_t g = 0; g < data->graph.n_graphs; g++)
        FUZZ_CHECK(data->items.item_class[g] < data->items.n_classes);
    for (uint32_t c = 1; c < data->items.n_classes; c++)
        FUZZ_CHECK(data->items.class_name[c - 1] < data->items.class_name[c]);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    text_bundle files;
    sg_bundle bundle = {0};
    sg_dataset data = {0};
    sg_error err = {0};
    const long live = sg_mem_live();
    text_bundle_split(&files, (const char *)bytes, size);
    if (sg_bundle_from_memory(&bundle, "memory", files.file, files.n_files, &err) != SG_OK)
        return 0;
    const sg_status status = sg_tu_read(&data, &bundle, 1, &err);
    FUZZ_CHECK(status == err.status);
    if (status == SG_OK) {
        check_graph(&data.graph);
        check_labels(&data.node_label, data.graph.n_nodes);
        check_labels(&data.edge_label, data.graph.n_arcs);
        check_values(&data.node_attribute, data.graph.n_nodes, false);
        check_values(&data.edge_attribute, data.graph.n_arcs, false);
        check_values(&data.items.target, data.graph.n_graphs, true);
        check_classes(&data);
        (void)sg_dataset_fingerprint(&data);
    } else {
        FUZZ_CHECK(err.text[0] != '\0' && data.name == NULL);
    }
    sg_dataset_free(&data);
    sg_bundle_close(&bundle);
    FUZZ_CHECK(sg_mem_live() == live);
    return 0;
}
