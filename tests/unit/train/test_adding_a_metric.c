/* test_adding_a_metric.c - the worked example of docs/adding-a-metric.md works: by hand, in messages,
 * and as what chooses the best epoch of a training.
 *
 * The test has a registry of its own, which takes the place of metric_kinds.c. */
#include "sharegnn.h"

#include "support/check.h"

#include "../../../docs/examples/max_error.c" /* NOLINT(bugprone-suspicious-include) */

#include <string.h>

#define ADDRESS(metric) &(metric),

const sg_metric *const *sg_metrics(size_t *n_metrics)
{
    static const sg_metric *const METRICS[] = {&sg_metric_max_error, SG_METRIC_LIST(ADDRESS)};
    *n_metrics = sizeof METRICS / sizeof METRICS[0]; /* NOLINT(bugprone-sizeof-expression) */
    return METRICS;
}

/* Errors 0, 1, 0 and 1, 0, 1; a unit of the network is 1 and then 3 units of the target. */
static void values_by_hand(void **state)
{
    (void)state;
    const double target[] = {1, 1, 2, 2, 3, 3, NAN, NAN}, output[] = {1, 2, 3, 2, 3, 4, 9, 9};
    const sg_targets targets = {.value = target, .n_columns = 2};
    const uint32_t item[] = {0, 1, 2, 3};
    sg_predictions p = {.output = output,
                        .item = item,
                        .n = 4,
                        .width = 2,
                        .loss = &sg_loss_mse,
                        .targets = &targets};
    double value = 0, column[2] = {0};
    check_ok(sg_metric_of_columns(column, &sg_metric_max_error, &p, &err));
    check_near(column[0], 1, 1e-15, 0);
    check_near(column[1], 1, 1e-15, 0);
    p.scale = (double[]){1, 3};
    check_ok(sg_metric_of(&value, &sg_metric_max_error, &p, &err));
    check_near(value, 2, 1e-15, 0);
    p.n = 0;
    check_ok(sg_metric_of(&value, &sg_metric_max_error, &p, &err));
    assert_true(isnan(value));
}

static void messages_list_the_metric(void **state)
{
    (void)state;
    const sg_metric *metric = NULL;
    check_ok(sg_metric_parse(&metric, "max-error", &err));
    assert_ptr_equal(metric, &sg_metric_max_error);
    check_fails(
        sg_metric_parse(&metric, "max-eror", &err), SG_EINVAL,
        "allowed are max-error, loss, accuracy, balanced-accuracy, roc-auc, f1, mae, rmse, r2");
    check_fails(sg_metric_check(&sg_metric_f1, &sg_loss_mae, &err), SG_EINVAL,
                "which has max-error, loss, mae, rmse, r2 and spearman");
    check_fails(sg_metric_check(&sg_metric_max_error, &sg_loss_bce, &err), SG_EINVAL,
                "metric max-error is not for multilabel");
}

/* The mean of the targets is off by 2.5; a model that has learned something is better. */
static void a_training_is_judged_by_it(void **state)
{
    (void)state;
    char *folder = check_folder();
    char path[400];
    sg_dataset *data = NULL;
    sg_model *model = NULL;
    sg_epoch best = {0};
    sg_training_outline outline = {.struct_size = sizeof outline};
    const char *encoder = "degree @ distance 0..1";
    check_write(folder, "sizes.csv",
                "smiles,y\nC,1.5\nCC,2.5\nCCC,3.5\nCCCC,4.5\nCCCCC,5.5\nCCCCCC,6.5\n");
    (void)snprintf(path, sizeof path, "%s/sizes.csv", folder);
    check_ok(sg_data_open(&data, path, NULL, &err));
    const sg_model_options options = {.struct_size = sizeof options,
                                      .encoder = &encoder,
                                      .n_encoders = 1,
                                      .decoder = "degree",
                                      .task = SG_TASK_REGRESSION};
    const sg_training_options training = {
        .struct_size = sizeof training,
        .settings = "{metric: max-error, epochs: 60, batch-size: 2, learning-rate: 0.05}",
        .seed = 42};
    check_ok(sg_model_build(&model, data, &options, &err));
    const sg_model_size size = sg_model_sizes_of(model);
    check_ok(sg_training_preview(&outline, &training, &size, &err));
    assert_string_equal(outline.metric, "max-error");
    assert_false(outline.higher_is_better || outline.in_percent);
    check_ok(sg_model_train(&best, model, data, &training, &err));
    assert_true(best.metric[0] >= 0 && best.metric[0] < 2);
    sg_model_close(model);
    sg_data_close(data);
    check_folder_remove(folder);
}

SG_TESTS(cmocka_unit_test(values_by_hand), cmocka_unit_test(messages_list_the_metric),
         cmocka_unit_test(a_training_is_judged_by_it))
