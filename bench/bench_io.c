/* bench_io.c - how fast a data set is read, and how much memory that takes.
 *
 * The ruler is what a user would write first: fscanf over the unpacked files into arrays.  It
 * does less than we do (no unpacking, no checks, no sorted rows).  Both read the same data set in
 * the same run, in turns; what counts is the ratio. */
#include "apart.h"
#include "bench.h"

#include "message.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { REPEATS = 5 };

/* What the plain loop reads: as little as possible to have the same information. */
typedef struct plain_data {
    long *value[6];
    size_t n[6];
    double target_sum;
} plain_data;

static const char *const PLAIN_FILE[6] = {"A",           "graph_indicator", "node_labels",
                                          "edge_labels", "graph_labels",    NULL};

static void plain_free(plain_data *plain)
{
    for (int i = 0; i < 6; i++) free(plain->value[i]);
    *plain = (plain_data){0};
}

static FILE *plain_open(const char *folder, const char *name, const char *what)
{
    char path[4096];
    (void)snprintf(path, sizeof path, "%s/%s/%s_%s.txt", folder, name, name, what);
    return fopen(path, "r");
}

static bool plain_push(long **array, size_t *n, size_t *capacity, long value)
{
    if (*n == *capacity) {
        *capacity = *capacity > 0 ? 2 * *capacity : 1024;
        long *grown = realloc(*array, *capacity * sizeof **array);
        if (grown == NULL) return false;
        *array = grown;
    }
    (*array)[(*n)++] = value;
    return true;
}

/* The plain loop.  Files that do not exist are left out. */
// NOLINTBEGIN(cert-err34-c): fscanf is what we measure against
static bool plain_read(plain_data *plain, const char *folder, const char *name)
{
    for (int i = 0; PLAIN_FILE[i] != NULL; i++) {
        FILE *file = plain_open(folder, name, PLAIN_FILE[i]);
        if (file == NULL) continue;
        size_t capacity = 0;
        long a = 0, b = 0;
        bool ok = true;
        if (i == 0)
            while (ok && fscanf(file, "%ld,%ld", &a, &b) == 2)
                ok = plain_push(&plain->value[i], &plain->n[i], &capacity, a) &&
                     plain_push(&plain->value[i], &plain->n[i], &capacity, b);
        else
            while (ok && fscanf(file, "%ld", &a) == 1)
                ok = plain_push(&plain->value[i], &plain->n[i], &capacity, a);
        (void)fclose(file);
        if (!ok) return false;
    }
    FILE *file = plain_open(folder, name, "graph_attributes");
    double value = 0;
    while (file != NULL && fscanf(file, "%lf%*[, ]", &value) >= 1) plain->target_sum += value;
    if (file != NULL) (void)fclose(file);
    return true;
}
// NOLINTEND(cert-err34-c)

/* Whether both readings hold the same numbers. */
static bool same_numbers(const sg_dataset *data, const plain_data *plain)
{
    const sg_data_size size = sg_data_sizes_of(data);
    const sg_data_arrays view = sg_data_view_of(data);
    if (plain->n[0] != 2 * (size_t)size.n_arcs || plain->n[1] != size.n_nodes) return false;
    if (size.n_node_labels == 1 && plain->n[2] != size.n_nodes) return false;
    if (size.n_edge_labels == 1 && plain->n[3] != size.n_arcs) return false;
    uint64_t ours = 0, theirs = 0;
    for (uint32_t u = 0; u < size.n_nodes; u++)
        for (uint32_t a = view.arc_offset[u]; a < view.arc_offset[u + 1]; a++)
            ours += ((uint64_t)u + 1) * ((uint64_t)view.neighbor[a] + 3);
    for (size_t i = 0; i < plain->n[0]; i += 2)
        theirs += (uint64_t)plain->value[0][i] * ((uint64_t)plain->value[0][i + 1] + 2);
    for (uint32_t v = 0; v < size.n_nodes && plain->n[2] > 0; v++) {
        ours += (uint64_t)(v + 1) * (uint64_t)(int64_t)view.node_label[v];
        theirs += (uint64_t)(v + 1) * (uint64_t)plain->value[2][v];
    }
    double target_sum = 0;
    for (size_t i = 0; i < (size_t)size.n_graphs * size.n_targets; i++)
        target_sum += view.target[i];
    return ours == theirs && target_sum == plain->target_sum;
}

/* What a process of its own is to read, or NULL. */
typedef struct reading {
    const char *path;
    uint32_t n_threads;
} reading;

/* The data set is never closed: the process ends with it. */
static bool read_it(void *result, const void *context)
{
    const reading *r = context;
    sg_dataset *data = NULL;
    const sg_data_options options = {.struct_size = sizeof options, .n_threads = r->n_threads};
    *(bool *)result = true;
    return r->path == NULL || sg_data_open(&data, r->path, &options, NULL) == SG_OK;
}

