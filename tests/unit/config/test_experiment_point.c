/* test_experiment_point.c - network and training at one point, and the task that a file suggests. */
#include "experiment_trees.h"
#include "support/layer_text.h"

/* An experiment whose keys and grid are read, as far as points need them. */
static sg_experiment read_text(const char *text)
{
    static const sg_settings none = {NULL, 0};
    sg_experiment e = unread(text);
    check_ok(sgi_run_keys_read(&e, &err));
    check_ok(sgi_grid_read(&e, &none, &err));
    return e;
}

static void points_have_their_values(void **state)
{
    (void)state;
    sg_experiment e = read_text(SMALLEST "noise: 9\n"
                                         "train: { learning-rate: 0.5 }\n"
                                         "grid: { noise: [1, 2], train.epochs: [3, 4] }\n");
    static const struct {
        uint32_t point, epochs;
        double noise;
    } cases[] = {{0, 3, 1}, {1, 4, 1}, {2, 3, 2}, {3, 4, 2}, {SG_NO_POINT, 200, 9}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sg_blueprint blueprint = {0};
        sg_train_options train = {0};
        check_ok(
            sgi_point_read(&blueprint, &train, &e, cases[i].point, SG_CLASSIFICATION, &err));
        assert_int_equal(train.n_epochs, cases[i].epochs);
        check_near(blueprint.noise, cases[i].noise, 0, 0);
        check_near(train.learning_rate, 0.5, 0, 0);
        assert_int_equal(blueprint.n_layers, 2);
        check_layer(&blueprint.layer[0], "{'encoder':{'heads':['wl:1 @ distance 0..3'],"
                                         "'activation':'identity'}}");
        sg_blueprint_free(&blueprint);
    }
    sg_experiment_free(&e);
}

/* What nobody says is what the task has. */
static void the_task_decides_defaults(void **state)
{
    (void)state;
    sg_experiment e = read_text(SMALLEST);
    sg_blueprint blueprint = {0};
    sg_train_options train = {0};
    check_ok(sgi_point_read(&blueprint, &train, &e, 0, SG_REGRESSION, &err));
    assert_ptr_equal(train.metric, &sg_metric_mae);
    sg_blueprint_free(&blueprint);
    check_ok(sgi_point_read(&blueprint, &train, &e, 0, SG_MULTILABEL, &err));
    assert_ptr_equal(train.metric, &sg_metric_roc_auc);
    sg_blueprint_free(&blueprint);
    sg_experiment_free(&e);
}

static void wrong_points_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        sg_task task;
        const char *part;
    } wrong[] = {
        {SMALLEST "scale: std\n", SG_CLASSIFICATION, "e.yml:7:1: scale: only targets"},
        {SMALLEST "grid: { train.epochs: [3, -1] }\n", SG_REGRESSION, "train.epochs"},
        {SMALLEST "grid: { layers.0.heads: [[a], ['no such label @ edge']] }\n",
         SG_CLASSIFICATION, "no such"},
        {SMALLEST "train: { metric: mae }\n", SG_CLASSIFICATION, "metric mae is not for"},
        {SMALLEST "protocol: standard\ntrain: { patience: 5 }\n", SG_CLASSIFICATION,
         "e.yml:8:20: train.patience: the standard protocol compares all folds"},
        {SMALLEST "train: { freeze: [7] }\n", SG_CLASSIFICATION, "7"},
        {"data: X\n", SG_CLASSIFICATION, "layers"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        sg_experiment e = read_text(wrong[i].text);
        sg_blueprint blueprint = {0};
        sg_train_options train = {.n_epochs = 77};
        check_fails(
            sgi_point_read(&blueprint, &train, &e, e.n_configurations - 1, wrong[i].task, &err),
            SG_EFORMAT, wrong[i].part);
        assert_null(blueprint.layer);
        assert_int_equal(train.n_epochs, 77);
        sg_experiment_free(&e);
    }
}

static void loss_metric_and_targets_suggest_a_task(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        sg_task task;
    } cases[] = {{"", SG_CLASSIFICATION},
                 {"task: multilabel\n", SG_MULTILABEL},
                 {"task: classification\ntrain: { metric: mae }\n", SG_CLASSIFICATION},
                 {"target: 0\n", SG_REGRESSION},
                 {"scale: std\n", SG_REGRESSION},
                 {"report: own\n", SG_REGRESSION},
                 {"train: { metric: rmse }\n", SG_REGRESSION},
                 {"train: { metric: loss }\n", SG_CLASSIFICATION},
                 {"train: { metric: roc-auc }\n", SG_CLASSIFICATION},
                 {"train: { loss: bce }\ntarget: 0\n", SG_MULTILABEL},
                 {"train: { loss: huber }\n", SG_REGRESSION},
                 {"grid: { train.loss: [bce, mae] }\n", SG_MULTILABEL},
                 {"grid: { train.loss: [mae, bce] }\n", SG_REGRESSION}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[400];
        sg_task task = SG_N_TASKS;
        (void)snprintf(text, sizeof text, SMALLEST "%s", cases[i].text);
        sg_experiment e = read_text(text);
        check_ok(sgi_likely_task(&task, &e, &err));
        assert_int_equal(task, cases[i].task);
        sg_experiment_free(&e);
    }
    sg_experiment e = read_text(SMALLEST "train: { loss: none }\n");
    sg_task task = SG_N_TASKS;
    check_fails(sgi_likely_task(&task, &e, &err), SG_EFORMAT, "e.yml:7:16: ");
    assert_int_equal(task, SG_N_TASKS);
    sg_experiment_free(&e);
}

static sg_status read_point(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    sg_blueprint blueprint = {0};
    sg_train_options train;
    sg_task task = SG_CLASSIFICATION;
    SG_TRY(sgi_likely_task(&task, context, err));
    SG_TRY(sgi_point_read(&blueprint, &train, context, 1, task, err));
done:
    sg_blueprint_free(&blueprint);
    return status;
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    sg_experiment e = read_text(SMALLEST "grid: { noise: [1, 2] }\n");
    assert_true(check_out_of_memory(read_point, &e) >= 50);
    sg_experiment_free(&e);
}

SG_TESTS(cmocka_unit_test(points_have_their_values),
         cmocka_unit_test(the_task_decides_defaults),
         cmocka_unit_test(wrong_points_are_refused),
         cmocka_unit_test(loss_metric_and_targets_suggest_a_task),
         cmocka_unit_test(survives_any_failing_allocation))
