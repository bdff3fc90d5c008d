/* output_file.c - a file for results that appears whole or not at all. */
#include "output_file.h"

#include "interrupt.h"
#include "message.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whether `path` is what standard output goes to.  It must not be opened a second time: as a file
 * it would be written from its beginning twice. */
static bool is_standard_output(const char *path)
{
    struct stat target, output;
    return stat(path, &target) == 0 && fstat(STDOUT_FILENO, &output) == 0 &&
           target.st_dev == output.st_dev && target.st_ino == output.st_ino;
}

/* The stream writes to a copy of the descriptor, so that the file can be committed behind it. */
static bool open_plain_file(output_file *out, const char *path)
{
    sg_error err = {0};
    sigset_t signals;
    interrupts_hold(&signals);
    const bool is_open = sg_file_writer_open(&out->writer, path, &err) == SG_OK;
    int reason = errno;
    if (is_open) interrupt_guard(out->writer.temporary.data);
    interrupts_let(&signals);
    errno = reason;
    if (!is_open) return false;
    const int copy = fcntl(out->writer.fd, F_DUPFD_CLOEXEC, 0);
    out->stream = copy >= 0 ? fdopen(copy, "w") : NULL;
    if (out->stream != NULL) return true;
    reason = errno;
    if (copy >= 0) (void)close(copy);
    interrupt_release(out->writer.temporary.data);
    sg_file_writer_close(&out->writer);
    errno = reason;
    return false;
}

bool output_file_open(output_file *out, const char *path)
{
    struct stat target;
    *out = (output_file){.path = path, .stream = stdout};
    if (path == NULL) return true;
    if (stat(path, &target) != 0 || S_ISREG(target.st_mode)) {
        if (!is_standard_output(path)) return open_plain_file(out, path);
        out->path = NULL;
        return true;
    }
    if (is_standard_output(path))
        out->path = NULL;
    else
        out->stream = fopen(path, "w");
    return out->stream != NULL;
}

bool output_file_close(output_file *out)
{
    bool good = fflush(out->stream) == 0 && ferror(out->stream) == 0;
    int reason = errno;
    if (out->path == NULL) return good;
    if (fclose(out->stream) != 0 && good) {
        good = false;
        reason = errno;
    }
    if (out->writer.is_open) {
        sg_error err = {0};
        if (good && sg_file_writer_commit(&out->writer, &err) != SG_OK) {
            good = false;
            reason = errno;
        }
        interrupt_release(out->writer.temporary.data);
        sg_file_writer_close(&out->writer);
    }
    errno = reason;
    return good;
}

void output_file_discard(output_file *out)
{
    if (out->path == NULL) return;
    (void)fclose(out->stream);
    interrupt_release(out->writer.temporary.data);
    sg_file_writer_close(&out->writer);
}

int output_file_complain(const char *path)
{
    const int reason = errno;
    char *name = path != NULL ? message_escape(path) : NULL;
    if (path == NULL) clearerr(stdout);
    if (path != NULL || reason != EPIPE)
        fprintf(stderr, "%s: cannot write: %s\n", name != NULL ? name : "standard output",
                reason == EINVAL ? "it is not a plain file" : strerror(reason));
    free(name);
    return EXIT_FAILURE;
}

bool output_file_possible(const char *path)
{
    char folder[PATH_MAX];
    struct stat target;
    const char *slash = strrchr(path, '/');
    const size_t length = slash == NULL ? 1 : (size_t)(slash - path) + 1;
    if (length >= sizeof folder) {
        errno = ENAMETOOLONG;
        return false;
    }
    memcpy(folder, slash == NULL ? "." : path, length);
    folder[length] = '\0';
    if (stat(path, &target) == 0 && !S_ISREG(target.st_mode)) {
        errno = S_ISDIR(target.st_mode) ? EISDIR : EINVAL;
        return false;
    }
    return access(folder, W_OK | X_OK) == 0;
}
