/* bench_invariants.c - how fast labels and triples are computed.
 *
 * Every row is timed on one thread and on all, the fastest of several runs each, and put into
 * relation: to reading the data set, to wl:2 on the same data, and to the bare loop of
 * yardstick.c where it has the same row (--yardstick names its compiled program).  Before anything
 * is timed, the results of one and of all threads must be equal, and the number of triples must
 * be the yardstick's. */
#include "bench.h"

#include "message.h"
#include "yardstick.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { REPEATS = 7 };

typedef struct row {
    const char *data;
    const char *label;
    const char *pair; /* NULL: the labels are timed, else the triples; without a label: finding
                         the pairs alone */
} row;

static const row ROWS[] = {
    {"NCI1", "wl:2", NULL},
    {"NCI1", "wl:2", "distance 0..6"},
    {"NCI1", NULL, "distance 0..6"},
    {"NCI1", "cycles:10", NULL},
    {"NCI1", "induced-cycles:20", NULL},
    {"NCI1", "ring", NULL},
    {"IMDB-BINARY", "wl:2", NULL},
    {"IMDB-BINARY", "cliques:50", NULL},
    {"IMDB-BINARY", "cycles:5", NULL},
    {"IMDB-BINARY", "induced-cycles:20", NULL},
    {"IMDB-BINARY", "patterns:triangle,square", NULL},
    {"ZINC", "wl:2", NULL},
    {"ZINC", "induced-cycles:6-10", NULL},
    {"ZINC", "cycles:6-10", NULL},
    {"ZINC", "induced-cycles:6-6+label", NULL},
    {"ZINC", "cycles:10-10+label", NULL},
    {"ZINC", "label", NULL},
    {"ZINC", "wl:1", NULL},
    {"ZINC", "wl-edges:1", NULL},
    {"ZINC", "wl-edges:2", NULL},
    {"ZINC", NULL, "distance 0..22"},
    {"ZINC", "label", "distance 0..22"},
    {"ZINC-full", "wl:2", NULL},
    {"ZINC-full", "cycles:6-10", NULL},
    {"ZINC-full", "wl-edges:2", NULL},
    {"ZINC-full", NULL, "distance 0..23"},
};

/* A data set while its rows are measured. */
typedef struct subject {
    sg_dataset *data;
    double read_s; /* on one thread */
    double wl_s;   /* wl:2 on one thread */
    yardstick_times yard;
} subject;

/* ---- One row ------------------------------------------------------------------------------ */

typedef struct result {
    double seconds;
    uint32_t n_labels, n_triples;
    uint64_t sum; /* of labels, for comparing threads */
} result;

static sg_status measure_pairs(result *best, const row *r, const sg_dataset *data,
                               uint32_t n_threads, sg_error *err)
{
    const double begin = bench_now();
    const sg_status status = sg_pairs_measure(&best->sum, data, r->pair, n_threads, err);
    bench_keep_fastest(&best->seconds, bench_now() - begin);
    return status;
}

static sg_status measure(result *best, const row *r, const sg_dataset *data, uint32_t n_threads,
                         sg_error *err)
{
    sg_labels *labels = NULL;
    sg_triples_size triples = {.struct_size = sizeof triples};
    const sg_label_options options = {.struct_size = sizeof options, .n_threads = n_threads};
    if (r->label == NULL) return measure_pairs(best, r, data, n_threads, err);
    double begin = bench_now();
    sg_status status = sg_labels_open(&labels, data, r->label, &options, err);
    double seconds = bench_now() - begin;
    if (status == SG_OK && r->pair != NULL) {
        begin = bench_now();
        status = sg_triples_measure(&triples, data, labels, labels, r->pair, n_threads, err);
        seconds = bench_now() - begin;
    }
    if (status == SG_OK) {
        const sg_labels_arrays view = sg_labels_view_of(labels);
        best->n_labels = view.n_labels;
        best->n_triples = triples.n_triples;
        best->sum = 0;
        for (uint32_t v = 0; v < view.n_nodes; v++) best->sum = best->sum * 31 + view.label[v];
        bench_keep_fastest(&best->seconds, seconds);
    }
    sg_labels_close(labels);
    return status;
}

/* Whether the yardstick has the row too. */
static bool in_yardstick(const row *r)
{
    return r->label != NULL && strcmp(r->label, "wl:2") == 0;
}

