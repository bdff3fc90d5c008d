/* node_format.c - two tables become a data set. */
#include "formats/tables/node_tables.h"

#include "base/file.h"
#include "base/mem.h"
#include "data/nodes/node_parts.h"
#include "data/record_targets.h"

#include <string.h>

static const size_t MAX_FILE = (size_t)1 << 34;

/* The edges' file: as it is called, or beside the file of the nodes. */
static sg_status find_edges(sg_text *path, const char *nodes, const char *edges, sg_error *err)
{
    size_t folder = strlen(nodes);
    while (folder > 0 && nodes[folder - 1] != '/') folder--;
    if (edges[0] == '/' || sg_path_exists(edges)) folder = 0;
    return sg_text_add(path, err, "%.*s%s", (int)folder, nodes, edges);
}

static sg_status read_edges(sg_edge_rows *edges, const sg_node_rows *nodes, const char *path,
                            sg_error *err)
{
    sg_status status = SG_OK;
    sg_text text = {0};
    SG_TRY(sg_file_read(&text, path, MAX_FILE, err));
    const size_t size = text.size;
    SG_TRY(sg_text_add_bytes(&text, (char[32]){0}, 32, err)); /* numbers are read in steps */
    SG_TRY(sg_edge_rows_read(edges, nodes, path, text.data, size, err));
done:
    sg_text_free(&text);
    return status;
}

/* Attributes of edges; `first` are the rows that count, NULL: each counts for itself. */
static void copy_attributes(double *to, const sg_edge_rows *edges, const uint32_t *first)
{
    const size_t width = edges->n_attributes;
    for (uint32_t e = 0; e < edges->n; e++)
        memcpy(to + e * width, edges->attribute + (first != NULL ? first[e] : e) * width,
               width * sizeof *to);
}

/* Everything but targets, ids and sparse attributes. */
static sg_status collect(sg_collector *c, sg_label_names *edge_name, const sg_node_rows *nodes,
                         const sg_edge_rows *edges, const uint32_t *first, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_collected_size more = {nodes->n_graphs, nodes->n, edges->n};
    const bool labels = edges->label.n > 0;
    const uint32_t n_columns[SG_N_COLUMNS] = {
        [SG_COLUMN_NODE_ATTRIBUTE] = nodes->n_attributes,
        [SG_COLUMN_EDGE_LABEL] = labels,
        [SG_COLUMN_EDGE_ATTRIBUTE] = edges->n > 0 ? edges->n_attributes : 0,
        [SG_COLUMN_PART] = nodes->part != NULL && c->item == SG_ITEM_NODE};
    sg_collected_words words = {0};
    SG_TRY(sg_collector_reserve(c, &more, n_columns, err));
    if (nodes->n_attributes > 0)
        memcpy(sg_collector_next(c, SG_COLUMN_NODE_ATTRIBUTE), nodes->attribute,
               (size_t)nodes->n * nodes->n_attributes * sizeof(double));
    if (edges->n > 0 && edges->n_attributes > 0)
        copy_attributes(sg_collector_next(c, SG_COLUMN_EDGE_ATTRIBUTE), edges, first);
    if (n_columns[SG_COLUMN_PART] > 0)
        memcpy(sg_collector_next(c, SG_COLUMN_PART), nodes->part, nodes->n);
    int32_t *label = sg_collector_next(c, SG_COLUMN_EDGE_LABEL);
    for (uint32_t e = 0; e < edges->n; e++) {
        c->arcs.from[e] = edges->end[2 * (size_t)e];
        c->arcs.to[e] = edges->end[2 * (size_t)e + 1];
        uint32_t number = 0;
        if (!labels) continue;
        const char *word = sg_names_at(&edges->label, first != NULL ? first[e] : e);
        SG_TRY(sg_collected_words_add(&number, &words, word, err));
        label[e] = (int32_t)number;
    }
    if (labels) SG_TRY(sg_label_names_add_words(edge_name, 0, &words.word, err));
    sg_collector_append(c, &more, nodes->graph_offset);
done:
    sg_collected_words_free(&words);
    return status;
}

static uint64_t line_of(const void *nodes, uint32_t node)
{
    return ((const sg_node_rows *)nodes)->line[node];
}

