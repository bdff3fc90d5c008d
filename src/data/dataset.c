/* dataset.c - owning, measuring and fingerprinting a data set. */
#include "data/dataset.h"

#include "base/hash.h"
#include "base/mem.h"
#include "base/number.h"

#include <stdlib.h>
#include <string.h>

void sg_dataset_return_graphs(sg_dataset *data)
{
    sg_loans_return(&data->loans, &data->graph.graph_offset);
    sg_loans_return(&data->loans, &data->graph.arc_offset);
    sg_loans_return(&data->loans, &data->graph.neighbor);
    sg_loans_return(&data->loans, &data->node_label.value);
    sg_loans_return(&data->loans, &data->node_attribute.value);
    sg_loans_return(&data->loans, &data->edge_label.value);
    sg_loans_return(&data->loans, &data->edge_attribute.value);
}

void sg_dataset_free(sg_dataset *data)
{
    sg_dataset_return_graphs(data);
    sg_loans_return(&data->loans, &data->items.target.value);
    sg_loans_return(&data->loans, &data->items.part);
    sg_free(data->name);
    sg_graph_free(&data->graph);
    sg_free(data->node_label.value);
    sg_free(data->node_attribute.value);
    sg_sparse_table_free(&data->node_sparse);
    sg_free(data->edge_label.value);
    sg_free(data->edge_attribute.value);
    sg_items_free(&data->items);
    sg_label_names_free(&data->node_name);
    sg_label_names_free(&data->edge_name);
    sg_names_free(&data->node_attribute_name);
    sg_names_free(&data->edge_attribute_name);
    sg_names_free(&data->graph_id);
    sg_names_free(&data->node_id);
    sg_free(data->form);
    sg_reading_free(&data->reading);
    sg_free(data->rank_node);
    *data = (sg_dataset){0};
}

size_t sg_dataset_bytes(const sg_dataset *data)
{
    const size_t n_graphs = data->graph.n_graphs, n_nodes = data->graph.n_nodes,
                 n_arcs = data->graph.n_arcs;
    size_t bytes = sizeof(uint32_t) * (n_graphs + 1 + n_nodes + 1 + n_arcs);
    bytes += n_nodes * (data->node_label.n_columns * sizeof(int32_t) +
                        data->node_attribute.n_columns * sizeof(double));
    bytes += n_arcs * (data->edge_label.n_columns * sizeof(int32_t) +
                       data->edge_attribute.n_columns * sizeof(double));
    bytes += sg_sparse_table_bytes(&data->node_sparse);
    bytes += sg_items_bytes(&data->items, sg_item_count(data));
    bytes += sg_names_bytes(&data->node_name.name) + sg_names_bytes(&data->edge_name.name) +
             sg_names_bytes(&data->node_attribute_name) +
             sg_names_bytes(&data->edge_attribute_name) + sg_names_bytes(&data->graph_id) +
             sg_names_bytes(&data->node_id) + sg_reading_bytes(&data->reading);
    return bytes;
}

/* Hashing goes array by array; each contributes its length and its content as 64-bit words, so
 * that the result depends neither on the byte order nor on the width of the array's type. */
enum { CHUNK = 512 };

typedef struct fingerprint {
    uint64_t key;
    uint64_t word[CHUNK];
    size_t n;
} fingerprint;

static void flush(fingerprint *f)
{
    f->word[0] = f->key;
    f->key = sg_hash_words(f->word, f->n);
    f->n = 1;
}

static void add(fingerprint *f, uint64_t word)
{
    if (f->n == CHUNK) flush(f);
    f->word[f->n++] = word;
}

static void add_unsigned(fingerprint *f, const uint32_t *value, size_t n)
{
    add(f, n);
    for (size_t i = 0; i < n; i++) add(f, value[i]);
}

static void add_labels(fingerprint *f, const sg_label_table *table, size_t n_rows)
{
    const size_t n = n_rows * table->n_columns;
    add(f, table->n_columns);
    for (size_t i = 0; i < n; i++) add(f, (uint64_t)(int64_t)table->value[i]);
}

static void add_values(fingerprint *f, const sg_value_table *table, size_t n_rows)
{
    const size_t n = n_rows * table->n_columns;
    add(f, table->n_columns);
    for (size_t i = 0; i < n; i++) {
        const double value = table->value[i] == 0 ? 0.0 : table->value[i]; /* -0 equals 0 */
        uint64_t bits;
        memcpy(&bits, &value, sizeof bits);
        add(f, value != value ? UINT64_MAX : bits); /* one pattern for every NaN */
    }
}

