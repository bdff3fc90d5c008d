/* bench_cluster.c - a training and a run that ranks share, against one process; and what many ranks would take.
 *
 * All trainings are started by mpirun, with ranks bound to cores where there are enough of them, and all of one kind must
 * write the same model.  A round measures everything once; the fastest of some rounds counts, and as other processes slow
 * down all of a round alike, ratios mean more than seconds.  The last lines are a simulation (cluster_model.h) with what
 * was measured on one rank; its link "here" is that for which two ranks take what they took. */
#include "bench.h"
#include "cluster_model.h"

#include "json_value.h"

#include <ftw.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ROOM = 8192, BATCH = 128, ROUNDS = 3, N_SHARDS = 8, MOST_RANKS = 64 };

/* ---- Commands ----------------------------------------------------------------------------------- */

/* A folder for models and runs, and the program beside this one. */
typedef struct stage {
    const bench_options *options;
    char folder[64];
    char program[4096];
} stage;

static int remove_entry(const char *path, const struct stat *info, int kind, struct FTW *place)
{
    (void)info;
    (void)kind;
    (void)place;
    return remove(path);
}

static bool find_program(char *path, size_t size)
{
    static const char NAME[] = "sharegnn";
    const ssize_t length = readlink("/proc/self/exe", path, size - 1);
    char *slash = NULL;
    if (length <= 0) return false;
    path[length] = '\0';
    slash = strrchr(path, '/');
    if (slash == NULL || (size_t)(slash + 1 - path) + sizeof NAME > size) return false;
    memcpy(slash + 1, NAME, sizeof NAME);
    return access(path, X_OK) == 0;
}

static bool write_text(const char *folder, const char *name, const char *text)
{
    char path[256];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    if (file == NULL) return false;
    const bool written = fputs(text, file) >= 0;
    return fclose(file) == 0 && written;
}

/* Run a command, made of what the user of the benchmark typed; what it prints goes to text[size], and the seconds that it took to *seconds. */
static bool run_command(char *text, size_t size, double *seconds, const char *command)
{
    const double begin = bench_now();
    FILE *out = popen(command, "r"); /* NOLINT(cert-env33-c) */
    if (out == NULL) return false;
    const size_t n = fread(text, 1, size - 1, out);
    text[n] = '\0';
    const bool good = pclose(out) == 0;
    *seconds = bench_now() - begin;
    if (!good) fprintf(stderr, "bench cluster: this failed: %s\n", command);
    return good;
}

/* mpirun with its options for n ranks: each has a core, or all share them. */
static const char *launcher(uint32_t n_ranks, uint32_t n_threads)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return n_threads == 1 && cores >= (long)n_ranks ? "mpirun --quiet --bind-to core"
                                                    : "mpirun --quiet --oversubscribe "
                                                      "--bind-to none";
}

static const char *data_option(char *text, size_t size, const bench_options *o)
{
    text[0] = '\0';
    if (o->folder != NULL) (void)snprintf(text, size, "--data-dir '%s'", o->folder);
    return text;
}

/* ---- One training ------------------------------------------------------------------------------- */

typedef struct way {
    uint32_t n_ranks, n_threads;
    double epoch_s; /* of the fastest round */
} way;

/* What all ways have in common. */
typedef struct training {
    double n_parameters, n_graphs;
} training;

static bool train(way *w, training *t, const stage *s)
{
    char command[ROOM], text[ROOM], data[4200];
    double seconds = 0;
    const int size = snprintf(
        command, sizeof command,
        "%s -n %u '%s' train '%s' %s --layers '%s/layers.yml' --epochs %d --set "
        "shards=%d --batch-size %d --threads %u -q --json --out '%s/by%u.%u' "
        "2>/dev/null",
        launcher(w->n_ranks, w->n_threads), w->n_ranks, s->program,
        s->options->data != NULL ? s->options->data : "ZINC",
        data_option(data, sizeof data, s->options), s->folder, s->options->check ? 1 : 3,
        (int)N_SHARDS, (int)BATCH, w->n_threads, s->folder, w->n_ranks, w->n_threads);
    if (size >= (int)sizeof command) return false;
    if (!run_command(text, sizeof text, &seconds, command)) return false;
    bench_keep_fastest(&w->epoch_s, json_number(text, "seconds_per_epoch"));
    t->n_parameters = json_number(text, "weights_total");
    t->n_graphs = json_number(text, "graphs");
    return isfinite(w->epoch_s) && isfinite(t->n_parameters) && isfinite(t->n_graphs);
}

