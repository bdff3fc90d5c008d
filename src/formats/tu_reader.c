/* tu_reader.c - reading the files side by side, then fitting them together.
 *
 * The files are read independently, each by one thread; checks that need two of them (does the
 * arc's node exist, are there as many labels as nodes) come afterwards, in a fixed order, so that
 * the same error is reported whatever the threads did. */
#include "formats/tu_reader.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/threads.h"
#include "data/nodes/edge_union.h"
#include "formats/import_options.h"
#include "formats/tu_columns.h"
#include "formats/tu_names.h"
#include "text/name_ending.h"

#include <string.h>

/* The largest files first: they decide how long reading takes. */
typedef enum file_kind {
    ARCS,
    EDGE_LABELS,
    INDICATOR,
    NODE_LABELS,
    NODE_ATTRIBUTES,
    EDGE_ATTRIBUTES,
    GRAPH_LABELS,
    GRAPH_ATTRIBUTES,
    NODE_CLASSES,
    NODE_TARGETS,
    NODE_SPARSE,
    N_KINDS
} file_kind;

static const char *const SUFFIX[N_KINDS] = {"_A.txt",
                                            "_edge_labels.txt",
                                            "_graph_indicator.txt",
                                            "_node_labels.txt",
                                            "_node_attributes.txt",
                                            "_edge_attributes.txt",
                                            "_graph_labels.txt",
                                            "_graph_attributes.txt",
                                            "_node_classes.txt",
                                            "_node_targets.txt",
                                            "_node_sparse.txt"};

/* One file as read. */
typedef struct part {
    size_t index; /* in the bundle, or SG_BUNDLE_NONE */
    char *path;   /* for messages                     */
    size_t n_rows;
    sg_status status;
    sg_error error;
} part;

typedef struct parts {
    const sg_bundle *bundle;
    char *name;      /* of the data set                                      */
    bool read_ahead; /* unpack in threads of their own                       */
    part file[N_KINDS];
    sg_arc_list arcs;
    sg_node_run *runs;
    uint32_t n_nodes;
    int64_t *graph_label, *node_class;
    sg_label_table node_label, edge_label;
    sg_value_table node_attribute, edge_attribute, target, node_target;
    sg_sparse_table node_sparse;
} parts;

static void parts_free(parts *p)
{
    for (int k = 0; k < N_KINDS; k++) sg_free(p->file[k].path);
    sg_free(p->name);
    sg_arc_list_free(&p->arcs);
    sg_free(p->runs);
    sg_free(p->graph_label);
    sg_free(p->node_label.value);
    sg_free(p->edge_label.value);
    sg_free(p->node_attribute.value);
    sg_free(p->edge_attribute.value);
    sg_free(p->target.value);
    sg_free(p->node_class);
    sg_free(p->node_target.value);
    sg_sparse_table_free(&p->node_sparse);
}

static bool exists(const parts *p, file_kind kind)
{
    return p->file[kind].index != SG_BUNDLE_NONE;
}

/* ---- Which files ------------------------------------------------------------------------- */

/* What the arc file is called if the data set has the name of its folder or archive. */
static sg_status expected_name(sg_text *name, const char *path, sg_error *err)
{
    size_t length = strlen(path);
    while (length > 0 && path[length - 1] == '/') length--;
    size_t begin = length;
    while (begin > 0 && path[begin - 1] != '/') begin--;
    const char *last = path + begin;
    length -= begin;
    if (length > 4 && memcmp(last + length - 4, ".zip", 4) == 0) length -= 4;
    return sg_text_add(name, err, "%.*s%s", (int)length, last, SUFFIX[ARCS]);
}

/* The data set's name: that of the folder or archive where its files are called so, else that of
 * the only NAME_A.txt inside.  Hidden files do not count: macOS packs one beside each file. */
