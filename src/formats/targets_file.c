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

/* Replace both classes and targets, which `truth` then no longer owns. */
static void replace_truth(sg_items *items, sg_items *truth)
{
    truth->kind = items->kind;
    truth->part = items->part;
    items->part = NULL;
    sg_items_free(items);
    *items = *truth;
    *truth = (sg_items){0};
}

static sg_status number_classes(sg_items *truth, const sg_value_table *table, size_t n,
                                sg_error *err)
{
    sg_status status = SG_OK;
    int64_t *label = NULL;
    SG_ALLOC(label, n);
    for (size_t i = 0; i < n; i++) label[i] = (int64_t)table->value[i];
    SG_TRY(sg_items_number_classes(truth, label, (uint32_t)n, err));
done:
    sg_free(label);
    return status;
}

sg_status sg_dataset_read_targets(sg_dataset *data, const char *path, bool as_targets,
                                  sg_error *err)
{
    sg_status status = SG_OK;
    sg_value_table table = {0};
    sg_items truth = {0};
    size_t n_rows = 0;
    SG_TRY(sg_targets_read(&table, &n_rows, path, err));
    SG_REQUIRE(n_rows == sg_item_count(data), SG_EFORMAT,
               "%s: it has %zu lines, but the data has %u %s", path, n_rows,
               sg_item_count(data), sg_items_word(data->items.kind));
    if (!as_targets && are_classes(&table, n_rows)) {
        SG_TRY(number_classes(&truth, &table, n_rows, err));
    } else {
        truth.target = table;
        table = (sg_value_table){0};
    }
    sg_loans_return(&data->loans, &data->items.target.value);
    replace_truth(&data->items, &truth);
done:
    sg_free(table.value);
    return status;
}
