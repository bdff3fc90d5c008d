/* test_callback_errors.c - callbacks may use the error of the call that calls them: afterwards it tells of that
 * call alone. */
#include "unit/api/six_paths.inc"

#include "support/folder.h"

/* Fails with the caller's own error, and counts. */
static unsigned n_calls;
static sg_error shared;

static void fail_inside(void)
{
    n_calls++;
    assert_int_equal(sg_data_sizes(NULL, NULL, &shared), SG_EINVAL);
    assert_string_equal(shared.text, "size: it is NULL");
}

static bool fail_at_epoch(void *context, const sg_epoch *epoch)
{
    (void)context, (void)epoch;
    fail_inside();
    return true;
}

static void fail_at_plan(void *context, const sg_plan_choice *plan)
{
    (void)context, (void)plan;
    fail_inside();
}

static bool fail_at_progress(void *context, const sg_progress *progress)
{
    (void)context, (void)progress;
    fail_inside();
    return true;
}

static bool leave_out(void *context, size_t line, const sg_error *why)
{
    (void)context, (void)line, (void)why;
    fail_inside();
    return true;
}

static void check_clean(sg_status status)
{
    if (status != SG_OK) fail_msg("it fails: %s", shared.text);
    assert_int_equal(shared.status, SG_OK);
    assert_null(shared.where);
    assert_string_equal(shared.text, "");
}

static void check_own(sg_status status, const char *why)
{
    assert_int_equal(status, SG_EINVAL);
    assert_int_equal(shared.status, SG_EINVAL);
    if (strstr(shared.text, why) == NULL) fail_msg("not \"%s\": %s", why, shared.text);
}

/* A call that succeeds has no text, and one that fails has its own. */
static void trainings_tell_of_themselves(void **state)
{
    (void)state;
    sg_dataset *data = paths(NULL);
    sg_model *model = build(data);
    const sg_observer observer = {fail_at_progress, NULL};
    sg_training_options training = {.struct_size = sizeof training,
                                    .n_epochs = 2,
                                    .epoch = fail_at_epoch,
                                    .plan = fail_at_plan,
                                    .observer = &observer};
    check_clean(sg_model_train(NULL, model, data, &training, &shared));
    assert_true(n_calls > 2);
    training.learning_rate = 1e6;
    training.n_epochs = 2000;
    training.optimizer = SG_OPTIMIZE_SGD;
    training.weight_decay = 1e6;
    check_own(sg_model_train(NULL, model, data, &training, &shared),
              "training: weights have become infinite");
    sg_model_close(model);
    sg_data_close(data);
}

static void watched_calls_tell_of_themselves(void **state)
{
    (void)state;
    static const char *const line[] = {"CC", "C(", "CCO"};
    const sg_observer observer = {fail_at_progress, NULL};
    const sg_label_options labels = {.struct_size = sizeof labels, .observer = &observer};
    const sg_line_array_options lines = {.struct_size = sizeof lines, .refused = leave_out};
    sg_watch *watch = NULL;
    sg_dataset *data = paths(NULL), *made = NULL;
    sg_model *model = build(data);
    sg_labels *own = NULL;
    sg_explainer *explainer = NULL;
    double score[N * 2];
    check_ok(sg_watch_open(&watch, &observer, &err));
    train(model, data);
    n_calls = 0;
    check_clean(sg_labels_open(&own, data, "wl:2", &labels, &shared));
    sg_labels_close(own);
    check_clean(sg_model_predict(score, model, data, &labels, &shared));
    check_clean(sg_explainer_open(&explainer, model, data, NULL, &shared));
    sg_explainer_close(explainer);
    check_clean(sg_data_from_lines(&made, line, 3, &lines, &shared));
    assert_int_equal(sg_data_sizes_of(made).n_graphs, 2);
    sg_data_close(made);
    check_write(folder, "two.smi", "CC\nCCO\n");
    check_clean(sg_data_open(&made, path_of("two.smi"), NULL, &shared));
    assert_true(n_calls > 4);
    check_own(sg_labels_open(&own, data, "wll:2", &labels, &shared), "unknown");
    sg_watch_close(watch);
    sg_data_close(made);
    sg_model_close(model);
    sg_data_close(data);
}

SG_TESTS(cmocka_unit_test(trainings_tell_of_themselves),
         cmocka_unit_test_setup_teardown(watched_calls_tell_of_themselves, make_folder,
                                         remove_folder))
