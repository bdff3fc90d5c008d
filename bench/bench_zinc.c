/* bench_zinc.c - an epoch of the paper's ZINC model: 20 encoder heads, 14 x 10 decoder heads, a
 * readout of 14,000 x 100.
 *
 * Most of its work are dense products, so the ruler is these products alone, through OpenBLAS, in the
 * shapes that a batch has.  The model is trained in a process of its own, whose largest memory is
 * reported; on one thread the products are timed after every epoch, both in seconds of the processor,
 * so that other processes weigh as little as they can.  They are timed twice: the fastest of a few
 * batches times the number of batches, the strictest ruler; and those of a whole epoch one after the
 * other, which a busy machine slows down as it does an epoch.  Before that, float and double must agree on
 * the losses of the first epoch of a small part of the data; that the layers are right is what
 * tests/bench_layers verifies. */
#include "apart.h"
#include "bench.h"
#include "message.h"

#include <cblas.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum {
    BATCH = 128,
    N_TRAIN = 10000,
    N_EVALUATED = 2000,
    HEADS = 20,
    WIDTH = 10,
    HIDDEN = 100,
    POOLED = 140, /* 14 decoder heads of 10 outputs */
    INPUT = 21,
    EPOCHS = 3,
    N_CHECKED = 512
};

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

/* ---- The dense products ----------------------------------------------------------------------- */

typedef struct product {
    int rows, inner, columns;
    int times; /* per batch */
} product;

/* Memory for the largest product, filled with something harmless. */
typedef struct matrices {
    float *a, *b, *c;
} matrices;

static bool matrices_open(matrices *m)
{
    const size_t n = (size_t)BATCH * POOLED * HIDDEN > (size_t)POOLED * HIDDEN * HIDDEN
                         ? (size_t)BATCH * POOLED * HIDDEN
                         : (size_t)POOLED * HIDDEN * HIDDEN;
    m->a = malloc(n * sizeof *m->a);
    m->b = malloc(n * sizeof *m->b);
    m->c = malloc(n * sizeof *m->c);
    if (m->a == NULL || m->b == NULL || m->c == NULL) return false;
    for (size_t i = 0; i < n; i++) m->a[i] = m->b[i] = m->c[i] = 0.001F;
    return true;
}

static void matrices_close(matrices *m)
{
    free(m->a);
    free(m->b);
    free(m->c);
}

/* Y = A B, and with `backward` the two products that give gradients. */
static void multiply(const matrices *m, product p, bool backward)
{
    for (int i = 0; i < p.times; i++) {
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, p.rows, p.columns, p.inner, 1,
                    m->a, p.inner, m->b, p.columns, 0, m->c, p.columns);
        if (!backward) continue;
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, p.rows, p.inner, p.columns, 1,
                    m->c, p.columns, m->b, p.columns, 0, m->a, p.inner);
        cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, p.inner, p.columns, p.rows, 1,
                    m->a, p.inner, m->c, p.columns, 0, m->b, p.columns);
    }
}

static double processor_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double smaller(double known, double seconds)
{
    return known == 0 || seconds < known ? seconds : known;
}

/* Seconds that the products of an epoch take on one thread. */
typedef struct product_times {
    double of_fastest; /* the fastest batch of a few, times the number of batches */
    double in_a_row;   /* all batches                                             */
    double flops;
} product_times;

/* Seconds that `times` batches of products take, all the products of a batch one after the other. */
static double multiply_batches(const matrices *m, const product *products, int n_products,
                               bool backward, int times)
{
    const double begin = processor_seconds();
    for (int i = 0; i < times; i++)
        for (int p = 0; p < n_products; p++) multiply(m, products[p], backward);
    return processor_seconds() - begin;
}

