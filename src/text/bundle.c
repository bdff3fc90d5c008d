/* bundle.c - folder, archive and memory behind one interface. */
#include "text/bundle.h"

#include "base/file.h"
#include "base/mem.h"
#include "text/read_ahead.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>

static sg_status list_folder(sg_bundle *bundle, sg_error *err)
{
    sg_status status = SG_OK;
    size_t capacity = 0;
    DIR *folder = opendir(bundle->path);
    if (folder == NULL) return sg_error_errno(err, SG_WHERE, bundle->path, "open the folder");
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        SG_TRY(
            sg_grow(&bundle->name, &capacity, bundle->n_files + 1, sizeof *bundle->name, err));
        char *name = sg_text_copy(entry->d_name);
        SG_REQUIRE(name != NULL, SG_ENOMEM, "out of memory");
        bundle->name[bundle->n_files++] = name;
    }
done:
    closedir(folder);
    return status;
}

sg_status sg_bundle_open(sg_bundle *bundle, const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    sg_bundle opened = {0};
    opened.path = sg_text_copy(path);
    SG_REQUIRE(opened.path != NULL, SG_ENOMEM, "out of memory");
    if (sg_path_is_folder(path)) {
        SG_TRY(list_folder(&opened, err));
    } else {
        SG_TRY(sg_zip_open(&opened.zip, path, err));
        opened.is_zip = true;
        opened.n_files = opened.zip.n_entries;
    }
    *bundle = opened;
    opened = (sg_bundle){0};
done:
    sg_bundle_close(&opened);
    return status;
}

sg_status sg_bundle_from_memory(sg_bundle *bundle, const char *path, const sg_memory_file *file,
                                size_t n_files, sg_error *err)
{
    sg_status status = SG_OK;
    char *copy = sg_text_copy(path);
    SG_REQUIRE(copy != NULL, SG_ENOMEM, "out of memory");
    *bundle = (sg_bundle){.path = copy, .memory = file, .n_files = n_files};
done:
    return status;
}

void sg_bundle_close(sg_bundle *bundle)
{
    for (size_t i = 0; bundle->name != NULL && i < bundle->n_files; i++)
        sg_free(bundle->name[i]);
    sg_free(bundle->name);
    if (bundle->is_zip) sg_zip_close(&bundle->zip);
    sg_free(bundle->path);
    *bundle = (sg_bundle){0};
}

const char *sg_bundle_name(const sg_bundle *bundle, size_t i)
{
    if (bundle->memory != NULL) return bundle->memory[i].name;
    if (bundle->is_zip) return sg_path_name(bundle->zip.entry[i].name);
    return bundle->name[i];
}

size_t sg_bundle_find(const sg_bundle *bundle, const char *name)
{
    for (size_t i = 0; i < bundle->n_files; i++)
        if (strcmp(sg_bundle_name(bundle, i), name) == 0) return i;
    return SG_BUNDLE_NONE;
}

/* Smaller entries are unpacked before a thread has started. */
enum { READ_AHEAD_SIZE = 1 << 23 };

struct sg_stream {
    sg_text path;
    sg_read_ahead *ahead; /* NULL: whoever reads does it itself  */
    sg_zip_stream *entry; /* of an archive                       */
    sg_source source;     /* of a file or memory                 */
    uint64_t size;
    uint64_t position; /* in `source`                         */
};

sg_status sg_stream_open(sg_stream **out, const sg_bundle *bundle, size_t i, sg_error *err)
{
    sg_status status = SG_OK;
    sg_stream *stream = NULL;
    SG_ALLOC(stream, 1);
    SG_TRY(sg_text_add(&stream->path, err, "%s/%s", bundle->path,
                       bundle->is_zip ? bundle->zip.entry[i].name : sg_bundle_name(bundle, i)));
    if (bundle->is_zip) {
        SG_TRY(sg_zip_stream_open(&stream->entry, &bundle->zip, i, err));
    } else if (bundle->memory != NULL) {
        SG_TRY(sg_source_from_memory(&stream->source, stream->path.data, bundle->memory[i].data,
                                     bundle->memory[i].size, err));
    } else {
        SG_TRY(sg_source_open(&stream->source, stream->path.data, err));
    }
    stream->size = bundle->is_zip ? bundle->zip.entry[i].unpacked : stream->source.size;
    *out = stream;
    stream = NULL;
done:
    sg_stream_close(stream);
    return status;
}

void sg_stream_close(sg_stream *stream)
{
    if (stream == NULL) return;
    sg_read_ahead_close(stream->ahead);
    sg_zip_stream_close(stream->entry);
    sg_source_close(&stream->source);
    sg_text_free(&stream->path);
    sg_free(stream);
}

const char *sg_stream_path(const sg_stream *stream)
{
    return stream->path.data;
}

uint64_t sg_stream_size(const sg_stream *stream)
{
    return stream->size;
}

static sg_status read_entry(size_t *n, void *context, void *buffer, size_t room, sg_error *err)
{
    return sg_zip_stream_read(n, context, buffer, room, err);
}

sg_status sg_stream_read_ahead(sg_stream *stream, sg_error *err)
{
    if (stream->entry == NULL || stream->ahead != NULL || stream->size < READ_AHEAD_SIZE)
        return SG_OK;
    /* Where no thread can be started, nothing is read ahead. */
    const sg_status status =
        sg_read_ahead_open(&stream->ahead, read_entry, stream->entry, NULL);
    return status == SG_ENOMEM ? sg_error_memory(err, SG_WHERE) : SG_OK;
}

sg_status sg_stream_read(size_t *n, sg_stream *stream, void *buffer, size_t room, sg_error *err)
{
    if (stream->ahead != NULL) return sg_read_ahead_next(n, stream->ahead, buffer, room, err);
    if (stream->entry != NULL) return sg_zip_stream_read(n, stream->entry, buffer, room, err);
    const uint64_t left = stream->source.size - stream->position;
    *n = left < room ? (size_t)left : room;
    const sg_status status = sg_source_read(buffer, &stream->source, stream->position, *n, err);
    stream->position += *n;
    return status;
}
