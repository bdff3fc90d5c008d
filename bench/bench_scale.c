/* bench_scale.c - what a graph costs as data sets grow: the paper's ZINC model on 1,000 graphs of the large
 * ZINC up to all 249,456 of them.
 *
 * Every size is measured in a process of its own, so that its largest memory is its own.  That the
 * trainings are right is what `bench train` and the tests verify; here every training must bring its loss
 * down. */
#include "apart.h"
#include "bench.h"
#include "message.h"

#include <stdlib.h>

static const char SETTINGS[] =
    "{epochs: 2, batch-size: 128, learning-rate: 0.001, init: lower-upper, "
    "bias-init: lower-upper}";

typedef struct measured {
    uint32_t n_graphs;
    double labels_s; /* labels, plans and vocabularies                 */
    double epoch_s;  /* the faster one                                 */
    double loss[2];
    uint64_t n_weights;
} measured;

static bool note_epoch(void *context, const sg_epoch *epoch)
{
    measured *m = context;
    bench_keep_fastest(&m->epoch_s, epoch->seconds);
    m->loss[epoch->epoch > 1] = epoch->loss[SG_TRAIN];
    return true;
}

/* The first n graphs of the data, or all. */
static sg_status open_part(sg_dataset **part, const char *path, uint32_t n, sg_error *err)
{
    sg_dataset *all = NULL;
    sg_status status = sg_data_open(&all, path, NULL, err);
    const uint32_t n_all = status == SG_OK ? sg_data_sizes_of(all).n_graphs : 0;
    if (status != SG_OK || n >= n_all) {
        *part = all;
        return status;
    }
    uint32_t *graph = malloc(n * sizeof *graph);
    for (uint32_t g = 0; graph != NULL && g < n; g++) graph[g] = g;
    if (graph != NULL) status = sg_data_select(part, all, graph, n, err);
    free(graph);
    sg_data_close(all);
    return status;
}

static sg_status measure(measured *m, const char *path, uint32_t n, uint32_t n_threads,
                         sg_error *err)
{
    sg_dataset *data = NULL;
    sg_model *model = NULL;
    char *description = bench_zinc_model(10);
    const sg_label_options labels = {.struct_size = sizeof labels, .n_threads = n_threads};
    const sg_training_options training = {.struct_size = sizeof training,
                                          .settings = SETTINGS,
                                          .n_threads = n_threads,
                                          .epoch = note_epoch,
                                          .context = m,
                                          .seed = 42};
    sg_status status = open_part(&data, path, n, err);
    if (status == SG_OK && data != NULL && description != NULL) {
        const double begin = bench_now();
        status = sg_model_build(&model, data,
                                &(sg_model_options){.struct_size = sizeof(sg_model_options),
                                                    .description = description,
                                                    .labels = &labels},
                                err);
        m->labels_s = bench_now() - begin;
        m->n_graphs = sg_data_sizes_of(data).n_graphs;
    }
    if (status == SG_OK && model != NULL) {
        m->n_weights = sg_model_sizes_of(model).n_weights;
        status = sg_model_train(NULL, model, data, &training, err);
    }
    sg_model_close(model);
    sg_data_close(data);
    free(description);
    return status;
}

/* Which part of which data, on how many threads. */
typedef struct site {
    const char *path;
    uint32_t n_graphs, n_threads;
} site;

static bool measure_part(void *result, const void *context)
{
    const site *s = context;
    sg_error err = {0};
    if (measure(result, s->path, s->n_graphs, s->n_threads, &err) == SG_OK) return true;
    (void)message_failure(&err, NULL);
    return false;
}

int bench_scale(const bench_options *options)
{
    static const uint32_t size[] = {1000, 4000, 16000, 64000, UINT32_MAX};
    enum { N_SIZES = sizeof size / sizeof *size };
    const uint32_t n_threads = bench_threads(options);
    const char *name = options->data != NULL ? options->data : "ZINC-full";
    sg_error err = {0};
    char *path = NULL;
    int code = EXIT_SUCCESS;
    if (sg_data_find(&path, name, options->folder, &err) != SG_OK) {
        (void)fprintf(stderr, "bench scale: %s is not here and left out\n", name);
        return EXIT_SUCCESS;
    }
    for (int i = 0; i < bench_times(options, N_SIZES) && code == EXIT_SUCCESS; i++) {
        measured m = {0};
        double peak_bytes = 0;
        const site part = {path, size[i], n_threads};
        json line;
        if (!bench_apart(&m, sizeof m, &peak_bytes, measure_part, &part)) {
            code = EXIT_FAILURE;
            break;
        }
        if (!(m.loss[1] < m.loss[0])) {
            (void)fprintf(stderr, "bench scale: %u graphs: the loss went from %.9g to %.9g\n",
                          m.n_graphs, m.loss[0], m.loss[1]);
            code = EXIT_FAILURE;
            break;
        }
        bench_begin_line(&line, "scale", n_threads);
        json_text(&line, "data", name);
        json_count(&line, "graphs", m.n_graphs);
        json_count(&line, "weights", m.n_weights);
        json_real(&line, "build_us_per_graph", 1e6 * m.labels_s / m.n_graphs);
        json_real(&line, "epoch_us_per_graph", 1e6 * m.epoch_s / m.n_graphs);
        json_real(&line, "epoch_s", m.epoch_s);
        json_real(&line, "peak_bytes", peak_bytes);
        bench_end_line(&line);
    }
    sg_text_release(path);
    return code;
}