/* Whether both ways have written the same file. */
static bool is_same_model(const way *a, const way *b, const stage *s)
{
    char command[ROOM], text[16];
    double seconds = 0;
    (void)snprintf(command, sizeof command, "cmp '%s/by%u.%u' '%s/by%u.%u'", s->folder,
                   a->n_ranks, a->n_threads, s->folder, b->n_ranks, b->n_threads);
    return run_command(text, sizeof text, &seconds, command);
}

static void print_training(const way *w, const training *t, const stage *s)
{
    json line;
    bench_begin_line(&line, "cluster", 1);
    json_text(&line, "data", s->options->data != NULL ? s->options->data : "ZINC");
    json_count(&line, "weights", (uint64_t)t->n_parameters);
    json_count(&line, "shards", N_SHARDS);
    json_real(&line, "one_rank_epoch_s", w[0].epoch_s);
    json_real(&line, "two_threads_epoch_s", w[1].epoch_s);
    json_real(&line, "two_ranks_epoch_s", w[2].epoch_s);
    json_real(&line, "four_ranks_epoch_s", w[3].epoch_s);
    json_real(&line, "two_ranks_to_two_threads", w[2].epoch_s / w[1].epoch_s);
    json_real(&line, "two_ranks_speed_up", w[0].epoch_s / w[2].epoch_s);
    bench_end_line(&line);
}

/* ---- A run -------------------------------------------------------------------------------------- */

static const char GRID[] =
    "data: NCI1\nprotocol: fair\nlayers:\n"
    "  - encoder: { heads: [\"wl:2 @ distance 0..6\"], activation: tanh }\n"
    "  - decoder: { heads: [\"label\"], activation: tanh }\n"
    "train: { learning-rate: 0.01, batch-size: 64, epochs: %d, init: constant 0.001 }\n"
    "grid: { layers.0.heads.0: [\"wl:2 @ distance 0..6\", \"wl:1 @ distance 0..6\"],\n"
    "        layers.1.heads.0: [\"wl:2\", \"label\"] }\n";

static bool run_grid(double *best, uint32_t n_ranks, uint32_t n_threads, const stage *s)
{
    char command[ROOM], text[ROOM], data[4200];
    double seconds = 0;
    const int size =
        snprintf(command, sizeof command,
                 "rm -rf '%s/run' && %s -n %u '%s' run '%s/grid.yml' %s --threads %u --quiet "
                 "--out '%s/run' 2>/dev/null",
                 s->folder, launcher(n_ranks, n_threads), n_ranks, s->program, s->folder,
                 data_option(data, sizeof data, s->options), n_threads, s->folder);
    if (size >= (int)sizeof command) return false;
    if (!run_command(text, sizeof text, &seconds, command)) return false;
    bench_keep_fastest(best, seconds);
    return true;
}

static bool measure_grid(const stage *s)
{
    char text[sizeof GRID + 16];
    double threads_s = 0, ranks_s = 0;
    json line;
    (void)snprintf(text, sizeof text, GRID, s->options->check ? 1 : 20);
    if (!write_text(s->folder, "grid.yml", text)) return false;
    for (int i = 0; i < bench_times(s->options, ROUNDS); i++)
        if (!run_grid(&threads_s, 1, 2, s) || !run_grid(&ranks_s, 2, 1, s)) return false;
    bench_begin_line(&line, "cluster", 2);
    json_text(&line, "data", "NCI1");
    json_real(&line, "grid_two_threads_s", threads_s);
    json_real(&line, "grid_two_ranks_s", ranks_s);
    json_real(&line, "grid_ranks_to_threads", ranks_s / threads_s);
    bench_end_line(&line);
    return true;
}

/* ---- Simulation --------------------------------------------------------------------------------- */

static cluster_work work_of(const way *one, const training *t, double n_graphs,
                            uint32_t n_shards)
{
    const double n_steps = floor(t->n_graphs / BATCH) > 1 ? floor(t->n_graphs / BATCH) : 1,
                 all = floor(n_graphs / BATCH) > 1 ? floor(n_graphs / BATCH) : 1;
    return (cluster_work){.step_s = one->epoch_s / n_steps,
                          .n_steps = all,
                          .n_shards = n_shards,
                          .parameter_bytes = sizeof(float) * t->n_parameters,
                          .output_bytes = sizeof(double) * n_graphs};
}

