/* targets_file.c - a file of targets is like a column file of a data set, wherever it is. */
#include "formats/targets_file.h"

#include "base/file.h"
#include "formats/tu_columns.h"

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
