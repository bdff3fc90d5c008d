/* image_folder.c - listing, sorting and reading image files. */
#include "formats/image_folder.h"

#include "base/file.h"
#include "base/mem.h"
#include "data/record_collector.h"
#include "formats/format.h"
#include "images/netpbm.h"
#include "images/png_reader.h"
#include "text/name_ending.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

static const size_t MAX_FILE = (size_t)1 << 30;

static bool is_image(const char *name)
{
    return sg_ends_with_any_case(name, ".pgm") || sg_ends_with_any_case(name, ".ppm") ||
           sg_ends_with_any_case(name, ".png");
}

/* Append "PREFIXname" for what is in a folder: images, and folders where `folders`. */
static sg_status list_folder(sg_names *names, const char *path, const char *prefix,
                             bool folders, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text inside = {0};
    DIR *folder = opendir(path);
    if (folder == NULL) return sg_error_errno(err, SG_WHERE, path, "open");
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (entry->d_name[0] == '.') continue;
        inside.size = 0;
        SG_TRY(sg_text_add(&inside, err, "%s/%s", path, entry->d_name));
        const bool is_folder = sg_path_is_folder(inside.data);
        if (is_folder ? !folders : !is_image(entry->d_name)) continue;
        inside.size = 0;
        SG_TRY(
            sg_text_add(&inside, err, "%s%s%s", prefix, entry->d_name, is_folder ? "/" : ""));
        SG_TRY(sg_names_add(names, inside.data, inside.size, err));
    }
done:
    if (folder != NULL) (void)closedir(folder);
    sg_text_free(&inside);
    return status;
}

/* All images in a folder and the folders in it, as "CLASS/FILE" or "FILE". */
static sg_status list_images(sg_names *files, const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    sg_names top = {0};
    sg_text inside = {0};
    SG_TRY(list_folder(&top, path, "", true, err));
    for (uint32_t i = 0; i < top.n; i++) {
        const char *name = sg_names_at(&top, i);
        if (!sg_ends_with_any_case(name, "/")) {
            SG_TRY(sg_names_add(files, name, strlen(name), err));
            continue;
        }
        inside.size = 0;
        SG_TRY(sg_text_add(&inside, err, "%s/%s", path, name));
        inside.data[inside.size - 1] = '\0';
        SG_TRY(list_folder(files, inside.data, name, false, err));
    }
done:
    sg_text_free(&inside);
    sg_names_free(&top);
    return status;
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

typedef struct folder_reader {
    const char *path;
    bool has_classes;
    sg_text file_path, bytes;
    sg_image image;
    sg_record record;
    sg_record_collector collector;
} folder_reader;

static sg_status read_image(folder_reader *r, const char *file, uint64_t line, sg_error *err)
{
    sg_status status = SG_OK;
    const char *slash = strchr(file, '/');
    sg_error inner = {0};
    r->file_path.size = r->bytes.size = 0;
    sg_record_clear(&r->record);
    SG_TRY(sg_text_add(&r->file_path, err, "%s/%s", r->path, file));
    SG_TRY(sg_file_read(&r->bytes, r->file_path.data, MAX_FILE, err));
    SG_TRY(sg_text_add_bytes(&r->bytes, "", 0, err)); /* an empty file has bytes too */
    SG_TRY((sg_ends_with_any_case(file, ".png") ? sg_png_parse : sg_netpbm_parse)(
        &r->image, r->file_path.data, r->bytes.data, r->bytes.size, err));
    SG_TRY(sg_image_to_record(&r->record, &r->image, err));
    if (r->has_classes)
        SG_TRY(sg_names_add(&r->record.target, file, (size_t)(slash - file), err));
    SG_TRY(sg_text_add_bytes(&r->record.id, file, strlen(file), err));
    r->record.has_id = true;
    status = sg_record_collector_add(&r->collector, &r->record, line, &inner);
    if (status != SG_OK)
        (void)sg_error_at(err, status, SG_WHERE, (sg_place){r->file_path.data, 0, 0}, "%s",
                          inner.text);
done:
    return status;
}

sg_status sg_image_folder_read(sg_dataset *data, const char *name, const char *path,
                               sg_error *err)
{
    sg_status status = SG_OK;
    sg_names files = {0};
    const char **sorted = NULL;
    folder_reader r = {.path = path};
    uint32_t n_in_classes = 0;
    SG_TRY(list_images(&files, path, err));
    SG_REQUIRE(files.n > 0, SG_EFORMAT, "%s: no .pgm, .ppm or .png files in it", path);
    SG_ALLOC(sorted, files.n);
    for (uint32_t i = 0; i < files.n; i++) {
        sorted[i] = sg_names_at(&files, i);
        n_in_classes += strchr(sorted[i], '/') != NULL;
    }
    SG_REQUIRE(n_in_classes == 0 || n_in_classes == files.n, SG_EFORMAT,
               "%s: %u images are in folders, which name their classes, and %u are in none",
               path, n_in_classes, files.n - n_in_classes);
    r.has_classes = n_in_classes > 0;
    qsort(sorted, files.n, sizeof *sorted, compare_texts);
    for (uint32_t i = 0; i < files.n; i++)
        SG_TRY(read_image(&r, sorted[i], i + (uint64_t)1, err));
    SG_TRY(sg_record_collector_finish(data, &r.collector, name, path, err));
done:
    sg_text_free(&r.file_path);
    sg_text_free(&r.bytes);
    sg_image_free(&r.image);
    sg_record_free(&r.record);
    sg_record_collector_free(&r.collector);
    sg_free(sorted);
    sg_names_free(&files);
    return status;
}

static sg_status open_images(sg_dataset *data, const sg_format_input *input, sg_error *err)
{
    return sg_image_folder_read(data, input->name, input->path, err);
}

const sg_format sg_format_images = {
    .name = "images",
    .about = "a folder of PGM, PPM and PNG images; folders inside name the classes",
    .setting = "image",
    .takes_size = true,
    .is_folder = true,
    .open = open_images,
};
