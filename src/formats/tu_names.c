/* tu_names.c - lines of names, in and out. */
#include "formats/tu_names.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/wording.h"
#include "data/nodes/node_parts.h"
#include "data/part.h"
#include "formats/import_options.h"
#include "formats/molecules/label_readme.h"
#include "text/json_reader.h"
#include "text/lines.h"

#include <stdlib.h>
#include <string.h>

/* ---- Reading ---------------------------------------------------------------------------------- */

/* The file being read. */
typedef struct name_file {
    sg_dataset *data;
    const char *path;
    uint64_t line; /* from 1 */
    sg_text name;  /* in it  */
    sg_label_names label_names;
    sg_names names;
    uint8_t *part;    /* [n_parts] */
    uint32_t n_parts; /* graphs or nodes */
} name_file;

static sg_status fail(const name_file *f, const char *needed, sg_error *err)
{
    return sg_error_at(err, SG_EFORMAT, SG_WHERE, (sg_place){f->path, f->line, 0}, "%s",
                       needed);
}

/* text[0 .. size) with its escapes replaced, appended to `to`. */
static sg_status unescape(sg_text *to, const char *text, size_t size, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_text_add_bytes(to, "", 0, err));
    for (size_t i = 0; i < size; i++) {
        char c = text[i];
        if (c == '\\' && i + 1 < size) {
            c = text[++i];
            if (c == 'n') c = '\n';
            if (c == 'r') c = '\r';
        }
        SG_TRY(sg_text_add_bytes(to, &c, 1, err));
    }
done:
    return status;
}

static sg_status read_name(name_file *f, const char *text, size_t size, sg_error *err)
{
    sg_status status = SG_OK;
    f->name.size = 0;
    if (memchr(text, '\0', size) != NULL)
        SG_TRY(fail(f, "found a zero byte; this is not a text file", err));
    SG_TRY(unescape(&f->name, text, size, err));
    if (sg_utf8_flaw(f->name.data) != NULL)
        SG_TRY(fail(f, "the name is not UTF-8; convert the file to it", err));
done:
    return status;
}

static sg_status take_label(void *context, const char *line, size_t size, sg_error *err)
{
    sg_status status = SG_OK;
    name_file *f = context;
    f->line++;
    char *end = NULL;
    const long long label = strtoll(line, &end, 10); /* the line ends with a newline */
    const uint32_t n = f->label_names.name.n;
    if (end == line || end >= line + size || (*end != ' ' && *end != '\t') ||
        label < INT32_MIN || label > INT32_MAX)
        SG_TRY(fail(f, "a label and its name are needed, with a blank between them", err));
    if (n > 0 && label <= f->label_names.label[n - 1])
        SG_TRY(fail(f, "labels must ascend", err));
    end++;
    SG_TRY(read_name(f, end, (size_t)(line + size - end), err));
    SG_TRY(
        sg_label_names_add(&f->label_names, (int32_t)label, f->name.data, f->name.size, err));
done:
    return status;
}

static sg_status take_name(void *context, const char *line, size_t size, sg_error *err)
{
    sg_status status = SG_OK;
    name_file *f = context;
    f->line++;
    SG_TRY(read_name(f, line, size, err));
    SG_TRY(sg_names_add(&f->names, f->name.data, f->name.size, err));
done:
    return status;
}

static sg_status take_part(void *context, const char *line, size_t size, sg_error *err)
{
    sg_status status = SG_OK;
    char found[SG_QUOTED];
    name_file *f = context;
    f->line++;
    if (f->line > f->n_parts) SG_TRY(fail(f, "more lines than graphs or nodes", err));
    if (f->part == NULL) SG_ALLOC(f->part, f->n_parts);
    if (!sg_part_of_word(&f->part[f->line - 1], line, size))
        status = sg_error_at(err, SG_EFORMAT, SG_WHERE, (sg_place){f->path, f->line, 0},
                             "found %s; train, validation, test or none is needed",
                             sg_quote(found, line, size));
done:
    return status;
}

static sg_status read_all(name_file *f, sg_line_taker take, sg_stream *stream, sg_error *err)
{
    f->path = sg_stream_path(stream);
    const sg_status status = sg_lines_each(stream, take, f, err);
    sg_text_free(&f->name);
    return status;
}

