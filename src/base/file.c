/* file.c - POSIX files. */
#include "base/file.h"

#include "base/mem.h"
#include "base/observer.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
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

/* ---- Names for what is not complete ------------------------------------------------------- */

/* A number that nobody can guess: a file that waits under a temporary name would be written to. */
static uint64_t unguessable(void)
{
    uint64_t number = 0;
    if (getrandom(&number, sizeof number, 0) == (ssize_t)sizeof number) return number;
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_nsec << 32 ^ (uint64_t)now.tv_sec ^ (uint64_t)getpid() << 16;
}

/* PATH.part-16 hexadecimal digits. */
static sg_status temporary_name(sg_text *name, const char *path, sg_error *err)
{
    name->size = 0;
    return sg_text_add(name, err, "%s.part-%016llx", path, (unsigned long long)unguessable());
}

/* Whether `entry` is a temporary name of the file `name`. */
static bool is_temporary_name(const char *entry, const char *name)
{
    static const char between[] = ".part-";
    const size_t size = strlen(name), digits = 16;
    if (strncmp(entry, name, size) != 0) return false;
    entry += size;
    if (strncmp(entry, between, sizeof between - 1) != 0) return false;
    entry += sizeof between - 1;
    return strlen(entry) == digits && strspn(entry, "0123456789abcdef") == digits;
}

/* Whether a temporary file, or folder, was left by a process that is gone: it is ours, nobody holds it
 * locked, and it is older than the moment between creating and locking it can last. */
static bool is_orphan(int folder, const char *entry, bool *is_folder)
{
    enum { MOMENT = 60 };
    struct stat info = {0};
    const int fd = openat(folder, entry, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return false;
    const bool is_known = fstat(fd, &info) == 0;
    *is_folder = is_known && S_ISDIR(info.st_mode);
    const bool is_old = is_known && (*is_folder || S_ISREG(info.st_mode)) &&
                        info.st_uid == geteuid() && time(NULL) - info.st_mtime > MOMENT;
    const bool is_free = is_old && flock(fd, LOCK_EX | LOCK_NB) == 0;
    (void)close(fd);
    return is_free;
}

static void remove_files(DIR *folder)
{
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            (void)unlinkat(dirfd(folder), entry->d_name, 0);
}

/* Remove a folder of `parent` with the files in it; folders in it stay, and it with them. */
static void remove_folder_at(int parent, const char *name)
{
    const int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *folder = fd >= 0 ? fdopendir(fd) : NULL;
    if (folder == NULL) {
        if (fd >= 0) (void)close(fd);
        return;
    }
    remove_files(folder);
    closedir(folder);
    (void)unlinkat(parent, name, AT_REMOVEDIR);
}

/* Remove what killed processes left behind when they wrote to `path`; silently does what it can. */
static void remove_orphans(const char *path)
{
    const char *name = sg_path_name(path);
    char *parent = sg_text_copy(path);
    if (parent == NULL) return;
    parent[name - path] = '\0';
    DIR *folder = opendir(parent[0] != '\0' ? parent : ".");
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        bool is_folder = false;
        if (!is_temporary_name(entry->d_name, name) ||
            !is_orphan(dirfd(folder), entry->d_name, &is_folder))
            continue;
        if (is_folder)
            remove_folder_at(dirfd(folder), entry->d_name);
        else
            (void)unlinkat(dirfd(folder), entry->d_name, 0);
    }
    if (folder != NULL) closedir(folder);
    sg_free(parent);
}

