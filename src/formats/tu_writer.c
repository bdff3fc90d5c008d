/* tu_writer.c - one text file per column, in a folder that takes its name when all are there. */
#include "formats/tu_writer.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/observer.h"
#include "formats/tu_names.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { FLUSH_SIZE = 1 << 20 };

/* A file being written: text collects and goes out in large pieces. */
typedef struct output {
    FILE *file;
    sg_text path;
    sg_text text;
} output;

static sg_status flush_output(output *out, sg_error *err)
{
    const size_t size = out->text.size;
    if (size > 0 && fwrite(out->text.data, 1, size, out->file) != size)
        return sg_error_errno(err, SG_WHERE, out->path.data, "write");
    out->text.size = 0;
    return SG_OK;
}

static sg_status open_output(output *out, const char *folder, const char *name,
                             const char *what, sg_error *err)
{
    sg_status status = SG_OK;
    out->path.size = out->text.size = 0;
    SG_TRY(sg_text_add(&out->path, err, "%s/%s_%s.txt", folder, name, what));
    out->file = fopen(out->path.data, "wb");
    if (out->file == NULL) SG_TRY(sg_error_errno(err, SG_WHERE, out->path.data, "create"));
done:
    return status;
}

static sg_status close_output(output *out, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(flush_output(out, err));
    if (fflush(out->file) != 0 || fsync(fileno(out->file)) != 0)
        SG_TRY(sg_error_errno(err, SG_WHERE, out->path.data, "write"));
done:
    (void)fclose(out->file);
    out->file = NULL;
    return status;
}

/* End a row, and pass the text on when enough of it has come together. */
static sg_status end_row(output *out, sg_error *err)
{
    const sg_status status = sg_text_add_bytes(&out->text, "\n", 1, err);
    if (status != SG_OK || out->text.size < FLUSH_SIZE) return status;
    const sg_status asked = sg_watch_ask_seldom(err);
    return asked == SG_OK ? flush_output(out, err) : asked;
}

static sg_status write_arcs(output *out, const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_graph *graph = &data->graph;
    for (uint32_t u = 0; u < graph->n_nodes; u++)
        for (uint32_t a = graph->arc_offset[u]; a < graph->arc_offset[u + 1]; a++) {
            SG_TRY(sg_text_add_integer(&out->text, (int64_t)u + 1, err));
            SG_TRY(sg_text_add_bytes(&out->text, ", ", 2, err));
            SG_TRY(sg_text_add_integer(&out->text, (int64_t)graph->neighbor[a] + 1, err));
            SG_TRY(end_row(out, err));
        }
done:
    return status;
}

static sg_status write_indicator(output *out, const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_graph *graph = &data->graph;
    for (uint32_t g = 0; g < graph->n_graphs; g++)
        for (uint32_t v = graph->graph_offset[g]; v < graph->graph_offset[g + 1]; v++) {
            SG_TRY(sg_text_add_integer(&out->text, (int64_t)g + 1, err));
            SG_TRY(end_row(out, err));
        }
done:
    return status;
}

static sg_status write_classes(output *out, const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_items *items = &data->items;
    for (uint32_t i = 0; i < sg_item_count(data); i++) {
        const uint32_t number = items->item_class[i];
        SG_TRY(number == SG_NO_CLASS
                   ? sg_text_add_bytes(&out->text, "?", 1, err)
                   : sg_text_add_integer(&out->text, items->class_name[number], err));
        SG_TRY(end_row(out, err));
    }
done:
    return status;
}

static sg_status write_labels(output *out, const sg_label_table *table, size_t n_rows,
                              sg_error *err)
{
    sg_status status = SG_OK;
    for (size_t row = 0; row < n_rows; row++) {
        for (size_t c = 0; c < table->n_columns; c++) {
            if (c > 0) SG_TRY(sg_text_add_bytes(&out->text, ", ", 2, err));
            SG_TRY(
                sg_text_add_integer(&out->text, table->value[row * table->n_columns + c], err));
        }
        SG_TRY(end_row(out, err));
    }
done:
    return status;
}

