/* targets_file.c - a file of targets is like a column file of a data set, wherever it is. */
#include "formats/targets_file.h"

#include "base/file.h"
#include "base/mem.h"
#include "formats/tu_columns.h"

#include <math.h>

static const size_t MAX_FILE = (size_t)1 << 32;

sg_status sg_targets_read(sg_value_table *table, size_t *n_rows, const char *path,
                          sg_error *err)
{
    sg_status status = SG_OK;
    sg_text text = {0};
    sg_bundle bundle = {0};
    sg_stream *stream = NULL;
    sg_text folder = {0}; /* a bundle calls its files FOLDER/NAME */
    const char *name = sg_path_name(path);
    if (name > path)
        SG_TRY(sg_text_add_bytes(&folder, path, (size_t)(name - path) - 1, err));
    else
        SG_TRY(sg_text_add(&folder, err, "."));
    SG_TRY(sg_file_read(&text, path, MAX_FILE, err));
    const sg_memory_file file = {name, text.data, text.size};
    SG_TRY(sg_bundle_from_memory(&bundle, folder.data, &file, 1, err));
    SG_TRY(sg_stream_open(&stream, &bundle, 0, err));
    SG_TRY(sg_tu_read_values(table, n_rows, true, stream, err));
done:
    sg_stream_close(stream);
    sg_bundle_close(&bundle);
    sg_text_free(&text);
    sg_text_free(&folder);
    return status;
}

/* Whether a column of values could be class labels. */
static bool are_classes(const sg_value_table *table, size_t n_rows)
{
    if (table->n_columns != 1) return false;
    for (size_t i = 0; i < n_rows; i++)
        if (!(fabs(table->value[i]) < 1e15) || table->value[i] != floor(table->value[i]))
            return false;
    return true;
}

/* Both classes and targets. */
static void forget_truth(sg_dataset *data)
{
    sg_free(data->target.value);
    sg_names_free(&data->target_name);
    sg_free(data->graph_class);
    sg_free(data->class_name);
    sg_names_free(&data->class_word);
    data->target = (sg_value_table){0};
    data->graph_class = NULL;
    data->class_name = NULL;
    data->n_classes = 0;
}

static sg_status use_as_classes(sg_dataset *data, const sg_value_table *table, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = data->graph.n_graphs;
    int64_t *label = NULL, *name = NULL;
    uint32_t *graph_class = NULL, n_classes = 0;
    SG_ALLOC(label, n);
    for (uint32_t g = 0; g < n; g++) label[g] = (int64_t)table->value[g];
    SG_TRY(sg_classes_number(&graph_class, &name, &n_classes, label, n, err));
    forget_truth(data);
    data->graph_class = graph_class;
    data->class_name = name;
    data->n_classes = n_classes;
done:
    sg_free(label);
    return status;
}

sg_status sg_dataset_read_targets(sg_dataset *data, const char *path, bool as_targets,
                                  sg_error *err)
{
    sg_status status = SG_OK;
    sg_value_table table = {0};
    size_t n_rows = 0;
    SG_TRY(sg_targets_read(&table, &n_rows, path, err));
    SG_REQUIRE(n_rows == data->graph.n_graphs, SG_EFORMAT,
               "%s: it has %zu lines, but the data has %u graphs", path, n_rows,
               data->graph.n_graphs);
    if (!as_targets && are_classes(&table, n_rows)) {
        SG_TRY(use_as_classes(data, &table, err));
        goto done;
    }
    forget_truth(data);
    data->target = table;
    table = (sg_value_table){0};
done:
    sg_free(table.value);
    return status;
}
