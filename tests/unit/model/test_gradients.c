/* test_gradients.c - every layer's gradient equals central differences in double; each layer is
 * declared once, in the table of networks below.
 *
 * The loss is a random linear function of the outputs, so that its own gradient is exact. */
#define SG_REAL_DOUBLE
#include "model/real/network.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/tiny_model.h"

enum { N_GRAPHS = 3, MAX_LAYERS = 8, INPUT_WIDTH = 3 };

/* A network of the table: its layers, with heads named by number. */
typedef struct network_case {
    const char *name;
    bool wide_input; /* three numbers per node instead of ones */
    double noise;
    struct {
        sg_layer_type type;
        uint32_t n_heads; /* encoder, decoder */
        bool bias, affine;
        uint32_t outputs;
        sg_pooling pooling;
        sg_activation activation;
        double rate;
        uint32_t from;
    } layer[MAX_LAYERS];
    uint32_t n_layers;
} network_case;

#define ENCODER(heads, with_bias)                                                              \
    {                                                                                          \
        .type = SG_LAYER_ENCODER, .n_heads = (heads), .bias = (with_bias)                      \
    }
#define DECODER(heads, m, how)                                                                 \
    {                                                                                          \
        .type = SG_LAYER_DECODER, .n_heads = (heads), .outputs = (m), .bias = true,            \
        .pooling = (how)                                                                       \
    }
#define LINEAR(width)                                                                          \
    {                                                                                          \
        .type = SG_LAYER_LINEAR, .outputs = (width), .bias = true                              \
    }
#define ACTIVATION(kind)                                                                       \
    {                                                                                          \
        .type = SG_LAYER_ACTIVATION, .activation = (kind)                                      \
    }
#define POOL(how)                                                                              \
    {                                                                                          \
        .type = SG_LAYER_POOL, .pooling = (how)                                                \
    }

static const network_case CASES[] = {
    {"one head on ones", false, 0, {ENCODER(1, false), DECODER(1, 2, SG_POOL_MEAN)}, 2},
    {"heads, copies, biases", true, 0, {ENCODER(4, true), DECODER(2, 3, SG_POOL_SUM)}, 2},
    {"two encoders",
     false,
     0,
     {ENCODER(1, false), ACTIVATION(SG_ACTIVATION_TANH), ENCODER(2, true),
      ACTIVATION(SG_ACTIVATION_TANH), DECODER(1, 4, SG_POOL_MEAN),
      ACTIVATION(SG_ACTIVATION_TANH)},
     6},
    {"linear on nodes and graphs",
     true,
     0,
     {LINEAR(5), ACTIVATION(SG_ACTIVATION_SIGMOID), ENCODER(2, false), LINEAR(4),
      DECODER(2, 2, SG_POOL_SUM), LINEAR(3)},
     6},
    {"norm",
     true,
     0,
     {LINEAR(6),
      {.type = SG_LAYER_NORM},
      LINEAR(5),
      {.type = SG_LAYER_NORM, .affine = true},
      POOL(SG_POOL_SUM),
      {.type = SG_LAYER_NORM, .affine = true}},
     6},
    {"relu", true, 0, {LINEAR(6), ACTIVATION(SG_ACTIVATION_RELU), POOL(SG_POOL_SUM)}, 3},
    {"leaky relu",
     true,
     0,
     {LINEAR(6), ACTIVATION(SG_ACTIVATION_LEAKY_RELU), POOL(SG_POOL_MEAN)},
     3},
    {"elu", true, 0, {LINEAR(6), ACTIVATION(SG_ACTIVATION_ELU), POOL(SG_POOL_MEAN)}, 3},
    {"gelu", true, 0, {LINEAR(6), ACTIVATION(SG_ACTIVATION_GELU), POOL(SG_POOL_MEAN)}, 3},
    {"identity",
     true,
     0,
     {LINEAR(6), ACTIVATION(SG_ACTIVATION_IDENTITY), POOL(SG_POOL_MEAN)},
     3},
    {"maximum", true, 0, {LINEAR(6), POOL(SG_POOL_MAX), LINEAR(2)}, 3},
    {"dropout",
     true,
     0,
     {LINEAR(6),
      {.type = SG_LAYER_DROPOUT, .rate = 0.4},
      ENCODER(1, true),
      DECODER(1, 3, SG_POOL_MEAN),
      {.type = SG_LAYER_DROPOUT, .rate = 0.2},
      LINEAR(2)},
     6},
    {"residual",
     true,
     0,
     {LINEAR(3),
      {.type = SG_LAYER_RESIDUAL, .from = 0},
      ENCODER(1, false),
      ACTIVATION(SG_ACTIVATION_TANH),
      {.type = SG_LAYER_RESIDUAL, .from = 2},
      DECODER(1, 2, SG_POOL_SUM)},
     6},
    {"noise",
     false,
     0.5,
     {ENCODER(2, false), ACTIVATION(SG_ACTIVATION_TANH), DECODER(1, 2, SG_POOL_MEAN)},
     3},
};