static sg_status keep_label_names(name_file *f, sg_label_names *to, uint32_t n_columns,
                                  bool words, sg_error *err)
{
    sg_status status = SG_OK;
    if (n_columns != 1 && to == &f->data->edge_name && f->data->graph.n_arcs == 0) goto done;
    if (n_columns != 1)
        SG_TRY(fail(f, "names, but there is not exactly one label of each", err));
    if (words) {
        sg_error inner = {0};
        status = sg_label_names_make_words(&f->label_names, &inner);
        if (status == SG_EINVAL) status = fail(f, inner.text, err);
        SG_TRY(status);
    }
    sg_label_names_free(to);
    *to = f->label_names;
    f->label_names = (sg_label_names){0};
done:
    return status;
}

/* Every class must have a name, and nothing else. */
static sg_status keep_class_names(name_file *f, sg_error *err)
{
    sg_status status = SG_OK;
    bool fits = f->label_names.name.n == f->data->items.n_classes;
    for (uint32_t c = 0; fits && c < f->data->items.n_classes; c++)
        fits = f->label_names.label[c] == f->data->items.class_name[c];
    if (!fits) SG_TRY(fail(f, "the classes are not those of the data", err));
    f->data->items.class_word = f->label_names.name;
    f->label_names.name = (sg_names){0};
done:
    return status;
}

static sg_status keep_names(name_file *f, sg_names *to, uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    if (f->names.n != n)
        SG_TRY(fail(f, "another number of lines is needed: one for each", err));
    *to = f->names;
    f->names = (sg_names){0};
done:
    return status;
}

static sg_status keep_form(name_file *f, sg_error *err)
{
    sg_status status = SG_OK;
    sg_error inner = {0};
    if (f->names.n != 1) SG_TRY(fail(f, "one line is needed: how molecules were read", err));
    status = sg_import_form_check(sg_names_at(&f->names, 0), &inner);
    if (status == SG_EINVAL) status = fail(f, inner.text, err);
    SG_TRY(status);
    SG_TRY(sg_text_replace(&f->data->form, sg_names_at(&f->names, 0), err));
done:
    return status;
}

static const char DIRECTED[] = "directed", SELF_LOOPS[] = "self-loops";

static sg_status keep_rules(name_file *f, sg_error *err)
{
    for (uint32_t i = 0; i < f->names.n; i++) {
        const bool directed = strcmp(sg_names_at(&f->names, i), DIRECTED) == 0;
        const bool loops = strcmp(sg_names_at(&f->names, i), SELF_LOOPS) == 0;
        if (!directed && !loops)
            return fail(f, "lines are \"directed\" or \"self-loops\"", err);
        f->data->graph.rules.directed = f->data->graph.rules.directed || directed;
        f->data->graph.rules.loops = f->data->graph.rules.loops || loops;
    }
    return SG_OK;
}

/* Lines of a file with one for every node, or for every graph. */
static uint64_t line_of_node(const void *data, uint32_t node)
{
    (void)data;
    return (uint64_t)node + 1;
}

static uint64_t line_of_graph(const void *data, uint32_t node)
{
    const sg_graph *graph = &((const sg_dataset *)data)->graph;
    return (uint64_t)sg_graph_of_node(graph->graph_offset, graph->n_graphs, node) + 1;
}

/* Parts of graphs, which those of their nodes share that have a class or target, where nodes are the items. */
static sg_status keep_graph_parts(name_file *f, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_graph *graph = &f->data->graph;
    sg_items *items = &f->data->items;
    if (f->line != graph->n_graphs) SG_TRY(fail(f, "a line per graph is needed", err));
    if (items->kind == SG_ITEM_GRAPH) {
        items->part = f->part;
        f->part = NULL;
        goto done;
    }
    SG_ALLOC(items->part, graph->n_nodes);
    for (uint32_t g = 0; g < graph->n_graphs; g++)
        for (uint32_t v = graph->graph_offset[g]; v < graph->graph_offset[g + 1]; v++)
            items->part[v] = sg_items_known(items, v) ? f->part[g] : SG_NO_PART;
    SG_TRY(sg_node_parts_check(items, graph->n_nodes,
                               &(sg_node_lines){f->path, line_of_graph, f->data}, err));
done:
    return status;
}

static sg_status keep_node_parts(name_file *f, sg_error *err)
{
    sg_status status = SG_OK;
    sg_items *items = &f->data->items;
    if (items->kind != SG_ITEM_NODE)
        SG_TRY(fail(f, "parts of nodes, but the nodes have no classes or targets", err));
    if (f->line != f->n_parts) SG_TRY(fail(f, "a line per node is needed", err));
    if (items->part != NULL)
        SG_TRY(fail(f, "parts of nodes, but the graphs have parts, too; keep one of the files",
                    err));
    items->part = f->part;
    f->part = NULL;
    SG_TRY(sg_node_parts_check(items, f->n_parts,
                               &(sg_node_lines){f->path, line_of_node, f->data}, err));
done:
    return status;
}

