/* file.c - POSIX files. */
#include "base/file.h"

#include "base/mem.h"
#include "base/observer.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool sg_path_exists(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0;
}

bool sg_path_is_folder(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

bool sg_path_is_special(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && !S_ISREG(info.st_mode);
}

const char *sg_path_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

sg_status sg_folder_make(const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    char *partial = sg_text_copy(path);
    SG_REQUIRE(partial != NULL, SG_ENOMEM, "out of memory");
    for (char *p = partial + (*partial == '/');; p++) {
        if (*p != '/' && *p != '\0') continue;
        const char end = *p;
        *p = '\0';
        if (mkdir(partial, 0777) != 0) {
            const int reason = errno; /* looking at the path would replace it */
            if (!sg_path_is_folder(partial)) {
                errno = reason;
                SG_TRY(sg_error_errno(err, SG_WHERE, partial, "create the folder"));
            }
        }
        *p = end;
        if (end == '\0') break;
    }
done:
    sg_free(partial);
    return status;
}

/* PATH.part-PID-K: unique among processes by the number, among threads by trying. */
static sg_status temporary_name(sg_text *name, const char *path, unsigned k, sg_error *err)
{
    name->size = 0;
    return sg_text_add(name, err, "%s.part-%ld-%u", path, (long)getpid(), k);
}

sg_status sg_folder_make_temporary(sg_text *name, const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    for (unsigned k = 0;; k++) {
        SG_TRY(temporary_name(name, path, k, err));
        if (mkdir(name->data, 0777) == 0) break;
        if (errno != EEXIST)
            SG_TRY(sg_error_errno(err, SG_WHERE, name->data, "create the folder"));
    }
done:
    return status;
}

void sg_folder_remove(const char *path)
{
    DIR *folder = opendir(path);
    if (folder == NULL) return;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            (void)unlinkat(dirfd(folder), entry->d_name, 0);
    closedir(folder);
    (void)rmdir(path);
}

sg_status sg_file_read(sg_text *text, const char *path, size_t limit, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t size_before = text->size;
    FILE *file = fopen(path, "rb");
    if (file == NULL) SG_TRY(sg_error_errno(err, SG_WHERE, path, "open"));
    char chunk[1 << 14];
    for (size_t n; (n = fread(chunk, 1, sizeof chunk, file)) > 0;) {
        if (text->size - size_before + n > limit)
            SG_TRY(sg_error_at(err, SG_ELIMIT, SG_WHERE, (sg_place){path, 0, 0},
                               "larger than the %zu bytes allowed here", limit));
        SG_TRY(sg_watch_ask(err));
        SG_TRY(sg_text_add_bytes(text, chunk, n, err));
    }
    if (ferror(file) != 0) SG_TRY(sg_error_errno(err, SG_WHERE, path, "read"));
done:
    if (file != NULL) (void)fclose(file);
    if (status != SG_OK && text->data != NULL) {
        text->size = size_before;
        text->data[size_before] = '\0';
    }
    return status;
}

/* Renaming would replace a device or a pipe, too. */
sg_status sg_file_writer_open(sg_file_writer *writer, const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    sg_file_writer made = {.path = path, .fd = -1};
    if (sg_path_is_special(path))
        SG_TRY(sg_error_at(err, SG_EIO, SG_WHERE, (sg_place){path, 0, 0},
                           "not a plain file; give another path to write to"));
    for (unsigned k = 0; !made.is_open; k++) {
        SG_TRY(temporary_name(&made.temporary, path, k, err));
        made.fd = open(made.temporary.data, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        made.is_open = made.fd >= 0;
        if (!made.is_open && errno != EEXIST)
            SG_TRY(sg_error_errno(err, SG_WHERE, path, "write"));
    }
    *writer = made;
    made = (sg_file_writer){0};
done:
    sg_file_writer_close(&made);
    return status;
}

sg_status sg_file_writer_add(sg_file_writer *writer, const void *data, size_t size,
                             sg_error *err)
{
    for (const char *bytes = data; size > 0;) {
        const ssize_t n = write(writer->fd, bytes, size);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return sg_error_errno(err, SG_WHERE, writer->path, "write");
        bytes += n;
        size -= (size_t)n;
    }
    return SG_OK;
}

sg_status sg_file_writer_commit(sg_file_writer *writer, sg_error *err)
{
    if (fsync(writer->fd) != 0) return sg_error_errno(err, SG_WHERE, writer->path, "write");
    if (rename(writer->temporary.data, writer->path) != 0)
        return sg_error_errno(err, SG_WHERE, writer->path, "replace");
    (void)close(writer->fd);
    writer->is_open = false;
    return SG_OK;
}

void sg_file_writer_close(sg_file_writer *writer)
{
    if (writer->is_open) {
        (void)close(writer->fd);
        (void)unlink(writer->temporary.data);
    }
    sg_text_free(&writer->temporary);
    *writer = (sg_file_writer){0};
}

sg_status sg_file_write(const char *path, const void *data, size_t size, sg_error *err)
{
    sg_status status = SG_OK;
    sg_file_writer writer = {0};
    SG_TRY(sg_file_writer_open(&writer, path, err));
    SG_TRY(sg_file_writer_add(&writer, data, size, err));
    SG_TRY(sg_file_writer_commit(&writer, err));
done:
    sg_file_writer_close(&writer);
    return status;
}
