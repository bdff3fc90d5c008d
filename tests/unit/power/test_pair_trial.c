/* test_pair_trial.c - networks learn to tell apart what their invariants tell apart, and nothing else. */
#include "power/pair_trial.h"

#include "power/hotelling.h"
#include "support/check.h"
#include "support/small_data.h"

enum { COPIES = 12, OUTPUTS = 4, SEEDS = 2 };

/* Two triangles and a hexagon, which Weisfeiler and Leman cannot tell apart; the same twice. */
static sg_dataset pairs(void)
{
    return small_data(
        "0: 1 1 1 1 1 1 / 0-1 1-2 2-0 3-4 4-5 5-3", "1: 1 1 1 1 1 1 / 0-1 1-2 2-3 3-4 4-5 5-0",
        "0: 1 1 1 1 1 1 / 0-1 1-2 2-3 3-4 4-5 5-0", "1: 1 1 1 1 1 1 / 0-2 2-4 4-1 1-3 3-5 5-0");
}

static sg_blueprint network(const char *head)
{
    char text[300];
    (void)snprintf(text, sizeof text,
                   "layers:\n  - encoder: { heads: [\"%s x4\"], activation: tanh }\n"
                   "  - pool: { kind: mean }\n  - linear: { outputs: classes }\n",
                   head);
    return small_blueprint(text);
}

static sg_train_options training(void)
{
    sg_train_options train = sg_train_defaults(SG_REGRESSION);
    train.optimizer = sg_optimizer_default(SG_OPTIMIZER_ADAM);
    train.learning_rate = 0.01;
    train.batch_size = 6;
    train.n_epochs = 10;
    train.init = (sg_init){SG_INIT_UNIFORM, -0.5, 0.5};
    return train;
}

static void try_pair(sg_pair_trial_outcome *outcome, const sg_dataset *data, uint32_t first,
                     const char *head)
{
    sg_blueprint blueprint = network(head);
    const sg_train_options train = training();
    const sg_pair_trial_settings settings = {.blueprint = &blueprint,
                                             .train = &train,
                                             .n_outputs = OUTPUTS,
                                             .n_copies = COPIES,
                                             .n_seeds = SEEDS,
                                             .seed = 7,
                                             .enough = 0.05};
    check_ok(sg_pair_trial_run(outcome, data, first, &settings, &err));
    sg_blueprint_free(&blueprint);
}

static void as_strong_as_the_invariant(void **state)
{
    (void)state;
    sg_dataset data = pairs();
    const double threshold = sg_hotelling_threshold(COPIES, OUTPUTS, 0.95);
    sg_pair_trial_outcome weak[SEEDS], strong[SEEDS], same[SEEDS];
    try_pair(weak, &data, 0, "none @ distance 0..1");
    try_pair(strong, &data, 0, "none @ distance 0..3");
    try_pair(same, &data, 2, "none @ distance 0..3");
    for (int s = 0; s < SEEDS; s++) {
        assert_true(weak[s].apart < threshold && weak[s].alike < threshold);
        assert_true(strong[s].apart > threshold && strong[s].alike < threshold);
        assert_true(same[s].apart < threshold && same[s].alike < threshold);
        assert_true(strong[s].n_epochs >= 1 && strong[s].n_epochs <= 10);
        assert_true(strong[s].loss < weak[s].loss);
    }
    /* Seeds are different networks, the same settings the same one. */
    assert_true(strong[0].apart != strong[1].apart);
    sg_pair_trial_outcome again[SEEDS];
    try_pair(again, &data, 0, "none @ distance 0..3");
    assert_true(again[0].apart == strong[0].apart && again[1].alike == strong[1].alike);
    sg_dataset_free(&data);
}

static sg_status trial_body(void *context, sg_error *err)
{
    const sg_train_options train = training();
    sg_dataset *data = ((void **)context)[0];
    const sg_pair_trial_settings settings = {.blueprint = ((void **)context)[1],
                                             .train = &train,
                                             .n_outputs = OUTPUTS,
                                             .n_copies = COPIES,
                                             .n_seeds = 1,
                                             .enough = 0.05};
    sg_pair_trial_outcome outcome;
    return sg_pair_trial_run(&outcome, data, 0, &settings, err);
}

static void out_of_memory(void **state)
{
    (void)state;
    sg_dataset data = pairs();
    sg_blueprint blueprint = network("none @ distance 0..1");
    void *context[] = {&data, &blueprint};
    assert_true(check_out_of_memory(trial_body, context) > 20);
    sg_blueprint_free(&blueprint);
    sg_dataset_free(&data);
}

SG_TESTS(cmocka_unit_test(as_strong_as_the_invariant), cmocka_unit_test(out_of_memory))
