/* zip.c - finding the directory at the end of the archive and believing little of it.
 *
 * Reference: PKWARE's APPNOTE.TXT, sections 4.3 and 4.4. */
#include "text/zip.h"

#include "base/machine/account.h"
#include "base/mem.h"

#include <string.h>

enum {
    END_SIZE = 22,    /* end of central directory record, without comment */
    RECORD_SIZE = 46, /* central directory record, without name           */
    LOCAL_SIZE = 30,  /* local header, without name                       */
    MAX_COMMENT = 65535,
    STORED = 0,
    DEFLATED = 8,
    ENCRYPTED = 1, /* a flag */
    IN_CHUNK = 1 << 16
};

/* Deflate cannot pack better than 1032 : 1; a directory that claims more lies. */
static const uint64_t MAX_RATIO = 1032;

/* Text of numbers packs 5 to 20 : 1.  Beyond this size an archive that claims far more is a bomb
 * or a mistake; below it, columns of equal labels legitimately pack very well. */
static const uint64_t BOMB_SIZE = (uint64_t)1 << 30;
static const uint64_t BOMB_RATIO = 100;

/* Where an account of memory is open, less is fine. */
static const uint64_t FINE_SIZE = (uint64_t)8 << 20;
static const uint64_t FINE_RATIO = 30;

static uint16_t get16(const unsigned char *p)
{
    return (uint16_t)(p[0] | p[1] << 8);
}

static uint32_t get32(const unsigned char *p)
{
    return (uint32_t)get16(p) | (uint32_t)get16(p + 2) << 16;
}

static sg_place in_archive(const sg_source *source)
{
    return (sg_place){source->path, 0, 0};
}

static sg_status broken(const sg_zip *zip, const char *what, sg_error *err)
{
    return sg_error_at(err, SG_EFORMAT, SG_WHERE, in_archive(&zip->source),
                       "not a usable zip archive: %s", what);
}

static const char ZIP64[] = "it is in zip64 format; unpack it into a folder";

typedef struct directory {
    uint64_t offset, size;
    uint32_t n_entries;
} directory;

static sg_status find_directory(directory *found, const sg_zip *zip, sg_error *err)
{
    sg_status status = SG_OK;
    unsigned char *tail = NULL;
    const uint64_t file_size = zip->source.size;
    const size_t size =
        file_size < END_SIZE + MAX_COMMENT ? (size_t)file_size : END_SIZE + MAX_COMMENT;
    if (size < END_SIZE) SG_TRY(broken(zip, "it is too short", err));
    SG_ALLOC(tail, size);
    SG_TRY(sg_source_read(tail, &zip->source, file_size - size, size, err));
    size_t at = size - END_SIZE + 1;
    do at--;
    while (at > 0 && memcmp(tail + at, "PK\5\6", 4) != 0);
    const unsigned char *end = tail + at;
    if (memcmp(end, "PK\5\6", 4) != 0)
        SG_TRY(broken(zip, "it has no directory at its end; it may be cut off", err));
    if (get16(end + 4) != 0 || get16(end + 6) != 0 || get16(end + 8) != get16(end + 10))
        SG_TRY(broken(zip, "it is one of several parts", err));
    found->n_entries = get16(end + 10);
    found->size = get32(end + 12);
    found->offset = get32(end + 16);
    if (found->offset == UINT32_MAX || found->size == UINT32_MAX ||
        found->n_entries == UINT16_MAX)
        SG_TRY(broken(zip, ZIP64, err));
    const uint64_t end_offset = file_size - size + at;
    if (found->offset + found->size > end_offset ||
        (uint64_t)found->n_entries * RECORD_SIZE > found->size)
        SG_TRY(broken(zip, "its directory does not fit into the file", err));
done:
    sg_free(tail);
    return status;
}

/* Names are only compared, never used as paths; but an archive that tries is not to be trusted. */
static bool leads_outside(const char *name, size_t length)
{
    if (length == 0 || name[0] == '/') return true;
    for (size_t i = 0; i < length; i++) {
        if (name[i] == '\\') return true;
        const bool begins = i == 0 || name[i - 1] == '/';
        if (begins && length - i >= 2 && memcmp(name + i, "..", 2) == 0 &&
            (length - i == 2 || name[i + 2] == '/'))
            return true;
    }
    return false;
}

/* Names go into messages, and messages to terminals. */
static bool has_control_characters(const char *name, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)name[i] < ' ' || name[i] == 127) return true;
    return false;
}

static sg_status check_name(const sg_zip *zip, const char *name, size_t length, sg_error *err)
{
    const int shown = length < 100 ? (int)length : 100;
    if (has_control_characters(name, length))
        return broken(zip, "the name of an entry has control characters in it", err);
    if (leads_outside(name, length))
        return sg_error_at(err, SG_EFORMAT, SG_WHERE, in_archive(&zip->source),
                           "entry name \"%.*s\" leads out of the archive; the archive is not "
                           "to be trusted",
                           shown, name);
    return SG_OK;
}

