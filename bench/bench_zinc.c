/* bench_zinc.c - an epoch of the paper's ZINC model: 20 encoder heads, 14 x 10 decoder heads, a
 * readout of 14,000 x 100.
 *
 * Most of its work are dense products, so the ruler is these products alone, through OpenBLAS: those of
 * an epoch, with matrices as large and in as many places as the model's.  The model is trained in a
 * process of its own, whose largest memory is reported; on one thread the products are timed after every
 * epoch, both in seconds of the processor, so that other processes weigh as little as they can.  Beside
 * the epoch of products stands the strictest ruler, the fastest of its batches times their number: no
 * epoch has only fastest batches.  Before that, float and double must agree on the losses of the first
 * epoch of a small part of the data; that the layers are right is what tests/bench_layers verifies. */
#include "apart.h"
#include "bench.h"
#include "dense_products.h"
#include "message.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 128, N_TRAIN = 10000, N_EVALUATED = 2000, EPOCHS = 4, N_CHECKED = 512 };

static const char DESCRIPTION[] = "task: regression\n"
                                  "input: labels\n"
                                  "layers:\n"
                                  "  - linear: {outputs: 10, activation: leaky-relu}\n"
                                  "  - norm: {}\n"
                                  "  - encoder:\n"
                                  "      bias: label\n"
                                  "      at-least: %u\n"
                                  "      heads:\n"
                                  "        - induced-cycles:6-6 @ distance 1..23\n"
                                  "        - induced-cycles:7-7 @ distance 1..23\n"
                                  "        - induced-cycles:8-8 @ distance 1..23\n"
                                  "        - induced-cycles:9-9 @ distance 1..23\n"
                                  "        - induced-cycles:10-10 @ distance 1..23\n"
                                  "        - cycles:6-6 @ distance 1..23\n"
                                  "        - cycles:7-7 @ distance 1..23\n"
                                  "        - cycles:8-8 @ distance 1..23\n"
                                  "        - cycles:9-9 @ distance 1..23\n"
                                  "        - cycles:10-10 @ distance 1..23\n"
                                  "        - label @ distance 1..23 x2\n"
                                  "        - label @ edge x2\n"
                                  "        - wl:1 @ distance 1..4 x2\n"
                                  "        - wl-edges:1 @ distance 1..4 x2\n"
                                  "        - wl-edges:2 @ distance 1,2 x2\n"
                                  "  - linear: {outputs: 100, activation: leaky-relu}\n"
                                  "  - norm: {}\n"
                                  "  - decoder:\n"
                                  "      outputs: 10\n"
                                  "      pool: sum\n"
                                  "      heads:\n"
                                  "        - induced-cycles:6-6+label\n"
                                  "        - induced-cycles:7-7+label\n"
                                  "        - induced-cycles:8-8+label\n"
                                  "        - induced-cycles:9-9+label\n"
                                  "        - induced-cycles:10-10+label\n"
                                  "        - cycles:6-6+label\n"
                                  "        - cycles:7-7+label\n"
                                  "        - cycles:8-8+label\n"
                                  "        - cycles:9-9+label\n"
                                  "        - cycles:10-10+label\n"
                                  "        - label\n"
                                  "        - wl:1\n"
                                  "        - wl-edges:1\n"
                                  "        - wl-edges:2\n"
                                  "  - linear: {outputs: 100, activation: leaky-relu}\n"
                                  "  - linear: {outputs: 100, activation: leaky-relu}\n"
                                  "  - linear: {outputs: targets}\n";

char *bench_zinc_model(unsigned at_least)
{
    const size_t size = sizeof DESCRIPTION + 16;
    char *text = malloc(size);
    if (text != NULL) (void)snprintf(text, size, DESCRIPTION, at_least);
    return text;
}

/* ---- The model -------------------------------------------------------------------------------- */

