/* apart.c - a child, a pipe, and what the kernel knows of the child's memory. */
#include "apart.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

double bench_peak_bytes(void)
{
    struct rusage usage;
    (void)getrusage(RUSAGE_SELF, &usage);
    return 1024.0 * (double)usage.ru_maxrss;
}

bool bench_apart(void *result, size_t size, double *peak_bytes,
                 bool (*work)(void *result, const void *context), const void *context)
{
    int ends[2];
    if (pipe(ends) != 0) return false;
    const pid_t child = fork();
    if (child == 0) {
        const bool ok = work(result, context);
        const double peak = bench_peak_bytes();
        const bool sent = ok && write(ends[1], result, size) == (ssize_t)size &&
                          write(ends[1], &peak, sizeof peak) == (ssize_t)sizeof peak;
        _exit(sent ? EXIT_SUCCESS : EXIT_FAILURE);
    }
    (void)close(ends[1]);
    const bool got =
        child > 0 && read(ends[0], result, size) == (ssize_t)size &&
        read(ends[0], peak_bytes, sizeof *peak_bytes) == (ssize_t)sizeof *peak_bytes;
    (void)close(ends[0]);
    if (child > 0) (void)waitpid(child, NULL, 0);
    return got;
}