static sg_status write_values(output *out, const sg_value_table *table, size_t n_rows,
                              sg_error *err)
{
    sg_status status = SG_OK;
    for (size_t row = 0; row < n_rows; row++) {
        for (size_t c = 0; c < table->n_columns; c++) {
            const double value = table->value[row * table->n_columns + c];
            if (c > 0) SG_TRY(sg_text_add_bytes(&out->text, ", ", 2, err));
            if (isnan(value))
                SG_TRY(sg_text_add_bytes(&out->text, "?", 1, err));
            else
                SG_TRY(sg_text_add_real(&out->text, value, err));
        }
        SG_TRY(end_row(out, err));
    }
done:
    return status;
}

static sg_status write_targets(output *out, const sg_dataset *data, sg_error *err)
{
    return write_values(out, &data->items.target, sg_item_count(data), err);
}

static sg_status write_node_labels(output *out, const sg_dataset *data, sg_error *err)
{
    return write_labels(out, &data->node_label, data->graph.n_nodes, err);
}

static sg_status write_node_attributes(output *out, const sg_dataset *data, sg_error *err)
{
    return write_values(out, &data->node_attribute, data->graph.n_nodes, err);
}

static sg_status write_node_sparse(output *out, const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_sparse_table *table = &data->node_sparse;
    SG_TRY(sg_text_add_integer(&out->text, table->n_columns, err));
    SG_TRY(end_row(out, err));
    for (uint32_t v = 0; v < table->n_rows; v++) {
        for (uint64_t e = table->row[v]; e < table->row[v + 1]; e++) {
            if (e > table->row[v]) SG_TRY(sg_text_add_bytes(&out->text, " ", 1, err));
            SG_TRY(sg_text_add_integer(&out->text, table->column[e], err));
            SG_TRY(sg_text_add_bytes(&out->text, ":", 1, err));
            SG_TRY(sg_text_add_real(&out->text, (double)table->value[e], err));
        }
        SG_TRY(end_row(out, err));
    }
done:
    return status;
}

static sg_status write_edge_labels(output *out, const sg_dataset *data, sg_error *err)
{
    return write_labels(out, &data->edge_label, data->graph.n_arcs, err);
}

static sg_status write_edge_attributes(output *out, const sg_dataset *data, sg_error *err)
{
    return write_values(out, &data->edge_attribute, data->graph.n_arcs, err);
}

typedef struct file_kind {
    const char *suffix;
    sg_status (*write)(output *out, const sg_dataset *data, sg_error *err);
    bool wanted;
} file_kind;

/* Rows of the table that did not become graphs, for people. */
static sg_status write_rejects(const sg_reading *reading, const char *folder, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text path = {0}, text = {0};
    SG_TRY(sg_text_add(&path, err, "%s/rejects.csv", folder));
    SG_TRY(sg_reading_rejects_csv(&text, reading, err));
    SG_TRY(sg_file_write(path.data, text.data, text.size, err));
done:
    sg_text_free(&path);
    sg_text_free(&text);
    return status;
}

static sg_status write_files(const sg_dataset *data, const char *folder, const char *name,
                             sg_error *err)
{
    const bool nodes = data->items.kind == SG_ITEM_NODE;
    const file_kind kinds[] = {
        {"A", write_arcs, true},
        {"graph_indicator", write_indicator, true},
        {nodes ? "node_classes" : "graph_labels", write_classes,
         data->items.item_class != NULL},
        {nodes ? "node_targets" : "graph_attributes", write_targets,
         data->items.target.n_columns > 0},
        {"node_labels", write_node_labels, data->node_label.n_columns > 0},
        {"node_attributes", write_node_attributes, data->node_attribute.n_columns > 0},
        {"node_sparse", write_node_sparse, data->node_sparse.row != NULL},
        {"edge_labels", write_edge_labels, data->edge_label.n_columns > 0},
        {"edge_attributes", write_edge_attributes, data->edge_attribute.n_columns > 0},
    };
    sg_status status = SG_OK;
    output out = {0};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (!kinds[i].wanted) continue;
        SG_TRY(open_output(&out, folder, name, kinds[i].suffix, err));
        SG_TRY(kinds[i].write(&out, data, err));
        SG_TRY(close_output(&out, err));
    }
    SG_TRY(sg_tu_write_names(data, folder, name, err));
    if (data->reading.n_rejects > 0) SG_TRY(write_rejects(&data->reading, folder, err));
