/* bench_train.c - how long an epoch takes: training, validation and test on fold 0.
 *
 * One encoder and one decoder, as the yardstick has them, float, on one thread and on all.  Before
 * anything is timed, the losses of the first steps must be those of the plain model.  Then epochs of
 * ours and of the yardstick take turns; what counts is the ratio of the fastest. */
#include "bench.h"
#include "message.h"
#include "plain_model.h"
#include "yardstick.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { REPEATS = 7, EPOCHS = 6, N_CHECKED = 3, MAX_DISTANCE = 6 };

typedef struct row {
    const char *data;
    const char *encoder, *decoder;           /* labelings */
    uint32_t encoder_rounds, decoder_rounds; /* the same for the yardstick */
} row;

static const row ROWS[] = {
    {"NCI1", "wl:2", "wl:2", 2, 2},
    {"NCI1", "wl:3", "label", 3, 0}, /* as many weights as NCI109's best model has */
    {"DHFR", "wl:2", "wl:2", 2, 2},
};

/* A row while it is measured. */
typedef struct subject {
    const row *row;
    sg_dataset *data;
    sg_splits *splits;
    sg_model *model;
    double one_s, all_s; /* the fastest epochs */
    yardstick_times yard;
} subject;

static void subject_close(subject *s)
{
    sg_model_close(s->model);
    sg_splits_close(s->splits);
    sg_data_close(s->data);
}

/* ---- Training --------------------------------------------------------------------------------- */

typedef struct epochs {
    double fastest;
    double loss[N_CHECKED];
    uint32_t n;
} epochs;

static bool note_epoch(void *context, const sg_epoch *epoch)
{
    epochs *e = context;
    bench_keep_fastest(&e->fastest, epoch->seconds);
    if (e->n < N_CHECKED) e->loss[e->n++] = epoch->loss[SG_TRAIN];
    return true;
}

/* The paper's model, which the plain one is, too: tanh behind both layers. */
static sg_status build(sg_model **model, const subject *s, sg_error *err)
{
    char layers[300];
    (void)snprintf(layers, sizeof layers,
                   "layers:\n"
                   "  - encoder: { heads: [\"%s @ distance 0..%d\"], activation: tanh }\n"
                   "  - decoder: { heads: [\"%s\"], outputs: classes, bias: true, pool: mean, "
                   "activation: tanh }\n",
                   s->row->encoder, MAX_DISTANCE, s->row->decoder);
    return sg_model_build(
        model, s->data,
        &(sg_model_options){.struct_size = sizeof(sg_model_options), .description = layers},
        err);
}

/* Train a fresh model for some epochs on fold 0. */
static sg_status train(epochs *e, const subject *s, const char *settings, uint32_t n_threads,
                       sg_error *err)
{
    sg_training_options training = {.struct_size = sizeof training,
                                    .settings = settings,
                                    .n_threads = n_threads,
                                    .epoch = note_epoch,
                                    .context = e};
    sg_model *model = NULL;
    for (int part = 0; part < 3; part++)
        training.item[part] =
            sg_splits_part(&training.n_items[part], s->splits, 0, (sg_part)part);
    sg_status status = build(&model, s, err);
    if (status == SG_OK) status = sg_model_train(NULL, model, s->data, &training, err);
    sg_model_close(model);
    return status;
}

/* Whether full-batch training in double has the losses of the plain model, and float nearly so. */
static bool is_right(const subject *s, sg_error *err)
{
    double expected[N_CHECKED] = {0};
    uint32_t n = 0;
    const uint32_t *graph = sg_splits_part(&n, s->splits, 0, SG_TRAIN);
    const plain_setting setting = {s->data,      s->row->encoder, s->row->decoder,
                                   MAX_DISTANCE, graph,           n};
    if (!plain_losses(expected, N_CHECKED, &setting, err)) return false;
    for (int is_double = 0; is_double < 2; is_double++) {
        char settings[120];
        epochs e = {0};
        (void)snprintf(settings, sizeof settings, "{epochs: %d, batch-size: %u, precision: %s}",
                       N_CHECKED, n, is_double ? "double" : "float");
        if (train(&e, s, settings, 1, err) != SG_OK) return false;
        for (int i = 0; i < N_CHECKED; i++)
            if (!(fabs(e.loss[i] - expected[i]) <= (is_double ? 1e-9 : 1e-4))) {
                (void)fprintf(stderr,
                              "bench train: %s: the loss of epoch %d in %s is %.12g, but the "
                              "plain model has %.12g\n",
                              s->row->data, i + 1, is_double ? "double" : "float", e.loss[i],
                              expected[i]);
                return false;
            }
    }
    return true;
}

