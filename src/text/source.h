/* source.h - bytes at positions: an open file or a piece of memory.
 *
 * Reads name their position, so several threads may share one source.
 */
#ifndef SG_TEXT_SOURCE_H
#define SG_TEXT_SOURCE_H

#include "base/status.h"

typedef struct sg_source {
    char *path; /* for messages */
    uint64_t size;
    bool is_file;
    int fd;                      /* of a file             */
    const unsigned char *memory; /* of memory; borrowed   */
} sg_source;

/* Open a file.  Fails with SG_ENOTFOUND, SG_EIO or SG_ENOMEM. */
sg_status sg_source_open(sg_source *source, const char *path, sg_error *err);

/* Take bytes in memory, borrowed until close, as a file called `name`. */
sg_status sg_source_from_memory(sg_source *source, const char *name, const void *memory,
                                size_t size, sg_error *err);

/* Close the file; an empty source is fine. */
void sg_source_close(sg_source *source);

/* Read exactly `size` bytes from `offset`.  Fails with SG_EIO, or SG_EFORMAT past the end. */
sg_status sg_source_read(void *buffer, const sg_source *source, uint64_t offset, size_t size,
                         sg_error *err);

#endif