/* ---- From the table to a network --------------------------------------------------------------- */

typedef struct fixture {
    tiny_model tiny;
    double *input;
    sg_encoder_head encoder[4];
    sg_decoder_head decoder[2];
    sg_layer_spec layer[MAX_LAYERS];
    sg_network_spec spec;
    sg_network_f64 *network;
    double *coefficient; /* of the loss, [N_GRAPHS][output width] */
} fixture;

static void make_heads(fixture *f, bool bias)
{
    static const int plans[4] = {TINY_WL, TINY_LABEL, TINY_LABEL, TINY_DEGREE};
    for (int h = 0; h < 4; h++) {
        f->encoder[h] = (sg_encoder_head){.plan = &f->tiny.plan[plans[h]]};
        if (!bias) continue;
        f->encoder[h].bias_label = f->tiny.labels[TINY_DEGREE].label;
        f->encoder[h].n_bias_labels = f->tiny.labels[TINY_DEGREE].vocabulary.n_keys;
    }
    for (int h = 0; h < 2; h++) {
        const sg_labels *labels = &f->tiny.labels[h == 0 ? TINY_WL : TINY_LABEL];
        f->decoder[h] = (sg_decoder_head){labels->label, labels->vocabulary.n_keys};
    }
}

static void open_case(fixture *f, const network_case *c, sg_rng *rng)
{
    bool bias = false;
    *f = (fixture){.tiny = tiny_model_draw(rng, N_GRAPHS, 6)};
    const uint32_t n_nodes = f->tiny.data.graph.n_nodes;
    for (uint32_t l = 0; l < c->n_layers; l++) {
        bias = bias || (c->layer[l].type == SG_LAYER_ENCODER && c->layer[l].bias);
        f->layer[l] = (sg_layer_spec){.type = c->layer[l].type,
                                      .encoder_head = f->encoder,
                                      .decoder_head = f->decoder,
                                      .n_heads = c->layer[l].n_heads,
                                      .outputs = c->layer[l].outputs,
                                      .pooling = c->layer[l].pooling,
                                      .bias = c->layer[l].bias,
                                      .affine = c->layer[l].affine,
                                      .activation = c->layer[l].activation,
                                      .rate = c->layer[l].rate,
                                      .from = c->layer[l].from};
    }
    make_heads(f, bias);
    f->input = sg_alloc((size_t)n_nodes * INPUT_WIDTH, sizeof *f->input);
    for (size_t i = 0; i < (size_t)n_nodes * INPUT_WIDTH; i++)
        f->input[i] = sg_rng_uniform(rng) - 0.5;
    f->spec = (sg_network_spec){.graph = &f->tiny.data.graph,
                                .input = c->wide_input ? f->input : NULL,
                                .input_width = c->wide_input ? INPUT_WIDTH : 1,
                                .noise = c->noise,
                                .layer = f->layer,
                                .n_layers = c->n_layers,
                                .max_batch = N_GRAPHS,
                                .seed = 7};
    check_ok(sg_network_open_f64(&f->network, &f->spec, NULL, &err));
    double *w = sg_network_parameters_f64(f->network);
    for (size_t i = 0; i < sg_network_size_f64(f->network); i++)
        w[i] = sg_rng_uniform(rng) - 0.5;
    const size_t n_outputs = (size_t)N_GRAPHS * sg_network_output_width_f64(f->network);
    f->coefficient = sg_alloc(n_outputs, sizeof *f->coefficient);
    for (size_t i = 0; i < n_outputs; i++) f->coefficient[i] = sg_rng_uniform(rng) - 0.5;
}

