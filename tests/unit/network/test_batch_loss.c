/* test_batch_loss.c - learning by a loss of the caller's own gives what the same loss of the library gives. */
#include "base/mem.h"
#include "network/learner.h"
#include "support/case_network.h"
#include "support/check.h"

enum { N_GRAPHS = 7, MAX_NODES = 6, N_OUTPUTS = 2 };

static const layer_case LAYERS = {
    .name = "batch loss",
    .layer = {{.kind = &sg_encoder_kind, .n_heads = 1, .head = {TINY_WL}, .bias = CASE_BIAS},
              {.kind = &sg_decoder_kind,
               .n_heads = 1,
               .head = {TINY_LABEL},
               .outputs = 3,
               .bias = CASE_BIAS},
              {.kind = &sg_linear_kind, .outputs = N_OUTPUTS, .bias = CASE_BIAS}},
    .n_layers = 3,
    .input = CASE_NUMBERS};

typedef struct own_loss {
    const double *target; /* [n][width] of the batch */
    uint32_t n_calls;
} own_loss;

static double mean_square(double *gradient, const double *output, uint32_t n, uint32_t width,
                          void *context)
{
    own_loss *own = context;
    const uint32_t size = n * width;
    double sum = 0;
    own->n_calls++;
    for (uint32_t i = 0; i < size; i++) {
        const double error = output[i] - own->target[i];
        sum += error * error;
        gradient[i] = 2 * error / size;
    }
    return sum / size;
}

static void same_as_the_library(sg_precision precision)
{
    sg_rng rng = check_rng("same_as_the_library");
    tiny_model tiny = tiny_model_draw(&rng, N_GRAPHS, MAX_NODES);
    case_network c;
    case_network_open(&c, &LAYERS, &tiny, &rng);
    double target[N_GRAPHS * N_OUTPUTS], in_batch[N_GRAPHS * N_OUTPUTS],
        room[2][N_GRAPHS * N_OUTPUTS], out[N_GRAPHS * N_OUTPUTS];
    for (int i = 0; i < N_GRAPHS * N_OUTPUTS; i++) target[i] = sg_rng_uniform(&rng);
    for (uint32_t i = 0; i < N_GRAPHS; i++)
        for (uint32_t j = 0; j < N_OUTPUTS; j++)
            in_batch[i * N_OUTPUTS + j] = target[c.batch[i] * N_OUTPUTS + j];
    const sg_learner_options options = {.precision = precision,
                                        .optimizer = sg_optimizer_default(SG_OPTIMIZER_ADAM),
                                        .loss = &sg_loss_mse,
                                        .targets = {.value = target, .n_columns = N_OUTPUTS}};
    own_loss own = {.target = in_batch};
    const sg_batch_loss by = {mean_square, &own, room[0], room[1]};
    sg_learner *one = NULL, *two = NULL;
    check_ok(sg_learner_open(&one, &c.spec, &options, NULL, &err));
    check_ok(sg_learner_open(&two, &c.spec, &options, NULL, &err));
    assert_int_equal(sg_learner_outputs(one), N_OUTPUTS);
    sg_learner_write(one, c.parameter);
    sg_learner_write(two, c.parameter);
    for (uint32_t step = 1; step <= 5; step++) {
        const double expected = sg_learner_step(out, one, c.batch, N_GRAPHS, 0.05);
        check_near(sg_learner_step_by(two, c.batch, N_GRAPHS, 0.05, &by), expected, 1e-5, 0);
        assert_int_equal(own.n_calls, step);
        for (int i = 0; i < N_GRAPHS * N_OUTPUTS; i++)
            check_near(room[0][i], out[i], 1e-4, 1e-4);
    }
    sg_learner_close(one);
    sg_learner_close(two);
    case_network_close(&c);
    tiny_model_free(&tiny);
}

static void float_and_double(void **state)
{
    (void)state;
    same_as_the_library(SG_PRECISION_FLOAT);
    same_as_the_library(SG_PRECISION_DOUBLE);
}

SG_TESTS(cmocka_unit_test(float_and_double))
