/* dense_products.c - matrices as large and in as many places as the model's, multiplied by OpenBLAS.
 *
 * Without OpenBLAS there is nothing to measure with. */
#include "dense_products.h"

#ifdef SG_WITH_BLAS
#include "bench.h"

#include <cblas.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    HEADS = 20,
    WIDTH = 10,
    HIDDEN = 100,
    POOLED = 140, /* 14 decoder heads of 10 outputs */
    INPUT = 21
};

/* C = A B, and the products that give the gradients of A and B; for the decoder once per graph. */
typedef struct product {
    int rows, inner, columns;
    int times;           /* per batch                                                        */
    float *a, *b, *c;    /* of the first graph                                               */
    float *da, *db, *dc; /* their gradients                                                  */
    size_t a_step;       /* numbers from a graph's A to the next one's; 0: written down anew */
    size_t b_step, c_step, da_step;
} product;

enum {
    N_PRODUCTS = 5,
    ARRAYS_PER_PRODUCT = 6,
    N_ARRAYS = MAX_PRODUCT_LAYERS * ARRAYS_PER_PRODUCT
};

/* The products of a batch as the model has them: what one layer writes is what the next one reads. */
typedef struct products {
    product product[MAX_PRODUCT_LAYERS];
    int n_products;
    int batch;              /* graphs */
    float *array[N_ARRAYS]; /* owned  */
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
                     .times = p->batch,
                     .a = add_array(p, n_weights),
                     .b = states->c,
                     .c = add_array(p, (size_t)p->batch * n_out),
                     .da = add_array(p, (size_t)p->batch * n_weights),
                     .db = states->dc,
                     .dc = add_array(p, (size_t)p->batch * n_out),
                     .b_step = (size_t)nodes * HIDDEN,
                     .c_step = n_out,
                     .da_step = n_weights};
}

static bool has_memory(const products *p)
{
    for (int i = 0; i < p->n_arrays; i++)
        if (p->array[i] == NULL) return false;
    return true;
}

static bool products_open(products *p, int nodes)
{
    p->n_products = N_PRODUCTS;
    const int rows = p->batch * nodes;
    product *of = p->product;
    float *input = add_array(p, (size_t)rows * INPUT);
    float *messages = add_array(p, (size_t)rows * HEADS * WIDTH);
    float *d_messages = add_array(p, (size_t)rows * HEADS * WIDTH);
    of[0] = linear(p, input, NULL, rows, INPUT, WIDTH);
    of[1] = linear(p, messages, d_messages, rows, HEADS * WIDTH, HIDDEN);
    of[2] = decoder(p, &of[1], nodes);
    of[3] = linear(p, of[2].c, of[2].dc, p->batch, POOLED * HIDDEN, HIDDEN);
    of[4] = linear(p, of[3].c, of[3].dc, p->batch, HIDDEN, HIDDEN);
    return has_memory(p);
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
    for (int l = 0; l < p->n_products; l++)
        for (int i = 0; i < p->product[l].times; i++) forward(&p->product[l], (size_t)i);
    for (int l = p->n_products; training && l-- > 0;)
        for (int i = 0; i < p->product[l].times; i++) backward(&p->product[l], (size_t)i);
}

static double flops_of(const product *p, bool training)
{
    const double one = 2.0 * p->rows * p->inner * p->columns * p->times;
    return training ? (p->da != NULL ? 3 : 2) * one : one;
}

static product_times time_epoch(const products *p, const product_epoch *epoch)
{
    const double n_batches[2] = {(double)epoch->n_evaluated / epoch->batch,
                                 (double)epoch->n_train / epoch->batch};
    product_times t = {0};
    openblas_set_num_threads(1);
    for (int training = 0; training < 2; training++) {
        const int whole = n_batches[training] > 1 ? (int)n_batches[training] : 1;
        double fastest = 0, sum = 0;
        for (int i = 0; i < whole; i++) {
            const double begin = bench_processor_now();
            multiply(p, training == 1);
            const double seconds = bench_processor_now() - begin;
            bench_keep_fastest(&fastest, seconds);
            sum += seconds;
        }
        t.of_fastest += fastest * n_batches[training];
        t.in_a_row += sum / whole * n_batches[training];
        for (int l = 0; l < p->n_products; l++)
            t.flops += flops_of(&p->product[l], training == 1) * n_batches[training];
    }
    return t;
}

bool dense_products_time(product_times *times, const product_epoch *epoch)
{
    products p = {.batch = epoch->batch};
    const bool ok = products_open(&p, epoch->nodes);
    if (ok) *times = time_epoch(&p, epoch);
    products_close(&p);
    return ok;
}

bool dense_layers_time(product_times *times, const product_layer *layer, int n_layers,
                       const product_epoch *epoch)
{
    products p = {.batch = epoch->batch};
    for (int l = 0; l < n_layers; l++) {
        const int rows = layer[l].of_graphs ? epoch->batch : epoch->batch * epoch->nodes;
        const size_t n = (size_t)rows * (size_t)layer[l].inner;
        float *a = add_array(&p, n), *da = layer[l].first ? NULL : add_array(&p, n);
        p.product[p.n_products++] = linear(&p, a, da, rows, layer[l].inner, layer[l].columns);
    }
    const bool ok = has_memory(&p);
    if (ok) *times = time_epoch(&p, epoch);
    products_close(&p);
    return ok;
}

bool dense_products_are_known(void)
{
    return true;
}

/* The kernels of OpenBLAS that need nothing that this processor does not have; NULL: it has only what all have. */
static const char *known_core(void)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq"))
        return "SkylakeX";
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return "Haswell";
#endif
    return NULL;
}

void dense_products_choose_core(char *const *argv)
{
    static const char VARIABLE[] = "OPENBLAS_CORETYPE";
    const char *core = known_core();
    if (core == NULL || getenv(VARIABLE) != NULL ||
        strcmp(openblas_get_corename(), "Prescott") != 0 || setenv(VARIABLE, core, 0) != 0)
        return;
    (void)execv("/proc/self/exe", argv);
    (void)unsetenv(VARIABLE);
}

const char *dense_products_core(void)
{
    return openblas_get_corename();
}

#else

bool dense_products_time(product_times *times, const product_epoch *epoch)
{
    (void)times, (void)epoch;
    return false;
}

bool dense_layers_time(product_times *times, const product_layer *layer, int n_layers,
                       const product_epoch *epoch)
{
    (void)times, (void)layer, (void)n_layers, (void)epoch;
    return false;
}

bool dense_products_are_known(void)
{
    return false;
}

void dense_products_choose_core(char *const *argv)
{
    (void)argv;
}

const char *dense_products_core(void)
{
    return "none";
}

#endif
