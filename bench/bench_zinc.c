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
    EPOCHS = 4,
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

/* C = A B, and the products that give the gradients of A and B; for the decoder once per graph. */
typedef struct product {
    int rows, inner, columns;
    int times;           /* per batch                                                        */
    float *a, *b, *c;    /* of the first graph                                               */
    float *da, *db, *dc; /* their gradients                                                  */
    size_t a_step;       /* numbers from a graph's A to the next one's; 0: written down anew */
    size_t b_step, c_step, da_step;
} product;

enum { N_PRODUCTS = 5, N_ARRAYS = 23 };

/* The products of a batch as the model has them: what one layer writes is what the next one reads. */
typedef struct products {
    product product[N_PRODUCTS];
    float *array[N_ARRAYS]; /* owned */
    int n_arrays;
} products;

/* Memory filled with something harmless. */
static float *add_array(products *p, size_t n)
{
    float *array = malloc(n * sizeof *array);
    p->array[p->n_arrays++] = array;
    for (size_t i = 0; i < n && array != NULL; i++) array[i] = 0.001F;
    return array;
}

static void products_close(products *p)
{
    for (int i = 0; i < p->n_arrays; i++) free(p->array[i]);
}

/* Rows that are multiplied at once with weights of their own. */
static product linear(products *p, float *a, float *da, int rows, int inner, int columns)
{
    const size_t n_weights = (size_t)inner * (size_t)columns,
                 n_out = (size_t)rows * (size_t)columns;
    return (product){.rows = rows,
                     .inner = inner,
                     .columns = columns,
                     .times = 1,
                     .a = a,
                     .b = add_array(p, n_weights),
                     .c = add_array(p, n_out),
                     .da = da,
                     .db = add_array(p, n_weights),
                     .dc = add_array(p, n_out)};
}

/* Every graph's weights, transposed, times its states: [POOLED][nodes] [nodes][HIDDEN]. */
static product decoder(products *p, const product *states, int nodes)
{
    const size_t n_weights = (size_t)POOLED * (size_t)nodes, n_out = (size_t)POOLED * HIDDEN;
    return (product){.rows = POOLED,
                     .inner = nodes,
                     .columns = HIDDEN,
                     .times = BATCH,
                     .a = add_array(p, n_weights),
                     .b = states->c,
                     .c = add_array(p, BATCH * n_out),
                     .da = add_array(p, BATCH * n_weights),
                     .db = states->dc,
                     .dc = add_array(p, BATCH * n_out),
                     .b_step = (size_t)nodes * HIDDEN,
                     .c_step = n_out,
                     .da_step = n_weights};
}

static bool products_open(products *p, int nodes)
{
    const int rows = BATCH * nodes;
    product *of = p->product;
    float *input = add_array(p, (size_t)rows * INPUT);
    float *messages = add_array(p, (size_t)rows * HEADS * WIDTH);
    float *d_messages = add_array(p, (size_t)rows * HEADS * WIDTH);
    of[0] = linear(p, input, NULL, rows, INPUT, WIDTH);
    of[1] = linear(p, messages, d_messages, rows, HEADS * WIDTH, HIDDEN);
    of[2] = decoder(p, &of[1], nodes);
    of[3] = linear(p, of[2].c, of[2].dc, BATCH, POOLED * HIDDEN, HIDDEN);
    of[4] = linear(p, of[3].c, of[3].dc, BATCH, HIDDEN, HIDDEN);
    for (int i = 0; i < p->n_arrays; i++)
        if (p->array[i] == NULL) return false;
    return true;
}

static void forward(const product *p, size_t i)
{
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, p->rows, p->columns, p->inner, 1,
                p->a + i * p->a_step, p->inner, p->b + i * p->b_step, p->columns, 0,
                p->c + i * p->c_step, p->columns);
}

static void backward(const product *p, size_t i)
{
    if (p->da != NULL)
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, p->rows, p->inner, p->columns, 1,
                    p->dc + i * p->c_step, p->columns, p->b + i * p->b_step, p->columns, 0,
                    p->da + i * p->da_step, p->inner);
    cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, p->inner, p->columns, p->rows, 1,
                p->a + i * p->a_step, p->inner, p->dc + i * p->c_step, p->columns, 0,
                p->db + i * p->b_step, p->columns);
}

static void multiply(const products *p, bool training)
{
    for (int l = 0; l < N_PRODUCTS; l++)
        for (int i = 0; i < p->product[l].times; i++) forward(&p->product[l], (size_t)i);
    for (int l = N_PRODUCTS; training && l-- > 0;)
        for (int i = 0; i < p->product[l].times; i++) backward(&p->product[l], (size_t)i);
}

static double flops_of(const product *p, bool training)
{
    const double one = 2.0 * p->rows * p->inner * p->columns * p->times;
    return training ? (p->da != NULL ? 3 : 2) * one : one;
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
    double of_fastest; /* the fastest batch of all, times the number of batches */
    double in_a_row;   /* all batches                                           */
    double flops;
} product_times;

static product_times time_products(const sg_dataset *data)
{
    const sg_data_size size = sg_data_sizes(data);
    const int nodes = (int)((double)size.n_nodes / size.n_graphs + 0.5);
    const double n_batches[2] = {(double)N_EVALUATED / BATCH, (double)N_TRAIN / BATCH};
    products p = {0};
    product_times t = {0};
    const bool ok = products_open(&p, nodes);
    openblas_set_num_threads(1);
    for (int training = 0; training < 2 && ok; training++) {
        const int whole = (int)n_batches[training];
        double fastest = 0, sum = 0;
        for (int i = 0; i < whole; i++) {
            const double begin = processor_seconds();
            multiply(&p, training == 1);
            const double seconds = processor_seconds() - begin;
            fastest = smaller(fastest, seconds);
            sum += seconds;
        }
        t.of_fastest += fastest * n_batches[training];
        t.in_a_row += sum / whole * n_batches[training];
        for (int l = 0; l < N_PRODUCTS; l++)
            t.flops += flops_of(&p.product[l], training == 1) * n_batches[training];
    }
    products_close(&p);
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