typedef enum what {
    NODE_NAMES,
    NODE_WORDS,
    EDGE_NAMES,
    EDGE_WORDS,
    CLASS_NAMES,
    GRAPH_IDS,
    TARGET_NAMES,
    GRAPH_PARTS,
    NODE_PARTS,
    NODE_IDS,
    MOLECULE_FORM,
    NODE_ATTRIBUTE_NAMES,
    EDGE_ATTRIBUTE_NAMES,
    ARC_RULES, /* read before all others, by sg_tu_read_rules */
    N_WHATS
} what;

static const char *const SUFFIX[N_WHATS] = {
    "node_label_names",     "node_label_words", "edge_label_names", "edge_label_words",
    "class_names",          "graph_ids",        "target_names",     "graph_parts",
    "node_parts",           "node_ids",         "molecule_form",    "node_attribute_names",
    "edge_attribute_names", "arc_rules"};

static sg_status keep(name_file *f, what w, sg_error *err)
{
    sg_dataset *data = f->data;
    switch (w) {
    case NODE_NAMES:
    case NODE_WORDS:
        return keep_label_names(f, &data->node_name, data->node_label.n_columns,
                                w == NODE_WORDS, err);
    case EDGE_NAMES:
    case EDGE_WORDS:
        return keep_label_names(f, &data->edge_name, data->edge_label.n_columns,
                                w == EDGE_WORDS, err);
    case CLASS_NAMES:
        return keep_class_names(f, err);
    case GRAPH_IDS:
        return keep_names(f, &data->graph_id, data->graph.n_graphs, err);
    case TARGET_NAMES:
        return keep_names(f, &data->items.target_name, data->items.target.n_columns, err);
    case GRAPH_PARTS:
        return keep_graph_parts(f, err);
    case NODE_PARTS:
        return keep_node_parts(f, err);
    case NODE_IDS:
        return keep_names(f, &data->node_id, data->graph.n_nodes, err);
    case MOLECULE_FORM:
        return keep_form(f, err);
    case NODE_ATTRIBUTE_NAMES:
        return keep_names(f, &data->node_attribute_name, data->node_attribute.n_columns, err);
    case EDGE_ATTRIBUTE_NAMES: /* without edges there is nothing that could be named */
        return data->graph.n_arcs == 0 ? SG_OK
                                       : keep_names(f, &data->edge_attribute_name,
                                                    data->edge_attribute.n_columns, err);
    case ARC_RULES:
        return keep_rules(f, err);
    case N_WHATS:
        break;
    }
    return SG_OK;
}

static sg_status read_what(sg_dataset *data, what w, const sg_bundle *bundle, sg_error *err)
{
    static const sg_line_taker take[N_WHATS] = {
        take_label, take_label, take_label, take_label, take_label, take_name, take_name,
        take_part,  take_part,  take_name,  take_name,  take_name,  take_name, take_name};
    sg_status status = SG_OK;
    name_file f = {.data = data,
                   .n_parts = w == NODE_PARTS ? data->graph.n_nodes : data->graph.n_graphs};
    sg_text file = {0};
    sg_stream *stream = NULL;
    SG_TRY(sg_text_add(&file, err, "%s_%s.txt", data->name, SUFFIX[w]));
    const size_t i = sg_bundle_find(bundle, file.data);
    if (i == SG_BUNDLE_NONE) goto done;
    SG_TRY(sg_stream_open(&stream, bundle, i, err));
    SG_TRY(read_all(&f, take[w], stream, err));
    SG_TRY(keep(&f, w, err));
done:
    sg_stream_close(stream);
    sg_text_free(&file);
    sg_label_names_free(&f.label_names);
    sg_names_free(&f.names);
    sg_free(f.part);
    return status;
}

sg_status sg_tu_read_names(sg_dataset *data, const sg_bundle *bundle, sg_error *err)
{
    sg_status status = SG_OK;
    for (int w = 0; w < ARC_RULES; w++) SG_TRY(read_what(data, (what)w, bundle, err));
    SG_TRY(sg_label_readme_read(data, bundle, err));
done:
    return status;
}

sg_status sg_tu_read_rules(sg_arc_rules *rules, const sg_bundle *bundle, char *name,
                           sg_error *err)
{
    sg_dataset data = {.name = name};
    const sg_status status = read_what(&data, ARC_RULES, bundle, err);
    if (status == SG_OK) *rules = data.graph.rules;
    return status;
}

/* ---- Writing ---------------------------------------------------------------------------------- */

