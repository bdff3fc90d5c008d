/* zip.h - the directory of a zip archive and its entries.
 *
 *     sg_zip zip = {0};
 *     sg_zip_open(&zip, "NCI1.zip", &err);
 *     for (size_t i = 0; i < zip.n_entries; i++) puts(zip.entry[i].name);
 *     sg_zip_close(&zip);
 *
 * Stored and deflated entries below 4 GiB.  An archive is refused as a whole where its directory
 * does not fit the file, where a name leads out of the archive's folder, or where it claims to
 * unpack to more than it can hold.
 */
#ifndef SG_TEXT_ZIP_H
#define SG_TEXT_ZIP_H

#include "text/inflate.h"
#include "text/source.h"

typedef struct sg_zip_entry {
    char *name;
    uint64_t header;   /* position of the entry in the file    */
    uint64_t packed;   /* bytes in the archive                 */
    uint64_t unpacked; /* bytes of content, as claimed         */
    uint32_t crc;
    uint16_t method; /* 0 stored, 8 deflated                 */
} sg_zip_entry;

typedef struct sg_zip {
    sg_source source;
    sg_zip_entry *entry; /* [n_entries] */
    size_t n_entries;
} sg_zip;

/* Read the directory of the archive at `path`.
 * Fails with SG_ENOTFOUND, SG_EIO, SG_EFORMAT, SG_ELIMIT or SG_ENOMEM. */
sg_status sg_zip_open(sg_zip *zip, const char *path, sg_error *err);

/* The same for an archive in memory, which is borrowed until close. */
sg_status sg_zip_open_memory(sg_zip *zip, const char *name, const void *memory, size_t size,
                             sg_error *err);

void sg_zip_close(sg_zip *zip);

/* Reading one entry from its beginning to its end. */
typedef struct sg_zip_stream sg_zip_stream;

/* Start reading entry number `index`; `zip` is borrowed until close.
 * Several entries may be read at once, also by several threads. */
sg_status sg_zip_stream_open(sg_zip_stream **stream, const sg_zip *zip, size_t index,
                             sg_error *err);

void sg_zip_stream_close(sg_zip_stream *stream);

/* Read up to `room` bytes; *n is 0 only at the end, where length and checksum have been compared
 * with the directory.  Fails with SG_EIO or SG_EFORMAT. */
sg_status sg_zip_stream_read(size_t *n, sg_zip_stream *stream, void *buffer, size_t room,
                             sg_error *err);

#endif
