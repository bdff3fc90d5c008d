/* source.c - pread, or memcpy.
 *
 * Not mmap: a file that shrinks while it is mapped kills the process. */
#include "text/source.h"

#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

sg_status sg_source_open(sg_source *source, const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    sg_source opened = {0};
    struct stat info;
    /* O_NONBLOCK: opening a pipe must not wait until somebody writes to it. */
    opened.fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (opened.fd < 0) SG_TRY(sg_error_errno(err, SG_WHERE, path, "open"));
    opened.is_file = true;
    if (fstat(opened.fd, &info) != 0) SG_TRY(sg_error_errno(err, SG_WHERE, path, "read"));
    SG_REQUIRE(S_ISREG(info.st_mode), SG_EIO, "%s: not a plain file", path);
    opened.size = (uint64_t)info.st_size;
    opened.path = sg_text_copy(path);
    SG_REQUIRE(opened.path != NULL, SG_ENOMEM, "out of memory");
    *source = opened;
    opened = (sg_source){0};
done:
    sg_source_close(&opened);
    return status;
}

sg_status sg_source_from_memory(sg_source *source, const char *name, const void *memory,
                                size_t size, sg_error *err)
{
    sg_status status = SG_OK;
    char *path = sg_text_copy(name);
    SG_REQUIRE(path != NULL, SG_ENOMEM, "out of memory");
    *source = (sg_source){.path = path, .memory = memory, .size = size};
done:
    return status;
}

void sg_source_close(sg_source *source)
{
    if (source->is_file) (void)close(source->fd);
    sg_free(source->path);
    *source = (sg_source){0};
}

sg_status sg_source_read(void *buffer, const sg_source *source, uint64_t offset, size_t size,
                         sg_error *err)
{
    if (offset > source->size || size > source->size - offset)
        return sg_error_at(err, SG_EFORMAT, SG_WHERE, (sg_place){source->path, 0, 0},
                           "ends after %llu bytes, where more must follow; it is cut off",
                           (unsigned long long)source->size);
    if (!source->is_file) {
        if (size > 0) memcpy(buffer, source->memory + offset, size);
        return SG_OK;
    }
    char *to = buffer;
    while (size > 0) {
        const ssize_t n = pread(source->fd, to, size, (off_t)offset);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return sg_error_errno(err, SG_WHERE, source->path, "read");
        if (n == 0)
            return sg_error_set(err, SG_EIO, SG_WHERE, "%s: became shorter while being read",
                                source->path);
        to += n;
        offset += (uint64_t)n;
        size -= (size_t)n;
    }
    return SG_OK;
}