typedef struct measured {
    const sg_dataset *data; /* NULL: the products are not timed */
    double epoch_s, loss;
    double epoch_processor_s;
    product_times products;
    double begin; /* of the epoch, in seconds of the processor; 0: not known of the first one */
    uint64_t n_weights;
    double peak_bytes; /* after the first epoch, before there are products */
} measured;

/* The products of an epoch of the model on this data; zeros where they cannot be timed. */
static product_times time_products(const sg_dataset *data)
{
    const sg_data_size size = sg_data_sizes_of(data);
    product_times t = {0};
    (void)dense_products_time(
        &t, &(product_epoch){.batch = BATCH,
                             .nodes = (int)((double)size.n_nodes / size.n_graphs + 0.5),
                             .n_train = N_TRAIN,
                             .n_evaluated = N_EVALUATED});
    return t;
}

static bool note_epoch(void *context, const sg_epoch *epoch)
{
    measured *m = context;
    const double now = bench_processor_now();
    bench_keep_fastest(&m->epoch_s, epoch->seconds);
    if (epoch->epoch == 1) {
        m->loss = epoch->loss[SG_TRAIN];
        m->peak_bytes = bench_peak_bytes();
    }
    if (m->begin > 0) bench_keep_fastest(&m->epoch_processor_s, now - m->begin);
    if (m->data != NULL) {
        const product_times t = time_products(m->data);
        bench_keep_fastest(&m->products.of_fastest, t.of_fastest);
        bench_keep_fastest(&m->products.in_a_row, t.in_a_row);
        m->products.flops = t.flops;
    }
    m->begin = bench_processor_now();
    return true;
}

static sg_status train(measured *m, const sg_dataset *data, const char *settings,
                       uint32_t n_graphs, uint32_t n_threads, sg_error *err)
{
    sg_model *model = NULL;
    sg_training_options training = {.struct_size = sizeof training,
                                    .settings = settings,
                                    .n_threads = n_threads,
                                    .epoch = note_epoch,
                                    .context = m,
                                    .seed = 42};
    uint32_t *graph = calloc(N_TRAIN + N_EVALUATED, sizeof *graph);
    const sg_label_options labels = {.struct_size = sizeof labels, .n_threads = n_threads};
    char *description = bench_zinc_model(2);
    sg_status status =
        sg_model_build(&model, data,
                       &(sg_model_options){.struct_size = sizeof(sg_model_options),
                                           .description = description,
                                           .labels = &labels},
                       err);
    if (status == SG_OK && graph != NULL) {
        for (uint32_t g = 0; g < N_TRAIN + N_EVALUATED; g++) graph[g] = g;
        training.item[SG_TRAIN] = graph;
        training.n_items[SG_TRAIN] = n_graphs;
        training.item[SG_VALIDATION] = graph + N_TRAIN;
        training.n_items[SG_VALIDATION] = n_graphs == N_TRAIN ? N_EVALUATED / 2 : 0;
        training.item[SG_TEST] = graph + N_TRAIN + N_EVALUATED / 2;
        training.n_items[SG_TEST] = n_graphs == N_TRAIN ? N_EVALUATED / 2 : 0;
        m->n_weights = sg_model_sizes_of(model).n_weights;
        status = sg_model_train(NULL, model, data, &training, err);
    }
    free(graph);
    free(description);
    sg_model_close(model);
    return status;
}

/* Which data, on how many threads. */
typedef struct training_site {
    const char *path;
    uint32_t n_threads;
} training_site;

static bool train_all(void *result, const void *context)
{
    const training_site *site = context;
    measured *own = result;
    sg_error err = {0};
    sg_dataset *data = NULL;
    char settings[160];
    (void)snprintf(settings, sizeof settings,
                   "{epochs: %d, batch-size: %d, learning-rate: 0.001, init: lower-upper, "
                   "bias-init: lower-upper}",
                   EPOCHS, BATCH);
    bool ok = sg_data_open(&data, site->path, NULL, &err) == SG_OK;
    if (site->n_threads == 1 && dense_products_are_known()) own->data = data;
    ok = ok && train(own, data, settings, N_TRAIN, site->n_threads, &err) == SG_OK;
    own->data = NULL;
    if (!ok) (void)message_failure(&err, NULL);
    sg_data_close(data);
    return ok;
}

