/* test_batch_statistics.c - the running statistics of batch norms, worked out by hand.
 *
 * The nodes of the two graphs have the numbers 1, 3 and 5, 11, 0: their mean is 4 and their unbiased
 * variance 19.  A step replaces a tenth of the running statistics, which begin with 0 and 1. */
#include "sharegnn.h"

#include "support/check.h"

static sg_dataset *two_graphs(void)
{
    static const double NUMBER[] = {1, 3, 5, 11, 0};
    sg_dataset *data = NULL;
    const sg_graph_arrays arrays = {.struct_size = sizeof arrays,
                                    .n_graphs = 2,
                                    .graph_offset = (const uint32_t[]){0, 2, 5},
                                    .edge = (const uint32_t[]){0, 1, 2, 3, 3, 4},
                                    .n_edges = 3,
                                    .node_attribute = NUMBER,
                                    .n_node_attributes = 1,
                                    .graph_class = (const int64_t[]){0, 1}};
    check_ok(sg_data_from_arrays(&data, &arrays, &err));
    return data;
}

static sg_model *model_with(const sg_dataset *data, const char *norm)
{
    char description[300];
    sg_model *model = NULL;
    (void)snprintf(description, sizeof description,
                   "input: attributes\nlayers:\n- %s\n- pool: {kind: mean}\n"
                   "- linear: {outputs: classes}\n",
                   norm);
    check_ok(sg_model_build(&model, data,
                            &(sg_model_options){.struct_size = sizeof(sg_model_options),
                                                .description = description},
                            &err));
    return model;
}

static void train(sg_model *model, const sg_dataset *data, const char *settings)
{
    check_ok(sg_model_train(NULL, model, data,
                            &(sg_training_options){.struct_size = sizeof(sg_training_options),
                                                   .settings = settings},
                            &err));
}

static void check_statistics(const sg_model *model, double mean, double variance)
{
    sg_weights *weights = NULL;
    double value[2] = {0};
    check_ok(sg_weights_open(&weights, model, &err));
    for (uint32_t t = 0; t < 2; t++) check_ok(sg_weights_get(&value[t], 1, weights, t, &err));
    check_near(value[0], mean, 1e-6, 1e-6);
    check_near(value[1], variance, 1e-6, 1e-6);
    sg_weights_close(weights);
}

static void statistics_follow_the_batches(void **state)
{
    (void)state;
    sg_dataset *data = two_graphs();
    sg_model *once = model_with(data, "norm: batch"), *twice = model_with(data, "norm: batch");
    train(once, data, "{epochs: 1, batch-size: 2}");
    check_statistics(once, 0.4, 0.9 + 1.9);
    train(twice, data, "{epochs: 2, batch-size: 2}");
    check_statistics(twice, 0.9 * 0.4 + 0.4, 0.9 * (0.9 + 1.9) + 1.9);
    sg_model_close(twice);
    sg_model_close(once);
    sg_data_close(data);
}

static void momentum_says_how_fast(void **state)
{
    (void)state;
    sg_dataset *data = two_graphs();
    sg_model *fast = model_with(data, "batch-norm: {momentum: 1}");
    sg_model *never = model_with(data, "batch-norm: {momentum: 0}");
    train(fast, data, "{epochs: 1, batch-size: 2}");
    check_statistics(fast, 4, 19);
    train(never, data, "{epochs: 1, batch-size: 2}");
    check_statistics(never, 0, 1);
    sg_model_close(never);
    sg_model_close(fast);
    sg_data_close(data);
}

SG_TESTS(cmocka_unit_test(statistics_follow_the_batches),
         cmocka_unit_test(momentum_says_how_fast))