static sg_status find_name(char **name, const sg_bundle *bundle, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text wanted = {0};
    const char *only = NULL;
    size_t n_found = 0;
    SG_TRY(expected_name(&wanted, bundle->path, err));
    for (size_t i = 0; i < bundle->n_files; i++) {
        const char *candidate = sg_bundle_name(bundle, i);
        if (candidate[0] == '.' || !sg_ends_with(candidate, SUFFIX[ARCS])) continue;
        if (only != NULL && strcmp(candidate, only) == 0) continue; /* find_files complains */
        n_found++;
        if (only == NULL || strcmp(candidate, wanted.data) == 0) only = candidate;
    }
    SG_REQUIRE(n_found > 0, SG_EFORMAT, "%s: no file NAME%s in it; this is not a TU data set",
               bundle->path, SUFFIX[ARCS]);
    SG_REQUIRE(n_found == 1 || strcmp(only, wanted.data) == 0, SG_EFORMAT,
               "%s: %zu files NAME%s in it, none of them %s", bundle->path, n_found,
               SUFFIX[ARCS], wanted.data);
    *name = sg_text_copy(only);
    SG_REQUIRE(*name != NULL, SG_ENOMEM, "out of memory");
    (*name)[strlen(only) - strlen(SUFFIX[ARCS])] = '\0';
done:
    sg_text_free(&wanted);
    return status;
}

/* An archive may hold files of one name in several folders; which one is meant? */
static bool is_there_twice(const sg_bundle *bundle, const char *name)
{
    size_t n = 0;
    for (size_t i = 0; i < bundle->n_files; i++)
        n += strcmp(sg_bundle_name(bundle, i), name) == 0;
    return n > 1;
}

static sg_status find_files(parts *p, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text file = {0}, path = {0};
    SG_TRY(find_name(&p->name, p->bundle, err));
    for (int k = 0; k < N_KINDS; k++) {
        file.size = path.size = 0;
        SG_TRY(sg_text_add(&file, err, "%s%s", p->name, SUFFIX[k]));
        SG_TRY(sg_text_add(&path, err, "%s/%s", p->bundle->path, file.data));
        p->file[k].index = sg_bundle_find(p->bundle, file.data);
        p->file[k].path = sg_text_copy(path.data);
        SG_REQUIRE(p->file[k].path != NULL, SG_ENOMEM, "out of memory");
        if (is_there_twice(p->bundle, file.data))
            SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, (sg_place){p->file[k].path, 0, 0},
                               "more than once in it; keep one data set in an archive"));
    }
    SG_REQUIRE(exists(p, INDICATOR), SG_EFORMAT,
               "%s: missing; it gives the graph of every node", p->file[INDICATOR].path);
done:
    sg_text_free(&path);
    sg_text_free(&file);
    return status;
}

/* ---- Reading one file -------------------------------------------------------------------- */

static sg_status read_kind(parts *p, file_kind kind, sg_stream *stream, sg_error *err)
{
    part *file = &p->file[kind];
    size_t n_runs = 0;
    sg_status status = SG_OK;
    switch (kind) {
    case ARCS:
        status = sg_tu_read_arcs(&p->arcs, stream, err);
        file->n_rows = p->arcs.n;
        return status;
    case INDICATOR:
        status = sg_tu_read_runs(&p->runs, &n_runs, &p->n_nodes, stream, err);
        file->n_rows = n_runs;
        return status;
    case EDGE_LABELS:
        return sg_tu_read_labels(&p->edge_label, &file->n_rows, stream, err);
    case NODE_LABELS:
        return sg_tu_read_labels(&p->node_label, &file->n_rows, stream, err);
    case NODE_ATTRIBUTES:
        return sg_tu_read_values(&p->node_attribute, &file->n_rows, false, stream, err);
    case EDGE_ATTRIBUTES:
        return sg_tu_read_values(&p->edge_attribute, &file->n_rows, false, stream, err);
    case GRAPH_LABELS:
        return sg_tu_read_classes(&p->graph_label, &file->n_rows, false, stream, err);
    case GRAPH_ATTRIBUTES:
        return sg_tu_read_values(&p->target, &file->n_rows, true, stream, err);
    case NODE_CLASSES:
        return sg_tu_read_classes(&p->node_class, &file->n_rows, true, stream, err);
    case NODE_TARGETS:
        return sg_tu_read_values(&p->node_target, &file->n_rows, true, stream, err);
    case NODE_SPARSE:
        return sg_tu_read_sparse(&p->node_sparse, &file->n_rows, stream, err);
    case N_KINDS:
        break;
    }
    return SG_OK;
}