static void close_case(fixture *f)
{
    sg_network_close_f64(f->network);
    sg_free(f->input);
    sg_free(f->coefficient);
    tiny_model_free(&f->tiny);
}

static const uint32_t BATCH[N_GRAPHS] = {2, 0, 1};

/* The loss of the batch; the same step every time, so the same dropout and noise. */
static double loss_of(fixture *f)
{
    sg_network_set_step_f64(f->network, 4);
    const double *out = sg_network_forward_f64(f->network, BATCH, N_GRAPHS, true);
    const size_t n = (size_t)N_GRAPHS * sg_network_output_width_f64(f->network);
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += f->coefficient[i] * out[i];
    return sum;
}

static void check_case(const network_case *c, sg_rng *rng)
{
    const double h = 1e-5;
    fixture f;
    open_case(&f, c, rng);
    double *w = sg_network_parameters_f64(f.network);
    double *gradient = sg_network_gradients_f64(f.network);
    const size_t n_outputs = (size_t)N_GRAPHS * sg_network_output_width_f64(f.network);
    (void)loss_of(&f);
    memcpy(sg_network_output_gradient_f64(f.network), f.coefficient,
           n_outputs * sizeof *f.coefficient);
    sg_network_backward_f64(f.network);
    for (size_t i = 0; i < sg_network_size_f64(f.network); i++) {
        const double kept = w[i];
        w[i] = kept + h;
        const double above = loss_of(&f);
        w[i] = kept - h;
        const double below = loss_of(&f);
        w[i] = kept;
        const double numeric = (above - below) / (2 * h);
        const double scale = fmax(fmax(fabs(numeric), fabs(gradient[i])), 0.1);
        if (!(fabs(numeric - gradient[i]) <= 1e-6 * scale))
            fail_msg("%s: parameter %zu: gradient %.12g, differences give %.12g", c->name, i,
                     gradient[i], numeric);
    }
    close_case(&f);
}

static void gradients_equal_central_differences(void **state)
{
    (void)state;
    sg_rng rng = check_rng("gradients");
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        for (int repeat = 0; repeat < 3; repeat++) check_case(&CASES[i], &rng);
}

/* ---- The same bits for any number of threads ------------------------------------------------ */

static void threads_change_no_bit(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        double *expected = NULL;
        for (uint32_t n_threads = 1; n_threads <= 8;
             n_threads = n_threads < 3 ? n_threads + 1 : n_threads + 5) {
            sg_rng rng = check_rng(CASES[i].name);
            fixture f;
            sg_pool *pool = NULL;
            open_case(&f, &CASES[i], &rng);
            const size_t n = sg_network_size_f64(f.network);
            double *w = sg_alloc(n, sizeof *w);
            memcpy(w, sg_network_parameters_f64(f.network), n * sizeof *w);
            sg_network_close_f64(f.network);
            check_ok(sg_pool_open(&pool, n_threads, &err));
            check_ok(sg_network_open_f64(&f.network, &f.spec, pool, &err));
            memcpy(sg_network_parameters_f64(f.network), w, n * sizeof *w);
            (void)loss_of(&f);
            memcpy(sg_network_output_gradient_f64(f.network), f.coefficient,
                   (size_t)N_GRAPHS * sg_network_output_width_f64(f.network) * sizeof(double));
            sg_network_backward_f64(f.network);
            memcpy(w, sg_network_gradients_f64(f.network), n * sizeof *w);
            if (expected == NULL) {
                expected = w;
            } else {
                assert_memory_equal(w, expected, n * sizeof *w);
                sg_free(w);
            }
            close_case(&f);
            sg_pool_close(pool);
        }
        sg_free(expected);
    }
}

SG_TESTS(cmocka_unit_test(gradients_equal_central_differences),
         cmocka_unit_test(threads_change_no_bit))