/* What the directory says about an entry must be possible. */
static sg_status check_entry(const sg_zip *zip, const sg_zip_entry *entry, uint16_t flags,
                             sg_error *err)
{
    const sg_place place = in_archive(&zip->source);
    const unsigned long long packed = entry->packed, unpacked = entry->unpacked;
    if (packed == UINT32_MAX || unpacked == UINT32_MAX || entry->header == UINT32_MAX)
        return broken(zip, ZIP64, err);
    if ((flags & ENCRYPTED) != 0)
        return sg_error_at(err, SG_EFORMAT, SG_WHERE, place,
                           "entry %.100s is encrypted; only plain archives can be read",
                           entry->name);
    if (packed > zip->source.size)
        return sg_error_at(err, SG_EFORMAT, SG_WHERE, place,
                           "entry %.100s claims %llu packed bytes in an archive of %llu",
                           entry->name, packed, (unsigned long long)zip->source.size);
    if (unpacked > (packed + 1) * MAX_RATIO)
        return sg_error_at(err, SG_ELIMIT, SG_WHERE, place,
                           "entry %.100s claims to unpack %llu bytes to %llu, which is "
                           "impossible",
                           entry->name, packed, unpacked);
    return SG_OK;
}

/* Check one record of the directory and copy it; *used is its length. */
static sg_status read_record(sg_zip_entry *entry, size_t *used, const sg_zip *zip,
                             const unsigned char *record, size_t room, sg_error *err)
{
    sg_status status = SG_OK;
    if (room < RECORD_SIZE || memcmp(record, "PK\1\2", 4) != 0)
        SG_TRY(broken(zip, "its directory is damaged", err));
    const size_t name_length = get16(record + 28);
    *used = RECORD_SIZE + name_length + get16(record + 30) + get16(record + 32);
    if (*used > room) SG_TRY(broken(zip, "its directory is damaged", err));
    const char *name = (const char *)record + RECORD_SIZE;
    SG_TRY(check_name(zip, name, name_length, err));
    SG_ALLOC(entry->name, name_length + 1);
    memcpy(entry->name, name, name_length);
    entry->method = get16(record + 10);
    entry->crc = get32(record + 16);
    entry->packed = get32(record + 20);
    entry->unpacked = get32(record + 24);
    entry->header = get32(record + 42);
    SG_TRY(check_entry(zip, entry, get16(record + 8), err));
done:
    return status;
}

static sg_status read_directory(sg_zip *zip, sg_error *err)
{
    sg_status status = SG_OK;
    unsigned char *records = NULL;
    directory found = {0};
    uint64_t total = 0;
    SG_TRY(find_directory(&found, zip, err));
    SG_ALLOC(records, (size_t)found.size);
    SG_TRY(sg_source_read(records, &zip->source, found.offset, (size_t)found.size, err));
    SG_ALLOC(zip->entry, found.n_entries);
    size_t at = 0;
    for (uint32_t i = 0; i < found.n_entries; i++) {
        size_t used = 0;
        zip->n_entries = i + 1;
        SG_TRY(read_record(&zip->entry[i], &used, zip, records + at, (size_t)found.size - at,
                           err));
        at += used;
        total += zip->entry[i].unpacked;
    }
    const uint64_t fine = sg_growth_budget(FINE_SIZE + FINE_RATIO * zip->source.size);
    if (total > fine || (total > BOMB_SIZE && total / BOMB_RATIO > zip->source.size))
        SG_TRY(sg_error_at(
            err, SG_ELIMIT, SG_WHERE, in_archive(&zip->source),
            "%llu bytes claim to unpack to %llu; if that is right, unpack it into a folder",
            (unsigned long long)zip->source.size, (unsigned long long)total));
done:
    sg_free(records);
    return status;
}

static sg_status open_source(sg_zip *zip, sg_source *source, sg_error *err)
{
    sg_zip opened = {.source = *source};
    const sg_status status = read_directory(&opened, err);
    if (status == SG_OK)
        *zip = opened;
    else
        sg_zip_close(&opened);
    return status;
}

sg_status sg_zip_open(sg_zip *zip, const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    sg_source source = {0};
    SG_TRY(sg_source_open(&source, path, err));
    SG_TRY(open_source(zip, &source, err));
done:
    return status;
}

sg_status sg_zip_open_memory(sg_zip *zip, const char *name, const void *memory, size_t size,
                             sg_error *err)
{
    sg_status status = SG_OK;
    sg_source source = {0};
    SG_TRY(sg_source_from_memory(&source, name, memory, size, err));
    SG_TRY(open_source(zip, &source, err));
done:
    return status;
}

void sg_zip_close(sg_zip *zip)
{
    for (size_t i = 0; i < zip->n_entries; i++) sg_free(zip->entry[i].name);
    sg_free(zip->entry);
    sg_source_close(&zip->source);
    *zip = (sg_zip){0};
}