static void read_file(void *context, uint32_t piece, uint32_t worker)
{
    (void)worker;
    parts *p = context;
    part *file = &p->file[piece];
    sg_stream *stream = NULL;
    if (file->index == SG_BUNDLE_NONE) return;
    file->status = sg_stream_open(&stream, p->bundle, file->index, &file->error);
    if (file->status == SG_OK && p->read_ahead)
        file->status = sg_stream_read_ahead(stream, &file->error);
    if (file->status == SG_OK)
        file->status = read_kind(p, (file_kind)piece, stream, &file->error);
    sg_stream_close(stream);
}

static sg_status read_files(parts *p, sg_threads *threads, sg_error *err)
{
    sg_status status = SG_OK;
    p->read_ahead = sg_threads_count(threads) > 1;
    sg_threads_run(threads, N_KINDS, read_file, p);
    for (int k = 0; k < N_KINDS && status == SG_OK; k++) {
        status = p->file[k].status;
        if (status != SG_OK && err != NULL && err->status == SG_OK) *err = p->file[k].error;
    }
    return status;
}

/* ---- Fitting the files together ---------------------------------------------------------- */

/* The number of graphs: what the files with one row per graph say, else the last graph that has a
 * node.  Only the former can name graphs without nodes; so a lone large number in a short file
 * cannot make us believe in billions of graphs. */
static sg_status count_graphs(uint32_t *n_graphs, const parts *p, sg_error *err)
{
    sg_status status = SG_OK;
    const part *labels = &p->file[GRAPH_LABELS], *targets = &p->file[GRAPH_ATTRIBUTES];
    const size_t n_runs = p->file[INDICATOR].n_rows;
    const bool known = exists(p, GRAPH_LABELS) || exists(p, GRAPH_ATTRIBUTES);
    size_t n = exists(p, GRAPH_LABELS) ? labels->n_rows : targets->n_rows;
    if (exists(p, GRAPH_LABELS) && exists(p, GRAPH_ATTRIBUTES) && n != targets->n_rows)
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, (sg_place){targets->path, 0, 0},
                           "%zu rows, but %s has %zu; both have one per graph", targets->n_rows,
                           sg_path_name(labels->path), n));
    if (!known) n = n_runs > 0 ? p->runs[n_runs - 1].graph + (size_t)1 : 0;
    SG_REQUIRE(n < UINT32_MAX, SG_ELIMIT, "%s: more than 2^32-2 graphs", p->bundle->path);
    for (size_t i = 0; i < n_runs; i++) {
        const sg_node_run run = p->runs[i];
        const sg_place place = {p->file[INDICATOR].path, (uint64_t)run.first_node + 1, 0};
        if (run.graph >= n)
            SG_TRY(sg_error_at(
                err, SG_EFORMAT, SG_WHERE, place,
                "graph %u, but only %zu graphs have a row in %s", run.graph + 1, n,
                sg_path_name(exists(p, GRAPH_LABELS) ? labels->path : targets->path)));
        if (!known && run.graph != i)
            SG_TRY(sg_error_at(
                err, SG_EFORMAT, SG_WHERE, place,
                "graph %u where graph %zu is next; graphs are numbered 1, 2, 3, ...",
                run.graph + 1, i + 1));
    }
    *n_graphs = (uint32_t)n;
done:
    return status;
}

