/* data_file.c - by the end of its name, a file goes to the reader that knows it. */
#include "formats/data_file.h"

#include "base/file.h"
#include "base/mem.h"
#include "formats/idx_file.h"
#include "formats/image_folder.h"
#include "formats/line_reader.h"
#include "formats/table_file.h"
#include "formats/text_graph.h"
#include "formats/tu_reader.h"

#include <string.h>
#include <strings.h>

static const size_t MAX_FILE = (size_t)1 << 34;

typedef enum file_format {
    FORMAT_TU,
    FORMAT_COMMAS,
    FORMAT_TABS,
    FORMAT_SMILES,
    FORMAT_JSON,
    FORMAT_TEXT,
    FORMAT_IDX,
    FORMAT_IMAGES
} file_format;

static const struct {
    const char *ending;
    file_format format;
} ENDING[] = {{".csv", FORMAT_COMMAS},  {".tsv", FORMAT_TABS},      {".tab", FORMAT_TABS},
              {".smi", FORMAT_SMILES},  {".smiles", FORMAT_SMILES}, {".jsonl", FORMAT_JSON},
              {".ndjson", FORMAT_JSON}, {"-ubyte", FORMAT_IDX},     {".idx", FORMAT_IDX}};

static file_format format_of_name(const char *name, size_t size)
{
    for (size_t i = 0; i < sizeof ENDING / sizeof *ENDING; i++) {
        const size_t n = strlen(ENDING[i].ending);
        if (size > n && strncasecmp(name + size - n, ENDING[i].ending, n) == 0)
            return ENDING[i].format;
    }
    return FORMAT_TU;
}

static size_t size_without_settings(const char *name)
{
    const char *settings = sg_import_settings_of(name);
    return settings != NULL ? (size_t)(settings - name) - 1 : strlen(name);
}

bool sg_data_file_is_known(const char *name)
{
    return sg_import_settings_of(name) != NULL ||
           format_of_name(name, strlen(name)) != FORMAT_TU;
}

static sg_status choose_format(file_format *format, const char *path,
                               const sg_import_options *o, sg_error *err)
{
    sg_status status = SG_OK;
    const bool is_folder = sg_path_is_folder(path);
    *format = is_folder ? FORMAT_TU : format_of_name(path, strlen(path));
    if (o->kind == SG_IMPORT_JSON) *format = FORMAT_JSON;
    if (*format != FORMAT_TU) goto done;
    if (o->kind == SG_IMPORT_IMAGE && is_folder) *format = FORMAT_IMAGES;
    if (o->kind == SG_IMPORT_SMILES && o->column == NULL) *format = FORMAT_SMILES;
    if (o->kind == SG_IMPORT_TEXT && o->column == NULL) *format = FORMAT_TEXT;
    if (o->column != NULL || (o->kind == SG_IMPORT_IMAGE && !is_folder))
        *format = FORMAT_COMMAS;
    const bool said = o->kind != SG_IMPORT_GUESS || o->has_target || o->id != NULL;
    if (*format == FORMAT_TU && said)
        SG_TRY(sg_error_at(err, SG_EINVAL, SG_WHERE, (sg_place){path, 0, 0},
                           "columns can be named in tables alone, and this is none"));
done:
    return status;
}

/* The file's name without folders and ending. */
static sg_status name_data(sg_text *name, const char *path, sg_error *err)
{
    size_t size = strlen(path);
    while (size > 1 && path[size - 1] == '/') size--;
    size_t begin = size;
    while (begin > 0 && path[begin - 1] != '/') begin--;
    size_t end = size;
    for (size_t i = begin + 1; i < size; i++)
        if (path[i] == '.') end = i;
    return sg_text_add(name, err, "%.*s", (int)(end - begin), path + begin);
}

static sg_status read_lines(sg_dataset *data, sg_line_format format, const sg_text *text,
                            const char *name, const char *path, const sg_import_options *o,
                            sg_error *err)
{
    sg_status status = SG_OK;
    sg_line_reader reader = {.format = format, .kekule = o->kekule};
    sg_record_collector collector = {0};
    SG_TRY(sg_lines_collect(&collector, &reader, path, text->data, text->size, err));
    SG_TRY(sg_line_finish(data, &collector, format, name, path, err));
done:
    sg_record_collector_free(&collector);
    sg_line_reader_free(&reader);
    return status;
}

static sg_status read_file(sg_dataset *data, file_format format, const char *path,
                           const sg_import_options *o, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text text = {0}, name = {0};
    SG_TRY(name_data(&name, path, err));
    SG_TRY(sg_file_read(&text, path, MAX_FILE, err));
    /* Numbers are read in steps of eight bytes; the last one has something behind it. */
    const size_t size = text.size;
    SG_TRY(sg_text_add_bytes(&text, (char[32]){0}, 32, err));
    text.size = size;
    if (format == FORMAT_COMMAS || format == FORMAT_TABS)
        SG_TRY(sg_table_read(data, name.data, path, text.data, size,
                             format == FORMAT_COMMAS ? ',' : '\t', o, err));
    else if (format == FORMAT_IDX)
        SG_TRY(sg_idx_read(data, name.data, path, text.data, size, err));
    else
        SG_TRY(read_lines(data,
                          format == FORMAT_SMILES ? SG_LINE_SMILES
                          : format == FORMAT_JSON ? SG_LINE_JSON
                                                  : SG_LINE_TEXT,
                          &text, name.data, path, o, err));
done:
    sg_text_free(&text);
    sg_text_free(&name);
    return status;
}

static sg_status open_at(sg_dataset *data, const char *path, const sg_import_options *o,
                         uint32_t n_threads, sg_error *err)
{
    sg_status status = SG_OK;
    file_format format = FORMAT_TU;
    sg_dataset made = {0};
    sg_text name = {0};
    SG_TRY(choose_format(&format, path, o, err));
    if (format == FORMAT_TU) {
        SG_TRY(sg_tu_open(&made, path, n_threads, err));
    } else if (format == FORMAT_IMAGES) {
        SG_TRY(name_data(&name, path, err));
        SG_TRY(sg_image_folder_read(&made, name.data, path, err));
    } else {
        SG_TRY(read_file(&made, format, path, o, err));
    }
    if (o->n_words > 0 || o->min_count > 0)
        SG_TRY(sg_text_limit_words(&made, o->n_words, o->min_count, err));
    *data = made;
    made = (sg_dataset){0};
done:
    sg_text_free(&name);
    sg_dataset_free(&made);
    return status;
}

sg_status sg_data_file_open(sg_dataset *data, const char *name, uint32_t n_threads,
                            sg_error *err)
{
    sg_status status = SG_OK;
    sg_import_options options = {0};
    sg_text path = {0};
    const char *settings = sg_import_settings_of(name);
    SG_TRY(sg_text_add(&path, err, "%.*s", (int)size_without_settings(name), name));
    if (settings != NULL) SG_TRY(sg_import_options_parse(&options, settings, err));
    SG_TRY(open_at(data, path.data, &options, n_threads, err));
done:
    sg_text_free(&path);
    sg_import_options_free(&options);
    return status;
}
