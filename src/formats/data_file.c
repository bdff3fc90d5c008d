/* data_file.c - choosing a format, and making a data set of its files or lines. */
#include "formats/data_file.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/observer.h"
#include "data/ranks/rank_part.h"
#include "formats/import_options.h"
#include "formats/line_reader.h"
#include "formats/parts/line_part.h"
#include "formats/text_graph.h"

#include <string.h>

static const size_t MAX_FILE = (size_t)1 << 34;

static size_t size_without_settings(const char *name)
{
    const char *settings = sg_import_settings_of(name);
    return settings != NULL ? (size_t)(settings - name) - 1 : strlen(name);
}

bool sg_data_file_is_known(const char *name)
{
    return sg_import_settings_of(name) != NULL || sg_format_of_name(name) != NULL;
}

/* Whether a table can hold things in this format.  Then the ending of a name, ".csv", decides what the
 * file is; for other formats the setting that names the format decides. */
static bool may_be_in_a_table(const sg_format *format)
{
    return format->read_cell != NULL || format->takes_size;
}

/* Choose the format of `path`; *format is what it has where nothing else is said. */
static sg_status choose_format(const sg_format **format, const char *path,
                               const sg_import_options *o, sg_error *err)
{
    const bool is_folder = sg_path_is_folder(path);
    const sg_format *named = o->format;
    const sg_format *by_ending = is_folder ? NULL : sg_format_of_name(path);
    if (by_ending != NULL && (named == NULL || may_be_in_a_table(named))) {
        *format = by_ending;
    } else if (named != NULL) {
        const bool in_table =
            !named->takes_path && (o->column != NULL || (named->is_folder && !is_folder));
        *format = in_table ? sg_format_of_tables() : named;
    } else if (o->has_target || o->id != NULL) {
        return sg_error_at(err, SG_EINVAL, SG_WHERE, (sg_place){path, 0, 0},
                           "columns can be named in tables alone, and this is none");
    }
    return SG_OK;
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

/* The bytes of the file, and zeros behind them: numbers are read in steps of eight bytes, and the
 * last one has something behind it. */
static sg_status read_bytes(sg_text *text, const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_file_read(text, path, MAX_FILE, err));
    const size_t size = text->size;
    SG_TRY(sg_text_add_bytes(text, (char[32]){0}, 32, err));
    text->size = size;
done:
    return status;
}

static sg_status read_file(sg_dataset *data, const sg_format *format, sg_format_input *input,
                           sg_error *err)
{
    sg_status status = SG_OK;
    sg_text text = {0};
    SG_TRY(read_bytes(&text, input->path, err));
    input->text = text.data;
    input->size = text.size;
    SG_TRY(format->read != NULL ? format->read(data, input, err)
                                : sg_lines_read(data, format, input, err));
done:
    sg_text_free(&text);
    return status;
}

/* Settings of the name must be those of its format; those of the form count only where there are molecules. */
static sg_status check_settings(const char *settings, const sg_format *format, sg_error *err)
{
    sg_status status = SG_OK;
    sg_import_options said = {0};
    if (settings == NULL || format->read_line == NULL) goto done;
    SG_TRY(sg_import_options_parse(&said, settings, err));
    SG_TRY(sg_import_options_check_lines(&said, format, err));
done:
    sg_import_options_free(&said);
    return status;
}

/* Whether ranks can read a part of such a file each: its lines say nothing about others. */
static bool has_parts(const sg_format *format, const sg_import_options *o,
                      const sg_cluster *cluster)
{
    return sg_cluster_size(cluster) > 1 && format->open == NULL && format->read == NULL &&
           o->n_words == 0 && o->min_count == 0;
}

/* All of it, or this rank's part. */
static sg_status read_data(sg_dataset *data, const sg_format *format, sg_format_input *input,
                           sg_cluster *cluster, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_import_options *o = input->options;
    sg_dataset made = {0};
    if (has_parts(format, o, cluster))
        return sg_lines_read_part(data, format, input, cluster, err);
    SG_TRY(format->open != NULL ? format->open(&made, input, err)
                                : read_file(&made, format, input, err));
    if (o->n_words > 0 || o->min_count > 0)
        SG_TRY(sg_text_limit_words(&made, o->n_words, o->min_count, err));
    *data = made;
    made = (sg_dataset){0};
done:
    sg_dataset_free(&made);
    return status;
}

static sg_status open_at(sg_dataset *data, const char *path, const char *settings,
                         const sg_import_options *o, uint32_t n_threads, sg_cluster *cluster,
                         sg_error *err)
{
    sg_status status = SG_OK;
    const sg_format *format = sg_format_of_the_rest();
    sg_text name = {0};
    SG_TRY(sg_observe(NULL, (sg_progress){"reading", "files", 0, 1}, err));
    SG_TRY(choose_format(&format, path, o, err));
    if (sg_arcs_are_special(o->rules) && !format->keeps_arcs)
        SG_TRY(sg_error_at(err, SG_EINVAL, SG_WHERE, (sg_place){path, 0, 0},
                           "directed and self-loops are settings of graphs, and %s has none "
                           "with directions",
                           format->name));
    SG_TRY(check_settings(settings, format, err));
    SG_TRY(name_data(&name, path, err));
    sg_format_input input = {
        .path = path, .name = name.data, .options = o, .n_threads = n_threads};
    SG_TRY(read_data(data, format, &input, cluster, err));
done:
    sg_text_free(&name);
    return status;
}

static sg_status open_file(sg_dataset *data, const char *name, const char *form,
                           uint32_t n_threads, sg_cluster *cluster, sg_error *err)
{
    sg_status status = SG_OK;
    sg_import_options options = {0};
    sg_text path = {0}, all = {0};
    const char *settings = sg_import_settings_of(name);
    SG_TRY(sg_text_add(&path, err, "%.*s", (int)size_without_settings(name), name));
    SG_TRY(sg_text_add(&all, err, "%s%s%s", form != NULL ? form : "",
                       form != NULL && settings != NULL ? "&" : "",
                       settings != NULL ? settings : ""));
    SG_TRY(sg_import_options_parse(&options, all.data, err));
    SG_TRY(open_at(data, path.data, settings, &options, n_threads, cluster, err));
done:
    sg_text_free(&path);
    sg_text_free(&all);
    sg_import_options_free(&options);
    return status;
}

sg_status sg_data_file_open(sg_dataset *data, const char *name, const char *form,
                            uint32_t n_threads, sg_error *err)
{
    return open_file(data, name, form, n_threads, NULL, err);
}

sg_status sg_data_file_open_part(sg_dataset *data, const char *name, const char *form,
                                 uint32_t n_threads, sg_cluster *cluster, sg_error *err)
{
    sg_status status = SG_OK;
    sg_dataset made = {0};
    status = open_file(&made, name, form, n_threads, cluster, err);
    if (sg_cluster_has_failed(cluster)) goto done; /* all ranks know */
    SG_TRY(sg_cluster_settle(cluster, status, err));
    SG_TRY(sg_cluster_same(cluster, made.rank_node != NULL, "reads another format", err));
    if (made.rank_node == NULL && sg_cluster_size(cluster) > 1) {
        SG_TRY(
            sg_cluster_same(cluster, sg_dataset_fingerprint(&made), "reads other data", err));
        status = sg_rank_part_keep(&made, cluster, err);
        SG_TRY(sg_cluster_settle(cluster, status, err));
    }
    *data = made;
    made = (sg_dataset){0};
done:
    sg_dataset_free(&made);
    return status;
}