static sg_status make_graph_offset(uint32_t **offset, uint32_t *n_graphs, const parts *p,
                                   sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *made = NULL, next = 0;
    SG_TRY(count_graphs(n_graphs, p, err));
    SG_ALLOC(made, (size_t)*n_graphs + 1);
    for (size_t i = 0; i < p->file[INDICATOR].n_rows; i++)
        while (next <= p->runs[i].graph) made[next++] = p->runs[i].first_node;
    while (next <= *n_graphs) made[next++] = p->n_nodes;
    *offset = made;
done:
    return status;
}

static sg_status check_rows(const parts *p, file_kind kind, size_t expected, const char *what,
                            sg_error *err)
{
    const part *file = &p->file[kind];
    if (!exists(p, kind) || file->n_rows == expected) return SG_OK;
    const size_t line = file->n_rows < expected ? file->n_rows : expected + 1;
    return sg_error_at(err, SG_EFORMAT, SG_WHERE, (sg_place){file->path, line, 0},
                       "%zu rows for %zu %s; there must be one for each", file->n_rows,
                       expected, what);
}

static sg_status check_sizes(const parts *p, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(check_rows(p, NODE_LABELS, p->n_nodes, "nodes", err));
    SG_TRY(check_rows(p, NODE_ATTRIBUTES, p->n_nodes, "nodes", err));
    SG_TRY(check_rows(p, NODE_CLASSES, p->n_nodes, "nodes", err));
    SG_TRY(check_rows(p, NODE_TARGETS, p->n_nodes, "nodes", err));
    SG_TRY(check_rows(p, NODE_SPARSE, p->n_nodes, "nodes", err));
    SG_TRY(check_rows(p, EDGE_LABELS, p->arcs.n, "lines of the arc file", err));
    SG_TRY(check_rows(p, EDGE_ATTRIBUTES, p->arcs.n, "lines of the arc file", err));
done:
    return status;
}

/* Without arcs nothing could have a label; a data set that never had any looks the same. */
static void forget_edges(parts *p)
{
    sg_free(p->edge_label.value);
    sg_free(p->edge_attribute.value);
    p->edge_label = (sg_label_table){0};
    p->edge_attribute = (sg_value_table){0};
}

/* Every graph has a node that says what should be predicted. */
static sg_status check_target_nodes(const sg_dataset *data, const parts *p, sg_error *err)
{
    const char *path = p->file[exists(p, NODE_CLASSES) ? NODE_CLASSES : NODE_TARGETS].path;
    const uint32_t *offset = data->graph.graph_offset, n = data->graph.n_graphs;
    const uint32_t g = sg_items_lacking(&data->items, offset, n);
    if (g == n) return SG_OK;
    return sg_error_at(err, SG_EFORMAT, SG_WHERE,
                       (sg_place){path, offset[g] < offset[g + 1] ? offset[g] + 1ULL : 0, 0},
                       "graph %u has no node with a class or target; leave the graph out, or "
                       "give one of its nodes a target",
                       g + 1);
}

/* Classes and targets of nodes where there are files with them, else of graphs. */
static sg_status build_items(sg_dataset *data, parts *p, sg_error *err)
{
    sg_status status = SG_OK;
    const bool nodes = exists(p, NODE_CLASSES) || exists(p, NODE_TARGETS);
    sg_value_table *target = nodes ? &p->node_target : &p->target;
    const int64_t *label = nodes ? p->node_class : p->graph_label;
    data->items.kind = nodes ? SG_ITEM_NODE : SG_ITEM_GRAPH;
    data->items.target = *target;
    *target = (sg_value_table){0};
    if (exists(p, nodes ? NODE_CLASSES : GRAPH_LABELS))
        SG_TRY(sg_items_number_classes(&data->items, label, sg_item_count(data), err));
    if (nodes) SG_TRY(check_target_nodes(data, p, err));
done:
    return status;
}

