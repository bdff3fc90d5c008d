/* command_bench.c - sharegnn bench [WHAT].
 *
 * Benchmarks are a program of their own, because they link a BLAS to measure against and the
 * product does not need one. */
#include "bench_verb.h"
#include "message.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char PROGRAM[] = "sharegnn-bench";

/* The path of the program of benchmarks, which is installed in the folder of this program; false
 * where this program does not know where it is. */
static bool find_program(char *path, size_t size)
{
    const ssize_t length = readlink("/proc/self/exe", path, size);
    if (length <= 0 || (size_t)length >= size) return false;
    path[length] = '\0';
    char *name = strrchr(path, '/');
    if (name == NULL || (size_t)(name + 1 - path) + sizeof PROGRAM > size) return false;
    memcpy(name + 1, PROGRAM, sizeof PROGRAM);
    return true;
}

static int refuse(const char *path, int why)
{
    const bool missing = why == ENOENT;
    sg_error err = {.status = SG_EIO};
    (void)snprintf(
        err.text, sizeof err.text, "%.400s %s%s", path,
        missing ? "is not installed" : "cannot be started: ", missing ? "" : strerror(why));
    return message_failure(
        &err, missing ? "it is built together with sharegnn and belongs in its folder" : NULL);
}

int command_bench(const arguments *args)
{
    char path[PATH_MAX];
    if (!find_program(path, sizeof path)) return refuse(PROGRAM, ENOENT);
    char **argv = calloc((size_t)args->n_words + 2, sizeof *argv);
    if (argv == NULL) return message_out_of_memory();
    argv[0] = path;
    for (int i = 0; i < args->n_words; i++) argv[i + 1] = args->word[i];
    (void)execv(path, argv);
    const int why = errno;
    free(argv);
    return refuse(path, why);
}
