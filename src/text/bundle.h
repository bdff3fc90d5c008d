/* bundle.h - the files of a data set, wherever they are: in a folder, a zip archive or memory.
 *
 *     sg_bundle bundle = {0};
 *     sg_bundle_open(&bundle, "data/NCI1.zip", &err);
 *     size_t i = sg_bundle_find(&bundle, "NCI1_A.txt");
 *     if (i != SG_BUNDLE_NONE) sg_stream_open(&stream, &bundle, i, &err);
 */
#ifndef SG_TEXT_BUNDLE_H
#define SG_TEXT_BUNDLE_H

#include "text/zip.h"

#define SG_BUNDLE_NONE SIZE_MAX

/* A file in memory, borrowed. */
typedef struct sg_memory_file {
    const char *name;
    const void *data;
    size_t size;
} sg_memory_file;

typedef struct sg_bundle {
    char *path; /* of the folder or archive, for messages            */
    sg_zip zip; /* of an archive                                     */
    bool is_zip;
    char **name;                  /* [n_files] of a folder: the names in it            */
    const sg_memory_file *memory; /* [n_files] in memory; borrowed                     */
    size_t n_files;
} sg_bundle;

/* Open a folder or a zip archive.
 * Fails with SG_ENOTFOUND, SG_EIO, SG_EFORMAT, SG_ELIMIT or SG_ENOMEM. */
sg_status sg_bundle_open(sg_bundle *bundle, const char *path, sg_error *err);

/* A bundle called `path` of files in memory, which are borrowed until close. */
sg_status sg_bundle_from_memory(sg_bundle *bundle, const char *path, const sg_memory_file *file,
                                size_t n_files, sg_error *err);

void sg_bundle_close(sg_bundle *bundle);

/* The name of file `i`, without folders. */
const char *sg_bundle_name(const sg_bundle *bundle, size_t i);

/* The number of the file called `name`, or SG_BUNDLE_NONE. */
size_t sg_bundle_find(const sg_bundle *bundle, const char *name);

/* Bytes one after the other from a file of a bundle. */
typedef struct sg_stream sg_stream;

/* Start reading file `i`; the bundle is borrowed until close. */
sg_status sg_stream_open(sg_stream **stream, const sg_bundle *bundle, size_t i, sg_error *err);

void sg_stream_close(sg_stream *stream);

/* What messages call the file: "data/NCI1.zip/NCI1/NCI1_A.txt". */
const char *sg_stream_path(const sg_stream *stream);

/* Let a thread of its own read ahead from now on, where that pays: in large entries of archives.
 * Fails with SG_ENOMEM or SG_EIO; the stream can be read all the same. */
sg_status sg_stream_read_ahead(sg_stream *stream, sg_error *err);

/* How many bytes the file says it has; an archive may be wrong about it. */
uint64_t sg_stream_size(const sg_stream *stream);

/* Read up to `room` bytes; *n is 0 only at the end.  Fails with SG_EIO or SG_EFORMAT. */
sg_status sg_stream_read(size_t *n, sg_stream *stream, void *buffer, size_t room,
                         sg_error *err);

#endif
