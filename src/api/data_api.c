/* data_api.c - data sets behind the public header. */
#include "sharegnn.h"

#include "base/mem.h"
#include "base/struct_size.h"
#include "base/threads.h"
#include "cluster/cluster.h"
#include "data/dataset_hold.h"
#include "data/subset.h"
#include "data/summary.h"
#include "formats/data_file.h"
#include "formats/data_folders.h"
#include "formats/element_file.h"
#include "formats/format.h"
#include "formats/import_options.h"
#include "formats/relabel_file.h"
#include "formats/targets_file.h"
#include "formats/tu_writer.h"

#include <string.h>

sg_status sg_data_open(sg_dataset **data, const char *name, const sg_data_options *options,
                       sg_error *err)
{
    return sg_data_open_part(data, name, options, NULL, err);
}

sg_status sg_data_open_part(sg_dataset **data, const char *name, const sg_data_options *options,
                            sg_cluster *cluster, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(data);
    SG_REQUIRE_ARGUMENT(name);
    sg_data_options chosen;
    SG_TAKE_OPTIONS(chosen, options, form);
    sg_status status = SG_OK;
    sg_dataset opened = {0};
    sg_text path = {0};
    status = sg_data_folders_find(&path, name, chosen.folder, err);
    SG_TRY(sg_cluster_settle(cluster, status, err));
    SG_TRY(sg_data_file_open_part(&opened, path.data, chosen.form, chosen.n_threads, cluster,
                                  err));
    SG_TRY(sg_dataset_publish(data, &opened, err));
done:
    sg_dataset_free(&opened);
    sg_text_free(&path);
    return status;
}

sg_status sg_data_select(sg_dataset **chosen, const sg_dataset *data, const uint32_t *graph,
                         uint32_t n, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(chosen);
    SG_REQUIRE_ARGUMENT(data);
    SG_REQUIRE_ARRAY(graph, n);
    sg_status status = SG_OK;
    sg_dataset made = {0};
    SG_REQUIRE(n > 0, SG_EINVAL, "n: 0; a data set has at least one graph");
    for (uint32_t i = 0; i < n; i++)
        SG_REQUIRE(graph[i] < data->graph.n_graphs, SG_EINVAL,
                   "graph[%u]: there is no graph %lld; \"%s\" has %u", i, sg_as_meant(graph[i]),
                   data->name != NULL ? data->name : "", data->graph.n_graphs);
    SG_TRY(sg_dataset_subset(&made, data, graph, n, err));
    SG_TRY(sg_dataset_publish(chosen, &made, err));
done:
    sg_dataset_free(&made);
    return status;
}

void sg_data_close(sg_dataset *data)
{
    if (data != NULL) sg_dataset_hold_release(data->hold);
}

sg_status sg_data_write(const sg_dataset *data, const char *folder, const char *name,
                        bool replace, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(data);
    SG_REQUIRE_PATH(folder);
    SG_REQUIRE_ARGUMENT(name);
    return sg_tu_write(data, folder, name, replace, err);
}

const char *sg_data_name(const sg_dataset *data)
{
    if (data == NULL) return NULL;
    return data->name;
}

const char *sg_data_form(const sg_dataset *data)
{
    if (data == NULL) return NULL;
    return data->form;
}

sg_status sg_data_sizes(sg_data_size *size, const sg_dataset *data, sg_error *err)
{
    SG_REQUIRE_RESULT(size, has_self_loops);
    SG_REQUIRE_ARGUMENT(data);
    const sg_data_size made = {.n_graphs = data->graph.n_graphs,
                               .n_nodes = data->graph.n_nodes,
                               .n_arcs = data->graph.n_arcs,
                               .n_node_labels = data->node_label.n_columns,
                               .n_node_attributes = data->node_attribute.n_columns,
                               .n_edge_labels = data->edge_label.n_columns,
                               .n_edge_attributes = data->edge_attribute.n_columns,
                               .n_classes = data->items.n_classes,
                               .n_targets = data->items.target.n_columns,
                               .item = data->items.kind,
                               .n_items = sg_item_count(data),
                               .is_directed = data->graph.rules.directed,
                               .has_self_loops = data->graph.rules.loops,
                               .n_bytes = sg_dataset_bytes(data)};
    sg_struct_write(size, &made, sizeof made);
    return SG_OK;
}