/* Where there is none, nothing is added. */
static void add_sparse(fingerprint *f, const sg_sparse_table *table)
{
    if (table->row == NULL) return;
    const uint64_t n = table->row[table->n_rows];
    add(f, table->n_columns);
    for (uint32_t v = 0; v < table->n_rows; v++) add(f, table->row[v + 1]);
    for (uint64_t e = 0; e < n; e++) {
        const float value = table->value[e] == 0 ? 0.0F : table->value[e];
        uint32_t bits;
        memcpy(&bits, &value, sizeof bits);
        add(f, (uint64_t)table->column[e] << 32 | bits);
    }
}

static void add_items(fingerprint *f, const sg_dataset *data)
{
    const sg_items *items = &data->items;
    const uint32_t n = sg_item_count(data);
    add_unsigned(f, items->item_class, items->item_class != NULL ? n : 0);
    add(f, items->n_classes);
    for (uint32_t c = 0; c < items->n_classes; c++) add(f, (uint64_t)items->class_name[c]);
    add_values(f, &items->target, n);
    if (items->kind != SG_ITEM_GRAPH) add(f, items->kind);
}

/* Words that are content: of labels and classes.  Where there are none, nothing is added, so that
 * data sets without words keep the fingerprints they always had. */
static void add_words(fingerprint *f, const sg_dataset *data)
{
    const sg_label_names *const label[] = {&data->node_name, &data->edge_name};
    for (uint64_t k = 0; k < 2; k++) {
        if (label[k]->content == NULL || label[k]->name.n == 0) continue;
        add(f, k);
        add(f, (uint64_t)(int64_t)label[k]->label[0]);
        add(f, label[k]->name.n);
        for (uint32_t i = 0; i < label[k]->name.n; i++) add(f, label[k]->content[i]);
    }
    for (uint32_t c = 0; c < data->items.class_word.n; c++) {
        const char *word = sg_names_at(&data->items.class_word, c);
        add(f, sg_hash_bytes(word, strlen(word)));
    }
}

uint64_t sg_dataset_fingerprint(const sg_dataset *data)
{
    const sg_graph *graph = &data->graph;
    fingerprint f = {.n = 1};
    /* The offsets of nothing may be missing: {0} is a data set too. */
    add_unsigned(&f, graph->graph_offset, graph->n_graphs > 0 ? graph->n_graphs + 1 : 0);
    add_unsigned(&f, graph->arc_offset, graph->n_nodes > 0 ? graph->n_nodes + 1 : 0);
    add_unsigned(&f, graph->neighbor, graph->n_arcs);
    add_labels(&f, &data->node_label, graph->n_nodes);
    add_values(&f, &data->node_attribute, graph->n_nodes);
    add_labels(&f, &data->edge_label, graph->n_arcs);
    add_values(&f, &data->edge_attribute, graph->n_arcs);
    add_items(&f, data);
    add_sparse(&f, &data->node_sparse);
    add_words(&f, data);
    /* Simple and undirected graphs keep the fingerprints they always had. */
    if (sg_arcs_are_special(graph->rules))
        add(&f, (graph->rules.directed ? 1U : 0U) | (graph->rules.loops ? 2U : 0U));
    flush(&f);
    return f.key;
}

uint32_t sg_item_count(const sg_dataset *data)
{
    switch (data->items.kind) {
    case SG_ITEM_GRAPH:
        return data->graph.n_graphs;
    case SG_ITEM_NODE:
        return data->graph.n_nodes;
    }
    return 0;
}

uint32_t sg_dataset_columns(const sg_dataset *data)
{
    return (data->node_label.n_columns > 0 ? SG_NODE_LABELS : 0U) |
           (data->node_attribute.n_columns > 0 ? SG_NODE_ATTRIBUTES : 0U) |
           (data->node_sparse.row != NULL ? SG_NODE_SPARSE : 0U) |
           (data->edge_label.n_columns > 0 ? SG_EDGE_LABELS : 0U) |
           (data->edge_attribute.n_columns > 0 ? SG_EDGE_ATTRIBUTES : 0U) |
           (data->graph.rules.directed ? SG_DIRECTIONS : 0U) |
           (data->graph.rules.loops ? SG_SELF_LOOPS : 0U);
}

sg_status sg_dataset_check_room(const sg_dataset *data, uint32_t room, const char *holder,
                                sg_error *err)
{
    static const char *const WORDS[] = {
        "labels of nodes", "attributes of nodes", "sparse attributes of nodes",
        "labels of edges", "attributes of edges", "directions of edges",
        "self-loops"};
    const uint32_t left = sg_dataset_columns(data) & ~room;
    for (uint32_t i = 0; left != 0 && i < sizeof WORDS / sizeof *WORDS; i++)
        if ((left >> i & 1) != 0)
            return sg_error_set(err, SG_EINVAL, SG_WHERE, "%s: %s has no room for %s",
                                data->name != NULL ? data->name : "data", holder, WORDS[i]);
    return SG_OK;
}
