/* test_train_words.c - words for settings of a training. */
#include "sharegnn.h"

#include "support/check.h"

static void losses_are_listed_in_order(void **state)
{
    (void)state;
    static const char *const expected[] = {"cross-entropy", "mae", "mse", "huber", "bce"};
    for (size_t i = 0; i < 5; i++) assert_string_equal(sg_loss_word(i), expected[i]);
    assert_null(sg_loss_word(5));
    assert_null(sg_loss_word(SIZE_MAX));
}

static void metrics_are_listed_in_order(void **state)
{
    (void)state;
    static const char *const expected[] = {
        "loss", "accuracy", "balanced-accuracy", "roc-auc", "f1",  "mae",
        "rmse", "r2",       "spearman",          "pr-auc",  "mcc", "ece"};
    for (size_t i = 0; i < 12; i++) assert_string_equal(sg_metric_word(i), expected[i]);
    assert_null(sg_metric_word(12));
    assert_null(sg_metric_word(SIZE_MAX));
}

/* Words come in the order of the enums. */
static void choices_are_listed_in_order(void **state)
{
    (void)state;
    assert_string_equal(sg_optimizer_word(SG_OPTIMIZE_SGD - 1), "sgd");
    assert_null(sg_optimizer_word(SG_N_OPTIMIZE - 1));
    assert_string_equal(sg_schedule_word(SG_RATE_COSINE - 1), "cosine");
    assert_null(sg_schedule_word(SG_N_RATES - 1));
    assert_string_equal(sg_init_word(SG_BEGIN_LOWER_UPPER - 1), "lower-upper");
    assert_null(sg_init_word(SG_N_BEGIN - 1));
    assert_string_equal(sg_precision_word(SG_COMPUTE_DOUBLE - 1), "double");
    assert_null(sg_precision_word(SG_N_COMPUTE - 1));
}

/* Every word is one that settings may have: for one task at least it is taken. */
static void settings_take_all_words(void **state)
{
    (void)state;
    for (int kind = 0; kind < 2; kind++) {
        const char *word = NULL;
        for (size_t i = 0; (word = kind == 0 ? sg_loss_word(i) : sg_metric_word(i)) != NULL;
             i++) {
            char settings[64];
            int n_tasks = 0;
            (void)snprintf(settings, sizeof settings, "{%s: %s}", kind == 0 ? "loss" : "metric",
                           word);
            for (int task = 0; task < SG_N_TASKS; task++) {
                sg_training_outline outline = {.struct_size = sizeof outline};
                const sg_training_options training = {.struct_size = sizeof training,
                                                      .settings = settings};
                const sg_model_size size = {
                    .struct_size = sizeof size, .task = (sg_task)task, .n_layers = 1};
                if (sg_training_preview(&outline, &training, &size, NULL) != SG_OK) continue;
                if (kind == 1) assert_string_equal(outline.metric, word);
                n_tasks++;
            }
            assert_true(n_tasks > 0);
        }
    }
}

SG_TESTS(cmocka_unit_test(losses_are_listed_in_order),
         cmocka_unit_test(metrics_are_listed_in_order),
         cmocka_unit_test(choices_are_listed_in_order),
         cmocka_unit_test(settings_take_all_words))