sg_status sg_data_view(sg_data_arrays *view, const sg_dataset *data, sg_error *err)
{
    SG_REQUIRE_RESULT(view, sparse_value);
    SG_REQUIRE_ARGUMENT(data);
    const sg_items *items = &data->items;
    const bool nodes = items->kind == SG_ITEM_NODE;
    const sg_data_arrays made = {.graph_offset = data->graph.graph_offset,
                                 .arc_offset = data->graph.arc_offset,
                                 .neighbor = data->graph.neighbor,
                                 .node_label = data->node_label.value,
                                 .node_attribute = data->node_attribute.value,
                                 .edge_label = data->edge_label.value,
                                 .edge_attribute = data->edge_attribute.value,
                                 .graph_class = nodes ? NULL : items->item_class,
                                 .class_name = items->class_name,
                                 .target = nodes ? NULL : items->target.value,
                                 .part = nodes ? NULL : items->part,
                                 .node_class = nodes ? items->item_class : NULL,
                                 .node_target = nodes ? items->target.value : NULL,
                                 .node_part = nodes ? items->part : NULL,
                                 .sparse_row = data->node_sparse.row,
                                 .sparse_column = data->node_sparse.column,
                                 .sparse_value = data->node_sparse.value};
    sg_struct_write(view, &made, sizeof made);
    return SG_OK;
}

const char *sg_data_node_label_name(const sg_dataset *data, int32_t label)
{
    if (data == NULL) return NULL;
    return sg_label_names_find(&data->node_name, label);
}

const char *sg_data_edge_label_name(const sg_dataset *data, int32_t label)
{
    if (data == NULL) return NULL;
    return sg_label_names_find(&data->edge_name, label);
}

const char *sg_data_node_label_word(const sg_dataset *data, int32_t label)
{
    if (data == NULL || data->node_name.content == NULL) return NULL;
    return sg_label_names_find(&data->node_name, label);
}

const char *sg_data_edge_label_word(const sg_dataset *data, int32_t label)
{
    if (data == NULL || data->edge_name.content == NULL) return NULL;
    return sg_label_names_find(&data->edge_name, label);
}

const char *sg_data_class_word(const sg_dataset *data, uint32_t class_number)
{
    if (data == NULL) return NULL;
    return sg_names_or_null(&data->items.class_word, class_number);
}

const char *sg_data_target_name(const sg_dataset *data, uint32_t column)
{
    if (data == NULL) return NULL;
    return sg_names_or_null(&data->items.target_name, column);
}

const char *sg_data_node_attribute_name(const sg_dataset *data, uint32_t column)
{
    if (data == NULL) return NULL;
    return sg_names_or_null(&data->node_attribute_name, column);
}

const char *sg_data_edge_attribute_name(const sg_dataset *data, uint32_t column)
{
    if (data == NULL) return NULL;
    return sg_names_or_null(&data->edge_attribute_name, column);
}

const char *sg_data_graph_id(const sg_dataset *data, uint32_t graph)
{
    if (data == NULL) return NULL;
    return sg_names_or_null(&data->graph_id, graph);
}

const char *sg_data_node_id(const sg_dataset *data, uint32_t node)
{
    if (data == NULL) return NULL;
    return sg_names_or_null(&data->node_id, node);
}

sg_status sg_data_format_at(sg_data_format *format, size_t i, sg_error *err)
{
    SG_REQUIRE_RESULT(format, is_guessed);
    size_t n = 0;
    const sg_format *const *known = sg_formats(&n);
    if (i >= n)
        return sg_error_set(err, SG_EINVAL, SG_WHERE,
                            "there is not a format %zu; there are %zu", i, n);
    sg_data_format shown = {.name = known[i]->name,
                            .about = known[i]->about,
                            .setting = known[i]->setting,
                            .is_folder = known[i]->is_folder,
                            .has_lines = known[i]->read_line != NULL,
                            .is_written = known[i]->write_line != NULL,
                            .is_guessed = known[i]->line_begin != '\0'};
    memcpy(shown.ending, known[i]->ending, sizeof shown.ending);
    sg_struct_write(format, &shown, sizeof shown);
    return SG_OK;
}

sg_status sg_data_setting_at(sg_data_setting *setting, size_t i, sg_error *err)
{
    SG_REQUIRE_RESULT(setting, of_lines);
    const sg_import_setting known = sg_import_setting_at(i);
    sg_data_setting shown = {.key = known.key, .of_lines = known.of_lines};
    const size_t most = sizeof shown.word / sizeof *shown.word;
    if (known.key == NULL)
        return sg_error_set(err, SG_EINVAL, SG_WHERE, "there is no setting %zu", i);
    for (size_t w = 0; known.word != NULL && w < most && known.word[w] != NULL; w++)
        shown.word[w] = known.word[w];
    sg_struct_write(setting, &shown, sizeof shown);
    return SG_OK;
}