static bool train_apart(measured *m, const char *path, uint32_t n_threads)
{
    double with_products = 0;
    return bench_apart(m, sizeof *m, &with_products, train_all,
                       &(training_site){path, n_threads});
}

static bool is_right(const sg_dataset *data, sg_error *err)
{
    measured single = {0}, both = {0};
    const uint32_t n_all = sg_data_sizes_of(data).n_graphs,
                   n = n_all < N_CHECKED ? n_all : N_CHECKED;
    static const char settings[] =
        "{epochs: 1, batch-size: 128, init: lower-upper, precision: %s}";
    char text[sizeof settings + 10];
    (void)snprintf(text, sizeof text, settings, "float");
    if (train(&single, data, text, n, 1, err) != SG_OK) return false;
    (void)snprintf(text, sizeof text, settings, "double");
    if (train(&both, data, text, n, 1, err) != SG_OK) return false;
    if (fabs(single.loss - both.loss) <= 1e-3 * fabs(both.loss)) return true;
    (void)fprintf(stderr, "bench train: ZINC: loss %.9g in float, but %.9g in double\n",
                  single.loss, both.loss);
    return false;
}

static void put_products(json *line, const measured *one)
{
    json_real(line, "products_s", one->products.of_fastest);
    json_real(line, "products_in_a_row_s", one->products.in_a_row);
    json_real(line, "products_gflop", one->products.flops / 1e9);
    json_real(line, "ratio_to_products", one->epoch_processor_s / one->products.of_fastest);
    json_real(line, "ratio_to_products_in_a_row",
              one->epoch_processor_s / one->products.in_a_row);
}

int bench_zinc(const bench_options *options)
{
    sg_error err = {0};
    sg_dataset *data = NULL;
    char *path = NULL;
    const uint32_t n_threads = bench_threads(options);
    measured one = {0}, all = {0};
    json line;
    if (options->data != NULL && strcmp(options->data, "ZINC") != 0) return EXIT_SUCCESS;
    if (sg_data_find(&path, "ZINC", options->folder, &err) != SG_OK) {
        (void)fprintf(stderr, "bench train: ZINC is not here and left out\n");
        return EXIT_SUCCESS;
    }
    bool ok = sg_data_open(&data, path, NULL, &err) == SG_OK && is_right(data, &err);
    sg_data_close(data);
    const bool has_ruler = dense_products_are_known();
    if (ok && options->check) {
        sg_text_release(path);
        return EXIT_SUCCESS;
    }
    if (ok && !has_ruler)
        (void)fprintf(stderr, "bench train: ZINC: this program was built without OpenBLAS; its "
                              "products are left out\n");
    ok = ok && train_apart(&one, path, 1) && (!has_ruler || one.products.of_fastest > 0) &&
         train_apart(&all, path, n_threads);
    sg_text_release(path);
    if (!ok) return err.status != SG_OK ? message_failure(&err, NULL) : EXIT_FAILURE;
    bench_begin_line(&line, "train", n_threads);
    json_text(&line, "data", "ZINC");
    json_text(&line, "encoder", "20 heads, k = 10");
    json_count(&line, "weights", one.n_weights);
    json_real(&line, "epoch_one_thread_s", one.epoch_s);
    json_real(&line, "epoch_all_threads_s", all.epoch_s);
    json_real(&line, "speedup", one.epoch_s / all.epoch_s);
    json_real(&line, "epoch_one_thread_processor_s", one.epoch_processor_s);
    if (has_ruler) put_products(&line, &one);
    json_real(&line, "peak_bytes_one_thread", one.peak_bytes);
    json_real(&line, "peak_bytes_all_threads", all.peak_bytes);
    bench_end_line(&line);
    return EXIT_SUCCESS;
}
