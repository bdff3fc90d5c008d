/* test_input_statistics.c - what a standardizing layer begins with: means and deviations of the numbers of
 * the training items, worked out by hand. */
#include "network/learner.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/layer_specs.h"

#include <math.h>

/* Three graphs of 2, 1 and 2 nodes without edges. */
static uint32_t GRAPHS[] = {0, 2, 3, 5}, ARCS[6] = {0};
static const sg_graph GRAPH = {
    .n_nodes = 5, .n_graphs = 3, .graph_offset = GRAPHS, .arc_offset = ARCS};
static const double VALUE[] = {1, 7, 3, 7, 100, 7, -1, 7, 5, 7};
static const uint32_t LABEL[] = {0, 1, 0, 1, 2};

static const sg_layer_spec LAYERS[] = {
    {.kind = &sg_standardize_kind, .of = &(const sg_standardize_spec){0}},
    LAYER(pool, .pooling = SG_POOL_SUM)};

/* The statistics of one-hot columns, two numbers and ones, over some items. */
static void measure(double statistics[10], const sg_network_spec *spec, const uint32_t *item,
                    uint32_t n)
{
    const sg_learner_options options = {.precision = SG_PRECISION_DOUBLE,
                                        .optimizer = sg_optimizer_default(SG_OPTIMIZER_SGD),
                                        .loss = sg_loss_default(SG_REGRESSION)};
    const sg_init zero = {SG_INIT_CONSTANT, 0, 0};
    sg_learner *learner = NULL;
    check_ok(sg_learner_open(&learner, spec, &options, NULL, &err));
    assert_int_equal(sg_learner_size(learner), 10);
    sg_learner_start(learner, &zero, &zero, 1);
    sg_learner_read(statistics, learner);
    for (int i = 0; i < 10; i++) assert_true(statistics[i] == (i < 5 ? 0 : 1));
    check_ok(sg_learner_measure(learner, item, n, &err));
    sg_learner_read(statistics, learner);
    sg_learner_close(learner);
}

static void numbers_are_measured_over_training_items(void **state)
{
    (void)state;
    const sg_input_block block[] = {
        {.label = LABEL, .width = 2}, {.value = VALUE, .width = 2}, {.width = 1}};
    sg_network_spec spec = {.graph = &GRAPH,
                            .input = block,
                            .n_inputs = 3,
                            .layer = LAYERS,
                            .n_layers = 2,
                            .max_batch = 3};
    double s[10];
    /* The first and the last graph: 1, 3, -1, 5 have mean 2 and variance 5; 7 never changes. */
    measure(s, &spec, (const uint32_t[]){0, 2}, 2);
    const double expected[10] = {0, 0, 2, 7, 0, 1, 1, 2.2360679774997896, 1, 1};
    for (int i = 0; i < 10; i++) check_near(s[i], expected[i], 1e-15, 0);
    measure(s, &spec, NULL, 0);
    for (int i = 0; i < 10; i++) assert_true(s[i] == (i < 5 ? 0 : 1));
}

/* Glorot's init is for matrices, too: 3 inputs and 5 outputs are within sqrt(6 / 8), biases are 0. */
static void matrices_start_as_glorot_says(void **state)
{
    const sg_layer_spec layers[] = {LAYER(gcn, .outputs = 5, .bias = true),
                                    LAYER(pool, .pooling = SG_POOL_SUM)};
    const sg_input_block block = {.label = LABEL, .width = 3};
    const sg_network_spec spec = {.graph = &GRAPH,
                                  .input = &block,
                                  .n_inputs = 1,
                                  .layer = layers,
                                  .n_layers = 2,
                                  .max_batch = 3};
    const sg_learner_options options = {.precision = SG_PRECISION_DOUBLE,
                                        .optimizer = sg_optimizer_default(SG_OPTIMIZER_SGD),
                                        .loss = sg_loss_default(SG_REGRESSION)};
    const sg_init glorot = {.kind = SG_INIT_GLOROT}, zero = {SG_INIT_CONSTANT, 0, 0};
    sg_learner *learner = NULL;
    double weight[20], largest = 0;
    (void)state;
    check_ok(sg_learner_open(&learner, &spec, &options, NULL, &err));
    for (uint64_t seed = 0; seed < 50; seed++) {
        sg_learner_start(learner, &glorot, &zero, seed);
        sg_learner_read(weight, learner);
        for (int i = 0; i < 15; i++) largest = fmax(largest, fabs(weight[i]));
        for (int i = 15; i < 20; i++) assert_true(weight[i] == 0);
    }
    assert_true(largest <= sqrt(6.0 / 8) && largest > 0.98 * sqrt(6.0 / 8));
    sg_learner_close(learner);
}

