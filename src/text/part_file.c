/* part_file.c - a locked file with a tag beside it.
 *
 * Bytes without a tag are never resumed, because nobody could tell whether the rest belongs to
 * them. */
#include "text/part_file.h"

#include "base/file.h"
#include "base/hash.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINE_SIZE = SG_PART_TAG_SIZE + 24 };

bool sg_part_file_can_resume(const sg_part_file *part)
{
    return !part->is_garbage && part->size > 0 && part->tag[0] != '\0';
}

const char *sg_part_file_remedy(const sg_part_file *part)
{
    return sg_part_file_can_resume(part) ? "the same command resumes"
                                         : "the same command starts over";
}

static sg_status disk_error(const sg_part_file *part, const char *verb, sg_error *err)
{
    if (errno != ENOSPC && errno != EDQUOT && errno != EFBIG)
        return sg_error_errno(err, SG_WHERE, part->path.data, verb);
    return sg_error_at(err, SG_EIO, SG_WHERE, (sg_place){part->path.data, 0, 0},
                       "no space left on the device after %llu bytes; make room, then %s",
                       (unsigned long long)part->size, sg_part_file_remedy(part));
}

/* Two processes that write to one file would make garbage: the second one is sent away.  It may
 * also hold a file that the first has just renamed; then the name leads to another file now.
 * Where the file system knows no locks we go on without. */
static sg_status open_locked(int *fd, uint64_t *size, const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    struct stat here = {0}, named = {0};
    const int opened = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
    if (opened < 0) SG_TRY(sg_error_errno(err, SG_WHERE, path, "create"));
    if (fstat(opened, &here) != 0 || !S_ISREG(here.st_mode) || here.st_uid != geteuid() ||
        here.st_nlink > 1)
        SG_TRY(
            sg_error_at(err, SG_EIO, SG_WHERE, (sg_place){path, 0, 0},
                        "not a plain file of yours with one name; remove it, then try again"));
    const bool is_busy = flock(opened, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    const bool is_ours = !is_busy && fstat(opened, &here) == 0 && stat(path, &named) == 0 &&
                         here.st_dev == named.st_dev && here.st_ino == named.st_ino;
    if (!is_ours)
        SG_TRY(sg_error_at(err, SG_EIO, SG_WHERE, (sg_place){path, 0, 0},
                           "another process is downloading this file; wait until it is done"));
    *fd = opened;
    *size = (uint64_t)here.st_size;
done:
    if (status != SG_OK && opened >= 0) (void)close(opened);
    return status;
}

sg_status sg_part_file_open(sg_part_file *part, const char *path, const char *address,
                            sg_error *err)
{
    sg_status status = SG_OK;
    sg_part_file made = {.address = address};
    SG_TRY(sg_text_add(&made.path, err, "%s.part", path));
    SG_TRY(sg_text_add(&made.tag_path, err, "%s.part.tag", path));
    SG_TRY(open_locked(&made.fd, &made.size, made.path.data, err));
    made.is_open = true;
    *part = made;
    made = (sg_part_file){0};
done:
    sg_part_file_close(&made);
    return status;
}

void sg_part_file_close(sg_part_file *part)
{
    if (part->is_open) {
        if (!sg_part_file_can_resume(part)) {
            (void)unlink(part->path.data);
            (void)unlink(part->tag_path.data);
        }
        (void)close(part->fd);
    }
    sg_text_free(&part->tag_path);
    sg_text_free(&part->path);
    *part = (sg_part_file){0};
}

sg_status sg_part_file_start_over(sg_part_file *part, sg_error *err)
{
    if (part->size > 0 && ftruncate(part->fd, 0) != 0)
        return sg_error_errno(err, SG_WHERE, part->path.data, "truncate");
    part->size = 0;
    return SG_OK;
}

sg_status sg_part_file_append(sg_part_file *part, const char *data, size_t size, sg_error *err)
{
    while (size > 0) {
        const ssize_t n = pwrite(part->fd, data, size, (off_t)part->size);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return disk_error(part, "write", err);
        data += n;
        size -= (size_t)n;
        part->size += (uint64_t)n;
    }
    return SG_OK;
}

/* A tag becomes a line of a file and a header of a request. */
bool sg_part_file_is_tag(const char *text)
{
    const size_t size = strlen(text);
    if (size == 0 || size >= SG_PART_TAG_SIZE) return false;
    for (const char *p = text; *p != '\0'; p++)
        if (*p < ' ' || *p > '~') return false;
    return true;
}

/* The address is part of the version: mirrors may give different files equal dates.  Hashed,
 * because it may contain a password. */
static int write_line(char line[LINE_SIZE], const sg_part_file *part)
{
    return snprintf(line, LINE_SIZE, "%016llx %s\n",
                    (unsigned long long)sg_hash_bytes(part->address, strlen(part->address)),
                    part->tag);
}

/* Anything but a line of ours for this address counts as no tag. */
void sg_part_file_recall(sg_part_file *part)
{
    char line[LINE_SIZE], expected[LINE_SIZE];
    part->tag[0] = '\0';
    struct stat info = {0};
    const int fd = open(part->tag_path.data, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return;
    const bool is_plain = fstat(fd, &info) == 0 && S_ISREG(info.st_mode);
    FILE *file = is_plain ? fdopen(fd, "r") : NULL;
    if (file == NULL) {
        (void)close(fd);
        return;
    }
    if (fgets(line, (int)sizeof line, file) != NULL) {
        const size_t key_size = (size_t)write_line(expected, part) - 1;
        const size_t size = strcspn(line, "\n");
        const bool is_whole = line[size] == '\n' && size > key_size;
        line[size] = '\0';
        if (is_whole && strncmp(line, expected, key_size) == 0 &&
            sg_part_file_is_tag(line + key_size))
            memcpy(part->tag, line + key_size, size - key_size + 1);
    }
    (void)fclose(file);
}

/* Before the first byte of the version is written: should we die in between, no bytes are
 * found beside a tag that is not theirs. */
sg_status sg_part_file_remember(sg_part_file *part, const char *tag, sg_error *err)
{
    char line[LINE_SIZE];
    (void)snprintf(part->tag, sizeof part->tag, "%s", tag);
    if (part->tag[0] != '\0')
        return sg_file_write(part->tag_path.data, line, (size_t)write_line(line, part), err);
    if (unlink(part->tag_path.data) == 0 || errno == ENOENT) return SG_OK;
    return sg_error_errno(err, SG_WHERE, part->tag_path.data, "delete");
}

sg_status sg_part_file_sync(sg_part_file *part, sg_error *err)
{
    return fsync(part->fd) == 0 ? SG_OK : disk_error(part, "write", err);
}

sg_status sg_part_file_commit(sg_part_file *part, const char *path, sg_error *err)
{
    if (rename(part->path.data, path) != 0)
        return sg_error_errno(err, SG_WHERE, path, "replace");
    (void)unlink(part->tag_path.data);
    (void)close(part->fd);
    part->is_open = false;
    return SG_OK;
}