/* A name that was written reaches the disk with its folder.  Some file systems cannot do that. */
static void sync_folder_of(const char *path)
{
    char *parent = sg_text_copy(path);
    if (parent == NULL) return;
    parent[sg_path_name(path) - path] = '\0';
    const int fd = open(parent[0] != '\0' ? parent : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    sg_free(parent);
    if (fd < 0) return;
    (void)fsync(fd);
    (void)close(fd);
}

sg_status sg_temporary_folder_make(sg_temporary_folder *made, const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    remove_orphans(path);
    for (;;) {
        SG_TRY(temporary_name(&made->name, path, err));
        if (mkdir(made->name.data, 0777) == 0) break;
        if (errno != EEXIST)
            SG_TRY(sg_error_errno(err, SG_WHERE, made->name.data, "create the folder"));
    }
    made->entries = opendir(made->name.data);
    if (made->entries == NULL) {
        status = sg_error_errno(err, SG_WHERE, made->name.data, "open the folder");
        (void)rmdir(made->name.data);
        goto done;
    }
    /* Without a lock another writer might take it for an orphan in a minute; that is no reason to stop. */
    (void)flock(dirfd(made->entries), LOCK_EX | LOCK_NB);
done:
    return status;
}

void sg_temporary_folder_remove(sg_temporary_folder *made)
{
    if (made->entries == NULL) return;
    rewinddir(made->entries);
    remove_files(made->entries);
    (void)rmdir(made->name.data);
}

void sg_temporary_folder_close(sg_temporary_folder *made)
{
    if (made->entries != NULL) (void)closedir(made->entries);
    sg_text_free(&made->name);
    *made = (sg_temporary_folder){0};
}

void sg_folder_remove(const char *path)
{
    remove_folder_at(AT_FDCWD, path);
}

/* Whether `path` names a stream that is open already, which a shell gives for <(command): it has a
 * writer, and reading it ends. */
static bool is_given_stream(const char *path)
{
    static const char *const place[] = {"/dev/fd/", "/proc/self/fd/", "/dev/stdin"};
    for (size_t i = 0; i < sizeof place / sizeof place[0]; i++)
        if (strncmp(path, place[i], strlen(place[i])) == 0) return true;
    return false;
}

/* Open without waiting for somebody who writes, and refuse what has no end. */
static sg_status open_to_read(FILE **file, const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    struct stat info = {0};
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) SG_TRY(sg_error_errno(err, SG_WHERE, path, "open"));
    if (fstat(fd, &info) != 0) SG_TRY(sg_error_errno(err, SG_WHERE, path, "read"));
    if (S_ISDIR(info.st_mode)) {
        errno = EISDIR;
        SG_TRY(sg_error_errno(err, SG_WHERE, path, "read"));
    }
    if (!S_ISREG(info.st_mode) && !is_given_stream(path))
        SG_TRY(sg_error_at(err, SG_EIO, SG_WHERE, (sg_place){path, 0, 0},
                           "not a plain file; give the path of one"));
    if (fcntl(fd, F_SETFL, 0) != 0 || (*file = fdopen(fd, "rb")) == NULL)
        SG_TRY(sg_error_errno(err, SG_WHERE, path, "open"));
done:
    if (status != SG_OK && fd >= 0) (void)close(fd);
    return status;
}

sg_status sg_file_read(sg_text *text, const char *path, size_t limit, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t size_before = text->size;
    FILE *file = NULL;
    SG_TRY(open_to_read(&file, path, err));
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

/* Whether the link at `path` belongs to a stranger, in a folder like /tmp where everybody may write.  It may
 * lead to any file of ours.  The rule is that of Linux for opening (fs.protected_symlinks). */
static bool is_link_of_stranger(const char *path, const struct stat *link)
{
    const char *name = sg_path_name(path);
    char folder[PATH_MAX];
    struct stat around = {0};
    if (link->st_uid == geteuid()) return false;
    (void)snprintf(folder, sizeof folder, "%.*s.", (int)(name - path), path);
    return stat(folder, &around) != 0 ||
           ((around.st_mode & S_ISVTX) != 0 && (around.st_mode & S_IWOTH) != 0 &&
            link->st_uid != around.st_uid);
}

/* Where the bytes will be: a link is followed, so that it leads to them afterwards. */
static sg_status find_target(sg_text *target, const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    struct stat info = {0};
    char *real = NULL;
    if (lstat(path, &info) == 0 && S_ISLNK(info.st_mode)) {
        if (is_link_of_stranger(path, &info)) {
            errno = EACCES;
            SG_TRY(sg_error_at(err, SG_EIO, SG_WHERE, (sg_place){path, 0, 0},
                               "a link of another user in a folder where everybody may write; "
                               "remove it, or give another path"));
        }
        real = realpath(path, NULL);
        if (real == NULL) SG_TRY(sg_error_errno(err, SG_WHERE, path, "follow the link"));
    }
    SG_TRY(sg_text_add(target, err, "%s", real != NULL ? real : path));
done:
    free(real); /* not sg_free: realpath took it */
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
    SG_TRY(find_target(&made.target, path, err));
    remove_orphans(made.target.data);
    while (!made.is_open) {
        SG_TRY(temporary_name(&made.temporary, made.target.data, err));
        made.fd = open(made.temporary.data,
                       O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
        made.is_open = made.fd >= 0;
        if (!made.is_open && errno != EEXIST)
            SG_TRY(sg_error_errno(err, SG_WHERE, path, "write"));
    }
    (void)flock(made.fd, LOCK_EX | LOCK_NB); /* says that the file is no orphan */
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
    if (rename(writer->temporary.data, writer->target.data) != 0)
        return sg_error_errno(err, SG_WHERE, writer->path, "replace");
    sync_folder_of(writer->target.data);
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
    sg_text_free(&writer->target);
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

sg_status sg_file_write_much(const char *path, const void *data, size_t size, sg_error *err)
{
    enum { PORTION = 1 << 20 };
    sg_status status = SG_OK;
    sg_file_writer writer = {0};
    SG_TRY(sg_file_writer_open(&writer, path, err));
    for (size_t begin = 0; begin < size; begin += PORTION) {
        SG_TRY(sg_watch_ask_seldom(err));
        SG_TRY(sg_file_writer_add(&writer, (const char *)data + begin,
                                  size - begin < PORTION ? size - begin : PORTION, err));
    }
    SG_TRY(sg_file_writer_commit(&writer, err));
done:
    sg_file_writer_close(&writer);
    return status;
}