done:
    if (out.file != NULL) (void)fclose(out.file);
    sg_text_free(&out.text);
    sg_text_free(&out.path);
    return status;
}

/* Give the finished folder `made` the name `path`, moving an older one aside first and away
 * afterwards: at every moment one of the two is there, complete. */
static sg_status publish(const char *made, const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text aside = {0};
    const bool replaces = sg_path_exists(path);
    SG_TRY(sg_text_add(&aside, err, "%s.old", made));
    if (replaces && rename(path, aside.data) != 0)
        SG_TRY(sg_error_errno(err, SG_WHERE, path, "replace"));
    if (rename(made, path) != 0) {
        status = sg_error_errno(err, SG_WHERE, path, "create");
        if (replaces) (void)rename(aside.data, path);
        goto done;
    }
    if (replaces) sg_folder_remove(aside.data);
done:
    sg_text_free(&aside);
    return status;
}

/* Graphs without nodes are in the files only as rows of classes or targets. */
static sg_status check_empty_graphs(const sg_dataset *data, const char *name, sg_error *err)
{
    const sg_graph *graph = &data->graph;
    if (data->items.kind == SG_ITEM_GRAPH &&
        (data->items.item_class != NULL || data->items.target.n_columns > 0))
        return SG_OK;
    for (uint32_t g = 0; g < graph->n_graphs; g++)
        if (graph->graph_offset[g] == graph->graph_offset[g + 1])
            return sg_error_set(err, SG_EINVAL, SG_WHERE,
                                "%.80s: graph %u has no nodes, which can only be written where "
                                "graphs have classes or targets",
                                name, g + 1);
    return SG_OK;
}

static bool has_control(const char *name)
{
    for (; *name != '\0'; name++)
        if ((unsigned char)*name < ' ' || *name == 127) return true;
    return false;
}

/* Whether, what and where to write. */
static sg_status check_output(const sg_dataset *data, const char *path, const char *name,
                              bool replace, sg_error *err)
{
    const sg_place place = {path, 0, 0};
    if (name[0] == '\0' || name[0] == '.' || strchr(name, '/') != NULL)
        return sg_error_set(err, SG_EINVAL, SG_WHERE,
                            "data set name \"%.80s\": a name without '/' that does not begin "
                            "with '.' is needed",
                            name);
    if (has_control(name))
        return sg_error_set(err, SG_EINVAL, SG_WHERE,
                            "data set name: it has a newline or another control character");
    if (!replace && sg_path_exists(path))
        return sg_error_at(err, SG_EEXIST, SG_WHERE, place, "already there");
    if (sg_path_exists(path) && !sg_path_is_folder(path))
        return sg_error_at(err, SG_EEXIST, SG_WHERE, place,
                           "is in the way and not a folder; remove it first");
    return check_empty_graphs(data, name, err);
}

sg_status sg_tu_write(const sg_dataset *data, const char *folder, const char *name,
                      bool replace, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text path = {0};
    sg_temporary_folder temporary = {0};
    bool published = false;
    SG_TRY(sg_text_add(&path, err, "%s/%s", folder, name));
    SG_TRY(check_output(data, path.data, name, replace, err));
    SG_TRY(sg_folder_make(folder, err));
    SG_TRY(sg_temporary_folder_make(&temporary, path.data, err));
    SG_TRY(write_files(data, temporary.name.data, name, err));
    SG_TRY(publish(temporary.name.data, path.data, err));
    published = true;
done:
    if (!published) sg_temporary_folder_remove(&temporary);
    sg_temporary_folder_close(&temporary);
    sg_text_free(&path);
    return status;
}
