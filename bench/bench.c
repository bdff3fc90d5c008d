/* bench.c - choosing benchmarks, and what their lines have in common. */
#include "bench.h"

#include "base/nearest.h"
#include "bench_verb.h"
#include "message.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct benchmark {
    const char *name;
    int (*run)(const bench_options *options);
} benchmark;

static const benchmark BENCHMARKS[] = {
    {"io", bench_io},         {"arrays", bench_arrays},  {"invariants", bench_invariants},
    {"train", bench_train},   {"peers", bench_peers},    {"smiles", bench_smiles},
    {"scale", bench_scale},   {"live", bench_live},      {"nodes", bench_nodes},
    {"search", bench_search}, {"cluster", bench_cluster}};

enum { N_BENCHMARKS = sizeof BENCHMARKS / sizeof *BENCHMARKS };

static double seconds_of(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double bench_now(void)
{
    return seconds_of(CLOCK_MONOTONIC);
}

double bench_processor_now(void)
{
    return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

void bench_keep_fastest(double *best, double seconds)
{
    if (*best == 0 || seconds < *best) *best = seconds;
}

uint32_t bench_threads(const bench_options *options)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return options->n_threads > 0 ? options->n_threads : cores > 0 ? (uint32_t)cores : 1;
}

void bench_remove_data(const char *folder, const char *name)
{
    static const char *const what[] = {"A",           "graph_indicator", "graph_labels",
                                       "node_labels", "node_attributes", "graph_attributes",
                                       "edge_labels", "edge_attributes"};
    char path[4096];
    for (size_t i = 0; i < sizeof what / sizeof *what; i++) {
        (void)snprintf(path, sizeof path, "%s/%s/%s_%s.txt", folder, name, name, what[i]);
        (void)unlink(path);
    }
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    (void)rmdir(path);
    (void)rmdir(folder);
}

/* The processor's name as Linux gives it, or "unknown". */
static void read_processor(char *name, size_t size)
{
    (void)snprintf(name, size, "unknown");
    FILE *file = fopen("/proc/cpuinfo", "r");
    if (file == NULL) return;
    char line[256];
    while (fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "model name", 10) != 0) continue;
        const char *value = strchr(line, ':');
        if (value == NULL) break;
        value += strspn(value, ": ");
        (void)snprintf(name, size, "%.*s", (int)strcspn(value, "\n"), value);
        break;
    }
    (void)fclose(file);
}

void bench_begin_line(json *line, const char *name, uint32_t n_threads)
{
    char processor[128];
    read_processor(processor, sizeof processor);
    *line = (json){.out = stdout};
    json_open(line, NULL, '{');
    json_text(line, "bench", name);
    json_text(line, "version", sg_version());
    json_text(line, "build", SG_BUILD_FLAGS);
    json_text(line, "processor", processor);
    json_count(line, "threads", n_threads);
}

void bench_end_line(json *line)
{
    json_close(line, '}');
    json_line(line);
    (void)fflush(stdout);
}

int command_bench(const arguments *args)
{
    const bench_options options = {.folder = arguments_text(args, "data-dir"),
                                   .data = arguments_text(args, "data"),
                                   .yardstick = arguments_text(args, "yardstick"),
                                   .n_threads = (uint32_t)arguments_number(args, "threads"),
                                   .check = arguments_flag(args, "check")};
    const char *wanted = args->n_positional > 0 ? args->positional[0] : NULL;
    bool found = false;
    sg_nearest nearest = {.wanted = wanted};
    for (size_t i = 0; i < N_BENCHMARKS; i++) {
        if (wanted != NULL) sg_nearest_offer(&nearest, BENCHMARKS[i].name);
        if (wanted != NULL && strcmp(BENCHMARKS[i].name, wanted) != 0) continue;
        found = true;
        const int status = BENCHMARKS[i].run(&options);
        if (status != EXIT_SUCCESS) return status;
    }
    if (found) return EXIT_SUCCESS;
    return message_usage(args->verb, "unknown benchmark %s; did you mean %s?",
                         shown_text(wanted).text,
                         nearest.name != NULL ? nearest.name : BENCHMARKS[0].name);
}