static sg_status add_line(sg_text *text, const char *name, sg_error *err)
{
    sg_status status = SG_OK;
    for (const char *p = name; *p != '\0'; p++) {
        const char *escaped = *p == '\n'   ? "\\n"
                              : *p == '\r' ? "\\r"
                              : *p == '\\' ? "\\\\"
                                           : NULL;
        SG_TRY(escaped != NULL ? sg_text_add_bytes(text, escaped, 2, err)
                               : sg_text_add_bytes(text, p, 1, err));
    }
    SG_TRY(sg_text_add_bytes(text, "\n", 1, err));
done:
    return status;
}

static sg_status add_names(sg_text *text, const sg_names *names, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t i = 0; i < names->n; i++) SG_TRY(add_line(text, sg_names_at(names, i), err));
done:
    return status;
}

static sg_status add_label_names(sg_text *text, const sg_label_names *names, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t i = 0; i < names->name.n; i++) {
        SG_TRY(sg_text_add_integer(text, names->label[i], err));
        SG_TRY(sg_text_add_bytes(text, " ", 1, err));
        SG_TRY(add_line(text, sg_names_at(&names->name, i), err));
    }
done:
    return status;
}

static sg_status add_class_names(sg_text *text, const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t c = 0; c < data->items.class_word.n; c++) {
        SG_TRY(sg_text_add_integer(text, data->items.class_name[c], err));
        SG_TRY(sg_text_add_bytes(text, " ", 1, err));
        SG_TRY(add_line(text, sg_names_at(&data->items.class_word, c), err));
    }
done:
    return status;
}

static sg_status add_parts(sg_text *text, const sg_dataset *data, sg_item_kind of,
                           sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n =
        data->items.part != NULL && data->items.kind == of ? sg_item_count(data) : 0;
    for (uint32_t i = 0; i < n; i++)
        SG_TRY(add_line(text, sg_part_words[data->items.part[i]], err));
done:
    return status;
}

static sg_status add_rules(sg_text *text, sg_arc_rules rules, sg_error *err)
{
    sg_status status = SG_OK;
    if (rules.directed) SG_TRY(add_line(text, DIRECTED, err));
    if (rules.loops) SG_TRY(add_line(text, SELF_LOOPS, err));
done:
    return status;
}

static sg_status add_what(sg_text *text, what w, const sg_dataset *data, sg_error *err)
{
    const bool node_words = data->node_name.content != NULL;
    const bool edge_words = data->edge_name.content != NULL;
    switch (w) {
    case NODE_NAMES:
    case NODE_WORDS:
        return node_words == (w == NODE_WORDS) ? add_label_names(text, &data->node_name, err)
                                               : SG_OK;
    case EDGE_NAMES:
    case EDGE_WORDS:
        return edge_words == (w == EDGE_WORDS) ? add_label_names(text, &data->edge_name, err)
                                               : SG_OK;
    case CLASS_NAMES:
        return add_class_names(text, data, err);
    case GRAPH_IDS:
        return add_names(text, &data->graph_id, err);
    case TARGET_NAMES:
        return add_names(text, &data->items.target_name, err);
    case GRAPH_PARTS:
        return add_parts(text, data, SG_ITEM_GRAPH, err);
    case NODE_PARTS:
        return add_parts(text, data, SG_ITEM_NODE, err);
    case NODE_IDS:
        return add_names(text, &data->node_id, err);
    case MOLECULE_FORM:
        return data->form != NULL ? add_line(text, data->form, err) : SG_OK;
    case NODE_ATTRIBUTE_NAMES:
        return add_names(text, &data->node_attribute_name, err);
    case EDGE_ATTRIBUTE_NAMES:
        return add_names(text, &data->edge_attribute_name, err);
    case ARC_RULES:
        return add_rules(text, data->graph.rules, err);
    case N_WHATS:
        break;
    }
    return SG_OK;
}

sg_status sg_tu_write_names(const sg_dataset *data, const char *folder, const char *name,
                            sg_error *err)
{
    sg_status status = SG_OK;
    sg_text text = {0}, path = {0};
    for (int w = 0; w < N_WHATS; w++) {
        text.size = path.size = 0;
        SG_TRY(add_what(&text, (what)w, data, err));
        if (text.size == 0) continue;
        SG_TRY(sg_text_add(&path, err, "%s/%s_%s.txt", folder, name, SUFFIX[w]));
        SG_TRY(sg_file_write(path.data, text.data, text.size, err));
    }
done:
    sg_text_free(&text);
    sg_text_free(&path);
    return status;
}