/* What splits say is checked here, where the line is known. */
static sg_status check_items(const sg_dataset *data, const sg_node_rows *nodes,
                             const char *path, sg_error *err)
{
    const sg_items *items = &data->items;
    const uint32_t g = sg_items_lacking(items, nodes->graph_offset, nodes->n_graphs);
    if (g < nodes->n_graphs)
        return sg_error_at(
            err, SG_EFORMAT, SG_WHERE, (sg_place){path, nodes->line[nodes->graph_offset[g]], 0},
            "no node of this graph has a class or target; leave the graph out, or give "
            "one of its nodes a class or target");
    return sg_node_parts_check(items, nodes->n, &(sg_node_lines){path, line_of, nodes}, err);
}

/* Where edges have no direction, both directions say what the first row of an edge says. */
static sg_status settle_edges(uint32_t **first, sg_reading *reading, const sg_edge_rows *edges,
                              sg_arc_rules rules, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t n = 0;
    if (rules.directed || (edges->n_attributes == 0 && edges->label.n == 0)) goto done;
    SG_TRY(sg_edge_rows_first(first, &n, edges, rules.loops, err));
    if (n > 0)
        SG_TRY(sg_reading_note(reading, err,
                               "%u %s several rows with different labels or attributes; the "
                               "first row counts",
                               n, n == 1 ? "edge has" : "edges have"));
done:
    return status;
}

static sg_status build(sg_dataset *data, sg_node_rows *nodes, sg_edge_rows *edges,
                       const sg_format_input *in, sg_error *err)
{
    sg_status status = SG_OK;
    sg_collector c = {.item = nodes->target_name.n > 0 ? SG_ITEM_NODE : SG_ITEM_GRAPH};
    uint32_t *first = NULL;
    data->items.kind = c.item;
    SG_TRY(sg_record_targets_make(&data->items, &nodes->target, nodes->target_name.n,
                                  nodes->line, nodes->n, in->path, err));
    SG_TRY(settle_edges(&first, &data->reading, edges, in->options->rules, err));
    SG_TRY(collect(&c, &data->edge_name, nodes, edges, first, err));
    c.arcs.rules = in->options->rules;
    c.target_name = nodes->target_name;
    nodes->target_name = (sg_names){0};
    c.graph_id = nodes->graph_id;
    nodes->graph_id = (sg_names){0};
    SG_TRY(sg_collector_finish(data, &c, in->name, err));
    data->repairs.one_way = 0; /* edges are given once on purpose */
    data->node_id = nodes->id;
    nodes->id = (sg_names){0};
    data->node_attribute_name = nodes->attribute_name;
    nodes->attribute_name = (sg_names){0};
    if (data->edge_attribute.n_columns > 0) {
        data->edge_attribute_name = edges->attribute_name;
        edges->attribute_name = (sg_names){0};
    }
    data->node_sparse = nodes->sparse;
    nodes->sparse = (sg_sparse_table){0};
    if (c.item == SG_ITEM_NODE) SG_TRY(check_items(data, nodes, in->path, err));
done:
    sg_free(first);
    sg_collector_free(&c);
    return status;
}

static sg_status read_tables(sg_dataset *data, const sg_format_input *in, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node_rows nodes = {0};
    sg_edge_rows edges = {0};
    sg_dataset made = {0};
    sg_text path = {0};
    SG_REQUIRE(in->options->column != NULL, SG_EINVAL,
               "%s: the file of the edges is missing; name it after the file, as in "
               "\"nodes.csv?edges=edges.csv\"",
               in->path);
    SG_TRY(sg_node_rows_read(&nodes, in->path, in->text, in->size, in->options, err));
    SG_TRY(find_edges(&path, in->path, in->options->column, err));
    SG_TRY(read_edges(&edges, &nodes, path.data, err));
    SG_TRY(build(&made, &nodes, &edges, in, err));
    *data = made;
    made = (sg_dataset){0};
done:
    sg_text_free(&path);
    sg_node_rows_free(&nodes);
    sg_edge_rows_free(&edges);
    sg_dataset_free(&made);
    return status;
}

static const sg_format_setting SETTINGS[] = {
    {.key = "attributes"}, {.key = "graph"}, {.key = NULL}};

const sg_format sg_format_nodes = {
    .name = "nodes",
    .about = "a table of nodes and a table of edges: nodes.csv?edges=edges.csv",
    .setting = "edges",
    .settings = SETTINGS,
    .has_columns = true,
    .takes_path = true,
    .keeps_arcs = true,
    .read = read_tables,
};
