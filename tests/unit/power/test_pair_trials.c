/* test_pair_trials.c - trials of pairs through the public header. */
#include "sharegnn.h"

#include "support/check.h"

#define LAYERS                                                                                 \
    "layers:\n  - encoder: { heads: [\"none @ distance 0..3 x4\"], activation: tanh }\n"       \
    "  - pool: { kind: mean }\n  - linear: { outputs: classes }\n"
#define TRAIN                                                                                  \
    "train: { learning-rate: 0.01, epochs: 8, batch-size: 8, init: uniform -0.5 0.5 }\n"

/* Two triangles and a hexagon; a hexagon twice. */
static sg_dataset *pairs(uint32_t n_graphs)
{
    static uint32_t edge[] = {0,  1,  1,  2,  2,  0,  3,  4,  4,  5,  5,  3,  6,  7,  7,  8,
                              8,  9,  9,  10, 10, 11, 11, 6,  12, 13, 13, 14, 14, 15, 15, 16,
                              16, 17, 17, 12, 18, 20, 20, 22, 22, 19, 19, 21, 21, 23, 23, 18};
    static const uint32_t offset[] = {0, 6, 12, 18, 24};
    sg_dataset *data = NULL;
    const sg_graph_arrays arrays = {.struct_size = sizeof arrays,
                                    .n_graphs = n_graphs,
                                    .n_edges = (size_t)6 * n_graphs,
                                    .edge = edge,
                                    .graph_offset = offset};
    check_ok(sg_data_from_arrays(&data, &arrays, &err));
    return data;
}

static sg_pair_trials *try_with(const sg_dataset *data, uint32_t n_threads)
{
    sg_pair_trials *trials = NULL;
    const sg_label_options labels = {.struct_size = sizeof labels, .n_threads = n_threads};
    const sg_pair_trial_options options = {.struct_size = sizeof options,
                                           .description = LAYERS TRAIN,
                                           .n_outputs = 4,
                                           .n_copies = 12,
                                           .n_seeds = 3,
                                           .labels = &labels};
    check_ok(sg_pair_trials_run(&trials, data, &options, &err));
    return trials;
}

static void outcomes(void **state)
{
    (void)state;
    sg_dataset *data = pairs(4);
    sg_pair_trials *one = try_with(data, 1), *three = try_with(data, 3);
    const sg_pair_trial_arrays a = sg_pair_trials_view_of(one),
                               b = sg_pair_trials_view_of(three);
    assert_int_equal(a.n_pairs, 2);
    assert_int_equal(a.n_seeds, 3);
    assert_int_equal(a.n_copies, 12);
    check_near(a.threshold, 11.0 * 4 / 8 * 3.8379, 0, 0.001); /* F.95(4, 8) */
    for (uint32_t s = 0; s < 3; s++) {
        assert_int_equal(sg_pair_trials_apart(one, s, false), 1);
        assert_true(a.apart[s] > a.threshold && a.apart[3 + s] < a.threshold);
        assert_true(sg_pair_trials_apart(one, s, true) <= 1);
        assert_true(a.epochs[s] >= 1 && a.loss[s] == a.loss[s]);
    }
    assert_int_equal(sg_pair_trials_apart(one, 3, false), 0);
    assert_memory_equal(a.apart, b.apart, sizeof(double[6]));
    assert_memory_equal(a.alike, b.alike, sizeof(double[6]));
    sg_pair_trials_close(one);
    sg_pair_trials_close(three);
    sg_pair_trials_close(NULL);
    sg_data_close(data);
}

static void refusals(void **state)
{
    (void)state;
    sg_dataset *even = pairs(4), *odd = pairs(3);
    sg_pair_trials *trials = NULL;
    sg_pair_trial_arrays view = {.struct_size = sizeof view};
    sg_pair_trial_options options = {.struct_size = sizeof options, .description = LAYERS};
    check_fails(sg_pair_trials_run(&trials, odd, &options, &err), SG_EINVAL,
                "3 graphs are an odd number");
    options.n_copies = 16;
    check_fails(sg_pair_trials_run(&trials, even, &options, &err), SG_EINVAL,
                "16 copies are not more than the 16 numbers");
    options.n_copies = 0;
    options.description = LAYERS "train: { batch-size: 7 }\n";
    check_fails(sg_pair_trials_run(&trials, even, &options, &err), SG_EINVAL,
                "7 copies cannot be pairs");
    options.description = "layers:\n  - linear: { outputs: 3 }\n  - encoder: 5\n";
    options.path = "net.yml";
    check_fails(sg_pair_trials_run(&trials, even, &options, &err), SG_EFORMAT, "net.yml:3");
    options.description = NULL;
    check_fails(sg_pair_trials_run(&trials, even, &options, &err), SG_EINVAL, "description");
    check_fails(sg_pair_trials_run(NULL, even, &options, &err), SG_EINVAL, "trials");
    check_fails(sg_pair_trials_view(&view, NULL, &err), SG_EINVAL, "trials");
    assert_null(trials);
    sg_data_close(even);
    sg_data_close(odd);
}

SG_TESTS(cmocka_unit_test(outcomes), cmocka_unit_test(refusals))