/* What is predicted for the trainings that were measured. */
static void print_here(const way *w, const training *t)
{
    static const uint32_t WAYS[] = {0, 2, 3};
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    const cluster_work work = work_of(&w[0], t, t->n_graphs, N_SHARDS);
    const double messages = w[2].epoch_s / work.n_steps - work.step_s / 2;
    const cluster_link link = {.latency_s = 0,
                               .bytes_per_s = messages > 0
                                                  ? cluster_step_bytes(&work, 2) / messages
                                                  : (double)INFINITY};
    json line;
    bench_begin_line(&line, "cluster", 1);
    json_text(&line, "simulated", "here");
    json_real(&line, "step_s", work.step_s);
    json_real(&line, "step_bytes_of_two_ranks", cluster_step_bytes(&work, 2));
    json_real(&line, "bytes_per_s", isfinite(link.bytes_per_s) ? link.bytes_per_s : 0);
    json_open(&line, "predicted_to_measured", '[');
    for (int i = 0; i < 3; i++)
        json_real(&line, NULL,
                  cluster_epoch(&work, &link, w[WAYS[i]].n_ranks, (uint32_t)cores) /
                      w[WAYS[i]].epoch_s);
    json_close(&line, ']');
    bench_end_line(&line);
}

/* Epochs of 1, 2, 4, ... 64 ranks that have a core each, on some links. */
static void print_simulation(const char *data, double n_graphs, const way *w, const training *t)
{
    static const struct {
        const char *name;
        cluster_link link;
    } LINKS[] = {{"1 Gbit/s", {50e-6, 0.125e9}},
                 {"10 Gbit/s", {20e-6, 1.25e9}},
                 {"100 Gbit/s", {2e-6, 12.5e9}}};
    const cluster_work work = work_of(&w[0], t, n_graphs, MOST_RANKS);
    for (size_t i = 0; i < sizeof LINKS / sizeof *LINKS; i++) {
        json line;
        bench_begin_line(&line, "cluster", 1);
        json_text(&line, "simulated", data);
        json_text(&line, "link", LINKS[i].name);
        json_open(&line, "epoch_s", '[');
        for (uint32_t n = 1; n <= MOST_RANKS; n *= 2)
            json_real(&line, NULL, cluster_epoch(&work, &LINKS[i].link, n, 0));
        json_close(&line, ']');
        bench_end_line(&line);
    }
}

/* ---- All of it ---------------------------------------------------------------------------------- */

static bool measure(const stage *s)
{
    way w[] = {{1, 1, 0}, {1, 2, 0}, {2, 1, 0}, {4, 1, 0}};
    const size_t n = sizeof w / sizeof *w;
    training t = {0};
    char *layers = bench_zinc_model(2);
    const bool written = layers != NULL && write_text(s->folder, "layers.yml", layers);
    free(layers);
    if (!written) return false;
    for (int i = 0; i < bench_times(s->options, ROUNDS); i++)
        for (size_t k = 0; k < n; k++)
            if (!train(&w[k], &t, s)) return false;
    for (size_t k = 1; k < n; k++)
        if (!is_same_model(&w[0], &w[k], s)) {
            fprintf(stderr, "bench cluster: %u ranks write another model\n", w[k].n_ranks);
            return false;
        }
    print_training(w, &t, s);
    print_here(w, &t);
    print_simulation("ZINC-250k", 220011, w, &t);
    print_simulation("ten million molecules", 1e7, w, &t);
    return measure_grid(s);
}

int bench_cluster(const bench_options *options)
{
    stage s = {.options = options, .folder = "/tmp/sharegnn-bench-XXXXXX"};
    if (system("command -v mpirun > /dev/null 2>&1") != 0 || /* NOLINT(cert-env33-c) */
        !find_program(s.program, sizeof s.program)) {
        fputs("bench cluster: there is no mpirun (tools/setup mpi); it is skipped\n", stderr);
        return EXIT_SUCCESS;
    }
    if (mkdtemp(s.folder) == NULL) {
        fputs("bench cluster: no folder can be made in /tmp\n", stderr);
        return EXIT_FAILURE;
    }
    const bool good = measure(&s);
    (void)nftw(s.folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