struct sg_zip_stream {
    const sg_source *source;
    const sg_zip_entry *entry;
    sg_inflater *inflater; /* NULL for a stored entry */
    uint64_t position;     /* of the next packed byte in the file  */
    uint64_t packed_left;  /* not yet read from the file           */
    uint64_t produced;
    uint32_t crc;
    bool finished;
    const unsigned char *in; /* inside `buffer` */
    size_t in_size;
    unsigned char buffer[IN_CHUNK];
};

sg_status sg_zip_stream_open(sg_zip_stream **out, const sg_zip *zip, size_t index,
                             sg_error *err)
{
    sg_status status = SG_OK;
    const sg_zip_entry *entry = &zip->entry[index];
    sg_zip_stream *stream = NULL;
    unsigned char header[LOCAL_SIZE];
    if (entry->method != STORED && entry->method != DEFLATED)
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, in_archive(&zip->source),
                           "entry %.100s is packed by method %u; stored and deflated can be "
                           "read",
                           entry->name, entry->method));
    SG_TRY(sg_source_read(header, &zip->source, entry->header, sizeof header, err));
    if (memcmp(header, "PK\3\4", 4) != 0)
        SG_TRY(broken(zip, "an entry is not where its directory says", err));
    SG_ALLOC(stream, 1);
    stream->source = &zip->source;
    stream->entry = entry;
    stream->position = entry->header + LOCAL_SIZE + get16(header + 26) + get16(header + 28);
    stream->packed_left = entry->packed;
    stream->in = stream->buffer;
    if (entry->method == DEFLATED) SG_TRY(sg_inflater_open(&stream->inflater, err));
    *out = stream;
    stream = NULL;
done:
    sg_zip_stream_close(stream);
    return status;
}

void sg_zip_stream_close(sg_zip_stream *stream)
{
    if (stream == NULL) return;
    sg_inflater_close(stream->inflater);
    sg_free(stream);
}

static sg_status damaged(const sg_zip_stream *stream, const char *what, sg_error *err)
{
    return sg_error_at(err, SG_EFORMAT, SG_WHERE, in_archive(stream->source),
                       "entry %.100s is damaged: %s", stream->entry->name, what);
}

/* Read more packed bytes, where there are any. */
static sg_status refill(sg_zip_stream *stream, sg_error *err)
{
    const size_t n = stream->packed_left < IN_CHUNK ? (size_t)stream->packed_left : IN_CHUNK;
    const sg_status status =
        sg_source_read(stream->buffer, stream->source, stream->position, n, err);
    if (status != SG_OK) return status;
    stream->position += n;
    stream->packed_left -= n;
    stream->in = stream->buffer;
    stream->in_size = n;
    return SG_OK;
}

static sg_status unpack(size_t *n, sg_zip_stream *stream, unsigned char *buffer, size_t room,
                        sg_error *err)
{
    sg_status status = SG_OK;
    *n = 0;
    while (*n < room && !stream->finished) {
        if (stream->in_size == 0 && stream->packed_left > 0) SG_TRY(refill(stream, err));
        const size_t in_before = stream->in_size;
        size_t written = room - *n;
        if (!sg_inflater_run(stream->inflater, &stream->in, &stream->in_size, buffer + *n,
                             &written, &stream->finished))
            SG_TRY(damaged(stream, "its packed data makes no sense", err));
        *n += written;
        if (written == 0 && stream->in_size == in_before && !stream->finished)
            SG_TRY(damaged(stream, "its packed data ends too early", err));
    }
    if (stream->finished && (stream->in_size > 0 || stream->packed_left > 0))
        SG_TRY(damaged(stream, "more packed data follows than it needs", err));
done:
    return status;
}

static sg_status copy_stored(size_t *n, sg_zip_stream *stream, unsigned char *buffer,
                             size_t room, sg_error *err)
{
    sg_status status = SG_OK;
    *n = 0;
    if (stream->in_size == 0 && stream->packed_left > 0) SG_TRY(refill(stream, err));
    *n = stream->in_size < room ? stream->in_size : room;
    if (*n > 0) memcpy(buffer, stream->in, *n);
    stream->in += *n;
    stream->in_size -= *n;
    stream->finished = stream->in_size == 0 && stream->packed_left == 0;
done:
    return status;
}

sg_status sg_zip_stream_read(size_t *n, sg_zip_stream *stream, void *buffer, size_t room,
                             sg_error *err)
{
    sg_status status = SG_OK;
    *n = 0;
    if (stream->finished) goto done;
    if (stream->inflater != NULL)
        SG_TRY(unpack(n, stream, buffer, room, err));
    else
        SG_TRY(copy_stored(n, stream, buffer, room, err));
    stream->crc = sg_crc32(stream->crc, buffer, *n);
    stream->produced += *n;
    if (stream->produced > stream->entry->unpacked)
        SG_TRY(damaged(stream, "it is longer than the directory says", err));
    if (stream->finished && stream->produced < stream->entry->unpacked)
        SG_TRY(damaged(stream, "it is shorter than the directory says", err));
    if (stream->finished && stream->crc != stream->entry->crc)
        SG_TRY(damaged(stream, "its checksum is wrong", err));
done:
    return status;
}