static product_times time_products(const sg_dataset *data)
{
    const sg_data_size size = sg_data_sizes(data);
    const int nodes = (int)((double)size.n_nodes / size.n_graphs + 0.5);
    const product products[] = {
        {BATCH * nodes, INPUT, WIDTH, 1},    {BATCH * nodes, HEADS * WIDTH, HIDDEN, 1},
        {POOLED, nodes, HIDDEN, BATCH}, /* the decoder, graph by graph */
        {BATCH, POOLED * HIDDEN, HIDDEN, 1}, {BATCH, HIDDEN, HIDDEN, 1},
    };
    enum { N_PRODUCTS = sizeof products / sizeof *products, N_TIMED = 6 };
    const double n_batches[2] = {(double)N_EVALUATED / BATCH, (double)N_TRAIN / BATCH};
    matrices m;
    product_times t = {0};
    openblas_set_num_threads(1);
    if (!matrices_open(&m)) {
        matrices_close(&m);
        return t;
    }
    for (int backward = 0; backward < 2; backward++) {
        double fastest = 0;
        for (int i = 0; i < N_TIMED; i++)
            fastest =
                smaller(fastest, multiply_batches(&m, products, N_PRODUCTS, backward == 1, 1));
        t.of_fastest += fastest * n_batches[backward];
        const int whole = (int)n_batches[backward];
        t.in_a_row += multiply_batches(&m, products, N_PRODUCTS, backward == 1, whole) / whole *
                      n_batches[backward];
    }
    for (int p = 0; p < N_PRODUCTS; p++)
        t.flops += 2.0 * products[p].rows * products[p].inner * products[p].columns *
                   products[p].times / BATCH * (3.0 * N_TRAIN + N_EVALUATED);
    matrices_close(&m);
    return t;
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

static double peak_bytes(void)
{
    struct rusage usage;
    (void)getrusage(RUSAGE_SELF, &usage);
    return 1024.0 * (double)usage.ru_maxrss;
}

static bool note_epoch(void *context, const sg_epoch *epoch)
{
    measured *m = context;
    const double now = processor_seconds();
    m->epoch_s = smaller(m->epoch_s, epoch->seconds);
    if (epoch->epoch == 1) {
        m->loss = epoch->loss[SG_TRAIN];
        m->peak_bytes = peak_bytes();
    }
    if (m->begin > 0) m->epoch_processor_s = smaller(m->epoch_processor_s, now - m->begin);
    if (m->data != NULL) {
        const product_times t = time_products(m->data);
        m->products.of_fastest = smaller(m->products.of_fastest, t.of_fastest);
        m->products.in_a_row = smaller(m->products.in_a_row, t.in_a_row);
        m->products.flops = t.flops;
    }
    m->begin = processor_seconds();
    return true;
}

static sg_status train(measured *m, const sg_dataset *data, const char *settings,
                       uint32_t n_graphs, uint32_t n_threads, sg_error *err)
{
    sg_model *model = NULL;
    sg_training training = {.settings = settings,
                            .n_threads = n_threads,
                            .epoch = note_epoch,
                            .context = m,
                            .seed = 42};
    uint32_t *graph = calloc(N_TRAIN + N_EVALUATED, sizeof *graph);
    const sg_label_options labels = {.n_threads = n_threads};
    char *description = bench_zinc_model(2);
    sg_status status = sg_model_build(
        &model, data, &(sg_model_options){.description = description, .labels = &labels}, err);
    if (status == SG_OK && graph != NULL) {
        for (uint32_t g = 0; g < N_TRAIN + N_EVALUATED; g++) graph[g] = g;
        training.graph[SG_TRAIN] = graph;
        training.n_graphs[SG_TRAIN] = n_graphs;
        training.graph[SG_VALIDATION] = graph + N_TRAIN;
        training.n_graphs[SG_VALIDATION] = n_graphs == N_TRAIN ? N_EVALUATED / 2 : 0;
        training.graph[SG_TEST] = graph + N_TRAIN + N_EVALUATED / 2;
        training.n_graphs[SG_TEST] = n_graphs == N_TRAIN ? N_EVALUATED / 2 : 0;
        m->n_weights = sg_model_sizes(model).n_weights;
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
    if (site->n_threads == 1) own->data = data;
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
    static const char settings[] =
        "{epochs: 1, batch-size: 128, init: lower-upper, precision: %s}";
    char text[sizeof settings + 10];
    (void)snprintf(text, sizeof text, settings, "float");
    if (train(&single, data, text, N_CHECKED, 1, err) != SG_OK) return false;
    (void)snprintf(text, sizeof text, settings, "double");
    if (train(&both, data, text, N_CHECKED, 1, err) != SG_OK) return false;
    if (fabs(single.loss - both.loss) <= 1e-3 * fabs(both.loss)) return true;
    (void)fprintf(stderr, "bench train: ZINC: loss %.9g in float, but %.9g in double\n",
                  single.loss, both.loss);
    return false;
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
    ok = ok && train_apart(&one, path, 1) && one.products.of_fastest > 0 &&
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
    json_real(&line, "products_s", one.products.of_fastest);
    json_real(&line, "products_in_a_row_s", one.products.in_a_row);
    json_real(&line, "products_gflop", one.products.flops / 1e9);
    json_real(&line, "ratio_to_products", one.epoch_processor_s / one.products.of_fastest);
    json_real(&line, "ratio_to_products_in_a_row",
              one.epoch_processor_s / one.products.in_a_row);
    json_real(&line, "peak_bytes_one_thread", one.peak_bytes);
    json_real(&line, "peak_bytes_all_threads", all.peak_bytes);
    bench_end_line(&line);
    return EXIT_SUCCESS;
}