/* Peak memory of a process that reads the data set on `n_threads` threads, or does nothing (NULL);
 * 0 where it cannot be measured.  To be called before this process has touched any memory of its
 * own. */
static size_t measure_peak(const char *path, uint32_t n_threads)
{
    bool done = false;
    double bytes = 0;
    const reading what = {path, n_threads};
    return bench_apart(&done, sizeof done, &bytes, read_it, &what) ? (size_t)bytes : 0;
}

typedef struct measurement {
    double plain, one_thread, all_threads; /* seconds                             */
    size_t bytes;                          /* peak memory of reading, nothing else */
} measurement;

static sg_status time_open(double *best, const char *path, uint32_t n_threads, sg_error *err)
{
    sg_dataset *data = NULL;
    const sg_data_options options = {.struct_size = sizeof options, .n_threads = n_threads};
    const double begin = bench_now();
    const sg_status status = sg_data_open(&data, path, &options, err);
    bench_keep_fastest(best, bench_now() - begin);
    sg_data_close(data);
    return status;
}

/* Read in turns, so that a disturbance hits all. */
static sg_status time_all(measurement *best, const char *path, const char *unpacked,
                          const char *name, uint32_t n_threads, int repeats, sg_error *err)
{
    for (int i = 0; i < repeats; i++) {
        plain_data plain = {0};
        const double begin = bench_now();
        (void)plain_read(&plain, unpacked, name);
        bench_keep_fastest(&best->plain, bench_now() - begin);
        plain_free(&plain);
        sg_status status = time_open(&best->one_thread, path, 1, err);
        if (status == SG_OK) status = time_open(&best->all_threads, path, n_threads, err);
        if (status != SG_OK) return status;
    }
    return SG_OK;
}

static void print_line(const sg_dataset *data, const measurement *t, uint32_t n_threads)
{
    const sg_data_size size = sg_data_sizes_of(data);
    json line;
    bench_begin_line(&line, "io", n_threads);
    json_text(&line, "data", sg_data_name(data));
    json_count(&line, "nodes", size.n_nodes);
    json_count(&line, "arcs", size.n_arcs);
    json_real(&line, "fscanf_s", t->plain);
    json_real(&line, "one_thread_s", t->one_thread);
    json_real(&line, "all_threads_s", t->all_threads);
    json_real(&line, "nodes_per_s", size.n_nodes / t->all_threads);
    json_real(&line, "ratio_one_thread", t->plain / t->one_thread);
    json_real(&line, "ratio_all_threads", t->plain / t->all_threads);
    json_count(&line, "bytes_finished", size.n_bytes);
    json_count(&line, "bytes_peak", t->bytes);
    json_real(&line, "memory_ratio", (double)t->bytes / (double)size.n_bytes);
    bench_end_line(&line);
}

/* Check, time and print; `folder` receives the unpacked files. */
static int run_in(const char *folder, measurement *best, const sg_dataset *data,
                  const char *path, uint32_t n_threads, int repeats)
{
    sg_error err = {0};
    plain_data plain = {0};
    const char *name = sg_data_name(data);
    if (sg_data_write(data, folder, name, true, &err) != SG_OK)
        return message_failure(&err, NULL);
    const bool same = plain_read(&plain, folder, name) && same_numbers(data, &plain);
    plain_free(&plain);
    if (!same) {
        (void)fprintf(stderr, "bench io: the plain loop and the reader disagree on %s\n", path);
        return EXIT_FAILURE;
    }
    if (time_all(best, path, folder, name, n_threads, repeats, &err) != SG_OK)
        return message_failure(&err, NULL);
    print_line(data, best, n_threads);
    return EXIT_SUCCESS;
}

int bench_io(const bench_options *options)
{
    sg_error err = {0};
    sg_dataset *data = NULL;
    char *path = NULL;
    int status = EXIT_FAILURE;
    char folder[] = "/tmp/sharegnn-bench-XXXXXX";
    const uint32_t n_threads = bench_threads(options);
    const char *name = options->data != NULL ? options->data : "ZINC-full";
    measurement best = {0};
    if (sg_data_find(&path, name, options->folder, &err) != SG_OK)
        return message_failure(&err, NULL);
    best.bytes = measure_peak(path, n_threads) - measure_peak(NULL, n_threads);
    if (sg_data_open(&data, path, NULL, &err) != SG_OK) {
        status = message_failure(&err, NULL);
    } else if (mkdtemp(folder) == NULL) {
        perror(folder);
    } else {
        status = run_in(folder, &best, data, path, n_threads, bench_times(options, REPEATS));
        bench_remove_data(folder, sg_data_name(data));
    }
    sg_data_close(data);
    sg_text_release(path);
    return status;
}