/* ---- Measuring -------------------------------------------------------------------------------- */

static sg_status time_training(subject *s, const yardstick *yard, uint32_t n_threads,
                               int repeats, sg_error *err)
{
    sg_status status = SG_OK;
    char settings[40];
    (void)snprintf(settings, sizeof settings, "{epochs: %d}", EPOCHS);
    for (int i = 0; i < repeats && status == SG_OK; i++) {
        epochs one = {0}, all = {0};
        if (yard != NULL)
            yardstick_run(&s->yard, yard, s->row->encoder_rounds, s->row->decoder_rounds,
                          EPOCHS);
        status = train(&one, s, settings, 1, err);
        if (status == SG_OK) status = train(&all, s, settings, n_threads, err);
        bench_keep_fastest(&s->one_s, one.fastest);
        bench_keep_fastest(&s->all_s, all.fastest);
    }
    return status;
}

typedef struct inference {
    double with_plan_s, from_graphs_s, labels_and_plan_s;
} inference;

/* Seconds to make labels and plan alone: what predicting from graphs cannot do without. */
static sg_status time_plan(double *best, const subject *s, sg_error *err)
{
    sg_labels *labels = NULL, *pooled = NULL;
    sg_triples_size size = {.struct_size = sizeof size};
    char property[40];
    const sg_label_options one = {.struct_size = sizeof one, .n_threads = 1};
    (void)snprintf(property, sizeof property, "distance 0..%d", MAX_DISTANCE);
    const double begin = bench_now();
    sg_status status = sg_labels_open(&labels, s->data, s->row->encoder, &one, err);
    if (status == SG_OK) status = sg_labels_open(&pooled, s->data, s->row->decoder, &one, err);
    if (status == SG_OK)
        status = sg_triples_measure(&size, s->data, labels, labels, property, 1, err);
    bench_keep_fastest(best, bench_now() - begin);
    sg_labels_close(labels);
    sg_labels_close(pooled);
    return status;
}

static sg_status time_inference(inference *best, const subject *s, int repeats, sg_error *err)
{
    const uint32_t n = sg_data_sizes_of(s->data).n_graphs;
    const sg_label_options one = {.struct_size = sizeof one, .n_threads = 1};
    double *score = calloc((size_t)n * sg_model_sizes_of(s->model).n_outputs, sizeof *score);
    uint32_t *graph = calloc(n, sizeof *graph);
    sg_status status = score != NULL && graph != NULL ? SG_OK : SG_ENOMEM;
    for (uint32_t g = 0; status == SG_OK && g < n; g++) graph[g] = g;
    for (int i = 0; i < repeats && status == SG_OK; i++) {
        sg_prediction *prediction = NULL;
        const double begin = bench_now();
        status = sg_prediction_open(&prediction, s->model, s->data, &one, err);
        if (status != SG_OK) break;
        status = sg_prediction_run(score, prediction, graph, n, err);
        bench_keep_fastest(&best->from_graphs_s, bench_now() - begin);
        const double again = bench_now();
        if (status == SG_OK) status = sg_prediction_run(score, prediction, graph, n, err);
        bench_keep_fastest(&best->with_plan_s, bench_now() - again);
        sg_prediction_close(prediction);
        if (status == SG_OK) status = time_plan(&best->labels_and_plan_s, s, err);
    }
    free(score);
    free(graph);
    return status;
}

/* ---- Reporting -------------------------------------------------------------------------------- */

/* What Adam moves per weight and step, the bound of large models: weight and two moments are read and
 * written, the gradient is read. */
static const double ADAM_BYTES = 28;

