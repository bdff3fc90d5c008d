/* fail_at.c - a library that lets one call of the operating system fail, for LD_PRELOAD.
 *
 *     SG_FAULT=write SG_FAULT_AT=7 LD_PRELOAD=./libfail_at.so sharegnn ...
 *
 * The calls are write, fsync, rename, open, mmap, malloc and pthread_create.  The one with this number
 * fails, counted from 1, and with SG_FAULT_ON=1 also every one after it.  SG_FAULT_COUNT names a file
 * that is told at the end how many there were. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef enum fault { WRITE, FSYNC, RENAME, OPEN, MMAP, MALLOC, THREAD, N_FAULTS } fault;

static const char *const NAME[N_FAULTS] = {"write", "fsync",  "rename",        "open",
                                           "mmap",  "malloc", "pthread_create"};

static int chosen = -1;
static long fail_number;
static int goes_on;
static atomic_long n_calls;

__attribute__((constructor)) static void begin(void)
{
    const char *name = getenv("SG_FAULT"), *number = getenv("SG_FAULT_AT");
    for (int i = 0; name != NULL && i < N_FAULTS; i++)
        if (strcmp(name, NAME[i]) == 0) chosen = i;
    fail_number = number != NULL ? atol(number) : 0;
    goes_on = getenv("SG_FAULT_ON") != NULL;
}

__attribute__((destructor)) static void end(void)
{
    const char *path = getenv("SG_FAULT_COUNT");
    if (path == NULL) return;
    char text[32];
    const int size = snprintf(text, sizeof text, "%ld\n", atomic_load(&n_calls));
    const int file =
        (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    (void)!syscall(SYS_write, file, text, (size_t)size);
    (void)syscall(SYS_close, file);
}

/* Count a call of this kind; nonzero where it shall fail. */
static int fails(fault kind, int error)
{
    if ((int)kind != chosen) return 0;
    const long number = atomic_fetch_add(&n_calls, 1) + 1;
    if (fail_number == 0 || number < fail_number || (number > fail_number && !goes_on))
        return 0;
    errno = error;
    return 1;
}

/* The function that would have been called. */
#define NEXT(type, name) ((type)(void *)dlsym(RTLD_NEXT, name))

/* ---- Files --------------------------------------------------------------------------------- */

ssize_t write(int file, const void *bytes, size_t size)
{
    if (fails(WRITE, ENOSPC)) return -1;
    return syscall(SYS_write, file, bytes, size);
}

ssize_t pwrite(int file, const void *bytes, size_t size, off_t at)
{
    if (fails(WRITE, ENOSPC)) return -1;
    return syscall(SYS_pwrite64, file, bytes, size, at);
}

ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t at)
{
    return pwrite(file, bytes, size, at);
}

/* A stream remembers that it failed; glibc has a bit for it. */
size_t fwrite(const void *bytes, size_t size, size_t n, FILE *file)
{
    enum { ERROR_SEEN = 0x20 };
    if (fails(WRITE, ENOSPC)) {
        file->_flags |= ERROR_SEEN;
        return 0;
    }
    return NEXT(size_t(*)(const void *, size_t, size_t, FILE *), "fwrite")(bytes, size, n,
                                                                           file);
}

int fsync(int file)
{
    return fails(FSYNC, EIO) ? -1 : (int)syscall(SYS_fsync, file);
}

int fdatasync(int file)
{
    return fails(FSYNC, EIO) ? -1 : (int)syscall(SYS_fdatasync, file);
}

int rename(const char *from, const char *to)
{
    return fails(RENAME, EIO) ? -1
                              : (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int renameat(int from_folder, const char *from, int to_folder, const char *to)
{
    return fails(RENAME, EIO)
               ? -1
               : (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, 0);
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags)
{
    return fails(RENAME, EIO)
               ? -1
               : (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, flags);
}

static int open_file(int folder, const char *path, int flags, mode_t mode)
{
    return fails(OPEN, EMFILE) ? -1 : (int)syscall(SYS_openat, folder, path, flags, mode);
}

#define MODE(flags)                                                                            \
    mode_t mode = 0;                                                                           \
    if (((flags) & (O_CREAT | O_TMPFILE)) != 0) {                                              \
        va_list list;                                                                          \
        va_start(list, flags);                                                                 \
        mode = va_arg(list, mode_t);                                                           \
        va_end(list);                                                                          \
    }

int open(const char *path, int flags, ...)
{
    MODE(flags)
    return open_file(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    MODE(flags)
    return open_file(AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...)
{
    MODE(flags)
    return open_file(folder, path, flags, mode);
}

int openat64(int folder, const char *path, int flags, ...)
{
    MODE(flags)
    return open_file(folder, path, flags, mode);
}

/* What FORTIFY makes of the same calls. */
int __open_2(const char *path, int flags);
int __open_2(const char *path, int flags)
{
    return open_file(AT_FDCWD, path, flags, 0);
}

int __open64_2(const char *path, int flags);
int __open64_2(const char *path, int flags)
{
    return open_file(AT_FDCWD, path, flags, 0);
}

int __openat_2(int folder, const char *path, int flags);
int __openat_2(int folder, const char *path, int flags)
{
    return open_file(folder, path, flags, 0);
}

FILE *fopen(const char *path, const char *mode)
{
    if (fails(OPEN, EMFILE)) return NULL;
    return NEXT(FILE * (*)(const char *, const char *), "fopen")(path, mode);
}

FILE *fopen64(const char *path, const char *mode)
{
    return fopen(path, mode);
}

/* ---- Memory and threads ---------------------------------------------------------------------- */

void *mmap(void *address, size_t size, int protection, int flags, int file, off_t at)
{
    if (fails(MMAP, ENOMEM)) return MAP_FAILED;
    return (void *)syscall(SYS_mmap, address, size, protection, flags, file, at);
}

void *mmap64(void *address, size_t size, int protection, int flags, int file, off64_t at)
{
    return mmap(address, size, protection, flags, file, at);
}

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *block, size_t size);

void *malloc(size_t size)
{
    return fails(MALLOC, ENOMEM) ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    return fails(MALLOC, ENOMEM) ? NULL : __libc_calloc(n, size);
}

void *realloc(void *block, size_t size)
{
    return fails(MALLOC, ENOMEM) ? NULL : __libc_realloc(block, size);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*work)(void *),
                   void *context)
{
    if (fails(THREAD, EAGAIN)) return EAGAIN;
    return NEXT(int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *),
                "pthread_create")(thread, attributes, work, context);
}
