/* make_zip.c - building zip archives with zlib. */
#include "support/make_zip.h"

#include "base/file.h"
#include "support/check.h"

#include <zlib.h>

static void append(made_zip *zip, const void *bytes, size_t size)
{
    zip->data = realloc(zip->data, zip->size + size + 1);
    assert_non_null(zip->data);
    if (size > 0) memcpy(zip->data + zip->size, bytes, size);
    zip->size += size;
}

static void append16(made_zip *zip, uint32_t value)
{
    append(zip, (unsigned char[]){(unsigned char)value, (unsigned char)(value >> 8)}, 2);
}

static void append32(made_zip *zip, uint32_t value)
{
    append16(zip, value & 0xffff);
    append16(zip, value >> 16);
}

/* Raw deflate; the result is on the heap. */
static unsigned char *deflate_all(size_t *packed, const void *data, size_t size)
{
    z_stream stream = {0};
    assert_int_equal(deflateInit2(&stream, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY), Z_OK);
    const size_t bound = deflateBound(&stream, (uLong)size);
    unsigned char *out = malloc(bound);
    /* zlib's interface lacks a const; it only reads. */
    memcpy(&stream.next_in, &data, sizeof data);
    stream.avail_in = (uInt)size;
    stream.next_out = out;
    stream.avail_out = (uInt)bound;
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    *packed = bound - stream.avail_out;
    (void)deflateEnd(&stream);
    return out;
}

/* What local headers and records have in common: version .. length of the name. */
static void append_common(made_zip *zip, size_t i)
{
    append16(zip, 20); /* version needed */
    append16(zip, 0);  /* flags          */
    append16(zip, zip->method[i]);
    append32(zip, 0); /* date and time   */
    append32(zip, zip->crc[i]);
    append32(zip, (uint32_t)zip->packed[i]);
    append32(zip, (uint32_t)zip->unpacked[i]);
    append16(zip, (uint32_t)strlen(zip->name[i]));
    append16(zip, 0); /* extra field     */
}

void make_zip_add(made_zip *zip, const char *name, const void *data, size_t size, int method)
{
    const size_t i = zip->n_entries++;
    assert_true(i < ZIP_MAX_ENTRIES);
    unsigned char *packed = NULL;
    zip->packed[i] = zip->unpacked[i] = size;
    if (method == ZIP_DEFLATED) packed = deflate_all(&zip->packed[i], data, size);
    zip->method[i] = (uint16_t)method;
    zip->crc[i] = size > 0 ? (uint32_t)crc32(0, data, (uInt)size) : 0;
    zip->name[i] = strdup(name);
    zip->local[i] = zip->size;
    append(zip, "PK\3\4", 4);
    append_common(zip, i);
    append(zip, name, strlen(name));
    zip->content[i] = zip->size;
    append(zip, packed != NULL ? packed : data, zip->packed[i]);
    free(packed);
}

void make_zip_text(made_zip *zip, const char *name, const char *text, int method)
{
    make_zip_add(zip, name, text, strlen(text), method);
}

void make_zip_finish(made_zip *zip, const char *comment)
{
    const size_t directory = zip->size;
    for (size_t i = 0; i < zip->n_entries; i++) {
        zip->record[i] = zip->size;
        append(zip, "PK\1\2", 4);
        append16(zip, 20); /* version made by */
        append_common(zip, i);
        append16(zip, 0); /* comment              */
        append16(zip, 0); /* disk                 */
        append16(zip, 0); /* internal attributes  */
        append32(zip, 0); /* external attributes  */
        append32(zip, (uint32_t)zip->local[i]);
        append(zip, zip->name[i], strlen(zip->name[i]));
    }
    const size_t size = zip->size - directory;
    zip->end = zip->size;
    append(zip, "PK\5\6", 4);
    append32(zip, 0); /* disks */
    append16(zip, (uint32_t)zip->n_entries);
    append16(zip, (uint32_t)zip->n_entries);
    append32(zip, (uint32_t)size);
    append32(zip, (uint32_t)directory);
    append16(zip, (uint32_t)strlen(comment));
    append(zip, comment, strlen(comment));
}

void make_zip_put16(made_zip *zip, size_t at, uint16_t value)
{
    assert_true(at + 2 <= zip->size);
    zip->data[at] = (unsigned char)value;
    zip->data[at + 1] = (unsigned char)(value >> 8);
}

void make_zip_put32(made_zip *zip, size_t at, uint32_t value)
{
    make_zip_put16(zip, at, (uint16_t)value);
    make_zip_put16(zip, at + 2, (uint16_t)(value >> 16));
}

void make_zip_write(const made_zip *zip, const char *folder, const char *name)
{
    char path[1024];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    check_ok(sg_file_write(path, zip->data, zip->size, &err));
}

void make_zip_free(made_zip *zip)
{
    for (size_t i = 0; i < zip->n_entries; i++) free(zip->name[i]);
    free(zip->data);
    *zip = (made_zip){0};
}