static double count_batches(const subject *s)
{
    enum { BATCH_SIZE = 64 }; /* the default */
    uint32_t n = 0;
    (void)sg_splits_part(&n, s->splits, 0, SG_TRAIN);
    const uint32_t n_batches = n / BATCH_SIZE;
    return n_batches;
}

static void print_row(const subject *s, const inference *in, uint32_t n_threads)
{
    json line;
    const double n_weights = (double)sg_model_sizes_of(s->model).n_weights;
    const uint32_t n_graphs = sg_data_sizes_of(s->data).n_graphs;
    bench_begin_line(&line, "train", n_threads);
    json_text(&line, "data", s->row->data);
    json_text(&line, "encoder", s->row->encoder);
    json_count(&line, "weights", sg_model_sizes_of(s->model).n_weights);
    json_real(&line, "epoch_one_thread_s", s->one_s);
    json_real(&line, "epoch_all_threads_s", s->all_s);
    json_real(&line, "speedup", s->one_s / s->all_s);
    if (s->yard.epoch_s > 0) {
        json_real(&line, "yardstick_epoch_s", s->yard.epoch_s);
        json_real(&line, "ratio_to_yardstick", s->one_s / s->yard.epoch_s);
    }
    json_real(&line, "adam_bytes_per_s", ADAM_BYTES * n_weights * count_batches(s) / s->one_s);
    json_real(&line, "predicted_graphs_per_s", n_graphs / in->with_plan_s);
    json_real(&line, "from_graphs_to_labels_and_plan",
              in->from_graphs_s / in->labels_and_plan_s);
    bench_end_line(&line);
}

/* ---- Rows ------------------------------------------------------------------------------------- */

static sg_status open_subject(subject *s, char **path, const bench_options *options,
                              sg_error *err)
{
    char splits[4096];
    sg_status status = sg_data_find(path, s->row->data, options->folder, err);
    if (status != SG_OK) return status;
    const char *slash = strrchr(*path, '/');
    const int folder = slash != NULL ? (int)(slash - *path) : 0;
    (void)snprintf(splits, sizeof splits, "%.*s/splits/fair/%s_splits.json", folder, *path,
                   s->row->data);
    status = sg_data_open(&s->data, *path, NULL, err);
    if (status == SG_OK)
        status = sg_splits_open(&s->splits, splits, sg_data_sizes_of(s->data).n_graphs, err);
    if (status == SG_OK) status = build(&s->model, s, err);
    if (status == SG_OK)
        status =
            sg_model_train(NULL, s->model, s->data,
                           &(sg_training_options){.struct_size = sizeof(sg_training_options),
                                                  .settings = "{epochs: 1}"},
                           err);
    return status;
}

static int run_row(const row *r, const bench_options *options, uint32_t n_threads)
{
    sg_error err = {0};
    subject s = {.row = r};
    inference in = {0};
    const int repeats = bench_times(options, REPEATS);
    char *path = NULL;
    yardstick yard;
    sg_status status = open_subject(&s, &path, options, &err);
    if (status == SG_ENOTFOUND) {
        (void)fprintf(stderr, "bench train: %s or its splits are not here and left out\n",
                      r->data);
        subject_close(&s);
        sg_text_release(path);
        return EXIT_SUCCESS;
    }
    bool ok = status == SG_OK && is_right(&s, &err);
    const bool has_yard = ok && yardstick_open(&yard, s.data, path, options);
    if (ok) status = time_training(&s, has_yard ? &yard : NULL, n_threads, repeats, &err);
    if (has_yard) yardstick_close(&yard);
    if (ok && status == SG_OK) status = time_inference(&in, &s, repeats, &err);
    ok = ok && status == SG_OK;
    if (ok) print_row(&s, &in, n_threads);
    subject_close(&s);
    sg_text_release(path);
    return ok ? EXIT_SUCCESS : status != SG_OK ? message_failure(&err, NULL) : EXIT_FAILURE;
}

int bench_train(const bench_options *options)
{
    const uint32_t n_threads = bench_threads(options);
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        if (options->data != NULL && strcmp(ROWS[i].data, options->data) != 0) continue;
        const int status = run_row(&ROWS[i], options, n_threads);
        if (status != EXIT_SUCCESS) return status;
    }
    return bench_zinc(options);
}