static sg_status build(sg_dataset *data, parts *p, sg_threads *threads, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *graph_offset = NULL, *source = NULL, n_graphs = 0;
    SG_TRY(make_graph_offset(&graph_offset, &n_graphs, p, err));
    SG_TRY(sg_tu_check_arcs(&p->arcs, graph_offset, n_graphs, p->file[ARCS].path, err));
    SG_TRY(check_sizes(p, err));
    p->arcs.added = p->edge_attribute.value;
    p->arcs.n_added = p->edge_attribute.n_columns;
    SG_TRY(sg_graph_build_on(&data->graph, &source, &data->repairs, &p->arcs, &graph_offset,
                             n_graphs, threads, err));
    const uint32_t n_arcs = data->graph.n_arcs;
    SG_TRY(sg_rows_gather(&p->edge_label.value, source, n_arcs,
                          p->edge_label.n_columns * sizeof *p->edge_label.value, err));
    SG_TRY(sg_edge_rows_unite(&source, &data->reading, &data->graph, p->edge_attribute.value,
                              p->edge_attribute.n_columns, err));
    SG_TRY(sg_rows_gather(&p->edge_attribute.value, source, n_arcs,
                          p->edge_attribute.n_columns * sizeof *p->edge_attribute.value, err));
    SG_TRY(build_items(data, p, err));
    if (n_arcs == 0) forget_edges(p);
    data->name = p->name;
    data->node_label = p->node_label;
    data->node_attribute = p->node_attribute;
    data->node_sparse = p->node_sparse;
    p->node_sparse = (sg_sparse_table){0};
    data->edge_label = p->edge_label;
    data->edge_attribute = p->edge_attribute;
    p->name = NULL;
    p->node_label = p->edge_label = (sg_label_table){0};
    p->node_attribute = p->edge_attribute = (sg_value_table){0};
done:
    sg_free(source);
    sg_free(graph_offset);
    return status;
}

/* `rules` count besides those that the data set says itself. */
static sg_status read_bundle(sg_dataset *data, const sg_bundle *bundle, sg_arc_rules rules,
                             uint32_t n_threads, sg_error *err)
{
    sg_status status = SG_OK;
    parts p = {.bundle = bundle};
    sg_dataset made = {0};
    sg_threads *threads = NULL;
    SG_TRY(find_files(&p, err));
    if (n_threads > N_KINDS) n_threads = N_KINDS;
    if (n_threads != 1) SG_TRY(sg_threads_open(&threads, n_threads, err));
    SG_TRY(read_files(&p, threads, err));
    SG_TRY(sg_tu_read_rules(&p.arcs.rules, bundle, p.name, err));
    p.arcs.rules.directed = p.arcs.rules.directed || rules.directed;
    p.arcs.rules.loops = p.arcs.rules.loops || rules.loops;
    SG_TRY(build(&made, &p, threads, err));
    SG_TRY(sg_tu_read_names(&made, bundle, err));
    *data = made;
    made = (sg_dataset){0};
done:
    sg_threads_close(threads);
    sg_dataset_free(&made);
    parts_free(&p);
    return status;
}

sg_status sg_tu_read(sg_dataset *data, const sg_bundle *bundle, uint32_t n_threads,
                     sg_error *err)
{
    return read_bundle(data, bundle, (sg_arc_rules){0}, n_threads, err);
}

static sg_status open_bundle(sg_dataset *data, const char *path, sg_arc_rules rules,
                             uint32_t n_threads, sg_error *err)
{
    sg_status status = SG_OK;
    sg_bundle bundle = {0};
    SG_TRY(sg_bundle_open(&bundle, path, err));
    SG_TRY(read_bundle(data, &bundle, rules, n_threads, err));
done:
    sg_bundle_close(&bundle);
    return status;
}

sg_status sg_tu_open(sg_dataset *data, const char *path, uint32_t n_threads, sg_error *err)
{
    return open_bundle(data, path, (sg_arc_rules){0}, n_threads, err);
}

static sg_status open_input(sg_dataset *data, const sg_format_input *input, sg_error *err)
{
    return open_bundle(data, input->path, input->options->rules, input->n_threads, err);
}

const sg_format sg_format_tu = {
    .name = "tu",
    .about = "TU Dortmund's format, a folder or a zip archive",
    .keeps_arcs = true,
    .open = open_input,
};