static void memory_may_run_out(void **state)
{
    (void)state;
    const sg_network_spec spec = {.graph = &GRAPH,
                                  .input = &(sg_input_block){.value = VALUE, .width = 2},
                                  .n_inputs = 1,
                                  .layer = LAYERS,
                                  .n_layers = 2,
                                  .max_batch = 3};
    const sg_learner_options options = {.precision = SG_PRECISION_FLOAT,
                                        .optimizer = sg_optimizer_default(SG_OPTIMIZER_SGD),
                                        .loss = sg_loss_default(SG_REGRESSION)};
    sg_learner *learner = NULL;
    check_ok(sg_learner_open(&learner, &spec, &options, NULL, &err));
    const long live = sg_mem_live();
    for (long k = 0; k < 2; k++) {
        sg_mem_fail_at(k);
        const sg_status status = sg_learner_measure(learner, (const uint32_t[]){1}, 1, NULL);
        sg_mem_fail_at(-1);
        assert_int_equal(status, SG_ENOMEM);
        assert_int_equal(sg_mem_live(), live);
    }
    sg_learner_close(learner);
}

/* It stands in front of everything else. */
static void only_the_input_is_standardized(void **state)
{
    (void)state;
    const sg_layer_spec wrong[] = {LAYER(linear, .outputs = 2), LAYERS[0], LAYERS[1]};
    const sg_network_spec spec = {.graph = &GRAPH,
                                  .input = &(sg_input_block){.value = VALUE, .width = 2},
                                  .n_inputs = 1,
                                  .layer = wrong,
                                  .n_layers = 3,
                                  .max_batch = 3};
    sg_network_outline outline = {0};
    check_fails(sg_network_outline_make(&outline, &spec, &err), SG_EINVAL,
                "standardizes the input and can only be the first layer");
}

/* A branch that goes back to the input makes a tower whose first layer it may be. */
static void a_tower_begins_like_a_network(void **state)
{
    (void)state;
    const sg_layer_spec towers[] = {LAYERS[0], LAYERS[1], LAYER(branch, .from = 0), LAYERS[0],
                                    LAYERS[1]};
    const sg_layer_spec wrong[] = {LAYERS[0], LAYER(branch, .from = 1), LAYERS[0], LAYERS[1]};
    sg_network_spec spec = {.graph = &GRAPH,
                            .input = &(sg_input_block){.value = VALUE, .width = 2},
                            .n_inputs = 1,
                            .layer = towers,
                            .n_layers = 5,
                            .max_batch = 3};
    sg_network_outline outline = {0};
    check_ok(sg_network_outline_make(&outline, &spec, &err));
    assert_true(outline.state[4].of_nodes && outline.state[4].width == 2);
    assert_int_equal(outline.n_parameters, 8);
    sg_network_outline_free(&outline);
    spec.layer = wrong; /* the branch goes back to what is standardized already */
    spec.n_layers = 4;
    check_fails(sg_network_outline_make(&outline, &spec, &err), SG_EINVAL,
                "or follow a branch that begins with the input");
}

SG_TESTS(cmocka_unit_test(matrices_start_as_glorot_says),
         cmocka_unit_test(numbers_are_measured_over_training_items),
         cmocka_unit_test(memory_may_run_out), cmocka_unit_test(only_the_input_is_standardized),
         cmocka_unit_test(a_tower_begins_like_a_network))