static void print_row(const row *r, const subject *s, const result *one, const result *all,
                      uint32_t n_threads)
{
    json line;
    const double yard = !in_yardstick(r)  ? 0
                        : r->pair != NULL ? s->yard.plan_s
                                          : s->yard.labels_s;
    bench_begin_line(&line, "invariants", n_threads);
    json_text(&line, "data", r->data);
    json_text(&line, "label", r->label);
    json_text(&line, "pair", r->pair);
    if (r->label != NULL) json_count(&line, "labels", one->n_labels);
    if (r->label == NULL) json_count(&line, "pairs", one->sum);
    if (r->label != NULL && r->pair != NULL) json_count(&line, "triples", one->n_triples);
    json_real(&line, "one_thread_s", one->seconds);
    json_real(&line, "all_threads_s", all->seconds);
    json_real(&line, "speedup", one->seconds / all->seconds);
    json_real(&line, "nodes_per_s", sg_data_sizes_of(s->data).n_nodes / one->seconds);
    if (yard > 0) json_real(&line, "ratio_to_yardstick", one->seconds / yard);
    if (s->wl_s > 0) json_real(&line, "ratio_to_wl2", one->seconds / s->wl_s);
    json_real(&line, "ratio_to_reading", one->seconds / s->read_s);
    bench_end_line(&line);
}

static int run_row(const row *r, subject *s, uint32_t n_threads, int repeats)
{
    sg_error err = {0};
    result one = {0}, all = {0};
    for (int i = 0; i < repeats; i++) {
        if (measure(&one, r, s->data, 1, &err) != SG_OK ||
            measure(&all, r, s->data, n_threads, &err) != SG_OK)
            return message_failure(&err, NULL);
        const bool same = one.sum == all.sum && one.n_labels == all.n_labels &&
                          one.n_triples == all.n_triples;
        const bool compare = r->pair != NULL && in_yardstick(r);
        if (!same || (compare && s->yard.n_triples > 0 && s->yard.n_triples != one.n_triples)) {
            (void)fprintf(stderr, "bench invariants: %s %s: results differ\n", r->data,
                          r->label);
            return EXIT_FAILURE;
        }
        if (one.seconds > 1 && i == 1) break; /* long rows are steady */
    }
    if (s->wl_s == 0) s->wl_s = one.seconds;
    print_row(r, s, &one, &all, n_threads);
    return EXIT_SUCCESS;
}

/* ---- All rows ----------------------------------------------------------------------------- */

static sg_status open_subject(subject *s, const char *name, const bench_options *options,
                              sg_error *err)
{
    char *path = NULL;
    const sg_data_options one_thread = {.struct_size = sizeof one_thread, .n_threads = 1};
    sg_status status = sg_data_find(&path, name, options->folder, err);
    for (int i = 0; i < 3 && status == SG_OK; i++) {
        sg_data_close(s->data);
        s->data = NULL;
        const double begin = bench_now();
        status = sg_data_open(&s->data, path, &one_thread, err);
        const double seconds = bench_now() - begin;
        if (s->read_s == 0 || seconds < s->read_s) s->read_s = seconds;
    }
    yardstick yard;
    if (status == SG_OK && yardstick_open(&yard, s->data, path, options)) {
        for (int i = 0; i < bench_times(options, REPEATS); i++)
            yardstick_run(&s->yard, &yard, 2, 2, 1);
        yardstick_close(&yard);
    }
    sg_text_release(path);
    return status;
}

/* A data set that is not here is left out, with a note. */
static int run_subject(const char *name, const bench_options *options, uint32_t n_threads)
{
    sg_error err = {0};
    subject s = {0};
    int exit_status = EXIT_SUCCESS;
    const sg_status status = open_subject(&s, name, options, &err);
    if (status == SG_ENOTFOUND)
        (void)fprintf(stderr, "bench invariants: %s is not here and left out\n", name);
    else if (status != SG_OK)
        exit_status = message_failure(&err, NULL);
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS && status == SG_OK; i++)
        if (strcmp(ROWS[i].data, name) == 0 && exit_status == EXIT_SUCCESS)
            exit_status = run_row(&ROWS[i], &s, n_threads, bench_times(options, REPEATS));
    sg_data_close(s.data);
    return exit_status;
}

int bench_invariants(const bench_options *options)
{
    const uint32_t n_threads = bench_threads(options);
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        if (i > 0 && strcmp(ROWS[i].data, ROWS[i - 1].data) == 0) continue;
        if (options->data != NULL && strcmp(ROWS[i].data, options->data) != 0) continue;
        const int status = run_subject(ROWS[i].data, options, n_threads);
        if (status != EXIT_SUCCESS) return status;
    }
    return EXIT_SUCCESS;
}