/* The formats that can be written, in a message. */
static sg_status fail_to_write(const char *name, sg_error *err)
{
    size_t n = 0;
    const sg_format *const *format = sg_formats(&n);
    sg_words words = {0};
    for (size_t i = 0; i < n; i++)
        if (format[i]->write_line != NULL) sg_words_add(&words, format[i]->name);
    return sg_error_set(err, SG_EINVAL, SG_WHERE,
                        "\"%.40s\" is not a format that can be written; possible: %s", name,
                        sg_words_end(&words, "and"));
}

sg_status sg_data_graph_line(char **text, const sg_dataset *data, uint32_t graph,
                             const char *format, sg_error *err)
{
    SG_REQUIRE_ARGUMENT(text);
    SG_REQUIRE_ARGUMENT(data);
    SG_REQUIRE_ARGUMENT(format);
    sg_status status = SG_OK;
    sg_text line = {0};
    const sg_format *found = sg_format_find(format);
    SG_REQUIRE(graph < data->graph.n_graphs, SG_EINVAL, "there is no graph %lld; \"%s\" has %u",
               sg_as_meant(graph), data->name, data->graph.n_graphs);
    if (found == NULL || found->write_line == NULL) return fail_to_write(format, err);
    SG_TRY(found->write_line(&line, data, graph, err));
    *text = line.data;
    line = (sg_text){0};
done:
    sg_text_free(&line);
    return status;
}

sg_status sg_data_graph_json(char **text, const sg_dataset *data, uint32_t graph, sg_error *err)
{
    SG_REQUIRE_ARGUMENT(text);
    SG_REQUIRE_ARGUMENT(data);
    return sg_data_graph_line(text, data, graph, sg_format_json_lines.name, err);
}

sg_status sg_data_repairs(sg_graph_repairs *repairs, const sg_dataset *data, sg_error *err)
{
    SG_REQUIRE_RESULT(repairs, one_way);
    SG_REQUIRE_ARGUMENT(data);
    sg_struct_write(repairs, &data->repairs, sizeof data->repairs);
    return SG_OK;
}

uint64_t sg_data_fingerprint(const sg_dataset *data)
{
    if (data == NULL) return 0;
    return sg_dataset_fingerprint(data);
}

sg_status sg_data_summarize(sg_data_summary *summary, const sg_dataset *data,
                            uint32_t n_threads, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_RESULT(summary, unmeasured);
    SG_REQUIRE_ARGUMENT(data);
    sg_status status = SG_OK;
    sg_data_summary made = {0};
    sg_threads *threads = NULL;
    SG_TRY(sg_threads_open(&threads, n_threads, err));
    SG_TRY(sg_dataset_summarize(&made, data, threads, err));
    sg_struct_write(summary, &made, sizeof made);
done:
    sg_threads_close(threads);
    return status;
}

/* Hand the text's memory to the caller. */
static char *take(sg_text *text)
{
    char *data = text->data;
    *text = (sg_text){0};
    return data;
}

sg_status sg_data_find(char **path, const char *name, const char *folder, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(path);
    SG_REQUIRE_ARGUMENT(name);
    sg_text found = {0};
    const sg_status status = sg_data_folders_find(&found, name, folder, err);
    if (status == SG_OK) *path = take(&found);
    sg_text_free(&found);
    return status;
}

sg_status sg_data_home(char **path, sg_error *err)
{
    SG_REQUIRE_ARGUMENT(path);
    sg_text home = {0};
    const sg_status status = sg_data_folders_home(&home, err);
    if (status == SG_OK) *path = take(&home);
    sg_text_free(&home);
    return status;
}

void sg_text_release(char *text)
{
    sg_free(text);
}

/* Others refer to the arrays of the data. */
static sg_status check_free(const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    SG_REQUIRE(
        !sg_dataset_is_held(data), SG_EINVAL,
        "data: %s cannot change while it is in use; train or close models that were built for "
        "it, and close predictions, explainers and audits on it",
        data->name != NULL ? data->name : "it");
done:
    return status;
}

sg_status sg_data_read_targets(sg_dataset *data, const char *path, bool as_targets,
                               sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(data);
    SG_REQUIRE_PATH(path);
    const sg_status status = check_free(data, err);
    return status == SG_OK ? sg_dataset_read_targets(data, path, as_targets, err) : status;
}

sg_status sg_data_relabel(sg_dataset *data, const char *path, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(data);
    SG_REQUIRE_PATH(path);
    const sg_status status = check_free(data, err);
    return status == SG_OK ? sg_dataset_relabel_by_file(data, path, err) : status;
}

sg_status sg_data_name_elements(sg_dataset *data, const char *path, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(data);
    SG_REQUIRE_PATH(path);
    const sg_status status = check_free(data, err);
    return status == SG_OK ? sg_dataset_name_elements(data, path, err) : status;
}
